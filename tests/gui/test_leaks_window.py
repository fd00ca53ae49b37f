"""What the players' window draws is the same, pixel by pixel, whatever is secret."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from PySide6.QtGui import QImage, QPainter

from gridmap.app.clipboard_picture import copy_picture
from gridmap.app.main_window import MainWindow
from gridmap.app.players.feature import Players
from gridmap.app.players.presenter import Shown
from gridmap.app.players.scene import players_scene
from gridmap.model import BattleMap
from gridmap.render.scene import Viewport
from gridmap.render.theme import load_theme
from gridmap.render.tiles import TileCache
from tests.secret_pictures import pictured_maps, with_secrets
from tests.secrets import MARK

GENERATED = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def shot(window: MainWindow, battle_map: BattleMap) -> QImage:
    window.editor.document.replace(battle_map)
    window.editor.selection.select([creature.id for creature in battle_map.creatures[:1]])
    image = QImage(360, 300, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        view = Viewport(-0.5, -0.5, 26.0, image.width(), image.height())
        assert TileCache(load_theme("dark")).paint(painter, players_scene(window), view)
    return image


@GENERATED
@given(case=pictured_maps())
def test_the_players_window(window: MainWindow, case: tuple[BattleMap, int]) -> None:
    """With every overlay shown that depends on no selection."""
    battle_map, seed = case
    feature = window.features[Players.__name__]
    assert isinstance(feature, Players)
    before = vars(feature.presenter.shown)
    feature.presenter.show(overlays=frozenset({"flanking", "area"}))
    window.editor.overlays.place_area("area:burst:10:2,2")
    secret = with_secrets(battle_map, seed)
    assert shot(window, secret) == shot(window, battle_map)
    feature.presenter.show(**before)
    assert feature.presenter.shown == Shown(**before)


@GENERATED
@given(case=pictured_maps())
def test_the_clipboard(window: MainWindow, case: tuple[BattleMap, int]) -> None:
    """The picture that the window copies, with the overlays that it shows."""
    battle_map, seed = case
    pictures = []
    for one in (with_secrets(battle_map, seed), battle_map):
        window.editor.document.replace(one)
        window.editor.selection.clear()
        pictures.append(copy_picture(window.canvas))
    assert pictures[0] == pictures[1]
    assert not any(MARK in pictures[0].text(key) for key in pictures[0].textKeys())
