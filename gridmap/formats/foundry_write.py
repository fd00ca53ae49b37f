"""Writing scenes of Foundry VTT in the shape of version 10, which later versions read too."""

from __future__ import annotations

import json
from math import ceil
from typing import Any, NamedTuple

from gridmap.formats.aside import FIELD, aside, told_aside
from gridmap.formats.foundry_page import Grid, Page
from gridmap.formats.foundry_scene import UNNAMED, feet_per_elevation
from gridmap.formats.foundry_tokens import write_token
from gridmap.formats.foundry_walls import EXTRA, write_walls
from gridmap.formats.lenient import number, whole, words
from gridmap.formats.mapobject import write_map
from gridmap.formats.report import Written
from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE

PIXELS_PER_SQUARE = 100
"""Of a map that comes from no scene."""

_CORE = "10.291"
_PLACED = ("lights", "drawings", "tiles", "notes", "sounds", "templates")


class _Layout(NamedTuple):
    """How the canvas is laid out."""

    page: Page
    grid: Grid
    width: int
    height: int
    padding: float
    shift: tuple[float, float]
    moved: tuple[float, float]
    same: bool


def names_own_picture(battle_map: BattleMap) -> bool:
    """Whether the map came from a scene whose picture it still fits, so that it needs no new one."""
    return _layout(battle_map, PIXELS_PER_SQUARE).same and bool(words(_kept(battle_map).get("img"), 2_000))


def picture_pixels(battle_map: BattleMap, wanted: int) -> int:
    """Pixels a square of the picture that a scene needs: a map that came from a scene keeps its scene's."""
    return max(1, round(_layout(battle_map, wanted).page.pixels))


def write_bytes(
    battle_map: BattleMap, picture: str | None = None, pixels_per_square: int = PIXELS_PER_SQUARE
) -> Written:
    """A scene as one JSON document.

    Args:
        battle_map: the map.
        picture: the path of its picture, as Foundry is to find it; where left out, that of the scene which
            the map came from.
        pixels_per_square: of that picture; a map that came from a scene keeps its scene's.
    """
    kept = _kept(battle_map)
    layout = _layout(battle_map, pixels_per_square)
    walls, _ = write_walls(battle_map.walls, layout.page)
    tokens = _tokens(battle_map, layout)
    for name, documents in (("walls", walls), ("tokens", tokens)):
        others = kept.get(name)
        documents += _moved(others, layout.moved) if isinstance(others, list) else []
    own = kept.get("img") if layout.same else None
    scene: dict[str, Any] = {
        "name": battle_map.name or UNNAMED,
        "navigation": True,
        "background": {"scaleX": 1, "scaleY": 1, "rotation": 0},
        "foreground": None,
        "thumb": None,
        "initial": None,
        "backgroundColor": "#999999",
        "tokenVision": True,
        "fogExploration": True,
        "globalLight": False,
        "darkness": 0,
        "_stats": {"coreVersion": _CORE},
        **{name: [] for name in _PLACED},
    }
    others = kept.get("scene")
    scene |= dict(others) if isinstance(others, dict) else {}
    scene |= {
        name: _moved(scene[name], layout.moved) for name in _PLACED if isinstance(scene.get(name), list)
    }
    scene["background"] = (scene["background"] if isinstance(scene["background"], dict) else {}) | {
        "src": picture or own or None,
        "offsetX": layout.shift[0],
        "offsetY": layout.shift[1],
    }
    style = kept.get("grid")
    scene |= {
        "width": layout.width,
        "height": layout.height,
        "padding": layout.padding,
        "grid": {"color": "#000000", "alpha": 0.2}
        | (dict(style) if isinstance(style, dict) else {})
        | {
            "type": layout.grid.type,
            "size": _plain(layout.grid.pixels),
            "distance": layout.grid.distance,
            "units": layout.grid.units,
        },
        "walls": walls,
        "tokens": tokens,
        "flags": _flags(scene.get("flags"), battle_map),
    }
    content = json.dumps(scene, ensure_ascii=False, indent=1).encode()
    return Written(content, tuple(told_aside(battle_map, creatures=False)))


def _kept(battle_map: BattleMap) -> dict[str, Any]:
    kept = battle_map.extra.get(EXTRA)
    return kept if isinstance(kept, dict) else {}


