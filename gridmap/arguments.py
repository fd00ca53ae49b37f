"""The parser of the command line: one sentence for what is wrong, and values that begin with a minus."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_NUMBERS = re.compile(r"-\.?\d")
"""What begins so is a value, such as ``-5,2,10,8``: no option is called by a digit."""


class Parser(argparse.ArgumentParser):
    """Complains in one sentence."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # By itself argparse takes -5 for a value, but -5,2,10,8 for an option.
        self._negative_number_matcher = _NUMBERS
        self._given: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As the base class does; what was given is kept for the complaint."""
        self._given = tuple(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        sentence = " ".join(message.split())
        self.exit(2, f"gridmap: {sentence}{self._about_minus(sentence)} ({self.prog} --help tells more)\n")

    def _about_minus(self, sentence: str) -> str:
        """How to write what was taken for an option; empty where nothing was."""
        wanting = re.fullmatch(r"argument (\S+).*: expected (one|at least one) argument", sentence)
        for option, value in zip(self._given, self._given[1:], strict=False):
            if wanting and option in wanting[1].split("/") and value.startswith("-"):
                joined = f"{option}={value}" if option.startswith("--") else f"{option}{value}"
                return f"; a value that begins with a minus is written {joined}"
        is_unknown = sentence.startswith(("unrecognized arguments", "the following arguments are required"))
        name = next((each for each in self._given if _is_name(each)), None)
        if is_unknown and name is not None:
            return f"; a name that begins with a minus is written ./{name}"
        return ""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Help and version; unlike the base class it does not swallow an error of writing them."""
        out = sys.stderr if file is None else file
        if message and out is not None:
            out.write(message)


def _is_name(text: str) -> bool:
    """Whether something that looks like an option is rather the name of a file, as it has an ending."""
    return re.fullmatch(r"-[^oh=][^=]*\.\w+", text) is not None
