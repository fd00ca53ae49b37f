"""Lay an area where the cursor is and see whom it catches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridmap.app.tools.area_place import AreaPlace, area_name
from gridmap.app.tools.guides import Guide
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool

if TYPE_CHECKING:
    from gridmap.app.editor import Editor


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
        self._pinned = False
        editor.options.changed.connect(self._replace)
        editor.selection.changed.connect(self._replace)

    @property
    def pinned(self) -> bool:
        """Whether the area was left where it is."""
        return self._pinned

    def take(self) -> None:
        self._pinned = False

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
                "It begins at the selected creature and runs toward the cursor; click to leave it."
            )
        return self.tr("Select a creature for it to begin at, or drag from its origin.")

    def guides(self) -> tuple[Guide, ...]:
        return ()

    def _replace(self) -> None:
        """Lay the area anew after another choice."""
        if self.editor.tool is self and self.pointer is not None:
            self._place(self.pointer)

    def _place(self, pointer: Pointer | None) -> None:
        if pointer is None:
            self.editor.overlays.place_area(None)
            return
        place = AreaPlace(self.options.choices, self.document.shown, self.editor.selection.single)
        start = self._start if self._start is not None else pointer
        self.editor.overlays.place_area(area_name(place, start, pointer))
