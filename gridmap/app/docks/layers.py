"""The layers: shown or hidden, locked, fainter, one above the other."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QToolButton, QWidget

from gridmap.app.docks.panel import Panel
from gridmap.app.editor import Editor
from gridmap.app.icons import icon
from gridmap.app.look import text_colour
from gridmap.app.terrain_names import layer_name
from gridmap.app.translation import QT_TRANSLATE_NOOP
from gridmap.edits.parts import PICTURES
from gridmap.model import Layer
from gridmap.model.piece import Part
from gridmap.render.scene import GROUND_ORDER
from gridmap.render.theme import Theme

_NAMES = {
    str(Part.NOTES): QT_TRANSLATE_NOOP("layers", "Labels and notes"),
    str(Part.CREATURES): QT_TRANSLATE_NOOP("layers", "Creatures"),
    str(Part.WALLS): QT_TRANSLATE_NOOP("layers", "Walls and doors"),
    str(Part.ELEVATION): QT_TRANSLATE_NOOP("layers", "Height of the ground"),
    PICTURES: QT_TRANSLATE_NOOP("layers", "Pictures"),
}
_COLUMNS = 3
_ALWAYS_SEEN = (str(Part.CREATURES), str(Part.WALLS))


def part_name(part: str) -> str:
    """The name of a part of the map, in the user's language."""
    if part in _NAMES:
        return QCoreApplication.translate("layers", _NAMES[part])
    return layer_name(Layer(part))


class LayersPanel(Panel):
    """A row for each layer, the topmost first: its eye and its lock; below them its opacity and its place."""

    def __init__(self, editor: Editor, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Layers"), "layersPanel", parent)
        self._editor = editor
        self._theme: Theme | None = None
        self.eyes: dict[str, QToolButton] = {}
        self.locks: dict[str, QToolButton] = {}
        self.sliders: dict[Layer, QSlider] = {}
        self._movers: list[tuple[QToolButton, str]] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self._rows: dict[str, list[QWidget]] = {}
        for part in self._parts():
            self._rows[part] = self._row(part)
        self.column.addLayout(self._grid)
        self.column.addStretch()
        editor.view.changed.connect(self._show)
        editor.document.locks_changed.connect(self._show)
        self._place()
        self._show()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._theme = theme
        for button, drawing in self._movers:
            button.setIcon(icon(drawing, text_colour(theme)))
        self._show()

    def _parts(self) -> tuple[str, ...]:
        ground = reversed(self._editor.view.visible.order)
        return (
            str(Part.NOTES),
            str(Part.CREATURES),
            str(Part.WALLS),
            str(Layer.BLOCKED),
            str(Part.ELEVATION),
            *(str(layer) for layer in ground),
            PICTURES,
        )

    def _row(self, part: str) -> list[QWidget]:
        name = part_name(part)
        widgets: list[QWidget] = [QLabel(name)]
        eye = self._button("", self.tr("Show layer: {layer}").format(layer=name), checkable=True)
        eye.clicked.connect(lambda on, part=part: self._set_shown(part, on))
        eye.setEnabled(part not in _ALWAYS_SEEN)
        lock = self._button("", self.tr("Lock layer: {layer}").format(layer=name), checkable=True)
        lock.setToolTip(
            self.tr("<b>Lock {layer}</b><br>No tool changes a locked layer; undo still does.").format(
                layer=name
            )
        )
        lock.clicked.connect(lambda on, part=part: self._editor.document.lock(part, on))
        self.eyes[part], self.locks[part] = eye, lock
        widgets += [eye, lock]
        if part in {str(layer) for layer in GROUND_ORDER}:
            layer = Layer(part)
            slider = QSlider(Qt.Orientation.Horizontal)
            slider.setRange(10, 100)
            slider.setMinimumWidth(64)
            slider.setAccessibleName(self.tr("Opacity of {layer}").format(layer=name))
            slider.setToolTip(slider.accessibleName())
            slider.valueChanged.connect(
                lambda value, layer=layer: self._editor.view.set_opacity(layer, value)
            )
            self.sliders[layer] = slider
            up = self._button("up", self.tr("Raise layer: {layer}").format(layer=name))
            up.clicked.connect(lambda _=False, layer=layer: self._editor.view.move_layer(layer, 1))
            down = self._button("down", self.tr("Lower layer: {layer}").format(layer=name))
            down.clicked.connect(lambda _=False, layer=layer: self._editor.view.move_layer(layer, -1))
            widgets += [slider, up, down]
        return widgets

    def _button(self, drawing: str, words: str, *, checkable: bool = False) -> QToolButton:
        button = QToolButton()
        button.setObjectName("eye")
        button.setCheckable(checkable)
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(words)
        button.setToolTip(words)
        if drawing:
            self._movers.append((button, drawing))
        return button

    def _set_shown(self, part: str, on: bool) -> None:
        view = self._editor.view
        if part == PICTURES:
            view.show(pictures=on)
        elif part == Part.ELEVATION:
            view.show(elevation=on)
        elif part == Part.NOTES:
            view.show(notes=on)
        else:
            view.show_layer(Layer(part), on)

    def _is_shown(self, part: str) -> bool:
        visible = self._editor.view.visible
        if part == PICTURES:
            return visible.pictures
        if part == Part.ELEVATION:
            return visible.elevation
        if part == Part.NOTES:
            return visible.notes
        return part in _ALWAYS_SEEN or Layer(part) in visible.layers

    def _place(self) -> None:
        for row, part in enumerate(self._parts()):
            for number, widget in enumerate(self._rows[part]):
                below, column = divmod(number, _COLUMNS)
                self._grid.addWidget(widget, 2 * row + below, column)

    def _show(self) -> None:
        self._place()
        for part, eye in self.eyes.items():
            eye.setChecked(self._is_shown(part))
        for part, lock in self.locks.items():
            lock.setChecked(part in self._editor.document.locked)
        for layer, slider in self.sliders.items():
            slider.setValue(self._editor.view.opacity(layer))
        if self._theme is None:
            return
        colour = text_colour(self._theme)
        for eye in self.eyes.values():
            eye.setIcon(icon("eye" if eye.isChecked() else "eye-off", colour))
        for lock in self.locks.values():
            lock.setIcon(icon("lock" if lock.isChecked() else "unlock", colour))
