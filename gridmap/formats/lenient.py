"""Values of foreign JSON read leniently: what cannot be understood is counted and told, not fatal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from gridmap.formats.errors import FormatError, shown
from gridmap.formats.fields import check_plain
from gridmap.formats.report import Notice

FARTHEST = 1e7
"""No coordinate or size of a foreign file is larger."""
KEPT_DEPTH = 4
"""How deep in a map's `extra`, at most, what is kept of a foreign file is nested itself."""


def number(value: object, most: float = FARTHEST) -> float | None:
    """A finite number of sensible size, also one written as a text; None if it is none.

    >>> number("2.5"), number(True), number(1e300), number(float("nan"))
    (2.5, None, None, None)
    """
    if isinstance(value, str) and len(value) <= 40:
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) <= most else None


def place(value: object, most: float = FARTHEST) -> tuple[float, float] | None:
    """A point, as an object with x and y or as a pair; None if it is neither.

    >>> place({"x": 1, "y": "2"}), place([3, 4.5]), place({"x": 1})
    ((1.0, 2.0), (3.0, 4.5), None)
    """
    if isinstance(value, dict):
        x, y = number(value.get("x"), most), number(value.get("y"), most)
    elif isinstance(value, list) and len(value) == 2:
        x, y = number(value[0], most), number(value[1], most)
    else:
        return None
    return None if x is None or y is None else (x, y)


def whole(value: object, most: float = FARTHEST) -> int | None:
    """A whole number of sensible size, also one written as a text; None if it is none.

    >>> whole("3"), whole(3.0), whole(3.5)
    (3, 3, None)
    """
    found = number(value, most)
    return int(found) if found is not None and found.is_integer() else None


def words(value: object, most: int = 10_000) -> str:
    """A text without surrounding white space, empty for anything else; cut after `most` letters."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)[:40]
    if not isinstance(value, str):
        return ""
    return value[:most].encode("utf-8", "replace").decode("utf-8").strip()


@dataclass
class Skipped:
    """Entries of one kind that could not be understood.

    Attributes:
        what: the entries' name in the report, e.g. ``Walls``.
        places: where they stood.
    """

    what: str
    places: list[str] = field(default_factory=list)

    def add(self, place: str) -> None:
        """One more."""
        self.places.append(place)

    def notices(self) -> list[Notice]:
        """One sentence, or none where nothing was skipped."""
        if not self.places:
            return []
        return [
            Notice(
                "{what} that could not be understood and were skipped: {count}, the first at {place}.",
                {"what": self.what, "count": len(self.places), "place": self.places[0]},
            )
        ]


def objects(value: object, place: str, most: int, skipped: Skipped) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a list with their places; null or nothing is an empty list, other entries are skipped.

    Raises:
        FormatError: it is no list, or longer than `most`.
    """
    if value is None:
        return
    if not isinstance(value, list):
        raise FormatError(f"{place} is {shown(value)}; it must be a list")
    if len(value) > most:
        raise FormatError(f"{place} has {len(value):,} entries; the limit is {most:,}")
    for index, each in enumerate(value):
        if isinstance(each, dict):
            yield f"{place}[{index}]", each
        else:
            skipped.add(f"{place}[{index}]")


def counted(template: str, count: int) -> list[Notice]:
    """A sentence with ``{count}`` in it, or none where there is nothing to count."""
    return [Notice(template, {"count": count})] if count else []


def kept(document: dict[str, Any], known: frozenset[str], notices: list[Notice]) -> dict[str, Any]:
    """The fields of a document that are not among the known ones, for the way back.

    One that could not be written again is left out, and said so.
    """
    found = {}
    for name, value in document.items():
        if name in known:
            continue
        try:
            check_plain({name: value}, "the file", KEPT_DEPTH)
        except FormatError as error:
            notices.append(Notice("{name} was left out: {why}.", {"name": shown(name), "why": error}))
            continue
        found[name] = value
    return found
