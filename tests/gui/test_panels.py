"""What every panel must hold to."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
USUAL_WIDTHS = {LEFT: 232, RIGHT: 300}
"""Of the panels when the program is started for the first time; a scroll bar takes the margin."""


def test_no_control_lies_outside_a_panel_of_the_usual_width(window: MainWindow, qtbot: QtBot) -> None:
    seen = {panel: panel.isVisible() for panel in window.panels}
    for panel in window.panels:
        panel.show()
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
