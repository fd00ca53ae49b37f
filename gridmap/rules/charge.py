"""The charge (rules 3.12): to the closest place to attack from, down a lane with nothing in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.model.terrain import GroundKind
from gridmap.rules.attack_position import attack_positions
from gridmap.rules.lane import Lane
from gridmap.rules.metric import box_distances, creature_box, offsets_apart
from gridmap.rules.modes import Modes, at_full_tilt, best_feet, multiplied
from gridmap.rules.passing import HELPLESS, levels_overlap
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side, space
from gridmap.rules.stoppers import Mask
from gridmap.rules.tariff import slowing


@dataclass(frozen=True)
class Charge:
    """Whether a charge is legal.

    Attributes:
        ends: the closest positions to attack from whose lane is clear, sorted by y, then x.
        blocked_ends: the other closest positions.
        reason: why it is legal, or why not.
        lanes: each of the closest positions whose lane was looked at, and what is in it, sorted likewise.
    """

    ends: tuple[Square, ...]
    blocked_ends: tuple[Square, ...]
    reason: Reason
    lanes: tuple[tuple[Square, Reason], ...] = ()

    @property
    def is_legal(self) -> bool:
        """Any clear one of several closest positions will do."""
        return bool(self.ends)


def charge(
    battle_map: BattleMap,
    charger: Creature,
    target: Creature,
    ruleset: Ruleset,
    speed: int,
    modes: Modes | None = None,
) -> Charge:
    """Whether and where to a creature may charge a target (rules 3.12).

    Args:
        battle_map: the map.
        charger: who charges, from where it stands.
        target: whom.
        ruleset: by which rules.
        speed: the charger's speed in feet, before conditions halve it (rules 3.2).
        modes: its speeds by mode of movement (rules 3.10), the greatest of them `speed`; None where kinds of
            ground are not asked about. Nobody charges climbing, burrowing, or by skill alone.
    """
    if (hampered := _hampered(charger, ruleset)) is not None:
        return Charge((), (), hampered)
    apart, closest = _closest_positions(battle_map, charger, target, ruleset, modes)
    feet, most = apart * FEET_PER_SQUARE, speed * ruleset.charge.speeds >> len(slowing(charger, ruleset))
    arguments = {"charger": charger.title, "target": target.title, "feet": feet, "most": most}
    arguments["least"] = ruleset.charge.least_feet
    if not closest:
        return Charge(
            (), (), Reason("No charge: {charger} can attack {target} from nowhere", "3.12", arguments)
        )
    if feet < ruleset.charge.least_feet:
        reason = Reason("No charge: only {feet} ft to go, at least {least} are needed", "3.12", arguments)
        return Charge((), tuple(closest), reason)
    if feet > most:
        reason = Reason("No charge: {feet} ft to go, {most} at most", "3.12", arguments)
        return Charge((), tuple(closest), reason)
    in_the_way = {end: _in_the_lane(battle_map, charger, ruleset, end, modes) for end in closest}
    ends = tuple(end for end, what in in_the_way.items() if what is None)
    blocked = tuple(end for end in closest if end not in ends)
    lanes = tuple((end, _lane_reason(what)) for end, what in in_the_way.items())
    if not ends:
        arguments["what"] = str(in_the_way[closest[0]])
        reason = Reason("No charge: {what} is in the lane of {feet} ft", "3.12", arguments)
        return Charge((), blocked, reason, lanes)
    return Charge(ends, blocked, Reason("Charge: {feet} ft down a clear lane", "3.12", arguments), lanes)


def _hampered(charger: Creature, ruleset: Ruleset) -> Reason | None:
    """Why it cannot charge whatever the map; None where it can."""
    slowed_by = slowing(charger, ruleset)
    if slowed_by and ruleset.movement.slowed_is_hampered:
        return Reason("No charge: {condition}, it moves at half speed", "3.12", {"condition": slowed_by[0]})
    return None


def _lane_reason(what: str | None) -> Reason:
    if what is None:
        return Reason("The lane to here is clear", "3.12")
    return Reason("{what} is in the lane to here", "3.12", {"what": what})


def _closest_positions(
    battle_map: BattleMap, charger: Creature, target: Creature, ruleset: Ruleset, modes: Modes | None
) -> tuple[int, list[Square]]:
    """The distance in squares to the closest positions to attack from, and these, by y, then x."""
    found = attack_positions(battle_map, charger, target, ruleset, modes)
    if not found:
        return 0, []
    x, y = np.array(found, np.int64).T
    apart = offsets_apart(x - charger.at.x, y - charger.at.y, ruleset.metric)
    nearest = apart == apart.min()
    return int(apart.min()), [Square(*at) for at in np.column_stack([x, y])[nearest].tolist()]


def _in_the_lane(
    battle_map: BattleMap, charger: Creature, ruleset: Ruleset, end: Square, modes: Modes | None
) -> str | None:
    """What is in the inside of the lane to a position; None where it is clear."""
    lane = Lane(charger.at, end, side(charger, ruleset))
    inside = lane.squares((battle_map.height, battle_map.width))
    for x, y in space(charger, ruleset):
        if battle_map.contains(Square(x, y)):
            inside[y, x] = False
    terrain = battle_map.terrain
    for name, grid in (
        ("blocked ground", terrain.blocked),
        ("difficult ground", terrain.difficult),
        ("impeded ground", terrain.impeded),
    ):
        if np.any(inside & (grid != 0)):
            return name
    if modes is not None and (kind := _out_of_its_element(battle_map, charger, ruleset, inside, modes)):
        return kind
    for other in battle_map.creatures:
        barring = other.id != charger.id and not other.has(*HELPLESS)
        if barring and levels_overlap(charger, other, ruleset) and _stands_in(inside, other, ruleset):
            return other.title
    for wall in battle_map.walls:
        if (wall.stops_movement or wall.is_obstacle) and lane.holds_wall(wall):
            return f"a {wall.kind}"
    return None


_OUT_OF_ITS_ELEMENT: Mapping[GroundKind, str] = MappingProxyType(
    {
        GroundKind.GROUND: "ground that it cannot walk on so far",
        GroundKind.WATER: "water that it cannot swim so far",
        GroundKind.AIR: "a gap that it cannot fly over so far",
        GroundKind.CLIFF: "a cliff, where nobody charges without wings,",
        GroundKind.EARTH: "earth, where nobody charges,",
    }
)


def _out_of_its_element(
    battle_map: BattleMap, charger: Creature, ruleset: Ruleset, inside: Mask, modes: Modes
) -> str | None:
    """Ground in the lane farther off than the mode for it covers (rules 3.10); None without such ground."""
    shape = (battle_map.height, battle_map.width)
    feet = FEET_PER_SQUARE * box_distances(creature_box(charger, ruleset), shape, ruleset.metric)
    halvings = len(slowing(charger, ruleset))
    full_tilt = multiplied(at_full_tilt(modes), ruleset.charge.speeds)
    able = {mode: most >> halvings for mode, most in full_tilt.items()}
    for kind, words in _OUT_OF_ITS_ELEMENT.items():
        of_kind = inside & (battle_map.terrain.ground == kind)
        if np.any(of_kind & (feet > best_feet(kind, able))):
            return words
    return None


def _stands_in(inside: Mask, creature: Creature, ruleset: Ruleset) -> bool:
    x, y = creature.at
    last = side(creature, ruleset)
    return bool(np.any(inside[max(0, y) : y + last, max(0, x) : x + last]))
