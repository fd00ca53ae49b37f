"""Where players look, what is pointed at, and what is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QNativeGestureEvent, QPointingDevice
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QComboBox, QListWidget
from pytestqt.qtbot import QtBot

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.players.calibration import Calibration, Source
from gridmap.app.players.canvas_marks import handle_places
from gridmap.app.players.framing import Framing, ViewMode
from gridmap.app.players.room import PlayersRoom
from gridmap.app.players.screens import ScreenName
from gridmap.model import Point, Square, WallKind
from tests.gui.hand import Hand
from tests.gui.players_hand import PlayersHand, players_at_first_start

REAL = Calibration(1.0, Source.LINE, square_mm=30.0, locked=True)


@pytest.fixture
def players(window: MainWindow) -> Iterator[PlayersRoom]:
    """The players' window, shown, as at the first start."""
    yield from players_at_first_start(window)


@pytest.fixture
def guest(players: PlayersRoom, qtbot: QtBot) -> PlayersHand:
    """A hand on the players' window."""
    hand = PlayersHand(players, qtbot)
    hand.settle()
    return hand


def picture(players: PlayersRoom) -> QImage:
    return players.players_window.view.painted.copy()


# Which part


def test_players_follow_the_gms_view(window: MainWindow, players: PlayersRoom, guest: PlayersHand) -> None:
    window.canvas.set_scale(80)
    window.canvas.pan(-300, -120)
    guest.settle()
    middle = window.canvas.pointer_at(QPointF(window.canvas.width() / 2, window.canvas.height() / 2)).at
    view = players.players_window.view
    theirs = guest.projection.point_at(QPointF(view.width() / 2, view.height() / 2))
    assert (theirs.x, theirs.y) == pytest.approx(tuple(middle), abs=0.05)
    window.actions_["players_stay"].trigger()
    before = picture(players)
    window.canvas.pan(200, 0)
    guest.settle()
    assert picture(players) == before


def test_steps_of_whole_squares(window: MainWindow, players: PlayersRoom, guest: PlayersHand) -> None:
    players.stage.set_calibration(REAL)
    guest.settle()
    before = guest.projection.viewport
    window.actions_["players_right"].trigger()
    window.actions_["players_down"].trigger()
    guest.settle()
    after = guest.projection.viewport
    assert (after.left - before.left, after.top - before.top) == pytest.approx((1.0, 1.0))
    assert players.presenter.mode is ViewMode.STAY
    guest.drag_pixels(QPointF(300, 200), QPointF(300 - 65, 200))
    guest.settle()
    moved = guest.projection.viewport
    assert moved.left - after.left == pytest.approx(2.0), "a hand drags by whole squares"
    assert moved.scale == after.scale == pytest.approx(30.0)


def test_a_locked_scale_cannot_be_broken(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand
) -> None:
    guest.wheel(QPointF(240, 180), 2)
    guest.settle()
    zoomed = guest.projection.viewport.scale
    guest.wheel(QPointF(240, 180), -1)
    guest.settle()
    assert guest.projection.viewport.scale < zoomed, "it is free before"
    players.stage.set_calibration(REAL)
    guest.settle()
    for _ in range(5):
        guest.wheel(QPointF(100, 100), 3)
    window.actions_["players_follow"].trigger()
    window.canvas.zoom(2.0)
    guest.settle()
    assert guest.projection.viewport.scale == pytest.approx(30.0)
    assert (guest.projection.viewport.left + 480 / 30 / 2) % 1 == pytest.approx(0.0), "whole squares"


def test_a_pinch_zooms_only_while_the_scale_is_free(players: PlayersRoom, guest: PlayersHand) -> None:
    def pinch(share: float) -> None:
        at = QPointF(240.0, 180.0)
        device = QPointingDevice.primaryPointingDevice()
        kind = Qt.NativeGestureType.ZoomNativeGesture
        event = QNativeGestureEvent(kind, device, 2, at, at, at, share, QPointF())
        QApplication.sendEvent(players.players_window, event)
        guest.settle()

    before = guest.projection.viewport.scale
    pinch(0.5)
    assert guest.projection.viewport.scale > before
    players.stage.set_calibration(REAL)
    guest.settle()
    pinch(0.5)
    pinch(-0.5)
    assert guest.projection.viewport.scale == pytest.approx(30.0)


