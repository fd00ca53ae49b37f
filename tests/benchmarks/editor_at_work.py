"""The whole editor worked by a hand, in a process of its own.

`python editor_at_work.py TASK,TASK… MAP WIDTH HEIGHT ROUNDS` with a canvas of WIDTH × HEIGHT pixels prints
figures as JSON: milliseconds from the hand's event to the frame that shows it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from gridmap.app.canvas import Canvas
    from gridmap.app.main_window import MainWindow

NEAR_SCALE = 40.0
"""Pixels a square where the hand works near."""
_LEFT = Qt.MouseButton.LeftButton


class Session:
    """A window on a map, a creature selected, every overlay on."""

    def __init__(self, path: Path, width: int, height: int) -> None:
        from gridmap.app.main import make_application, make_window

        self.application: QApplication = make_application()
        self.window: MainWindow = make_window(path)
        self.canvas: Canvas = self.window.canvas
        self.painted = False
        self.canvas.painted.connect(self._note_frame)
        self.window.show()
        self.settle()
        # Bars may need fewer lines in the wider window: what they leave is taken from it in turn.
        for _ in range(3):
            self.window.resize(
                self.window.width() + width - self.canvas.width(),
                self.window.height() + height - self.canvas.height(),
            )
            self.settle()
        assert (self.canvas.width(), self.canvas.height()) == (width, height), self.canvas.size()
        editor = self.window.editor
        creatures = editor.document.battle_map.creatures
        editor.selection.select({creatures[len(creatures) // 2].id})
        editor.overlays.choose(movement=True, reach=True, threats=True, flanking=True)
        middle = editor.document.battle_map.width // 2
        editor.overlays.place_area(f"area:burst:20:{middle},{middle}")
        self.settle()

    def _note_frame(self) -> None:
        self.painted = True

    def settle(self, seconds: float = 0.15) -> None:
        """Let everything put off happen."""
        end = perf_counter() + seconds
        while perf_counter() < end or self.window.editor.overlays.waiting:
            self.application.processEvents()

    def frame(self, act: Callable[[], object], *, whole: bool = True) -> float:
        """Milliseconds from a gesture to its frame; to the next frame, complete or not, unless `whole`."""
        self.painted = False
        start = perf_counter()
        act()
        if whole:
            while not self.painted or self.window.editor.overlays.waiting:
                self.application.processEvents()
        else:
            self.canvas.repaint()
        return 1000 * (perf_counter() - start)

    def near(self) -> None:
        """Look at the middle of the map from near."""
        self.canvas.fit()
        self.canvas.set_scale(NEAR_SCALE)
        self.settle()

    def mouse(self, kind: QEvent.Type, place: QPointF) -> None:
        """The mouse with its left button down."""
        held = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else _LEFT
        event = QMouseEvent(
            kind, place, self.canvas.mapToGlobal(place), _LEFT, held, Qt.KeyboardModifier.NoModifier
        )
        self.application.sendEvent(self.canvas, event)


def dab(session: Session, rounds: int) -> list[float]:
    """Dabs of a stroke of the brush near the fight, each a square on."""
    session.near()
    return _stroke(session, rounds, columns=40)


def dab_on_the_whole_map(session: Session, rounds: int) -> list[float]:
    """The same with the whole map in sight."""
    session.canvas.fit()
    session.settle()
    return _stroke(session, rounds, columns=80)


def _stroke(session: Session, rounds: int, columns: int) -> list[float]:
    session.window.editor.take("brush")
    canvas = session.canvas
    scale = canvas.viewport.scale
    left, top = canvas.width() / 2 - columns / 2 * scale, canvas.height() / 2 - 8 * scale
    places = [
        QPointF(left + number % columns * scale, top + number // columns * scale) for number in range(rounds)
    ]
    session.mouse(QEvent.Type.MouseButtonPress, places[0])
    session.settle()
    taken = [
        session.frame(lambda place=place: session.mouse(QEvent.Type.MouseMove, place)) for place in places[1:]
    ]
    session.mouse(QEvent.Type.MouseButtonRelease, places[-1])
    session.settle()
    return taken


def pan(session: Session, rounds: int) -> list[float]:
    """The map drawn along by 12 pixels a frame, there and back over one and a half windows."""
    session.near()
    turn = max(2, round(1.5 * session.canvas.width() / 12))
    strides = [12 if number // turn % 2 else -12 for number in range(rounds)]
    return [
        session.frame(lambda stride=stride: session.canvas.pan(stride, 0), whole=False) for stride in strides
    ]


def zoom(session: Session, rounds: int) -> list[float]:
    """Notches of the wheel, in and out again, three more frames after each while tiles are missing."""
    session.near()
    taken: list[float] = []
    at = QPointF(session.canvas.width() * 0.4, session.canvas.height() * 0.6)
    for notch in _notches():
        if len(taken) >= rounds:
            return taken
        taken.append(session.frame(lambda notch=notch: session.canvas.zoom(notch, at), whole=False))
        for _ in range(3):
            if not session.painted:
                taken.append(session.frame(_nothing, whole=False))  # noqa: PERF401 - each asks the one before
    return taken


def _notches() -> Iterator[float]:
    while True:
        yield from [1 / 1.25] * 9
        yield from [1.25] * 14
        yield from [1 / 1.25] * 5


def _nothing() -> None:
    pass


def whole(session: Session, rounds: int) -> list[float]:
    """The whole map in sight, painted again and again."""
    session.canvas.fit()
    session.settle()
    return [session.frame(_nothing, whole=False) for _ in range(rounds)]


def drag(session: Session, rounds: int) -> list[float]:
    """A creature dragged a square a frame with its live heat map, the whole map in sight."""
    session.canvas.fit()
    session.settle()
    editor = session.window.editor
    editor.take("select")
    (chosen,) = editor.selection.ids
    at = editor.document.battle_map.creature(chosen).at.centre
    start = session.canvas.pixel_of(at)
    scale = session.canvas.viewport.scale
    session.mouse(QEvent.Type.MouseButtonPress, start)
    places = [
        start + QPointF(scale * (1 + number % 20), scale * (number // 20 % 20)) for number in range(rounds)
    ]
    taken = [
        session.frame(lambda place=place: session.mouse(QEvent.Type.MouseMove, place)) for place in places
    ]
    session.mouse(QEvent.Type.MouseButtonRelease, start)
    session.settle()
    return taken


def drag_among_walls(session: Session, rounds: int) -> list[float]:
    """The first creature dragged near, with where it can go and what it sees from where it is."""
    editor, canvas = session.window.editor, session.canvas
    hero = editor.document.battle_map.creatures[0]
    editor.selection.select({hero.id})
    editor.overlays.choose(movement=True, reach=False, threats=False, flanking=False)
    editor.overlays.place_area(None)
    editor.overlays.questions.switch("sight", on=True)
    session.near()
    away = canvas.pixel_of(hero.at.centre) - QPointF(canvas.width() / 2, canvas.height() / 2)
    canvas.pan(-away.x(), -away.y())
    session.settle()
    start, scale = canvas.pixel_of(hero.at.centre), canvas.viewport.scale
    session.mouse(QEvent.Type.MouseButtonPress, start)
    places = [
        start + QPointF(scale * (number % 12 - 6), scale * (number // 12 % 8 - 4)) for number in range(rounds)
    ]
    taken = [
        session.frame(lambda place=place: session.mouse(QEvent.Type.MouseMove, place)) for place in places
    ]
    session.mouse(QEvent.Type.MouseButtonRelease, start)
    session.settle()
    return taken


def copy(session: Session, rounds: int) -> list[float]:
    """The yardstick: one picture as large as the canvas copied onto another."""
    size = session.canvas.size()
    one, other = (QImage(size, QImage.Format.Format_ARGB32_Premultiplied) for _ in range(2))
    one.fill(Qt.GlobalColor.white)
    taken = []
    for _ in range(rounds):
        start = perf_counter()
        with QPainter(other) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawImage(0, 0, one)
        taken.append(1000 * (perf_counter() - start))
    return taken


def memory(session: Session, rounds: int) -> list[float]:
    """MB held after so many seconds of zooming and panning about, and the most there were."""
    notches = _notches()
    end = time.monotonic() + rounds
    number = 0
    while time.monotonic() < end:
        number += 1
        place = QPointF(number * 37 % session.canvas.width(), number * 23 % session.canvas.height())
        session.canvas.zoom(next(notches), place)
        session.application.processEvents()
        session.canvas.pan(number % 7 * 5 - 15, number % 5 * 5 - 10)
        session.application.processEvents()
        if number % 40 == 0:
            session.canvas.fit()
        session.settle(0.03)
    return [_memory_mb("VmRSS"), _memory_mb("VmHWM")]


def _memory_mb(field: str) -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith(field))
    return int(line.split()[1]) / 1024


TASKS: dict[str, Callable[[Session, int], list[float]]] = {
    task.__name__: task
    for task in (dab, dab_on_the_whole_map, pan, zoom, whole, drag, drag_among_walls, copy, memory)
}


def main(arguments: list[str]) -> None:
    """Do the tasks, set apart by commas, and print their figures."""
    names, path, width, height, rounds = arguments
    session = Session(Path(path), int(width), int(height))
    print(json.dumps({name: TASKS[name](session, int(rounds)) for name in names.split(",")}))
    session.window.recovery.forget()
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
