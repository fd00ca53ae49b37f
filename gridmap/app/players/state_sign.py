"""What is on the players' screen, in a word and a shape that nobody overlooks."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridmap.app.guarded import guarded
from gridmap.app.look import accent, on_accent, text_colour
from gridmap.app.players.presenter import Showing
from gridmap.render.colour import colour
from gridmap.render.theme import Theme

_SHAPE = 20.0
"""Pixels along the side of the shape."""


def showing_words(showing: Showing) -> tuple[str, str]:
    """(the word in capitals, what it means)."""
    words = {
        Showing.NOTHING: (
            QCoreApplication.translate("players", "NOT SHOWN"),
            QCoreApplication.translate("players", "There is no players' window."),
        ),
        Showing.MAP: (
            QCoreApplication.translate("players", "SHOWING"),
            QCoreApplication.translate("players", "Players see every change as soon as it is made."),
        ),
        Showing.FROZEN: (
            QCoreApplication.translate("players", "FROZEN"),
            QCoreApplication.translate(
                "players", "Players see the last picture; nothing that you change reaches them."
            ),
        ),
        Showing.BLANK: (
            QCoreApplication.translate("players", "BLANK"),
            QCoreApplication.translate("players", "Players see nothing of the map."),
        ),
        Showing.CARD: (
            QCoreApplication.translate("players", "TEST CARD"),
            QCoreApplication.translate("players", "Players see lines to set their screen up by, no map."),
        ),
    }
    return words[showing]


@guarded
class StateSign(QWidget):
    """A shape and a word: a disc for showing, bars for frozen, a dark screen for blank, a crossed ring."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._showing = Showing.NOTHING
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_state(Showing.NOTHING)

    @property
    def word(self) -> str:
        """The word shown."""
        return showing_words(self._showing)[0]

    def show_state(self, showing: Showing) -> None:
        """Say what is on the players' screen now."""
        self._showing = showing
        word, meaning = showing_words(showing)
        self.setAccessibleName(self.tr("Players' screen: {state}").format(state=word))
        self.setAccessibleDescription(meaning)
        self.setToolTip(f"<b>{word}</b><br>{meaning}")
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self._lettering())
        widest = max(metrics.horizontalAdvance(showing_words(showing)[0]) for showing in Showing)
        return QSize(round(widest + _SHAPE + 34), max(30, round(metrics.height() + 10)))

    def _lettering(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.15)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        return font

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        ground, ink = self._colours()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
            quiet = self._showing is Showing.NOTHING
            painter.setPen(QPen(ink, 1.5, Qt.PenStyle.DashLine) if quiet else Qt.PenStyle.NoPen)
            painter.setBrush(Qt.BrushStyle.NoBrush if quiet else ground)
            painter.drawRoundedRect(box, 6, 6)
            shape = QRectF(box.left() + 8, box.center().y() - _SHAPE / 2, _SHAPE, _SHAPE)
            self._paint_shape(painter, shape.adjusted(2, 2, -2, -2), ink)
            painter.setPen(ink)
            painter.setFont(self._lettering())
            words = QRectF(shape.right() + 7, box.top(), box.right() - shape.right() - 7, box.height())
            painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.word)

    def _colours(self) -> tuple[QColor, QColor]:
        """(ground, ink) of the state."""
        if self._showing is Showing.MAP:
            return accent(self._theme), on_accent(self._theme)
        if self._showing is Showing.FROZEN:
            ground = colour(self._theme.notes.missing_ink)
            return ground, QColor("#ffffff" if ground.lightness() < 140 else "#000000")
        if self._showing in (Showing.BLANK, Showing.CARD):
            return QColor("#000000"), QColor("#ffffff")
        return QColor(Qt.GlobalColor.transparent), text_colour(self._theme)

    def _paint_shape(self, painter: QPainter, box: QRectF, ink: QColor) -> None:
        painter.setPen(QPen(ink, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._showing is Showing.MAP:
            painter.drawEllipse(box)
            painter.setBrush(ink)
            middle = box.center()
            painter.drawPolygon(
                QPolygonF([middle + QPointF(-2, -4), middle + QPointF(4, 0), middle + QPointF(-2, 4)])
            )
        elif self._showing is Showing.FROZEN:
            painter.setBrush(ink)
            third = box.width() / 3.4
            painter.drawRect(QRectF(box.left() + 1, box.top(), third, box.height()))
            painter.drawRect(QRectF(box.right() - third - 1, box.top(), third, box.height()))
        elif self._showing is Showing.BLANK:
            painter.drawRect(box.adjusted(-1, 1, 1, -3))
            painter.drawLine(box.bottomLeft() + QPointF(3, 1), box.bottomRight() + QPointF(-3, 1))
        elif self._showing is Showing.CARD:
            painter.drawRect(box)
            painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()))
            painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()))
        else:
            painter.drawEllipse(box)
            reach = box.width() * 0.36
            middle = box.center()
            painter.drawLine(middle + QPointF(-reach, reach), middle + QPointF(reach, -reach))
