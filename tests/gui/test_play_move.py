"""A creature dragged in play: its way, what it costs, who may strike, waypoints, places it cannot get to."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.tools.guides import Badge, Frame, Marks
from gridmap.app.tools.play_move import PlayMove
from gridmap.app.tools.select import SelectTool
from gridmap.edits.terrain import paint, rectangle_region
from gridmap.model import Blocked, Creature, Layer, ReachBand, Square
from gridmap.overlays.overlay import Role, Segments
from tests.gui.hand import LEFT, RIGHT, Hand


def play(editor: Editor) -> PlayMove:
    tool = editor.tool
    assert isinstance(tool, SelectTool)
    assert tool.play is not None
    return tool.play


def lines(editor: Editor) -> tuple[str, ...]:
    badges = [guide for guide in editor.tool.guides() if isinstance(guide, Badge)]
    assert len(badges) == 1
    return tuple(badges[0].text.split("\n"))


def roles(editor: Editor) -> set[Role]:
    return {
        mark.role
        for guide in editor.tool.guides()
        if isinstance(guide, Marks)
        for mark in guide.marks
        if isinstance(mark, Segments)
    }


def test_a_drag_shows_the_way_and_what_it_takes(editor: Editor, hand: Hand) -> None:
    hand.press(8.5, 7.5)
    hand.move(10.5, 7.5)
    assert lines(editor)[0] == "10 ft (2 squares) · move action (20 ft)"
    assert "May strike: Ogre" in lines(editor)[1], "it leaves a square that the ogre threatens"
    assert roles(editor) == {Role.PATH, Role.STRIKE}
    hand.move(15.5, 7.5)
    assert lines(editor)[0] == "35 ft (7 squares) · double move (40 ft)"
    hand.move(17.5, 7.5)
    assert lines(editor)[0] == "45 ft (9 squares) · more than this turn"
    assert Role.PATH_BEYOND in roles(editor)
    before = editor.document.battle_map
    hand.release(17.5, 7.5)
    assert editor.document.battle_map.creature("tor").at == Square(17, 7)
    assert editor.document.labels == ("Move Tor",)
    assert not editor.tool.guides()
    editor.undo()
    assert editor.document.battle_map is before


def test_a_safer_way_is_shown_beside_the_cheapest(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    scout = Creature("scout", editor.document.battle_map.creature("tor").size, Square(2, 2), "party", "Scout")
    battle_map = editor.document.battle_map
    others = [replace(battle_map.creature("ogre"), at=Square(6, 3))]
    editor.document.replace(battle_map.with_changes(creatures=(scout, *others)))
    hand.press(2.5, 2.5)
    hand.move(10.5, 2.5)
    assert any(line.startswith("May strike: Ogre") for line in lines(editor))
    qtbot.waitUntil(lambda: Role.SAFE_PATH in roles(editor))
    assert any(line.startswith("Safest way: ") and "nobody may strike" in line for line in lines(editor))
    assert Role.SAFE_PATH in roles(editor)
    hand.key(Qt.Key.Key_Escape)
    hand.release(10.5, 2.5)
    window.actions_["play_safe"].trigger()
    hand.press(2.5, 2.5)
    hand.move(10.5, 2.5)
    qtbot.wait(150)
    assert Role.SAFE_PATH not in roles(editor)
    hand.key(Qt.Key.Key_Escape)
    hand.release(10.5, 2.5)
    window.actions_["play_safe"].trigger()


def test_alt_a_point_and_the_right_button_set_waypoints(editor: Editor, hand: Hand) -> None:
    hand.press(5.5, 6.5)
    hand.move(2.5, 6.5)
    hand.key(Qt.Key.Key_Alt)
    assert play(editor).waypoints == (Square(2, 6),)
    hand.move(2.5, 9.5)
    assert lines(editor)[0].startswith("30 ft (6 squares)"), "by the waypoint"
    hand.key(".")
    hand.move(5.5, 9.5)
    hand.press(5.5, 9.5, RIGHT)
    hand.release(5.5, 9.5, RIGHT)
    assert play(editor).waypoints == (Square(2, 6), Square(2, 9), Square(5, 9))
    hand.key(Qt.Key.Key_Backspace)
    assert play(editor).waypoints == (Square(2, 6), Square(2, 9))
    assert lines(editor)[0].startswith("45 ft (9 squares)")
    small = [guide for guide in editor.tool.guides() if isinstance(guide, Frame) and not guide.faint]
    assert len(small) == 2
    hand.release(5.5, 9.5, LEFT)
    assert editor.document.labels == ("Move Vala",)
    assert editor.document.battle_map.creature("vala").at == Square(5, 9)


def test_what_cannot_be_got_to_says_why_and_may_be_dropped_on_all_the_same(
    editor: Editor, hand: Hand
) -> None:
    walled = paint(
        editor.document.battle_map,
        Layer.BLOCKED,
        rectangle_region(editor.document.battle_map, Square(2, 2), Square(2, 2)),
        int(Blocked.FILLS),
    )
    editor.document.replace(walled)
    hand.press(5.5, 6.5)
    hand.move(6.5, 6.5)
    assert lines(editor)[0].startswith("Cannot get there: occupied by an opponent, Ogre")
    assert any(isinstance(guide, Frame) and guide.wrong for guide in editor.tool.guides())
    hand.move(2.5, 2.5)
    assert lines(editor)[0].startswith("Cannot get there: blocked (rules 3.1)")
    hand.release(2.5, 2.5)
    assert editor.document.battle_map.creature("vala").at == Square(2, 2)
    editor.undo()
    assert editor.document.battle_map.creature("vala").at == Square(5, 6)


def test_escape_puts_back_and_forgets_the_waypoints(editor: Editor, hand: Hand) -> None:
    before = editor.document.battle_map
    hand.press(5.5, 6.5)
    hand.move(2.5, 6.5)
    hand.key(Qt.Key.Key_Alt)
    hand.key(Qt.Key.Key_Escape)
    assert editor.document.shown is before
    hand.release(2.5, 6.5)
    assert editor.document.battle_map is before
    hand.press(5.5, 6.5)
    hand.move(4.5, 6.5)
    assert play(editor).waypoints == ()
    hand.key(Qt.Key.Key_Escape)
    hand.release(4.5, 6.5)


def test_keys_pick_up_move_set_waypoints_and_let_go(window: MainWindow, editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    window.actions_["play_move"].trigger()
    assert editor.tool.active
    for _ in range(3):
        hand.key(Qt.Key.Key_Left)
    hand.key(".")
    for _ in range(2):
        hand.key(Qt.Key.Key_Down)
    assert lines(editor)[0].startswith("25 ft (5 squares)")
    assert not editor.document.labels
    hand.key(Qt.Key.Key_Return)
    assert editor.document.battle_map.creature("vala").at == Square(2, 8)
    assert editor.document.labels == ("Move Vala",)
    window.actions_["play_move"].trigger()
    hand.key(Qt.Key.Key_Left)
    hand.key(Qt.Key.Key_Escape)
    assert editor.document.battle_map.creature("vala").at == Square(2, 8)


def test_the_mode_of_movement_is_chosen(editor: Editor, hand: Hand) -> None:
    battle_map = editor.document.battle_map
    bird = replace(battle_map.creature("vala"), speed={"walk": 10, "fly": 60})
    editor.document.replace(
        battle_map.with_changes(creatures=(bird, *(c for c in battle_map.creatures if c.id != "vala")))
    )
    editor.options.choose(play_mode="fly")
    hand.press(5.5, 6.5)
    hand.move(1.5, 6.5)
    assert lines(editor)[0] == "20 ft (4 squares) · move action (60 ft)"
    hand.key(Qt.Key.Key_Escape)
    hand.release(1.5, 6.5)
    editor.options.choose(play_mode="swim")
    hand.press(5.5, 6.5)
    hand.move(1.5, 6.5)
    assert "no mode of movement" in lines(editor)[0]
    hand.key(Qt.Key.Key_Escape)
    hand.release(1.5, 6.5)


def test_a_step_and_a_withdrawal_that_provoke_nobody_are_told(
    editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.press(5.5, 6.5)
    hand.move(4.5, 6.5)
    assert "May strike: Ogre" in lines(editor)
    assert "As a 5-foot step: nobody may strike" in lines(editor)
    hand.move(1.5, 6.5)
    # The ogre reaches 10 ft: the second square that is left is threatened too.
    qtbot.waitUntil(lambda: not play(editor).unsure)
    assert not any(line.startswith(("As a", "Withdrawing")) for line in lines(editor))
    hand.key(Qt.Key.Key_Escape)
    hand.release(1.5, 6.5)
    battle_map = editor.document.battle_map
    small = replace(battle_map.creature("ogre"), reach=ReachBand(0, 5))
    editor.document.replace(
        battle_map.with_changes(creatures=(small, *(c for c in battle_map.creatures if c.id != "ogre")))
    )
    hand.press(5.5, 6.5)
    hand.move(1.5, 6.5)
    qtbot.waitUntil(lambda: "Withdrawing there: nobody may strike" in lines(editor))
    hand.key(Qt.Key.Key_Escape)
    hand.release(1.5, 6.5)


def test_ways_can_be_switched_off(window: MainWindow, editor: Editor, hand: Hand) -> None:
    window.actions_["play_ways"].trigger()
    assert not window.settings.switch("play_ways", otherwise=True)
    hand.press(5.5, 6.5)
    hand.move(2.5, 6.5)
    assert lines(editor) == ("15 ft (3 squares)",)
    hand.key(Qt.Key.Key_Escape)
    hand.release(2.5, 6.5)
    window.actions_["play_ways"].trigger()
    assert editor.options.choices.play_ways
    assert window.settings.switch("play_ways", otherwise=False)


def test_costs_stay_those_from_where_it_stood(editor: Editor, hand: Hand, qtbot: QtBot) -> None:
    hand.click(5.5, 6.5)

    def movement() -> object:
        return next(each for each in editor.overlays.overlays if each.name == "movement:vala")

    before = movement()
    hand.press(5.5, 6.5)
    hand.move(2.5, 6.5)
    assert movement() is before
    hand.release(2.5, 6.5)
    qtbot.waitUntil(lambda: movement() is not before)
