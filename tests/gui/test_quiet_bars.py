"""What a stroke or a drag leaves as it is, is neither filled in nor laid out anew."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.model import Creature
from tests.gui.hand import Hand


class Requests(QObject):
    """Counts how often a widget is to be laid out."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return super().eventFilter(watched, event)


def settle(qtbot: QtBot) -> None:
    qtbot.wait(60)
    QApplication.sendPostedEvents()


def test_words_in_the_status_bar_move_nothing_in_the_window(
    window: MainWindow, hand: Hand, qtbot: QtBot
) -> None:
    hand.move(3.5, 3.5)
    settle(qtbot)
    requests = Requests()
    window.installEventFilter(requests)
    place = window.status.place
    hand.move(15.5, 12.5)
    settle(qtbot)
    assert window.status.place != place
    assert requests.count == 0
    window.removeEventFilter(requests)


def test_a_tip_in_the_status_bar_takes_the_place_of_its_words(window: MainWindow, hand: Hand) -> None:
    window.status.showMessage("Opens a file")
    assert not window.status.words_shown
    window.status.clearMessage()
    assert window.status.words_shown


def test_the_inspector_is_filled_in_when_its_facts_change_alone(
    window: MainWindow, editor: Editor, hand: Hand
) -> None:
    hand.click(6.5, 6.5)
    notes = window.inspector.field("notes")
    notes.setProperty("plainText", "typed and not yet done")
    hand.drag((6.5, 6.5), (8.5, 9.5))
    editor.take("brush")
    hand.drag((2.5, 2.5), (4.5, 2.5))
    assert notes.property("plainText") == "typed and not yet done"
    (ogre,) = (each for each in editor.document.battle_map.creatures if each.id == "ogre")
    others = tuple(each for each in editor.document.battle_map.creatures if each is not ogre)
    told = Creature(**(vars(ogre) | {"notes": "Asleep"}))
    editor.document.commit(editor.document.battle_map.with_changes(creatures=(*others, told)), "Tell")
    assert notes.property("plainText") == "Asleep"
