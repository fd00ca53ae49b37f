from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from gridmap.model import BattleMap, Creature, Fog, Size, Square
from gridmap.model.template import Template
from gridmap.overlays.errors import OverlayError
from gridmap.overlays.overlay import Overlay
from gridmap.render.handout import Handout, HandoutError, scene_of
from gridmap.render.page_split import PageSetup
from gridmap.render.pdf import export_pdf
from gridmap.render.pictured import Pictured, pictured, pictures_of
from gridmap.render.scene import GridStyle, Scene, SquareRect, Viewport
from gridmap.render.svg import export_svg
from gridmap.render.title_block import lines_of
from tests.render.golden import check_golden
from tests.render.maps import HEIGHT, WIDTH, assert_same_pixels, blank, drawn, full_map
from tests.render.pdf_reading import media_boxes

DRESSED = Handout(
    pixels_per_square=40,
    title="The inn at the ford",
    text="First floor\nWell after midnight",
    scale_bar=True,
    compass=True,
    border=True,
    bleed_mm=3,
    overlays=("movement:ogre", "flanking"),
)


def _image(picture: Pictured) -> QImage:
    image = blank(picture.width, picture.height)
    with QPainter(image) as painter:
        picture.paint(painter)
    return image


def _picture(handout: Handout, battle_map: BattleMap | None = None) -> Pictured:
    shown = full_map() if battle_map is None else battle_map
    return pictured(scene_of(shown, handout), handout)


def test_a_bare_handout_is_the_canvas_picture() -> None:
    handout = Handout(players=False, pixels_per_square=30)
    picture = _picture(handout)
    view = Viewport(0, 0, 30, WIDTH * 30, HEIGHT * 30)
    scene = Scene(full_map(), ruleset=scene_of(full_map(), handout).ruleset)
    assert_same_pixels(_image(picture), drawn(scene, view))


def test_parts_are_the_whole() -> None:
    picture = _picture(DRESSED)
    whole, pieced = _image(picture), blank(picture.width, picture.height)
    with QPainter(pieced) as painter:
        for top in range(0, picture.height, 97):
            rows = min(97, picture.height - top)
            for left in range(0, picture.width, 333):
                columns = min(333, picture.width - left)
                part = blank(columns, rows)
                with QPainter(part) as partial:
                    picture.paint(partial, left, top, columns, rows)
                painter.drawImage(left, top, part)
    assert_same_pixels(whole, pieced, share=0.03)


@pytest.mark.parametrize("grid", list(GridStyle))
def test_golden_handout(
    grid: GridStyle, request: pytest.FixtureRequest, tmp_path: pytest.TempPathFactory
) -> None:
    handout = replace(DRESSED, grid=grid, theme="dark" if grid is GridStyle.DOTS else "light")
    check_golden(_image(_picture(handout)), f"handout-{grid}", request, tmp_path)  # type: ignore[arg-type]


def test_everything_lies_within_the_trim_and_beside_the_map() -> None:
    picture = _picture(DRESSED)
    assert picture.trim == QRect(
        picture.trim.left(),
        picture.trim.left(),
        picture.width - 2 * picture.trim.left(),
        picture.height - 2 * picture.trim.left(),
    )
    assert picture.trim.left() == round(3 / 25.4 * 40)
    assert picture.trim.contains(picture.map_rect)
    assert (picture.map_rect.width(), picture.map_rect.height()) == (WIDTH * 40, HEIGHT * 40)


@pytest.mark.parametrize(
    ("asked", "pixels", "dots"),
    [
        ({}, 70, 70),
        ({"pixels_per_square": 140}, 140, 140),
        ({"pixels_per_square": 140, "square_mm": 20.0}, 140, 177.8),
        ({"dots_per_inch": 300}, 300, 300),
        ({"dots_per_inch": 300, "square_mm": 12.7}, 150, 300),
        ({"pixels_per_square": 50, "dots_per_inch": 72}, 50, 72),
    ],
)
def test_size_in_pixels_and_on_paper(asked: dict[str, float], pixels: int, dots: float) -> None:
    picture = _picture(Handout(**asked))  # type: ignore[arg-type]
    assert picture.width == WIDTH * pixels
    assert picture.dots_per_inch == pytest.approx(dots)


@pytest.mark.parametrize("landscape", [None, False, True])
def test_a_paper_is_filled(landscape: bool | None) -> None:
    handout = replace(
        DRESSED, paper="a4", landscape=landscape, pixels_per_square=None, dots_per_inch=100, bleed_mm=0.0
    )
    picture = _picture(handout)
    long, short = round(297 / 25.4 * 100), round(210 / 25.4 * 100)
    lies = landscape is not False
    assert (picture.width, picture.height) == ((long, short) if lies else (short, long))
    assert picture.trim.contains(picture.map_rect)
    scale = picture.pixels_per_square
    larger = replace(handout, paper=None, pixels_per_square=scale + 1, dots_per_inch=None)
    room = _picture(larger)
    assert room.map_rect.width() > picture.map_rect.width()
    assert picture.map_rect.width() > 0.8 * picture.width or picture.map_rect.height() > 0.6 * picture.height


