"""A small picture of the players' screen: the very pixels that were painted there, made smaller."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridmap.app.guarded import guarded
from gridmap.app.later import Later
from gridmap.app.players.view import PlayersView

_MILLISECONDS = 80
"""Between two refreshes at most: rings and fades are seen in it too, but cost little."""
_SHAPE = 9 / 16


@guarded
class Mirror(QWidget):
    """Shows what was painted last on the players' screen, until there is no such window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: PlayersView | None = None
        self._image = QImage()
        self._words = self.tr("Nothing is shown")
        self._later = Later(self._look, self, _MILLISECONDS)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMinimumSize(160, 90)
        self.setAccessibleName(self.tr("What players see"))
        self.setToolTip(self.tr("What is on the players' screen now: the same pixels, made smaller."))

    @property
    def image(self) -> QImage:
        """The picture shown, empty where there is no players' window."""
        return self._image

    def watch(self, view: PlayersView) -> None:
        """Show what that widget paints."""
        self._view = view
        view.shown.connect(self._later.ask)

    def clear(self) -> None:
        """There is nothing to be seen."""
        self._later.cancel()
        self._image = QImage()
        self.update()

    def _look(self) -> None:
        if self._view is None or not self._view.isVisible() or not self.isVisible():
            return
        self._image = made_smaller(self._view.painted, self._device_size())
        self.update()

    def _device_size(self) -> QSize:
        ratio = self.devicePixelRatioF()
        return QSize(max(1, round(self.width() * ratio)), max(1, round(self.height() * ratio)))

    def sizeHint(self) -> QSize:
        return QSize(260, self.heightForWidth(260))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(width * _SHAPE)

    def showEvent(self, event: object) -> None:
        del event
        self._later.ask()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        ratio = self.devicePixelRatioF()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.palette().shadow())
            if self._image.isNull():
                painter.setPen(self.palette().brightText().color())
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._words)
                return
            size = self._image.size() / ratio
            place = QRectF(
                (self.width() - size.width()) / 2,
                (self.height() - size.height()) / 2,
                size.width(),
                size.height(),
            )
            painter.drawImage(place, self._image)


def made_smaller(image: QImage, room: QSize) -> QImage:
    """A picture made just so small that it fits.

    Twice as large a copy is sampled first: that costs a millisecond however large the picture is.
    """
    if image.isNull():
        return QImage()
    size = image.size().scaled(room, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
    double = QImage(size * 2, QImage.Format.Format_RGB32)
    with QPainter(double) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(double.rect()), image, QRectF(image.rect()))
    return double.scaled(
        size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
