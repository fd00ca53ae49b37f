"""Overlays show what the rules answer, no more and no less."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gridmap.model import BattleMap, Creature, Layer, Point, Size, Square, Wall, WallKind
from gridmap.overlays.overlay import Field, LegendEntry, Overlay, Role, Segments, Shape
from gridmap.overlays.registry import build
from gridmap.rules.movement import cost_field
from gridmap.rules.reach import threatened
from gridmap.rules.ruleset import shipped_ruleset
from tests.overlays.test_registry import EPIC, PATHFINDER, masks, some_map

SOULWEAVER = shipped_ruleset("soulweaver")
DND = shipped_ruleset("dnd-3.5")


def field_of(overlay: Overlay) -> Field:
    return next(mark for mark in overlay.marks if isinstance(mark, Field))


def words(overlay: Overlay) -> list[str]:
    return [str(entry) for entry in overlay.legend]


def alone(**details: object) -> BattleMap:
    walker = Creature("a", Size.MEDIUM, Square(15, 15), **details)  # type: ignore[arg-type]
    return BattleMap.empty(31, 31).with_changes(creatures=(walker,))


def layered(battle_map: BattleMap, layer: Layer, squares: list[tuple[int, int]], value: int) -> BattleMap:
    grid = battle_map.terrain.layer(layer).copy()
    for x, y in squares:
        grid[y, x] = value
    return battle_map.with_changes(terrain=battle_map.terrain.with_layer(layer, grid))


def test_movement_is_the_cost_field_in_three_bands() -> None:
    battle_map = alone(speed={"walk": 20})
    overlay = build("movement:a", battle_map, PATHFINDER)
    field = field_of(overlay)
    assert field.bands == ((20, Role.MOVE_ACTION), (40, Role.DOUBLE_MOVE), (80, Role.RUN))
    walk = cost_field(battle_map, battle_map.creature("a"), PATHFINDER, 80)
    assert np.array_equal(field.values, np.where(walk.stops, walk.feet, -1))
    assert words(overlay) == [
        "Move action: up to 20 ft (4 squares)",
        "Double move: up to 40 ft (8 squares)",
        "Run ×4: up to 80 ft (16 squares)",
    ]


def test_a_speed_left_out_is_30_feet() -> None:
    assert field_of(build("movement:a", alone(), PATHFINDER)).bands[0] == (30, Role.MOVE_ACTION)


def test_heavy_armour_runs_three_times() -> None:
    overlay = build("movement:a", alone(conditions=("heavy-armour",)), PATHFINDER)
    assert field_of(overlay).bands[2] == (90, Role.RUN)
    assert "Run ×3: up to 90 ft (18 squares)" in words(overlay)


def test_nobody_runs_over_difficult_ground() -> None:
    rows = [(x, y) for x in range(31) for y in (4, 26)]
    overlay = build("movement:a", layered(alone(), Layer.DIFFICULT, rows, 2), PATHFINDER)
    field = field_of(overlay)
    assert field.values[5, 15] == 50
    assert field.values[3, 15] == -1  # 70 ft through the difficult row: farther than a double move
    assert field.values[15, 30] == 75
    reason = overlay.reason_at(Square(30, 15))
    assert reason is not None
    assert "75 ft at a run" in str(reason)


def test_a_straight_run_turns_no_corner() -> None:
    wall = Wall(Point(18, 0), Point(18, 15))
    battle_map = alone().with_changes(walls=(wall,))
    bent = field_of(build("movement:a", battle_map, PATHFINDER)).values
    straight = field_of(build("movement:a", battle_map, DND)).values
    assert bent[3, 19] > 60
    assert straight[3, 19] == -1
    assert straight[15, 30] == 75


def test_who_cannot_run_is_told_why() -> None:
    overlay = build("movement:a", alone(conditions=("blinded",)), PATHFINDER)
    assert any("it cannot see where it runs" in line for line in words(overlay))


def test_movement_of_a_fast_straight_runner_is_still_shown() -> None:
    battle_map = BattleMap.empty(200, 3).with_changes(
        creatures=(Creature("a", Size.MEDIUM, Square(0, 1), speed={"walk": 200}),)
    )
    overlay = build("movement:a", battle_map, DND)
    assert field_of(overlay).values[1, 80] == 400
    assert any(line.startswith("No run shown: ") for line in words(overlay))


def test_squeezed_positions_are_marked_and_numbers_explained() -> None:
    squares = [(x, 15) for x in range(17, 22)]
    battle_map = layered(alone(), Layer.BLOCKED, squares, 1)
    big = replace(battle_map.creature("a"), size=Size.LARGE)
    overlay = build("movement:a", battle_map.with_changes(creatures=(big,)), PATHFINDER)
    squeezed = masks(overlay, Role.SQUEEZED)[0]
    assert squeezed.any()
    assert (field_of(overlay).values[squeezed] >= 0).all()
    assert any("Squeezed" in line for line in words(overlay))
    assert overlay.notice is not None
    assert "top-left square" in str(overlay.notice)


def test_soulweaver_shows_paces() -> None:
    overlay = build("movement:a", alone(speed={"walk": 4}), SOULWEAVER)
    field, dash, run = field_of(overlay), masks(overlay, Role.DOUBLE_MOVE)[0], masks(overlay, Role.RUN)[0]
    assert field.bands == ((4, Role.MOVE_ACTION),)
    assert field.values[15, 19] == 4
    assert field.values[15, 20] == -1
    assert dash[15, 23]
    assert not dash[15, 24]
    assert run[15, 27]
    assert not (dash & run).any()
    assert not ((field.values >= 0) & dash).any()
    assert overlay.reason_at(Square(23, 15)) is not None


def test_water_is_swum() -> None:
    lake = [(x, y) for x in range(17, 31) for y in range(31)]
    battle_map = layered(alone(speed={"walk": 30, "swim": 60}), Layer.GROUND, lake, 1)
    overlay = build("movement:a", battle_map, PATHFINDER)
    near, far = (mark for mark in overlay.marks if isinstance(mark, Field))
    assert near.values[15, 27] == 60
    assert near.values[15, 3] == -1
    # All that a number stands in has the colour of its action.
    assert (near.bands, far.bands) == (((60, Role.MOVE_ACTION),), ((120, Role.DOUBLE_MOVE),))
    assert words(overlay)[0] == "Move action: up to 60 ft (12 squares)"
    assert far.values[15, 3] == 60
    assert not ((near.values >= 0) & (far.values >= 0)).any()
    reason = overlay.reason_at(Square(27, 15))
    assert reason is not None
    assert "swim" in str(reason)


def test_whoever_flies_farther_than_it_walks_is_shown_flying() -> None:
    for speeds, most in (({"walk": 20, "fly": 60}, 60), ({"walk": 20, "fly": 20}, 20), ({"fly": 40}, 40)):
        field = field_of(build("movement:a", alone(speed=speeds), PATHFINDER))
        assert field.bands[0] == (most, Role.MOVE_ACTION)
        assert ((field.values > 20) & (field.values <= most)).any() == (most > 20)
    walking = build("movement-by:walk:a", alone(speed={"walk": 20, "fly": 60}), PATHFINDER)
    assert field_of(walking).bands[0] == (20, Role.MOVE_ACTION)


def test_reach_is_what_is_threatened() -> None:
    battle_map = some_map()
    overlay = build("reach:ogre", battle_map, PATHFINDER)
    (mask,) = masks(overlay, Role.THREATENED)
    assert np.array_equal(mask, threatened(battle_map, battle_map.creature("ogre"), PATHFINDER))
    assert words(overlay) == [f"Threatened by Ogre: 10 ft, {mask.sum()} squares"]
    assert "Threatened by Ogre" in str(overlay.reason_at(Square(4, 6)))
    assert overlay.reason_at(Square(0, 0)) is None
    assert overlay.reason_at(Square(-3, 99)) is None


def test_threats_are_all_opponents_together() -> None:
    battle_map = some_map()
    (mask,) = masks(build("threats:ogre", battle_map, PATHFINDER), Role.THREATENED_BY_FOE)
    wanted = np.zeros_like(mask)
    for foe in ("ash", "bo", "a:b"):
        wanted |= threatened(battle_map, battle_map.creature(foe), PATHFINDER)
    assert np.array_equal(mask, wanted)


def test_flanks_have_a_line_a_space_and_a_reason() -> None:
    overlay = build("flanking", some_map(), PATHFINDER)
    (flanked,) = masks(overlay, Role.FLANKED)
    assert sorted(map(tuple, np.argwhere(flanked).tolist())) == [(6, 6), (6, 7), (7, 6), (7, 7)]
    (lines,) = (mark for mark in overlay.marks if isinstance(mark, Segments))
    assert lines.ends.tolist() == [[[5.5, 6.5], [8.5, 6.5]]]
    assert words(overlay)[0] == "Flanked: Ogre"
    assert "Ash flanks Ogre with Bo" in str(overlay.reason_at(Square(7, 7)))
    assert overlay.reason_at(Square(5, 6)) is not None
    assert overlay.reason_at(Square(0, 0)) is None


def test_nobody_flanked_is_said() -> None:
    overlay = build("flanking", alone(), PATHFINDER)
    assert words(overlay) == ["Nobody is flanked"]
    assert not masks(overlay, Role.FLANKED)[0].any()


def test_an_area_tells_its_squares_and_whom_it_catches() -> None:
    battle_map = some_map(walls=(Wall(Point(10, 2), Point(10, 5)),))
    overlay = build("area:burst:10:9,4", battle_map, PATHFINDER)
    (reached,), (cut_off,) = masks(overlay, Role.AREA), masks(overlay, Role.AREA_BLOCKED)
    assert reached.sum() + cut_off.sum() == 12
    assert cut_off.sum() > 0
    assert words(overlay)[0] == f"10 ft burst: {reached.sum()} squares"
    caught = build("area:burst:10:7,6", battle_map, PATHFINDER)
    assert "Caught: Ogre, Ash, Bo (3)" in words(caught)
    assert "wall stops" in str(overlay.reason_at(Square(*reversed(np.argwhere(cut_off)[0].tolist()))))
    assert any(isinstance(mark, Shape) and mark.role is Role.ORIGIN for mark in overlay.marks)


def test_a_square_area_of_another_size_is_the_gms_call() -> None:
    overlay = build("area:burst:25:9,6", some_map(), EPIC)
    assert overlay.notice is not None
    assert "GM" in str(overlay.notice)


def test_close_calls_are_their_own() -> None:
    overlay = build("area:line:10:5,5:7,5:ash", some_map(), EPIC)
    (close,) = masks(overlay, Role.CLOSE_CALL)
    assert close.sum() == 2
    assert LegendEntry(Role.CLOSE_CALL, "Close call, the GM decides: {count} squares", {"count": 2}) in (
        overlay.legend
    )


def test_a_way_goes_step_by_step_and_tells_who_strikes() -> None:
    overlay = build("path:ash:9,9", some_map(), PATHFINDER)
    (way, *_) = (mark for mark in overlay.marks if isinstance(mark, Segments))
    assert way.role is Role.PATH
    assert way.ends[0, 0].tolist() == [5.5, 6.5]
    assert way.ends[-1, 1].tolist() == [9.5, 9.5]
    assert np.array_equal(way.ends[1:, 0], way.ends[:-1, 1])
    assert masks(overlay, Role.PROVOKES)[0][6, 5]
    assert "1 strike" in words(overlay)[0]


def test_there_may_be_no_way() -> None:
    battle_map = some_map()
    shut = layered(battle_map, Layer.BLOCKED, [(1, 0), (1, 1), (0, 1)], 1)
    overlay = build("path:ash:0,0", shut, PATHFINDER)
    assert overlay.marks == ()
    assert overlay.notice is not None


def test_charge_lanes() -> None:
    overlay = build("charge:a:b:ogre", some_map(), PATHFINDER)
    shapes = {mark.role: mark.rings for mark in overlay.marks if isinstance(mark, Shape)}
    assert len(shapes[Role.CHARGE_LANE]) + len(shapes[Role.CHARGE_BLOCKED]) >= 1
    assert overlay.reason_at(Square(6, 6)) == overlay.notice


def test_forced_moves_count_their_steps() -> None:
    overlay = build("forced:push:ash:a:b:2", some_map(), EPIC)
    field = field_of(overlay)
    assert field.values[2, 14] == 0
    assert field.values.max() == 2
    hot = layered(some_map(), Layer.HAZARDOUS, [(15, 2)], 1)
    overlay = build("forced:push:ash:a:b:2", hot, EPIC)
    assert masks(overlay, Role.HAZARD)[0][2, 15]


def test_cover_lines_and_map() -> None:
    low = Wall(Point(11, 0), Point(11, 14), WallKind.WALL)
    battle_map = some_map(walls=(low,))
    assert words(build("cover:ash:a:b", battle_map, PATHFINDER))[0] == "Total cover"
    everywhere = build("cover:ash", battle_map, PATHFINDER)
    (total,) = masks(everywhere, Role.TOTAL_COVER)
    assert total[:, 11:].all()
    assert "Total cover from Ash" in str(everywhere.reason_at(Square(14, 2)))
    beside = build("cover:ash:ogre:melee", battle_map, PATHFINDER)
    assert words(beside)[0] == "No cover"


@pytest.mark.parametrize("name", ["movement:a", "reach:a", "flanking"])
def test_a_creature_partly_off_the_map_is_no_trouble(name: str) -> None:
    edge = Creature("a", Size.HUGE, Square(30, 30), "foes")
    foes = tuple(Creature(f"b{n}", Size.MEDIUM, Square(29, 30 - n), "party") for n in range(2))
    battle_map = BattleMap.empty(31, 31).with_changes(creatures=(edge, *foes))
    build(name, battle_map, PATHFINDER)
