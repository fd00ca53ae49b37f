"""The overlay of walls off the grid: marks, legend, and a reason for each square."""

from __future__ import annotations

from gridmap.model import BattleMap, Point, Square, Wall
from gridmap.overlays import walls
from gridmap.overlays.overlay import Role, Segments, Squares


def test_squares_sides_legend_and_reasons() -> None:
    battle_map = BattleMap.empty(6, 5).with_changes(walls=(Wall(Point(2.2, 0), Point(2.2, 2)),))
    overlay = walls.overlay(battle_map)
    squares, cut, barred = overlay.marks
    assert isinstance(squares, Squares)
    assert (squares.role, squares.mask.sum()) == (Role.WALLED_SQUARE, 2)
    assert isinstance(barred, Segments)
    assert barred.role is Role.WALLED_SIDE
    assert sorted(barred.ends.tolist()) == [[[2, 0], [2, 1]], [[2, 1], [2, 2]]]
    assert isinstance(cut, Segments)
    assert cut.role is Role.OPEN_SIDE
    assert [entry.role for entry in overlay.legend] == [Role.WALLED_SQUARE, Role.WALLED_SIDE, Role.OPEN_SIDE]
    assert str(overlay.legend[1]) == "No step across this side (2)"
    assert str(overlay.reason_at(Square(2, 1))) == (
        "a wall off the grid runs through this square, so nobody can stand here; barred to a step: W; "
        "cut, but open to a step: N S (rules 2.4)"
    )
    assert "touches the sides" in str(overlay.reason_at(Square(1, 0)))
    assert overlay.reason_at(Square(5, 4)) is None
    assert overlay.reason_at(Square(50, 4)) is None
    assert overlay.notice is None


def test_a_map_whose_walls_fit_the_grid_says_so() -> None:
    overlay = walls.overlay(BattleMap.empty(6, 5).with_changes(walls=(Wall(Point(2, 0), Point(2, 2)),)))
    assert overlay.marks == ()
    assert "along the lines of the grid" in str(overlay.notice)
