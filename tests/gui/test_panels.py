"""What every panel must hold to."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QFrame,
    QLabel,
    QListView,
    QMainWindow,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow
from gridmap.app.preferences import PreferencesDialog
from gridmap.app.tools.pointer import Pointer
from gridmap.edits.creatures import change_creature
from gridmap.model import Point

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
USUAL_WIDTHS = {LEFT: 232, RIGHT: 300}
"""Of the panels when the program is started for the first time; a scroll bar takes the margin."""


def test_no_control_lies_outside_a_panel_of_the_usual_width(window: MainWindow, qtbot: QtBot) -> None:
    seen = {panel: panel.isVisible() for panel in window.panels}
    for panel in window.panels:
        panel.show()
    window.actions_["preferences"].trigger()
    window.show_start_page()
    window.editor.selection.select({"ogre"})
    qtbot.wait(20)
    too_wide = {}
    for panel in window.panels:
        wanted = panel.content.minimumSizeHint().width()
        if wanted > USUAL_WIDTHS[window.dockWidgetArea(panel)]:
            too_wide[panel.objectName()] = wanted
    for panel, visible in seen.items():
        panel.setVisible(visible)
    assert not too_wide


def test_an_endless_name_makes_nothing_wider(window: MainWindow, qtbot: QtBot) -> None:
    editor = window.editor
    wide = window.minimumSizeHint().width()
    named = change_creature(editor.document.battle_map, "ogre", name="W" * 5000, team="T" * 5000)
    editor.document.commit(named, "Change")
    editor.selection.select({"ogre"})
    editor.point(Pointer(Point(6.5, 6.5), 0.1))
    window.strip.complain("W" * 5000)
    qtbot.wait(60)
    assert window.minimumSizeHint().width() <= wide + 100


def test_everything_that_tab_reaches_has_a_name(window: MainWindow, qtbot: QtBot) -> None:
    seen = {panel: panel.isVisible() for panel in window.panels}
    for panel in window.panels:
        panel.show()
    window.editor.selection.select({"ogre"})
    qtbot.wait(20)
    named_by = {label.buddy() for label in window.findChildren(QLabel)}
    nameless = []
    for widget in window.findChildren(QWidget):
        by_tab = widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
        if not by_tab or widget in named_by or widget.objectName().startswith("qt_"):
            continue
        # Lists of combo boxes and tabs of panels are Qt's own, and named by what they belong to.
        if isinstance(widget.parentWidget(), QComboBox | QFrame | QMainWindow) and isinstance(
            widget, QListView | QTabBar
        ):
            continue
        words = widget.text() if isinstance(widget, QAbstractButton) else ""
        if not (widget.accessibleName() or words):
            nameless.append((type(widget).__name__, type(widget.parentWidget()).__name__))
    for panel, visible in seen.items():
        panel.setVisible(visible)
    window.start_page.hide()
    window.findChild(PreferencesDialog).close()
    assert not nameless
