"""A map split over pages of paper on its grid lines."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from gridmap.render.handout import MM_PER_INCH, HandoutError
from gridmap.render.paper import Paper, paper
from gridmap.render.scene import SquareRect

_HAIR = 1e-6
"""Squares by which a block may seem too large, for sums of fractions."""
LEAST_MARGIN_MM, MOST_MARGIN_MM = 0.0, 100.0
MOST_PAGES = 5_000


@dataclass(frozen=True)
class PageSetup:
    """How a map is split over pages.

    Attributes:
        paper: name of the paper (`gridmap.render.paper.PAPERS`).
        landscape: whether it lies on its long side.
        margin_mm: the least millimetres left free on every side.
        overlap: squares that a page repeats of the one before it, to glue them on one another.
        crop_marks: whether marks show where to cut.
        labels: whether a page says which one it is and which ones lie beside it.
        inset: whether a page shows in small where it lies.
        rulers: whether a page carries an inch and 100 mm to measure.
        overview: whether a first page shows the whole with all pages; None where there is a legend to show.
    """

    paper: str = "letter-or-a4"
    landscape: bool = False
    margin_mm: float = MM_PER_INCH / 2
    overlap: int = 0
    crop_marks: bool = True
    labels: bool = True
    inset: bool = True
    rulers: bool = True
    overview: bool | None = None

    def __post_init__(self) -> None:
        if not LEAST_MARGIN_MM <= self.margin_mm <= MOST_MARGIN_MM:
            raise HandoutError(
                f"a margin is {LEAST_MARGIN_MM:g} to {MOST_MARGIN_MM:g} mm, not {self.margin_mm:g}"
            )
        if self.overlap < 0:
            raise HandoutError(f"pages overlap by no squares or by some, not by {self.overlap}")

    @property
    def sheet(self) -> Paper:
        """The paper.

        Raises:
            HandoutError: there is none of that name.
        """
        try:
            return paper(self.paper)
        except ValueError as error:
            raise HandoutError(str(error)) from None


@dataclass(frozen=True)
class SheetPage:
    """One page of a split map.

    Attributes:
        region: the squares on it.
        row: counted from 0.
        column: counted from 0.
        number: of all pages, counted from 1.
        prefix: what tells its part of the map from others; empty for the only one.
    """

    region: SquareRect
    row: int
    column: int
    number: int
    prefix: str = ""

    @property
    def label(self) -> str:
        """A letter for its row and a number for its column.

        >>> SheetPage(SquareRect(0, 0, 1, 1), row=1, column=2, number=6).label
        'B3'
        """
        return self.label_of(self.row, self.column)

    def label_of(self, row: int, column: int) -> str:
        """The label of another page of the same part."""
        return f"{self.prefix}{row_letters(row)}{column + 1}"


@dataclass(frozen=True)
class PageSplit:
    """A part of the map and its pages, row by row.

    Attributes:
        region: the squares of the whole part.
        block: squares that a full page holds across and down.
        rows: of pages.
        columns: of pages.
        pages: from left to right, then down.
    """

    region: SquareRect
    block: tuple[int, int]
    rows: int
    columns: int
    pages: tuple[SheetPage, ...]


def row_letters(row: int) -> str:
    """A row's letters: A to Z, then AA and so on.

    >>> [row_letters(row) for row in (0, 25, 26, 27)]
    ['A', 'Z', 'AA', 'AB']
    """
    letters = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def block_size(setup: PageSetup, square_mm: float) -> tuple[int, int]:
    """Whole squares that a page holds across and down.

    >>> block_size(PageSetup(), 25.4), block_size(PageSetup("a3", landscape=True), 25.4)
    ((7, 10), (15, 10))

    Raises:
        HandoutError: not one does.
    """
    sheet = setup.sheet
    across, down = (
        floor((side - 2 * setup.margin_mm) / square_mm + _HAIR) for side in sheet.size(setup.landscape)
    )
    if across < 1 or down < 1:
        raise HandoutError(
            f"a square of {square_mm:g} mm does not fit on {sheet.name} with margins of "
            f"{setup.margin_mm:g} mm"
        )
    if setup.overlap >= min(across, down):
        raise HandoutError(
            f"pages of {across} × {down} squares cannot overlap by {setup.overlap}; "
            f"{min(across, down) - 1} is the most"
        )
    return across, down


def split(
    region: SquareRect, setup: PageSetup, square_mm: float, prefix: str = "", first: int = 1
) -> PageSplit:
    """Split a block of squares over pages, as many whole squares on each as fit.

    >>> len(split(SquareRect(0, 0, 25, 20), PageSetup("a4"), 25.4).pages)
    8

    Args:
        region: the squares.
        setup: paper, margins and overlap.
        square_mm: millimetres along a square.
        prefix: of the pages' labels.
        first: number of the first page.

    Raises:
        HandoutError: no square fits on the paper, the overlap is as large as a page, or there would be more
            pages than anyone prints.
    """
    across, down = block_size(setup, square_mm)
    lefts = _starts(region.left, region.right, across, setup.overlap)
    tops = _starts(region.top, region.bottom, down, setup.overlap)
    if len(lefts) * len(tops) > MOST_PAGES:
        raise HandoutError(
            f"{len(lefts) * len(tops):,} pages are more than the limit of {MOST_PAGES:,}; larger paper, "
            "smaller squares or a region of the map take fewer"
        )
    pages = tuple(
        SheetPage(
            SquareRect(left, top, min(region.right, left + across), min(region.bottom, top + down)),
            row,
            column,
            first + row * len(lefts) + column,
            prefix,
        )
        for row, top in enumerate(tops)
        for column, left in enumerate(lefts)
    )
    return PageSplit(region, (across, down), len(tops), len(lefts), pages)


def _starts(first: int, last: int, block: int, overlap: int) -> list[int]:
    """Where pages begin along a side, until one reaches its end."""
    starts = [first]
    while starts[-1] + block < last:
        starts.append(starts[-1] + block - overlap)
    return starts
