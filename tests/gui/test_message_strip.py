"""What is said and asked above the map."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from gridmap.app.message_strip import MessageStrip
from gridmap.render.theme import load_theme


def test_a_note_goes_by_itself_and_a_complaint_stays(qtbot: QtBot) -> None:
    strip = MessageStrip(load_theme("light"))
    qtbot.addWidget(strip)
    strip._expiry._timer.setInterval(30)
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
