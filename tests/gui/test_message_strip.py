"""What is said and asked above the map."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow
from gridmap.app.message_strip import MessageStrip
from gridmap.render.theme import load_theme
from tests.gui.hand import Hand


def test_a_note_goes_by_itself_and_a_complaint_stays(qtbot: QtBot) -> None:
    strip = MessageStrip(load_theme("light"))
    qtbot.addWidget(strip)
    strip._expiry._milliseconds = 30
    strip.note("Saved.")
    assert strip.text == "Saved."
    qtbot.waitUntil(lambda: not strip.text)
    strip.complain("It cannot be read.")
    qtbot.wait(60)
    assert strip.text == "It cannot be read."
    strip.clear()


def test_an_answer_ends_the_question_and_does_what_it_says(qtbot: QtBot) -> None:
    strip = MessageStrip(load_theme("light"))
    qtbot.addWidget(strip)
    done: list[str] = []
    strip.ask("Which?", (("One", lambda: done.append("one")), ("Two", lambda: done.append("two"))))
    strip.buttons[1].click()
    assert done == ["two"]
    assert not strip.text
    strip.ask("Again?", (("Yes", lambda: strip.note("Asked twice.")),))
    strip.buttons[0].click()
    assert strip.text == "Asked twice."
    strip.clear()


def test_words_from_files_are_shown_as_they_are(qtbot: QtBot) -> None:
    strip = MessageStrip(load_theme("light"))
    qtbot.addWidget(strip)
    strip.complain("<b>bold</b>.gridmap cannot be read.")
    assert strip.text.startswith("<b>")
    assert strip._text.textFormat().name == "PlainText"
    strip.clear()


@pytest.mark.parametrize("fits", [True, False])
def test_the_map_stays_where_it_is_under_a_message(
    window: MainWindow, hand: Hand, qtbot: QtBot, fits: bool
) -> None:
    if not fits:
        hand.wheel(6.5, 6.5, 2)
    canvas = window.canvas
    before = canvas.mapToGlobal(hand.pixel(6.5, 6.5)), canvas.viewport
    window.strip.complain("There is no room for it here.")
    qtbot.waitUntil(lambda: canvas.height() < before[1].height)
    assert canvas.mapToGlobal(hand.pixel(6.5, 6.5)) == before[0]
    assert canvas.viewport.scale == before[1].scale
    window.strip.clear()
    qtbot.waitUntil(lambda: canvas.height() == before[1].height)
    assert canvas.viewport == before[1]
