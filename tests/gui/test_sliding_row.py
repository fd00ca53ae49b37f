"""The tool's options in a window that is too narrow for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QToolBar, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow
from gridmap.app.sliding_row import Hint


@pytest.fixture
def narrow(window: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    size = window.size()
    window.resize(QSize(820, 560))
    qtbot.wait(20)
    yield window
    window.resize(size)
    qtbot.wait(20)


def page(window: MainWindow) -> QWidget:
    shown = window.options._pages.currentWidget()
    assert shown is not None
    return shown


def test_no_words_of_a_control_are_squeezed(narrow: MainWindow, qtbot: QtBot) -> None:
    for action in narrow.actions_.group("tool"):
        action.trigger()
        qtbot.wait(5)
        for control in page(narrow).findChildren(QWidget):
            if isinstance(control, (QCheckBox, QLabel, QToolButton)) and not isinstance(control, Hint):
                squeezed = control.isVisible() and control.width() < control.sizeHint().width()
                assert not squeezed, f"{action.objectName()}: {control.text()}"


def test_arrows_are_there_only_where_something_slides(narrow: MainWindow, qtbot: QtBot) -> None:
    row = narrow.options.sliding
    narrow.actions_["tool_region"].trigger()
    qtbot.wait(5)
    assert row.on.isVisible()
    assert row.on.isEnabled()
    assert not row.back.isEnabled()
    row.on.click()
    assert row.back.isEnabled()
    narrow.actions_["tool_pan"].trigger()
    qtbot.wait(5)
    assert not row.on.isVisible()
    assert not row.back.isVisible()


def test_the_row_follows_the_keyboard(narrow: MainWindow, qtbot: QtBot) -> None:
    narrow.actions_["tool_region"].trigger()
    qtbot.wait(5)
    hidden = page(narrow).findChildren(QCheckBox)[-2]
    hidden.setFocus(Qt.FocusReason.TabFocusReason)
    row = narrow.options.sliding
    place = QRect(hidden.mapTo(row, QPoint(0, 0)), hidden.size())
    assert row.rect().contains(place)


def test_tools_without_room_are_behind_a_button_that_is_seen(narrow: MainWindow) -> None:
    narrow.set_theme("dark")
    bar = narrow.findChild(QToolBar, "toolBar")
    assert isinstance(bar, QToolBar)
    more = bar.findChild(QToolButton, "qt_toolbar_ext_button")
    assert isinstance(more, QToolButton)
    assert more.isVisible()
    assert more.accessibleName() == more.toolTip() == "More tools"
    picture = more.grab().toImage()
    shades = {picture.pixelColor(x, y).lightness() for x in range(more.width()) for y in range(more.height())}
    narrow.set_theme("light")
    assert max(shades) - min(shades) > 100


def test_a_hint_gives_way_and_keeps_its_words_in_the_tooltip(narrow: MainWindow) -> None:
    hint = Hint("A long sentence that tells what the mouse does with this tool")
    assert hint.minimumSizeHint().width() < hint.sizeHint().width()
    assert hint.toolTip() == hint.text()