def test_the_wheel_keeps_the_place_under_it(players: PlayersRoom, guest: PlayersHand) -> None:
    at = QPointF(300.0, 120.0)
    before = guest.projection.point_at(at)
    guest.wheel(at, 3)
    guest.settle()
    after = guest.projection.point_at(at)
    # Whole pixels a square move it a little.
    assert (after.x, after.y) == pytest.approx((before.x, before.y), abs=0.7)


def test_the_frame_on_the_gms_map(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, hand: Hand, qtbot: QtBot
) -> None:
    window.actions_["players_frame"].trigger()
    players.presenter.frame(Framing(Point(10.0, 7.0), 8.0, 6.0))
    guest.settle()
    marks = players.marks
    assert marks.isVisible()
    frame = marks.frame
    assert frame is not None
    # By a side it is moved …
    hand.drag((8.0, 4.0), (9.0, 6.0))
    assert players.presenter.framing.centre == pytest.approx((11.0, 9.0), abs=0.05)
    assert not window.editor.document.labels, "nothing of the map changed"
    assert players.presenter.mode is ViewMode.FRAME
    # … by a handle resized …
    box = marks.box(players.presenter.framing)
    corner = handle_places(box)[2]
    start = window.canvas.pointer_at(corner).at
    hand.drag(tuple(start), (start.x + 2.0, start.y + 1.0))
    assert players.presenter.framing.width == pytest.approx(10.0, abs=0.05)
    assert players.presenter.framing.height == pytest.approx(7.0, abs=0.05)
    guest.settle()
    shown = guest.projection
    for x, y in ((players.presenter.framing.left, players.presenter.framing.top),):
        assert -1 <= shown.pixel_of(Point(x, y)).x() <= 480
    # … and inside it the tools work as ever.
    hand.click(6.5, 6.5)
    assert window.editor.selection.ids == {"ogre"}
    window.actions_["players_follow"].trigger()
    assert not marks.isVisible()


def test_a_frame_of_a_locked_scale_moves_by_whole_squares(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, hand: Hand
) -> None:
    players.stage.set_calibration(replace(REAL, square_mm=60.0))
    players.presenter.frame(Framing(Point(10.0, 7.0), 4.0, 4.0))
    guest.settle()
    frame = players.marks.frame
    assert frame is not None
    assert frame.fixed
    assert (frame.framing.width, frame.framing.height) == pytest.approx((8.0, 6.0))
    side = Point(frame.framing.left, 7.0)
    hand.drag(tuple(side), (side.x + 2.3, side.y + 0.2))
    assert players.presenter.framing.centre == pytest.approx((12.0, 7.0))


def test_saved_views_fade_into_each_other(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, editor: Editor, qtbot: QtBot
) -> None:
    window.actions_["players_next_view"].trigger()
    assert "no saved views" in window.strip.text
    players.presenter.stay(Framing(Point(6.0, 6.0), 6.0, 5.0))
    window.actions_["players_save_view"].trigger()
    players.presenter.stay(Framing(Point(14.0, 9.0), 6.0, 5.0))
    window.actions_["players_save_view"].trigger()
    assert [view.name for view in editor.document.battle_map.saved_views] == ["View 1", "View 2"]
    assert players.panel.views.count() == 2
    guest.settle()
    second = picture(players)
    window.actions_["players_next_view"].trigger()
    guest.settle()
    view = players.players_window.view
    assert view.fading
    assert "View 1" in players.bar.view_words
    qtbot.waitUntil(lambda: not view.fading, timeout=3000)
    QApplication.processEvents()
    first = picture(players)
    assert first != second
    window.actions_["players_next_view"].trigger()
    qtbot.waitUntil(lambda: not view.fading, timeout=3000)
    guest.settle()
    QApplication.processEvents()
    assert picture(players) == second
    window.actions_["players_previous_view"].trigger()
    assert players.presenter.view_name == "View 1"
    editor.undo()
    editor.undo()
    assert players.panel.views.count() == 0


