"""All about the players' window, once there is one: joined to the GM's bar and panels, and to the canvas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage, QImageReader
from PySide6.QtWidgets import QFileDialog

from gridmap.app.creature_places import creature_at
from gridmap.app.guarded import guarded
from gridmap.app.players.canvas_marks import CanvasMarks, Frame
from gridmap.app.players.doors import meant_door
from gridmap.app.players.framing import Framing, ViewMode
from gridmap.app.players.handles import SetUp
from gridmap.app.players.memory import Memory
from gridmap.app.players.panel import PlayersPanel
from gridmap.app.players.pings import HoldWatch, Pings
from gridmap.app.players.presenter import Presenter, Showing
from gridmap.app.players.presenter_bar import PresenterBar
from gridmap.app.players.screen_panel import ScreenPanel
from gridmap.app.players.screens import ScreenName, screen_of
from gridmap.app.players.stage import Stage
from gridmap.app.players.window import PlayersWindow
from gridmap.edits.saved_views import free_name, save_view
from gridmap.edits.walls import toggle_door
from gridmap.model import BattleMap, Point
from gridmap.render.scene import Scene
from gridmap.render.theme import Theme, load_theme

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_PANEL_HEIGHT = 470
"""In which the small picture, the sign and the views have room."""
_LARGEST_BLANK = 4096
"""Pixels along a side to which a picture for a blank screen is reduced."""


@guarded
class PlayersRoom(QObject):
    """Everything of the players' window.

    Attributes:
        memory: what is remembered of it between runs.
        presenter: the GM's decisions.
        players_window: the window itself, shown or not.
        stage: where it stands.
        pings: the rings to be seen on both screens.
        bar: the GM's bar.
        panel: the GM's panel with the small picture.
        screen_panel: the panel that sets the screen up.
        marks: what lies over the GM's canvas.
        slots: what the actions do, by their names.
    """

    def __init__(self, window: MainWindow, presenter: Presenter, scene: Callable[[], Scene]) -> None:
        super().__init__(window)
        self._window = window
        self._editor = window.editor
        self._canvas = window.canvas
        self._actions = window.actions_
        self._theme = window.canvas.theme
        self._scene = scene
        self.memory = Memory()
        self.presenter = presenter
        presenter.show(**vars(self.memory.shown))
        self.players_window = PlayersWindow(presenter, scene, self.gms_framing, self._players_theme())
        # With a parent some systems would keep it above the GM's window.
        self.destroyed.connect(self.players_window.deleteLater)
        self.stage = Stage(window, self.players_window, self.memory)
        self.pings = Pings(self)
        self.marks = CanvasMarks(window.canvas, self.pings, self.frame)
        self._hold = HoldWatch(window.canvas, self._may_ping, self)
        self.bar = PresenterBar(window, self.presenter, window.actions_, self._theme)
        self.panel = PlayersPanel(
            self.presenter, window.editor.document, window.actions_, self._theme, window
        )
        self.screen_panel = ScreenPanel(window.actions_, window)
        self.panel.mirror.watch(self.players_window.view)
        self._was_open = False
        self.slots = self._make_slots()
        self._add_to_window()
        for name, slot in self.slots.items():
            self._actions[name].triggered.connect(slot)
        self._connect()
        self._read_blank_picture()
        self._stage_changed()
        self._presenter_changed()

    # What players see

    def gms_framing(self) -> Framing:
        """The part of the map that the GM's canvas shows."""
        viewport = self._canvas.viewport
        width, height = viewport.width / viewport.scale, viewport.height / viewport.scale
        return Framing(Point(viewport.left + width / 2, viewport.top + height / 2), width, height)

    def frame(self) -> Frame | None:
        """The frame on the GM's canvas, None where the players' view is no frame."""
        if self.presenter.mode is not ViewMode.FRAME:
            return None
        framing, projection = self.presenter.framing, self.players_window.view.projection
        fixed = self.players_window.calibration.is_real
        if projection is None or not self.players_window.isVisible():
            return Frame(framing, (), fixed)
        if fixed:
            viewport = projection.viewport
            framing = replace(
                framing, width=viewport.width / viewport.scale, height=viewport.height / viewport.scale
            )
        corners = tuple(projection.point_at(corner) for corner in projection.outline.toList())
        return Frame(framing, corners, fixed)

    def _players_theme(self) -> Theme:
        name = self.presenter.shown.theme
        return load_theme(name) if name else self._theme

    # Making

    def _add_to_window(self) -> None:
        window = self._window
        window.addToolBar(Qt.ToolBarArea.BottomToolBarArea, self.bar)
        self.bar.hide()
        right = Qt.DockWidgetArea.RightDockWidgetArea
        window.add_panel(self.panel, right, beside=window.inspector)
        window.add_panel(self.screen_panel, right, beside=window.inspector)
        for name in (spec.objectName() for spec in self._actions if spec.objectName().startswith("players_")):
            self.players_window.addAction(self._actions[name])
        window.installEventFilter(self)

    def _make_slots(self) -> dict[str, Callable[[bool], object]]:
        presenter = self.presenter

        def plain(work: Callable[[], object]) -> Callable[[bool], object]:
            def slot(on: bool) -> None:
                del on
                work()

            return slot

        def mode(work: Callable[[], object]) -> Callable[[bool], object]:
            def slot(on: bool) -> None:
                del on
                work()
                # A switch that is pressed again stays as it is.
                self._show_mode()

            return slot

        def step(dx: int, dy: int) -> Callable[[bool], object]:
            return plain(lambda: self.players_window.step(dx, dy))

        return {
            "players_window": self._show_window,
            "players_freeze": presenter.freeze,
            "players_blank": presenter.make_blank,
            "players_real": self._lock_scale,
            "players_open_door": plain(self.open_door),
            "players_ping": plain(self._ping_pointer),
            "players_next_turn": plain(self._next_turn),
            "players_follow": mode(presenter.follow),
            "players_stay": mode(lambda: presenter.stay(self.players_window.framing)),
            "players_frame": mode(self._frame_view),
            "players_whole": plain(
                lambda: presenter.move_to(Framing.whole(self._editor.document.battle_map))
            ),
            "players_next_view": plain(lambda: self._step_view(1)),
            "players_previous_view": plain(lambda: self._step_view(-1)),
            "players_save_view": plain(self.save_view),
            "players_left": step(-1, 0),
            "players_right": step(1, 0),
            "players_up": step(0, -1),
            "players_down": step(0, 1),
            "players_rotate": plain(
                lambda: self.stage.set_calibration(self.players_window.calibration.turned(90))
            ),
            "players_swap": plain(self.stage.swap),
            "players_set_up": plain(self._show_screen_panel),
        }

    def _connect(self) -> None:
        editor, players, stage = self._editor, self.players_window, self.stage
        editor.document.changed.connect(self._map_changed)
        editor.overlays.changed.connect(players.refresh)
        editor.selection.changed.connect(players.refresh)
        editor.guides_changed.connect(self._show_measure)
        editor.tool_changed.connect(self._show_measure)
        self._canvas.viewport_changed.connect(self._gms_view_changed)
        self._window.theme_changed.connect(self._theme_changed)
        self.presenter.changed.connect(self._presenter_changed)
        self.pings.changed.connect(self._show_pings)
        self._hold.held.connect(self._held)
        self.marks.framed.connect(self.presenter.frame)
        players.pinged.connect(self.pings.ping)
        players.drawn.connect(self.marks.look)
        players.handles.changed.connect(
            lambda: self.screen_panel.show_set_up(self.players_window.handles.set_up)
        )
        players.handles.line_changed.connect(self.screen_panel.show_line)
        stage.changed.connect(self._stage_changed)
        stage.said.connect(self._window.strip.note)
        self.screen_panel.screen_picked.connect(self._pick)
        self.screen_panel.calibration_wanted.connect(stage.set_calibration)
        self.screen_panel.set_up_wanted.connect(self._set_up)
        self.screen_panel.line_length_changed.connect(players.set_line_length)
        self.panel.blank_picture_wanted.connect(self._choose_blank_picture)
        self._window.files.opened.connect(self._hold_before_other_map)

    # The window

    def _hold_before_other_map(self) -> None:
        """Another map is opened or made: players go on seeing the last picture until the GM lets them on."""
        showing = self.presenter.showing
        back_by_itself = showing is Showing.CARD or self.stage.waits_for_screen
        if showing is not Showing.MAP and not back_by_itself:
            return  # nothing of the other map is seen before the GM says so
        self.presenter.freeze(True)
        keys = self._actions["players_freeze"].shortcut().toString()
        words = self.tr("Players still see the map before; {keys} shows them this one.").format(keys=keys)
        # Behind what is said of the file itself.
        QTimer.singleShot(0, self, lambda: self._window.strip.add(words))

    def _show_window(self, on: bool) -> None:
        if on:
            if not self._was_open:
                self._was_open = True
                self.bar.show()
                self.panel.show()
                self.panel.raise_()
                self._window.resizeDocks([self.panel], [_PANEL_HEIGHT], Qt.Orientation.Vertical)
            self.stage.open()
        else:
            self.stage.close()

    def _stage_changed(self) -> None:
        stage = self.stage
        if not stage.is_open:
            self.pings.clear()
            self.panel.mirror.clear()
        self.presenter.set_open(stage.is_open)
        self._actions["players_window"].setChecked(stage.is_open or stage.waits_for_screen)
        here = self.players_window.screen() if stage.is_open else stage.screen
        name = stage.screen_name or (None if here is None else ScreenName.of(here))
        self.screen_panel.list_screens(QGuiApplication.screens(), name)
        self.screen_panel.show_screen(here)
        self.screen_panel.show_calibration(self.players_window.calibration)
        self.marks.look()

    def _show_screen_panel(self) -> None:
        self.screen_panel.show()
        self.screen_panel.raise_()
        self._window.resizeDocks([self.screen_panel], [_PANEL_HEIGHT], Qt.Orientation.Vertical)

    def _pick(self, text: str) -> None:
        screen = screen_of(ScreenName.from_text(text))
        if screen is not None:
            self.stage.pick(screen)

    def _set_up(self, what: SetUp) -> None:
        if what is not SetUp.NOTHING and not self.stage.is_open:
            self.screen_panel.show_set_up(SetUp.NOTHING)
            self._window.strip.note(
                self.tr("Show the players' window first: its screen is set up by hand on it.")
            )
            return
        self.players_window.set_up(what)
        if what is not SetUp.NOTHING:
            self.players_window.activateWindow()

    def _lock_scale(self, on: bool) -> None:
        self.stage.set_calibration(replace(self.players_window.calibration, locked=on))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The players' window goes with the GM's."""
        if event.type() == QEvent.Type.Hide and watched is self._window and not event.spontaneous():
            self.stage.close()
        return super().eventFilter(watched, event)

    # The map and the GM's view

    def _map_changed(self, before: BattleMap, now: BattleMap) -> None:
        del before, now
        self.players_window.refresh()
        self._show_measure()

    def _gms_view_changed(self) -> None:
        if self.presenter.mode is ViewMode.FOLLOW:
            self.players_window.refresh()

    def _presenter_changed(self) -> None:
        presenter = self.presenter
        self._actions["players_freeze"].setChecked(presenter.frozen)
        self._actions["players_blank"].setChecked(presenter.blank)
        self._show_mode()
        if self.memory.shown != presenter.shown:
            self.memory.shown = presenter.shown
        theme = self._players_theme()
        if theme is not self.players_window.theme:
            self.players_window.set_theme(theme)
        if presenter.showing is not Showing.MAP or not presenter.shown.pings:
            self.pings.clear()
        self._show_measure()
        self.marks.look()

    def _show_mode(self) -> None:
        for mode in ViewMode:
            self._actions[f"players_{mode}"].setChecked(mode is self.presenter.mode)

    def _theme_changed(self, theme: Theme) -> None:
        self._theme = theme
        self.bar.set_theme(theme)
        self.players_window.set_theme(self._players_theme())
        self.marks.look()

    def _frame_view(self) -> None:
        """Begin with what players see, or with a part of it where that would hide the frame's sides."""
        framing = self.players_window.framing
        if self.presenter.mode is ViewMode.FOLLOW:
            framing = framing.zoomed(0.7, framing.centre)
        self.presenter.frame(framing)

    def _step_view(self, by: int) -> None:
        if not self.presenter.step_view(by):
            self._window.strip.note(
                self.tr("This map has no saved views yet: “Save view” keeps what players see.")
            )

    def save_view(self) -> None:
        """Keep what players see as one more view of the map."""
        document = self._editor.document
        name = free_name(document.battle_map, self.tr("View {number}"))
        kept = save_view(document.battle_map, self.players_window.framing.saved(name))
        document.commit(kept, self.tr("Save view {name}").format(name=name))
        self._window.strip.note(self.tr("Kept as “{name}”; the Players panel renames it.").format(name=name))

    # Pings, measures and turns

    def _may_ping(self) -> bool:
        live = self.presenter.showing is Showing.MAP and self.presenter.shown.pings
        return live and self._editor.tool.name == "select"

    def _held(self, at: QPointF) -> None:
        """A button held still on the canvas points there; what the tool began with it is dropped."""
        point = self._canvas.pointer_at(at).at
        if creature_at(self._editor.document.battle_map, point) is None:
            self._editor.tool.escape()
        self.pings.ping(point)

    def _ping_pointer(self) -> None:
        pointer = self._editor.pointer
        if pointer is not None and self.presenter.showing is Showing.MAP and self.presenter.shown.pings:
            self.pings.ping(pointer.at)

    def _show_pings(self) -> None:
        self.players_window.view.show_pings(self.pings.pings)

    def _show_measure(self) -> None:
        tool = self._editor.tool
        live = self.presenter.showing is Showing.MAP and self.presenter.shown.measurements
        guides = tool.guides_for_players(self._scene().battle_map) if live and tool.measures else ()
        self.players_window.view.show_guides(guides)

    def _next_turn(self) -> None:
        self.presenter.next_turn()
        if not self.presenter.turn:
            self._window.strip.note(self.tr("No creature of this map has a place in the order of turns."))

    def open_door(self) -> None:
        """Open or close the door at the pointer, or beside the selected creatures."""
        document = self._editor.document
        index = meant_door(self._editor)
        if index is None:
            self._window.strip.note(
                self.tr("There is no door at the pointer or beside the selected creatures.")
            )
            return
        label = self.tr("Close door") if document.battle_map.walls[index].open else self.tr("Open door")
        document.commit(toggle_door(document.battle_map, index), label)

    # The picture of a blank screen

    def _choose_blank_picture(self, wanted: bool) -> None:
        if not wanted:
            self.set_blank_picture(None)
            return
        dialog = QFileDialog(self._window, self.tr("Picture for a blank screen"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Pictures (*.png *.jpg *.jpeg *.webp)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.set_blank_picture(Path(name)))
        dialog.open()

    def set_blank_picture(self, path: Path | None) -> None:
        """What a blank screen shows; None for black."""
        picture = None if path is None else _read_picture(path)
        if path is not None and picture is None:
            self._window.strip.complain(
                self.tr("{file}: not a picture that can be read").format(file=path.name)
            )
            return
        self.memory.blank_picture = path
        self.players_window.set_blank_picture(picture)

    def _read_blank_picture(self) -> None:
        path = self.memory.blank_picture
        self.players_window.set_blank_picture(None if path is None else _read_picture(path))


def _read_picture(path: Path) -> QImage | None:
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and max(size.width(), size.height()) > _LARGEST_BLANK:
        reader.setScaledSize(size.scaled(_LARGEST_BLANK, _LARGEST_BLANK, Qt.AspectRatioMode.KeepAspectRatio))
    picture = reader.read()
    return None if picture.isNull() else picture
