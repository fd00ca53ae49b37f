"""What reading a file found, and what it left out and why: nothing is lost silently."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from gridmap.model.battlemap import BattleMap

if TYPE_CHECKING:
    from gridmap.formats.choices import Choice


class Notice(NamedTuple):
    """One thing to tell about a file that was read.

    Attributes:
        template: one sentence, with the arguments' names in braces.
        arguments: what stands in the braces.
    """

    template: str
    arguments: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return self.template.format(**self.arguments)


@dataclass(frozen=True)
class Report:
    """How a file was read.

    Attributes:
        format_name: the file's format, for people.
        counts: how many of what were read, e.g. ``{"walls": 12, "doors": 3}``.
        notices: what was changed, kept aside, skipped or missing, and why.
        choices: what the file leaves open, and which answers were taken.
    """

    format_name: str
    counts: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def summary(self) -> str:
        """The counts in one line.

        >>> Report("Universal VTT", {"walls": 12, "doors": 1, "outside the map": 0}).summary
        '12 walls, 1 door, 0 outside the map'
        >>> Report("Tiled", {"squares of terrain": 1, "objects left out": 1}).summary
        '1 square of terrain, 1 object left out'
        """
        return ", ".join(f"{count:,} {_of(name, count)}" for name, count in self.counts.items())

    def lines(self) -> list[str]:
        """The whole report in sentences, the counts first."""
        first = f"{self.format_name}: {self.summary}" if self.counts else self.format_name
        return [first, *(str(notice) for notice in self.notices)]

    def as_json(self) -> dict[str, Any]:
        """The report as plain JSON values, for scripts."""
        return {
            "format": self.format_name,
            "counts": dict(self.counts),
            "notices": [str(notice) for notice in self.notices],
            "choices": [choice.as_json() for choice in self.choices],
        }


def _of(name: str, count: int) -> str:
    """The name of what is counted; the first word of a single one without its s."""
    first, gap, rest = name.partition(" ")
    return f"{first.removesuffix('s')}{gap}{rest}" if count == 1 else name


class Opened(NamedTuple):
    """A map that was read from a file, and how that went."""

    battle_map: BattleMap
    report: Report


class Written(NamedTuple):
    """A file of another program's format that was made, and what that program will not find in it."""

    content: bytes
    notices: tuple[Notice, ...] = ()
