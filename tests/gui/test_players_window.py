"""What players see follows the GM's decisions: live, frozen, blank, moved, saved, pointed at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.players.calibration import Calibration, Source
from gridmap.app.players.handles import SetUp
from gridmap.app.players.mirror import made_smaller
from gridmap.app.players.presenter import OVERLAY_KINDS, Showing
from gridmap.app.players.room import PlayersRoom
from gridmap.app.players.scene import kind_of, players_scene
from gridmap.app.players.screens import ScreenName
from gridmap.formats import native
from gridmap.model import BattleMap, Creature, Point, Size, Square
from gridmap.model.template import Template
from gridmap.overlays.overlay import Label
from gridmap.overlays.registry import names
from tests.gui.hand import Hand
from tests.gui.players_hand import PlayersHand, players_at_first_start
from tests.render.maps import difference

REAL = Calibration(1.0, Source.LINE, square_mm=30.0, locked=True)


@pytest.fixture
def players(window: MainWindow) -> Iterator[PlayersRoom]:
    """The players' window, shown, as at the first start."""
    yield from players_at_first_start(window)


@pytest.fixture
def guest(players: PlayersRoom, qtbot: QtBot) -> PlayersHand:
    """A hand on the players' window."""
    hand = PlayersHand(players, qtbot)
    hand.settle()
    return hand


def picture(players: PlayersRoom) -> QImage:
    return players.players_window.view.painted.copy()


# What is on the screen


def test_the_sign_says_what_is_on_the_screen(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, hand: Hand, qtbot: QtBot
) -> None:
    assert players.presenter.showing is Showing.MAP
    assert players.bar.sign.word == "SHOWING"
    hand.key(Qt.Key.Key_F6)
    assert players.bar.sign.word == players.panel.sign.word == "FROZEN"
    assert window.actions_["players_freeze"].isChecked()
    hand.key(Qt.Key.Key_F7)
    assert players.bar.sign.word == "BLANK"
    hand.key(Qt.Key.Key_F7)
    assert players.bar.sign.word == "FROZEN"
    hand.key(Qt.Key.Key_F6)
    hand.key(Qt.Key.Key_F5)
    assert players.bar.sign.word == "NOT SHOWN"
    assert "NOT SHOWN" in players.bar.sign.accessibleName()
    assert not players.players_window.isVisible()
    assert players.panel.mirror.image.isNull()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Qt.Key.Key_F5)
    assert players.players_window.isVisible()


def test_players_see_an_edit_once_it_is_made_and_no_trial(
    players: PlayersRoom, guest: PlayersHand, editor: Editor, hand: Hand
) -> None:
    before = picture(players)
    hand.press(6.5, 6.5)
    hand.move(12.5, 10.5)
    guest.settle()
    assert editor.document.shown is not editor.document.battle_map
    assert picture(players) == before, "a creature in the GM's hand stays where it was"
    hand.release(12.5, 10.5)
    guest.settle()
    assert picture(players) != before
    editor.undo()
    guest.settle()
    # Where only a part was drawn anew, smooth edges may be cut in other places.
    assert difference(picture(players), before).max() <= 4


def test_a_frozen_picture_stays_whatever_the_gm_does(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, editor: Editor, hand: Hand
) -> None:
    before = picture(players)
    window.actions_["players_freeze"].trigger()
    hand.drag((6.5, 6.5), (12.5, 10.5))
    window.canvas.zoom(1.5)
    window.actions_["players_right"].trigger()
    players.presenter.show(grid=False)
    editor.document.replace(BattleMap.empty(9, 9))
    guest.settle()
    assert picture(players) == before
    # Nor does anybody at the players' window.
    guest.wheel(QPointF(200, 150), 3)
    guest.drag_pixels(QPointF(200, 150), QPointF(100, 100))
    guest.settle()
    assert picture(players) == before
    players.players_window.resize(500, 380)
    guest.settle()
    assert players.presenter.showing is Showing.FROZEN
    window.actions_["players_freeze"].trigger()
    guest.settle()
    assert picture(players) != before


