"""The panel of the players' window: its small picture, its view, and what players are shown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from gridmap.app.actions import Actions
from gridmap.app.docks.panel import Panel
from gridmap.app.document import Document
from gridmap.app.icons import ICON_SIZE
from gridmap.app.key_words import share_tip
from gridmap.app.players.mirror import Mirror
from gridmap.app.players.presenter import OVERLAY_KINDS, Presenter
from gridmap.app.players.state_sign import StateSign
from gridmap.app.steady import ComboBox
from gridmap.edits.saved_views import move_view, remove_view, rename_view
from gridmap.model import BattleMap
from gridmap.render.theme import THEMES, Theme, load_theme

_MODES = ("players_follow", "players_stay", "players_frame")
_SWITCHES = ("grid", "names", "templates", "turn", "pings", "measurements")


class PlayersPanel(Panel):
    """What players see, and how the GM changes it."""

    blank_picture_wanted = Signal(bool)
    """The GM wants to choose a picture for a blank screen; or black again (False)."""

    def __init__(
        self, presenter: Presenter, document: Document, actions: Actions, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(QCoreApplication.translate("panels", "Players"), "playersPanel", parent)
        self._presenter = presenter
        self._document = document
        self._actions = actions
        self.mirror = Mirror()
        self.sign = StateSign(theme)
        self.column.addWidget(self.mirror)
        row = QHBoxLayout()
        row.addWidget(self.sign)
        row.addStretch(1)
        row.addWidget(self._button("players_window"))
        self.column.addLayout(row)
        self._add_view()
        self._add_overlays()
        self._add_switches()
        self._add_blank()
        self.column.addStretch(1)
        presenter.changed.connect(self.look)
        document.changed.connect(self._map_changed)
        self._list_views()
        self.look()

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        super().set_theme(theme)
        self.sign.set_theme(theme)

    @property
    def overlay_switches(self) -> dict[str, QCheckBox]:
        """The switches for overlays by their kind."""
        return self._overlays

    @property
    def switches(self) -> dict[str, QCheckBox]:
        """The other switches, by the name of what they show."""
        return self._switches

    @property
    def views(self) -> QListWidget:
        """The list of saved views."""
        return self._views

    def _button(self, name: str) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(self._actions[name])
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setAccessibleName(self._actions[name].text().replace("&", ""))
        return button

    def _heading(self, words: str) -> None:
        label = QLabel(words)
        label.setObjectName("panelTitle")
        label.setContentsMargins(0, 6, 0, 0)
        self.column.addWidget(label)

    # Which part of the map

    def _add_view(self) -> None:
        self._heading(self.tr("View"))
        modes = QHBoxLayout()
        modes.setSpacing(4)
        for name, words in zip(_MODES, (self.tr("Mine"), self.tr("Stay"), self.tr("Frame")), strict=True):
            button = self._button(name)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._actions[name].setIconText(words)
            modes.addWidget(button)
        self.column.addLayout(modes)
        self._views = QListWidget()
        self._views.setAccessibleName(self.tr("Saved views"))
        self._views.setToolTip(
            self.tr("Double-click or Return shows a view to players; F2 renames it, Del removes it.")
        )
        self._views.setMaximumHeight(120)
        self._views.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self._views.itemActivated.connect(self._show_view)
        self._views.itemChanged.connect(self._rename)
        self.column.addWidget(self._views)
        row = QHBoxLayout()
        row.setSpacing(4)
        self._save = QPushButton(self.tr("Save view"))
        share_tip(self._save, self._actions["players_save_view"])
        self._save.clicked.connect(self._actions["players_save_view"].trigger)
        row.addWidget(self._save, 1)
        for text, name, work in (
            ("▲", self.tr("Move view up"), lambda: self._move(-1)),
            ("▼", self.tr("Move view down"), lambda: self._move(1)),
            ("✕", self.tr("Remove view"), self._remove),
        ):
            button = QToolButton()
            button.setText(text)
            button.setAccessibleName(name)
            button.setToolTip(name)
            button.clicked.connect(lambda _=False, work=work: work())
            row.addWidget(button)
        self.column.addLayout(row)

    def _list_views(self) -> None:
        views = self._document.battle_map.saved_views
        row = self._views.currentRow()
        self._views.blockSignals(True)
        self._views.clear()
        for view in views:
            item = QListWidgetItem(view.name)
            item.setData(Qt.ItemDataRole.UserRole, view.name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self._views.addItem(item)
        self._views.setCurrentRow(min(max(0, row), len(views) - 1))
        self._views.blockSignals(False)
        self._mark_view()

    def _map_changed(self, before: BattleMap, now: BattleMap) -> None:
        if before.saved_views is not now.saved_views:
            self._list_views()

    def _mark_view(self) -> None:
        """The view that players see is in bold letters."""
        self._views.blockSignals(True)
        for row in range(self._views.count()):
            item = self._views.item(row)
            font = item.font()
            font.setBold(item.text() == self._presenter.view_name)
            item.setFont(font)
        self._views.blockSignals(False)

    def _chosen_name(self) -> str:
        row = self._views.currentRow()
        return "" if row < 0 else str(self._views.item(row).data(Qt.ItemDataRole.UserRole))

    def _show_view(self, item: QListWidgetItem) -> None:
        name = str(item.data(Qt.ItemDataRole.UserRole))
        for view in self._document.battle_map.saved_views:
            if view.name == name:
                self._presenter.show_view(view)

    def _rename(self, item: QListWidgetItem) -> None:
        name = str(item.data(Qt.ItemDataRole.UserRole))
        try:
            renamed = rename_view(self._document.battle_map, name, item.text())
        except ValueError:
            self._list_views()
            return
        if renamed is self._document.battle_map:
            self._list_views()
        else:
            self._document.commit(renamed, self.tr("Rename view {name}").format(name=name))

    def _move(self, by: int) -> None:
        name = self._chosen_name()
        moved = move_view(self._document.battle_map, name, by)
        if moved is not self._document.battle_map:
            row = [view.name for view in moved.saved_views].index(name)
            self._document.commit(moved, self.tr("Move view {name}").format(name=name))
            self._views.setCurrentRow(row)

    def _remove(self) -> None:
        name = self._chosen_name()
        if name:
            removed = remove_view(self._document.battle_map, name)
            self._document.commit(removed, self.tr("Remove view {name}").format(name=name))

    # What players are shown

    def _add_overlays(self) -> None:
        self._heading(self.tr("Show your overlays to players"))
        words = {
            "movement": self.tr("Movement"),
            "reach": self.tr("Reach"),
            "threats": self.tr("Opponents' reach"),
            "flanking": self.tr("Flanking"),
            "cover": self.tr("Cover"),
            "sight": self.tr("Sight"),
            "maneuver": self.tr("Charge, push"),
            "area": self.tr("Area in hand"),
        }
        grid = QGridLayout()
        grid.setSpacing(4)
        self._overlays: dict[str, QCheckBox] = {}
        for place, kind in enumerate(OVERLAY_KINDS):
            box = QCheckBox(words[kind])
            box.setToolTip(
                self.tr("While you have it switched on, players see it too, as far as they know the map.")
            )
            box.toggled.connect(lambda on, kind=kind: self._presenter.show_overlay(kind, on))
            self._overlays[kind] = box
            grid.addWidget(box, place // 2, place % 2)
        self.column.addLayout(grid)

    def _add_switches(self) -> None:
        self._heading(self.tr("Players see"))
        words = {
            "grid": (self.tr("Grid"), self.tr("Grid lines on the players' screen")),
            "names": (self.tr("Names"), self.tr("Names of creatures that players know by name")),
            "templates": (self.tr("Areas on the map"), self.tr("Areas kept on the map that are no secret")),
            "turn": (self.tr("Whose turn"), self.tr("A ring round the creature whose turn it is")),
            "pings": (self.tr("Pings"), self.tr("Rings where you hold the mouse button on the map")),
            "measurements": (
                self.tr("Measuring"),
                self.tr("What you measure, while you measure it"),
            ),
        }
        grid = QGridLayout()
        grid.setSpacing(4)
        self._switches: dict[str, QCheckBox] = {}
        for place, name in enumerate(_SWITCHES):
            box = QCheckBox(words[name][0])
            box.setToolTip(words[name][1])
            box.toggled.connect(lambda on, name=name: self._presenter.show(**{name: on}))
            self._switches[name] = box
            grid.addWidget(box, place // 2, place % 2)
        self.column.addLayout(grid)
        self._theme = ComboBox()
        self._theme.setAccessibleName(self.tr("Theme of the players' window"))
        self._theme.setToolTip(self.tr("How the players' map looks, whatever your own looks like."))
        self._theme.addItem(self.tr("The same look as yours"), "")
        for name in THEMES:
            self._theme.addItem(load_theme(name).title, name)
        self._theme.activated.connect(
            lambda index: self._presenter.show(theme=str(self._theme.itemData(index)))
        )
        self.column.addWidget(self._theme)

    def _add_blank(self) -> None:
        row = QHBoxLayout()
        choose = QPushButton(self.tr("Picture for blank…"))
        choose.setToolTip(self.tr("Choose a picture that a blank screen shows in place of black."))
        choose.clicked.connect(lambda: self.blank_picture_wanted.emit(True))
        black = QPushButton(self.tr("Black"))
        black.setToolTip(self.tr("A blank screen is black again."))
        black.clicked.connect(lambda: self.blank_picture_wanted.emit(False))
        row.addWidget(choose, 1)
        row.addWidget(black)
        self.column.addLayout(row)

    def look(self) -> None:
        """Show the GM's decisions as they are."""
        self.sign.show_state(self._presenter.showing)
        shown = self._presenter.shown
        for kind, box in self._overlays.items():
            _set_checked(box, kind in shown.overlays)
        for name, box in self._switches.items():
            _set_checked(box, bool(getattr(shown, name)))
        self._theme.setCurrentIndex(max(0, self._theme.findData(shown.theme)))
        self._mark_view()


def _set_checked(box: QCheckBox, on: bool) -> None:
    box.blockSignals(True)
    box.setChecked(on)
    box.blockSignals(False)
