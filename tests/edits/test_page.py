"""Edits of the map as a whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.edits import page
from gridmap.model import (
    Asset,
    BattleMap,
    Creature,
    Fog,
    Layer,
    Note,
    Point,
    Size,
    Square,
    Wall,
)


def _encounter() -> BattleMap:
    grid = np.zeros((5, 6), np.uint8)
    grid[2, 3] = 4
    start = BattleMap.empty(6, 5)
    return start.with_changes(
        terrain=start.terrain.with_layer(Layer.DIFFICULT, grid),
        fog=Fog(np.ones((5, 6), np.uint8)),
        walls=(Wall(Point(3, 2), Point(4, 2)),),
        creatures=(Creature("a", Size.SMALL, Square(3, 2)),),
        notes=(Note(Point(3.5, 2.5), "Here"),),
    )


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.integers(0, 4))
def test_growing_and_shrinking_back_is_the_same_map(left: int, top: int, right: int, bottom: int) -> None:
    start = _encounter()
    grown = page.resize(start, 6 + left + right, 5 + top + bottom, left, top)
    assert grown.terrain.difficult[2 + top, 3 + left] == 4
    assert grown.creature("a").at == (3 + left, 2 + top)
    assert page.resize(grown, 6, 5, -left, -top) == start


def test_cropping_drops_what_is_off_the_map() -> None:
    cropped = page.resize(_encounter(), 2, 2)
    assert cropped.creatures == ()
    assert cropped.walls == ()
    assert not cropped.terrain.difficult.any()


def test_a_size_out_of_the_limits_is_refused() -> None:
    with pytest.raises(ValueError, match="larger than the limit"):
        page.resize(_encounter(), 100_000, 100_000)
    with pytest.raises(ValueError, match="at least one square"):
        page.resize(_encounter(), 0, 5)


def test_pictures_share_and_free_their_file() -> None:
    start = BattleMap.empty(4, 4)
    asset = Asset("floor.png", b"one")
    one = page.add_picture(start, asset, Point(0, 0), 4, 4)
    two = page.add_picture(one, asset, Point(1, 1), 2, 2)
    assert len(two.assets) == 1
    assert page.remove_picture(two, 1) == one
    assert page.remove_picture(one, 0) == start
    with pytest.raises(ValueError, match="another picture file"):
        page.add_picture(one, Asset("floor.png", b"two"), Point(0, 0), 1, 1)


def test_ruleset_and_title() -> None:
    start = BattleMap.empty(2, 2)
    assert page.set_ruleset(start, start.ruleset) is start
    assert page.set_ruleset(start, "epic-path").ruleset == "epic-path"
    assert page.rename(start, "Ford").name == "Ford"
    assert page.rename(start, "") is start
