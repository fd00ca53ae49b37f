"""What commands that read a map may be told about it, and what they say of one that is damaged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from gridmap.formats.options import ReadOptions
    from gridmap.formats.report import Opened, Report
    from gridmap.model.battlemap import BattleMap
    from gridmap.rules.ruleset import Ruleset

PORTALS = ("door", "open-door", "window")
"""The names of `Portal`: the parser of every command is made, and most need nothing of formats."""
_PORTALS = (
    ("--open-portals", "what portals of Universal VTT are that are not closed; open doors where left out"),
    ("--narrow-portals", "what closed portals are that are narrow for a door; doors where left out"),
    ("--unstated-portals", "what portals are that do not say whether they are closed; doors where left out"),
)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """The options of how a map is read."""
    parser.add_argument(
        "--scene", metavar="NAME", help="which of several scenes in a file; the first where left out"
    )
    parser.add_argument("--level", metavar="NAME", help="which of a scene's levels; the first where left out")
    parser.add_argument(
        "--cell-feet", type=_cell_feet, metavar="FEET", help="what a cell or grid square of the file measures"
    )
    for flag, help_text in _PORTALS:
        parser.add_argument(flag, choices=PORTALS, help=help_text)
    parser.add_argument("--picture", metavar="FILE", help="the picture of a map that has none of its own")
    parser.add_argument(
        "--picture-pixels", type=_picture_pixels, metavar="N", help="pixels a square of a plain picture"
    )
    parser.add_argument(
        "--snap",
        type=_distance,
        default=0.0,
        metavar="SQUARES",
        help="bring walls at most so far from a line of the grid onto it, such as 0.2",
    )
    parser.add_argument(
        "--salvage", action="store_true", help="open what can be saved of a damaged .gridmap file"
    )


def read_options(chosen: argparse.Namespace) -> ReadOptions:
    """What was chosen."""
    from gridmap.formats.options import Portal, ReadOptions

    def portal(value: str | None) -> Portal | None:
        return Portal(value) if value else None

    return ReadOptions(
        scene=chosen.scene,
        level=chosen.level,
        cell_feet=chosen.cell_feet,
        open_portals=portal(chosen.open_portals),
        narrow_portals=portal(chosen.narrow_portals),
        unstated_portals=portal(chosen.unstated_portals),
        picture=Path(chosen.picture) if chosen.picture else None,
        pixels_per_square=chosen.picture_pixels,
        snap=chosen.snap,
        salvage=chosen.salvage,
    )


def open_told(path: str, options: ReadOptions | None = None) -> Opened:
    """The map of a file; of a damaged one of this program's own, the complaint says that some can be saved.

    Raises:
        FormatError: as `open_map`.
    """
    from gridmap.formats.errors import FormatError
    from gridmap.formats.options import NO_OPTIONS
    from gridmap.formats.registry import open_map, salvaged

    options = options or NO_OPTIONS
    try:
        return open_map(path, options)
    except FormatError as error:
        if options.salvage or salvaged(Path(path)) is None:
            raise
        raise FormatError(f"{error}; gridmap convert --salvage saves what is left of it") from None


def check_opens(path: str) -> None:
    """Complain of a file that the window could do nothing with.

    Raises:
        FormatError: it cannot be opened, and nothing of it can be saved.
    """
    from gridmap.formats.errors import FormatError
    from gridmap.formats.registry import open_map, salvaged

    try:
        open_map(path)
    except FormatError:
        if salvaged(Path(path)) is None:
            raise


def ruleset_for(given: str | None, battle_map: BattleMap, path: str) -> Ruleset:
    """The ruleset that was asked for, by its id or as a file, else the map's own.

    Raises:
        RulesetError: there is none of that name; one sentence.
    """
    from gridmap.rules.ruleset import RulesetError, load_ruleset, shipped_ruleset

    if given:
        return load_ruleset(Path(given)) if given.endswith(".toml") else shipped_ruleset(given)
    try:
        return shipped_ruleset(battle_map.ruleset)
    except RulesetError as error:
        raise RulesetError(f"{path}: {error}; --ruleset names another") from None


def told_choices(report: Report) -> list[str]:
    """What the file does not say, how it was taken, and how to take it otherwise."""
    return [choice.sentence() for choice in report.choices if choice.unasked]


def _cell_feet(text: str) -> int:
    if not text.isdecimal() or not 5 <= int(text[:9]) <= 100 or int(text[:9]) % 5:
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"{text[:40]!r} is no multiple of 5 from 5 to 100")
    return int(text)


def _picture_pixels(text: str) -> float:
    return _number(text, 1, 10_000)


def _distance(text: str) -> float:
    return _number(text, 0, 0.5)


def _number(text: str, least: float, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not least <= value <= most:
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"{text[:40]!r} is no number from {least:g} to {most:,.10g}")
    return value
