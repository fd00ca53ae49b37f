"""How the editor shows a map is remembered with it: layers, locks, overlays, the comparison, pins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gridmap.app.docks.layers import LayersPanel
from gridmap.app.kept_view import KeptView, view_of, with_view
from gridmap.app.live_overlays import OverlayChoice
from gridmap.app.main_window import MainWindow
from gridmap.app.overlay_dock import OverlayDock
from gridmap.app.questions import MOST_PINS, Asked
from gridmap.app.view_options import Visible
from gridmap.foreign_files import for_players
from gridmap.formats import native
from gridmap.model import BattleMap, Layer
from gridmap.model.players import players_map
from gridmap.render.scene import GROUND_ORDER
from tests.gui.conftest import small_map
from tests.gui.hand import Hand

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
OTHERWISE = KeptView(
    Visible(
        layers=frozenset(Layer) - {Layer.DIFFICULT},
        grid=False,
        order=tuple(reversed(GROUND_ORDER)),
        faint=frozenset({(Layer.IMPEDED, 40)}),
        elevation=False,
        notes=False,
        pictures=False,
        names=False,
    ),
    frozenset({"walls", "pictures"}),
    OverlayChoice(movement=False, threats=True, walls=True),
    Asked("foes", frozenset({"sight", "run"}), True, "fly", "epic-path", ("reach:ogre", "cover:vala"), False),
)
"""Nothing is as on a new map."""


@pytest.fixture(autouse=True)
def _as_on_a_new_map(window: MainWindow) -> Iterator[None]:
    yield
    window.settings.forget_files()
    window.editor.memory.show(KeptView())


def layers(window: MainWindow) -> LayersPanel:
    return next(panel for panel in window.panels if isinstance(panel, LayersPanel))


def press(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.keyClick(widget, Qt.Key.Key_Space)


def saved(window: MainWindow, folder: Path) -> Path:
    path = folder / "inn.gridmap"
    assert window.files.save(path, None)
    return path


def change_all(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    """As a hand does: an eye, a lock, an opacity, a place, overlays, a comparison, a pin."""
    panel = layers(window)
    press(qtbot, panel.eyes["hazardous"])
    press(qtbot, panel.eyes["notes"])
    press(qtbot, panel.locks["walls"])
    qtbot.keyClick(panel.sliders[Layer.DIFFICULT], Qt.Key.Key_Home)
    hand.click(5.5, 6.5)
    hand.key(Qt.Key.Key_V, SHIFT)
    hand.key(Qt.Key.Key_P, SHIFT)
    window.actions_["overlay_flanking"].trigger()
    dock = window.features["OverlayDock"]
    assert isinstance(dock, OverlayDock)
    compared = dock.section.compared
    compared.setCurrentIndex(compared.findData("epic-path"))
    compared.activated.emit(compared.currentIndex())


def test_what_a_hand_changed_is_back_with_the_file(
    window: MainWindow, hand: Hand, qtbot: QtBot, folder: Path
) -> None:
    change_all(window, hand, qtbot)
    shown = window.editor.memory.now
    assert "sight:vala" in shown.asked.pins
    path = saved(window, folder)
    window.editor.document.replace(BattleMap.empty(4, 4))
    assert window.editor.memory.now == KeptView(), "another map is shown as a new one"
    window.settings.forget_files()
    assert window.files.open(path)
    assert window.editor.memory.now == shown
    panel = layers(window)
    assert not panel.eyes["hazardous"].isChecked()
    assert not panel.eyes["notes"].isChecked()
    assert panel.locks["walls"].isChecked()
    assert panel.sliders[Layer.DIFFICULT].value() == 10
    assert not window.actions_["overlay_flanking"].isChecked()
    assert window.actions_["overlay_sight"].isChecked()
    dock = window.features["OverlayDock"]
    assert isinstance(dock, OverlayDock)
    assert dock.section.compared.currentData() == "epic-path"
    assert "Sight of Vala" in dock.section.pins
    assert "sight:vala" in window.editor.overlays.names


def test_a_locked_wall_stays_locked(window: MainWindow, hand: Hand, qtbot: QtBot, folder: Path) -> None:
    press(qtbot, layers(window).locks["walls"])
    path = saved(window, folder)
    window.files.open(path)
    hand.key(Qt.Key.Key_W)
    hand.drag((2, 2), (2, 5))
    assert len(window.editor.document.battle_map.walls) == 2


def test_looking_otherwise_is_no_unsaved_change(
    window: MainWindow, hand: Hand, qtbot: QtBot, folder: Path
) -> None:
    path = saved(window, folder)
    before = path.read_bytes()
    change_all(window, hand, qtbot)
    document = window.editor.document
    assert document.is_saved
    assert not window.isWindowModified()
    assert not document.labels
    went_on: list[bool] = []
    window.file_commands.guard(lambda: went_on.append(True))
    assert went_on, "nobody is asked"
    assert path.read_bytes() == before, "what is not asked for writes no file"


def test_saving_keeps_it_even_if_nothing_else_changed(
    window: MainWindow, hand: Hand, qtbot: QtBot, folder: Path
) -> None:
    path = saved(window, folder)
    assert native.read(path).view == {}
    change_all(window, hand, qtbot)
    hand.key(Qt.Key.Key_S, CONTROL)
    assert view_of(native.read(path)) == window.editor.memory.now


def test_without_saving_this_computer_remembers_it(
    window: MainWindow, hand: Hand, qtbot: QtBot, folder: Path
) -> None:
    path = saved(window, folder)
    change_all(window, hand, qtbot)
    shown = window.editor.memory.now
    window.editor.document.replace(small_map())
    assert window.editor.memory.now == KeptView()
    window.files.open(path)
    assert window.editor.memory.now == shown
    assert window.editor.document.is_saved


def test_closing_the_window_remembers_it_too(window: MainWindow, qtbot: QtBot, folder: Path) -> None:
    path = saved(window, folder)
    press(qtbot, layers(window).eyes["notes"])
    window.close()
    window.show()
    window.editor.memory.show(KeptView())
    qtbot.waitUntil(window.isActiveWindow)
    view = window.settings.view_of(path, window.files._mark or ())
    assert view == {"hidden": ["notes"]}


def test_a_file_that_changed_meanwhile_says_itself_how_it_is_shown(
    window: MainWindow, qtbot: QtBot, folder: Path
) -> None:
    path = saved(window, folder)
    press(qtbot, layers(window).eyes["notes"])
    window.editor.document.replace(small_map())
    theirs = with_view(small_map(), KeptView(Visible(grid=False)))
    native.write(theirs, path)
    window.files.open(path)
    assert window.editor.memory.now == KeptView(Visible(grid=False))
    assert not window.actions_["grid"].isChecked()


def test_unsaved_work_comes_back_as_it_was_shown(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    from gridmap.app.recovery import Leftover

    press(qtbot, layers(window).eyes["hazardous"])
    hand.click(5.5, 6.5)
    hand.key(Qt.Key.Key_Right)
    window.recovery.keep_now()
    journal = window.recovery.journal
    assert journal is not None
    kept = Leftover(journal, None, "Test", 0).read()
    assert view_of(kept).visible.layers == frozenset(Layer) - {Layer.HAZARDOUS}


def test_everything_is_written_and_read_again() -> None:
    written = json.loads(json.dumps(with_view(small_map(), OTHERWISE).view))
    assert view_of(small_map().with_changes(view=written)) == OTHERWISE


def test_a_map_shown_as_a_new_one_says_nothing() -> None:
    battle_map = small_map()
    assert with_view(battle_map, KeptView()) is battle_map


def test_what_others_wrote_stays() -> None:
    battle_map = small_map().with_changes(view={"zoom": 2, "fog": {"by_sight": True}, "pins": ["reach:tor"]})
    view = with_view(battle_map, KeptView(Visible(grid=False))).view
    assert view == {"zoom": 2, "fog": {"by_sight": True}, "hidden": ["grid"]}


@pytest.mark.parametrize(
    "view",
    [
        {name: value}
        for name in ("hidden", "locked", "opacity", "order", "asked", "pins")
        for value in (None, 3, "all", True, [3, None, {}], {"a": 1}, [["walls"]], ["of nothing"])
    ]
    + [{"opacity": {"difficult": value}} for value in (0, -5, 100, 1000, "40", 40.5, True, None, [40])]
    + [
        {"order": ["ground", "ground", "difficult", "impeded"]},
        {"order": ["hazardous"]},
        {"opacity": {"blocked": 40}},
        {"overlays": "movement"},
        {"overlays": {"movement": False}},
        {"asked": {"team": "nobody's", "mode": "teleport", "compared": "chess", "melee": 1, "kept_areas": 0}},
        {"asked": {"team": [], "mode": {}, "compared": ["epic-path"], "melee": "yes"}},
        {"asked": {"mode": "", "compared": ""}},
        {"pins": ["template:1", "walls", "difference:epic-path:flanking", "", ":", "reach" * 1000]},
    ],
)
def test_a_foreign_value_counts_as_left_out(view: dict[str, Any]) -> None:
    assert view_of(small_map().with_changes(view=view)) == KeptView()


def test_too_many_pins_are_cut_short() -> None:
    view = {"pins": [f"reach:{number}" for number in range(100)] * 2}
    pins = view_of(small_map().with_changes(view=view)).asked.pins
    assert pins == tuple(f"reach:{number}" for number in range(100 - MOST_PINS, 100))


def test_a_pin_of_nobody_is_no_trouble(window: MainWindow, folder: Path) -> None:
    path = folder / "foreign.gridmap"
    native.write(small_map().with_changes(view={"pins": ["reach:gone", "area:cone", "movement-by:x"]}), path)
    assert window.files.open(path)
    assert not window.strip.text


def test_players_get_nothing_of_it(folder: Path) -> None:
    battle_map = with_view(small_map(), OTHERWISE)
    assert players_map(battle_map).view == {}
    assert players_map(battle_map) == players_map(small_map())


def test_a_copy_for_players_is_the_same_however_it_is_shown(folder: Path) -> None:
    contents = []
    for name, kept in (("plain", KeptView()), ("shown", OTHERWISE)):
        path = folder / f"{name}.gridmap"
        native.write(for_players(with_view(small_map(), kept)), path)
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]
    assert b"reach:ogre" not in contents[1]
