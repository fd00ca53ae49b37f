"""A row of controls that slides where it is wider than its room, and a hint that gives way first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from gridmap.app.guarded import guarded

_STEP = 80
"""Pixels that a press of an arrow slides the row."""
_LEAST_HINT = 48


@guarded
class Hint(QLabel):
    """Dim words on one line, which end in an ellipsis where they lack room; the tooltip has them all."""

    def __init__(self, words: str = "") -> None:
        super().__init__()
        self.setObjectName("dim")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.say(words)

    def say(self, words: str) -> None:
        """Show other words."""
        self.setText(words)
        self.setToolTip(words)

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(min(_LEAST_HINT, hint.width()), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = self.contentsRect()
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, self.alignment() | Qt.TextFlag.TextSingleLine, words)


@guarded
class SlidingRow(QWidget):
    """Shows the page in sight of a stack. Where it is too wide, arrows, the wheel and Tab slide it.

    Attributes:
        back: the arrow to the left, seen while there is something to slide.
        on: the arrow to the right.
    """

    def __init__(self, pages: QStackedWidget) -> None:
        super().__init__()
        self._pages = pages
        self._scroll = _Window(pages)
        self._bar = self._scroll.horizontalScrollBar()
        self.back = self._arrow(Qt.ArrowType.LeftArrow, self.tr("What is further left"), -_STEP)
        self.on = self._arrow(Qt.ArrowType.RightArrow, self.tr("What is further right"), _STEP)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.back)
        row.addWidget(self._scroll, 1)
        row.addWidget(self.on)
        self._bar.valueChanged.connect(self._show_ends)
        self._scroll.unfit.connect(self._fit)
        pages.currentChanged.connect(self._turn_to)
        self._fit()
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow_focus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._bar.setValue(self._bar.value() - event.angleDelta().y() - event.angleDelta().x())
        event.accept()

    def _arrow(self, kind: Qt.ArrowType, words: str, step: int) -> QToolButton:
        arrow = QToolButton()
        arrow.setObjectName("slide")
        arrow.setArrowType(kind)
        arrow.setAutoRepeat(True)
        arrow.setFixedWidth(self._bar.sizeHint().height() + 4)
        # By keyboard Tab goes through the controls, and the row follows.
        arrow.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        arrow.setAccessibleName(words)
        arrow.setToolTip(words)
        arrow.clicked.connect(lambda: self._bar.setValue(self._bar.value() + step))
        return arrow

    def _turn_to(self) -> None:
        self._fit()
        self._bar.setValue(0)

    def _fit(self) -> None:
        """Give the page in sight all the room there is, and what it needs at least."""
        page = self._pages.currentWidget()
        wanted = page.minimumSizeHint().width() if page is not None else 0
        slides = wanted > self.width()
        self.back.setVisible(slides)
        self.on.setVisible(slides)
        seen = self._scroll.contentsRect()
        self._pages.resize(max(wanted, seen.width()), seen.height())
        self._show_ends()

    def _show_ends(self) -> None:
        self.back.setEnabled(self._bar.value() > 0)
        self.on.setEnabled(self._bar.value() < self._bar.maximum())

    def _follow_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._pages.isAncestorOf(now):
            self._scroll.ensureWidgetVisible(now, 8, 0)


@guarded
class _Window(QScrollArea):
    """As high as what it shows, and as wide as it is let."""

    unfit = Signal()
    """Its own size, or what is needed by what it shows, is another."""

    def __init__(self, pages: QStackedWidget) -> None:
        super().__init__()
        self._pages = pages
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(pages)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # What a page needs changes with its controls: some are shown in some rulesets only.
        if event.type() == QEvent.Type.LayoutRequest and watched is self._pages:
            self.unfit.emit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.unfit.emit()

    def sizeHint(self) -> QSize:
        return QSize(0, max(self._pages.minimumHeight(), self._pages.sizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
