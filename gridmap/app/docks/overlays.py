"""Which overlays are shown, and by which ruleset."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QToolButton, QWidget

from gridmap.app.actions import Actions
from gridmap.app.docks.panel import Panel
from gridmap.app.editor import Editor
from gridmap.app.icons import ICON_SIZE
from gridmap.app.rulesets import ruleset_names
from gridmap.app.steady import ComboBox
from gridmap.edits.page import set_ruleset

_BUTTONS = (
    "overlay_movement",
    "overlay_reach",
    "overlay_flanking",
    "overlay_threats",
    "overlay_cover",
    "overlay_walls",
)


class OverlaysPanel(Panel):
    """The map's ruleset and a switch for each overlay.

    Attributes:
        switches: the grid of the switches.
    """

    def __init__(self, editor: Editor, actions: Actions, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Rules and overlays"), "overlaysPanel", parent)
        self._editor = editor
        self._rulesets = ComboBox()
        self._rulesets.setAccessibleName(self.tr("Ruleset"))
        self._rulesets.setToolTip(
            self.tr("The rules that this map is played with; every overlay follows them.")
        )
        self._rulesets.activated.connect(self._choose_ruleset)
        label = QLabel(self.tr("&Ruleset"))
        label.setBuddy(self._rulesets)
        grid = QGridLayout()
        grid.setSpacing(4)
        grid.addWidget(label, 0, 0, 1, 2)
        grid.addWidget(self._rulesets, 1, 0, 1, 2)
        grid.setRowMinimumHeight(2, 4)
        for place, name in enumerate(_BUTTONS):
            button = QToolButton()
            button.setDefaultAction(actions[name])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setAccessibleName(actions[name].text().replace("&", ""))
            grid.addWidget(button, 3 + place // 2, place % 2)
        self.switches = grid
        self.column.addLayout(grid)
        editor.document.changed.connect(self._show_ruleset)

    def list_rulesets(self) -> None:
        """Read the rulesets and offer them; behind the first frame, since there are several files to read."""
        self._rulesets.clear()
        for ruleset_id, name in ruleset_names().items():
            self._rulesets.addItem(name, ruleset_id)
        self._show_ruleset()

    def _choose_ruleset(self, index: int) -> None:
        battle_map = self._editor.document.battle_map
        chosen = set_ruleset(battle_map, str(self._rulesets.itemData(index)))
        self._editor.document.commit(
            chosen, self.tr("Play by {ruleset}").format(ruleset=self._rulesets.itemText(index))
        )

    def _show_ruleset(self) -> None:
        if not self._rulesets.count():
            return
        wanted = self._editor.document.shown.ruleset
        index = self._rulesets.findData(wanted)
        if index < 0:
            self._rulesets.addItem(self.tr("{ruleset} (not on this computer)").format(ruleset=wanted), wanted)
            index = self._rulesets.count() - 1
        self._rulesets.setCurrentIndex(index)
