"""The cheapest way to a place, the safest beside it, and where each enemy may strike (rules 3, 4.3)."""

from __future__ import annotations

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Point, Square
from gridmap.overlays.overlay import Label, LegendEntry, Mark, Overlay, Role, Segments, Squares
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset
from gridmap.rules.safe_path import Route, routes
from gridmap.rules.space import side
from gridmap.rules.ways import walking_speed


def overlay(battle_map: BattleMap, ruleset: Ruleset, creature: Creature, to: Square) -> Overlay:
    """Both ways of one double move (soulweaver: of its Movement) to a position where the creature may end."""
    feet = ruleset.movement.currency is Currency.FEET
    speed = walking_speed(creature)
    answer = routes(battle_map, creature, ruleset, 2 * speed if feet else speed, to)
    half = side(creature, ruleset) / 2
    marks: list[Mark] = []
    legend: list[LegendEntry] = []
    cheapest, safest = answer.cheapest, answer.safest
    unit = "ft" if feet else "Movement"
    if cheapest is not None:
        marks += _way(cheapest, Role.PATH, half, battle_map)
        legend.append(_entry(Role.PATH, "Cheapest way: {spent} {unit}, {count} strikes", cheapest, unit))
    if safest is not None and cheapest is not None and safest.path != cheapest.path:
        marks += _way(safest, Role.SAFE_PATH, half, battle_map)
        template = "Safest way: {spent} {unit}, {count} strikes"
        legend.append(_entry(Role.SAFE_PATH, template, safest, unit))
    if any(route is not None and route.strikes for route in (cheapest, safest)):
        legend.append(LegendEntry(Role.PROVOKES, "Leaving here provokes"))
    why = {
        strike.left: strike.reason
        for route in (safest, cheapest)
        if route is not None
        for strike in route.strikes
    }

    def reason_at(square: Square) -> Reason | None:
        return why.get(square, answer.reason if square == to else None)

    name = f"path:{creature.id}:{to.x},{to.y}"
    return Overlay(name, tuple(marks), tuple(legend), reason_at, answer.reason)


def _way(route: Route, role: Role, half: float, battle_map: BattleMap) -> list[Mark]:
    """Lines from middle to middle of the space, what is spent at the end, and where it provokes."""
    middles = np.array(route.path, np.float64) + half
    ends = np.stack([middles[:-1], middles[1:]], axis=1)
    marks: list[Mark] = [Segments(ends, role)]
    left = np.zeros(battle_map.terrain.shape, np.bool_)
    for strike in route.strikes:
        left[strike.left.y, strike.left.x] = True
    if left.any():
        marks.insert(0, Squares(left, Role.PROVOKES))
    x, y = middles[-1]
    marks.append(Label(Point(float(x), float(y)), "{spent}", role, {"spent": route.spent[-1]}))
    return marks


def _entry(role: Role, template: str, route: Route, unit: str) -> LegendEntry:
    count = len(route.strikes)
    if count == 1:
        template = template.replace("{count} strikes", "1 strike")
    return LegendEntry(role, template, {"spent": route.spent[-1], "unit": unit, "count": count})
