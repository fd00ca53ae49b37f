"""Dropping on the canvas: creatures from the palette, pictures on creatures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent

from gridmap.app.canvas import Canvas
from gridmap.app.creature_places import creature_at
from gridmap.app.creature_placing import creature_in_hand, put_down
from gridmap.app.docks.creature_palette import MIME
from gridmap.app.guarded import guarded
from gridmap.formats.creature_library import KnownCreature
from gridmap.model import Point
from gridmap.model.piece import Part

PICTURES = frozenset((".png", ".jpg", ".jpeg", ".webp"))


@guarded
class CreatureDrop(QObject):
    """Shows on the map what a drop would do, and does it; files that are no portraits go to the window."""

    def __init__(
        self,
        canvas: Canvas,
        dragged: Callable[[], KnownCreature | None],
        open_file: Callable[[Path], None],
        show_portrait: Callable[[str, Path], None],
    ) -> None:
        """
        Args:
            canvas: where things are dropped.
            dragged: the creature that is dragged from the list.
            open_file: what is done with a picture that was dropped on no creature.
            show_portrait: gives a creature, by its id, a picture.
        """
        super().__init__(canvas)
        self._canvas = canvas
        self._editor = canvas.editor
        self._dragged = dragged
        self._open_file = open_file
        self._show_portrait = show_portrait
        canvas.setAcceptDrops(True)
        canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent):  # an enter is a move too
            return self._enter(event)
        if isinstance(event, QDragMoveEvent):
            self._move(event)
            return True
        if isinstance(event, QDragLeaveEvent):
            self._leave()
            return True
        if isinstance(event, QDropEvent):
            self._drop(event)
            return True
        return super().eventFilter(watched, event)

    def _enter(self, event: QDragEnterEvent) -> bool:
        """Take what is for the canvas; all else is offered to the window."""
        if self._known(event.mimeData()) is not None or _picture(event.mimeData()) is not None:
            self._editor.tool.escape()
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()
        return True

    def _move(self, event: QDragMoveEvent) -> None:
        known, at = self._known(event.mimeData()), self._point(event.position())
        if known is not None:
            self._try(known, at)
        elif (found := creature_at(self._editor.document.shown, at)) is not None:
            self._editor.selection.select({found.id})
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def _leave(self) -> None:
        self._editor.document.drop_trial()

    def _drop(self, event: QDropEvent) -> None:
        known, path = self._known(event.mimeData()), _picture(event.mimeData())
        at = self._point(event.position())
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if known is not None:
            self._put_down(known, at)
        elif path is not None:
            found = creature_at(self._editor.document.battle_map, at)
            if found is not None:
                self._show_portrait(found.id, path)
            else:
                self._open_file(path)

    def _put_down(self, known: KnownCreature, at: Point) -> None:
        self._try(known, at)
        document = self._editor.document
        added = document.shown.creatures[len(document.battle_map.creatures) :]
        if not added:
            document.drop_trial()
            if Part.CREATURES not in document.locked:
                self._editor.complain(self.tr("There is no room for it here."))
            return
        if len(added) == 1:
            label = self.tr("Add {creature}").format(creature=added[0].title)
        else:
            label = self.tr("Add {count} creatures").format(count=len(added))
        document.keep_trial(label)
        self._editor.take("select")
        self._editor.selection.select(creature.id for creature in added)
        self._canvas.setFocus()

    def _try(self, known: KnownCreature, at: Point) -> None:
        """Show the creatures where they would stand."""
        options, document = self._editor.options, self._editor.document
        options.choose(creature_known=known)
        count = options.choices.creature_count
        document.try_map(put_down(document.battle_map, creature_in_hand(options.choices), at, count, known))

    def _known(self, mime: QMimeData) -> KnownCreature | None:
        return self._dragged() if mime.hasFormat(MIME) else None

    def _point(self, place: QPointF) -> Point:
        return self._canvas.pointer_at(place).at


def _picture(mime: QMimeData) -> Path | None:
    """The one picture file that is dragged, None for anything else."""
    urls = mime.urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    return path if path.suffix.lower() in PICTURES else None
