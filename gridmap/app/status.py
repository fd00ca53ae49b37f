"""The status bar: what the tool can do or why a square is as it is, where the hand is, the zoom."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStatusBar, QWidget

from gridmap.app.canvas import Canvas
from gridmap.app.editor import Editor
from gridmap.app.guarded import guarded
from gridmap.app.later import Later
from gridmap.app.sliding_row import Hint
from gridmap.app.square_words import distance_words, place_words

_ABOVE, _BELOW = 3, 2
"""Pixels beside the line."""


@guarded
class StatusBar(QStatusBar):
    """One line, brought up to date behind the hand."""

    def __init__(self, editor: Editor, canvas: Canvas, parent: QWidget) -> None:
        super().__init__(parent)
        self._editor = editor
        self._canvas = canvas
        self.setSizeGripEnabled(False)
        self._why = Hint()
        self._why.setObjectName("why")
        self._why.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._distance = Hint()
        self._place = Hint()
        self._zoom = QLabel()
        for label in (self._distance, self._place, self._zoom):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setObjectName("dim")
            label.setContentsMargins(8, 0, 8, 0)
        self._why.setContentsMargins(8, 3, 8, 3)
        self._zoom.setAccessibleName(self.tr("Zoom"))
        self._place.setAccessibleName(self.tr("Place"))
        self._distance.setAccessibleName(self.tr("Distance"))
        # On a shelf without a layout: else the whole window would be laid out anew with every other word.
        self._shelf = QWidget(self)
        self._line = QWidget(self._shelf)
        row = QHBoxLayout(self._line)
        row.setContentsMargins(2, 0, 0, 0)
        row.addWidget(self._why, 1)
        for label in (self._distance, self._place, self._zoom):
            row.addWidget(label)
        self.messageChanged.connect(lambda message: self._shelf.setVisible(not message))
        self._later = Later(self.refresh, self, 15)
        editor.pointed.connect(self._later.ask)
        editor.overlays.changed.connect(self._later.ask)
        editor.tool_changed.connect(self._later.ask)
        editor.options.changed.connect(self._later.ask)
        editor.selection.changed.connect(self._later.ask)
        editor.keys.changed.connect(self._later.ask)
        canvas.viewport_changed.connect(self._later.ask)
        self.refresh()

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Polish, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.setFixedHeight(self._line.sizeHint().height() + _ABOVE + _BELOW)
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shelf.setGeometry(self.rect().adjusted(0, _ABOVE, 0, -_BELOW))
        self._line.setGeometry(self._shelf.rect())

    @property
    def why(self) -> str:
        """The reason or hint shown."""
        return self._why.text()

    @property
    def place(self) -> str:
        """The place shown."""
        return self._place.text()

    @property
    def words_shown(self) -> bool:
        """Whether its words are in sight, not the tip of a menu's entry."""
        return self._shelf.isVisible()

    def refresh(self) -> None:
        """Bring the line up to date."""
        pointer = self._editor.pointer
        reasons = () if pointer is None else self._editor.overlays.reasons_at(pointer.square)
        tool = self._editor.tool
        words = " · ".join(reasons) or (tool.hint() if tool.has_options else "")
        self._why.say(words)
        self._distance.say(distance_words(self._editor))
        self._place.say(place_words(self._editor))
        self._zoom.setText(self.tr("{scale} px a square").format(scale=round(self._canvas.viewport.scale)))