def test_regions_are_pictures_of_their_own() -> None:
    regions = (SquareRect(0, 0, 5, 4), SquareRect(20, 10, 99, 99))
    handout = Handout(pixels_per_square=20, regions=regions)
    pictures = pictures_of(scene_of(full_map(), handout), handout)
    assert [(each.width, each.height) for each in pictures] == [(100, 80), (80, 80)]
    whole = _image(_picture(Handout(pixels_per_square=20)))
    assert_same_pixels(_image(pictures[1]), whole.copy(400, 200, 80, 80))


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"pixels_per_square": 0}, "pixels a square: 1 to 1000, not 0"),
        ({"dots_per_inch": float("inf")}, "dots per inch"),
        ({"square_mm": 0.0}, "millimetres along a square"),
        ({"bleed_mm": -1.0}, "bleed"),
        ({"paper": "a4", "pixels_per_square": 70}, "pixels a square do so too"),
    ],
)
def test_what_makes_no_handout_is_told_in_a_sentence(bad: dict[str, object], words: str) -> None:
    with pytest.raises(HandoutError, match=words):
        Handout(**bad)  # type: ignore[arg-type]


def test_a_region_beside_the_map_and_unknown_paper_are_refused() -> None:
    with pytest.raises(HandoutError, match="holds no square of a map of 24 × 14"):
        _picture(Handout(regions=(SquareRect(30, 0, 40, 5),)))
    with pytest.raises(HandoutError, match="there is no paper 'vellum'"):
        _picture(Handout(paper="vellum"))


def test_a_map_too_large_for_its_paper_is_refused() -> None:
    handout = Handout(paper="a4", dots_per_inch=10)
    with pytest.raises(HandoutError, match="do not fit on one A4"):
        _picture(handout, BattleMap.empty(200, 200))


# Secrets


def _fogged() -> BattleMap:
    battle_map = full_map()
    revealed = battle_map.terrain.blocked * 0
    revealed[:, :14] = 1
    return battle_map.with_changes(fog=Fog(revealed))


def test_players_are_the_default_and_see_their_own_map() -> None:
    scene = scene_of(_fogged(), Handout())
    assert scene.fog_hides
    shown = {creature.id for creature in scene.battle_map.creatures}
    assert "spy" not in shown, "hidden"
    assert "wyrm" not in shown, "out of sight"
    assert "ogre" in shown
    assert {
        creature.id for creature in scene_of(_fogged(), Handout(players=False)).battle_map.creatures
    } > shown


def test_overlays_ask_the_map_that_is_shown() -> None:
    with pytest.raises(OverlayError):
        scene_of(full_map(), Handout(overlays=("reach:spy",)))
    assert scene_of(full_map(), Handout(players=False, overlays=("reach:spy",))).overlays
    seen: list[BattleMap] = []
    scene = scene_of(full_map(), Handout(), overlays_on=lambda shown: (seen.append(shown), ())[1])
    assert seen == [scene.battle_map]


def test_the_gms_scene_is_not_drawn_for_players() -> None:
    with pytest.raises(HandoutError, match="from their own map"):
        pictured(Scene(full_map(), fog_hides=True), Handout())
    with pytest.raises(HandoutError, match="from their own map"):
        pictured(Scene(BattleMap.empty(2, 2)), Handout())


def test_what_is_not_wanted_is_not_drawn() -> None:
    bare = Handout(creatures=False, walls=False, notes=False, layers=frozenset(), grid=GridStyle.NONE)
    empty = BattleMap.empty(WIDTH, HEIGHT)
    assert_same_pixels(_image(_picture(bare)), _image(_picture(bare, empty)))


def test_a_creature_taken_off_still_counts_in_overlays() -> None:
    battle_map = BattleMap.empty(9, 9).with_changes(
        creatures=(Creature("ash", Size.MEDIUM, Square(4, 4), "a"),)
    )
    scene = scene_of(battle_map, Handout(creatures=False, overlays=("reach:ash",)))
    assert not scene.battle_map.creatures
    assert scene.overlays[0].marks


@pytest.mark.parametrize("title", ["a\x00b\x1b[1m", "half \ud800", "<&]]>", "Ω – “Höhle” 洞", "x" * 5000])
def test_any_title_makes_whole_files(title: str, tmp_path: Path) -> None:
    handout = Handout(title=title, text=title)
    scene = scene_of(BattleMap.empty(4, 3), handout)
    assert not _image(pictured(scene, handout)).isNull()
    export_svg(scene, handout, tmp_path / "map.svg")
    ET.parse(tmp_path / "map.svg")
    export_pdf(scene, handout, tmp_path / "map.pdf", PageSetup(overview=True))
    assert len(media_boxes((tmp_path / "map.pdf").read_bytes())) == 2


def test_a_title_block_has_so_many_lines_and_no_more() -> None:
    assert lines_of("one\ntwo\n\n\n") == ("one", "two")
    assert len(lines_of("x\n" * 500)) == 12


def test_kept_areas_are_part_of_the_map_and_secret_ones_of_the_gms_alone() -> None:
    battle_map = BattleMap.empty(10, 10).with_changes(
        templates=(
            Template("cloud", "area:burst:10:4,4", "Cloud"),
            Template("trap", "area:burst:5:8,8", "Trap", secret=True),
            Template("lost", "area:emanation:10:creature=nobody", "Lost"),
        )
    )
    shown = scene_of(battle_map, Handout(players=False)).overlays
    assert [overlay.name for overlay in shown] == ["template:cloud", "template:trap"]
    theirs = scene_of(battle_map, Handout(players=True)).overlays
    assert [str(overlay.legend[0]) for overlay in theirs] == ["Kept: Cloud, 12 squares"]

    def window(theirs: BattleMap) -> tuple[Overlay, ...]:
        return (Overlay("template:cloud", ()), Overlay("flanking", ()))

    both = scene_of(battle_map, Handout(players=False), overlays_on=window).overlays
    assert [overlay.name for overlay in both] == ["template:cloud", "template:trap", "flanking"]
