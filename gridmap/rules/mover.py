"""One creature about to move: its body, its start, and the compiled steps round it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.rules.bitboard import Board, Frame, without
from gridmap.rules.footing import Body, Footing, footing, standing
from gridmap.rules.ground import Ground, ground
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.passing import Crowd, crowd
from gridmap.rules.ruleset import Ruleset, TerrainCost
from gridmap.rules.space import side, strip
from gridmap.rules.step import Direction, KindBoards, Steps, steps
from gridmap.rules.step_masks import StepMasks
from gridmap.rules.tariff import Tariff, tariff, weighed


@dataclass(frozen=True, eq=False)
class Room:
    """What is to know about a mover in one frame.

    Attributes:
        frame: the squares looked at.
        footing: positions that fit.
        enterable: those of them that no opponent bars.
        stoppable: those of them that nobody bars.
        ground: what the squares are.
        barred: squares that opponents bar.
        terrain_cost: which squares set the factor of a step (rules 3.2).
    """

    frame: Frame
    footing: Footing
    enterable: Board
    stoppable: Board
    ground: Ground
    barred: Board
    terrain_cost: TerrainCost

    @cached_property
    def steps(self) -> Steps:
        """Every legal step between them, worked out when it is first asked for."""
        return steps(self.ground, self.footing, self.footing, self.barred, self.terrain_cost)


_rooms: IdentityCache[Room] = IdentityCache(8)
_masks: IdentityCache[StepMasks] = IdentityCache(8)


@dataclass(frozen=True, eq=False)
class Mover:
    """A creature that asks where it can go.

    Attributes:
        battle_map: the map.
        creature: who moves, from where it stands.
        ruleset: by which rules.
        squeeze: whether it may squeeze (rules 3.8).
    """

    battle_map: BattleMap
    creature: Creature
    ruleset: Ruleset
    squeeze: bool = True

    @cached_property
    def body(self) -> Body:
        """The room that it takes on its way."""
        squeezing = self.squeezing_body
        return squeezing if self.squeeze else Body(squeezing.side, squeezing.side)

    @cached_property
    def squeezing_body(self) -> Body:
        """The room that it takes where it squeezes."""
        return Body(side(self.creature, self.ruleset), strip(self.creature, self.ruleset))

    @cached_property
    def price(self) -> Tariff:
        """What its steps weigh."""
        return tariff(self.creature, self.ruleset)

    def frame(self, steps: int) -> Frame:
        """The part of the map that it can get to in so many steps."""
        x, y = self.creature.at
        width, height = self.battle_map.width, self.battle_map.height
        left, top = min(max(x - steps, 0), width - 1), min(max(y - steps, 0), height - 1)
        right = min(max(x + steps + self.body.side, left + 1), width)
        bottom = min(max(y + steps + self.body.side, top + 1), height)
        return Frame(left, top, right - left, bottom - top)

    def room(self, frame: Frame) -> Room:
        """Where it fits and steps in a frame, remembered until the map's parts change."""
        here = ground(self.battle_map, frame)
        others = crowd(self.battle_map, self.creature, self.ruleset, frame)
        terrain_cost = self.ruleset.movement.terrain_cost

        def make() -> Room:
            return _room(here, footing(here, self.body), others, terrain_cost)

        return _rooms.get((here,), make, self.body, others, terrain_cost)

    def step_masks(self, room: Room, *, carried: bool = False) -> StepMasks:
        """A room's steps with their weights."""
        price = tariff(self.creature, self.ruleset, carried=carried)

        def make() -> StepMasks:
            steps = weighed(room.steps.into, price)
            return StepMasks(steps, room.frame, room.footing.any, alike=price.diagonals_alike)

        return _masks.get((room,), make, price)

    def stands_in(self, room: Room) -> bool:
        """Whether its own position is one like any other in this room."""
        return bool(room.footing.any & room.frame.bit(self.creature.at))

    @cached_property
    def own(self) -> Footing:
        """Its own position alone, in a small frame round it; it always counts (rules 3.8)."""
        return standing(self._near, self.creature.at, self.squeezing_body)

    @cached_property
    def first_steps(self) -> tuple[Frame, Steps]:
        """The steps from its own position alone: for one that stands where it could not step to."""
        others = crowd(self.battle_map, self.creature, self.ruleset, self._near.frame)
        terrain_cost = self.ruleset.movement.terrain_cost
        fits = footing(self._near, self.body)
        return self._near.frame, steps(self._near, self.own, fits, others.opponents, terrain_cost)

    @cached_property
    def _near(self) -> Ground:
        x, y = self.creature.at
        size = self.body.side + 4
        return ground(self.battle_map, Frame(x - 2, y - 2, size, size))


def _room(here: Ground, fits: Footing, others: Crowd, terrain_cost: TerrainCost) -> Room:
    enterable = without(fits.any, fits.occupying(others.opponents))
    stoppable = without(fits.any, fits.occupying(others.anyone))
    return Room(here.frame, fits, enterable, stoppable, here, others.opponents, terrain_cost)


def relocated(
    boards: Mapping[Direction, KindBoards], one: Frame, other: Frame
) -> dict[Direction, KindBoards]:
    """A few steps of one frame as steps of another; those that end outside are left out."""
    return {
        direction: tuple((kind, relocated_board(board, one, other)) for kind, board in kinds)
        for direction, kinds in boards.items()
    }


def relocated_board(board: Board, one: Frame, other: Frame) -> Board:
    """A board of few squares of one frame as a board of another."""
    found = 0
    while board:
        lowest = board & -board
        found |= other.bit(one.square(lowest.bit_length() - 1))
        board ^= lowest
    return found