def test_a_blank_screen_shows_nothing_of_the_map_at_once(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, tmp_path: Path
) -> None:
    window.actions_["players_blank"].trigger()
    guest.settle()
    black = picture(players)
    assert black.size() == players.players_window.view.device_size
    assert black == _filled(black, "black")
    assert players.players_window.view.projection is None
    chosen = QImage(30, 20, QImage.Format.Format_RGB32)
    chosen.fill(QColor("#336699"))
    assert chosen.save(str(tmp_path / "curtain.png"))
    players.set_blank_picture(tmp_path / "curtain.png")
    guest.settle()
    shown = picture(players)
    assert shown.pixelColor(shown.width() // 2, shown.height() // 2) == QColor("#336699")
    assert shown.pixelColor(2, 2) == QColor("black")
    players.set_blank_picture(tmp_path / "nothing.png")
    assert "nothing.png" in window.strip.text
    players.set_blank_picture(None)
    guest.settle()
    assert picture(players) == black
    window.actions_["players_blank"].trigger()
    guest.settle()
    assert picture(players) != black


def _filled(like: QImage, name: str) -> QImage:
    image = QImage(like.size(), like.format())
    image.fill(QColor(name))
    return image


def test_a_blank_screen_in_mid_fade_is_blank(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand
) -> None:
    window.actions_["players_save_view"].trigger()
    window.actions_["players_next_view"].trigger()
    assert players.players_window.view.fading
    window.actions_["players_blank"].trigger()
    guest.settle()
    assert not players.players_window.view.fading
    assert picture(players) == _filled(picture(players), "black")


def test_the_small_picture_is_the_same_pixels(
    players: PlayersRoom, guest: PlayersHand, hand: Hand, qtbot: QtBot
) -> None:
    mirror = players.panel.mirror
    players.panel.show()
    players.panel.raise_()
    qtbot.waitUntil(mirror.isVisible)

    def is_the_same() -> bool:
        size = mirror.image.size()
        return not size.isEmpty() and mirror.image == made_smaller(players.players_window.view.painted, size)

    qtbot.waitUntil(is_the_same)
    before = mirror.image.copy()
    hand.drag((6.5, 6.5), (12.5, 10.5))
    qtbot.waitUntil(lambda: mirror.image != before)
    qtbot.waitUntil(is_the_same)
    players.presenter.make_blank(True)
    qtbot.waitUntil(lambda: mirror.image == _filled(mirror.image, "black"))


def test_what_is_painted_is_what_the_window_shows(
    players: PlayersRoom, guest: PlayersHand, qtbot: QtBot
) -> None:
    view = players.players_window.view
    players.pings.ping(Point(5.0, 5.0))
    qtbot.waitUntil(lambda: bool(view._pings))
    QApplication.processEvents()
    grabbed = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert grabbed == view.painted
    players.pings.clear()
    QApplication.processEvents()
    grabbed = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert grabbed == view.painted


def test_nothing_ticks_while_nothing_happens(players: PlayersRoom, guest: PlayersHand, qtbot: QtBot) -> None:
    """A picture that rests wakes no screen saver and keeps none away."""
    qtbot.wait(50)
    painted: list[int] = []
    count = lambda: painted.append(1)  # noqa: E731
    players.players_window.view.shown.connect(count)
    qtbot.wait(400)
    players.players_window.view.shown.disconnect(count)
    assert not painted


# What of the map


def test_secrets_never_reach_the_scene(window: MainWindow, players: PlayersRoom, editor: Editor) -> None:
    battle_map = editor.document.battle_map
    hidden = Creature("lurker", Size.MEDIUM, Square(3, 3), "foes", name="Lurker", hidden=True)
    kept = (
        Template("1", "area:burst:20:10,10"),
        Template("2", "area:burst:10:4,4", secret=True),
        Template("3", "area:emanation:10:lurker"),
    )
    secret = battle_map.with_changes(creatures=(*battle_map.creatures, hidden), templates=kept)
    editor.document.commit(secret, "Hide")
    editor.selection.select({"lurker"})
    for kind, box in players.panel.overlay_switches.items():
        box.setChecked(True)
        assert kind in players.presenter.shown.overlays
    scene = players_scene(window)
    assert scene.fog_hides
    assert scene.selection == frozenset()
    assert [creature.id for creature in scene.battle_map.creatures] == ["ogre", "vala", "tor"]
    assert [overlay.name for overlay in scene.overlays] == ["area:burst:20:10,10", "flanking"]
    assert players_scene(window) is scene, "the same scene while nothing changes"
    assert not [
        mark
        for overlay in scene.overlays
        for mark in overlay.marks
        if isinstance(mark, Label) and "urker" in str(mark.arguments)
    ]


def test_overlays_are_shown_one_by_one(window: MainWindow, players: PlayersRoom, editor: Editor) -> None:
    editor.selection.select({"vala"})
    assert players_scene(window).overlays == ()
    players.panel.overlay_switches["movement"].click()
    assert [overlay.name for overlay in players_scene(window).overlays] == ["movement:vala"]
    players.panel.overlay_switches["reach"].click()
    assert [overlay.name for overlay in players_scene(window).overlays] == ["movement:vala", "reach:vala"]
    window.actions_["overlay_movement"].trigger()
    assert [overlay.name for overlay in players_scene(window).overlays] == ["reach:vala"]
    players.panel.overlay_switches["area"].click()
    editor.overlays.place_area("area:burst:10:4,4")
    assert players_scene(window).overlays[0].name == "area:burst:10:4,4"
    assert players.memory.shown.overlays == {"movement", "reach", "area"}, "remembered"


def test_every_overlay_of_the_gms_belongs_to_a_switch_or_is_the_gms_own() -> None:
    """A new kind of overlay is seen by players only once somebody has decided so."""
    kinds = {name.partition(":")[0] for name in names()}
    own = {kind for kind in kinds if not kind_of(kind)}
    assert own <= {"walls", "difference", "template"}
    assert {kind_of(kind) for kind in kinds - own} == set(OVERLAY_KINDS)


def test_an_unnamed_creatures_overlays_go_by_another_id(
    window: MainWindow, players: PlayersRoom, editor: Editor
) -> None:
    battle_map = editor.document.battle_map
    unnamed = tuple(replace(creature, named=creature.id != "ogre") for creature in battle_map.creatures)
    editor.document.commit(battle_map.with_changes(creatures=unnamed), "Forget")
    editor.selection.select({"ogre"})
    players.presenter.show_overlay("reach", True)
    players.presenter.show_overlay("movement", True)
    players.presenter.set_turn("ogre")
    scene = players_scene(window)
    assert "ogre" not in {creature.id for creature in scene.battle_map.creatures}
    assert len(scene.overlays) == 3
    assert not [overlay.name for overlay in scene.overlays if "ogre" in overlay.name]


def test_whose_turn(window: MainWindow, players: PlayersRoom, editor: Editor, guest: PlayersHand) -> None:
    window.actions_["players_next_turn"].trigger()
    assert "order of turns" in window.strip.text
    battle_map = editor.document.battle_map
    order = {"ogre": 12, "vala": 18, "tor": None}
    placed = tuple(replace(creature, initiative=order[creature.id]) for creature in battle_map.creatures)
    editor.document.commit(battle_map.with_changes(creatures=placed), "Initiative")
    seen = []
    for _ in range(3):
        window.actions_["players_next_turn"].trigger()
        seen.append([overlay.name for overlay in players_scene(window).overlays])
    assert seen == [["turn:vala"], ["turn:ogre"], ["turn:vala"]]
    players.panel.switches["turn"].click()
    assert players_scene(window).overlays == ()


def test_grid_and_theme_are_the_players_own(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand
) -> None:
    before = picture(players)
    window.actions_["grid"].trigger()
    guest.settle()
    assert picture(players) == before
    window.actions_["grid"].trigger()
    players.panel.switches["grid"].click()
    guest.settle()
    assert picture(players) != before
    players.presenter.show(theme="dark")
    assert players.players_window.theme.name == "dark"
    window.set_theme("high-contrast")
    assert players.players_window.theme.name == "dark"
    players.presenter.show(theme="")
    assert players.players_window.theme.name == "high-contrast"
    window.set_theme("light")


def test_another_map_is_held_back_until_the_gm_shows_it(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, qtbot: QtBot, tmp_path: Path
) -> None:
    native.write(BattleMap.empty(9, 9, name="The vault"), tmp_path / "vault.gridmap")
    before = picture(players)
    window.open(tmp_path / "vault.gridmap")
    guest.settle()
    assert players.presenter.showing is Showing.FROZEN
    assert picture(players) == before
    qtbot.waitUntil(lambda: "Players still see the map before" in window.strip.text)
    window.actions_["players_freeze"].trigger()
    guest.settle()
    assert picture(players) != before


@pytest.mark.parametrize("away", ["unplugged", "test card"])
def test_another_map_is_held_back_where_the_picture_comes_back_by_itself(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand, tmp_path: Path, away: str
) -> None:
    native.write(BattleMap.empty(9, 9, name="The vault"), tmp_path / "vault.gridmap")
    before = picture(players)
    screen = players.players_window.screen()
    if away == "unplugged":
        players.stage._name = ScreenName.of(screen)
        players.stage.screen_removed(screen)
        assert players.presenter.showing is Showing.NOTHING
    else:
        players.players_window.set_up(SetUp.CORNERS)
        guest.settle()
    window.open(tmp_path / "vault.gridmap")
    if away == "unplugged":
        players.players_window.setGeometry(40, 40, 480, 360)
        players.players_window.show()
        players.stage.changed.emit()
    else:
        players.players_window.set_up(SetUp.NOTHING)
    guest.settle()
    assert players.presenter.showing is Showing.FROZEN
    assert picture(players) == before
