"""The panel that sets the players' screen up: which one, how large its squares are, how the picture lies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QWidget,
)

from gridmap.app.actions import Actions
from gridmap.app.docks.panel import Panel, add_row, form_layout
from gridmap.app.icons import ICON_SIZE
from gridmap.app.key_words import share_tip
from gridmap.app.players.calibration import (
    CARD_MM,
    INCH,
    LEAST_BRIGHTNESS,
    LEAST_SQUARE_MM,
    MOST_BRIGHTNESS,
    MOST_OVERSCAN,
    MOST_SQUARE_MM,
    WHOLE,
    Calibration,
    Source,
    by_diagonal,
    by_line,
    by_physical_size,
    diagonal_inches,
)
from gridmap.app.players.handles import SetUp
from gridmap.app.players.screens import ScreenName, device_size, screen_words
from gridmap.app.steady import ComboBox, DoubleSpinBox


class _Number(DoubleSpinBox):
    """A number with a unit, within bounds."""

    def __init__(self, least: float, most: float, step: float, decimals: int, suffix: str = "") -> None:
        super().__init__()
        self.setRange(least, most)
        self.setSingleStep(step)
        self.setDecimals(decimals)
        self.setSuffix(suffix)
        self.setKeyboardTracking(False)


class ScreenPanel(Panel):
    """Which screen is the players', and how it shows the map."""

    screen_picked = Signal(object)
    """The GM picked a `QScreen`."""
    calibration_wanted = Signal(object)
    """The GM wants this `Calibration`."""
    set_up_wanted = Signal(object)
    """The GM wants handles on the players' screen (`SetUp`)."""
    line_length_changed = Signal(float)
    """The line is to match so many millimetres."""

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Players' screen"), "screenPanel", parent)
        self._actions = actions
        self._calibration = Calibration()
        self._screen: QScreen | None = None
        self._line_pixels = 0.0
        self._add_screen()
        self._add_size()
        self._add_picture()
        self._add_corners()
        self.column.addStretch(1)
        self.show_calibration(self._calibration)

    @property
    def screens(self) -> ComboBox:
        """The list of screens."""
        return self._screens

    @property
    def diagonal(self) -> DoubleSpinBox:
        """The field for the screen's diagonal in inches."""
        return self._diagonal

    @property
    def square(self) -> DoubleSpinBox:
        """The field for a square's size in millimetres."""
        return self._square

    @property
    def words(self) -> str:
        """What is known of the size of the screen's pixels."""
        return self._known.text()

    # What is shown

    def list_screens(self, screens: list[QScreen], chosen: ScreenName | None) -> None:
        """Offer the screens that are plugged in, and one that is missed."""
        self._screens.clear()
        for screen in screens:
            self._screens.addItem(screen_words(screen), ScreenName.of(screen).text)
        at = -1 if chosen is None else self._screens.findData(chosen.text)
        if chosen is not None and at < 0:
            name = chosen.model or chosen.output
            self._screens.addItem(self.tr("{screen} (not plugged in)").format(screen=name), chosen.text)
            at = self._screens.count() - 1
        self._screens.setCurrentIndex(at)

    def show_screen(self, screen: QScreen | None) -> None:
        """Speak of that screen."""
        self._screen = screen
        self._show_known()

    def show_calibration(self, calibration: Calibration) -> None:
        """Show how the screen is set up."""
        self._calibration = calibration
        fields: tuple[tuple[DoubleSpinBox, float], ...] = (
            (self._square, calibration.square_mm),
            (self._turn, calibration.turn),
            (self._overscan, calibration.overscan * 100),
            (self._brightness, calibration.brightness * 100),
        )
        for field, value in fields:
            _set_value(field, value)
        if calibration.is_known and self._screen is not None:
            size = device_size(self._screen)
            _set_value(
                self._diagonal, diagonal_inches(size.width(), size.height(), calibration.pixels_per_mm)
            )
        self._inverted.blockSignals(True)
        self._inverted.setChecked(calibration.inverted_grid)
        self._inverted.blockSignals(False)
        self._straight.setEnabled(not calibration.is_straight)
        self._actions["players_real"].setEnabled(calibration.is_known)
        self._actions["players_real"].setChecked(calibration.is_real)
        self._show_known()

    def show_line(self, pixels: float) -> None:
        """The line on the players' screen is so long now: learn from it."""
        self._line_pixels = pixels
        found = by_line(pixels, self._line_mm())
        if found is not None and self._measure.isChecked():
            self.calibration_wanted.emit(self._calibration.learned(found, Source.LINE))

    def show_set_up(self, what: SetUp) -> None:
        """Which handles are on the players' screen now."""
        for button, mine in ((self._measure, SetUp.LINE), (self._pull, SetUp.CORNERS)):
            button.blockSignals(True)
            button.setChecked(what is mine)
            button.blockSignals(False)

    def _show_known(self) -> None:
        words = {
            Source.UNKNOWN: self.tr("The size of this screen's pixels is not known yet."),
            Source.SCREEN: self.tr("Pixels as large as the screen says: {fineness} in an inch."),
            Source.DIAGONAL: self.tr("Pixels by the diagonal: {fineness} in an inch."),
            Source.LINE: self.tr("Pixels by your ruler: {fineness} in an inch."),
        }
        fineness = self._calibration.pixels_per_mm * INCH
        self._known.setText(words[self._calibration.source].format(fineness=f"{fineness:.2f}"))
        told = None if self._screen is None else self._told(self._screen)
        self._by_screen.setEnabled(told is not None)
        if self._screen is None:
            self._by_screen.setToolTip(self.tr("There is no players' window yet."))
        else:
            size = self._screen.physicalSize()
            self._by_screen.setToolTip(
                self.tr("The screen says that it is {width} × {height} mm large.").format(
                    width=f"{size.width():.0f}", height=f"{size.height():.0f}"
                )
                if told is not None
                else self.tr("The screen does not say how large it is, or cannot be believed.")
            )

    @staticmethod
    def _told(screen: QScreen) -> float | None:
        size, millimetres = device_size(screen), screen.physicalSize()
        return by_physical_size(size.width(), size.height(), millimetres.width(), millimetres.height())

    # Building

    def _add_screen(self) -> None:
        self._screens = ComboBox()
        self._screens.setAccessibleName(self.tr("The players' screen"))
        self._screens.setToolTip(
            self.tr("The screen that players look at; it is found again when it was unplugged.")
        )
        self._screens.activated.connect(lambda index: self.screen_picked.emit(self._screens.itemData(index)))
        row = QHBoxLayout()
        row.addWidget(self._screens, 1)
        row.addWidget(self._button("players_swap"))
        self.column.addLayout(row)

    def _button(self, name: str) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(self._actions[name])
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setAccessibleName(self._actions[name].text().replace("&", ""))
        return button

    def _add_size(self) -> None:
        self._heading(self.tr("Real size"))
        self._known = QLabel()
        self._known.setWordWrap(True)
        self._known.setTextFormat(Qt.TextFormat.PlainText)
        self.column.addWidget(self._known)
        self._by_screen = QPushButton(self.tr("As the screen says"))
        self._by_screen.clicked.connect(self._take_screens_word)
        self.column.addWidget(self._by_screen)
        form = form_layout()
        self._diagonal = self._number(3, 500, 0.1, 2, self.tr(" in"), self.tr("Diagonal"))
        self._diagonal.setToolTip(self.tr("The size that the screen is sold by, from corner to corner."))
        self._diagonal.valueChanged.connect(self._take_diagonal)
        add_row(form, self.tr("Dia&gonal"), self._diagonal)
        self._lengths = ComboBox()
        self._lengths.setAccessibleName(self.tr("What the line is matched with"))
        self._lengths.setToolTip(self.tr("What you hold to the players' screen: any bank card is as long."))
        for words, length in (
            (self.tr("Bank card, 85.60 mm"), CARD_MM),
            (self.tr("Ruler, 100 mm"), 100.0),
            (self.tr("Ruler, 200 mm"), 200.0),
            (self.tr("Ruler, 300 mm"), 300.0),
            (self.tr("Ruler, 6 inches"), 6 * INCH),
            (self.tr("Ruler, 12 inches"), 12 * INCH),
        ):
            self._lengths.addItem(words, length)
        self._lengths.activated.connect(self._change_line)
        add_row(form, self.tr("Match &with"), self._lengths)
        self.column.addLayout(form)
        self._measure = self._toggle(
            self.tr("Match a line on the screen"),
            self.tr(
                "A line on the players' screen: drag its ends until it is as long as your card or ruler."
            ),
            SetUp.LINE,
        )
        form = form_layout()
        self._square = self._number(
            LEAST_SQUARE_MM, MOST_SQUARE_MM, 0.5, 2, self.tr(" mm"), self.tr("Size of a square")
        )
        self._square.setToolTip(self.tr("25.40 mm are an inch, the size that miniatures are made for."))
        self._square.valueChanged.connect(lambda value: self._want(square_mm=value))
        add_row(form, self.tr("S&quare"), self._square)
        self.column.addLayout(form)
        real = QCheckBox(self.tr("Real inches: the scale is locked"))
        share_tip(real, self._actions["players_real"])
        real.clicked.connect(self._actions["players_real"].trigger)
        action = self._actions["players_real"]
        action.changed.connect(lambda: _follow(real, action.isChecked(), action.isEnabled()))
        self.column.addWidget(real)
        self._real = real

    def _add_picture(self) -> None:
        self._heading(self.tr("Picture"))
        row = QHBoxLayout()
        self._turn = self._number(0, 359.9, 0.5, 1, self.tr("°"), self.tr("Turn"))
        self._turn.setWrapping(True)
        self._turn.setToolTip(self.tr("Turns the picture clockwise, for a screen that lies on the table."))
        self._turn.valueChanged.connect(lambda value: self._want(turn=value % 360))
        row.addWidget(self._turn, 1)
        row.addWidget(self._button("players_rotate"))
        form = form_layout()
        holder = QWidget()
        holder.setLayout(row)
        row.setContentsMargins(0, 0, 0, 0)
        add_row(form, self.tr("&Turn"), holder)
        self._overscan = self._number(0, MOST_OVERSCAN * 100, 0.5, 1, self.tr(" %"), self.tr("Overscan"))
        self._overscan.setToolTip(self.tr("Leaves a rim black where a television cuts the picture off."))
        self._overscan.valueChanged.connect(lambda value: self._want(overscan=value / 100))
        add_row(form, self.tr("&Overscan"), self._overscan)
        self._brightness = self._number(
            LEAST_BRIGHTNESS * 100, MOST_BRIGHTNESS * 100, 5, 0, self.tr(" %"), self.tr("Brightness")
        )
        self._brightness.setToolTip(self.tr("Brighter for a weak projector, darker for a dim room."))
        self._brightness.valueChanged.connect(lambda value: self._want(brightness=value / 100))
        add_row(form, self.tr("&Brightness"), self._brightness)
        self.column.addLayout(form)
        self._inverted = QCheckBox(self.tr("Invert grid lines"))
        self._inverted.setToolTip(
            self.tr("Light lines in place of dark ones, where a projector swallows them.")
        )
        self._inverted.toggled.connect(lambda on: self._want(inverted_grid=on))
        self.column.addWidget(self._inverted)

    def _add_corners(self) -> None:
        self._heading(self.tr("Slanted projector"))
        self._pull = self._toggle(
            self.tr("Drag the four corners"),
            self.tr("Corners on the players' screen: drag them until the picture is straight and level."),
            SetUp.CORNERS,
        )
        self._straight = QPushButton(self.tr("Corners as they were"))
        self._straight.setToolTip(self.tr("The picture fills the screen again."))
        self._straight.clicked.connect(lambda: self._want(corners=WHOLE))
        self.column.addWidget(self._straight)

    def _heading(self, words: str) -> None:
        label = QLabel(words)
        label.setObjectName("panelTitle")
        label.setContentsMargins(0, 6, 0, 0)
        self.column.addWidget(label)

    @staticmethod
    def _number(
        least: float, most: float, step: float, decimals: int, suffix: str, name: str
    ) -> DoubleSpinBox:
        field = _Number(least, most, step, decimals, suffix)
        field.setAccessibleName(name)
        return field

    def _toggle(self, words: str, tip: str, what: SetUp) -> QPushButton:
        button = QPushButton(words)
        button.setCheckable(True)
        button.setToolTip(tip)
        button.toggled.connect(lambda on: self.set_up_wanted.emit(what if on else SetUp.NOTHING))
        self.column.addWidget(button)
        return button

    # What the GM wants

    def _want(self, **changes: Any) -> None:
        wanted = replace(self._calibration, **changes)
        if wanted != self._calibration:
            self.calibration_wanted.emit(wanted)

    def _take_screens_word(self) -> None:
        found = None if self._screen is None else self._told(self._screen)
        if found is not None:
            self.calibration_wanted.emit(self._calibration.learned(found, Source.SCREEN))

    def _take_diagonal(self, inches: float) -> None:
        if self._screen is None:
            return
        size = device_size(self._screen)
        found = by_diagonal(size.width(), size.height(), inches)
        if found is not None:
            self.calibration_wanted.emit(self._calibration.learned(found, Source.DIAGONAL))

    def _line_mm(self) -> float:
        return float(self._lengths.currentData() or CARD_MM)

    def _change_line(self) -> None:
        self.line_length_changed.emit(self._line_mm())
        if self._line_pixels:
            self.show_line(self._line_pixels)


def _set_value(field: DoubleSpinBox, value: float) -> None:
    field.blockSignals(True)
    field.setValue(value)
    field.blockSignals(False)


def _follow(box: QCheckBox, checked: bool, enabled: bool) -> None:
    box.setChecked(checked)
    box.setEnabled(enabled)
