"""The form of an export: what is shown, how large, in which kind of file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.docks.panel import add_row, form_layout
from gridmap.app.steady import ComboBox, DoubleSpinBox, SpinBox
from gridmap.app.words import grid_style_name
from gridmap.export_presets import DEFAULT_QUALITY, FORMATS, Preset
from gridmap.render.handout import (
    LEAST_DOTS_PER_INCH,
    MM_PER_INCH,
    MOST_DOTS_PER_INCH,
    MOST_PIXELS_PER_SQUARE,
    Handout,
)
from gridmap.render.page_split import PageSetup
from gridmap.render.paper import PAPERS
from gridmap.render.scene import GridStyle
from gridmap.render.theme import THEMES, load_theme

PIXELS, DOTS, PAPER = "pixels", "dots", "paper"
WHOLE, SELECTED, VIEW = "whole", "selected", "view"


class ExportForm(QScrollArea):
    """Fields that make a `Handout` and a `PageSetup`."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._filling = False
        self._base = Preset("")
        self.setAccessibleName(self.tr("What to export"))
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(4, 4, 10, 4)
        self._column.setSpacing(10)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setMinimumWidth(330)
        self._build_file()
        self._build_size()
        self._build_contents()
        self._build_around()
        self._column.addStretch()
        self._show_fitting()

    # What was chosen

    @property
    def format(self) -> str:
        """The kind of file, by its ending."""
        return str(self.kind.currentData())

    @property
    def region(self) -> str:
        """Which part of the map: `WHOLE`, `SELECTED` or `VIEW`."""
        return str(self.part.currentData())

    def handout(self) -> Handout:
        """The handout without its regions and overlays.

        Raises:
            HandoutError: a size is out of its limits.
        """
        how = str(self.size_by.currentData())
        return replace(
            self._base.handout,
            players=not self.gm.isChecked(),
            pixels_per_square=float(self.pixels.value()) if how == PIXELS else None,
            dots_per_inch=float(self.dots.value()) if how != PIXELS else None,
            paper=str(self.paper.currentData()) if how == PAPER else None,
            square_mm=self.square.value(),
            pictures=self.pictures.isChecked(),
            walls=self.walls.isChecked(),
            creatures=self.creatures.isChecked(),
            names=self.names.isChecked(),
            notes=self.notes.isChecked(),
            legend=self.legend.isChecked(),
            grid=GridStyle(str(self.grid.currentData())),
            title=self.title.text().strip(),
            text=self.text.text().strip(),
            scale_bar=self.scale_bar.isChecked(),
            compass=self.compass.isChecked(),
            border=self.border.isChecked(),
            bleed_mm=self.bleed.value(),
            theme=str(self.theme.currentData()),
            white_paper=self.white.isChecked(),
        )

    def pages(self) -> PageSetup | None:
        """How a PDF is split over pages; None for one page."""
        if self.format != "pdf" or not self.split.isChecked():
            return None
        base = self._base.pages if self._base.pages is not None else PageSetup()
        return replace(
            base,
            paper=str(self.page_paper.currentData()),
            landscape=self.landscape.isChecked(),
            overlap=self.overlap.value(),
        )

    def preset(self, name: str, title: str) -> Preset:
        """All that was chosen under a name."""
        return Preset(name, title, self.format, self.quality.value(), self.handout(), self.pages())

    def show_preset(self, preset: Preset) -> None:
        """Fill every field from a preset; title and words stay."""
        self._filling = True
        self._base = preset
        handout = preset.handout
        _choose(self.kind, preset.format)
        self.quality.setValue(preset.quality)
        self.gm.setChecked(not handout.players)
        how = (
            PAPER
            if handout.paper
            else DOTS
            if handout.dots_per_inch and not handout.pixels_per_square
            else PIXELS
        )
        _choose(self.size_by, how)
        self.pixels.setValue(round(handout.pixels_per_square or handout.scale))
        self.dots.setValue(round(handout.dots_per_inch or handout.paper_dots_per_inch))
        _choose(self.paper, handout.paper or "a4")
        self.square.setValue(handout.square_mm)
        for box, on in (
            (self.pictures, handout.pictures),
            (self.walls, handout.walls),
            (self.creatures, handout.creatures),
            (self.names, handout.names),
            (self.notes, handout.notes),
            (self.legend, handout.legend),
            (self.scale_bar, handout.scale_bar),
            (self.compass, handout.compass),
            (self.border, handout.border),
            (self.white, handout.white_paper),
        ):
            box.setChecked(on)
        _choose(self.grid, str(handout.grid))
        _choose(self.theme, handout.theme)
        self.bleed.setValue(handout.bleed_mm)
        self.split.setChecked(preset.pages is not None)
        if preset.pages is not None:
            _choose(self.page_paper, preset.pages.paper)
            self.landscape.setChecked(preset.pages.landscape)
            self.overlap.setValue(preset.pages.overlap)
        self._filling = False
        self._tell()

    # Building

    def _build_file(self) -> None:
        form = self._section(self.tr("File"))
        self.kind = self._choice(
            self.tr("Kind of file"), [(ending.upper().replace("JPG", "JPEG"), ending) for ending in FORMATS]
        )
        self.quality = self._number(self.tr("Quality"), 1, 100, DEFAULT_QUALITY)
        self.gm = self._box(
            self.tr("For the GM: with everything secret"),
            self.tr("Otherwise nothing secret is in the file: it shows what players may see."),
            on=False,
        )
        self.part = self._choice(
            self.tr("Part of the map"),
            [
                (self.tr("Whole map"), WHOLE),
                (self.tr("Selected squares or creatures"), SELECTED),
                (self.tr("What is in view"), VIEW),
            ],
        )
        add_row(form, self.tr("&Kind"), self.kind)
        add_row(form, self.tr("&Quality"), self.quality)
        add_row(form, self.tr("&Part"), self.part)
        form.addRow(self.gm)
        self._file_form = form

    def _build_size(self) -> None:
        form = self._section(self.tr("Size"))
        self.size_by = self._choice(
            self.tr("How the size is told"),
            [
                (self.tr("Pixels a square"), PIXELS),
                (self.tr("Dots per inch, true scale"), DOTS),
                (self.tr("Fill a paper"), PAPER),
            ],
        )
        self.pixels = self._number(self.tr("Pixels a square"), 1, MOST_PIXELS_PER_SQUARE, 70)
        self.dots = self._number(
            self.tr("Dots per inch"), LEAST_DOTS_PER_INCH, MOST_DOTS_PER_INCH, 300, step=50
        )
        papers = [(paper.name, name) for name, paper in PAPERS.items()]
        self.paper = self._choice(self.tr("Paper to fill"), papers)
        self.square = DoubleSpinBox()
        self.square.setRange(1, 1000)
        self.square.setDecimals(1)
        self.square.setValue(MM_PER_INCH)
        self.square.setSuffix(self.tr(" mm"))
        self.square.setToolTip(self.tr("On paper; 25.4 mm is an inch, as figures have it"))
        self.square.setAccessibleName(self.tr("A square on paper"))
        self.square.valueChanged.connect(self._tell)
        self.split = self._box(
            self.tr("Split over pages"),
            self.tr("On grid lines, at true scale; otherwise one large page"),
            on=True,
        )
        self.page_paper = self._choice(self.tr("Paper"), papers)
        self.landscape = self._box(self.tr("Landscape"), self.tr("Pages lie on their long side"), on=False)
        self.overlap = self._number(self.tr("Overlap"), 0, 5, 0, suffix=self.tr(" squares"))
        add_row(form, self.tr("S&ize by"), self.size_by)
        add_row(form, self.tr("Pixels"), self.pixels)
        add_row(form, self.tr("Dots"), self.dots)
        add_row(form, self.tr("Paper"), self.paper)
        add_row(form, self.tr("A square is"), self.square)
        form.addRow(self.split)
        add_row(form, self.tr("Pages"), self.page_paper)
        form.addRow(self.landscape)
        add_row(form, self.tr("Overlap"), self.overlap)
        self._size_form = form

    def _build_contents(self) -> None:
        form = self._section(self.tr("Shown"))
        self.overlays = self._box(
            self.tr("Overlays as shown now"), self.tr("Worked out on what the handout shows"), on=False
        )
        self.pictures = self._box(self.tr("Pictures"))
        self.walls = self._box(self.tr("Walls and doors"))
        self.creatures = self._box(self.tr("Creatures"))
        self.names = self._box(self.tr("Names of creatures"))
        self.notes = self._box(self.tr("Labels and notes"))
        for box in (self.overlays, self.pictures, self.walls, self.creatures, self.names, self.notes):
            form.addRow(box)
        styles = [(grid_style_name(style), str(style)) for style in GridStyle]
        self.grid = self._choice(self.tr("Grid"), styles)
        self.theme = self._choice(self.tr("Theme"), [(load_theme(name).title, name) for name in THEMES])
        self.white = self._box(
            self.tr("White paper"), self.tr("Bare ground stays white, to save ink"), on=False
        )
        add_row(form, self.tr("&Grid"), self.grid)
        add_row(form, self.tr("&Theme"), self.theme)
        form.addRow(self.white)

    def _build_around(self) -> None:
        form = self._section(self.tr("Around the map"))
        self.title = self._words(self.tr("Title"))
        self.text = self._words(self.tr("Words under the title"))
        self.legend = self._box(self.tr("Legend"), self.tr("Of the overlays"))
        self.scale_bar = self._box(self.tr("Scale bar"), on=False)
        self.compass = self._box(self.tr("Compass"), on=False)
        self.border = self._box(self.tr("Border"), on=False)
        self.bleed = DoubleSpinBox()
        self.bleed.setRange(0, 50)
        self.bleed.setDecimals(1)
        self.bleed.setSuffix(self.tr(" mm"))
        self.bleed.setAccessibleName(self.tr("Bleed"))
        self.bleed.setToolTip(self.tr("Paper beyond the cut, with marks for the knife"))
        self.bleed.valueChanged.connect(self._tell)
        add_row(form, self.tr("Ti&tle"), self.title)
        add_row(form, self.tr("&Words"), self.text)
        for box in (self.legend, self.scale_bar, self.compass, self.border):
            form.addRow(box)
        add_row(form, self.tr("&Bleed"), self.bleed)

    def _section(self, title: str) -> QFormLayout:
        heading = QLabel(title)
        heading.setObjectName("heading")
        form = form_layout()
        self._column.addWidget(heading)
        self._column.addLayout(form)
        return form

    def _choice(self, name: str, entries: list[tuple[str, str]]) -> ComboBox:
        field = ComboBox()
        field.setAccessibleName(name)
        for words, value in entries:
            field.addItem(words, value)
        field.currentIndexChanged.connect(self._tell)
        return field

    def _number(
        self, name: str, least: int, most: int, start: int, *, step: int = 1, suffix: str = ""
    ) -> SpinBox:
        field = SpinBox()
        field.setRange(least, most)
        field.setSingleStep(step)
        field.setValue(start)
        field.setSuffix(suffix)
        field.setKeyboardTracking(False)
        field.setAccessibleName(name)
        field.valueChanged.connect(self._tell)
        return field

    def _box(self, words: str, tip: str = "", *, on: bool = True) -> QCheckBox:
        box = QCheckBox(words)
        box.setChecked(on)
        box.setToolTip(tip)
        box.toggled.connect(self._tell)
        return box

    def _words(self, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.textChanged.connect(self._tell)
        return field

    def _tell(self, *_: Any) -> None:
        if not self._filling:
            self._show_fitting()
            self.changed.emit()

    def _show_fitting(self) -> None:
        """Show the fields that count for the kind of file and of size."""
        how, kind = str(self.size_by.currentData()), self.format
        pdf, split = kind == "pdf", kind == "pdf" and self.split.isChecked()
        self._file_form.setRowVisible(self.quality, kind in ("jpg", "webp"))
        self._size_form.setRowVisible(self.size_by, not split)
        self._size_form.setRowVisible(self.pixels, how == PIXELS and not split)
        self._size_form.setRowVisible(self.dots, how != PIXELS and not pdf)
        self._size_form.setRowVisible(self.paper, how == PAPER and not split)
        self._size_form.setRowVisible(self.square, how == DOTS or split)
        self._size_form.setRowVisible(self.split, pdf)
        for field in (self.page_paper, self.landscape, self.overlap):
            self._size_form.setRowVisible(field, split)


def _choose(field: ComboBox, value: str) -> None:
    index = field.findData(value)
    if index >= 0:
        field.setCurrentIndex(index)
