"""Adding creatures."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.model import Size, Square
from tests.gui.hand import Hand


def test_a_click_puts_a_creature_down_and_selects_it(editor: Editor, hand: Hand) -> None:
    before = editor.document.battle_map
    editor.options.choose(creature_name="Hill Giant", creature_size=Size.HUGE, creature_team="foes")
    editor.take("creature")
    hand.press(3.5, 3.5)
    assert editor.document.shown.creatures[-1].at == Square(2, 2)
    assert editor.document.battle_map is before
    hand.move(14.5, 10.5)
    hand.release(14.5, 10.5)
    giant = editor.document.battle_map.creature("hill-giant")
    assert (giant.at, giant.size, giant.team, giant.name) == (Square(13, 9), Size.HUGE, "foes", "Hill Giant")
    assert editor.selection.ids == {"hill-giant"}
    assert editor.document.labels == ("Add Hill Giant",)
    editor.undo()
    assert editor.document.battle_map is before
    assert not editor.selection.ids


def test_escape_drops_a_creature(editor: Editor, hand: Hand) -> None:
    before = editor.document.battle_map
    editor.take("creature")
    hand.press(3.5, 3.5)
    hand.key(Qt.Key.Key_Escape)
    hand.release(3.5, 3.5)
    assert editor.document.shown is before


@pytest.mark.parametrize("size", [Size.MEDIUM, Size.LARGE, Size.HUGE, Size.GARGANTUAN, Size.COLOSSAL])
def test_a_space_put_down_at_the_edge_lies_on_the_map(editor: Editor, hand: Hand, size: Size) -> None:
    editor.options.choose(creature_size=size)
    editor.take("creature")
    hand.click(0.3, 0.3)
    assert editor.document.battle_map.creatures[-1].at == Square(0, 0)


def test_the_bar_chooses_the_next_creature(window: MainWindow, editor: Editor, hand: Hand) -> None:
    editor.take("creature")
    window.options.creature_name.setText("Wolf")
    window.options.creature_size.setCurrentIndex(list(Size).index(Size.LARGE))
    window.options.creature_size.activated.emit(list(Size).index(Size.LARGE))
    window.options.creature_team.setEditText("beasts")
    hand.click(2, 2)
    hand.click(6, 2)
    first, second = editor.document.battle_map.creatures[-2:]
    assert (first.id, second.id) == ("wolf", "wolf-2")
    assert (second.size, second.team) == (Size.LARGE, "beasts")
