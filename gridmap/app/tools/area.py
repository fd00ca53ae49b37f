"""Lay an area where the cursor is and see whom it catches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gridmap.app.tools.area_place import AreaPlace, area_name, turned
from gridmap.app.tools.guides import Badge, Guide
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.app.words import legend_text, reason_text
from gridmap.overlays.overlay import Role

if TYPE_CHECKING:
    from gridmap.app.editor import Editor


TURNING_KEYS = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}
"""Do what a notch of the wheel does."""
_TURNING = ("cone", "line")
_SAID = (Role.AREA, Role.CAUGHT, Role.CLOSE_CALL)
"""What the badge beside the area speaks of."""


class AreaTool(Tool):
    """The area follows the cursor; a click leaves it where it is, the next click takes it up again.

    Cones and lines begin at the selected creature and run toward the cursor. Without one they begin where the
    button goes down and run to where it comes up.
    """

    name = "area"
    has_options = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._start: Pointer | None = None
        self._last: Pointer | None = None
        self._pinned = False
        self._turned = 0
        editor.options.changed.connect(self._replace)
        editor.selection.changed.connect(self._replace)

    @property
    def pinned(self) -> bool:
        """Whether the area was left where it is."""
        return self._pinned

    def take(self) -> None:
        self._pinned = False
        self._turned = 0

    def turn(self, notches: int) -> bool:
        """The wheel turns cones and lines by eighths, also one that was left where it is."""
        if self.options.choices.area_shape not in _TURNING or self._last is None:
            return False
        self._turned = (self._turned + notches) % 8
        self._place(self._last)
        self.guides_changed.emit()
        return True

    def wants(self, key: Qt.Key) -> bool:
        return key in TURNING_KEYS and self.options.choices.area_shape in _TURNING

    def key(self, event: QKeyEvent) -> bool:
        notches = TURNING_KEYS.get(Qt.Key(event.key()))
        return notches is not None and self.turn(notches)

    def leave(self) -> None:
        self._start = None
        super().leave()
        if not self._pinned:
            self.editor.overlays.place_area(None)

    def begin(self, pointer: Pointer) -> None:
        self._pinned = False
        self._start = pointer
        self._place(pointer)

    def move(self, pointer: Pointer) -> None:
        self._place(pointer)

    def end(self, pointer: Pointer) -> None:
        self._place(pointer)
        self._pinned = not pointer.secondary
        if pointer.secondary:
            self.editor.overlays.place_area(None)

    def hovered(self, pointer: Pointer | None) -> None:
        if not self._pinned:
            self._start = None
            self._place(pointer)

    def dropped(self) -> None:
        self._pinned = False
        self._start = None
        self.editor.overlays.place_area(None)

    def back_out(self) -> bool:
        if self.escape():
            return True
        was_pinned = self._pinned
        if was_pinned:
            self.dropped()
        return was_pinned

    def hint(self) -> str:
        if self.options.choices.area_shape == "splash":
            return self.tr(
                "Point at a square's middle or at an intersection; click to leave it, right-click to end."
            )
        if self.options.choices.area_shape in ("burst", "spread"):
            return self.tr("Click to leave the area where it is, right-click to take it away.")
        if self.editor.selection.single is not None:
            return self.tr(
                "It begins at the selected creature and runs toward the cursor, the wheel turns it; "
                "click to leave it."
            )
        return self.tr("Select a creature for it to begin at, or drag from its origin; the wheel turns it.")

    def guides(self) -> tuple[Guide, ...]:
        """Beside the area: how large it is, whom it catches, and what is a close call."""
        name = self.editor.overlays.area
        overlay = next((each for each in self.editor.overlays.overlays if each.name == name), None)
        if overlay is None or self._last is None:
            return ()
        said = [entry for entry in overlay.legend if entry.role in _SAID]
        lines = [legend_text(entry) for entry in said]
        if not any(entry.role is Role.CAUGHT for entry in said) and overlay.marks:
            lines.append(self.tr("Catches nobody"))
        if overlay.notice is not None:
            lines.append(reason_text(overlay.notice))
        return (Badge(self._last.at, "\n".join(lines)),) if lines else ()

    def _replace(self) -> None:
        """Lay the area anew after another choice."""
        if self.editor.tool is self and self.pointer is not None:
            self._place(self.pointer)

    def _place(self, pointer: Pointer | None) -> None:
        if pointer is None:
            self._last = None
            self.editor.overlays.place_area(None)
            return
        place = AreaPlace(self.options.choices, self.document.shown, self.editor.selection.single)
        start = self._start if self._start is not None else pointer
        self._last = pointer
        self.editor.overlays.place_area(area_name(place, start, turned(place, start, pointer, self._turned)))
