"""``gridmap check``: what a game master would want to know of a map before the game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gridmap.reading import add_reading, open_told, read_options, ruleset_for

if TYPE_CHECKING:
    from gridmap.model.battlemap import BattleMap
    from gridmap.rules.inspection import Finding

_STRETCHED = 0.02
"""By which a picture's pixels across and down a square may differ."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument("maps", nargs="+", metavar="MAP")
    parser.add_argument("--json", action="store_true", help="for scripts")
    parser.add_argument("--strict", action="store_true", help="fail for hints too")
    parser.add_argument("--ruleset", metavar="ID", help="instead of the map's own: a ruleset or a .toml file")
    add_reading(parser)


def check(chosen: argparse.Namespace, complain: Callable[[str], int]) -> int:
    """Print what is found; the exit status: 0 where nothing is wrong, 1 where something is.

    A map that cannot be opened is complained of, and does not stop the others.
    """
    from gridmap.formats.errors import FormatError
    from gridmap.rules.inspection import Weight, inspect
    from gridmap.rules.ruleset import RulesetError

    told: list[dict[str, object]] = []
    wrong = False
    for path in chosen.maps:
        try:
            battle_map = open_told(path, read_options(chosen)).battle_map
            ruleset = ruleset_for(chosen.ruleset, battle_map, path)
        except (FormatError, RulesetError) as error:
            wrong = bool(complain(str(error)))
            told.append({"map": path, "error": str(error)})
            continue
        found = [*_broken_pictures(battle_map), *inspect(battle_map, ruleset)]
        problems = sum(finding.weight is Weight.PROBLEM for finding in found)
        wrong = wrong or bool(problems) or (chosen.strict and bool(found))
        if chosen.json:
            told.append({"map": path, "problems": problems, "findings": [_as_json(one) for one in found]})
            continue
        for finding in found:
            print(f"{path}: {finding.weight}: {finding}{_where(finding)}")
        print(f"{path}: {_count(problems, 'problem')}, {_count(len(found) - problems, 'hint')}")
    if chosen.json:
        print(json.dumps({"maps": told}, ensure_ascii=False))
    return 1 if wrong else 0


def _broken_pictures(battle_map: BattleMap) -> Iterator[Finding]:
    """Pictures whose files cannot be read, or that are stretched."""
    from gridmap.formats.picture_header import read_picture_header
    from gridmap.rules.inspection import Finding, Weight

    for picture in battle_map.pictures:
        asset = battle_map.asset(picture.asset)
        if asset is None:
            continue
        where = (picture.at.x, picture.at.y, picture.at.x + picture.width, picture.at.y + picture.height)
        header = read_picture_header(asset.content)
        if header is None:
            told = "the picture {picture} cannot be read"
            yield Finding("picture-broken", Weight.PROBLEM, told, {"picture": asset.name}, where)
            continue
        across, down = header.width / picture.width, header.height / picture.height
        if abs(across - down) > _STRETCHED * max(across, down):
            told = "the picture {picture} is stretched: {across:.3g} pixels a square across, {down:.3g} down"
            sizes = {"picture": asset.name, "across": across, "down": down}
            yield Finding("picture-stretched", Weight.HINT, told, sizes, where)


def _where(finding: Finding) -> str:
    if finding.where is None:
        return ""
    return f" [{finding.where[0]:g},{finding.where[1]:g}]"


def _as_json(finding: Finding) -> dict[str, object]:
    return {
        "kind": finding.kind,
        "weight": str(finding.weight),
        "text": str(finding),
        "where": None if finding.where is None else list(finding.where),
        "rule": finding.rule or None,
    }


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
