"""Areas and their placement (rules 7) against the slow reference, and counted by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Blocked, Creature, Layer, Point, Size, Square, Wall
from gridmap.rules.area import (
    AreaError,
    AreaQuestion,
    AreaShape,
    Direction,
    area,
    area_reason,
    miss_square,
)
from gridmap.rules.placement import placements, square_side
from gridmap.rules.ruleset import Ruleset, shipped_ruleset
from gridmap.rules.stoppers import Mask
from tests.reference import areas as reference
from tests.reference.board import read_board
from tests.reference.encounters import RULESETS, encounters
from tests.rules.symmetry import SYMMETRIES, Symmetry

COUNTED = ("pathfinder-1e", "dnd-3.5")
OPEN = BattleMap.empty(30, 30)
MIDDLE = Point(15, 15)


def _listed(mask: Mask) -> list[list[int]]:
    return [[int(x), int(y)] for y, x in np.argwhere(mask)]


def _count(ruleset: str, question: AreaQuestion) -> int:
    return int(area(OPEN, shipped_ruleset(ruleset), question).squares.sum())


@st.composite
def asks(draw: st.DrawFn, ruleset: str, raw: dict[str, Any]) -> dict[str, Any]:
    """An `area` question that fits the ruleset."""
    width, height = raw["width"], raw["height"]
    shape = draw(st.sampled_from(["burst", "cone", "line"]))
    ask: dict[str, Any] = {"shape": shape, "line_of_effect": draw(st.booleans())}
    if shape == "line":
        creature = draw(st.sampled_from(raw["creatures"]))
        ask["feet"] = draw(st.sampled_from([5, 10, 15, 30, 60]))
        ask["through"] = [draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))]
        ask |= {"creature": creature["id"]} if ruleset == "epic-path" else {"origin": creature["at"]}
        return ask
    sizes = reference.EPIC_SIDES[shape] if ruleset == "epic-path" else {5: 0, 10: 0, 15: 0, 30: 0, 60: 0}
    ask["feet"] = draw(st.sampled_from(sorted(sizes)))
    ask["origin"] = [draw(st.integers(0, width)), draw(st.integers(0, height))]
    if ruleset == "epic-path":
        ask["widened"] = draw(st.booleans())
        if reference.epic_side(shape, ask["feet"], ask["widened"]) % 2:
            ask["origin"] = [number + 0.5 for number in ask["origin"]]
    elif shape == "cone":
        ask["toward"] = draw(st.sampled_from(sorted(reference.DIRECTIONS)))
    return ask


def _question(ask: dict[str, Any], battle_map: BattleMap) -> AreaQuestion:
    return AreaQuestion(
        shape=AreaShape(ask["shape"]),
        feet=ask["feet"],
        origin=Point(*ask["origin"]) if "origin" in ask else None,
        toward=Direction(ask["toward"]) if "toward" in ask else None,
        creature=battle_map.creature(ask["creature"]) if "creature" in ask else None,
        through=Square(*ask["through"]) if "through" in ask else None,
        line_of_effect=ask["line_of_effect"],
        widened=ask.get("widened", False),
    )


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=80)
@given(st.data())
def test_as_the_reference(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(encounters(ruleset, creatures=2))
    ask = data.draw(asks(ruleset, raw))
    battle_map = read_map(raw)
    if "creature" in ask and tuple(ask["through"]) in _space(battle_map.creature(ask["creature"]), ruleset):
        with pytest.raises(AreaError, match="through"):
            area(battle_map, shipped_ruleset(ruleset), _question(ask, battle_map))
        return
    expected = reference.area(read_board(ruleset, raw), ask)
    found = area(battle_map, shipped_ruleset(ruleset), _question(ask, battle_map))
    assert _listed(found.squares) == expected["squares"]
    assert _listed(found.close_calls) == expected.get("close_calls", [])
    assert bool(found.close_calls.any()) <= (found.notice is not None)
    assert not (found.blocked & (found.squares | found.close_calls)).any()


def _space(creature: Creature, ruleset: str) -> set[tuple[int, int]]:
    room = shipped_ruleset(ruleset).size(creature.size).side
    return {(creature.at.x + i, creature.at.y + j) for i in range(room) for j in range(room)}


@settings(max_examples=60)
@given(st.data())
def test_placements_as_the_reference(data: st.DataObject) -> None:
    raw = data.draw(encounters("epic-path", most_side=14, creatures=2))
    battle_map = read_map(raw)
    feet = data.draw(st.sampled_from([15, 30, 60]))
    expected = reference.placements(
        read_board("epic-path", raw), {"creature": "a", "shape": "cone", "feet": feet}
    )
    found = placements(
        battle_map, battle_map.creature("a"), shipped_ruleset("epic-path"), AreaShape.CONE, feet
    )
    assert [list(square) for square in found] == expected["at"]


@pytest.mark.parametrize("ruleset", COUNTED)
@pytest.mark.parametrize(("feet", "count"), [(5, 4), (10, 12), (15, 24), (20, 44), (30, 96), (40, 172)])
def test_bursts_count(ruleset: str, feet: int, count: int) -> None:
    assert _count(ruleset, AreaQuestion(AreaShape.BURST, feet, MIDDLE)) == count


@pytest.mark.parametrize("ruleset", COUNTED)
@pytest.mark.parametrize(
    ("feet", "diagonal", "straight"), [(15, 6, 8), (30, 24, 28)], ids=["15 feet", "30 feet"]
)
@pytest.mark.parametrize("toward", Direction)
def test_cones_count(ruleset: str, feet: int, diagonal: int, straight: int, toward: Direction) -> None:
    question = AreaQuestion(AreaShape.CONE, feet, MIDDLE, toward)
    assert _count(ruleset, question) == (straight if 0 in toward.step else diagonal)


@pytest.mark.parametrize("toward", [Direction.N, Direction.E, Direction.S, Direction.W])
def test_the_printed_cone_is_an_option(toward: Direction) -> None:
    plain = shipped_ruleset("pathfinder-1e")
    printed = _with_printed_cone(plain)
    found = area(OPEN, printed, AreaQuestion(AreaShape.CONE, 15, MIDDLE, toward))
    along, aside = (1, 0) if toward.step[0] else (0, 1)
    lengths = found.squares.sum(axis=0 if along else 1)
    assert sorted(lengths[lengths > 0].tolist()) == [1, 3, 3]
    assert found.notice is not None
    assert aside in (0, 1)
    # The other cones are counted as ever.
    assert area(OPEN, printed, AreaQuestion(AreaShape.CONE, 30, MIDDLE, toward)).squares.sum() == 28


def _with_printed_cone(ruleset: Ruleset) -> Ruleset:
    import msgspec

    areas = msgspec.structs.replace(ruleset.areas, printed_15_foot_cone=True)
    return msgspec.structs.replace(ruleset, areas=areas)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@settings(max_examples=12)
@given(st.data())
def test_a_turned_map_has_turned_cones(symmetry: Symmetry, data: st.DataObject) -> None:
    raw = data.draw(encounters("dnd-3.5", creatures=2))
    width, height = raw["width"], raw["height"]
    toward = data.draw(st.sampled_from(Direction))
    origin = (data.draw(st.integers(0, width)), data.draw(st.integers(0, height)))
    question = AreaQuestion(AreaShape.CONE, 30, Point(*origin), toward)
    turned_toward = next(way for way in Direction if way.step == symmetry.step(toward.step))
    turned_origin = Point(*symmetry.point(origin, width, height))
    ruleset = shipped_ruleset("dnd-3.5")
    expected = symmetry.mask(area(read_map(raw), ruleset, question).squares)
    turned = replace(question, origin=turned_origin, toward=turned_toward)
    found = area(read_map(symmetry.map_object(raw, "dnd-3.5")), ruleset, turned)
    assert found.squares.tolist() == expected.tolist()


@pytest.mark.parametrize("size", [Size.MEDIUM, Size.LARGE, Size.HUGE, Size.TITANIC])
@pytest.mark.parametrize(("feet", "side"), [(15, 3), (30, 5), (60, 8)])
def test_placements_on_open_ground(size: Size, feet: int, side: int) -> None:
    creature, ruleset = Creature("a", size, Square(12, 12)), shipped_ruleset("epic-path")
    found = placements(OPEN, creature, ruleset, AreaShape.CONE, feet)
    assert len(found) == 4 * (side + ruleset.size(size).side)


def test_sizes_outside_the_table_are_the_gms_call() -> None:
    ruleset = shipped_ruleset("epic-path")
    assert square_side(ruleset, AreaShape.BURST, 20) == (6, None)
    side, notice = square_side(ruleset, AreaShape.BURST, 25)
    assert side == 8
    assert "GM's call" in str(notice)
    assert square_side(ruleset, AreaShape.BURST, 25, chosen=7, widened=True)[0] == 14
    assert square_side(ruleset, AreaShape.BURST, 80)[0] == 24
    assert square_side(ruleset, AreaShape.CONE, 5)[0] == 1
    found = area(OPEN, ruleset, AreaQuestion(AreaShape.BURST, 25, Point(15.5, 15.5), side=7))
    assert found.squares.sum() == 49
    assert found.notice is not None


@pytest.mark.parametrize("ruleset", [*COUNTED, "soulweaver"])
@pytest.mark.parametrize("feet", [5, 10, 15, 20, 40])
def test_a_spread_on_open_ground_is_a_burst(ruleset: str, feet: int) -> None:
    values, question = shipped_ruleset(ruleset), AreaQuestion(AreaShape.BURST, feet, MIDDLE)
    burst = area(OPEN, values, question)
    spread = area(OPEN, values, replace(question, shape=AreaShape.SPREAD))
    assert spread.squares.tolist() == burst.squares.tolist()


@pytest.mark.parametrize(("feet", "origin"), [(15, Point(15.5, 15.5)), (20, MIDDLE)])
def test_a_square_spread_on_open_ground_is_a_square(feet: int, origin: Point) -> None:
    values, question = shipped_ruleset("epic-path"), AreaQuestion(AreaShape.BURST, feet, origin)
    spread = area(OPEN, values, replace(question, shape=AreaShape.SPREAD))
    assert spread.squares.tolist() == area(OPEN, values, question).squares.tolist()


def test_a_spread_goes_round_a_corner_at_its_price() -> None:
    # A wall from the top to y = 3, with the origin behind it at (4, 2).
    wall = Wall(Point(5, 0), Point(5, 3))
    battle_map = BattleMap.empty(12, 8).with_changes(walls=(wall,))
    ruleset = shipped_ruleset("pathfinder-1e")
    burst = area(battle_map, ruleset, AreaQuestion(AreaShape.BURST, 15, Point(4, 2)))
    spread = area(battle_map, ruleset, AreaQuestion(AreaShape.SPREAD, 15, Point(4, 2)))
    assert not burst.squares[2, 5]
    # Far corner (6, 3) round (5, 3): the side of a square, then two steps: 2 + 1 squares.
    assert spread.squares[3, 5]
    assert not spread.squares[0, 5]
    assert (spread.squares <= (burst.squares | burst.blocked)).all()
    assert spread.blocked[0, 5]


def test_a_spread_stays_in_a_closed_room() -> None:
    corners = [Point(3, 3), Point(6, 3), Point(6, 6), Point(3, 6)]
    walls = tuple(Wall(one, other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True))
    battle_map = BattleMap.empty(12, 12).with_changes(walls=walls)
    found = area(battle_map, shipped_ruleset("dnd-3.5"), AreaQuestion(AreaShape.SPREAD, 60, Point(4, 4)))
    assert _listed(found.squares) == [[x, y] for y in (3, 4, 5) for x in (3, 4, 5)]


def test_an_emanation_comes_from_the_whole_space() -> None:
    creature = Creature("a", Size.LARGE, Square(10, 10))
    question = AreaQuestion(AreaShape.EMANATION, 10, creature=creature)
    assert area(OPEN, shipped_ruleset("epic-path"), question).squares.sum() == 36
    assert area(OPEN, shipped_ruleset("pathfinder-1e"), question).squares.sum() == 32


def test_a_splash_is_a_square_and_its_neighbours_or_four_squares() -> None:
    ruleset = shipped_ruleset("pathfinder-1e")
    assert area(OPEN, ruleset, AreaQuestion(AreaShape.SPLASH, through=Square(5, 5))).squares.sum() == 9
    assert area(OPEN, ruleset, AreaQuestion(AreaShape.SPLASH, through=Square(0, 0))).squares.sum() == 4
    assert area(OPEN, ruleset, AreaQuestion(AreaShape.SPLASH, origin=Point(5, 5))).squares.sum() == 4


def test_a_missed_throw_goes_clockwise_from_short() -> None:
    hit, thrower = Square(5, 5), Square(5, 9)
    landed = [miss_square(hit, thrower, roll, 2) for roll in range(1, 9)]
    assert landed[0] == Square(5, 7)
    assert landed[2] == Square(3, 5)
    assert len(set(landed)) == 8
    with pytest.raises(ValueError, match="1d8"):
        miss_square(hit, thrower, 9, 1)


def test_areas_in_three_dimensions() -> None:
    burst = AreaQuestion(AreaShape.BURST, 20, MIDDLE)
    by_level = [_count("pathfinder-1e", replace(burst, level=level)) for level in (-5, -4, -1, 0, 3, 4)]
    assert by_level == [0, 4, 44, 44, 4, 0]
    cube = AreaQuestion(AreaShape.BURST, 20, MIDDLE)
    assert [_count("epic-path", replace(cube, level=level)) for level in (-4, -3, 2, 3)] == [0, 36, 36, 0]


def test_a_casters_line_starts_at_the_nearest_corner() -> None:
    creature = Creature("a", Size.LARGE, Square(5, 5))
    question = AreaQuestion(AreaShape.LINE, 30, creature=creature, through=Square(12, 7))
    found = area(OPEN, shipped_ruleset("pathfinder-1e"), question)
    assert found.origin == Point(7, 7)


def test_what_cut_a_square_off() -> None:
    wall = Wall(Point(17, 14), Point(17, 16))
    grid = np.zeros((30, 30), np.uint8)
    grid[15, 13] = Blocked.FILLS
    battle_map = OPEN.with_changes(walls=(wall,), terrain=OPEN.terrain.with_layer(Layer.BLOCKED, grid))
    found = area(battle_map, shipped_ruleset("pathfinder-1e"), AreaQuestion(AreaShape.BURST, 20, MIDDLE))

    def reason(x: int, y: int) -> str:
        return str(area_reason(battle_map, found, Square(x, y)))

    assert reason(15, 15) == "In the area: the effect reaches this square (rules 7.5)"
    assert reason(13, 15) == "Not in the area: the square is blocked (rules 7.5)"
    assert reason(12, 15) == "Cut off: the blocked square (13, 15) stops the line of effect (rules 7.5)"
    assert reason(17, 15) == "Cut off: a wall stops the line of effect (rules 7.5)"
    assert reason(0, 0) == "None"
    assert reason(-1, 0) == "None"


@pytest.mark.parametrize(
    ("ruleset", "question", "field"),
    [
        ("pathfinder-1e", AreaQuestion(AreaShape.BURST, 20), "origin"),
        ("pathfinder-1e", AreaQuestion(AreaShape.BURST, 20, Point(1.5, 1)), "origin"),
        ("pathfinder-1e", AreaQuestion(AreaShape.BURST, 20, Point(1e9, 1)), "origin"),
        ("pathfinder-1e", AreaQuestion(AreaShape.BURST, 4, MIDDLE), "feet"),
        ("pathfinder-1e", AreaQuestion(AreaShape.CONE, 15, MIDDLE), "toward"),
        ("pathfinder-1e", AreaQuestion(AreaShape.LINE, 15, MIDDLE), "through"),
        ("pathfinder-1e", AreaQuestion(AreaShape.EMANATION, 15), "creature"),
        ("pathfinder-1e", AreaQuestion(AreaShape.SPREAD, 505, MIDDLE), "feet"),
        ("epic-path", AreaQuestion(AreaShape.BURST, 20, Point(1.5, 1.5)), "origin"),
        ("epic-path", AreaQuestion(AreaShape.BURST, 15, MIDDLE), "origin"),
        ("epic-path", AreaQuestion(AreaShape.BURST, 15, MIDDLE, side=0), "side"),
        ("epic-path", AreaQuestion(AreaShape.LINE, 15, through=Square(1, 1)), "creature"),
    ],
)
def test_a_question_that_lacks_something_names_it(ruleset: str, question: AreaQuestion, field: str) -> None:
    with pytest.raises(AreaError, match=rf"^{field}: "):
        area(OPEN, shipped_ruleset(ruleset), question)


def test_counted_rulesets_have_no_square_areas() -> None:
    creature = Creature("a", Size.MEDIUM, Square(5, 5))
    with pytest.raises(AreaError, match=r"^shape: "):
        placements(OPEN, creature, shipped_ruleset("pathfinder-1e"), AreaShape.CONE, 15)
