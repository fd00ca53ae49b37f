"""The one main window, and a hand on its canvas."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gridmap.app import live_overlays
from gridmap.app.editor import Editor
from gridmap.app.look import dress
from gridmap.app.main import make_application
from gridmap.app.main_window import MainWindow
from gridmap.app.settings import Settings
from gridmap.app.tools.options import Choices
from gridmap.app.view_options import Visible
from gridmap.model import BattleMap, Creature, Point, Size, Square, Wall, WallKind
from gridmap.render.theme import load_theme
from tests.gui.hand import Hand

CHOICES = Choices()
VISIBLE = Visible()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of Qt's warnings one is let through: that there is no window manager to ask for something."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The application as the program makes it."""
    return make_application()


@pytest.fixture(scope="session")
def main_window(qapp: QApplication, long_lived: list[QObject]) -> MainWindow:
    """One main window for all tests, as it is one for the program's life."""
    dress(qapp, load_theme("light"))
    window = MainWindow(Settings(), BattleMap.empty(20, 15))
    long_lived.append(window)
    window.resize(1280, 800)
    window.show()
    return window


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, overlays are worked out at once."""
    monkeypatch.setattr(live_overlays, "QUICK_SECONDS", 1000.0)


@pytest.fixture
def window(main_window: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """The window with a fresh map: an ogre, two heroes and a door."""
    main_window.settings.forget_files()
    main_window.show()
    main_window.activateWindow()
    qtbot.waitUntil(main_window.isActiveWindow)
    qtbot.waitUntil(lambda: main_window.ready)
    _reset(main_window)
    yield main_window
    _reset(main_window)
    main_window.recovery.forget()
    main_window.files.wait()
    qtbot.wait(20)


@pytest.fixture
def editor(window: MainWindow) -> Editor:
    """The editor behind the window."""
    return window.editor


@pytest.fixture
def hand(window: MainWindow, qtbot: QtBot) -> Hand:
    """The mouse over the canvas, in squares."""
    return Hand(window.canvas, qtbot)


def small_map() -> BattleMap:
    """An ogre flanked by two heroes, and a door."""
    return BattleMap.empty(20, 15, name="Test").with_changes(
        creatures=(
            Creature("ogre", Size.LARGE, Square(6, 6), "foes", name="Ogre", speed={"walk": 40}),
            Creature("vala", Size.MEDIUM, Square(5, 6), "party", name="Vala", speed={"walk": 30}),
            Creature("tor", Size.MEDIUM, Square(8, 7), "party", name="Tor", speed={"walk": 20}),
        ),
        walls=(
            Wall(Point(12, 2), Point(12, 4)),
            Wall(Point(12, 4), Point(12, 5), WallKind.DOOR),
        ),
    )


def _reset(window: MainWindow) -> None:
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    window.editor.tool.escape()
    window.editor.document.replace(small_map())
    window.editor.take("select")
    window.editor.selection.clear()
    window.editor.overlays.place_area(None)
    window.editor.options.choose(**vars(CHOICES))
    window.editor.view.show(**vars(VISIBLE))
    window.editor.overlays.choose(movement=True, reach=True, threats=False, flanking=True, cover=False)
    window.editor.point(None)
    window.strip.clear()
    window.canvas.fit()
    window.canvas.setFocus()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for files."""
    return tmp_path
