"""Layers and palette: what the brush lays, and which layers are shown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from gridmap.app.actions import Actions
from gridmap.app.docks.panel import Panel
from gridmap.app.editor import Editor
from gridmap.app.icons import icon
from gridmap.app.look import text_colour
from gridmap.app.swatches import SWATCH_SIZE, terrain_swatch
from gridmap.app.terrain_names import layer_name
from gridmap.app.tools.options import TERRAIN_KINDS
from gridmap.model import Layer
from gridmap.render.theme import Theme

_PAINTING_TOOLS = ("brush", "rectangle", "fill", "eraser")


class TerrainPanel(Panel):
    """A row for each kind of terrain; the eye beside a layer's first row shows or hides the layer."""

    def __init__(self, editor: Editor, actions: Actions, theme: Theme, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Terrain"), "terrainPanel", parent)
        self._editor = editor
        self._eyes: dict[Layer, QToolButton] = {}
        self._rows: list[QToolButton] = []
        self.column.setSpacing(2)
        for action, kind in zip(actions.group("terrain"), TERRAIN_KINDS, strict=True):
            row = QHBoxLayout()
            row.setSpacing(2)
            button = QToolButton()
            button.setObjectName("terrain")
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setIconSize(QSize(SWATCH_SIZE, SWATCH_SIZE))
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setAccessibleName(action.text())
            self._rows.append(button)
            row.addWidget(button)
            if kind.layer not in self._eyes:
                self._eyes[kind.layer] = self._eye(kind.layer)
                row.addWidget(self._eyes[kind.layer])
            else:
                row.addSpacing(self._eyes[kind.layer].sizeHint().width() + 2)
            self.column.addLayout(row)
            action.triggered.connect(lambda _=False, kind=kind: self._choose(kind))
        self.column.addStretch()
        self._actions = actions
        editor.options.changed.connect(self._show_choice)
        editor.view.changed.connect(self._show_eyes)
        self._theme = theme
        self._draw_eyes()
        self._show_choice()

    def set_theme(self, theme: Theme) -> None:
        """Draw swatches and eyes in a theme's colours."""
        super().set_theme(theme)
        self._theme = theme
        self.draw_swatches()
        self._draw_eyes()

    def draw_swatches(self) -> None:
        """Draw the pictures of the palette; they wait until the map is shown."""
        for action, kind in zip(self._actions.group("terrain"), TERRAIN_KINDS, strict=True):
            action.setIcon(terrain_swatch(kind, self._theme))

    def _eye(self, layer: Layer) -> QToolButton:
        eye = QToolButton()
        eye.setObjectName("eye")
        eye.setCheckable(True)
        eye.setChecked(True)
        eye.setIconSize(QSize(16, 16))
        name = self.tr("Show layer: {layer}").format(layer=layer_name(layer))
        eye.setAccessibleName(name)
        eye.setToolTip(name)
        eye.toggled.connect(lambda shown: self._editor.view.show_layer(layer, shown))
        return eye

    def _choose(self, kind: object) -> None:
        self._editor.options.choose(terrain=kind)
        if self._editor.tool.name not in _PAINTING_TOOLS:
            self._editor.take("brush")

    def _show_choice(self) -> None:
        chosen = TERRAIN_KINDS.index(self._editor.options.choices.terrain)
        self._actions.group("terrain")[chosen].setChecked(True)

    def _show_eyes(self) -> None:
        shown = self._editor.view.visible.layers
        for layer, eye in self._eyes.items():
            eye.setChecked(layer in shown)
        self._draw_eyes()

    def _draw_eyes(self) -> None:
        shown = self._editor.view.visible.layers
        colour = text_colour(self._theme)
        for layer, eye in self._eyes.items():
            eye.setIcon(icon("eye" if layer in shown else "eye-off", colour))
