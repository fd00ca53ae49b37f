"""What a whole team threatens, and where any of it can go (rules 3, 4)."""

from __future__ import annotations

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.overlays.overlay import LegendEntry, Overlay, Role, Squares
from gridmap.rules.reach import threat_reason, threatened_by_each
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset
from gridmap.rules.spaces import THREATENS_NOTHING
from gridmap.rules.ways import Action, Ways


def reach_overlay(battle_map: BattleMap, ruleset: Ruleset, team: str) -> Overlay:
    """Every square that anyone of a team threatens."""
    members = [one for one in _members(battle_map, team) if not one.has(*THREATENS_NOTHING)]
    masks = threatened_by_each(battle_map, members, ruleset)
    together = np.zeros(battle_map.terrain.shape, np.bool_)
    for mask in masks:
        together |= mask

    def reason_at(square: Square) -> Reason | None:
        if not battle_map.contains(square):
            return None
        who = [one for one, mask in zip(members, masks, strict=True) if mask[square.y, square.x]]
        if len(who) < 2:
            return threat_reason(battle_map, who[0], ruleset, square) if who else None
        return Reason("Threatened by {names}", "4.1", {"names": ", ".join(one.title for one in who)})

    entry = LegendEntry(
        Role.THREATENED,
        "Threatened by {team}: {count} squares",
        {"team": _title(team), "count": int(together.sum())},
    )
    return Overlay(f"reach-of:{team}", (Squares(together, Role.THREATENED),), (entry,), reason_at)


def movement_overlay(battle_map: BattleMap, ruleset: Ruleset, team: str) -> Overlay:
    """Every square that anyone of a team can be in after a move action, or after a double move."""
    movement = ruleset.movement.currency is Currency.MOVEMENT
    actions = (Action.ADVANCE, Action.DASH) if movement else (Action.MOVE, Action.DOUBLE)
    shape = battle_map.terrain.shape
    near, far = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    everyone = [(one, Ways(battle_map, one, ruleset)) for one in _members(battle_map, team)]
    for _, ways in everyone:
        near |= ways.stops(actions[0])
        far |= ways.stops(actions[1])
    far &= ~near

    def reason_at(square: Square) -> Reason | None:
        if not battle_map.contains(square):
            return None
        for words, action in (
            ("{names} can end a move action here", actions[0]),
            ("{names} can end a double move here", actions[1]),
        ):
            names = [one.title for one, ways in everyone if ways.stops(action)[square.y, square.x]]
            if names:
                return Reason(words, "3.9", {"names": ", ".join(names)})
        return None

    words = ("Advance of {team}", "Dash of {team}")
    if not movement:
        words = ("Move action of anyone of {team}", "Double move of anyone of {team}")
    legend = (
        LegendEntry(Role.MOVE_ACTION, words[0], {"team": _title(team)}),
        LegendEntry(Role.DOUBLE_MOVE, words[1], {"team": _title(team)}),
    )
    marks = (Squares(near, Role.MOVE_ACTION), Squares(far, Role.DOUBLE_MOVE))
    notice = Reason("Places are top-left squares of each space", "1.2")
    return Overlay(f"movement-of:{team}", marks, legend, reason_at, notice)


def _members(battle_map: BattleMap, team: str) -> list[Creature]:
    return [creature for creature in battle_map.creatures if creature.team == team]


def _title(team: str) -> str:
    return team or "neutral"
