"""Which creature is where on the map, by the spaces that its ruleset gives them."""

from __future__ import annotations

from collections.abc import Iterable

from gridmap.app.rulesets import ruleset_of
from gridmap.model import BattleMap, Creature, Point
from gridmap.rules.space import side


def creature_at(battle_map: BattleMap, at: Point) -> Creature | None:
    """The creature under a point: of several the smallest, then the topmost, so that none is out of reach."""
    ruleset = ruleset_of(battle_map)
    best: Creature | None = None
    least = 0
    for creature in battle_map.creatures:
        size = side(creature, ruleset)
        inside = creature.at.x <= at.x < creature.at.x + size and creature.at.y <= at.y < creature.at.y + size
        if inside and (best is None or size <= least):
            best, least = creature, size
    return best


def creatures_in(
    battle_map: BattleMap, left: float, top: float, right: float, bottom: float
) -> frozenset[str]:
    """Ids of the creatures whose space overlaps a rectangle, in squares."""
    ruleset = ruleset_of(battle_map)
    return frozenset(
        creature.id
        for creature in battle_map.creatures
        if creature.at.x < right
        and creature.at.y < bottom
        and creature.at.x + side(creature, ruleset) > left
        and creature.at.y + side(creature, ruleset) > top
    )


def shift_on_map(battle_map: BattleMap, creatures: Iterable[Creature], dx: int, dy: int) -> tuple[int, int]:
    """The shift nearest to (dx, dy) that keeps every one of these creatures' spaces on the map."""
    ruleset = ruleset_of(battle_map)
    for creature in creatures:
        size = side(creature, ruleset)
        dx = _within(dx, -creature.at.x, battle_map.width - size - creature.at.x)
        dy = _within(dy, -creature.at.y, battle_map.height - size - creature.at.y)
    return dx, dy


def _within(value: int, low: int, high: int) -> int:
    """`value` brought between the limits; 0 where they allow nothing (a space larger than the map)."""
    return max(low, min(high, value)) if low <= high else 0
