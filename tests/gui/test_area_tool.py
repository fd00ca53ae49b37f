"""An area under the cursor, and whom it catches."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.tools.area_place import AREA_SHAPES
from gridmap.edits.page import set_ruleset
from gridmap.overlays.overlay import Overlay, Role, Squares
from gridmap.rules.ruleset import SHIPPED
from tests.gui.hand import RIGHT, Hand


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
