"""The program on two screens of different fineness, in a process of its own: what became of the windows.

Run by tests/gui/test_players_screens.py; the platform's screens are settled before Qt starts.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QApplication, QWidget

from gridmap.app.main import make_application, make_window
from gridmap.app.main_window import MainWindow
from gridmap.app.players.calibration import Calibration, Source, by_diagonal
from gridmap.app.players.room import PlayersRoom
from gridmap.app.players.screens import ScreenName, device_size
from gridmap.model import BattleMap, Point
from tests.gui.players_hand import players_of


def main() -> None:
    """Go through a GM's evening and print what happened as one JSON object."""
    application = make_application()
    window = make_window(None)
    window.editor.document.replace(BattleMap.empty(60, 40))
    window.resize(900, 600)
    window.show()
    _until(lambda: window.ready)
    facts: dict[str, object] = {}
    facts["screens"] = [
        (screen.name(), screen.devicePixelRatio(), device_size(screen).toTuple())
        for screen in application.screens()
    ]
    # The very first use makes the window, and then does what was asked for: once.
    window.actions_["players_window"].trigger()
    players = players_of(window)
    _settle(players)
    facts["opened"] = _state(window, players)
    theirs = players.players_window.screen()
    # A window manager has its own mind: the window is brought back.
    players.players_window.setGeometry(window.screen().geometry())
    facts["astray"] = _state(window, players)
    players.stage._check.ask_again()
    _until(lambda: players.players_window.geometry() == theirs.geometry(), 5.0)
    _settle(players)
    facts["brought_back"] = _state(window, players)
    facts["inches"] = _inches(players, theirs, 24.0)
    window.actions_["players_swap"].trigger()
    _settle(players)
    facts["swapped"] = _state(window, players)
    facts["inches_swapped"] = _inches(players, players.players_window.screen(), 43.0)
    window.actions_["players_swap"].trigger()
    _settle(players)
    facts["swapped_back"] = _state(window, players)
    facts["calibration_back"] = players.players_window.calibration.pixels_per_mm
    players.stage.screen_removed(theirs)
    _settle(players)
    facts["unplugged"] = _state(window, players)
    facts["said"] = window.strip.text
    players.stage.screen_added(theirs)
    _settle(players)
    facts["plugged_in"] = _state(window, players)
    window.setGeometry(theirs.geometry().adjusted(20, 20, -20, -20))
    window.showFullScreen()
    _until(lambda: window.screen() is not theirs, 2.0)
    facts["gm_full_screen"] = _state(window, players)
    window.showNormal()
    _settle(players)
    mine = next(screen for screen in application.screens() if screen is not theirs)
    players.screen_panel.screen_picked.emit(ScreenName.of(mine).text)
    _settle(players)
    facts["picked"] = _state(window, players)
    window.close()
    QCoreApplication.processEvents()
    facts["gm_closed"] = players.players_window.isVisible()
    print(json.dumps(facts))
    sys.stdout.flush()
    os._exit(0)


def _inches(players: PlayersRoom, screen: QScreen, diagonal: float) -> dict[str, float]:
    """Lock the scale by the diagonal; how many of the screen's own pixels ten squares take."""
    size = device_size(screen)
    found = by_diagonal(size.width(), size.height(), diagonal)
    assert found is not None
    players.stage.set_calibration(Calibration(found, Source.DIAGONAL, locked=True))
    _settle(players)
    view = players.players_window.view
    assert view.projection is not None
    ten = view.projection.pixel_of(Point(30.0, 5.0)).x() - view.projection.pixel_of(Point(20.0, 5.0)).x()
    return {"ten": ten, "wanted": found * 254.0, "painted": view.painted.width(), "found": found}


def _state(window: MainWindow, players: PlayersRoom) -> dict[str, object]:
    theirs = players.players_window
    return {
        "players": _of(theirs),
        "gm": _of(window),
        "showing": str(players.presenter.showing),
        "pixels": theirs.view.painted.size().toTuple(),
    }


def _of(widget: QWidget) -> dict[str, object]:
    return {
        "screen": widget.screen().name(),
        "full": widget.isFullScreen(),
        "visible": widget.isVisible(),
        "geometry": widget.geometry().getRect(),
        "screen_geometry": widget.screen().geometry().getRect(),
    }


def _until(done: object, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    assert callable(done)
    while not done() and time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)


def _settle(players: PlayersRoom) -> None:
    for _ in range(5):
        QApplication.processEvents()
    _until(lambda: players.players_window.up_to_date)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    main()
