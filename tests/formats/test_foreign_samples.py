"""Every real file of the formats that hold a whole map: what it says is what the map holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gridmap.formats import foundry_write, uvtt_write
from gridmap.formats.foundry_walls import EXTRA as FOUNDRY
from gridmap.formats.options import ReadOptions
from gridmap.formats.registry import open_map, read_bytes
from gridmap.model import BattleMap, Blocked, WallKind

pytestmark = pytest.mark.samples


def files_of(samples: Path, folder: str) -> list[Path]:
    found = sorted((samples / folder).iterdir()) if (samples / folder).is_dir() else []
    if not found:
        pytest.skip(f"there is no {folder} among the real files")
    return found


def scenes_of(file: Path) -> dict[str, dict[str, Any]]:
    """The newest version of each scene, by id."""
    content = file.read_text(encoding="utf-8")
    try:
        documents = [json.loads(content)]
    except json.JSONDecodeError:
        documents = [json.loads(line) for line in content.splitlines() if line.strip()]
    newest = {document.get("_id", number): document for number, document in enumerate(documents)}
    found = {}
    for document in newest.values():
        for scene in document.get("scenes") or [document]:
            if isinstance(scene, dict) and "walls" in scene:
                found[scene.get("_id", "")] = scene
    return found


def test_every_scene_keeps_its_walls_and_goes_back_as_it_was(samples_folder: Path) -> None:
    for file in files_of(samples_folder, "foundry"):
        for identity, scene in scenes_of(file).items():
            stated = scene["grid"]
            if (scene.get("gridType") if not isinstance(stated, dict) else stated["type"]) not in (
                0,
                1,
                None,
            ):
                continue
            options = ReadOptions(scene=identity or None)
            battle_map, report = open_map(file, options)
            assert battle_map.name == scene["name"], file
            kept = battle_map.extra[FOUNDRY]
            real = [wall for wall in scene["walls"] if wall["c"][:2] != wall["c"][2:]]
            assert len(battle_map.walls) + len(kept.get("walls", [])) == len(real), (file, scene["name"])
            doors = [wall for wall in real if wall.get("door")]
            assert report.counts["doors"] == sum(wall.kind is WallKind.DOOR for wall in battle_map.walls)
            assert report.counts["doors"] <= len(doors)
            assert sum(wall.is_secret_door for wall in battle_map.walls) <= sum(w["door"] == 2 for w in doors)
            assert len(battle_map.creatures) + len(kept.get("tokens", [])) == len(scene["tokens"])
            back = json.loads(foundry_write.write_bytes(battle_map).content)
            assert (back["width"], back["height"]) == (scene["width"], scene["height"])
            written = {wall["_id"]: wall for wall in back["walls"]}
            for wall in real:
                again = written[wall["_id"]]
                assert again["c"] == pytest.approx(wall["c"], abs=0.51) or report_says_cut(report.lines())
                assert (again["door"], again["ds"]) == (wall.get("door", 0), wall.get("ds", 0))
            for token in scene["tokens"]:
                assert any(each["_id"] == token["_id"] and each["x"] == token["x"] for each in back["tokens"])
            again_map = read_bytes(json.dumps(back).encode()).battle_map
            assert again_map.walls == battle_map.walls
            assert again_map.creatures == battle_map.creatures


def report_says_cut(lines: list[str]) -> bool:
    return any("cut at the map's edge" in line for line in lines)


def test_every_one_page_dungeon_is_floor_where_it_says(samples_folder: Path) -> None:
    for file in files_of(samples_folder, "watabou"):
        document = json.loads(file.read_text(encoding="utf-8-sig"))
        battle_map, report = open_map(file)
        cells = {
            (x, y)
            for rect in document["rects"]
            for x in range(rect["x"], rect["x"] + rect["w"])
            for y in range(rect["y"], rect["y"] + rect["h"])
        }
        left, top = min(x for x, _ in cells) - 1, min(y for _, y in cells) - 1
        free = (battle_map.terrain.blocked != Blocked.FILLS).nonzero()
        floor = {(int(x) + left, int(y) + top) for y, x in zip(*free, strict=True)}
        assert floor <= cells, file
        rotundas = [rect for rect in document["rects"] if rect.get("rotunda")]
        assert rotundas or floor == cells, file
        closed = sum(door["type"] in (1, 3, 4, 5, 6, 7) for door in document["doors"])
        assert report.counts["doors"] == closed, file
        assert report.counts["notes"] >= len(document["notes"]), file
        assert battle_map.name == document["title"]


def test_every_real_map_survives_universal_vtt(samples_folder: Path) -> None:
    for folder in ("foundry", "watabou", "uvtt"):
        for file in files_of(samples_folder, folder):
            battle_map = open_map(file).battle_map
            again = read_bytes(uvtt_write.write_bytes(battle_map, None, 70).content).battle_map
            assert again.terrain == battle_map.terrain, file
            assert again.creatures == battle_map.creatures, file
            assert ends(again) == ends(battle_map), file


def ends(battle_map: BattleMap) -> list[tuple[float, ...]]:
    """Doors, windows and obstacles; walls may come back in pieces where a door stands in them."""
    return sorted(
        (*map(float, (*wall.start, *wall.end)), *map(ord, wall.kind[:1]), wall.open)
        for wall in battle_map.walls
        if wall.kind is not WallKind.WALL
    )
