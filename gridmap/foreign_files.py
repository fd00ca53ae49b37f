"""Maps written as other programs' files, with their picture drawn as the editor draws it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from math import isqrt
from pathlib import Path

from gridmap.formats import foundry_write, tiled_write, uvtt_write
from gridmap.formats.picture_header import read_picture_header
from gridmap.formats.report import Notice
from gridmap.formats.safe_write import safe_write
from gridmap.model.battlemap import DEFAULT_RULESET, BattleMap
from gridmap.rules.ruleset import shipped_ruleset

USUAL_PIXELS = 70
FEWEST_PIXELS, MOST_PIXELS = 50, 200
"""Pixels a square of a map that has a picture with more or fewer of them."""
MOST_IN_ALL = 120_000_000
"""Pixels of a picture inside a file: other programs decode it at once."""


def write_universal_vtt(battle_map: BattleMap, path: Path, pixels: int | None = None) -> tuple[Notice, ...]:
    """Write a Universal VTT file with the map's picture in it.

    Args:
        battle_map: the map.
        path: the file to make or replace.
        pixels: a square's; what suits the map where left out.

    Returns:
        What other programs will not find in it.
    """
    pixels = _pixels(battle_map) if pixels is None else pixels
    with tempfile.TemporaryDirectory(prefix="gridmap-") as folder:
        picture = Path(folder) / "map.png"
        _draw(battle_map, picture, pixels)
        written = uvtt_write.write_bytes(battle_map, picture.read_bytes(), pixels)
    safe_write(path, written.content)
    return written.notices


def write_foundry_scene(battle_map: BattleMap, path: Path, pixels: int | None = None) -> tuple[Notice, ...]:
    """Write a Foundry scene; its picture goes beside it, unless the map's own scene has one that still fits.

    Args, Returns: as `write_universal_vtt`.
    """
    if foundry_write.names_own_picture(battle_map):
        written = foundry_write.write_bytes(battle_map)
        safe_write(path, written.content)
        return (*written.notices, Notice("The scene shows the picture that it showed before."))
    pixels = _pixels(battle_map) if pixels is None else pixels
    pixels = foundry_write.picture_pixels(battle_map, pixels)
    picture = path.with_name(f"{path.name.removesuffix('.json')}-map.png")
    written = foundry_write.write_bytes(battle_map, picture.name, pixels)
    _draw(battle_map, picture, pixels)
    safe_write(path, written.content)
    told = Notice(
        "The scene's picture is {name}: put it beside the scene's other files.", {"name": picture.name}
    )
    return (*written.notices, told)


def write_tiled_map(battle_map: BattleMap, path: Path, pixels: int | None = None) -> tuple[Notice, ...]:
    """Write a TMX map of Tiled, complete in itself.

    Args, Returns: as `write_universal_vtt`; `pixels` means nothing here, its tiles have a size of their own.
    """
    written = tiled_write.write_bytes(battle_map)
    safe_write(path, written.content)
    return written.notices


def for_players(battle_map: BattleMap) -> BattleMap:
    """The players' own map, with nothing in its pictures either of what lies under fog."""
    from gridmap.render.players_copy import players_copy
    from gridmap.rules.ruleset import RulesetError

    try:
        return players_copy(battle_map, shipped_ruleset(battle_map.ruleset))
    except RulesetError:
        return players_copy(battle_map, None)


WRITERS: dict[str, Callable[[BattleMap, Path, int | None], tuple[Notice, ...]]] = {
    "universal-vtt": write_universal_vtt,
    "foundry-scene": write_foundry_scene,
    "tiled": write_tiled_map,
}
"""How to write each format."""


def _pixels(battle_map: BattleMap) -> int:
    """What its largest picture has, within bounds, and fewer for a large map."""
    best = 0.0
    for picture in battle_map.pictures:
        asset = battle_map.asset(picture.asset)
        header = read_picture_header(asset.content) if asset is not None else None
        if header is not None:
            best = max(best, header.width / picture.width)
    wanted = round(min(max(best, FEWEST_PIXELS), MOST_PIXELS)) if best else USUAL_PIXELS
    return max(1, min(wanted, isqrt(MOST_IN_ALL // (battle_map.width * battle_map.height))))


def _draw(battle_map: BattleMap, path: Path, pixels: int) -> None:
    """The ground, pictures and walls: the other program draws its own grid, creatures and notes."""
    from gridmap.render.pictures import check_pictures
    from gridmap.render.png import export_png
    from gridmap.render.scene import Scene
    from gridmap.render.theme import load_theme

    bare = battle_map.with_changes(creatures=(), notes=(), fog=None)
    # Nothing is drawn whose size a ruleset says, so the map's own need not be on this computer.
    rules = shipped_ruleset(DEFAULT_RULESET)
    check_pictures(bare)
    scene = Scene(bare, grid=False, names=False, notes=False, ruleset=rules)
    export_png(scene, path, pixels, load_theme("light"))
