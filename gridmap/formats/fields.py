"""Reading the fields of a JSON object that nobody vouches for.

A `Fields` hands out one checked value a call, and complains with the field's place
(``map.creatures[2].reach``). What was never asked for are fields that this version does not know:
`Fields.extra` returns them for the way back.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from math import isfinite
from typing import Any, Final, NamedTuple, TypeVar

from gridmap.formats.errors import FormatError, shown

MAX_COORDINATE = 10_000
"""The farthest from the map's top-left corner that a point may lie, in squares."""
MAX_TEXT = 100_000
"""The most letters of one text."""
MAX_DEPTH = 32
"""How deep unknown fields may nest."""

_REQUIRED: Final = object()
Choice = TypeVar("Choice", bound=StrEnum)


class Fields:
    """The fields of one JSON object.

    Raises:
        FormatError: from every method, where the field is not what is asked for.
    """

    def __init__(self, value: object, place: str) -> None:
        if not isinstance(value, dict):
            raise FormatError(f"{place} is {shown(value)}; it must be an object")
        self.values: dict[Any, Any] = value
        self._asked: set[str] = set()
        self.place = place

    def at(self, name: str) -> str:
        """The place of a field, for a complaint."""
        return f"{self.place}.{name}"

    def has(self, name: str) -> bool:
        """Whether the field is given; null counts as left out."""
        self._asked.add(name)
        return self.values.get(name) is not None

    def raw(self, name: str, default: Any = _REQUIRED) -> Any:
        """The value as it is; without a default a field left out is at fault."""
        self._asked.add(name)
        value = self.values.get(name)
        if value is not None:
            return value
        if default is _REQUIRED:
            raise FormatError(f"{self.at(name)} is missing")
        return default

    def integer(self, name: str, least: int, most: int, default: Any = _REQUIRED) -> int:
        """A whole number within bounds."""
        return as_integer(self.raw(name, default), self.at(name), least, most)

    def number(self, name: str, least: float, most: float, default: Any = _REQUIRED) -> float:
        """A finite number within bounds."""
        return as_number(self.raw(name, default), self.at(name), least, most)

    def text(self, name: str, default: Any = _REQUIRED) -> str:
        """A text of at most `MAX_TEXT` letters."""
        return as_text(self.raw(name, default), self.at(name))

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false, nothing that merely counts as such."""
        value = self.raw(name, default)
        if not isinstance(value, bool):
            raise FormatError(f"{self.at(name)} is {shown(value)}; it must be true or false")
        return value

    def choice(self, name: str, choices: type[Choice], default: Any = _REQUIRED) -> Choice:
        """One of an enumeration's names."""
        value = self.raw(name, default)
        if isinstance(value, str):
            try:
                return choices(value)
            except ValueError:
                pass
        raise FormatError(f"{self.at(name)} is {shown(value)}; it must be one of {', '.join(choices)}")

    def point(self, name: str) -> tuple[float, float]:
        """A pair of coordinates in squares, none farther than `MAX_COORDINATE`."""
        x, y = self._pair(name)
        place = self.at(name)
        return (
            as_number(x, f"{place}[0]", -MAX_COORDINATE, MAX_COORDINATE),
            as_number(y, f"{place}[1]", -MAX_COORDINATE, MAX_COORDINATE),
        )

    def square(self, name: str) -> tuple[int, int]:
        """A pair of whole coordinates in squares, none farther than `MAX_COORDINATE`."""
        x, y = self._pair(name)
        place = self.at(name)
        return (
            as_integer(x, f"{place}[0]", -MAX_COORDINATE, MAX_COORDINATE),
            as_integer(y, f"{place}[1]", -MAX_COORDINATE, MAX_COORDINATE),
        )

    def objects(self, name: str, most: int) -> Iterator[Fields]:
        """The objects of a list; a list left out is empty."""
        values = self.raw(name, [])
        place = self.at(name)
        if not isinstance(values, list):
            raise FormatError(f"{place} is {shown(values)}; it must be a list")
        if len(values) > most:
            raise FormatError(f"{place} has {len(values):,} entries; the limit is {most:,}")
        for index, value in enumerate(values):
            yield Fields(value, f"{place}[{index}]")

    def child(self, name: str) -> Fields:
        """An object inside this one; one left out has no fields."""
        return Fields(self.raw(name, {}), self.at(name))

    def extra(self) -> dict[str, Any]:
        """The fields that were never asked for, checked to be plain JSON of modest depth."""
        unknown = {name: value for name, value in self.values.items() if name not in self._asked}
        if unknown:
            check_plain(unknown, self.place)
        return unknown

    def _pair(self, name: str) -> tuple[Any, Any]:
        value = self.raw(name)
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise FormatError(f"{self.at(name)} is {shown(value)}; it must be a pair [x, y]")
        return value[0], value[1]


