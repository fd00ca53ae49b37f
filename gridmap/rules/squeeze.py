"""Where a creature stands only squeezed, and which squares it takes there (rules 3.8)."""

from __future__ import annotations

from dataclasses import dataclass

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import BoolGrid, Frame
from gridmap.rules.footing import Footing, footing
from gridmap.rules.ground import ground
from gridmap.rules.mover import Mover
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset


@dataclass(frozen=True, eq=False)
class Squeezes:
    """The positions of a map in which a creature is squeezed.

    Attributes:
        mover: who squeezes.
        fits: where it fits at all.
    """

    mover: Mover
    fits: Footing

    @property
    def positions(self) -> BoolGrid:
        """``(height, width) bool``: positions where it fits only squeezed."""
        return self.fits.frame.grid(self.fits.squeezed)

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
        if not self.fits.squeezed & self.fits.frame.bit(at):
            return None
        side, free = self.mover.squeezing_body.side, len(self.occupied(at))
        arguments = {"free": free, "all": side * side, "width": self.mover.squeezing_body.strip}
        return Reason(
            "squeezed: strips {width} wide leave it {free} of its {all} squares; attacks and AC −4",
            "3.8",
            arguments,
        )


def squeezes(battle_map: BattleMap, creature: Creature, ruleset: Ruleset) -> Squeezes:
    """Where on the map a creature would stand squeezed, whoever else is there."""
    mover = Mover(battle_map, creature, ruleset)
    frame = Frame(0, 0, battle_map.width, battle_map.height)
    return Squeezes(mover, footing(ground(battle_map, frame), mover.squeezing_body))
