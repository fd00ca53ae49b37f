"""Where a creature stands only squeezed, and which squares it takes there (rules 3.8)."""

from __future__ import annotations

from dataclasses import dataclass

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, BoolGrid, Frame
from gridmap.rules.footing import Footing, footing
from gridmap.rules.ground import ground
from gridmap.rules.modes import Modes, habitable
from gridmap.rules.mover import Mover
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset


@dataclass(frozen=True, eq=False)
class Squeezes:
    """The positions of a map in which a creature is squeezed.

    Attributes:
        mover: who squeezes.
        fits: where it fits at all.
        there: where it can be by its modes of movement.
    """

    mover: Mover
    fits: Footing
    there: Board

    @property
    def positions(self) -> BoolGrid:
        """``(height, width) bool``: positions where it fits only squeezed."""
        return self.fits.frame.grid(self.fits.squeezed & self.there)

    def occupied(self, at: Square) -> tuple[Square, ...]:
        """The squares that it occupies at a position, row by row; none where it does not fit."""
        if not self.fits.any & self.fits.frame.bit(at):
            return ()
        return tuple(
            Square(at.x + i, at.y + j)
            for j, row in enumerate(self.fits.occupied(at))
            for i, here in enumerate(row)
            if here
        )

    def reason(self, at: Square) -> Reason | None:
        """Why it is squeezed at a position; None where it is not."""
        if not self.fits.squeezed & self.there & self.fits.frame.bit(at):
            return None
        side, free = self.mover.squeezing_body.side, len(self.occupied(at))
        arguments = {"free": free, "all": side * side, "width": self.mover.squeezing_body.strip}
        return Reason(
            "squeezed: strips {width} wide leave it {free} of its {all} squares; attacks and AC −4",
            "3.8",
            arguments,
        )


def squeezes(
    battle_map: BattleMap, creature: Creature, ruleset: Ruleset, modes: Modes | None = None
) -> Squeezes:
    """Where on the map a creature would stand squeezed, whoever else is there.

    With `modes`, feet by mode of movement (rules 3.10), not where it could not be at all.
    """
    mover = Mover(battle_map, creature, ruleset)
    frame = Frame(0, 0, battle_map.width, battle_map.height)
    fits = footing(ground(battle_map, frame), mover.squeezing_body)
    there = fits.any if modes is None else habitable(battle_map, fits, modes)
    return Squeezes(mover, fits, there)
