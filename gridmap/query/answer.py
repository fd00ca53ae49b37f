"""A line in, a line out."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from math import hypot
from pathlib import Path
from typing import TextIO

from gridmap import DEBUG
from gridmap.formats.errors import FormatError
from gridmap.formats.fields import Fields
from gridmap.formats.json_text import decode
from gridmap.formats.mapobject import read_map
from gridmap.formats.registry import open_map
from gridmap.model.battlemap import BattleMap
from gridmap.query import areas, attacks, moves, sights, ways
from gridmap.query.question import Answer, Question
from gridmap.rules.ruleset import Ruleset, RulesetError, load_ruleset, shipped_ruleset

MAX_SLANTED = 50_000
"""How long walls aslant that stop lines may be together, in squares."""

_LONGEST = 1_000
"""The most letters of an error."""


def run_queries(lines: Iterable[str | bytes], out: TextIO) -> int:
    """Answer every line in order, each as soon as it is asked; blank lines are passed over.

    Returns:
        The exit status: 1 if any line could not be answered, else 0.
    """
    status = 0
    for line in lines:
        if not line.strip():
            continue
        answer = _answer_whatever(line)
        status = 1 if "error" in answer else status
        out.write(json.dumps(answer, separators=(",", ":"), ensure_ascii=False) + "\n")
        out.flush()  # who asks line by line waits for this one
    return status


def _answer_whatever(line: str | bytes) -> Answer:
    """The answer of a line; what nobody expected of it is its error, and the lines after it are answered."""
    try:
        return answer_line(line)
    except MemoryError:
        return {"error": "there is not enough memory for that"}
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        what = f"{type(error).__name__}: {str(error)[:200]}"
        return {"error": _one_line(f"an error that gridmap did not expect ({what}); {DEBUG}=1 shows where")}


def answer_line(line: str | bytes) -> Answer:
    """The answer of one line, or its error."""
    try:
        content = line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")
        return _answer(decode(content))
    except (FormatError, RulesetError) as error:
        return {"error": _one_line(str(error))}


def _one_line(sentence: str) -> str:
    """A sentence that quotes what nobody vouches for, as one line of bounded length."""
    kept = sentence if len(sentence) <= _LONGEST else sentence[:_LONGEST] + "…"
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in kept)


def _answer(value: object) -> Answer:
    fields = Fields(value, "question")
    ask = Fields(fields.raw("ask"), "ask")
    kind = ask.text("kind")
    answer = _KINDS.get(kind)
    if answer is None:
        raise FormatError(f"ask.kind is {json.dumps(kind[:40])}; it must be one of {', '.join(_KINDS)}")
    battle_map = _map(fields)
    _check_walls(battle_map)
    ruleset = _ruleset(fields, battle_map)
    explain = ask.flag("explain") or fields.flag("explain")
    return answer(Question(battle_map, ruleset, ask, explain))


def _check_walls(battle_map: BattleMap) -> None:
    """Refuse walls aslant so long together that lines past them would take too long."""
    aslant = (
        hypot(wall.end.x - wall.start.x, wall.end.y - wall.start.y)
        for wall in battle_map.walls
        if (wall.stops_lines or wall.gives_cover_only)
        and wall.start.x != wall.end.x
        and wall.start.y != wall.end.y
    )
    length = sum(aslant)
    if length > MAX_SLANTED:
        raise FormatError(
            f"map.walls: walls aslant that stop or cover lines are {length:,.0f} squares long together; "
            f"the limit is {MAX_SLANTED:,}"
        )


def _map(fields: Fields) -> BattleMap:
    value = fields.raw("map")
    if isinstance(value, str):
        if not value:
            raise FormatError(f"{fields.at('map')} is empty; it must be a map object or a file's name")
        return open_map(Path(fields.text("map"))).battle_map
    return read_map(value, "map", only_rules=True)


def _ruleset(fields: Fields, battle_map: BattleMap) -> Ruleset:
    name = fields.text("ruleset", battle_map.ruleset)
    return load_ruleset(Path(name)) if name.endswith(".toml") else shipped_ruleset(name)


_KINDS: Mapping[str, Callable[[Question], Answer]] = {
    "distance": moves.distance,
    "movement": moves.movement,
    "rounds": moves.rounds,
    "reach": attacks.reach,
    "flanking": attacks.flanking,
    "cover": attacks.cover,
    "area": areas.area,
    "placements": areas.placements,
    "forced": moves.forced,
    "charge": moves.charge,
    "provokes": moves.provokes,
    "path": ways.path,
    "five_foot_step": ways.five_foot_step,
    "withdraw": ways.withdraw,
    "run": ways.run,
    "squeeze": ways.squeezing,
    "cover_map": sights.cover_map,
    "concealment": sights.concealment,
    "concealment_map": sights.concealment_map,
    "line_of_effect": sights.line_of_effect,
    "sight": sights.sight,
}
