"""All that the rules say of one square at once: what it costs, who threatens it, cover, flanks."""

from __future__ import annotations

from dataclasses import dataclass

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature, Size
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.cover import Attack, Cover, cover
from gridmap.rules.flanking import Flank, flanks
from gridmap.rules.metric import boxes_apart, creature_box, distance_reason, square_box
from gridmap.rules.reach import threat_reason, threatened
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import reach, space
from gridmap.rules.spaces import THREATENS_NOTHING
from gridmap.rules.ways import Way, Ways


@dataclass(frozen=True)
class Threatening:
    """Somebody who threatens the square, and why."""

    creature: str
    reason: Reason


@dataclass(frozen=True)
class Explanation:
    """What there is to say of a square.

    Attributes:
        square: which.
        occupant: the id of who stands in it, the smallest of several; None for nobody.
        distance: from the creature that asks; None without one.
        way: how that creature gets to it, as a position; None where it does not.
        why_not: why it does not.
        threats: who threatens it: opponents of the creature that asks, or everyone without one.
        cover: what a target in it has from that creature by ranged attacks, or in melee where the two are
            within its reach; None where it stands there itself.
        attack: which of the two that is.
        flanks: flanks on whoever stands in it, or that it makes.
    """

    square: Square
    occupant: str | None
    distance: Reason | None
    way: Way | None
    why_not: Reason | None
    threats: tuple[Threatening, ...]
    cover: Cover | None
    attack: Attack
    flanks: tuple[Flank, ...]


def explained(
    battle_map: BattleMap, ruleset: Ruleset, square: Square, ways: Ways | None = None
) -> Explanation:
    """What there is to say of a square of the map.

    Args:
        battle_map: the map.
        ruleset: by which rules.
        square: on the map.
        ways: those of the creature that asks, on the same map; None without one.
    """
    creature = None if ways is None else ways.creature
    here = _occupants(battle_map, ruleset, square)
    occupant = here[0] if here else None
    box = square_box(square, 0 if creature is None else creature.altitude)
    distance = way = why_not = shelter = None
    attack = Attack.RANGED
    if ways is not None and creature is not None:
        distance = distance_reason(creature_box(creature, ruleset), box, ruleset.metric)
        way = ways.to([square])
        why_not = ways.why_not([square]) if way is None else None
        if creature.id not in {one.id for one in here}:
            apart = boxes_apart(creature_box(creature, ruleset), box, ruleset.metric) * FEET_PER_SQUARE
            attack = Attack.MELEE if apart <= reach(creature, ruleset).at_most else Attack.RANGED
            target = occupant or Creature("", Size.MEDIUM, square)
            shelter = cover(battle_map, creature, target, ruleset, attack)
    threats = tuple(
        Threatening(one.id, threat_reason(battle_map, one, ruleset, square))
        for one in battle_map.creatures
        if _may_threaten(one, creature)
        and _is_near(one, square, ruleset)
        and bool(threatened(battle_map, one, ruleset)[square.y, square.x])
    )
    ids = {one.id for one in here}
    made = tuple(
        flank
        for flank in (flanks(battle_map, ruleset) if here else ())
        if flank.target in ids or flank.attacker in ids
    )
    return Explanation(
        square,
        None if occupant is None else occupant.id,
        distance,
        way,
        why_not,
        threats,
        shelter,
        attack,
        made,
    )


def _occupants(battle_map: BattleMap, ruleset: Ruleset, square: Square) -> list[Creature]:
    """Who stands in a square, the smallest first."""
    here = [one for one in battle_map.creatures if square in set(space(one, ruleset))]
    return sorted(here, key=lambda one: one.size.category)


def _may_threaten(one: Creature, asking: Creature | None) -> bool:
    if one.has(*THREATENS_NOTHING):
        return False
    return asking is None or not one.is_ally_of(asking)


def _is_near(one: Creature, square: Square, ruleset: Ruleset) -> bool:
    """Whether a square is within a creature's reach, the second diagonal of 10 ft included."""
    box = square_box(square, one.altitude)
    squares = boxes_apart(creature_box(one, ruleset), box, ruleset.metric)
    return (squares - 1) * FEET_PER_SQUARE <= reach(one, ruleset).at_most
