"""Keys, words and names of what can be done."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QToolBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gridmap.app.action_table import ACTIONS
from gridmap.app.actions import all_specs
from gridmap.app.look import dress
from gridmap.app.main_window import MainWindow
from gridmap.app.shortcut_sheet import ShortcutSheet
from gridmap.app.tools.toolbox import TOOLS
from gridmap.model import Layer
from gridmap.render.theme import THEMES, load_theme
from gridmap.resource_path import resource_path
from tests.gui.hand import Hand


def test_no_two_actions_share_a_key() -> None:
    keys = Counter(QKeySequence(key).toString() for spec in all_specs() for key in spec.keys)
    assert [key for key, count in keys.items() if count > 1] == []
    assert "" not in keys, "a key that Qt does not know"


def test_names_are_unique_and_every_icon_is_there() -> None:
    names = [spec.name for spec in all_specs()]
    assert len(names) == len(set(names))
    for spec in ACTIONS:
        assert not spec.icon or resource_path("icons", f"{spec.icon}.svg").is_file()
        assert spec.tip


def test_every_tool_has_an_action_with_a_key(window: MainWindow, hand: Hand) -> None:
    for tool in TOOLS:
        action = window.actions_[f"tool_{tool.name}"]
        keys = action.shortcut()[0]
        window.editor.take("pan" if tool.name != "pan" else "select")
        hand.key(keys.key(), keys.keyboardModifiers())
        assert window.editor.tool.name == tool.name
        assert action.isChecked()
        assert window.editor.tool.hint()


def test_no_two_entries_of_a_menu_share_a_letter(window: MainWindow) -> None:
    menus = [action.menu() for action in window.menuBar().actions()]
    for menu in (window.menuBar(), *menus):
        texts = [action.text().replace("&&", "") for action in menu.actions() if "&" in action.text()]
        letters = Counter(text[text.index("&") + 1].lower() for text in texts)
        assert [letter for letter, count in letters.items() if count > 1] == []


def test_the_map_stays_where_it_is_whatever_the_tool(window: MainWindow) -> None:
    places = set()
    for tool in TOOLS:
        window.editor.take(tool.name)
        QApplication.processEvents()
        places.add(window.canvas.geometry().getRect())
    assert len(places) == 1


def test_every_control_has_an_accessible_name(window: MainWindow) -> None:
    kinds = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit)
    nameless = []
    for kind in kinds:
        for control in window.findChildren(kind):
            name = control.accessibleName() or (
                control.text() if isinstance(control, QAbstractButton) else ""
            )
            if not name and not _is_qts_own(control):
                nameless.append(control)
    assert [(type(control).__name__, control.objectName()) for control in nameless] == []


def _is_qts_own(control: QWidget) -> bool:
    """Parts of Qt's own widgets: the line inside a spin box, a dock's close button, its own dialogs."""
    parent = control.parent()
    return (
        isinstance(control.window(), QFileDialog | QInputDialog)
        or control.objectName().startswith("qt_")
        or isinstance(parent, QAbstractSpinBox | QComboBox)
        or type(control).__name__ in ("QDockWidgetTitleButton", "QToolBarExtension")
        or control.metaObject().className().startswith(("QDockWidget", "QToolBarExtension"))
    )


def test_undo_and_redo_say_what_they_do(window: MainWindow, hand: Hand) -> None:
    undo, redo = window.actions_["undo"], window.actions_["redo"]
    assert not undo.isEnabled()
    hand.drag((6.5, 6.5), (8.5, 6.5))
    assert undo.text() == "&Undo: Move Ogre"
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not undo.isEnabled()
    assert redo.text() == "&Redo: Move Ogre"
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert undo.isEnabled()


def test_undo_in_mid_gesture_drops_the_gesture_only(window: MainWindow, hand: Hand) -> None:
    hand.drag((6.5, 6.5), (8.5, 6.5))
    after = window.editor.document.battle_map
    hand.press(5.5, 6.5)
    hand.move(2.5, 6.5)
    window.actions_["undo"].trigger()
    assert window.editor.document.shown is after
    hand.release(2.5, 6.5)
    assert window.editor.document.shown is after


def test_the_sheet_of_shortcuts_leaves_the_map_alive(window: MainWindow, hand: Hand) -> None:
    window.actions_["shortcuts"].trigger()
    sheet = window.findChild(ShortcutSheet)
    assert sheet is not None
    assert sheet.isVisible()
    assert not sheet.isModal()
    hand.click(6.5, 6.5)
    assert window.editor.selection.ids == {"ogre"}
    sheet.close()


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_dresses_the_widgets_too(window: MainWindow, qtbot: QtBot, name: str) -> None:
    window.actions_[f"theme_{name}"].trigger()
    assert window.canvas.theme.name == name
    assert window.settings.theme == name
    text, ground = window.palette().windowText().color(), window.palette().window().color()
    assert abs(text.lightness() - ground.lightness()) > 110
    window.set_theme("light")


def test_another_theme_leaves_the_map_where_it_was(qapp: QApplication, qtbot: QtBot) -> None:
    """A bar along the side is as wide in its first dress as in the next ones."""
    dress(qapp, load_theme("light"))
    fresh = QMainWindow()
    qtbot.addWidget(fresh)
    bar = QToolBar()
    bar.addAction("Tool")
    fresh.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)
    fresh.resize(400, 300)
    fresh.show()
    qtbot.waitExposed(fresh)
    qtbot.wait(20)
    before = bar.width()
    dress(qapp, load_theme("dark"))
    qtbot.wait(20)
    assert bar.width() == before
    dress(qapp, load_theme("light"))


def test_layers_are_hidden_by_their_eyes(window: MainWindow) -> None:
    eyes = [eye for eye in window.terrain.findChildren(QAbstractButton) if eye.objectName() == "eye"]
    assert len(eyes) == len(Layer) + 1, "the height of the ground has one too"
    eyes[0].click()
    assert len(window.canvas.scene().layers) == len(Layer) - 1
    eyes[0].click()
    assert len(window.canvas.scene().layers) == len(Layer)
    assert not window.editor.document.labels, "what is shown is no edit"