def test_views_in_the_panel(players: PlayersRoom, editor: Editor, guest: PlayersHand) -> None:
    for x in (4.0, 8.0, 12.0):
        players.presenter.stay(Framing(Point(x, 6.0), 6.0, 5.0))
        players.save_view()
    views = players.panel.views
    views.item(0).setText("Gate")
    assert [view.name for view in editor.document.battle_map.saved_views] == ["Gate", "View 2", "View 3"]
    assert editor.document.undo_label == "Rename view View 1"
    views.item(0).setText("View 2")
    assert views.item(0).text() == "Gate", "a name that is taken is not given twice"
    views.itemActivated.emit(views.item(2))
    assert players.presenter.view_name == "View 3"
    assert views.item(2).font().bold()
    views.setCurrentRow(0)
    players.panel._move(1)
    assert [view.name for view in editor.document.battle_map.saved_views] == ["View 2", "Gate", "View 3"]
    players.panel._remove()
    assert [view.name for view in editor.document.battle_map.saved_views] == ["View 2", "View 3"]


# Pings, measures, doors


def test_holding_the_button_points_on_both_screens(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, hand: Hand, qtbot: QtBot
) -> None:
    quiet = picture(players)
    hand.press(3.5, 10.5)
    qtbot.waitUntil(lambda: bool(players.pings.pings), timeout=2000)
    hand.release(3.5, 10.5)
    (ping,) = players.pings.pings
    assert ping.at == pytest.approx((3.5, 10.5), abs=0.05)
    assert players.marks.isVisible()
    qtbot.waitUntil(lambda: picture(players) != quiet)
    pixel = guest.pixel(*ping.at)
    assert picture(players).pixelColor(pixel) != quiet.pixelColor(pixel)
    assert not window.editor.document.labels
    qtbot.waitUntil(lambda: not players.pings.pings, timeout=5000)
    QApplication.processEvents()
    assert picture(players) == quiet
    assert not players.marks.isVisible()


def test_players_point_too(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, qtbot: QtBot
) -> None:
    view = players.players_window.view
    players.stage.set_calibration(
        replace(REAL, turn=90.0, corners=((0.1, 0.0), (1.0, 0.05), (0.95, 1.0), (0.0, 0.9)))
    )
    guest.settle()
    at = guest.pixel(9.0, 7.0)
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: bool(players.pings.pings), timeout=2000)
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=at)
    assert players.pings.pings[0].at == pytest.approx((9.0, 7.0), abs=0.05), "through turn and corners"