def as_integer(value: object, place: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`; 3.0 counts as 3, true does not count as 1."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise FormatError(f"{place} is {shown(value)}; it must be a whole number from {least:,} to {most:,}")
    return value


def as_number(value: object, place: str, least: float, most: float) -> float:
    """A finite number from `least` to `most`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise FormatError(f"{place} is {shown(value)}; it must be a number from {least:,} to {most:,}")
    return float(value)


def as_text(value: object, place: str) -> str:
    """A text that can be written again."""
    if not isinstance(value, str):
        raise FormatError(f"{place} is {shown(value)}; it must be a text")
    if len(value) > MAX_TEXT:
        raise FormatError(f"{place} has {len(value):,} letters; the limit is {MAX_TEXT:,}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise FormatError(f"{place} holds half a character (a lone surrogate)") from None
    return value


def check_plain(value: object, place: str, depth: int = 0) -> None:
    """Refuse what could not be written as JSON again, or nests deeper than `MAX_DEPTH`.

    Args:
        value: decoded JSON.
        place: what complaints call it.
        depth: how deep it will be nested itself.

    Raises:
        FormatError: naming the field.
    """
    root = _Branch([value], depth - 1, None, None)
    waiting = [root]
    while waiting:
        branch = waiting.pop()
        inner = branch.value
        pairs = inner.items() if isinstance(inner, dict) else enumerate(inner)
        deeper = branch.depth + 1
        for key, each in pairs:
            kind = type(each)
            if kind is list or kind is dict or kind is tuple:
                found = _Branch(each, deeper, branch, key)
                if deeper > MAX_DEPTH:
                    raise FormatError(f"{found.place(place)} nests more than {MAX_DEPTH} levels deep")
                if kind is dict:
                    for name in each:
                        if type(name) is not str or len(name) > MAX_TEXT or not _is_whole(name):
                            as_text(name, f"a field's name in {found.place(place)}")
                waiting.append(found)
            elif kind is str:
                if not (each.isascii() or _is_whole(each)):
                    at = _Branch(each, deeper, branch, key).place(place)
                    raise FormatError(f"{at} holds half a character (a lone surrogate)")
            elif kind is float:
                if not isfinite(each):
                    at = _Branch(each, deeper, branch, key).place(place)
                    raise FormatError(f"{at} is {each}; numbers are finite")
            elif kind is int:
                if not -(2**63) < each < 2**63:
                    at = _Branch(each, deeper, branch, key).place(place)
                    raise FormatError(f"{at} is a number too large to keep")
            elif each is not None and kind is not bool:
                at = _Branch(each, deeper, branch, key).place(place)
                raise FormatError(f"{at} is {shown(each)}; JSON has no such value")


class _Branch(NamedTuple):
    """A value and the way to it: its place is put into words only for a complaint."""

    value: Any
    depth: int
    parent: _Branch | None
    key: Any

    def place(self, root: str) -> str:
        """Such as ``map.walls[3].by``, short enough for a sentence."""
        steps: list[str] = []
        branch = self
        while branch.parent is not None and branch.parent.parent is not None:
            named = isinstance(branch.parent.value, dict)
            steps.append(f".{branch.key}" if named else f"[{branch.key}]")
            branch = branch.parent
        return shown_place(root + "".join(reversed(steps)))


def _is_whole(text: str) -> bool:
    """Whether no half of a character (a lone surrogate) stands in it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def shown_place(place: str, most: int = 120) -> str:
    """A place short enough for a sentence, even where the names in it are long or many."""
    printable = "".join(letter if letter.isprintable() else "�" for letter in place[: most + 1])
    return printable if len(printable) <= most else printable[:most] + "…"
