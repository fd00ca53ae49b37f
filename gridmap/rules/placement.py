"""How large a square area is, and where a creature may put one (rules 7.1, 7.2)."""

from __future__ import annotations

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.area_question import AreaError, AreaShape
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import AreaRule, Ruleset
from gridmap.rules.space import side


def square_side(
    ruleset: Ruleset, shape: AreaShape, feet: int, *, widened: bool = False, chosen: int | None = None
) -> tuple[int, Reason | None]:
    """Squares along a side of a square area, and a notice where that is the GM's call (rules 7.1).

    A size that is not in the table takes the side that the GM chose; if none was chosen, the side in
    proportion between its neighbours in the table.

    Raises:
        AreaError: the ruleset has no square areas of that shape.
    """
    table = _table(ruleset, shape)
    if feet <= 0:
        raise AreaError("feet: an area is larger than 0 ft")
    if chosen is not None:
        if chosen < 1:
            raise AreaError("side: an area is at least one square wide")
        count, notice = chosen, _call(shape, feet, chosen)
    elif feet in table:
        count, notice = table[feet], None
    else:
        count = _in_proportion(table, feet)
        notice = _call(shape, feet, count)
    return count * (2 if widened else 1), notice


def _table(ruleset: Ruleset, shape: AreaShape) -> dict[int, int]:
    squares = ruleset.areas.squares
    table = {AreaShape.CONE: squares.cone, AreaShape.BURST: squares.burst}.get(shape, {})
    if ruleset.areas.rule is not AreaRule.SQUARES or not table:
        raise AreaError(f"shape: {ruleset.name} has no square areas for a {shape}")
    return table


def _call(shape: AreaShape, feet: int, count: int) -> Reason:
    return Reason(
        "GM's call: a {feet} ft {shape} is not in the table; {side} × {side} squares chosen",
        "7.1",
        {"feet": feet, "shape": str(shape), "side": count},
    )


def _in_proportion(table: dict[int, int], feet: int) -> int:
    below = max((known for known in table if known < feet), default=None)
    above = min((known for known in table if known > feet), default=None)
    if below is None or above is None:
        nearest = below if above is None else above
        assert nearest is not None
        count = table[nearest] * feet / nearest
    else:
        count = table[below] + (table[above] - table[below]) * (feet - below) / (above - below)
    return max(1, int(count + 0.5))


def placements(
    battle_map: BattleMap,
    creature: Creature,
    ruleset: Ruleset,
    shape: AreaShape,
    feet: int,
    *,
    widened: bool = False,
    chosen: int | None = None,
) -> tuple[Square, ...]:
    """The top-left squares of every area wholly on the map that touches the creature's space (rules 7.2).

    Sorted by y, then x. On open ground there are 4(n + s) of them.

    Raises:
        AreaError: the ruleset has no square areas of that shape.
    """
    count, _ = square_side(ruleset, shape, feet, widened=widened, chosen=chosen)
    left, right = creature.at.x - count, creature.at.x + side(creature, ruleset)
    top, bottom = creature.at.y - count, creature.at.y + side(creature, ruleset)
    ring = [
        Square(x, y)
        for y in range(max(top, 0), min(bottom, battle_map.height - count) + 1)
        for x in range(max(left, 0), min(right, battle_map.width - count) + 1)
        if x in (left, right) or y in (top, bottom)
    ]
    return tuple(ring)


def placements_reason(
    creature: Creature,
    ruleset: Ruleset,
    shape: AreaShape,
    feet: int,
    *,
    widened: bool = False,
    chosen: int | None = None,
) -> Reason:
    """What the places of an area have in common, and whether its size is the GM's call.

    Raises:
        AreaError: the ruleset has no square areas of that shape.
    """
    count, notice = square_side(ruleset, shape, feet, widened=widened, chosen=chosen)
    arguments = {"side": count, "creature": creature.title, "call": "" if notice is None else f"; {notice}"}
    template = "{side} × {side} squares that touch the space of {creature} by a side or corner{call}"
    return Reason(template, "7.2", arguments)
