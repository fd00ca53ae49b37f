"""Tick boxes in menus can be seen in every theme."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow
from gridmap.render.theme import THEMES

SEEN = 3.0
"""The contrast that the border of a control has to have."""


@pytest.fixture(params=THEMES)
def themed(window: MainWindow, request: pytest.FixtureRequest) -> Iterator[MainWindow]:
    window.set_theme(request.param)
    yield window
    window.set_theme("light")


def open_menu(window: MainWindow, name: str, qtbot: QtBot) -> QMenu:
    """Click on the menu of the bar that holds an action."""
    bar = window.menuBar()
    for head in bar.actions():
        menu = head.menu()
        assert isinstance(menu, QMenu)
        if window.actions_[name] in menu.actions():
            qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(head).center())
            assert menu.isVisible()
            return menu
    raise AssertionError(name)


def box_of(menu: QMenu, action: QAction) -> QImage:
    """The left end of an action's line, as it is shown."""
    line = menu.actionGeometry(action)
    ratio = menu.devicePixelRatio()
    part = QRect(line.left() + 4, line.top() + 2, 24, line.height() - 4)
    scaled = QRect(part.topLeft() * ratio, part.size() * ratio)
    return menu.grab().toImage().copy(scaled)


def contrast(image: QImage) -> float:
    """Between the lightest and the darkest of a picture's pixels, as WCAG reckons."""
    every = [_luminance(image.pixelColor(x, y)) for x in range(image.width()) for y in range(image.height())]
    return (max(every) + 0.05) / (min(every) + 0.05)


def _luminance(colour: QColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", ["pin_square", "lays_traps"])
def test_a_tick_box_is_seen_unticked_and_ticked(themed: MainWindow, qtbot: QtBot, name: str) -> None:
    action = themed.actions_[name]
    if name == "pin_square":
        action.setEnabled(True)
    menu = open_menu(themed, name, qtbot)
    unticked = box_of(menu, action)
    assert contrast(unticked) >= SEEN
    qtbot.mouseMove(menu, menu.actionGeometry(action).center())
    assert menu.activeAction() is action
    assert contrast(box_of(menu, action)) >= SEEN, "under the hand too"
    menu.setActiveAction(menu.actions()[0])
    with_tick = ticked_box(action, menu)
    assert with_tick != unticked
    assert contrast(with_tick) >= SEEN
    qtbot.keyClick(menu, Qt.Key.Key_Escape)


def ticked_box(action: QAction, menu: QMenu) -> QImage:
    """How an action's box looks ticked, without what it does."""
    action.blockSignals(True)
    action.setChecked(True)
    picture = box_of(menu, action)
    action.setChecked(False)
    action.blockSignals(False)
    return picture


def test_the_one_of_several_is_seen(themed: MainWindow, qtbot: QtBot) -> None:
    open_menu(themed, "grid", qtbot)
    chosen = themed.actions_[f"theme_{themed.canvas.theme.name}"]
    first = themed.actions_["theme_light"]
    menu = next(each for each in themed.findChildren(QMenu) if each.actions()[:1] == [first])
    menu.popup(themed.mapToGlobal(QPoint(40, 40)))
    boxes = {action: box_of(menu, action) for action in menu.actions()}
    assert all(contrast(box) >= SEEN for box in boxes.values())
    others = [box for action, box in boxes.items() if action is not chosen]
    assert boxes[chosen] not in others
    assert others[0] == others[1]
    qtbot.keyClick(menu, Qt.Key.Key_Escape)


def test_a_ticked_action_with_an_icon_is_framed(themed: MainWindow, qtbot: QtBot) -> None:
    menu = open_menu(themed, "overlay_cover", qtbot)
    action = themed.actions_["overlay_cover"]
    menu.setActiveAction(menu.actions()[-1])
    unticked = box_of(menu, action)
    assert ticked_box(action, menu) != unticked
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
