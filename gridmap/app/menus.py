"""Menus and tool bars, laid out from the table of actions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar

from gridmap.app.action_spec import (
    CREATURES,
    EDIT,
    FILE,
    HELP,
    LAYERS,
    MAP,
    OVERLAYS,
    PLAY,
    PLAYERS,
    SECRETS,
    TOOLS,
    VIEW,
)
from gridmap.app.action_table import ACTIONS
from gridmap.app.actions import Actions
from gridmap.app.icons import ICON_SIZE

_GAP = ""

_FILE = ("new", "open", "@recent", _GAP, "save", "save_as", _GAP, "export", "@more", _GAP, "quit")
_EDIT = (
    "undo",
    "redo",
    _GAP,
    "cut",
    "copy",
    "paste",
    "duplicate",
    "delete",
    _GAP,
    "select_all",
    "select_none",
    _GAP,
    "paste_creatures",
    "add_creatures",
    "@more",
)
_VIEW = (
    "zoom_in",
    "zoom_out",
    "fit",
    "table_size",
    _GAP,
    "grid",
    "pictures",
    "names",
    _GAP,
    "@theme",
    "@more",
)
_OVERLAYS = (
    "overlay_movement",
    "overlay_reach",
    "overlay_threats",
    "overlay_flanking",
    "overlay_cover",
    _GAP,
    "clear_area",
    "@more",
)
_PLACED = frozenset((*_FILE, *_EDIT, *_VIEW, *_OVERLAYS, "smaller", "larger", "forget_recent"))
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
        self._top(QCoreApplication.translate("menus", "&File"), _with_rest(_FILE, FILE))
        self._top(QCoreApplication.translate("menus", "&Edit"), _with_rest(_EDIT, EDIT))
        view = self._top(QCoreApplication.translate("menus", "&View"), _with_rest(_VIEW, VIEW))
        self.panels = view.addMenu(QCoreApplication.translate("menus", "Pane&ls"))
        self._top(QCoreApplication.translate("menus", "&Map"), _with_rest(("@more",), MAP, LAYERS))
        self._top(
            QCoreApplication.translate("menus", "&Tools"),
            _with_rest((*tools, _GAP, "smaller", "larger", "@more"), TOOLS),
        )
        self._top(QCoreApplication.translate("menus", "Te&rrain"), terrain)
        self._top(QCoreApplication.translate("menus", "&Creatures"), _with_rest(("@more",), CREATURES))
        self._top(QCoreApplication.translate("menus", "&Overlays"), _with_rest(_OVERLAYS, OVERLAYS))
        self._top(QCoreApplication.translate("menus", "&Play"), _with_rest(("@more",), PLAY))
        self._top(QCoreApplication.translate("menus", "Fo&g"), _with_rest(("@more",), SECRETS))
        self._top(QCoreApplication.translate("menus", "P&layers"), _with_rest(("@more",), PLAYERS))
        self._top(QCoreApplication.translate("menus", "&Help"), _with_rest(("shortcuts", "@more"), HELP))
        self.context = self._menu("", ("duplicate", "delete", _GAP, "overlay_movement", "overlay_reach"))

    def _top(self, title: str, names: Sequence[str]) -> QMenu:
        """A menu of the bar; one with nothing in it is left out."""
        menu = self._menu(title, names)
        if names:
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


def _with_rest(names: Sequence[str], *sections: str) -> tuple[str, ...]:
    """The names with ``@more`` replaced by the sections' actions that no menu places by hand."""
    rest: list[str] = []
    for section in sections:
        here = [
            spec
            for spec in ACTIONS
            if spec.section == section and not spec.group and spec.name not in _PLACED
        ]
        for number, spec in enumerate(here):
            if spec.gap or (number == 0 and (rest or names[0] != "@more")):
                rest.append(_GAP)
            rest.append(spec.name)
    at = list(names).index("@more")
    return (*names[:at], *rest, *names[at + 1 :])


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


def _bar(window: QMainWindow, title: str, name: str, area: Qt.ToolBarArea) -> QToolBar:
    bar = QToolBar(title, window)
    bar.setObjectName(name)
    bar.setAccessibleName(title)
    bar.setMovable(False)
    bar.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    window.addToolBar(area, bar)
    return bar
