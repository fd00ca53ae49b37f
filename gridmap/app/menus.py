"""Menus and tool bars, laid out from the table of actions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar

from gridmap.app.actions import Actions
from gridmap.app.icons import ICON_SIZE

_GAP = ""

_FILE = ("new", "open", "@recent", _GAP, "save", "save_as", _GAP, "export", _GAP, "quit")
_EDIT = (
    "undo",
    "redo",
    _GAP,
    "duplicate",
    "delete",
    _GAP,
    "select_all",
    "select_none",
    _GAP,
    "paste_creatures",
    "add_creatures",
)
_VIEW = ("zoom_in", "zoom_out", "fit", "table_size", _GAP, "grid", "pictures", "names", _GAP, "@theme")
_OVERLAYS = (
    "overlay_movement",
    "overlay_reach",
    "overlay_threats",
    "overlay_flanking",
    "overlay_cover",
    _GAP,
    "clear_area",
)
_BAR = ("new", "open", "save", "export", _GAP, "undo", "redo", _GAP, "zoom_out", "zoom_in", "fit", "grid")


class Menus:
    """The menu bar, and the menus that others fill.

    Attributes:
        recent: the recent files.
        panels: which panels are shown.
        context: of the selected creatures, on the canvas.
    """

    def __init__(self, window: QMainWindow, actions: Actions) -> None:
        self._window = window
        self._actions = actions
        self.recent = QMenu(QCoreApplication.translate("menus", "Open &recent"), window)
        self._theme = self._menu(
            QCoreApplication.translate("menus", "T&heme"),
            [action.objectName() for action in actions.group("theme")],
        )
        tools = [action.objectName() for action in actions.group("tool")]
        terrain = [action.objectName() for action in actions.group("terrain")]
        self._top(QCoreApplication.translate("menus", "&File"), _FILE)
        self._top(QCoreApplication.translate("menus", "&Edit"), _EDIT)
        view = self._top(QCoreApplication.translate("menus", "&View"), _VIEW)
        self.panels = view.addMenu(QCoreApplication.translate("menus", "Pane&ls"))
        self._top(QCoreApplication.translate("menus", "&Tools"), (*tools, _GAP, "smaller", "larger"))
        self._top(QCoreApplication.translate("menus", "Te&rrain"), terrain)
        self._top(QCoreApplication.translate("menus", "&Overlays"), _OVERLAYS)
        self._top(QCoreApplication.translate("menus", "&Help"), ("shortcuts",))
        self.context = self._menu("", ("duplicate", "delete", _GAP, "overlay_movement", "overlay_reach"))

    def _top(self, title: str, names: Sequence[str]) -> QMenu:
        menu = self._menu(title, names)
        self._window.menuBar().addMenu(menu)
        return menu

    def _menu(self, title: str, names: Sequence[str]) -> QMenu:
        menu = QMenu(title, self._window)
        menu.setToolTipsVisible(False)
        for name in names:
            if name == _GAP:
                menu.addSeparator()
            elif name == "@recent":
                menu.addMenu(self.recent)
            elif name == "@theme":
                menu.addMenu(self._theme)
            else:
                menu.addAction(self._actions[name])
        return menu


def main_bar(window: QMainWindow, actions: Actions) -> QToolBar:
    """The bar of files, undo and zoom along the top."""
    bar = _bar(
        window, QCoreApplication.translate("menus", "Main tool bar"), "mainBar", Qt.ToolBarArea.TopToolBarArea
    )
    for name in _BAR:
        if name == _GAP:
            bar.addSeparator()
        else:
            bar.addAction(actions[name])
    return bar


def tool_bar(window: QMainWindow, actions: Actions) -> QToolBar:
    """The bar of tools along the left side."""
    bar = _bar(
        window, QCoreApplication.translate("menus", "Tools"), "toolBar", Qt.ToolBarArea.LeftToolBarArea
    )
    bar.setOrientation(Qt.Orientation.Vertical)
    for action in actions.group("tool"):
        bar.addAction(action)
    return bar


def _bar(window: QMainWindow, title: str, name: str, area: Qt.ToolBarArea) -> QToolBar:
    bar = QToolBar(title, window)
    bar.setObjectName(name)
    bar.setAccessibleName(title)
    bar.setMovable(False)
    bar.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    window.addToolBar(area, bar)
    return bar
