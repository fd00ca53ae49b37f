"""Zoom, pan, fit, the keyboard's cursor."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow
from gridmap.app.square_words import distance_words
from gridmap.model import Creature, Size, Square
from tests.gui.hand import MIDDLE, RIGHT, Hand


def test_the_wheel_zooms_at_the_cursor(window: MainWindow, hand: Hand) -> None:
    canvas = window.canvas
    pixel = QPointF(hand.pixel(4.5, 9.5))
    before = canvas.pointer_at(pixel).at
    scale = canvas.viewport.scale
    hand.wheel(4.5, 9.5, 3)
    assert canvas.viewport.scale == pytest.approx(scale * 1.25**3)
    assert canvas.pointer_at(pixel).at == pytest.approx(before, abs=1 / canvas.viewport.scale)
    for _ in range(3):
        canvas.zoom(1 / 1.25, pixel)
    assert canvas.pointer_at(pixel).at == pytest.approx(before, abs=0.1)


def test_fit_shows_the_whole_map_and_follows_the_window(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    hand.wheel(4.5, 9.5, 5)
    window.actions_["fit"].trigger()
    canvas = window.canvas

    def is_all_in_sight() -> bool:
        top_left, bottom_right = hand.pixel(0, 0), hand.pixel(20, 15)
        return (
            top_left.x() >= 0
            and top_left.y() >= 0
            and bottom_right.x() <= canvas.width()
            and bottom_right.y() <= canvas.height()
        )

    assert is_all_in_sight()
    scale = canvas.viewport.scale
    window.resize(1000, 640)
    qtbot.waitUntil(lambda: canvas.viewport.scale != scale)
    assert is_all_in_sight()
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: canvas.viewport.scale == scale)


@pytest.mark.parametrize("way", ["middle button", "space bar", "pan tool"])
def test_a_drag_moves_the_view(window: MainWindow, hand: Hand, qtbot: QtBot, way: str) -> None:
    canvas = window.canvas
    canvas.setFocus()
    before = canvas.pixel_of(Square(0, 0).centre)
    start, end = (5.0, 5.0), (8.0, 7.0)
    moved = hand.pixel(*end) - hand.pixel(*start)
    places = [hand.pixel(*start), hand.pixel(*end)]
    button = Qt.MouseButton.LeftButton
    if way == "middle button":
        button = MIDDLE
    elif way == "space bar":
        qtbot.keyPress(canvas, Qt.Key.Key_Space)
    else:
        window.editor.take("pan")
    qtbot.mousePress(canvas, button, pos=places[0])
    qtbot.mouseMove(canvas, places[1])
    qtbot.mouseRelease(canvas, button, pos=places[1])
    if way == "space bar":
        qtbot.keyRelease(canvas, Qt.Key.Key_Space)
    after = canvas.pixel_of(Square(0, 0).centre)
    assert (after - before).toPoint() == moved
    assert not window.editor.document.labels
    assert not window.editor.selection.ids


def test_some_of_the_map_stays_in_sight(window: MainWindow, hand: Hand) -> None:
    window.canvas.pan(100_000, -100_000)
    assert hand.pixel(0, 15).x() < window.canvas.width()
    assert hand.pixel(0, 15).y() > 0


def test_the_keyboard_paints_without_a_mouse(window: MainWindow, hand: Hand) -> None:
    window.editor.take("brush")
    hand.key(Qt.Key.Key_Return)
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Return)
    pointer = window.editor.pointer
    assert pointer is not None
    x, y = pointer.square
    assert window.editor.document.battle_map.terrain.difficult[y, x] == 2
    window.editor.take("rectangle")
    hand.key(Qt.Key.Key_Return)
    hand.key(Qt.Key.Key_Down)
    hand.key(Qt.Key.Key_Down)
    hand.key(Qt.Key.Key_Return)
    assert window.editor.document.battle_map.terrain.difficult[y : y + 3, x].tolist() == [2, 2, 2]
    assert len(window.editor.document.labels) == 2


def test_zoom_actions_and_table_size(window: MainWindow) -> None:
    scale = window.canvas.viewport.scale
    window.actions_["zoom_in"].trigger()
    assert window.canvas.viewport.scale > scale
    window.actions_["zoom_out"].trigger()
    assert window.canvas.viewport.scale == pytest.approx(scale)
    window.actions_["table_size"].trigger()
    assert window.canvas.viewport.scale == pytest.approx(70)


def test_the_status_bar_says_where_the_hand_is(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    hand.click(6.5, 6.5)
    hand.move(9.5, 6.5)
    qtbot.waitUntil(lambda: "9, 6" in window.status.place)
    hand.move(8.5, 7.5)
    qtbot.waitUntil(lambda: "Tor" in window.status.place)
    qtbot.waitUntil(lambda: "5 ft (1 square) from Ogre" in window.square.words)


def test_the_distance_from_a_creature_made_in_mid_drag(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    hand.click(6.5, 6.5)
    hand.press(6.5, 6.5)
    hand.move(9.5, 9.5)
    editor = window.editor
    assert editor.overlays.held_map is not None
    added = Creature("new", Size.MEDIUM, Square(1, 1), "foes", name="Newcomer")
    shown = editor.document.shown
    editor.document.try_map(shown.with_changes(creatures=(*shown.creatures, added)))
    editor.selection.select({"new"})
    window.status.refresh()
    assert distance_words(editor).endswith("from Newcomer")
    hand.key(Qt.Key.Key_Escape)
    hand.release(9.5, 9.5)


def test_the_tooltip_says_why(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    hand.click(5.5, 6.5)
    place = hand.pixel(3.5, 6.5)
    QApplication.sendEvent(
        window.canvas, QHelpEvent(QEvent.Type.ToolTip, place, window.canvas.mapToGlobal(place))
    )
    assert "10 ft" in QToolTip.text()
    assert "rules 3" in QToolTip.text()
    QToolTip.hideText()


def test_a_right_click_selects_and_offers_a_menu(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    place = hand.pixel(6.5, 6.5)
    hand.click(6.5, 6.5, RIGHT)
    QApplication.sendEvent(
        window.canvas,
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, window.canvas.mapToGlobal(place)),
    )
    assert window.editor.selection.ids == {"ogre"}
    assert window.menus.context.isVisible()
    window.menus.context.hide()


def test_painting_what_changed_alone_leaves_the_window_as_painting_all_of_it(
    window: MainWindow, hand: Hand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Strokes of the brush, whose outline moves along, an undo, a creature moved and a selection."""
    canvas, document = window.canvas, window.editor.document
    parts: list[QRect] = []
    stale_part = canvas._stale_part

    def noted() -> QRect:
        parts.append(stale_part())
        return parts[-1]

    hand.click(5.5, 6.5)
    window.editor.take("brush")
    qtbot.wait(60)
    monkeypatch.setattr(canvas, "_stale_part", noted)
    for act in (
        lambda: hand.drag((2.5, 2.5), (3.5, 2.5), (9.5, 3.5)),
        lambda: hand.move(14.5, 10.5),
        lambda: window.editor.options.choose(brush_size=3),
        lambda: hand.drag((12.5, 10.5), (13.5, 9.5)),
        document.undo,
        lambda: window.editor.take("select"),
        lambda: hand.press(5.5, 6.5),
        lambda: hand.move(7.5, 9.5),
        lambda: hand.move(8.5, 3.5),
        lambda: hand.move(3.5, 8.5),
        lambda: hand.release(3.5, 8.5),
        document.undo,
        document.redo,
        lambda: hand.click(17.5, 1.5),
    ):
        act()
        qtbot.wait(60)
        # However slow the machine: overlays are there, and what they changed is painted.
        qtbot.waitUntil(lambda: not window.editor.overlays.waiting, timeout=20_000)
        qtbot.wait(60)
        assert _shows_what_it_paints(window)
    assert any(0 < part.width() < canvas.width() / 2 for part in parts)


