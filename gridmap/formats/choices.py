"""What a file leaves open: a question, the answers to choose from, and the one that was taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from gridmap.formats.options import ReadOptions
from gridmap.formats.report import Notice
from gridmap.model.square import FEET_PER_SQUARE


class Answer(NamedTuple):
    """One way to read what a file leaves open.

    Attributes:
        value: as the option of that name takes it.
        template: its words, with the arguments' names in braces.
        arguments: what stands in the braces.
    """

    value: str
    template: str
    arguments: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return self.template.format(**self.arguments)


class Choice(NamedTuple):
    """One thing that a file leaves open.

    Attributes:
        option: the field of `ReadOptions` that answers it.
        question: in a sentence.
        taken: the value of the answer that this reading went by.
        answers: those there are; empty where any number within `bounds` is one.
        unasked: the file does not say it and nobody was asked yet: `taken` is what is usual.
        bounds: the least and the greatest number, where numbers are asked for.
        is_file: the name of a file is asked for.
    """

    option: str
    question: Notice
    taken: str
    answers: tuple[Answer, ...] = ()
    unasked: bool = False
    bounds: tuple[float, float] = (0.0, 0.0)
    is_file: bool = False

    @property
    def flag(self) -> str:
        """The option's name on the command line.

        >>> Choice("open_portals", Notice("?"), "window").flag
        '--open-portals'
        """
        return "--" + self.option.replace("_", "-")

    def sentence(self) -> str:
        """What was taken, and how the command line takes something else."""
        others = " or ".join(answer.value for answer in self.answers if answer.value != self.taken)
        taken = next((str(answer) for answer in self.answers if answer.value == self.taken), self.taken)
        value = others or ("FILE" if self.is_file else "N")
        return f"{self.question} Taken: {taken}. Otherwise: {self.flag} {value}."

    def as_json(self) -> dict[str, Any]:
        """The choice as plain JSON values, for scripts."""
        return {
            "option": self.flag,
            "question": str(self.question),
            "taken": self.taken,
            "possible": [answer.value for answer in self.answers] or self._range(),
            "unasked": self.unasked,
        }

    def _range(self) -> list[Any]:
        return ["FILE"] if self.is_file else list(self.bounds)


def picture_choice(options: ReadOptions, *, is_there: bool) -> tuple[Choice, ...]:
    """Which file the picture is, of a map whose own could not be had; nothing where it could."""
    if options.picture is None and is_there:
        return ()
    taken = "none" if options.picture is None else options.picture.name
    question = Notice("The map has no picture of its own. Which file is it?")
    return (Choice("picture", question, taken, unasked=options.picture is None, is_file=True),)


def feet_answers(feet: Iterable[int]) -> tuple[Answer, ...]:
    """Answers for what a cell measures, ascending.

    >>> [str(answer) for answer in feet_answers((10, 5))]
    ['5 ft: 1 × 1 square', '10 ft: 2 × 2 squares']
    """
    return tuple(
        Answer(
            str(each),
            "{feet} ft: {side} × {side} square" if each == 5 else "{feet} ft: {side} × {side} squares",
            {"feet": each, "side": each // 5},
        )
        for each in sorted(set(feet))
    )


def cell_choice(squares: int, *, unasked: bool = False) -> Choice:
    """What a cell or grid square of the file measures; it was read as so many squares a side."""
    feet = squares * FEET_PER_SQUARE
    return Choice(
        "cell_feet",
        Notice("What does a cell of the file's grid measure?"),
        str(feet),
        feet_answers((5, 10, 15, 20, feet)),
        unasked,
    )
