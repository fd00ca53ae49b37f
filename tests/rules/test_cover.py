"""Cover (rules 6.2 to 6.4) against the slow reference, and the cover map against single answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Blocked, Creature, Layer, Point, Size, Square, Wall, WallKind
from gridmap.rules.cover import Attack, Cover, CoverGrade, bordered_squares, cover
from gridmap.rules.cover_map import cover_field
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.stoppers import segments_of
from tests.reference import sight
from tests.reference.board import read_board
from tests.reference.encounters import RULESETS, encounters
from tests.rules.symmetry import SYMMETRIES, Symmetry

ATTACKS = st.sampled_from(Attack)


def _answer(found: Cover) -> dict[str, Any]:
    answer: dict[str, Any] = {"cover": str(found.grade)}
    if found.clear_lines is not None:
        answer["clear_lines"] = found.clear_lines
    return answer


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(st.data())
def test_as_the_reference(ruleset: str, data: st.DataObject) -> None:
    raw, attack = data.draw(encounters(ruleset)), data.draw(ATTACKS)
    battle_map = read_map(raw)
    attacker, target = battle_map.creatures[:2]
    found = cover(battle_map, attacker, target, shipped_ruleset(ruleset), attack)
    assert _answer(found) == sight.cover(read_board(ruleset, raw), attacker.id, target.id, attack.value)


@settings(max_examples=80)
@given(st.data())
def test_the_lines_shown_are_those_counted(data: st.DataObject) -> None:
    battle_map = read_map(data.draw(encounters("pathfinder-1e")))
    attacker, target = battle_map.creatures[:2]
    found = cover(battle_map, attacker, target, shipped_ruleset("pathfinder-1e"), Attack.RANGED)
    if found.grade is CoverGrade.TOTAL:
        assert found.lines == ()
        return
    assert sum(line.is_clear for line in found.lines) == found.clear_lines
    assert {line.start for line in found.lines} == {found.corner}
    assert all(line.is_open for line in found.lines) == (found.grade is CoverGrade.NONE)


@pytest.mark.parametrize("ruleset", ["pathfinder-1e", "epic-path"])
@settings(max_examples=25)
@given(st.data())
def test_the_cover_map_is_cover_square_by_square(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(encounters(ruleset, most_side=7))
    attack = data.draw(ATTACKS)
    battle_map, values = read_map(raw), shipped_ruleset(ruleset)
    attacker = battle_map.creatures[0]
    field = cover_field(battle_map, attacker, values, attack)
    for y in range(battle_map.height):
        for x in range(battle_map.width):
            # Whoever stands there already covers nobody who stands there: look without them.
            others = tuple(
                other
                for other in battle_map.creatures
                if other is attacker or (x, y) not in set(_space(other, ruleset))
            )
            target = Creature("target", Size.MEDIUM, Square(x, y))
            single = cover(battle_map.with_changes(creatures=others), attacker, target, values, attack)
            assert field[y, x] == single.grade.rank


def _space(creature: Creature, ruleset: str) -> list[tuple[int, int]]:
    room = shipped_ruleset(ruleset).size(creature.size).side
    return [(creature.at.x + i, creature.at.y + j) for i in range(room) for j in range(room)]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@settings(max_examples=10)
@given(st.data())
def test_a_turned_map_has_a_turned_cover_map(symmetry: Symmetry, data: st.DataObject) -> None:
    raw = data.draw(encounters("pathfinder-1e"))
    ruleset = shipped_ruleset("pathfinder-1e")
    plain, turned = read_map(raw), read_map(symmetry.map_object(raw, "pathfinder-1e"))
    expected = symmetry.mask(cover_field(plain, plain.creatures[0], ruleset))
    assert cover_field(turned, turned.creatures[0], ruleset).tolist() == expected.tolist()


@settings(max_examples=40)
@given(st.data())
def test_a_new_blocked_square_never_takes_cover_away(data: st.DataObject) -> None:
    raw = data.draw(encounters("pathfinder-1e", creatures=2))
    before, ruleset = read_map(raw), shipped_ruleset("pathfinder-1e")
    grid = before.terrain.blocked.copy()
    x = data.draw(st.integers(0, before.width - 1))
    grid[data.draw(st.integers(0, before.height - 1)), x] = Blocked.FILLS
    after = before.with_changes(terrain=before.terrain.with_layer(Layer.BLOCKED, grid))
    attacker = before.creatures[0]
    assert (cover_field(after, attacker, ruleset) >= cover_field(before, attacker, ruleset)).all()


def _duel(width: int, height: int, *walls: Wall, attacker: Square, target: Square) -> Cover:
    one, other = Creature("a", Size.MEDIUM, attacker), Creature("b", Size.MEDIUM, target)
    battle_map = BattleMap.empty(width, height).with_changes(walls=walls, creatures=(one, other))
    return cover(battle_map, one, other, shipped_ruleset("pathfinder-1e"), Attack.RANGED)


def test_a_low_wall_covers_who_is_near_it() -> None:
    low_wall = Wall(Point(6, 0), Point(6, 1), WallKind.LOW_WALL)
    near = _duel(20, 1, low_wall, attacker=Square(0, 0), target=Square(7, 0))
    assert near.grade is CoverGrade.COVER
    assert near.clear_lines == 4
    assert "low wall" in str(near.reason)
    far = _duel(20, 1, low_wall, attacker=Square(0, 0), target=Square(15, 0))
    assert far.grade is CoverGrade.NONE
    from_beside_it = _duel(20, 1, low_wall, attacker=Square(5, 0), target=Square(8, 0))
    assert from_beside_it.grade is CoverGrade.NONE


def test_the_reason_names_corner_and_line() -> None:
    wall = Wall(Point(3, 0), Point(3, 2))
    found = _duel(6, 3, wall, attacker=Square(0, 2), target=Square(4, 1))
    assert found.grade is CoverGrade.COVER
    assert found.corner is not None
    assert "best corner" in str(found.reason)


def test_total_cover_names_the_attacker() -> None:
    wall = Wall(Point(3, 0), Point(3, 1))
    found = _duel(6, 1, wall, attacker=Square(0, 0), target=Square(4, 0))
    assert found.grade is CoverGrade.TOTAL
    assert found.clear_lines == 0
    assert str(found.reason) == "Total cover: no line of effect from any square of a (rules 6.4)"


@settings(max_examples=150)
@given(st.lists(st.integers(0, 24), min_size=4, max_size=4))
def test_bordered_squares_as_the_reference(quarters: list[int]) -> None:
    raw = {
        "width": 6,
        "height": 6,
        "walls": [
            {"kind": "low-wall", "from": [n / 4 for n in quarters[:2]], "to": [n / 4 for n in quarters[2:]]}
        ],
    }
    wall = read_board("pathfinder-1e", raw).walls[0]
    if wall.start == wall.end:
        return
    expected = {(x, y) for x in range(-1, 7) for y in range(-1, 7) if sight._borders(wall, (x, y))}
    start, end = (Point(*map(float, place)) for place in (wall.start, wall.end))
    found = bordered_squares(segments_of([Wall(start, end)]))
    assert {tuple(square) for square in found.tolist()} == expected


def test_a_cover_map_from_a_square() -> None:
    battle_map = BattleMap.empty(4, 1).with_changes(walls=(Wall(Point(2, 0), Point(2, 1)),))
    field = cover_field(battle_map, Square(0, 0), shipped_ruleset("pathfinder-1e"))
    assert field.dtype == np.uint8
    assert field.tolist() == [[0, 0, 3, 3]]
