"""From the GM's release to the players' picture: their map made, its overlays worked out, what differs drawn.

The same crowded map as the canvas's; the promise is 50 ms with the GM's own frame and the event loop in it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture

from gridmap.app.players.calibration import Calibration
from gridmap.app.players.framing import Framing
from gridmap.app.players.perspective import project
from gridmap.app.players.picture import Picture
from gridmap.model import BattleMap, Layer, Point
from gridmap.model.fog import Fog
from gridmap.model.players import players_map
from gridmap.overlays.registry import build
from gridmap.render.scene import Scene
from tests.benchmarks.test_frames import HERO, LIGHT, RULES, SIDE, crowded_map, measure

SLANTED = Calibration(corners=((0.05, 0.02), (0.97, 0.0), (1.0, 0.95), (0.0, 1.0)))
TARGET = 50.0
"""Milliseconds."""


def scene_of(battle_map: BattleMap) -> Scene:
    """What players see: two overlays of a hero, through fog."""
    theirs = players_map(battle_map)
    shown = tuple(build(name, theirs, RULES) for name in (f"reach:{HERO}", "flanking"))
    return Scene(theirs, shown, fog_hides=True, ruleset=RULES)


@pytest.mark.parametrize("calibration", [Calibration(), SLANTED], ids=["straight", "slanted"])
@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)], ids=["1080p", "4k"])
def test_a_dab_to_the_players_picture(
    benchmark: BenchmarkFixture, qapp: QApplication, size: tuple[int, int], calibration: Calibration
) -> None:
    del qapp
    seen = np.ones((SIDE, SIDE), np.uint8)
    seen[:, 110:] = 0
    battle_map = crowded_map().with_changes(fog=Fog(seen))
    projection = project(Framing(Point(64.0, 59.0), 48.0, 27.0), calibration, *size)
    picture = Picture(LIGHT)
    assert picture.draw(scene_of(battle_map), projection, calibration, None) is not None
    chance = np.random.default_rng(1)

    def next_map() -> tuple[tuple[BattleMap], dict[str, Any]]:
        nonlocal battle_map
        x, y = chance.integers((46, 47), (82, 70)).tolist()
        grid = battle_map.terrain.layer(Layer.DIFFICULT).copy()
        grid[y : y + 2, x : x + 2] = (0, 2)[int(chance.integers(0, 2))]
        battle_map = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.DIFFICULT, grid))
        return (battle_map,), {}

    def dab(after: BattleMap) -> None:
        picture.draw(scene_of(after), projection, calibration, None)

    measure(benchmark, dab, TARGET, next_map, rounds=40)