def test_a_quick_click_or_a_drag_is_no_ping(
    players: PlayersRoom, guest: PlayersHand, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(3.5, 10.5)
    hand.press(3.5, 10.5)
    hand.move(5.5, 12.5)
    qtbot.wait(600)
    hand.release(5.5, 12.5)
    assert not players.pings.pings


def test_a_creature_in_hand_is_not_dropped_by_a_ping(
    players: PlayersRoom, guest: PlayersHand, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.press(6.5, 6.5)
    qtbot.waitUntil(lambda: bool(players.pings.pings), timeout=2000)
    hand.move(9.5, 9.5)
    hand.release(9.5, 9.5)
    assert editor.document.battle_map.creature("ogre").at == Square(9, 9)


def test_no_pings_while_frozen(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, hand: Hand, qtbot: QtBot
) -> None:
    hand.move(4.5, 11.5)
    window.actions_["players_ping"].trigger()
    assert players.pings.pings
    window.actions_["players_freeze"].trigger()
    assert not players.pings.pings
    window.actions_["players_ping"].trigger()
    hand.press(3.5, 10.5)
    qtbot.wait(600)
    hand.release(3.5, 10.5)
    assert not players.pings.pings


def test_measures_are_shown_where_the_gm_wishes(
    players: PlayersRoom, guest: PlayersHand, editor: Editor, hand: Hand
) -> None:
    quiet = picture(players)
    editor.take("measure")
    hand.click(4.5, 4.5)
    hand.move(9.5, 4.5)
    guest.settle()
    assert picture(players) == quiet
    players.panel.switches["measurements"].click()
    guest.settle()
    assert picture(players) != quiet
    hand.key(Qt.Key.Key_Escape)
    guest.settle()
    assert picture(players) == quiet, "where the hand merely is stays the GM's own"
    editor.take("select")
    hand.press(6.5, 6.5)
    hand.move(9.5, 6.5)
    guest.settle()
    assert picture(players) == quiet, "so do other tools' guides"
    hand.key(Qt.Key.Key_Escape)
    hand.release(9.5, 6.5)


def test_the_door_at_the_pointer_or_beside_the_selected(
    window: MainWindow, players: PlayersRoom, editor: Editor, hand: Hand
) -> None:
    def is_open() -> bool:
        return next(wall.open for wall in editor.document.battle_map.walls if wall.kind is WallKind.DOOR)

    hand.move(2.5, 12.5)
    window.actions_["players_open_door"].trigger()
    assert not is_open()
    assert "no door" in window.strip.text
    hand.move(12.3, 4.5)
    hand.key(Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
    assert is_open()
    assert editor.document.undo_label == "Open door"
    hand.move(2.5, 12.5)
    hand.drag((5.5, 6.5), (11.5, 4.5))
    hand.move(2.5, 12.5)
    window.actions_["players_open_door"].trigger()
    assert not is_open(), "the door beside the selected creature"


def test_every_control_has_a_name_and_says_why(players: PlayersRoom) -> None:
    kinds = (QAbstractButton, QAbstractSpinBox, QComboBox, QListWidget)
    for panel in (players.panel, players.screen_panel, players.bar):
        for kind in kinds:
            for control in panel.findChildren(kind):
                if control.objectName().startswith("qt_") or isinstance(control.parent(), kinds):
                    continue
                words = control.text() if isinstance(control, QAbstractButton) else ""
                assert control.accessibleName() or words
                assert control.toolTip(), control


# Remembered


def test_what_was_decided_is_remembered(players: PlayersRoom, window: MainWindow) -> None:
    players.panel.switches["names"].click()
    calibration = replace(REAL, turn=90.0, brightness=1.2)
    players.stage.set_calibration(calibration)
    name = players.stage.screen_name or ScreenName.of(players.players_window.screen())
    again = type(players.memory)()
    assert again.calibration(name) == calibration
    assert again.shown == players.presenter.shown
    assert not again.shown.names


def test_the_screen_is_set_up_in_the_panel(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand
) -> None:
    panel = players.screen_panel
    panel.diagonal.setValue(24.0)
    calibration = players.players_window.calibration
    assert calibration.source is Source.DIAGONAL
    size = players.players_window.screen().size()
    expected = (size.width() ** 2 + size.height() ** 2) ** 0.5 / 24 / 25.4
    assert calibration.pixels_per_mm == pytest.approx(expected)
    window.actions_["players_real"].trigger()
    assert players.players_window.calibration.is_real
    panel.square.setValue(50.0)
    guest.settle()
    assert guest.projection.viewport.scale == pytest.approx(50 * expected)
    window.actions_["players_rotate"].trigger()
    assert players.players_window.calibration.turn == 90.0
    guest.settle()
    assert guest.projection.viewport.width == players.players_window.view.height()
    window.actions_["players_real"].trigger()
    assert not players.players_window.calibration.is_real


# Soon enough


def test_an_edit_reaches_players_soon(
    players: PlayersRoom, guest: PlayersHand, hand: Hand, qtbot: QtBot, record_property: object
) -> None:
    """From the GM's release to the painted picture, through the event loop; told, not judged."""
    drawn: list[float] = []
    note = lambda: drawn.append(perf_counter())  # noqa: E731
    players.players_window.drawn.connect(note)
    times = []
    for number in range(8):
        x = 12.5 if number % 2 else 6.5
        hand.press(x, 6.5)
        hand.move(19.0 - x, 6.5)
        QApplication.processEvents()
        drawn.clear()
        start = perf_counter()
        hand.release(19.0 - x, 6.5)
        qtbot.waitUntil(lambda: bool(drawn), timeout=5000)
        times.append((drawn[0] - start) * 1000)
    players.players_window.drawn.disconnect(note)
    times.sort()
    print(f"release to players' picture: median {times[len(times) // 2]:.1f} ms, most {times[-1]:.1f} ms")
    if callable(record_property):
        record_property("latency_ms", times)
    assert len(times) == 8
