from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.render.handout import HandoutError
from gridmap.render.page_split import PageSetup, block_size, split
from gridmap.render.paper import PAPERS
from gridmap.render.scene import SquareRect

INCH = 25.4


@pytest.mark.parametrize(
    ("paper", "landscape", "block"),
    [
        ("letter-or-a4", False, (7, 10)),
        ("letter", False, (7, 10)),
        ("a4", False, (7, 10)),
        ("letter", True, (10, 7)),
        ("a4", True, (10, 7)),
        ("tabloid", False, (10, 16)),
        ("a3", False, (10, 15)),
        ("A3", True, (15, 10)),
    ],
)
def test_whole_squares_to_a_page(paper: str, landscape: bool, block: tuple[int, int]) -> None:
    assert block_size(PageSetup(paper, landscape), INCH) == block


def test_what_fits_letter_or_a4_is_within_both() -> None:
    either = PAPERS["letter-or-a4"]
    for name in ("letter", "a4"):
        assert either.width <= PAPERS[name].width
        assert either.height <= PAPERS[name].height


def test_25_by_20_squares_are_8_pages() -> None:
    parts = split(SquareRect(0, 0, 25, 20), PageSetup("a4"), INCH)
    assert (parts.rows, parts.columns, len(parts.pages)) == (2, 4, 8)
    assert [page.label for page in parts.pages] == ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]
    assert parts.pages[5].region == SquareRect(7, 10, 14, 20)
    assert parts.pages[7].region == SquareRect(21, 10, 25, 20)


@given(
    left=st.integers(0, 5),
    top=st.integers(0, 5),
    width=st.integers(1, 60),
    height=st.integers(1, 60),
    overlap=st.integers(0, 6),
    paper=st.sampled_from(["letter-or-a4", "a4", "letter", "tabloid", "a3"]),
)
def test_pages_show_every_square_and_overlap_by_no_more_than_said(
    left: int, top: int, width: int, height: int, overlap: int, paper: str
) -> None:
    region = SquareRect(left, top, left + width, top + height)
    setup = PageSetup(paper, overlap=overlap)
    parts = split(region, setup, INCH)
    shown = np.zeros((region.bottom, region.right), np.int64)
    across, down = parts.block
    for page in parts.pages:
        box = page.region
        assert 0 < box.right - box.left <= across
        assert 0 < box.bottom - box.top <= down
        shown[box.top : box.bottom, box.left : box.right] += 1
    assert (shown[top:, left:] >= 1).all()
    assert not shown[:top].any()
    assert not shown[:, :left].any()
    if not overlap:
        assert (shown[top:, left:] == 1).all()
    for one, other in zip(parts.pages, parts.pages[1:], strict=False):
        if one.row == other.row:
            assert one.region.right - other.region.left == overlap
    # No page fewer would do.
    assert (parts.columns - 1) * (across - overlap) + overlap < width or parts.columns == 1
    assert (parts.rows - 1) * (down - overlap) + overlap < height or parts.rows == 1


@pytest.mark.parametrize(
    ("setup", "square_mm", "words"),
    [
        (PageSetup("a4"), 200.0, "a square of 200 mm does not fit on A4"),
        (PageSetup("a4", overlap=7), INCH, "6 is the most"),
        (PageSetup("papyrus"), INCH, "there is no paper 'papyrus'"),
    ],
)
def test_what_cannot_be_split_is_told_in_a_sentence(setup: PageSetup, square_mm: float, words: str) -> None:
    with pytest.raises(HandoutError, match=words):
        split(SquareRect(0, 0, 5, 5), setup, square_mm)


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(HandoutError, match="more than the limit of 5,000"):
        split(SquareRect(0, 0, 4000, 1000), PageSetup("a4"), INCH)


@pytest.mark.parametrize("bad", [{"margin_mm": -1.0}, {"margin_mm": float("nan")}, {"overlap": -1}])
def test_a_setup_that_makes_no_sense_is_refused(bad: dict[str, float]) -> None:
    with pytest.raises(HandoutError):
        PageSetup(**bad)  # type: ignore[arg-type]