def test_tiles_left_behind_while_the_view_rested_are_brought_on_when_the_hand_is_done(
    window: MainWindow, hand: Hand, qtbot: QtBot
) -> None:
    """What is seen from where a creature is dragged to changes much of the view."""
    canvas, tiles = window.canvas, window.canvas._tiles
    hand.click(5.5, 6.5)
    window.editor.overlays.questions.switch("sight", on=True)
    qtbot.wait(60)
    hand.press(5.5, 6.5)
    hand.move(9.5, 9.5)
    with qtbot.waitSignal(canvas.painted):
        hand.move(16.5, 4.5)
    assert tiles.is_at_rest
    qtbot.wait(300)
    assert tiles.is_at_rest  # a hand that holds still goes on soon
    hand.release(16.5, 4.5)
    qtbot.waitUntil(lambda: not tiles.is_at_rest)
    window.editor.overlays.questions.switch("sight", on=False)


def test_a_button_let_go_elsewhere_after_escape_takes_the_guides_along(
    window: MainWindow, hand: Hand, qtbot: QtBot
) -> None:
    window.editor.take("brush")
    hand.press(5.5, 6.5)
    hand.key(Qt.Key.Key_Escape)
    qtbot.wait(30)
    hand.release(9.5, 9.5)
    tool = window.editor.tool
    qtbot.waitUntil(lambda: window.canvas._shown_guides == tool.guides())
    assert tool.guides()


def test_a_press_of_the_mouse_takes_the_keyboards_cursor_away(
    window: MainWindow, hand: Hand, qtbot: QtBot
) -> None:
    hand.key(Qt.Key.Key_Return)
    hand.key(Qt.Key.Key_Right)
    qtbot.wait(60)
    hand.press(1.5, 1.5)
    hand.release(1.5, 1.5)
    qtbot.wait(60)
    qtbot.waitUntil(lambda: not window.editor.overlays.waiting, timeout=20_000)
    assert _shows_what_it_paints(window)


def _shows_what_it_paints(window: MainWindow) -> bool:
    kept, canvas = window.backingStore().paintDevice(), window.canvas
    assert isinstance(kept, QImage)
    corner = canvas.mapTo(window, QPoint(0, 0))
    # A grab is painted by the same tiles: it must come after.
    shown = kept.copy(QRect(corner * kept.devicePixelRatio(), canvas.size() * kept.devicePixelRatio()))
    return _share_that_differs(shown, canvas.grab().toImage()) < 0.0002


def _share_that_differs(one: QImage, other: QImage) -> float:
    pixels = [
        np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[..., :3]
        for image in (each.convertToFormat(QImage.Format.Format_RGB32) for each in (one, other))
    ]
    return float((np.abs(pixels[0].astype(int) - pixels[1]) > 8).any(axis=2).mean())
