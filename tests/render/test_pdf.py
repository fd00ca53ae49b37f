from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from gridmap.model import BattleMap
from gridmap.render.colour import colour
from gridmap.render.handout import Handout, HandoutError, scene_of
from gridmap.render.page_split import PageSetup
from gridmap.render.pdf import export_pdf, pages_of, pictured_in_shapes
from gridmap.render.pdf_document import pdf_document
from gridmap.render.scene import SquareRect
from gridmap.render.sheet import sheets_of
from gridmap.render.theme import THEMES
from gridmap.render.whole_file import ExportError
from tests.render.maps import full_map, picture_map, turned_picture, with_other_picture_in_the_fog
from tests.render.pdf_reading import everything, media_boxes, objects, page_contents, rectangles
from tests.secrets import MARK, disguised, maps

POINTS = 72
MM = POINTS / 25.4
DOTS = 300
needs_pdftoppm = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm is not installed")
PLAIN = Handout(white_paper=True)
INN = Handout(title="The inn", overlays=("movement:ogre", "flanking"))


def _document(battle_map: BattleMap, handout: Handout, setup: PageSetup | None = None) -> bytes:
    pages = pages_of(scene_of(battle_map, handout), handout, setup)
    return pdf_document(pages, handout.title)


def test_25_by_20_squares_on_a4_are_8_pages(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    battle_map = BattleMap.empty(25, 20)
    assert export_pdf(scene_of(battle_map, PLAIN), PLAIN, path, PageSetup("a4")) == 8
    document = path.read_bytes()
    assert media_boxes(document) == [(595, 842)] * 8
    assert len(page_contents(document)) == 8
    assert sorted(each.name for each in tmp_path.iterdir()) == ["map.pdf"]


@pytest.mark.parametrize(
    ("square_mm", "paper"), [(25.4, "a4"), (25.4, "letter-or-a4"), (20.0, "a3"), (31.75, "letter")]
)
def test_grid_lines_are_a_square_apart_in_the_file(square_mm: float, paper: str) -> None:
    """Every page's lines, as its drawing says where they are; no other program is asked."""
    handout = Handout(square_mm=square_mm)
    document = _document(BattleMap.empty(13, 21), handout, PageSetup(paper))
    for content in page_contents(document):
        boxes = list(rectangles(content))
        # Grid lines run over the page and are thin.
        across = sorted(
            {
                (box.left + box.right) / 2
                for box in boxes
                if _is_line(box.right - box.left, box.top - box.bottom)
            }
        )
        down = sorted(
            {
                (box.top + box.bottom) / 2
                for box in boxes
                if _is_line(box.top - box.bottom, box.right - box.left)
            }
        )
        for lines in (across, down):
            assert len(lines) >= 2
            apart = np.diff(lines) / MM
            assert np.abs(apart - square_mm).max() < 0.001
            assert abs((lines[-1] - lines[0]) / MM - square_mm * (len(lines) - 1)) < 0.005


def _is_line(thin: float, long: float) -> bool:
    return thin < 2.5 and long > 1.4 * POINTS


@needs_pdftoppm
@pytest.mark.parametrize("paper", ["a4", "letter-or-a4"])
def test_a_rendered_page_is_true_to_a_fifth_of_a_millimetre(paper: str, tmp_path: Path) -> None:
    handout = PLAIN
    path = tmp_path / "map.pdf"
    export_pdf(scene_of(BattleMap.empty(25, 20), handout), handout, path, PageSetup(paper))
    for number, (across, down) in ((1, (7, 10)), (8, (4, 10))):
        page = _rendered(path, number, tmp_path)
        height, width = page.shape
        # Through the middle of squares; the inch on a page is that of its dots.
        for line, squares in ((page[int(height * 0.317)], across), (page[:, int(width * 0.175)], down)):
            places = _dark_places(line)[: squares + 1]
            assert len(places) == squares + 1
            apart = (places - places[0]) / DOTS * 25.4
            error = apart - np.arange(squares + 1) * 25.4
            assert np.abs(error).max() < 0.2, f"page {number}: {error}"


@needs_pdftoppm
def test_the_ruler_is_100_mm_and_an_inch(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    export_pdf(scene_of(BattleMap.empty(5, 5), PLAIN), PLAIN, path, PageSetup("letter-or-a4"))
    page = _rendered(path, 1, tmp_path)
    # Below the map the ruler's ticks are the only things that stand so close together.
    foot = page[int((279.4 - 12.0) / 25.4 * DOTS) :]
    left, found = int(10 / 25.4 * DOTS), 0
    for row in foot:
        places = _dark_places(row[left : left + int(115 / 25.4 * DOTS)])
        if len(places) in (3, 5, 11):
            whole = (places[-1] - places[0]) / DOTS * 25.4
            for true in (100.0, 25.4):
                if abs(whole - true) < 2:
                    assert abs(whole - true) < 0.2
                    found |= 1 if true == 100.0 else 2
    assert found & 1, "no tick marks 100 mm apart"


def _rendered(path: Path, page: int, folder: Path) -> np.ndarray:
    name = folder / f"page-{page}"
    subprocess.run(
        [
            "pdftoppm",
            "-r",
            str(DOTS),
            "-gray",
            "-png",
            "-singlefile",
            "-f",
            str(page),
            "-l",
            str(page),
            path,
            name,
        ],
        check=True,
        timeout=60,
    )
    image = QImage(f"{name}.png").convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return pixels[:, : image.width()].astype(np.float64)


def _dark_places(line: np.ndarray) -> np.ndarray:
    """The middles of the dark runs along a line of pixels, to the fraction."""
    dark = line.max() - line
    edges = np.flatnonzero(np.diff(np.pad((dark > 6).astype(np.int8), 1)))
    return np.array(
        [
            (np.arange(begin, end) + 0.5) @ dark[begin:end] / dark[begin:end].sum()
            for begin, end in zip(edges[::2], edges[1::2], strict=True)
        ]
    )


def test_print_scaling_is_off_and_pages_have_names() -> None:
    document = _document(full_map(), INN, PageSetup("a4"))
    trailer = document[document.rindex(b"trailer") :]
    root = re.search(rb"/Root (\d+) 0 R", trailer)
    assert root is not None
    catalogue = objects(document)[int(root[1])]
    assert b"/ViewerPreferences << /PrintScaling /None" in catalogue
    assert b"/Type /Catalog" in catalogue
    labels = re.findall(rb"\d+ << /P \(([^)]*)\) >>", catalogue)
    assert labels == [b"Overview", b"A1", b"A2", b"A3", b"A4", b"B1", b"B2", b"B3", b"B4"]
    # The appended table says where the new catalogue is, and where the old table was.
    table = int(trailer[trailer.index(b"startxref") :].split()[1])
    assert document[table : table + 4] == b"xref"
    place = int(document[table:].split(b"\n")[2].split()[0])
    assert document[place:].startswith(b"%d 0 obj" % int(root[1]))
    before = re.search(rb"/Prev (\d+)", trailer)
    assert before is not None
    assert document[int(before[1]) :].startswith(b"xref")


def test_a_page_with_bleed_says_where_it_is_cut() -> None:
    document = _document(BattleMap.empty(10, 8), Handout(bleed_mm=3))
    (page,) = (body for body in objects(document).values() if b"/Type /Page\n" in body)
    found = re.search(rb"/TrimBox \[([\d. ]+)\]", page)
    assert found is not None
    assert page.count(b"/TrimBox") == 1
    left, bottom, right, top = (float(number) for number in found[1].split())
    # Bleed is whole pixels of the drawing, 96 to an inch.
    assert (right - left, top - bottom) == pytest.approx((10 * POINTS, 8 * POINTS), abs=0.01)
    assert left == pytest.approx(3 * MM, abs=0.4)


@needs_pdftoppm
def test_other_readers_open_it(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    bled = _document(full_map(), Handout(title="The inn", bleed_mm=3))
    for document in (bled, _document(full_map(), INN, PageSetup("letter", landscape=True, overlap=2))):
        path.write_bytes(document)
        checked = subprocess.run(
            ["pdfinfo", "-box", path], capture_output=True, text=True, check=True, timeout=60
        )
        assert checked.stderr == ""
    told = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True, timeout=60)
    assert told.stderr == ""
    assert "Title:           The inn" in told.stdout
    assert "Page size:       792 x 612 pts (letter)" in told.stdout


def test_the_same_handout_makes_the_same_bytes() -> None:
    assert _document(full_map(), INN, PageSetup()) == _document(full_map(), INN, PageSetup())
    document = _document(full_map(), INN)
    assert b"CreationDate" not in everything(document)


def test_an_overview_comes_where_there_is_a_legend_or_on_demand() -> None:
    battle_map = BattleMap.empty(7, 10)
    for handout, setup, count in (
        (PLAIN, PageSetup("a4"), 1),
        (PLAIN, PageSetup("a4", overview=True), 2),
        (INN, PageSetup("tabloid", landscape=True), 5),
        (INN, PageSetup("tabloid", landscape=True, overview=False), 4),
    ):
        shown = full_map() if handout is INN else battle_map
        assert len(pages_of(scene_of(shown, handout), handout, setup)) == count


def test_regions_have_pages_of_their_own() -> None:
    handout = Handout(regions=(SquareRect(0, 0, 8, 3), SquareRect(9, 9, 12, 12)))
    pages = pages_of(scene_of(full_map(), handout), handout, PageSetup("a4"))
    assert [page.label for page in pages] == ["1-A1", "1-A2", "2-A1"]
    assert len(pages_of(scene_of(full_map(), handout), handout)) == 2


def test_a_poster_is_one_page_at_true_scale() -> None:
    document = _document(BattleMap.empty(60, 40), PLAIN)
    assert media_boxes(document) == [(60 * POINTS, 40 * POINTS)]
    document = _document(BattleMap.empty(30, 30), Handout(square_mm=20.0))
    assert media_boxes(document) == [(round(600 * MM), round(600 * MM))]


@pytest.mark.parametrize(
    ("name", "inches"), [("a4", (297 / 25.4, 210 / 25.4)), ("a0", (1189 / 25.4, 841 / 25.4))]
)
def test_a_poster_fills_its_paper_and_is_drawn_as_ever(name: str, inches: tuple[float, float]) -> None:
    handout = Handout(paper=name, title="The inn")
    scene = scene_of(full_map(), handout)
    picture = pictured_in_shapes(scene, handout)
    assert picture.width / picture.dots_per_inch == pytest.approx(inches[0], abs=0.02)
    assert picture.pixels_per_square == pytest.approx(96, abs=3)
    (box,) = media_boxes(_document(full_map(), handout))
    assert box == pytest.approx([side * POINTS for side in inches], abs=1.5)


def test_beyond_the_formats_limit_there_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    battle_map = BattleMap.empty(201, 10)
    with pytest.raises(ExportError, match=r"at most 200 inches a side, not 201 × 10"):
        export_pdf(scene_of(battle_map, PLAIN), PLAIN, path)
    assert not list(tmp_path.iterdir())
    assert export_pdf(scene_of(BattleMap.empty(200, 10), PLAIN), PLAIN, path) == 1


class _StoppedError(Exception):
    """Raised by a progress that was told to stop."""


def test_a_cancelled_or_failed_export_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "map.pdf"
    path.write_bytes(b"the old one")
    scene, setup = scene_of(full_map(), PLAIN), PageSetup("a4")
    seen: list[float] = []

    def stop(share: float) -> None:
        seen.append(share)
        if share > 0.4:
            raise _StoppedError

    with pytest.raises(_StoppedError):
        export_pdf(scene, PLAIN, path, setup, progress=stop)
    assert seen == [0.125, 0.25, 0.375, 0.5]
    with pytest.raises(HandoutError):
        export_pdf(scene, PLAIN, path, PageSetup("a4", overlap=50))
    with pytest.raises(ExportError, match="cannot be written"):
        export_pdf(scene, PLAIN, tmp_path / "none" / "map.pdf", setup)
    assert path.read_bytes() == b"the old one"
    assert [each.name for each in tmp_path.iterdir()] == ["map.pdf"]
    export_pdf(scene, PLAIN, path, setup)
    assert path.read_bytes().startswith(b"%PDF")


def test_a_poster_can_be_stopped_while_it_is_drawn(tmp_path: Path) -> None:
    told: list[float] = []
    handout = Handout(regions=(SquareRect(0, 0, 5, 5), SquareRect(3, 3, 9, 9)))
    export_pdf(scene_of(full_map(), handout), handout, tmp_path / "map.pdf", progress=told.append)
    assert told == sorted(told)
    assert len(told) > 8
    assert told[-1] == 1.0

    def stop(share: float) -> None:
        if share > 0.1:
            raise _StoppedError

    with pytest.raises(_StoppedError):
        export_pdf(scene_of(full_map(), handout), handout, tmp_path / "other.pdf", progress=stop)
    assert [each.name for each in tmp_path.iterdir()] == ["map.pdf"]


@settings(max_examples=12, deadline=None)
@given(battle_map=maps(), seed=st.integers(0, 2**32 - 1), split=st.booleans())
def test_no_secret_makes_a_difference_to_a_single_byte(battle_map: BattleMap, seed: int, split: bool) -> None:
    """Nothing of what players may not know is in it: no words, no layer beneath another, no information."""
    setup = PageSetup("a4") if split else None
    handout = Handout(title="For you")
    with_secrets = disguised(battle_map, seed)
    document = _document(with_secrets, handout, setup)
    assert document == _document(battle_map, handout, setup)
    assert MARK.encode() not in everything(document)


@pytest.mark.parametrize("setup", [None, PageSetup("a4")])
def test_what_a_picture_shows_in_the_fog_is_not_in_the_file(setup: PageSetup | None) -> None:
    """Pictures are cut to what is seen before they go in."""
    one, other = picture_map(), with_other_picture_in_the_fog(picture_map())
    assert _document(one, Handout(), setup) == _document(other, Handout(), setup)
    everything_shown = Handout(players=False)
    assert _document(one, everything_shown, setup) != _document(other, everything_shown, setup)


@pytest.mark.parametrize("setup", [None, PageSetup("a4")])
@pytest.mark.parametrize("turn", [0.0, 180.0, 4.0])
def test_what_a_picture_shows_beside_the_region_is_not_in_the_file(
    setup: PageSetup | None, turn: float
) -> None:
    one, other = (
        turned_picture(each, turn) for each in (picture_map(), with_other_picture_in_the_fog(picture_map()))
    )
    if turn == 180:  # what lay at the right lies at the left
        beside = Handout(players=False, regions=(SquareRect(4, 0, 12, 8),))
        assert _document(one, beside, setup) == _document(other, beside, setup)
        return
    beside = Handout(players=False, regions=(SquareRect(0, 0, 8, 8),))
    assert _document(one, beside, setup) == _document(other, beside, setup)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("handout", [Handout(overlays=("movement:ogre",)), Handout(white_paper=True)])
def test_words_beside_the_map_are_dark_on_white_paper(theme: str, handout: Handout) -> None:
    handout = replace(handout, theme=theme)
    sheets = sheets_of(scene_of(full_map(), handout), handout, PageSetup("a4", overview=True))
    for shown in (sheets.theme, sheets.overview(sheets.parts[0]).theme):
        assert shown.panel.fill == "#ffffff"
        for ink in (shown.panel.text, shown.panel.dim):
            assert colour(ink).lightness() < 120
    if handout.white_paper:
        assert colour(handout.loaded_theme.panel.text).lightness() < 120


@needs_pdftoppm
def test_words_can_be_found(tmp_path: Path) -> None:
    """Names are words in the file, those that players may read and no others."""
    path = tmp_path / "map.pdf"
    path.write_bytes(_document(full_map(), Handout(title="The inn"), PageSetup("a4")))
    words = subprocess.run(
        ["pdftotext", path, "-"], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    assert "The inn" in words
    assert words.count("Mule") == 1, "on its own page alone"
    assert "Ogre" in words
    assert "Spy" not in words
    assert "draught" not in words, "a secret note"
