"""Tokens by team, shape, portrait and facing, looked at pixel by pixel."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QPainter

from gridmap.model import Asset, BattleMap, Creature, Size, Square
from gridmap.model.players import players_map
from gridmap.model.team import Team, TokenShape
from gridmap.render.application import ensure_application
from gridmap.render.changes import figures_change
from gridmap.render.handout import Handout, scene_of
from gridmap.render.paint import paint
from gridmap.render.scene import Scene, Viewport
from gridmap.render.svg import export_svg
from gridmap.render.theme import THEMES, load_theme
from gridmap.render.tiles import TileCache
from gridmap.render.token_look import contrast, readable_on, team_look

SCALE = 60


def picture(colour: str, width: int = 40, height: int = 60) -> Asset:
    """A picture of one colour, its lowest third another."""
    ensure_application()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    with QPainter(image) as painter:
        painter.fillRect(0, height * 2 // 3 + 8, width, height, QColor("#000000"))
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return Asset(f"{colour[1:]}.png", bytes(content.data()))


def ogre_map(*teams: Team, assets: tuple[Asset, ...] = (), **facts: object) -> BattleMap:
    ogre = replace(Creature("ogre", Size.LARGE, Square(1, 1), "foes", name="Ogre"), **facts)  # type: ignore[arg-type]
    return BattleMap.empty(4, 4).with_changes(creatures=(ogre,), teams=teams, assets=assets)


def drawn(battle_map: BattleMap, theme: str = "light") -> QImage:
    ensure_application()
    image = QImage(4 * SCALE, 4 * SCALE, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        scene = Scene(battle_map, names=False, grid=False)
        paint(painter, scene, Viewport(0, 0, SCALE, image.width(), image.height()), load_theme(theme))
    return image


def near(image: QImage, x: float, y: float, colour: str, within: int = 45) -> bool:
    """Whether a place of the map, in squares, is about that colour."""
    there, wanted = image.pixelColor(round(x * SCALE), round(y * SCALE)), QColor(colour)
    pairs = zip(there.getRgb()[:3], wanted.getRgb()[:3], strict=True)
    return all(abs(one - other) <= within for one, other in pairs)


@pytest.mark.parametrize("theme", THEMES)
def test_a_team_is_drawn_in_the_colour_that_the_map_gives_it(theme: str) -> None:
    image = drawn(ogre_map(Team("foes", "#12b886"), letters="I"), theme)
    assert near(image, 1.5, 2.0, "#12b886")
    assert not near(drawn(ogre_map(letters="I"), theme), 1.5, 2.0, "#12b886")


def test_a_team_is_drawn_in_the_shape_that_the_map_gives_it() -> None:
    """In a square the corner is filled, in a diamond not even half way to it."""
    square = drawn(ogre_map(Team("foes", "#12b886", TokenShape.SQUARE)))
    diamond = drawn(ogre_map(Team("foes", "#12b886", TokenShape.DIAMOND)))
    assert near(square, 1.3, 1.3, "#12b886")
    assert not near(diamond, 1.3, 1.3, "#12b886")
    seen = [bytes(drawn(ogre_map(Team("foes", "#12b886", shape))).constBits()) for shape in TokenShape]
    assert len(set(seen)) == len(TokenShape)


@pytest.mark.parametrize(
    "colour", ["#000000", "#ffffff", "#777777", "#ffe066", "#203060", "#ff0000", "#00ff00"]
)
@pytest.mark.parametrize("theme", THEMES)
def test_letters_stand_out_on_any_colour(colour: str, theme: str) -> None:
    look = team_look("foes", load_theme(theme).creatures, Team("foes", colour))
    assert look.fill == colour
    assert contrast(look.text, look.fill) >= 4.5
    assert look.text == readable_on(colour)


def test_a_portrait_fills_the_shape_within_a_ring_of_the_team_s_colour() -> None:
    blue = picture("#2040ff")
    image = drawn(ogre_map(Team("foes", "#12b886", TokenShape.CIRCLE), assets=(blue,), portrait=blue.name))
    assert near(image, 2.0, 2.0, "#2040ff")
    assert near(image, 2.0, 1.4, "#2040ff")
    assert not near(image, 1.1, 1.1, "#2040ff"), "the corner outside the circle"
    ring = [near(image, 1.06 + at / SCALE, 2.0, "#12b886", 60) for at in range(14)]
    assert any(ring)
    assert not any(near(image, 2.0, y / 10, "#000000", 20) for y in range(12, 27)), "the top, not the middle"


def test_without_its_file_a_portrait_is_letters() -> None:
    assert drawn(ogre_map(portrait="gone.png")) == drawn(ogre_map())
    broken = Asset("gone.png", b"no picture")
    assert drawn(ogre_map(portrait="gone.png", assets=(broken,))) == drawn(ogre_map())


@pytest.mark.parametrize(("facing", "dx", "dy"), [(0, 0, -1), (90, 1, 0), (180, 0, 1), (270, -1, 0)])
def test_a_wedge_points_where_it_looks(facing: int, dx: int, dy: int) -> None:
    plain, facing_map = drawn(ogre_map()), drawn(ogre_map(facing=facing))
    bits = [
        np.frombuffer(bytes(image.constBits()), np.uint32).reshape(image.height(), image.width())
        for image in (plain, facing_map)
    ]
    rows, columns = np.nonzero(bits[0] != bits[1])
    assert len(rows) > 30
    middle_x, middle_y = columns.mean() / SCALE - 2, rows.mean() / SCALE - 2
    assert middle_x * dx + middle_y * dy > 0.7
    assert abs(middle_x * dy + middle_y * dx) < 0.1


def test_another_look_is_painted_again_and_nothing_else_is() -> None:
    first, second = picture("#2040ff"), Asset("2040ff.png", picture("#20ff40").content)
    before = ogre_map(Team("foes", "#12b886"), assets=(first,), portrait=first.name)
    for after in (
        before.with_changes(teams=(Team("foes", "#c03a2b"),)),
        before.with_changes(teams=()),
        before.with_changes(assets=(second,)),
    ):
        change = figures_change(Scene(before), Scene(after))
        assert change is not None
        assert change.mask is not None
        assert change.mask[1:3, 1:3].all()
    same = before.with_changes(teams=(*before.teams, Team("others", "#123456")))
    assert figures_change(Scene(before), Scene(same)) is None


def test_tiles_follow_a_team_s_colour() -> None:
    ensure_application()
    tiles = TileCache(load_theme("light"))
    viewport = Viewport(0, 0, SCALE, 4 * SCALE, 4 * SCALE)
    images = []
    for colour in ("#12b886", "#c03a2b"):
        image = QImage(4 * SCALE, 4 * SCALE, QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            tiles.paint(painter, Scene(ogre_map(Team("foes", colour), letters="I")), viewport, 1.0)
        images.append(image)
    assert near(images[0], 1.5, 2.0, "#12b886")
    assert near(images[1], 1.5, 2.0, "#c03a2b")


def test_players_see_the_portrait_too() -> None:
    blue = picture("#2040ff")
    theirs = players_map(ogre_map(assets=(blue,), portrait=blue.name))
    assert near(drawn(theirs), 2.0, 2.0, "#2040ff")


def test_on_a_page_a_portrait_is_no_more_than_its_token_shows(tmp_path: Path) -> None:
    """The lowest part of the picture, which the token does not show, is not in the file."""
    tall = picture("#2040ff", 60, 400)
    battle_map = ogre_map(assets=(tall,), portrait=tall.name)
    path = tmp_path / "page.svg"
    export_svg(scene_of(battle_map, Handout()), Handout(), path)
    text = path.read_text(encoding="utf-8")
    images = [
        QImage.fromData(base64.b64decode(content))
        for content in re.findall(r'href="data:image/png;base64,([^"]+)"', text)
    ]
    assert len(images) == 1
    assert images[0].width() == images[0].height()
    colours = {images[0].pixelColor(images[0].width() // 2, y).name() for y in range(images[0].height())}
    assert "#2040ff" in colours
    assert "#000000" not in colours


def test_a_hidden_creature_s_portrait_is_nowhere_in_the_players_map() -> None:
    blue = picture("#2040ff")
    theirs = players_map(ogre_map(assets=(blue,), portrait=blue.name, hidden=True))
    assert theirs.assets == ()
    assert theirs.creatures == ()
