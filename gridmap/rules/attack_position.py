"""Where a creature may stand to attack another (rules 3.7, 3.12, 4.1)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.bitboard import Board, Frame, any_in_space
from gridmap.rules.fan import seen_from_squares
from gridmap.rules.footing import footing
from gridmap.rules.ground import ground
from gridmap.rules.metric import creature_box
from gridmap.rules.modes import Modes, habitable
from gridmap.rules.mover import Mover
from gridmap.rules.passing import crowd
from gridmap.rules.provoke import rise
from gridmap.rules.reach import in_reach
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import reach, side, space
from gridmap.rules.spaces import THREATENS_NOTHING
from gridmap.rules.stoppers import Mask, stoppers


def positions_near(
    battle_map: BattleMap, attacker: Creature, target: Creature, ruleset: Ruleset
) -> Iterator[Square]:
    """Positions near enough to the target at which the attacker may stop."""
    frame = _near(battle_map, attacker, target, ruleset)
    yield from _squares(_stoppable(battle_map, attacker, ruleset, frame), frame)


def attack_positions(
    battle_map: BattleMap,
    attacker: Creature,
    target: Creature,
    ruleset: Ruleset,
    modes: Modes | None = None,
) -> tuple[Square, ...]:
    """Positions at which the attacker may stop and would threaten the target, sorted by y, then x.

    All are looked at together: for each of the target's squares, the positions within reach of it, and those
    whose space has a line of effect to it (which goes both ways). With `modes`, feet by mode of movement,
    not where it could not be at all.
    """
    if attacker.has(*THREATENS_NOTHING):
        return ()
    frame = _near(battle_map, attacker, target, ruleset)
    stoppable = _stoppable(battle_map, attacker, ruleset, frame, modes)
    own, found = side(attacker, ruleset), 0
    stop = stoppers(battle_map).cut(frame.left, frame.top, frame.columns, frame.rows)
    for square in space(target, ruleset):
        if battle_map.contains(square) and not battle_map.terrain.blocked[square.y, square.x]:
            reaching = _board(_reaching(attacker, target, ruleset, frame, square), frame) & stoppable
            if reaching & ~found:
                seen = seen_from_squares(stop, (Square(square.x - frame.left, square.y - frame.top),))
                found |= reaching & any_in_space(_board(seen, frame), own, own, frame)
    return tuple(_squares(found, frame))


def _near(battle_map: BattleMap, attacker: Creature, target: Creature, ruleset: Ruleset) -> Frame:
    """The part of the map in which all such positions lie, and all lines from them to the target."""
    own, theirs = side(attacker, ruleset), side(target, ruleset)
    margin = reach(attacker, ruleset).at_most // FEET_PER_SQUARE + own
    left, top = max(0, target.at.x - margin), max(0, target.at.y - margin)
    right = min(battle_map.width, target.at.x + theirs + margin + own)
    bottom = min(battle_map.height, target.at.y + theirs + margin + own)
    return Frame(left, top, right - left, bottom - top)


def _stoppable(
    battle_map: BattleMap, attacker: Creature, ruleset: Ruleset, frame: Frame, modes: Modes | None = None
) -> Board:
    """Positions of a frame at which the attacker may stop."""
    fits = footing(ground(battle_map, frame), Mover(battle_map, attacker, ruleset).body)
    there = fits.any if modes is None else habitable(battle_map, fits, modes)
    return there & ~fits.occupying(crowd(battle_map, attacker, ruleset, frame).anyone)


def _reaching(attacker: Creature, target: Creature, ruleset: Ruleset, frame: Frame, square: Square) -> Mask:
    """Positions of a frame from which a square of the target's is within reach: ``(rows, columns) bool``."""
    own = side(attacker, ruleset)
    x, y = np.arange(frame.left, frame.left + frame.columns), np.arange(frame.top, frame.top + frame.rows)
    across = np.maximum(0, np.maximum(x - square.x, square.x - (x + own - 1)))
    down = np.maximum(0, np.maximum(y - square.y, square.y - (y + own - 1)))
    up = rise(creature_box(attacker, ruleset), creature_box(target, ruleset))
    return in_reach(ruleset, reach(attacker, ruleset), across[np.newaxis, :], down[:, np.newaxis], up)


def _board(grid: Mask, frame: Frame) -> Board:
    return frame.board(np.pad(grid, ((0, 0), (0, 1))))


def _squares(board: Board, frame: Frame) -> Iterator[Square]:
    for row, column in np.argwhere(frame.grid(board)).tolist():
        yield Square(frame.left + column, frame.top + row)
