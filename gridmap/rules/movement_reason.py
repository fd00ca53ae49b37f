"""Why a position costs what it does, and why a creature cannot end somewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from gridmap.model.square import Square
from gridmap.model.terrain import GroundKind
from gridmap.rules.bitboard import Frame
from gridmap.rules.footing import footing
from gridmap.rules.ground import ground
from gridmap.rules.modes import ModesField, best_feet, habitable
from gridmap.rules.movement_path import Taken
from gridmap.rules.mover import Mover
from gridmap.rules.passing import who_bars
from gridmap.rules.reason import Reason
from gridmap.rules.receipt import paid, receipt_of
from gridmap.rules.rounds import RoundsField
from gridmap.rules.ruleset import Currency, Ruleset

NO_WAY = "there is no way to it"


def receipt(mover: Mover, steps: Sequence[Taken]) -> Reason:
    """What a way costs, by the kinds of its steps."""
    return receipt_of(mover, paid(steps)).reason


def rounds_reason(field: RoundsField, square: Square, whole: int, ruleset: Ruleset) -> Reason | None:
    """In which round a creature can end at a position; None where it gets to in none of them.

    Args:
        field: its rounds.
        square: the position.
        whole: what a round's movement is.
        ruleset: by which rules.
    """
    number, spent = int(field.round[square.y, square.x]), int(field.feet[square.y, square.x])
    if number < 0:
        return None
    if number == 0:
        return Reason("0: it stands here", "3.9")
    unit = "Movement" if ruleset.movement.currency is Currency.MOVEMENT else "ft"
    arguments = {"round": number, "spent": spent, "whole": whole, "unit": unit}
    return Reason("round {round}, with {spent} of its {whole} {unit} spent", "3.9", arguments)


def why_not(mover: Mover, square: Square, *, reached: bool, budget: int | None) -> Reason:
    """Why a creature cannot end at a position of the map."""
    side = mover.body.side
    battle_map = mover.battle_map
    frame = Frame(square.x, square.y, side, side)
    here = ground(battle_map, frame)
    bit = frame.bit(square)
    if here.on_map != frame.everything:
        return Reason("its space would stick out over the map's edge", "3.1")
    if here.walls is not None and here.walls.inside_spaces(side, frame) & bit:
        return Reason("a wall runs through its space there", "2.4")
    fits = footing(here, mover.body)
    if not fits.any & bit:
        if side == 1:
            return Reason("blocked", "3.1")
        if footing(here, mover.squeezing_body).any & bit:
            return Reason("blocked, unless it squeezes", "3.8")
        return Reason("blocked: no free strip {width} wide to squeeze through", "3.8", _width(mover))
    occupied = fits.occupied(square)
    squares = {Square(square.x + i, square.y + j) for j in range(side) for i in range(side) if occupied[j][i]}
    other = who_bars(battle_map, mover.creature, mover.ruleset, squares)
    if other is not None and not mover.creature.is_ally_of(other):
        return Reason("occupied by an opponent, {name}: neither pass nor stop", "3.7", {"name": other.title})
    if other is not None and reached:
        return Reason("occupied by an ally, {name}: pass, not stop", "3.7", {"name": other.title})
    if any(battle_map.terrain.impeded[y, x] for x, y in squares):
        return Reason("impeded: a step takes a full round", "3.6")
    if budget is None:
        return Reason(NO_WAY, "3.1")
    unit = "Movement" if _counts_movement(mover) else "ft"
    return Reason(
        "out of reach: no way within the budget of {budget} {unit}", "3.9", {"budget": budget, "unit": unit}
    )


_OUT_OF_ITS_ELEMENT: Mapping[GroundKind, str] = MappingProxyType(
    {
        GroundKind.GROUND: "it has no speed to walk there",
        GroundKind.WATER: "water: it has no speed to swim there, and cannot try",
        GroundKind.AIR: "a gap: it cannot fly",
        GroundKind.CLIFF: "a cliff: it has no speed to climb there, and cannot try",
        GroundKind.EARTH: "earth: it cannot burrow",
    }
)


def why_not_by_modes(field: ModesField, square: Square) -> Reason:
    """Why a creature cannot end at a position of the map by its modes of movement."""
    walk = field.walk
    mover, (x, y) = walk.mover, square
    reached = bool(walk.feet[y, x] >= 0)
    why = why_not(mover, square, reached=reached, budget=max(field.modes.values(), default=0))
    if why.rule != "3.9":
        return why
    side = mover.body.side
    kinds = mover.battle_map.terrain.ground[y : y + side, x : x + side]
    fits = footing(ground(mover.battle_map, Frame(x, y, side, side)), mover.body)
    occupied = np.array(fits.occupied(square))
    if habitable(mover.battle_map, fits, field.modes):
        return why
    for kind, words in _OUT_OF_ITS_ELEMENT.items():
        if (occupied & (kinds == kind)).any() and not best_feet(kind, field.modes):
            return Reason(words, "3.10")
    return why


def _width(mover: Mover) -> dict[str, object]:
    return {"width": mover.squeezing_body.strip}


def _counts_movement(mover: Mover) -> bool:
    return mover.ruleset.movement.currency is Currency.MOVEMENT
