"""An area under the cursor, and whom it catches."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gridmap.app.editor import Editor
from gridmap.app.kept_areas import KeptAreas
from gridmap.app.main_window import MainWindow
from gridmap.app.tools.area_place import AREA_SHAPES
from gridmap.app.tools.guides import Badge
from gridmap.edits.page import set_ruleset
from gridmap.model.players import players_map
from gridmap.overlays.overlay import Overlay, Role, Squares
from gridmap.rules.ruleset import SHIPPED
from tests.gui.hand import RIGHT, Hand
from tests.gui.handouts import handout_scene


def area(editor: Editor) -> Overlay | None:
    return next((overlay for overlay in editor.overlays.overlays if overlay.name.startswith("area:")), None)


def squares(editor: Editor) -> np.ndarray:
    overlay = area(editor)
    assert overlay is not None
    return next(mark.mask for mark in overlay.marks if isinstance(mark, Squares) and mark.role is Role.AREA)


def test_a_burst_follows_the_cursor_and_names_whom_it_catches(
    window: MainWindow, editor: Editor, hand: Hand
) -> None:
    editor.take("area")
    editor.options.choose(area_feet=10)
    hand.move(3.1, 3.1)
    assert squares(editor).sum() == 12
    assert squares(editor)[1:5, 2:4].all()
    hand.move(6.9, 7.1)
    assert any("Caught" in line and "Ogre" in line and "Vala" in line for line in window.legend.lines)
    assert not editor.document.labels, "an area is no edit"


def test_a_click_leaves_the_area_and_the_next_takes_it_up(editor: Editor, hand: Hand) -> None:
    editor.take("area")
    hand.click(4.0, 4.0)
    pinned = editor.overlays.area
    hand.move(9.0, 9.0)
    assert editor.overlays.area == pinned
    editor.take("select")
    assert editor.overlays.area == pinned, "it stays while creatures are moved about in it"
    editor.take("area")
    hand.move(9.0, 9.0)
    assert editor.overlays.area != pinned
    hand.click(9.0, 9.0, RIGHT)
    assert editor.overlays.area is None


def test_escape_takes_the_area_away(editor: Editor, hand: Hand) -> None:
    editor.take("area")
    hand.click(4.0, 4.0)
    hand.key(Qt.Key.Key_Escape)
    assert editor.overlays.area is None


@pytest.mark.parametrize(
    ("to", "toward"), [((12.5, 7.0), "E"), ((12.5, 12.5), "SE"), ((7.0, 1.0), "N"), ((1.0, 12.5), "SW")]
)
def test_a_cone_begins_at_the_selected_creature_and_runs_toward_the_cursor(
    editor: Editor, hand: Hand, to: tuple[float, float], toward: str
) -> None:
    hand.click(6.5, 6.5)
    editor.take("area")
    editor.options.choose(area_shape="cone", area_feet=15)
    hand.move(*to)
    assert editor.overlays.area is not None
    assert editor.overlays.area.split(":")[4] == toward
    assert squares(editor).sum() in (6, 7, 8)
    assert not squares(editor)[6:8, 6:8].any()


def test_without_a_creature_a_cone_is_dragged_from_its_origin(editor: Editor, hand: Hand) -> None:
    editor.take("area")
    editor.options.choose(area_shape="cone", area_feet=15)
    hand.press(3.0, 3.0)
    hand.move(3.0, 6.0)
    assert editor.overlays.area == "area:cone:15:3,3:S"
    hand.release(3.0, 6.0)
    hand.move(9.0, 9.0)
    assert editor.overlays.area == "area:cone:15:3,3:S"


@pytest.mark.parametrize("ruleset_id", SHIPPED)
@pytest.mark.parametrize("shape", AREA_SHAPES)
def test_every_shape_lies_somewhere_or_says_why_not(
    window: MainWindow, editor: Editor, hand: Hand, ruleset_id: str, shape: str
) -> None:
    editor.document.commit(set_ruleset(editor.document.battle_map, ruleset_id), "Rules")
    hand.click(6.5, 6.5)
    editor.take("area")
    editor.options.choose(area_shape=shape, area_feet=30)
    hand.move(10.4, 9.4)
    overlay = area(editor)
    assert overlay is not None
    assert overlay.marks or (overlay.notice is not None and window.legend.lines)


def test_a_square_cone_touches_the_creature_where_the_hand_is(editor: Editor, hand: Hand) -> None:
    editor.document.commit(set_ruleset(editor.document.battle_map, "epic-path"), "Rules")
    hand.click(6.5, 6.5)
    editor.take("area")
    editor.options.choose(area_shape="cone", area_feet=15)
    hand.move(14.5, 7.0)
    assert editor.overlays.area is not None
    mask = squares(editor)
    assert mask.sum() == 9
    assert mask[:, 8:11].sum() == 9


def test_the_bar_chooses_shape_and_size(window: MainWindow, editor: Editor, hand: Hand) -> None:
    editor.take("area")
    hand.move(4.0, 4.0)
    window.options.area_shapes.button(AREA_SHAPES.index("spread")).click()
    window.options.area_feet.setValue(5)
    assert editor.overlays.area == "area:spread:5:4,4"
    assert not window.options.area_widened.isVisible()
    editor.document.commit(set_ruleset(editor.document.battle_map, "epic-path"), "Rules")
    assert window.options.area_widened.isVisible()


def test_a_splash_is_thrown_at_a_square_or_at_an_intersection(
    window: MainWindow, editor: Editor, hand: Hand
) -> None:
    editor.take("area")
    editor.options.choose(area_shape="splash")
    assert not window.options.area_feet.isEnabled()
    hand.move(10.5, 9.5)
    assert editor.overlays.area == "area:splash:square=10,9"
    assert squares(editor).sum() == 9
    hand.move(10.9, 9.95)
    assert editor.overlays.area == "area:splash:11,10"
    assert squares(editor).sum() == 4


def test_the_badge_says_how_large_it_is_and_whom_it_catches(editor: Editor, hand: Hand) -> None:
    editor.take("area")
    editor.options.choose(area_feet=10)
    hand.move(7.0, 7.0)
    (badge,) = editor.tool.guides()
    assert isinstance(badge, Badge)
    lines = badge.text.split("\n")
    assert lines[0] == "10 ft burst: 12 squares"
    assert lines[1].startswith("Caught: Ogre")
    hand.move(15.0, 12.0)
    (badge,) = editor.tool.guides()
    assert isinstance(badge, Badge)
    assert "Catches nobody" in badge.text


def test_the_wheel_turns_a_cone_also_one_that_was_left(editor: Editor, hand: Hand) -> None:
    editor.take("area")
    editor.options.choose(area_shape="cone", area_feet=15)
    hand.move(10.0, 8.0)
    assert editor.overlays.area == "area:cone:15:10,8:E"
    scale = hand.canvas.viewport.scale
    hand.wheel(10.0, 8.0, 1)
    assert editor.overlays.area == "area:cone:15:10,8:SE"
    hand.click(10.0, 8.0)
    hand.wheel(10.0, 8.0, -1)
    hand.wheel(10.0, 8.0, -1)
    assert editor.overlays.area == "area:cone:15:10,8:NE"
    assert hand.canvas.viewport.scale == scale
    editor.options.choose(area_shape="burst")
    hand.wheel(10.0, 8.0, 1)
    assert hand.canvas.viewport.scale > scale
    hand.canvas.fit()


def test_the_wheel_turns_a_creatures_cone_about_it(editor: Editor, hand: Hand) -> None:
    hand.click(6.5, 6.5)
    editor.take("area")
    editor.options.choose(area_shape="cone", area_feet=15)
    hand.move(12.5, 7.0)
    hand.wheel(12.5, 7.0, 2)
    assert editor.overlays.area is not None
    assert editor.overlays.area.split(":")[4] == "S"
    editor.take("select")
    editor.take("area")
    hand.move(12.0, 7.0)
    assert editor.overlays.area.split(":")[4] == "E"


def kept(window: MainWindow) -> KeptAreas:
    found = window.features["KeptAreas"]
    assert isinstance(found, KeptAreas)
    return found


def test_an_area_is_kept_on_the_map_and_moved_by_its_name(
    window: MainWindow, editor: Editor, hand: Hand
) -> None:
    editor.take("area")
    editor.options.choose(area_feet=10)
    assert not window.actions_["keep_area"].isEnabled()
    hand.click(12.0, 10.0)
    hand.key(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert editor.overlays.area is None
    (template,) = editor.document.battle_map.templates
    assert (template.area, template.name) == ("area:burst:10:12,10", "Burst 10 ft")
    assert editor.document.labels == ("Keep Burst 10 ft",)
    assert kept(window).panel.isVisible()
    editor.take("select")
    editor.choose_kept_area("")
    hand.press(12.0, 10.0)
    assert editor.kept_area is not None
    hand.move(9.0, 12.0)
    assert editor.document.shown.templates[0].area == "area:burst:10:9,12"
    hand.key(Qt.Key.Key_Escape)
    hand.release(9.0, 12.0)
    assert editor.document.battle_map.templates[0].area == "area:burst:10:12,10"
    hand.drag((12.0, 10.0), (9.0, 12.0))
    assert editor.document.undo_label == "Move Burst 10 ft"
    hand.key(Qt.Key.Key_Right)
    assert editor.document.battle_map.templates[0].area == "area:burst:10:10,12"
    hand.key(Qt.Key.Key_Delete)
    assert editor.document.battle_map.templates == ()
    for _ in range(3):
        editor.undo()
    assert editor.document.battle_map.templates == (template,)
    editor.undo()
    assert editor.document.battle_map.templates == ()


def test_the_panel_renames_hides_chooses_and_takes_away(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    editor.take("area")
    hand.click(12.0, 10.0)
    kept(window).keep()
    (row,) = kept(window).panel.rows
    assert row.choose.isChecked()
    row.name.setText("Fog")
    row.name.editingFinished.emit()
    assert editor.document.battle_map.templates[0].name == "Fog"
    assert kept(window).panel.rows == (row,)
    row.secret.click()
    assert editor.document.battle_map.templates[0].secret
    assert players_map(editor.document.battle_map).templates == ()
    row.choose.click()
    assert editor.kept_area is None
    hand.key(Qt.Key.Key_Escape)
    row.remove.click()
    assert kept(window).panel.rows == ()
    assert editor.document.undo_label == "Delete Fog"
    editor.undo()
    assert [each.name.text() for each in kept(window).panel.rows] == ["Fog"]
    qtbot.wait(10)


def test_a_kept_area_is_drawn_for_players_unless_it_is_secret(
    window: MainWindow, editor: Editor, hand: Hand
) -> None:
    editor.take("area")
    hand.click(12.0, 10.0)
    kept(window).keep()
    names = [each.name for each in handout_scene(window).overlays]
    assert "template:1" in names
    kept(window).panel.rows[0].secret.click()
    names = [each.name for each in handout_scene(window).overlays]
    assert not any(name.startswith("template") for name in names)
