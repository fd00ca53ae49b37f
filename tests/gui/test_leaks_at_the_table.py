"""The very pixels of the players' window at work: overlays, measures, turns, dragged corners, fades."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow
from gridmap.app.players.calibration import Calibration
from gridmap.app.players.framing import Framing
from gridmap.app.players.presenter import OVERLAY_KINDS
from gridmap.app.players.room import PlayersRoom
from gridmap.app.players.scene import players_scene
from gridmap.app.questions import OF_ONE, Asked
from gridmap.app.tools.guides import Badge
from gridmap.app.tools.measure import MeasureTool
from gridmap.model import BattleMap, Creature, Fog, Size, Square
from gridmap.model.players import players_ids, players_map
from gridmap.rules.space import sides
from tests.gui.hand import Hand
from tests.gui.players_hand import PlayersHand, players_at_first_start
from tests.secret_pictures import pictured_maps, with_secrets
from tests.secrets import MARK, RULES

GENERATED = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
_CORNERS = Calibration(turn=90.0).with_corner(0, 0.06, 0.04).with_corner(2, -0.05, -0.03)


@pytest.fixture
def players(window: MainWindow) -> Iterator[PlayersRoom]:
    """The players' window, shown, with all that players can be shown."""
    for room in players_at_first_start(window):
        room.presenter.show(overlays=frozenset(OVERLAY_KINDS), measurements=True)
        yield room
    window.editor.overlays.questions.choose(**vars(Asked()))


@pytest.fixture
def guest(players: PlayersRoom, qtbot: QtBot) -> PlayersHand:
    hand = PlayersHand(players, qtbot)
    hand.settle()
    return hand


class Table:
    """A GM who does the same with either of two maps that differ in secrets alone."""

    def __init__(self, window: MainWindow, players: PlayersRoom, guest: PlayersHand, hand: Hand) -> None:
        self.window, self.players, self.guest, self.hand = window, players, guest, hand

    def lay(self, battle_map: BattleMap) -> None:
        editor = self.window.editor
        editor.take("select")
        editor.document.replace(battle_map)
        self.window.canvas.fit()
        self.players.presenter.stay(Framing.whole(battle_map))

    def seen(self, number: int) -> str:
        """The id of one of the creatures that players see; empty where there is none."""
        ids = list(players_ids(self.window.editor.document.battle_map, sides(RULES)))
        return ids[number % len(ids)] if ids else ""

    def picture(self) -> QImage:
        self.guest.settle()
        view = self.players.players_window.view
        self.guest.settle()
        view.repaint()
        return view.painted.copy()

    def measure(self, *squares: tuple[int, int]) -> None:
        self.window.editor.take("measure")
        for x, y in squares:
            self.hand.click(x + 0.5, y + 0.5)


@pytest.fixture
def table(window: MainWindow, players: PlayersRoom, guest: PlayersHand, hand: Hand) -> Table:
    return Table(window, players, guest, hand)


_SWITCHED = st.fixed_dictionaries(
    {
        "movement": st.booleans(),
        "reach": st.booleans(),
        "threats": st.booleans(),
        "flanking": st.booleans(),
        "cover": st.booleans(),
    }
)
_ASKED = st.fixed_dictionaries(
    {
        "team": st.sampled_from([None, "party", "foes"]),
        "more": st.sets(st.sampled_from(OF_ONE)).map(frozenset),
        "melee": st.booleans(),
    }
)


@GENERATED
@given(case=pictured_maps(), switched=_SWITCHED, asked=_ASKED, number=st.integers(0, 9))
def test_overlays_of_whoever_is_selected_and_of_teams(
    table: Table,
    case: tuple[BattleMap, int],
    switched: dict[str, bool],
    asked: dict[str, object],
    number: int,
) -> None:
    battle_map, seed = case
    overlays = table.window.editor.overlays
    overlays.choose(**switched)
    overlays.questions.choose(**asked)
    pictures = []
    for one in (with_secrets(battle_map, seed), battle_map):
        table.lay(one)
        seen = table.seen(number)
        table.window.editor.selection.select([seen] if seen else [])
        table.players.presenter.set_turn(seen)
        pictures.append(table.picture())
    assert pictures[0] == pictures[1]


