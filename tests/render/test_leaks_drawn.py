"""Pictures and files for players are the same, bit by bit, whatever is secret."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPainter

from gridmap.app.clipboard_picture import clipboard_picture
from gridmap.formats import native
from gridmap.model import BattleMap, Fog, Layer, players_map
from gridmap.render.handout import Handout, scene_of
from gridmap.render.paint import paint
from gridmap.render.pdf import export_pdf
from gridmap.render.pictured import pictured
from gridmap.render.players_copy import players_copy
from gridmap.render.png import thumbnail
from gridmap.render.raster import HandoutPicture, kind_of, write_picture
from gridmap.render.scene import Scene, Viewport
from gridmap.render.svg import export_svg
from gridmap.render.theme import THEMES, load_theme
from gridmap.render.tiles import TileCache
from gridmap.rules.space import sides
from tests.secret_pictures import pictured_maps, with_secrets
from tests.secrets import MARK, NUMBER, RULES, maps

SEEDS = st.integers(0, 2**32 - 1)
SIDES = sides(RULES)
FEW = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
MANY = settings(max_examples=40, deadline=None)


def seen_by_players(battle_map: BattleMap) -> Scene:
    return Scene(players_map(battle_map, SIDES), fog_hides=True, ruleset=RULES)


def drawn(scene: Scene, scale: float, theme: str) -> QImage:
    battle_map = scene.battle_map
    size = QSize(round((battle_map.width + 1) * scale), round((battle_map.height + 1) * scale))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        view = Viewport(-0.5, -0.5, scale, size.width(), size.height())
        paint(painter, scene, view, load_theme(theme))
    return image


@MANY
@given(
    case=pictured_maps(), scale=st.sampled_from([3.0, 7.3, 16.0, 25.5, 48.0]), theme=st.sampled_from(THEMES)
)
def test_what_is_drawn(case: tuple[BattleMap, int], scale: float, theme: str) -> None:
    battle_map, seed = case
    plain = drawn(seen_by_players(battle_map), scale, theme)
    assert drawn(seen_by_players(with_secrets(battle_map, seed)), scale, theme) == plain


@MANY
@given(case=pictured_maps())
def test_what_a_window_shows_from_its_tiles(case: tuple[BattleMap, int]) -> None:
    battle_map, seed = case
    plain, secret = (
        tiled(TileCache(load_theme("light")), one) for one in (battle_map, with_secrets(battle_map, seed))
    )
    assert plain == secret


def tiled(cache: TileCache, battle_map: BattleMap) -> QImage:
    image = QImage(300, 240, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        assert cache.paint(painter, seen_by_players(battle_map), Viewport(-0.5, -0.5, 22.0, 300, 240))
    return image


@MANY
@given(case=pictured_maps(), seed=SEEDS)
def test_tiles_keep_nothing_of_what_was_seen_before(case: tuple[BattleMap, int], seed: int) -> None:
    """Smoothly scaled pictures, drawn in part, are a shade of one or two off; nothing more may differ."""
    battle_map, _ = case
    random = np.random.default_rng(seed)
    cache = TileCache(load_theme("light"))
    for _ in range(2):
        fog = Fog(random.integers(0, 3, battle_map.terrain.shape))
        tiled(cache, battle_map.with_changes(fog=fog))
    kept, anew = (tiled(each, battle_map) for each in (cache, TileCache(load_theme("light"))))
    page = np.s_[11 : 11 + 22 * battle_map.height, 11 : 11 + 22 * battle_map.width]
    shades = [
        np.frombuffer(image.constBits(), np.uint8).reshape(240, 300, 4)[page].astype(int)
        for image in (kept, anew)
    ]
    assert np.abs(shades[0] - shades[1]).max() <= 2


@MANY
@given(case=pictured_maps())
def test_thumbnails(case: tuple[BattleMap, int]) -> None:
    battle_map, seed = case
    assert thumbnail(with_secrets(battle_map, seed), ruleset=RULES) == thumbnail(battle_map, ruleset=RULES)


@MANY
@given(case=pictured_maps())
def test_copies_for_players(case: tuple[BattleMap, int]) -> None:
    """Every entry of the file, the thumbnail among them."""
    battle_map, seed = case
    files = []
    for one in (battle_map, with_secrets(battle_map, seed)):
        copy = players_copy(one, RULES)
        files.append(native.write_bytes(copy, thumbnail(copy, ruleset=RULES)))
    plain, secret = (_entries(file) for file in files)
    assert plain.keys() == secret.keys()
    for name, content in secret.items():
        assert content == plain[name], name
        assert MARK.encode() not in content, name
        assert str(NUMBER).encode() not in content, name
    assert not any(MARK in name for name in secret)
    again = native.read_bytes(files[1]).battle_map
    assert players_map(again, SIDES) == again, "nothing is left to take out"


def _entries(file: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        assert not archive.comment
        assert not any(entry.comment or entry.extra for entry in archive.infolist())
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}


@pytest.mark.parametrize("ending", ["png", "jpg", "webp", "svg", "pdf"])
@FEW
@given(case=pictured_maps(), scale=st.sampled_from([9, 24, 40]))
def test_files_of_pictures(ending: str, case: tuple[BattleMap, int], scale: int, tmp_path: Path) -> None:
    battle_map, seed = case
    files = []
    for number, one in enumerate((battle_map, with_secrets(battle_map, seed))):
        handout = Handout(pixels_per_square=scale, title="The inn", overlays=("flanking",))
        path = tmp_path / f"{number}.{ending}"
        scene = scene_of(one, handout, ruleset=RULES)
        if ending == "svg":
            export_svg(scene, handout, path)
        elif ending == "pdf":
            export_pdf(scene, handout, path)
        else:
            kind = kind_of(path)
            assert kind is not None
            write_picture(HandoutPicture(pictured(scene, handout)), path, kind=kind)
        files.append(path.read_bytes())
    assert files[0] == files[1]
    assert MARK.encode() not in files[1]


@MANY
@given(case=pictured_maps())
def test_the_clipboard(case: tuple[BattleMap, int]) -> None:
    battle_map, seed = case
    handout = Handout(pixels_per_square=20)
    plain, secret = (
        clipboard_picture(scene_of(one, handout, ruleset=RULES), handout)
        for one in (battle_map, with_secrets(battle_map, seed))
    )
    assert plain == secret
    assert not secret.textKeys()


@MANY
@given(battle_map=maps(fogged=True), seed=SEEDS, scale=st.sampled_from([4.0, 11.7, 30.0]))
def test_fog_is_opaque_in_itself(battle_map: BattleMap, seed: int, scale: float) -> None:
    """Even if something were left beneath it, no pixel of a fogged square would show it."""
    random = np.random.default_rng(seed)
    theirs = players_map(battle_map, SIDES)
    assert theirs.fog is not None
    unknown = ~theirs.fog.known
    terrain = theirs.terrain
    for layer, value in ((Layer.DIFFICULT, 4), (Layer.BLOCKED, 1), (Layer.HAZARDOUS, 1), (Layer.GROUND, 1)):
        there = unknown & (random.random(unknown.shape) < 0.5)
        terrain = terrain.with_layer(layer, np.where(there, value, terrain.layer(layer)))
    beneath = theirs.with_changes(terrain=terrain)
    shots = [
        drawn(Scene(one, fog_hides=True, ruleset=RULES, notes=False), scale, "light")
        for one in (theirs, beneath)
    ]
    frame = Viewport(-0.5, -0.5, scale, shots[0].width(), shots[0].height()).frame()
    pixels = [
        np.frombuffer(shot.constBits(), np.uint32).reshape(shot.height(), shot.width()) for shot in shots
    ]
    for row, column in zip(*np.nonzero(unknown), strict=True):
        part = np.s_[
            frame.row_edge(row) : frame.row_edge(row + 1),
            frame.column_edge(column) : frame.column_edge(column + 1),
        ]
        assert np.array_equal(pixels[0][part], pixels[1][part]), (row, column)
