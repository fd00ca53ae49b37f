"""The bar of tools along the left side: tools that belong together share a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton

from gridmap.app.actions import Actions
from gridmap.app.icons import ICON_SIZE, icon
from gridmap.app.look import text_colour
from gridmap.render.theme import Theme

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_FAMILIES = (
    ("rectangle", "ellipse", "line", "polygon", "lasso"),
    ("wall", "wall_points"),
    ("measure", "push", "target"),
    ("picture", "fit_grid"),
)
"""Tools that share a button, beside those whose names begin alike up to a ``_``, as fog's do."""


def tool_bar(window: MainWindow, actions: Actions) -> QToolBar:
    """A button for each tool or family of tools; a family's shows the one used last."""
    bar = QToolBar(QCoreApplication.translate("menus", "Tools"), window)
    bar.setObjectName("toolBar")
    bar.setAccessibleName(bar.windowTitle())
    bar.setMovable(False)
    bar.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    bar.setOrientation(Qt.Orientation.Vertical)
    window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)
    families: dict[str, list[QAction]] = {}
    for action in actions.group("tool"):
        families.setdefault(_family(action), []).append(action)
    for members in families.values():
        if len(members) == 1:
            bar.addAction(members[0])
        else:
            bar.addWidget(_FamilyButton(members, bar))
    _show_what_follows(window, bar)
    return bar


def _show_what_follows(window: MainWindow, bar: QToolBar) -> None:
    """Where the window is too low for all tools, Qt's button for the others is seen in every theme."""
    more = bar.findChild(QToolButton, "qt_toolbar_ext_button")
    if more is None:
        return
    words = QCoreApplication.translate("menus", "More tools")
    more.setToolTip(words)
    more.setAccessibleName(words)

    def draw(theme: Theme) -> None:
        more.setIcon(icon("down", text_colour(theme)))

    window.theme_changed.connect(draw)
    draw(window.canvas.theme)


def _family(action: QAction) -> str:
    name = action.objectName().removeprefix("tool_")
    for members in _FAMILIES:
        if name in members:
            return members[0]
    return "fog" if name.startswith("fog") else name


class _FamilyButton(QToolButton):
    """The member used last; the others are in its menu."""

    def __init__(self, members: list[QAction], bar: QToolBar) -> None:
        super().__init__(bar)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.DelayedPopup)
        self.setObjectName("toolFamily")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addActions(members)
        self.setMenu(menu)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(lambda _: self.showMenu())
        for action in members:
            action.toggled.connect(lambda on, action=action: self._show(action) if on else None)
            action.changed.connect(self._describe)
        self._show(members[0])

    def _show(self, action: QAction) -> None:
        self.setDefaultAction(action)
        self._describe()

    def _describe(self) -> None:
        action = self.defaultAction()
        self.setAccessibleName(action.text().replace("&", ""))
        more = QCoreApplication.translate("menus", "Hold or right-click for the tools beside it.")
        self.setToolTip(f"{action.toolTip()}<br><i>{more}</i>")