@GENERATED
@given(
    case=pictured_maps(),
    places=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=3, unique=True),
)
def test_what_is_measured(table: Table, case: tuple[BattleMap, int], places: list[tuple[int, int]]) -> None:
    """Names and altitudes of creatures that players do not see are told to nobody."""
    battle_map, seed = case
    random = np.random.default_rng(seed)
    secret = with_secrets(battle_map, seed)
    lurkers = tuple(
        Creature(
            f"{MARK}-{x}-{y}",
            Size.MEDIUM,
            Square(x, y),
            "foes",
            name=MARK,
            altitude=int(random.integers(1, 9)),
            hidden=True,
        )
        for x, y in places
    )
    pictures = []
    for one in (secret.with_changes(creatures=(*secret.creatures, *lurkers)), battle_map):
        table.lay(one)
        table.measure(*places)
        pictures.append(table.picture())
    assert pictures[0] == pictures[1]


@GENERATED
@given(case=pictured_maps(), number=st.integers(0, 9))
def test_a_picture_turned_and_straightened(table: Table, case: tuple[BattleMap, int], number: int) -> None:
    battle_map, seed = case
    table.players.stage.set_calibration(_CORNERS)
    pictures = []
    for one in (with_secrets(battle_map, seed), battle_map):
        table.lay(one)
        seen = table.seen(number)
        table.window.editor.selection.select([seen] if seen else [])
        pictures.append(table.picture())
    assert pictures[0] == pictures[1]


@GENERATED
@given(case=pictured_maps())
def test_every_picture_on_the_way_to_another_map(table: Table, case: tuple[BattleMap, int]) -> None:
    """No picture is painted between two edits that holds anything of either's secrets: all are one of two."""
    battle_map, seed = case
    secret = with_secrets(battle_map, seed)
    bare = battle_map.with_changes(
        fog=Fog(np.zeros(battle_map.terrain.shape, np.uint8)), creatures=(), notes=()
    )
    table.lay(bare)
    dark = table.picture()
    table.lay(battle_map)
    wanted = table.picture()
    painted: list[QImage] = []
    view = table.players.players_window.view
    table.lay(bare)
    assert table.picture() == dark
    view.shown.connect(watch := lambda: painted.append(view.painted.copy()))
    try:
        table.lay(secret)
        assert table.picture() == wanted
        table.lay(bare)
        assert table.picture() == dark
    finally:
        view.shown.disconnect(watch)
    assert painted
    assert all(image in (dark, wanted) for image in painted)


def test_a_creature_hidden_while_it_is_measured_is_named_no_longer(table: Table) -> None:
    editor = table.window.editor
    battle_map = editor.document.battle_map
    table.measure((5, 6), (6, 6))
    tool = editor.tool
    assert isinstance(tool, MeasureTool)

    def told() -> str:
        theirs = players_scene(table.window).battle_map
        return "".join(guide.text for guide in tool.guides_for_players(theirs) if isinstance(guide, Badge))

    assert "Vala to Ogre" in told()
    shown = table.picture()
    ogre = battle_map.creature("ogre")
    editor.document.replace(
        battle_map.with_changes(
            creatures=tuple(
                replace(each, named=False) if each is ogre else each for each in battle_map.creatures
            )
        )
    )
    assert "Vala to ?1" in told()
    editor.document.replace(
        battle_map.with_changes(
            creatures=tuple(
                replace(each, hidden=True, altitude=4) if each is ogre else each
                for each in battle_map.creatures
            )
        )
    )
    assert "Ogre" not in told()
    assert "Ogre" in "".join(guide.text for guide in tool.guides() if isinstance(guide, Badge))
    assert table.picture() != shown
    table.hand.key(Qt.Key.Key_Escape)
    table.measure((6, 6), (5, 6))
    assert "altitude" not in told()
    assert players_map(editor.document.battle_map, sides(RULES)).creatures
