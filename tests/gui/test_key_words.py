"""Every text of the program that names an action's key names the one that it has now."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

import gridmap.app
from gridmap.app.actions import all_specs
from gridmap.app.main_window import MainWindow
from gridmap.app.preferences import Preferences, PreferencesDialog
from gridmap.app.shortcut_sheet import ShortcutSheet
from tests.gui.hand import Hand


@pytest.fixture
def dialog(window: MainWindow) -> Iterator[PreferencesDialog]:
    preferences = window.features["Preferences"]
    assert isinstance(preferences, Preferences)
    window.actions_["preferences"].trigger()
    assert preferences.dialog is not None
    yield preferences.dialog
    preferences.bindings.reset()
    preferences.dialog.close()


def rebind(dialog: PreferencesDialog, qtbot: QtBot, name: str, key: Qt.Key) -> None:
    """As a user does: choose the action, press the keys, set them."""
    dialog.keys.choose(name)
    dialog.keys.field.clear()
    qtbot.keyClick(dialog.keys.field, key, Qt.KeyboardModifier.AltModifier)
    dialog.keys.set_button.click()


def take_away(dialog: PreferencesDialog, name: str) -> None:
    dialog.keys.choose(name)
    dialog.keys.field.clear()
    dialog.keys.set_button.click()


def texts(window: MainWindow) -> str:
    """All labels and tooltips of the window."""
    found = [widget.toolTip() for widget in window.findChildren(QWidget)]
    found += [label.text() for label in window.findChildren(QLabel)]
    return "\n".join(found)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("rise", "below it where negative (Ctrl+PgUp, Ctrl+PgDown)", "(Alt+F11, Ctrl+PgDown)"),
        ("face_left", "top of the map (Ctrl+[, Ctrl+])", "(Alt+F11, Ctrl+])"),
        ("pin_square", "what it costs and why; Q pins it.", "why; Alt+F11 pins it."),
        ("keep_stamp", "keep them as a stamp (Ctrl+Shift+K).", "stamp (Alt+F11)."),
        ("tool_region", "No stamps yet. Select squares (S), then", "Select squares (Alt+F11), then"),
        ("players_next_turn", "on to the next creature (Shift+F6)", "creature (Alt+F11)"),
        ("smaller", "along a side of the brush ([, ], Alt+wheel)", "brush (Alt+F11, ], Alt+wheel)"),
        ("keep_area", "keep it with Ctrl+K: it stays", "keep it with Alt+F11: it stays"),
        ("find_creature", "</b> (Ctrl+F)", "</b> (Alt+F11)"),
    ],
)
def test_labels_and_tooltips_follow(
    dialog: PreferencesDialog, window: MainWindow, qtbot: QtBot, name: str, before: str, after: str
) -> None:
    places = texts(window).count(before)
    assert places
    rebind(dialog, qtbot, name, Qt.Key.Key_F11)
    assert before not in texts(window)
    assert texts(window).count(after) >= places
    dialog.keys.reset_all.click()
    assert texts(window).count(before) == places


@pytest.mark.parametrize(
    ("tool", "name", "before", "after"),
    [
        ("brush", "smaller", "[ and ] for the size", "Alt+F11 and ] for the size"),
        ("eraser", "larger", "[ and ] for the size", "[ and Alt+F11 for the size"),
        ("line", "larger", "[ and ] for the thickness", "[ and Alt+F11 for the thickness"),
        ("fog_brush", "smaller", "Drag, [ and ] for the size", "Drag, Alt+F11 and ] for the size"),
        ("creature", "find_creature", "; Ctrl+F finds one", "; Alt+F11 finds one"),
    ],
)
def test_the_hint_of_the_tool_in_hand_follows_at_once(
    dialog: PreferencesDialog,
    window: MainWindow,
    qtbot: QtBot,
    tool: str,
    name: str,
    before: str,
    after: str,
) -> None:
    window.editor.options.choose(creature_known=None)
    window.actions_[f"tool_{tool}"].trigger()
    qtbot.waitUntil(lambda: before in window.status.why)
    rebind(dialog, qtbot, name, Qt.Key.Key_F11)
    qtbot.waitUntil(lambda: after in window.status.why)


def test_an_action_without_keys_is_called_by_its_name(
    dialog: PreferencesDialog, window: MainWindow, hand: Hand
) -> None:
    for name in ("keep_area", "rise", "sink", "find_creature"):
        take_away(dialog, name)
    assert "keep it with “Keep area on the map”: it stays" in texts(window)
    assert "below it where negative\n" in texts(window), "no empty brackets"
    window.editor.options.choose(creature_known=None)
    hint = window.editor.tools["creature"].hint()
    assert hint == "Click to add a creature of the bar above; “Find a creature” finds one in the list."


def test_what_is_said_when_there_is_nothing_to_paste(
    dialog: PreferencesDialog, window: MainWindow, hand: Hand, qtbot: QtBot
) -> None:
    rebind(dialog, qtbot, "paste_creatures", Qt.Key.Key_F11)
    QApplication.clipboard().setText("nothing of a map")
    window.actions_["paste"].trigger()
    assert window.strip.text.endswith("pasted with Alt+F11.")


def test_the_start_page_follows_while_it_is_shown(
    dialog: PreferencesDialog, window: MainWindow, qtbot: QtBot
) -> None:
    window.show_start_page()

    def said(words: str) -> bool:
        return any(words in label.text() for label in window.start_page.findChildren(QLabel))

    assert said("F1 shows the keys.")
    rebind(dialog, qtbot, "shortcuts", Qt.Key.Key_F11)
    assert said("Alt+F11 shows the keys.")
    window.start_page.hide()


def test_the_sheet_of_keys_follows_while_it_is_open(
    dialog: PreferencesDialog, window: MainWindow, qtbot: QtBot
) -> None:
    window.actions_["shortcuts"].trigger()
    sheet = next(each for each in window.findChildren(ShortcutSheet) if each.isVisible())

    def keys() -> list[str]:
        return [label.text() for label in sheet.findChildren(QLabel)]

    assert "Alt+F11" not in keys()
    rebind(dialog, qtbot, "tool_brush", Qt.Key.Key_F11)
    assert "Alt+F11" in keys()
    sheet.close()


def test_no_text_has_a_key_of_an_action_written_into_it() -> None:
    """Single letters cannot be told from words; keys with Ctrl, and function keys, can."""
    keys = {key for spec in all_specs() for key in spec.keys if "Ctrl+" in key or re.search(r"F\d", key)}
    named = re.compile(
        r"(?<![A-Za-z+])(" + "|".join(map(re.escape, sorted(keys, key=len)[::-1])) + r")(?!\w)"
    )
    own = {"F2"}  # of a list, no action's
    found = []
    for path in Path(str(gridmap.app.__file__)).parent.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
                is_sentence = " " in node.value
                hits = set(named.findall(node.value)) - own
                if is_sentence and hits:
                    found.append((path.name, node.value))
    assert not found
