"""What is known of a creature's move while the hand drags it: its way, the cost, and who may strike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from gridmap.app.tools.guides import Badge, Frame, Guide, Marks
from gridmap.app.words import cost_text, reason_text
from gridmap.model import BattleMap, Creature, Point, Square
from gridmap.overlays.way import way_marks
from gridmap.rules.modes import Mode
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset
from gridmap.rules.safe_path import UnwantedError
from gridmap.rules.space import side
from gridmap.rules.ways import Action, Way, Ways

_MOST_NAMES = 4
_SMALL = 0.12
"""Of a waypoint's mark: so far from the middle of the space, in squares."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("play", text)


class Safest(NamedTuple):
    """What takes its time to find.

    Attributes:
        way: the way with the fewest strikes, None for none.
        withdraws: whether the creature may withdraw there and nobody may strike.
    """

    way: Way | None
    withdraws: bool


class PlayMove:
    """A creature picked up: where it was, over which waypoints it goes, and to where.

    Attributes:
        waypoints: positions that the way goes over.
        to: the position that it is held over.
        way: the cheapest way there, None where there is none.
        safest: the one with the fewest strikes, where another one.
        why_not: why there is no way, None where there is one.
        withdraws: whether it may withdraw there and nobody may strike.
        dropped: whether it is no longer in the hand.
    """

    def __init__(
        self, battle_map: BattleMap, creature: Creature, ruleset: Ruleset, mode: Mode | None, *, safe: bool
    ) -> None:
        self._battle_map, self._creature, self._ruleset = battle_map, creature, ruleset
        self._ways = Ways(battle_map, creature, ruleset, mode)
        self._safe = safe
        self.waypoints: tuple[Square, ...] = ()
        self.to = creature.at
        self.way: Way | None = None
        self.safest: Way | None = None
        self.why_not: Reason | None = None
        self.withdraws = False
        self.dropped = False
        self._guides: tuple[Guide, ...] | None = None
        self.unsure = False
        """Whether a safest way is still to be looked for."""

    def hold(self, at: Square) -> None:
        """The hand holds it over a position."""
        if at != self.to:
            self.to = at
            self._find()

    def holds_over(self, square: Square) -> bool:
        """Whether a square is in the space where the creature is held."""
        count = side(self._creature, self._ruleset)
        return 0 <= square.x - self.to.x < count and 0 <= square.y - self.to.y < count

    def add_waypoint(self) -> None:
        """Go over where it is held now."""
        last = self.waypoints[-1] if self.waypoints else self._creature.at
        if self.to != last:
            self.waypoints = (*self.waypoints, self.to)
            self._find()

    def drop_waypoint(self) -> bool:
        """Forget the last waypoint; False where there is none."""
        if not self.waypoints:
            return False
        self.waypoints = self.waypoints[:-1]
        self._find()
        return True

    def find_safest(self) -> Callable[[], Safest | None]:
        """What looks for the way with the fewest strikes, in another thread: it may take its time.

        `take_safest` wants the answer, with the stops that hold now; None where the creature was held
        elsewhere before there was one.
        """
        battle_map, creature, ruleset, mode = self._battle_map, self._creature, self._ruleset, self._ways.mode
        stops = self.stops

        def unwanted() -> bool:
            return self.dropped or self.stops != stops

        # Ways of its own: those of the hand go on being asked meanwhile.

        def find() -> Safest | None:
            ways = Ways(battle_map, creature, ruleset, mode)
            try:
                way = ways.safest(stops, unwanted)
            except UnwantedError:
                return None
            return Safest(way, len(stops) == 1 and ways.withdraws_unharmed(stops[-1]))

        return find

    def take_safest(self, stops: tuple[Square, ...], found: Safest | None) -> bool:
        """Show the safest way over these stops; False where the creature is held elsewhere by now."""
        if found is None or stops != self.stops:
            return False
        self.unsure, self._guides = False, None
        self.withdraws = found.withdraws
        if found.way is not None and self.way is not None and found.way.path != self.way.path:
            self.safest = found.way
        return True

    @property
    def stops(self) -> tuple[Square, ...]:
        """The positions that the way goes over, the one it is held over last."""
        last = self.waypoints[-1] if self.waypoints else None
        return self.waypoints if last == self.to else (*self.waypoints, self.to)

    def _find(self) -> None:
        self.way = self._ways.to(self.stops)
        self.why_not = self._ways.why_not(self.stops) if self.way is None else None
        self.safest = self._guides = None
        self.withdraws = False
        self.unsure = self._safe and bool(self.way and self.way.strikes)

    @property
    def _turn(self) -> int:
        """What a turn's movement pays."""
        feet = self._ruleset.movement.currency is Currency.FEET
        return self._ways.speed * (2 if feet else 1)

    def guides(self) -> tuple[Guide, ...]:
        """The way with its marks, its waypoints, and what it comes to; the same until something changes."""
        if self._guides is None:
            self._guides = self._drawn()
        return self._guides

    def _drawn(self) -> tuple[Guide, ...]:
        count = side(self._creature, self._ruleset)
        guides: list[Guide] = [Frame.of_block(self._creature.at, count, faint=True)]
        for way, is_safe in ((self.way, False), (self.safest, True)):
            if way is not None:
                marks = way_marks(
                    self._battle_map, self._ruleset, self._creature, way, self._turn, safe=is_safe
                )
                guides.append(Marks(marks))
        half = count / 2
        guides += [
            Frame(x + half - _SMALL, y + half - _SMALL, x + half + _SMALL, y + half + _SMALL)
            for x, y in self.waypoints
        ]
        if self.way is None and self.to != self._creature.at:
            guides.append(Frame(self.to.x, self.to.y, self.to.x + count, self.to.y + count, wrong=True))
        corner = Point(self.to.x + count, self.to.y + count)
        return (*guides, Badge(corner, "\n".join(self.lines())))

    def lines(self) -> tuple[str, ...]:
        """What the move comes to, line by line."""
        if self.way is None:
            if self.why_not is None:
                return (_tr("Put back"),)
            return (
                _tr("Cannot get there: {why}").format(why=_small(reason_text(self.why_not))),
                _tr("Let go to put it there all the same."),
            )
        way = self.way
        lines = [f"{cost_text(way.spent, self._ruleset)} · {self._action_words(way.action)}"]
        lines += strike_lines(self._battle_map, way)
        if way.is_five_foot_step and way.strikes:
            lines.append(_tr("As a 5-foot step: nobody may strike"))
        if self.withdraws and not way.is_five_foot_step:
            lines.append(_tr("Withdrawing there: nobody may strike"))
        if way.hazards:
            lines.append(_tr("Through a hazard"))
        if self.safest is not None:
            lines.append(
                _tr("Safest way: {cost}, {strikes}").format(
                    cost=cost_text(self.safest.spent, self._ruleset),
                    strikes=_count(self._battle_map, self.safest),
                )
            )
        elif way.strikes and self._safe and not self.unsure and way.action is not Action.LONGER:
            lines.append(_tr("No way this turn has fewer strikes."))
        return tuple(lines)

    def _action_words(self, action: Action) -> str:
        speed = self._ways.speed
        words = {
            Action.MOVE: _tr("move action ({speed} ft)"),
            Action.DOUBLE: _tr("double move ({double} ft)"),
            Action.ADVANCE: _tr("advance ({speed} Movement)"),
            Action.DASH: _tr("dash ({speed} Movement)"),
            Action.RUN: _tr("run ({speed} Movement)"),
            Action.LONGER: _tr("more than this turn"),
        }
        return words[action].format(speed=speed, double=2 * speed)


def strike_lines(battle_map: BattleMap, way: Way) -> list[str]:
    """Who may strike along a way, in a line; nothing where nobody may."""
    if not way.strikes:
        return []
    return [_tr("May strike: {names}").format(names=_few(_names(battle_map, way)))]


def _count(battle_map: BattleMap, way: Way) -> str:
    if not way.strikes:
        return _tr("nobody may strike")
    return _tr("{names} may strike").format(names=_few(_names(battle_map, way)))


def _names(battle_map: BattleMap, way: Way) -> list[str]:
    return [battle_map.creature(strike.enemy).title for strike in way.strikes]


def _few(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    words = ", ".join(names[:_MOST_NAMES])
    return _tr("{names} and {more} more").format(names=words, more=more) if more > 0 else words


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]
