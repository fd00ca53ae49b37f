"""The start page: recent maps and samples with their pictures, and what to begin with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.background import Background
from gridmap.app.guarded import guarded
from gridmap.formats import native
from gridmap.resource_path import sample_maps_path

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_PICTURE = QSize(208, 130)
_CARD_WIDTH = 232
_GAP = 14


@guarded
class StartPage(QFrame):
    """Lies over the canvas until a map is opened or made."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window.canvas)
        self.setObjectName("startPage")
        self.setAccessibleName(self.tr("Start page"))
        self._window = window
        self._background = Background(self)
        self._cards: list[MapCard] = []
        self._content = QWidget()
        self._content.setObjectName("startContent")
        self._column = QVBoxLayout(self._content)
        self._column.setContentsMargins(40, 32, 40, 32)
        self._column.setSpacing(12)
        scroll = QScrollArea()
        scroll.setAccessibleName(self.tr("Start page"))
        scroll.setWidget(self._content)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)
        window.canvas.installEventFilter(self)
        window.files.opened.connect(self._give_way)
        window.files.recent_changed.connect(self._fill_if_shown)
        window.editor.keys.changed.connect(self._fill_if_shown)
        self.hide()

    @property
    def cards(self) -> tuple[MapCard, ...]:
        """The maps offered."""
        return tuple(self._cards)

    def open(self) -> None:
        """Show what there is now."""
        self._fill()
        self.setGeometry(self._window.canvas.rect())
        self.show()
        self.raise_()
        self.setFocus()
        if self._cards:
            self._cards[0].setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the canvas."""
        if isinstance(event, QResizeEvent):
            self.setGeometry(QRect(QPoint(0, 0), event.size()))
        return super().eventFilter(watched, event)

    def _fill_if_shown(self) -> None:
        if self.isVisible():
            self._fill()

    def _fill(self) -> None:
        _empty(self._column)
        self._cards = []
        self._column.addLayout(self._head())
        recent = [path for path in self._window.settings.recent_files if path.exists()]
        if recent:
            self._add_section(self.tr("Recent maps"), recent)
        samples = sorted(sample_maps_path().glob(f"*{native.SUFFIX}"))
        self._add_section(self.tr("Samples"), [path for path in samples if path not in recent])
        hint = QLabel(
            self.tr(
                "Or drop a file here: a map, a Universal VTT file, a Foundry scene, a dungeon, a picture. "
                "{key} shows the keys."
            ).format(key=self._window.editor.keys.key("shortcuts"))
        )
        hint.setObjectName("dim")
        hint.setWordWrap(True)
        self._column.addWidget(hint)
        self._column.addStretch()
        self._load_pictures()

    def _head(self) -> QLayout:
        title = QLabel(self.tr("gridmap"))
        title.setObjectName("startTitle")
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(title)
        row.addStretch()
        commands = self._window.file_commands
        for words, work in (
            (self.tr("&New map…"), commands.new),
            (self.tr("&Open…"), commands.open),
            (self.tr("&Blank page"), self.leave),
        ):
            button = QPushButton(words)
            button.clicked.connect(lambda _=False, work=work: work())
            row.addWidget(button)
        return row

    def leave(self) -> None:
        """Go on with the map that lies below."""
        self.hide()
        self._window.canvas.setFocus()

    def _give_way(self) -> None:
        """A map is shown instead, and keys are for it."""
        if not self.isHidden():
            self.leave()

    def _add_section(self, title: str, paths: Sequence[Path]) -> None:
        if not paths:
            return
        heading = QLabel(title)
        heading.setObjectName("heading")
        self._column.addWidget(heading)
        grid = QWidget()
        cards = [MapCard(path, grid) for path in paths]
        for card in cards:
            card.clicked.connect(lambda _=False, path=card.path: self._window.open(path))
        self._cards += cards
        self._column.addWidget(_Flow(grid, cards))

    def _load_pictures(self) -> None:
        for card in self._cards:
            self._background.run(
                partial(native.read_thumbnail, card.path), partial(self._show_picture, card), lambda _: None
            )

    def _show_picture(self, card: MapCard, content: bytes | None) -> None:
        if card in self._cards and content is not None:
            card.show_picture(content)


class MapCard(QToolButton):
    """A map's picture and name; a press opens it."""

    def __init__(self, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.path = path
        self.setObjectName("mapCard")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setFixedSize(_CARD_WIDTH, _PICTURE.height() + 48)
        self.setIconSize(_PICTURE)
        self.setText(self.fontMetrics().elidedText(path.stem, Qt.TextElideMode.ElideMiddle, _CARD_WIDTH - 24))
        self.setToolTip(str(path))
        self.setAccessibleName(self.tr("Open {name}").format(name=path.name))
        self.setIcon(_framed(QPixmap(), self.devicePixelRatioF()))

    def show_picture(self, content: bytes) -> None:
        """Show the map's own small picture."""
        picture = QPixmap()
        if picture.loadFromData(content):
            self.setIcon(_framed(picture, self.devicePixelRatioF()))


@guarded
class _Flow(QWidget):
    """Cards in as many columns as there is room for."""

    def __init__(self, grid: QWidget, cards: Sequence[QWidget]) -> None:
        super().__init__()
        self._cards = cards
        self._columns = 0
        self._grid = QGridLayout(grid)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_GAP)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(grid)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._lay_out(3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out(max(1, (event.size().width() + _GAP) // (_CARD_WIDTH + _GAP)))

    def _lay_out(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self._cards):
            self._grid.addWidget(card, number // columns, number % columns)


def _framed(picture: QPixmap, ratio: float) -> QPixmap:
    """The picture filling a frame with round corners; an empty one where there is none."""
    size = _PICTURE * ratio
    framed = QPixmap(size)
    framed.fill(Qt.GlobalColor.transparent)
    painter = QPainter(framed)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = QPainterPath()
    path.addRoundedRect(QRectF(framed.rect()), 6 * ratio, 6 * ratio)
    painter.setClipPath(path)
    if picture.isNull():
        painter.setOpacity(0.12)
        painter.fillRect(framed.rect(), Qt.GlobalColor.gray)
    else:
        filled = picture.scaled(
            size, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
        )
        painter.drawPixmap(
            (size.width() - filled.width()) // 2, (size.height() - filled.height()) // 2, filled
        )
    painter.end()
    framed.setDevicePixelRatio(ratio)
    return framed


def _empty(layout: QLayout) -> None:
    """Take everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        inner, widget = item.layout(), item.widget()
        if inner is not None:
            _empty(inner)
        if widget is not None:
            widget.hide()
            widget.deleteLater()