def _flags(kept: object, battle_map: BattleMap) -> dict[str, Any]:
    own = aside(battle_map, EXTRA, creatures=False)
    return (dict(kept) if isinstance(kept, dict) else {}) | {FIELD: own}


def _layout(battle_map: BattleMap, pixels: int) -> _Layout:
    """As it was in the scene that the map came from; a map of another size gets a page of its own."""
    stated = _kept(battle_map).get("page")
    if isinstance(stated, dict):
        layout = _kept_layout(battle_map, stated)
        if layout is not None:
            return layout
    width, height = battle_map.width, battle_map.height
    page = Page(width, height, 0, 0, pixels, 1, (0, 0, width, height))
    grid = Grid(pixels, 1, FEET_PER_SQUARE, "ft")
    return _Layout(page, grid, width * pixels, height * pixels, 0, (0, 0), (0, 0), False)


def _kept_layout(battle_map: BattleMap, stated: dict[str, Any]) -> _Layout | None:
    """None where what was kept makes no sense."""
    size, squares = number(stated.get("pixels")), whole(stated.get("squares"))
    corner, offset = _pair(stated.get("corner")), _pair(stated.get("offset"))
    width, height = number(stated.get("width")), number(stated.get("height"))
    padding = number(stated.get("padding"), 10)
    if size is None or size < 1 or squares is None or not 1 <= squares <= 20:
        return None
    if corner is None or offset is None or width is None or height is None or min(width, height) < 1:
        return None
    distance = number(stated.get("distance"))
    grid = Grid(
        size,
        0 if stated.get("type") == 0 else 1,
        FEET_PER_SQUARE * squares if distance is None else distance,
        words(stated.get("units"), 40) or "ft",
    )
    per_square = size / squares
    same = stated.get("map") == [battle_map.width, battle_map.height]
    if not same:
        page = Page(battle_map.width, battle_map.height, 0, 0, per_square, squares, (0, 0, 0, 0))
        across, down = ceil(battle_map.width * per_square), ceil(battle_map.height * per_square)
        return _Layout(page, grid, across, down, 0, (0, 0), (-corner[0], -corner[1]), False)
    page = Page(battle_map.width, battle_map.height, *corner, per_square, squares, (0, 0, 0, 0))
    padding = 0.0 if padding is None or padding < 0 else padding
    padded = [ceil(side * padding / size - 1e-9) * size for side in (width, height)]
    shift = (_plain(padded[0] - offset[0]), _plain(padded[1] - offset[1]))
    if max(map(abs, shift)) >= size:  # the scene had forgotten its padding
        padding, shift = 0.0, (_plain(-offset[0]), _plain(-offset[1]))
    return _Layout(page, grid, round(width), round(height), padding, shift, (0, 0), True)


def _tokens(battle_map: BattleMap, layout: _Layout) -> list[dict[str, Any]]:
    per_elevation = feet_per_elevation(layout.grid, layout.page.squares_per_cell)
    entries = write_map(
        BattleMap.empty(battle_map.width, battle_map.height).with_changes(
            creatures=tuple(_without_kept(creature) for creature in battle_map.creatures)
        )
    )["creatures"]
    return [
        write_token(creature, layout.page, per_elevation, entry)
        for creature, entry in zip(battle_map.creatures, entries, strict=True)
    ]


def _without_kept(creature: Creature) -> Creature:
    extra = {name: value for name, value in creature.extra.items() if name != EXTRA}
    return Creature(
        **{name: getattr(creature, name) for name in creature.__dataclass_fields__} | {"extra": extra}
    )


def _moved(entries: list[Any], by: tuple[float, float]) -> list[Any]:
    """Documents of the canvas, moved by so many pixels."""
    if not any(by):
        return list(entries)
    moved = []
    for entry in entries:
        if isinstance(entry, dict):
            entry = dict(entry)
            for name, distance in (("x", by[0]), ("y", by[1])):
                at = number(entry.get(name))
                if at is not None:
                    entry[name] = _plain(at + distance)
            corners = entry.get("c")
            if isinstance(corners, list) and len(corners) == 4:
                entry["c"] = [
                    round((number(each) or 0) + by[index % 2]) for index, each in enumerate(corners)
                ]
        moved.append(entry)
    return moved


def _pair(value: object) -> tuple[float, float] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = number(value[0]), number(value[1])
    return None if x is None or y is None else (x, y)


def _plain(value: float) -> float:
    return int(value) if float(value).is_integer() else value
