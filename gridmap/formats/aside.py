"""What another program's format has no place for, in a corner of the file that only gridmap reads.

It is a map object without what the format holds itself, so terrain, notes and the rest come back whole.
"""

from __future__ import annotations

from typing import Any

from gridmap.formats.errors import FormatError
from gridmap.formats.lenient import counted
from gridmap.formats.mapobject import read_map, write_map
from gridmap.formats.report import Notice
from gridmap.model.battlemap import BattleMap
from gridmap.model.terrain import Layer

FIELD = "gridmap"
"""The name of that corner, in all formats."""


def aside(battle_map: BattleMap, kept: str, *, creatures: bool) -> dict[str, Any]:
    """The map object of what a file does not hold otherwise.

    Args:
        battle_map: the map that is written.
        kept: under what name `extra` holds what was kept of files of that format: the file itself has it.
        creatures: whether the creatures are among it.
    """
    return write_map(
        battle_map.with_changes(
            walls=tuple(wall for wall in battle_map.walls if wall.is_obstacle),
            creatures=battle_map.creatures if creatures else (),
            pictures=(),
            assets=(),
            view={},
            extra={name: value for name, value in battle_map.extra.items() if name != kept},
        )
    )


def restored(value: object, width: int, height: int, notices: list[Notice]) -> BattleMap | None:
    """The map that `aside` described; None, and why, where it does not fit the file's map."""
    if value is None:
        return None
    try:
        battle_map = read_map(value, FIELD)
    except FormatError as error:
        notices.append(Notice("What gridmap had added to the file was left out: {why}.", {"why": error}))
        return None
    if (battle_map.width, battle_map.height) != (width, height):
        notices.append(
            Notice(
                "What gridmap had added to the file was left out: it is for {width} x {height} squares.",
                {"width": battle_map.width, "height": battle_map.height},
            )
        )
        return None
    return battle_map


def told_aside(battle_map: BattleMap, *, creatures: bool) -> list[Notice]:
    """What other programs will not see in a file, in a sentence, or none where they see everything."""
    terrain = sum(int((battle_map.terrain.layer(layer) != 0).sum()) for layer in Layer)
    parts = {
        "squares of terrain": terrain,
        "low walls and fences": sum(wall.is_obstacle for wall in battle_map.walls),
        "creatures": len(battle_map.creatures) if creatures else 0,
        "notes": len(battle_map.notes),
        "traps": 0 if battle_map.secret_hazards is None else int((battle_map.secret_hazards != 0).sum()),
        "kept areas": len(battle_map.templates),
        "views": len(battle_map.saved_views),
    }
    told = [f"{count:,} {name}" for name, count in parts.items() if count]
    told += ["elevation"] if battle_map.elevation is not None else []
    told += ["fog"] if battle_map.fog is not None else []
    notices = [*told_portraits(battle_map)]
    if told:
        notices.insert(0, Notice("Only gridmap reads these in the file: {told}.", {"told": ", ".join(told)}))
    return notices


def told_portraits(battle_map: BattleMap) -> list[Notice]:
    """How many creatures' pictures stay behind: a file holds none but the map's."""
    count = sum(bool(creature.portrait) for creature in battle_map.creatures)
    return counted("Portraits of creatures, left out: {count}.", count)
