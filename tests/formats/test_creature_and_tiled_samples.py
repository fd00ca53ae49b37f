"""Real files of creatures and of Tiled, where GRIDMAP_SAMPLES names a folder of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gridmap.formats.creature_files import open_creatures
from gridmap.formats.creature_sheet import to_creature
from gridmap.formats.errors import FormatError
from gridmap.formats.mapobject import read_map, write_map
from gridmap.formats.registry import open_map, read_bytes
from gridmap.formats.tiled_write import write_bytes
from gridmap.model import BattleMap, Square

pytestmark = pytest.mark.samples


def files(samples_folder: Path, kind: str) -> list[Path]:
    found = sorted(path for path in (samples_folder / kind).glob("*") if path.is_file())
    if not found:
        pytest.skip(f"there are no samples of {kind}")
    return found


@pytest.mark.parametrize("kind", ["d35e_actor", "open5e", "pf1_actor", "pf1_statblock_yaml"])
def test_creatures(samples_folder: Path, kind: str) -> None:
    for path in files(samples_folder, kind):
        sheets, report = open_creatures(path)
        assert sheets, path
        for number, sheet in enumerate(sheets):
            print(f"{path.name}: {' | '.join(sheet.lines())}")
            assert sheet.name != "Creature"
            creature = to_creature(sheet, f"c{number}", Square(0, 0), "foes")
            battle_map = BattleMap.empty(1, 1).with_changes(creatures=(creature,))
            assert read_map(json.loads(json.dumps(write_map(battle_map)))) == battle_map
        print(f"{path.name}: {' '.join(report.lines())}")


def test_what_statblocks_state_is_never_guessed(samples_folder: Path) -> None:
    for path in files(samples_folder, "pf1_statblock_yaml"):
        for sheet in open_creatures(path).sheets:
            said = set(sheet.words)
            assert not said & sheet.guessed, (path, sheet)
            assert sheet.source, path


def test_maps_of_tiled(samples_folder: Path) -> None:
    """Each gives a map that can be written again, or is refused with a reason."""
    refused = []
    for path in files(samples_folder, "tmx"):
        try:
            battle_map, report = open_map(path)
        except FormatError as error:
            refused.append(str(error))
            continue
        print(f"{path.name}: {battle_map.width} x {battle_map.height}, {' '.join(report.lines())}")
        again = read_bytes(write_bytes(battle_map).content).battle_map
        assert (again.terrain, again.walls) == (battle_map.terrain, battle_map.walls)
    print("\n".join(refused))
    lacking = "this Python cannot unpack"  # without backports.zstd, before Python 3.14
    assert all(lacking in sentence or "orthogonal" in sentence for sentence in refused)
