"""The overlays of the map shown, kept up to date while the hand drags and paints.

An overlay that is quick to work out is there with the very frame that shows the edit. One that took long the
last time, and on a large map one that was never asked for, is worked out in another thread, so that the hand
never waits; its old answer stays meanwhile.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from gridmap.app.background import Background
from gridmap.app.document import Document
from gridmap.app.questions import Questions
from gridmap.app.rulesets import ruleset_called, ruleset_of
from gridmap.app.selection import Selection
from gridmap.app.words import reason_text
from gridmap.model import BattleMap, Square
from gridmap.model.players import in_players_ids, players_ids
from gridmap.overlays.overlay import Overlay
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import sides

QUICK_SECONDS = 0.008
REMEMBERED_SECONDS = 0.0005
LARGE_SQUARES = 100_000
"""On a map with more squares the first answer of a kind does not hold the window up either."""
_HELD = ("movement", "movement-by", "run", "five-foot-step", "withdraw")
"""Kinds that are asked of the place where a creature stood before it was picked up."""
MOST_REACHES = 12
"""Reaches shown at once of many selected creatures."""


@dataclass(frozen=True)
class OverlayChoice:
    """Which overlays are switched on."""

    movement: bool = True
    reach: bool = True
    threats: bool = False
    flanking: bool = True
    cover: bool = False
    walls: bool = False


class LiveOverlays(QObject):
    """The overlays switched on, for the selected creature and the area placed."""

    changed = Signal()
    choice_changed = Signal()
    """Others are switched on."""

    def __init__(self, document: Document, selection: Selection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._selection = selection
        self._choice = OverlayChoice()
        self._area: str | None = None
        self._held_map: BattleMap | None = None
        self.questions = Questions(self)
        self._built: dict[str, Overlay] = {}
        self._built_for: dict[str, BattleMap] = {}
        self._seconds: dict[str, tuple[float, float]] = {}
        """What the last two answers of a kind took."""
        self._shown: tuple[Overlay, ...] = ()
        self._started = False
        self._background = Background(self)
        document.changed.connect(self._map_changed)
        selection.changed.connect(self.refresh)
        self.questions.changed.connect(self.refresh)

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """The overlays to draw, lowest first."""
        return self._shown

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the overlays that are wanted, whether or not they are worked out yet."""
        return self._wanted(self._document.shown)

    @property
    def choice(self) -> OverlayChoice:
        """Which are switched on."""
        return self._choice

    @property
    def area(self) -> str | None:
        """The area placed, as its overlay's name; None for none."""
        return self._area

    @property
    def started(self) -> bool:
        """Whether overlays are worked out yet."""
        return self._started

    @property
    def waiting(self) -> bool:
        """Whether a slow overlay is still to be worked out."""
        return self._background.busy

    def start(self) -> None:
        """Begin to work overlays out; before this, the map is shown without any.

        The rules' geometry is imported with the first overlay, and the first frame does not wait for it.
        """
        self._started = True
        self.refresh()

    def choose(self, **changes: Any) -> None:
        """Switch overlays on or off."""
        choice = replace(self._choice, **changes)
        if choice != self._choice:
            self._choice = choice
            self.choice_changed.emit()
            self.refresh()

    @property
    def held_map(self) -> BattleMap | None:
        """The map before a creature was picked up; None while none is dragged."""
        return self._held_map

    def hold_movement(self, start: BattleMap | None) -> None:
        """While a creature is dragged, show where it can go from where it stood; None when it is let go."""
        if start is not self._held_map:
            self._held_map = start
            self.refresh()

    def place_area(self, name: str | None) -> None:
        """Lay an area, named as the command line names it, or take it away."""
        if name != self._area:
            self._area = name
            self.refresh()

    def reasons_at(self, square: Square) -> tuple[str, ...]:
        """Why a square is as the overlays show it, a line for each that has something to say."""
        if not self._document.shown.contains(square):
            return ()
        reasons = (overlay.reason_at(square) for overlay in self._shown)
        return tuple(dict.fromkeys(reason_text(reason) for reason in reasons if reason is not None))

    def built_on(self, battle_map: BattleMap) -> tuple[Overlay, ...]:
        """The same overlays on the players' map, without those of creatures that they do not see."""
        from gridmap.overlays.registry import OverlayError, build

        mine = self._document.shown
        ids = players_ids(mine, sides(ruleset_of(mine)))
        built: list[Overlay] = []
        kept = [f"template:{template.id}" for template in battle_map.templates]
        if battle_map is not mine and self.questions.asked.kept_areas:
            # Theirs have numbers of their own.
            for name in kept:
                with suppress(OverlayError):
                    built.append(build(name, battle_map, ruleset_of(battle_map)))
        for name in self._wanted(mine):
            if battle_map is not mine and _kind(name) in ("template", "difference"):
                continue
            theirs = name if battle_map is mine else in_players_ids(name, mine, ids)
            # A legend of flanks with nobody in sight would tell that somebody is there.
            if theirs is None or (theirs == "flanking" and not battle_map.creatures):
                continue
            with suppress(OverlayError):
                built.append(build(theirs, battle_map, ruleset_of(battle_map), rulesets=ruleset_called))
        return tuple(built)

    def refresh(self) -> None:
        """Bring the overlays up to date, slow ones behind the hand."""
        if self._started:
            self._update()

    def _map_changed(self, before: BattleMap, now: BattleMap) -> None:
        if (before.width, before.height) != (now.width, now.height):
            self._built.clear()
            self._built_for.clear()
            # What is shown until they are worked out anew would lie on squares that are not there.
            self._shown = ()
        if before is not now:
            self.refresh()

    def _update(self) -> None:
        battle_map = self._document.shown
        wanted = self._wanted(battle_map)
        due = [name for name in wanted if self._built_for.get(name) is not self._map_of(name)]
        slow = [name for name in due if self._is_slow(name, battle_map) and not self._is_remembered(name)]
        for name in due:
            if name not in slow:
                self._take(_worked_out(name, self._map_of(name), ruleset_of(battle_map)))
        if slow and not self._background.busy:
            self._build_behind(slow[0], self._map_of(slow[0]))
        for name in self._built.keys() - set(wanted):
            del self._built[name], self._built_for[name]
        shown = tuple(self._built[name] for name in wanted if name in self._built)
        if shown != self._shown:
            self._shown = shown
            self.changed.emit()

    def _map_of(self, name: str) -> BattleMap:
        """The map that an overlay is worked out on."""
        is_held = self._held_map is not None and _kind(name) in _HELD
        return self._held_map if is_held and self._held_map is not None else self._document.shown

    def _is_slow(self, name: str, battle_map: BattleMap) -> bool:
        seconds = self._seconds.get(_kind(name))
        if seconds is None:
            return battle_map.width * battle_map.height > LARGE_SQUARES
        # Another program or thread may have held one of them up.
        return min(seconds) > QUICK_SECONDS

    def _is_remembered(self, name: str) -> bool:
        """Whether a slow overlay is there at once, as nothing changed that it turns on."""
        from gridmap.overlays.registry import remembered

        battle_map = self._map_of(name)
        return remembered(name, battle_map, ruleset_of(battle_map)) is not None

    def _build_behind(self, name: str, battle_map: BattleMap) -> None:
        """Work one overlay out in another thread; the next one, or the next map's, follows it."""
        ruleset = ruleset_of(battle_map)

        def done(answer: _Answer) -> None:
            # The map may have changed meanwhile: an answer to the last but one is better than an older one.
            if answer.battle_map.terrain.shape == self._document.shown.terrain.shape:
                self._take(answer)
            self._update()

        def failed(error: Exception) -> None:
            raise error

        self._background.run(lambda: _worked_out(name, battle_map, ruleset), done, failed)

    def _take(self, answer: _Answer) -> None:
        self._built[answer.name] = answer.overlay
        self._built_for[answer.name] = answer.battle_map
        # An answer that was remembered says nothing of how long the next one takes.
        if answer.seconds > REMEMBERED_SECONDS:
            kind = _kind(answer.name)
            _, last = self._seconds.get(kind, (0.0, answer.seconds))
            self._seconds[kind] = (last, answer.seconds)

    def _wanted(self, battle_map: BattleMap) -> tuple[str, ...]:
        """The names of the overlays to show, lowest first."""
        names: list[str] = []
        selected = [creature.id for creature in battle_map.creatures if creature.id in self._selection.ids]
        if self._choice.walls:
            names.append("walls")
        if self._choice.cover and len(selected) == 1:
            names.append(f"cover:{selected[0]}")
        if self._choice.movement and len(selected) == 1:
            names.append(f"movement:{selected[0]}")
        if self._choice.threats and len(selected) == 1:
            names.append(f"threats:{selected[0]}")
        if self._choice.reach:
            names += [f"reach:{creature_id}" for creature_id in selected[:MOST_REACHES]]
        if self._choice.flanking and battle_map.creatures:
            names.append("flanking")
        if self._area is not None:
            names.append(self._area)
        return self.questions.names(battle_map, names, selected, self._choice)


class _Answer(NamedTuple):
    """An overlay, what it was worked out for, and how long that took."""

    name: str
    battle_map: BattleMap
    overlay: Overlay
    seconds: float


def _worked_out(name: str, battle_map: BattleMap, ruleset: Ruleset) -> _Answer:
    # Imported with the first overlay, behind the first frame.
    from gridmap.overlays.registry import OverlayError, build

    start = perf_counter()
    try:
        overlay = build(name, battle_map, ruleset, rulesets=ruleset_called)
    except OverlayError as error:
        overlay = _trouble(name, error)
    return _Answer(name, battle_map, overlay, perf_counter() - start)


def _trouble(name: str, error: Exception) -> Overlay:
    """An overlay that shows nothing but why it cannot be shown."""
    said = str(error).removeprefix(f"overlay {name!r}: ")
    return Overlay(name, (), (), notice=Reason("{trouble}", "", {"trouble": said}))


def _kind(name: str) -> str:
    return name.partition(":")[0]
