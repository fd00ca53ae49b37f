"""Ways from stop to stop, receipts, lengths and places to flank from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Creature, GroundKind, Layer, Size, Square
from gridmap.rules.flank_finder import flank_spots
from gridmap.rules.flanking import flanks
from gridmap.rules.measure import Waypoint, measured
from gridmap.rules.modes import Mode
from gridmap.rules.movement import cost_field
from gridmap.rules.receipt import receipt_to
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.safe_path import UnwantedError, routes
from gridmap.rules.ways import Action, Ways
from tests.reference.encounters import encounters

RULESETS = ("pathfinder-1e", "epic-path", "dnd-3.5")
PATHFINDER = shipped_ruleset("pathfinder-1e")


def ground(width: int, height: int, *creatures: Creature, **layers: dict[tuple[int, int], int]) -> BattleMap:
    battle_map = BattleMap.empty(width, height).with_changes(creatures=creatures)
    for name, squares in layers.items():
        grid = np.zeros((height, width), np.uint8)
        for (x, y), value in squares.items():
            grid[y, x] = value
        battle_map = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer(name), grid))
    return battle_map


def hero(x: int = 0, y: int = 0, **more: object) -> Creature:
    return Creature("a", Size.MEDIUM, Square(x, y), "party", speed={"walk": 30}, **more)  # type: ignore[arg-type]


def test_a_receipt_is_itemised_and_comes_to_its_total() -> None:
    battle_map = ground(6, 3, hero(), difficult={(5, 2): 2}, blocked={(4, 2): 2, (5, 1): 2})
    receipt = receipt_to(cost_field(battle_map, hero(), PATHFINDER, 60), Square(5, 2))
    assert receipt is not None
    items = [(item.words, item.costs, item.rule) for item in receipt.items]
    assert items == [
        ("straight", (5, 5, 5), "3.3"),
        ("diagonal", (5,), "3.3"),
        ("difficult diagonal", (15,), "3.2, 3.3"),
    ]
    assert receipt.total == 35 == sum(item.spent for item in receipt.items)
    assert receipt.items[2].steps == ((Square(4, 1), Square(5, 2)),)


def test_halves_dropped_on_the_way_are_counted_once() -> None:
    # A plain diagonal and a diagonal over a fence: 3 and 7 half squares, 25 ft together.
    raw = {
        "width": 4,
        "height": 3,
        "walls": [{"from": [2, 0], "to": [2, 3], "kind": "fence"}],
        "creatures": [{"id": "a", "size": "medium", "at": [0, 0]}],
    }
    battle_map = read_map(raw)
    receipt = receipt_to(cost_field(battle_map, battle_map.creature("a"), PATHFINDER, 60), Square(2, 2))
    assert receipt is not None
    assert receipt.total == sum(item.spent for item in receipt.items)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(st.data())
def test_a_way_without_stops_is_the_fields(ruleset: str, data: st.DataObject) -> None:
    rules = shipped_ruleset(ruleset)
    battle_map = read_map(data.draw(encounters(ruleset, creatures=4)))
    creature = replace(battle_map.creatures[0], speed={"walk": 20})
    x = data.draw(st.integers(0, battle_map.width - 1))
    y = data.draw(st.integers(0, battle_map.height - 1))
    ways = Ways(battle_map, creature, rules)
    way = ways.to([Square(x, y)])
    field = cost_field(battle_map, creature, rules, 160)
    assert (way is not None) == bool(field.stops[y, x])
    if way is None:
        assert ways.why_not([Square(x, y)]) is not None
        return
    assert way.spent == field.feet[y, x]
    assert way.path == field.path(Square(x, y))
    safest = ways.safest([Square(x, y)])
    if way.spent <= 40:
        assert safest is not None
        expected = routes(battle_map, creature, rules, 40, Square(x, y)).safest
        assert expected is not None
        assert (safest.spent, safest.path, safest.strikes) == (
            expected.spent[-1],
            expected.path,
            expected.strikes,
        )
    else:
        assert safest is None


def test_a_stop_is_passed_and_diagonals_count_on() -> None:
    ways = Ways(ground(12, 12, hero()), hero(), PATHFINDER)
    way = ways.to([Square(1, 1), Square(2, 2)])
    assert way is not None
    # One diagonal and two straight steps cost what two diagonals do.
    assert (way.spent, way.receipt.spent) == (15, (0, 5, 10, 15))
    way = ways.to([Square(0, 4), Square(4, 4)])
    assert way is not None
    assert Square(0, 4) in way.path
    assert (way.spent, way.action) == (40, Action.DOUBLE)


def test_no_least_way_is_missed_by_a_stop() -> None:
    """A half square that the first part may waste would cost 5 ft at the end."""
    ways = Ways(ground(12, 12, hero()), hero(), PATHFINDER)
    for x in range(5):
        for y in range(5):
            for stop in (Square(1, 0), Square(2, 1), Square(3, 2)):
                way = ways.to([stop, Square(x + 3, y + 3)])
                assert way is not None
                parts = [
                    (abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in (((0, 0), stop), (stop, (x + 3, y + 3)))
                ]
                halves = sum(2 * (max(part) - min(part)) + 3 * min(part) for part in parts)
                assert way.spent == halves // 2 * 5


def test_what_a_way_takes() -> None:
    ways = Ways(ground(60, 1, hero()), hero(), PATHFINDER)
    taken = [ways.to([Square(x, 0)]) for x in (6, 7, 12, 13, 48, 49)]
    actions = [None if way is None else way.action for way in taken]
    assert actions == [Action.MOVE, Action.DOUBLE, Action.DOUBLE, Action.LONGER, Action.LONGER, None]
    assert "out of reach" in str(ways.why_not([Square(49, 0)]))


def test_soulweaver_paces() -> None:
    rules = shipped_ruleset("soulweaver")
    creature = Creature("a", Size.MEDIUM, Square(0, 0), speed={"walk": 4})
    ways = Ways(ground(60, 1, creature), creature, rules)
    taken = [ways.to([Square(x, 0)]) for x in (4, 8, 12)]
    assert [None if way is None else (way.action, way.spent) for way in taken] == [
        (Action.ADVANCE, 4),
        (Action.DASH, 4),
        (Action.RUN, 4),
    ]


def test_why_not_names_the_stop_that_bars_the_way() -> None:
    foe = Creature("f", Size.MEDIUM, Square(4, 1), "foes")
    ways = Ways(ground(60, 3, hero(0, 1), foe), hero(0, 1), PATHFINDER)
    assert ways.to([Square(4, 1), Square(6, 1)]) is None
    assert "occupied by an opponent" in str(ways.why_not([Square(4, 1), Square(6, 1)]))
    there_and_back = [Square(40, 1), Square(1, 1), Square(40, 1)]
    assert ways.to(there_and_back) is None
    assert "more than 4 rounds" in str(ways.why_not(there_and_back))
    assert ways.why_not([Square(4, 7)]) is None


def test_a_search_that_is_no_longer_wanted_ends() -> None:
    foe = Creature("f", Size.MEDIUM, Square(4, 1), "foes")
    ways = Ways(ground(12, 8, hero(0, 1), foe), hero(0, 1), PATHFINDER)
    asked: list[bool] = []

    def unwanted() -> bool:
        asked.append(True)
        return len(asked) > 1

    with pytest.raises(UnwantedError):
        ways.safest([Square(8, 1)], unwanted)
    assert len(asked) == 2


def test_soulweavers_safest_way_at_its_pace() -> None:
    rules = shipped_ruleset("soulweaver")
    creature = Creature("a", Size.MEDIUM, Square(0, 1), "party", speed={"walk": 6})
    foe = Creature("f", Size.MEDIUM, Square(4, 1), "foes")
    ways = Ways(ground(12, 8, creature, foe), creature, rules)
    cheapest, safest = ways.to([Square(8, 1)]), ways.safest([Square(8, 1)])
    assert cheapest is not None
    assert safest is not None
    assert (len(cheapest.strikes), len(safest.strikes)) == (1, 0)
    assert safest.action in (Action.DASH, Action.RUN)
    assert safest.spent <= 6


def test_modes_are_followed_and_chosen() -> None:
    water = dict.fromkeys([(x, 0) for x in range(3, 8)], int(GroundKind.WATER))
    creature = replace(hero(), speed={"walk": 30, "swim": 30, "fly": 10})
    battle_map = ground(8, 1, creature, ground=water)
    way = Ways(battle_map, creature, PATHFINDER).to([Square(6, 0)])
    assert way is not None
    assert [(item.arguments["mode"], item.spent) for item in way.receipt.items] == [
        ("walk", 10),
        ("swim", 20),
    ]
    assert way.action is Action.MOVE
    flying = Ways(battle_map, creature, PATHFINDER, Mode.FLY)
    taken = [flying.to([Square(x, 0)]) for x in (2, 4, 7)]
    assert [None if way is None else way.action for way in taken] == [
        Action.MOVE,
        Action.DOUBLE,
        Action.LONGER,
    ]
    assert Ways(battle_map, creature, PATHFINDER, Mode.BURROW).to([Square(2, 0)]) is None


def test_what_the_farthest_mode_covers_is_one_move_action() -> None:
    """The example of rules 3.10, doubled: walk 30 and swim 120 to the end of the lake."""
    water = dict.fromkeys([(x, 0) for x in range(7, 60)], int(GroundKind.WATER))
    creature = replace(hero(), speed={"walk": 30, "swim": 120})
    ways = Ways(ground(60, 1, creature, ground=water), creature, PATHFINDER)
    taken = [ways.to([Square(x, 0)]) for x in (6, 24, 25, 48, 49)]
    assert [way and (way.spent, way.action) for way in taken] == [
        (30, Action.MOVE),
        (120, Action.MOVE),
        (125, Action.DOUBLE),
        (240, Action.DOUBLE),
        (245, Action.LONGER),
    ]
    assert ways.speed == 120
    safest = ways.safest([Square(24, 0)])
    assert safest is not None
    assert (safest.spent, safest.action) == (120, Action.MOVE)


def test_who_flies_farther_than_it_walks_flies_over_plain_ground_too() -> None:
    creature = replace(hero(), speed={"walk": 30, "fly": 60})
    battle_map = ground(30, 1, creature)
    way = Ways(battle_map, creature, PATHFINDER).to([Square(12, 0)])
    assert way is not None
    assert (way.spent, way.action) == (60, Action.MOVE)
    on_foot = Ways(battle_map, creature, PATHFINDER, Mode.WALK).to([Square(12, 0)])
    assert on_foot is not None
    assert on_foot.action is Action.DOUBLE
    slow = replace(creature, speed={"walk": 30, "fly": 20})
    assert Ways(battle_map, slow, PATHFINDER).speed == 30


def test_who_only_swims_does_not_walk() -> None:
    water = dict.fromkeys([(x, 0) for x in range(4)], int(GroundKind.WATER))
    squid = replace(hero(), speed={"swim": 60})
    ways = Ways(ground(8, 1, squid, ground=water), squid, PATHFINDER)
    assert ways.speed == 60
    assert ways.to([Square(3, 0)]) is not None
    assert ways.to([Square(4, 0)]) is None


def test_a_way_of_moving_that_no_rule_knows_stretches_no_other() -> None:
    water = dict.fromkeys([(x, 0) for x in range(30)], int(GroundKind.WATER))
    squid = replace(hero(), speed={"walk": 0, "swim": 60, "jet": 260})
    ways = Ways(ground(30, 1, squid, ground=water), squid, PATHFINDER)
    assert ways.speed == 60
    taken = [ways.to([Square(x, 0)]) for x in (12, 13)]
    assert [way and way.action for way in taken] == [Action.MOVE, Action.DOUBLE]


def test_what_a_slower_mode_covers_decides_the_action() -> None:
    water = dict.fromkeys([(x, 0) for x in range(1, 8)], int(GroundKind.WATER))
    creature = replace(hero(), speed={"walk": 30, "swim": 20})
    way = Ways(ground(8, 1, creature, ground=water), creature, PATHFINDER).to([Square(5, 0)])
    assert way is not None
    assert (way.spent, way.action) == (25, Action.DOUBLE)


def test_strikes_and_hazards_along_a_way() -> None:
    foe = Creature("f", Size.MEDIUM, Square(3, 1), "foes", name="Wolf")
    battle_map = ground(8, 2, hero(0, 0), foe, hazardous={(1, 0): 1})
    way = Ways(battle_map, hero(0, 0), PATHFINDER).to([Square(1, 0), Square(6, 0)])
    assert way is not None
    assert [(strike.enemy, strike.left) for strike in way.strikes] == [("f", Square(2, 0))]
    assert way.hazards == (Square(1, 0),)


def test_lengths_count_diagonals_on_from_stretch_to_stretch() -> None:
    places = [Waypoint(Square(0, 0)), Waypoint(Square(1, 1)), Waypoint(Square(2, 2)), Waypoint(Square(5, 2))]
    length = measured(places, PATHFINDER)
    assert [stretch.feet for stretch in length.stretches] == [5, 10, 15]
    assert [stretch.total for stretch in length.stretches] == [5, 15, 30]
    assert length.stretches[2].direct == 30
    assert [stretch.feet for stretch in measured(places, shipped_ruleset("epic-path")).stretches] == [
        5,
        5,
        15,
    ]


def test_lengths_in_the_air() -> None:
    up = [Waypoint(Square(0, 0)), Waypoint(Square(3, 0), 4)]
    assert measured(up, PATHFINDER).feet == 25
    assert measured(up, shipped_ruleset("epic-path")).feet == 20
    assert "1.3" in str(measured(up, PATHFINDER).reason)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(st.data())
def test_flank_spots_are_those_where_one_moved_there_flanks(ruleset: str, data: st.DataObject) -> None:
    rules = shipped_ruleset(ruleset)
    battle_map = read_map(data.draw(encounters(ruleset, creatures=5)))
    creature, target = battle_map.creatures[:2]
    found = {spot.at: spot for spot in flank_spots(battle_map, creature, target, rules)}
    if creature.is_ally_of(target):
        assert not found
        return
    everywhere = cost_field(battle_map, creature, rules, None)
    for y, x in np.argwhere(everywhere.stops).tolist():
        moved = tuple(
            replace(one, at=Square(x, y)) if one.id == creature.id else one for one in battle_map.creatures
        )
        expected = {
            (flank.ally, str(flank.reason))
            for flank in flanks(battle_map.with_changes(creatures=moved), rules)
            if (flank.attacker, flank.target) == (creature.id, target.id)
        }
        spot = found.get(Square(x, y))
        assert {(flank.ally, str(flank.reason)) for flank in (spot.flanks if spot else ())} == expected
