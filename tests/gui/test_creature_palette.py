"""The list of creatures: searched, dragged onto the map; the user's own kept, changed, removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gridmap.app.creature_commands import CreatureCommands
from gridmap.app.creature_list import CreatureList, own_creatures_folder
from gridmap.app.docks import creature_palette
from gridmap.app.docks.creature_palette import CreaturePalette
from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.edits.creatures import change_creature
from gridmap.formats.creature_library import own_creatures
from gridmap.model import Manoeuvrability, Point, Size, Square
from tests.gui.hand import Hand

CTRL = Qt.KeyboardModifier.ControlModifier
COPY = Qt.DropAction.CopyAction
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def palette(window: MainWindow, qtbot: QtBot) -> Iterator[CreaturePalette]:
    """The palette in sight, with no creature of the user's own."""
    for path in own_creatures_folder().glob("*"):
        path.unlink()
    feature = window.features["CreatureList"]
    assert isinstance(feature, CreatureList)
    feature.show_all()
    window.actions_["find_creature"].trigger()
    qtbot.waitUntil(feature.panel.isVisible)
    feature.panel.search.clear()
    feature.panel.form.cancel_button.click()
    yield feature.panel
    window.terrain.raise_()


def drop(
    target: QWidget, mime: QMimeData, places: list[QPoint], *, leave: bool = False, let_go: bool = True
) -> bool:
    """Drag something over a widget and let go, or leave it; whether it was taken."""
    drag_events = [QDragEnterEvent(places[0], COPY, mime, LEFT, Qt.KeyboardModifier.NoModifier)]
    drag_events += [
        QDragMoveEvent(place, COPY, mime, LEFT, Qt.KeyboardModifier.NoModifier) for place in places
    ]
    for event in drag_events:
        event.ignore()
        QApplication.sendEvent(target, event)
        if not event.isAccepted():
            return False
    if leave:
        QApplication.sendEvent(target, QDragLeaveEvent())
    if leave or not let_go:
        return True
    last = QDropEvent(QPointF(places[-1]), COPY, mime, LEFT, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(target, last)
    return last.isAccepted()


def names(palette: CreaturePalette) -> list[str]:
    return [item.text(0) for item in palette._rows()]


def test_words_and_a_number_are_typed_and_return_takes_it(
    palette: CreaturePalette, editor: Editor, hand: Hand, qtbot: QtBot, window: MainWindow
) -> None:
    qtbot.keyClicks(palette.search, "6 goblin")
    assert palette.current is not None
    assert (palette.current.name, palette.count.value()) == ("Goblin", 6)
    assert "Goblin troop" in names(palette)
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert editor.tool.name == "creature"
    assert window.canvas.hasFocus()
    assert window.options.creature_name.text() == "Goblin"
    before = editor.document.battle_map
    hand.click(12.5, 10.5)
    added = editor.document.battle_map.creatures[3:]
    assert [each.name for each in added] == [f"Goblin {number}" for number in range(1, 7)]
    assert all((each.size, each.team, each.darkvision) == (Size.SMALL, "foes", 60) for each in added)
    assert len({each.at for each in added}) == 6
    assert added[0].at == Square(12, 10)
    assert editor.document.labels == ("Add 6 creatures",)
    assert editor.selection.ids == {each.id for each in added}
    editor.undo()
    assert editor.document.battle_map is before


def test_a_number_that_was_searched_for_lapses_with_its_words(
    palette: CreaturePalette, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    qtbot.keyClicks(palette.search, "8 goblin")
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    hand.click(12.5, 10.5)
    palette.search.setFocus()
    palette.search.selectAll()
    qtbot.keyClicks(palette.search, "ogre")
    assert palette.count.value() == 1
    palette.count.setValue(3)  # by hand: that stays whatever is searched for
    palette.search.selectAll()
    qtbot.keyClicks(palette.search, "troll")
    assert (palette.count.value(), editor.options.choices.creature_count) == (3, 3)
    palette.count.setValue(1)


def test_the_list_is_beside_the_terrain_at_the_first_start(window: MainWindow) -> None:
    feature = window.features["CreatureList"]
    assert isinstance(feature, CreatureList)
    assert not feature.panel.isHidden()
    assert feature.panel in window.tabifiedDockWidgets(window.terrain)


def test_the_keyboard_alone_finds_and_puts_down(
    palette: CreaturePalette, editor: Editor, hand: Hand, qtbot: QtBot, window: MainWindow
) -> None:
    hand.key(Qt.Key.Key_F, CTRL)
    assert palette.search.hasFocus()
    qtbot.keyClicks(palette.search, "ogre")
    first = palette.current
    qtbot.keyClick(palette.search, Qt.Key.Key_Down)
    assert palette.list.hasFocus()
    assert palette.current is not first
    qtbot.keyClick(palette.list, Qt.Key.Key_Up)
    qtbot.keyClicks(palette.list, "3")
    assert palette.count.value() == 3
    qtbot.keyClick(palette.list, Qt.Key.Key_Return)
    assert editor.tool.name == "creature"
    qtbot.keyClick(window.canvas, Qt.Key.Key_Return)
    qtbot.keyClick(window.canvas, Qt.Key.Key_Return)
    assert [each.name for each in editor.document.battle_map.creatures[3:]] == ["Ogre 2", "Ogre 3", "Ogre 4"]


def test_escape_empties_the_search_then_goes_back_to_the_map(
    palette: CreaturePalette, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.keyClicks(palette.search, "ogre")
    qtbot.keyClick(palette.search, Qt.Key.Key_Escape)
    assert palette.search.text() == ""
    qtbot.keyClick(palette.search, Qt.Key.Key_Escape)
    assert window.canvas.hasFocus()
    palette.list.setFocus()
    qtbot.keyClick(palette.list, Qt.Key.Key_Escape)
    assert window.canvas.hasFocus()


def test_letters_typed_into_the_list_go_to_the_search(
    palette: CreaturePalette, editor: Editor, qtbot: QtBot
) -> None:
    palette.list.setFocus()
    qtbot.keyClick(palette.list, Qt.Key.Key_B)
    assert palette.search.text() == "b"
    assert palette.search.hasFocus()
    assert editor.tool.name == "select"


def test_a_double_click_takes_a_creature_in_hand(
    palette: CreaturePalette, editor: Editor, qtbot: QtBot
) -> None:
    palette.search.setText("wolf")
    palette.choose("Wolf")
    place = palette.list.visualItemRect(palette.list.currentItem()).center()
    qtbot.mouseClick(palette.list.viewport(), LEFT, pos=place)
    qtbot.mouseDClick(palette.list.viewport(), LEFT, pos=place)
    assert editor.tool.name == "creature"
    known = editor.options.choices.creature_known
    assert known is not None
    assert known.name == "Wolf"


def test_a_row_is_dragged_with_the_mouse_onto_the_map(
    palette: CreaturePalette,
    window: MainWindow,
    editor: Editor,
    hand: Hand,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The window system of the tests carries nothing: what it would send is sent by hand."""
    seen: list[int] = []

    class Carried(QDrag):
        def exec(self, actions: Qt.DropAction) -> Qt.DropAction:  # type: ignore[override]
            assert actions == COPY
            assert self.mimeData().text() == "Ettin"
            drop(window.canvas, self.mimeData(), [hand.pixel(10, 8), hand.pixel(15, 11)], let_go=False)
            seen.append(len(editor.document.shown.creatures))
            drop(window.canvas, self.mimeData(), [hand.pixel(15, 11)])
            return COPY

    monkeypatch.setattr(creature_palette, "QDrag", Carried)
    palette.search.setText("ettin")
    before = editor.document.battle_map
    viewport, handle = palette.list.viewport(), window.windowHandle()
    QApplication.processEvents()
    grip = viewport.mapTo(window, palette.list.visualItemRect(palette.list.currentItem()).center())
    QTest.mousePress(handle, LEFT, Qt.KeyboardModifier.NoModifier, grip)
    for step in (4, 12, 24):
        QTest.mouseMove(handle, grip + QPoint(step, step))
    QTest.mouseRelease(handle, LEFT, Qt.KeyboardModifier.NoModifier, grip)
    assert seen == [4], "it was on the map before it was let go"
    ettin = editor.document.battle_map.creatures[-1]
    assert (ettin.name, ettin.size, ettin.at) == ("Ettin", Size.LARGE, Square(14, 10))
    assert editor.selection.ids == {ettin.id}
    assert editor.tool.name == "select"
    assert editor.document.labels == ("Add Ettin",)
    editor.undo()
    assert editor.document.battle_map is before


def test_what_is_dragged_off_the_map_again_is_not_on_it(
    palette: CreaturePalette, window: MainWindow, editor: Editor, hand: Hand
) -> None:
    palette.search.setText("4 skeleton")
    mime = palette.drag_data()
    assert mime is not None
    before = editor.document.battle_map
    assert drop(window.canvas, mime, [hand.pixel(3, 3), hand.pixel(10, 3)], leave=True)
    assert editor.document.shown is before
    assert not editor.document.labels
    assert drop(window.canvas, mime, [hand.pixel(3.5, 3.5)])
    assert len(editor.document.battle_map.creatures) == 7


def test_a_place_without_room_says_so(
    palette: CreaturePalette, window: MainWindow, hand: Hand, editor: Editor
) -> None:
    palette.search.setText("great wyrm")
    palette.count.setValue(12)
    mime = palette.drag_data()
    assert mime is not None
    drop(window.canvas, mime, [hand.pixel(15, 3)])
    editor.take("creature")
    hand.click(15, 3)
    assert "room" in window.strip.text


def test_locked_creatures_are_told_of_and_nothing_is_put_down(
    palette: CreaturePalette, window: MainWindow, editor: Editor, hand: Hand
) -> None:
    before = editor.document.battle_map
    editor.document.lock("creatures", True)
    palette.search.setText("goblin")
    mime = palette.drag_data()
    assert mime is not None
    drop(window.canvas, mime, [hand.pixel(15, 3)])
    palette.take_button.click()
    hand.click(15, 3)
    editor.document.lock("creatures", False)
    assert "locked" in window.strip.text
    assert editor.document.shown is before


def test_another_size_in_the_bar_is_a_plain_creature_again(
    palette: CreaturePalette, window: MainWindow, editor: Editor, hand: Hand
) -> None:
    palette.search.setText("dire wolf")
    palette.take_button.click()
    editor.options.choose(creature_size=Size.HUGE)
    hand.click(15, 11)
    added = editor.document.battle_map.creatures[-1]
    assert (added.size, added.speed) == (Size.HUGE, {"walk": 30})


def test_the_map_s_teams_are_offered(palette: CreaturePalette, window: MainWindow, editor: Editor) -> None:
    editor.document.commit(change_creature(editor.document.battle_map, "tor", team="elves"), "Team")
    for field in (palette.team, window.options.creature_team):
        assert [field.itemText(at) for at in range(field.count())] == ["party", "foes", "neutral", "elves"]
        assert field.currentText() == "foes"
    palette.team.setEditText("elves")
    assert window.options.creature_team.currentText() == "elves"


# The user's own


def test_a_creature_of_the_map_is_kept_in_the_list_changed_and_removed(
    palette: CreaturePalette, window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(6.5, 6.5)
    window.actions_["keep_creatures"].trigger()
    own, _ = own_creatures(own_creatures_folder())
    assert [known.name for known in own] == ["Ogre"]
    assert palette.current is not None
    assert palette.current.is_own
    palette.edit_button.click()
    palette.form.name.selectAll()
    qtbot.keyClicks(palette.form.name, "Ogre chief")
    speeds = palette.form.speeds
    assert not speeds.manoeuvrability.isEnabled()
    for mode, feet in (("walk", "50"), ("fly", "20")):
        speeds.feet[mode].selectAll()
        qtbot.keyClicks(speeds.feet[mode], feet)
        qtbot.keyClick(speeds.feet[mode], Qt.Key.Key_Return)
    for _ in range(2):
        qtbot.keyClick(speeds.manoeuvrability, Qt.Key.Key_Down)
    palette.form.keep_button.click()
    own, _ = own_creatures(own_creatures_folder())
    assert [(known.name, known.creature.speed) for known in own] == [("Ogre chief", {"walk": 50, "fly": 20})]
    assert own[0].creature.manoeuvrability is Manoeuvrability.POOR
    assert palette.choose("Ogre chief")
    qtbot.keyClick(palette.list, Qt.Key.Key_Delete)
    assert not own_creatures(own_creatures_folder())[0]
    window.strip.buttons[0].click()
    assert [known.name for known in own_creatures(own_creatures_folder())[0]] == ["Ogre chief"]


def test_creatures_that_differ_by_their_number_are_kept_once(
    palette: CreaturePalette, window: MainWindow, editor: Editor, hand: Hand
) -> None:
    hand.click(6.5, 6.5)
    for _ in range(2):
        hand.key(Qt.Key.Key_D, CTRL)
    window.actions_["select_all"].trigger()
    window.actions_["keep_creatures"].trigger()
    own, _ = own_creatures(own_creatures_folder())
    assert sorted(known.name for known in own) == ["Ogre", "Tor", "Vala"]


def test_one_of_the_program_s_is_edited_as_a_copy(palette: CreaturePalette) -> None:
    palette.search.setText("hydra")
    assert not palette.remove_button.isEnabled()
    palette.edit_button.click()
    palette.form.size_field.setCurrentIndex(list(Size).index(Size.COLOSSAL))
    palette.form.keep_button.click()
    own, _ = own_creatures(own_creatures_folder())
    assert [(known.name, known.creature.size) for known in own] == [("Hydra", Size.COLOSSAL)]
    assert names(palette).count("Hydra") == 2


def test_a_new_one_is_filled_in_or_cancelled(palette: CreaturePalette, qtbot: QtBot) -> None:
    palette.begin_new()
    palette.form.keep_button.click()
    assert palette.form.isVisible(), "it has no name"
    palette.form.cancel_button.click()
    assert palette.list.isVisible()
    palette.begin_new()
    qtbot.keyClicks(palette.form.name, "Mudman")
    palette.form.keep_button.click()
    assert palette.current is not None
    assert palette.current.name == "Mudman"


def test_pasted_statblocks_are_kept(palette: CreaturePalette, window: MainWindow, editor: Editor) -> None:
    QGuiApplication.clipboard().setText(
        "Bog Lurker\nLarge aberration\nSpeed 20 ft., swim 40 ft.\nSpace 10 ft.; Reach 15 ft."
    )
    window.actions_["keep_pasted_creatures"].trigger()
    own, _ = own_creatures(own_creatures_folder())
    assert len(own) == 1
    creature = own[0].creature
    assert (creature.size, creature.speed["swim"]) == (Size.LARGE, 40)
    assert creature.reach is not None
    assert creature.reach.at_most == 15
    assert len(editor.document.battle_map.creatures) == 3, "the map is as it was"
    QGuiApplication.clipboard().setText("nothing of the kind")
    window.actions_["keep_pasted_creatures"].trigger()
    assert "No creature was kept" in window.strip.text


# Portraits


@pytest.fixture
def face(tmp_path: Path) -> Path:
    """A blue picture with so much grain that its file is large."""
    pixels = np.random.default_rng(1).integers(0, 0x20, (900, 800), dtype=np.uint32) + np.uint32(0xFF2040D0)
    image = QImage(pixels.tobytes(), 800, 900, QImage.Format.Format_RGB32)
    path = tmp_path / "face.png"
    image.save(str(path))
    assert path.stat().st_size > 200_000
    return path


def commands(window: MainWindow) -> CreatureCommands:
    feature = window.features["CreatureCommands"]
    assert isinstance(feature, CreatureCommands)
    return feature


def test_a_picture_dropped_on_a_creature_is_its_portrait(
    palette: CreaturePalette, window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot, face: Path
) -> None:
    before = editor.document.battle_map
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(face))])
    assert drop(window.canvas, mime, [hand.pixel(1, 1), hand.pixel(6.5, 6.5)])
    qtbot.waitUntil(lambda: not commands(window).busy)
    battle_map = editor.document.battle_map
    asset = battle_map.asset(battle_map.creature("ogre").portrait)
    assert asset is not None, window.strip.text
    assert len(asset.content) < face.stat().st_size / 2, "a large picture is made smaller"
    image = QImage.fromData(asset.content)
    assert min(image.width(), image.height()) == 512
    middle = window.canvas.grab().toImage().pixelColor(window.canvas.pixel_of(Point(7.4, 6.5)).toPoint())
    assert middle.blue() > 200
    assert middle.red() < 90
    assert editor.document.labels == ("Portrait: Ogre",)
    hand.click(6.5, 6.5)
    window.actions_["remove_portrait"].trigger()
    assert not editor.document.battle_map.assets
    editor.undo()
    editor.undo()
    assert editor.document.battle_map is before


def test_a_picture_dropped_into_the_inspector_is_for_all_that_are_selected(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot, face: Path
) -> None:
    hand.click(6.5, 6.5)
    hand.click(5.5, 6.5, modifiers=Qt.KeyboardModifier.ShiftModifier)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(face))])
    button = window.inspector.field("portrait")
    assert drop(button, mime, [QPoint(5, 5)])
    qtbot.waitUntil(lambda: not commands(window).busy)
    battle_map = editor.document.battle_map
    assert battle_map.creature("ogre").portrait == battle_map.creature("vala").portrait != ""
    assert len(battle_map.assets) == 1
    assert not button.icon().isNull()  # type: ignore[attr-defined]
    window.inspector.field("no_portrait").click()  # type: ignore[attr-defined]
    assert not editor.document.battle_map.assets


def test_a_portrait_is_kept_with_a_creature_of_ones_own(
    palette: CreaturePalette, window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot, face: Path
) -> None:
    commands(window).show_portrait({"ogre"}, face)
    qtbot.waitUntil(lambda: not commands(window).busy)
    hand.click(6.5, 6.5)
    window.actions_["keep_creatures"].trigger()
    window.actions_["delete"].trigger()
    assert not editor.document.battle_map.assets
    palette.choose("Ogre")
    assert palette.current is not None
    assert palette.current.portrait is not None
    palette.take_button.click()
    hand.click(15, 11)
    added = editor.document.battle_map.creatures[-1]
    assert editor.document.battle_map.asset(added.portrait) is not None


def test_a_broken_picture_is_refused_in_one_sentence(
    window: MainWindow, editor: Editor, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "broken.png"
    path.write_bytes(b"no picture")
    before = editor.document.battle_map
    commands(window).show_portrait({"ogre"}, path)
    qtbot.waitUntil(lambda: not commands(window).busy)
    assert "broken.png" in window.strip.text
    assert editor.document.battle_map is before


def test_other_files_are_left_to_the_window(window: MainWindow, hand: Hand, tmp_path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "map.gridmap"))])
    assert not drop(window.canvas, mime, [hand.pixel(6.5, 6.5)])


# Keys


def test_facing_and_altitude_by_keys(window: MainWindow, editor: Editor, hand: Hand) -> None:
    hand.click(6.5, 6.5)
    hand.click(5.5, 6.5, modifiers=Qt.KeyboardModifier.ShiftModifier)
    before = editor.document.battle_map
    hand.key(Qt.Key.Key_BracketRight, CTRL)
    hand.key(Qt.Key.Key_BracketRight, CTRL)
    hand.key(Qt.Key.Key_BracketLeft, CTRL)
    hand.key(Qt.Key.Key_PageUp, CTRL)
    hand.key(Qt.Key.Key_PageUp, CTRL)
    hand.key(Qt.Key.Key_PageDown, CTRL)
    for name in ("ogre", "vala"):
        creature = editor.document.battle_map.creature(name)
        assert (creature.facing, creature.altitude) == (45, 1)
    assert editor.document.battle_map.creature("tor").facing is None
    hand.key(Qt.Key.Key_Home, CTRL)
    window.actions_["no_facing"].trigger()
    assert editor.document.battle_map == before
    assert len(editor.document.labels) == 8


def test_copies_are_numbered(editor: Editor, hand: Hand) -> None:
    hand.click(6.5, 6.5)
    hand.key(Qt.Key.Key_D, CTRL)
    assert editor.document.battle_map.creatures[-1].name == "Ogre 2"
    hand.key(Qt.Key.Key_D, CTRL)
    assert editor.document.battle_map.creatures[-1].name == "Ogre 3"
