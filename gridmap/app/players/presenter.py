"""What the GM has decided that players see: the state behind the players' window, without any window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QObject, Signal

from gridmap.app.document import Document
from gridmap.app.players.framing import Framing, ViewMode, step_on_map
from gridmap.model import BattleMap, Point
from gridmap.model.saved_view import SavedView

OVERLAY_KINDS = ("movement", "reach", "threats", "flanking", "cover", "sight", "maneuver", "area")
"""The kinds of overlays that the GM may show to players, each by itself."""


class Showing(StrEnum):
    """What is on the players' screen."""

    NOTHING = "nothing"
    """There is no players' window."""
    MAP = "map"
    FROZEN = "frozen"
    """The picture as it was when the GM froze it."""
    BLANK = "blank"
    """Black, or a picture that the GM chose."""
    CARD = "card"
    """A test card, while the screen is set up."""


@dataclass(frozen=True)
class Shown:
    """What of the map players are shown beside its ground, walls and visible creatures.

    Attributes:
        overlays: kinds of overlays (`OVERLAY_KINDS`) that they see while the GM has them switched on.
        templates: areas kept on the map.
        grid: the grid.
        names: names beside creatures.
        pings: the rings that show where somebody points.
        measurements: what the GM measures, while it is measured.
        turn: a ring round the creature whose turn it is.
        theme: the name of the theme of the players' window; empty for the GM's.
    """

    overlays: frozenset[str] = frozenset()
    templates: bool = True
    grid: bool = True
    names: bool = True
    pings: bool = True
    measurements: bool = False
    turn: bool = True
    theme: str = ""


class Presenter(QObject):
    """The GM's decisions, with a signal for any change of them."""

    changed = Signal()
    view_changed = Signal()
    """Another part of the map is shown at once, rather than moved to by a hand."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._open = False
        self._frozen = False
        self._blank = False
        self._card = False
        self._mode = ViewMode.FOLLOW
        self._framing = Framing.whole(document.battle_map)
        self._shown = Shown()
        self._view_name = ""
        self._turn = ""
        document.changed.connect(self._map_changed)

    # What is on the screen

    @property
    def showing(self) -> Showing:
        """What is on the players' screen now. A blank screen stays blank whatever else."""
        if not self._open:
            return Showing.NOTHING
        if self._card:
            return Showing.CARD
        if self._blank:
            return Showing.BLANK
        return Showing.FROZEN if self._frozen else Showing.MAP

    @property
    def frozen(self) -> bool:
        """Whether the picture is held, be it seen or behind a blank screen."""
        return self._frozen

    @property
    def blank(self) -> bool:
        """Whether the screen is blank, or will be when it is there."""
        return self._blank

    def set_open(self, is_open: bool) -> None:
        """There is a players' window now, or none."""
        self._set(_open=is_open)

    def show_card(self, on: bool) -> None:
        """The screen is being set up, or done with that."""
        self._set(_card=on)

    def freeze(self, on: bool) -> None:
        """Hold the picture, or let it go on."""
        self._set(_frozen=on)

    def make_blank(self, on: bool) -> None:
        """Show nothing of the map, or show it again."""
        self._set(_blank=on)

    # What of the map

    @property
    def shown(self) -> Shown:
        """What of the map players are shown."""
        return self._shown

    def show(self, **changes: Any) -> None:
        """Change what players are shown."""
        self._set(_shown=replace(self._shown, **changes))

    def show_overlay(self, kind: str, on: bool) -> None:
        """Show players one kind of overlay, or no longer."""
        kinds = self._shown.overlays
        self.show(overlays=kinds | {kind} if on else kinds - {kind})

    @property
    def turn(self) -> str:
        """The id of the creature whose turn it is, empty for nobody's."""
        return self._turn

    def set_turn(self, creature_id: str) -> None:
        """It is that creature's turn."""
        self._set(_turn=creature_id)

    def next_turn(self) -> None:
        """The turn goes on to the next creature by initiative, from the highest down."""
        order = sorted(
            (creature for creature in self._document.battle_map.creatures if creature.initiative is not None),
            key=lambda creature: -(creature.initiative or 0),
        )
        ids = [creature.id for creature in order]
        if not ids:
            self.set_turn("")
        elif self._turn in ids:
            self.set_turn(ids[(ids.index(self._turn) + 1) % len(ids)])
        else:
            self.set_turn(ids[0])

    # Which part of the map

    @property
    def mode(self) -> ViewMode:
        """What decides which part is shown."""
        return self._mode

    @property
    def framing(self) -> Framing:
        """The part shown, where it does not follow the GM."""
        return self._framing

    @property
    def view_name(self) -> str:
        """The saved view that is shown, empty where the part was moved since."""
        return self._view_name

    def follow(self) -> None:
        """Show what the GM's canvas shows."""
        self._set(_mode=ViewMode.FOLLOW, _view_name="")

    def stay(self, framing: Framing) -> None:
        """Go on showing that part."""
        self._set(_mode=ViewMode.STAY, _framing=framing)

    def frame(self, framing: Framing) -> None:
        """Show that part, and a frame round it on the GM's canvas."""
        self._set(_mode=ViewMode.FRAME, _framing=framing)

    def move_to(self, framing: Framing) -> None:
        """Show another part, moved to by a hand: what followed the GM stays from now on."""
        mode = ViewMode.STAY if self._mode is ViewMode.FOLLOW else self._mode
        self._set(_mode=mode, _framing=framing, _view_name="")

    def step(self, dx: int, dy: int, from_framing: Framing, turn: float) -> None:
        """Move by whole squares as seen on the screen; the picture is turned by `turn` degrees on it."""
        x, y = step_on_map(dx, dy, turn)
        self.move_to(from_framing.shifted(x, y))

    def show_view(self, view: SavedView) -> None:
        """Show a saved view."""
        mode = ViewMode.STAY if self._mode is ViewMode.FOLLOW else self._mode
        self.view_changed.emit()
        self._set(_mode=mode, _framing=Framing.of_view(view), _view_name=view.name)

    def step_view(self, by: int) -> bool:
        """Show the next saved view, or the one before (-1); False where there is none."""
        views = self._document.battle_map.saved_views
        if not views:
            return False
        names = [view.name for view in views]
        if self._view_name in names:
            at = (names.index(self._view_name) + by) % len(names)
        else:
            at = 0 if by > 0 else len(names) - 1
        self.show_view(views[at])
        return True

    def _map_changed(self, before: BattleMap, now: BattleMap) -> None:
        """A map of another size is another page: all of it is shown."""
        if (before.width, before.height) != (now.width, now.height):
            self._set(_framing=Framing.whole(now), _view_name="")

    def _set(self, **values: object) -> None:
        different = {name: value for name, value in values.items() if getattr(self, name) != value}
        for name, value in different.items():
            setattr(self, name, value)
        if different:
            self.changed.emit()


def whole_squares(framing: Framing) -> Framing:
    """The part moved so that its middle is an intersection: what stands on the screen keeps its square."""
    return replace(framing, centre=Point(float(round(framing.centre.x)), float(round(framing.centre.y))))
