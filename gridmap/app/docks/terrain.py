"""Layers and palette: what the brush lays, and which layers are shown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from gridmap.app.actions import Actions
from gridmap.app.docks.panel import Panel
from gridmap.app.editor import Editor
from gridmap.app.icons import icon
from gridmap.app.look import text_colour
from gridmap.app.steady import SpinBox
from gridmap.app.swatches import SWATCH_SIZE, terrain_swatch
from gridmap.app.terrain_names import layer_name
from gridmap.app.tools.options import TERRAIN_KINDS
from gridmap.model import FEET_PER_SQUARE, MAX_ELEVATION, Layer
from gridmap.render.theme import Theme

_PAINTING_TOOLS = ("brush", "rectangle", "ellipse", "line", "polygon", "lasso", "fill", "eraser")
_FEET_WIDTH = 62


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
        self.column.addLayout(self._elevation_row())
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

    def _elevation_row(self) -> QHBoxLayout:
        """The ground's height: a button that takes it in hand, the feet, and its eye."""
        self.elevation = QToolButton()
        self.elevation.setObjectName("terrain")
        self.elevation.setCheckable(True)
        self.elevation.setText(self.tr("Ground at"))
        self.elevation.setIconSize(QSize(SWATCH_SIZE, SWATCH_SIZE))
        self.elevation.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.elevation.setToolTip(
            self.tr("Lay a height of the ground with any painting tool; the right button levels it.")
        )
        self.elevation.setAccessibleName(self.tr("Ground at a height"))
        self.elevation.clicked.connect(self._choose_elevation)
        self.feet = SpinBox()
        self.feet.setRange(-MAX_ELEVATION, MAX_ELEVATION)
        self.feet.setSingleStep(FEET_PER_SQUARE)
        self.feet.setValue(self._editor.options.choices.elevation)
        self.feet.setSuffix(self.tr(" ft"))
        self.feet.setKeyboardTracking(False)
        # Its widest figure would push the eyes out of a panel of the usual width.
        self.feet.setMinimumWidth(_FEET_WIDTH)
        self.feet.setAccessibleName(self.tr("Height of the ground"))
        self.feet.setToolTip(self.tr("Feet above the map's level, or below it; a square is 5 ft."))
        self.feet.valueChanged.connect(self._choose_feet)
        self._elevation_eye = QToolButton()
        self._elevation_eye.setObjectName("eye")
        self._elevation_eye.setCheckable(True)
        self._elevation_eye.setChecked(True)
        self._elevation_eye.setIconSize(QSize(16, 16))
        name = self.tr("Show layer: {layer}").format(layer=self.tr("Height of the ground"))
        self._elevation_eye.setAccessibleName(name)
        self._elevation_eye.setToolTip(name)
        self._elevation_eye.toggled.connect(lambda shown: self._editor.view.show(elevation=shown))
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self.elevation)
        row.addWidget(self.feet, 1)
        row.addWidget(self._elevation_eye)
        return row

    def _choose_elevation(self) -> None:
        self._editor.options.choose(lays_elevation=True)
        self._take_brush()

    def _choose_feet(self, feet: int) -> None:
        if feet != self._editor.options.choices.elevation:
            self._editor.options.choose(elevation=feet, lays_elevation=True)

    def _choose(self, kind: object) -> None:
        self._editor.options.choose(terrain=kind)
        self._take_brush()

    def _take_brush(self) -> None:
        if self._editor.tool.name not in _PAINTING_TOOLS:
            self._editor.take("brush")

    def _show_choice(self) -> None:
        choices = self._editor.options.choices
        chosen = self._actions.group("terrain")[TERRAIN_KINDS.index(choices.terrain)]
        group = chosen.actionGroup()
        if group is not None:
            group.setExclusionPolicy(
                QActionGroup.ExclusionPolicy.ExclusiveOptional
                if choices.lays_elevation
                else QActionGroup.ExclusionPolicy.Exclusive
            )
        chosen.setChecked(not choices.lays_elevation)
        self.elevation.setChecked(choices.lays_elevation)
        self.feet.setValue(choices.elevation)

    def _show_eyes(self) -> None:
        shown = self._editor.view.visible.layers
        for layer, eye in self._eyes.items():
            eye.setChecked(layer in shown)
        self._elevation_eye.setChecked(self._editor.view.visible.elevation)
        self._draw_eyes()

    def _draw_eyes(self) -> None:
        shown = self._editor.view.visible.layers
        colour = text_colour(self._theme)
        for layer, eye in self._eyes.items():
            eye.setIcon(icon("eye" if layer in shown else "eye-off", colour))
        seen = self._editor.view.visible.elevation
        self._elevation_eye.setIcon(icon("eye" if seen else "eye-off", colour))
        self.elevation.setIcon(icon("elevation", colour))
