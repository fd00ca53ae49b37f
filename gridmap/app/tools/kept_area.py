"""Areas kept on the map under the hand: chosen and moved by their names, deleted by a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt

from gridmap.app.tools.guides import Guide, Marks
from gridmap.app.tools.pointer import Pointer
from gridmap.edits.templates import move_template, remove_templates
from gridmap.model import Point
from gridmap.model.template import Template
from gridmap.overlays.overlay import Label, Overlay, Role, Squares

if TYPE_CHECKING:
    from gridmap.app.editor import Editor

_GRIP = 0.8
"""So near to the middle of its name an area is taken hold of, in squares."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("kept area", text)


def overlay_of(editor: Editor, template: Template) -> Overlay | None:
    """The overlay that shows a kept area; None while it is not shown."""
    name = f"template:{template.id}"
    return next((each for each in editor.overlays.overlays if each.name == name), None)


def middle_of(editor: Editor, template: Template) -> Point | None:
    """Where a kept area's name stands."""
    overlay = overlay_of(editor, template)
    marks = () if overlay is None else overlay.marks
    return next((mark.at for mark in marks if isinstance(mark, Label)), None)


def title(template: Template) -> str:
    """What a kept area is called."""
    return template.name or template.id


def kept_area_guides(editor: Editor) -> tuple[Guide, ...]:
    """The outline of the area that is chosen."""
    chosen = editor.kept_area
    overlay = None if chosen is None else overlay_of(editor, chosen)
    if overlay is None:
        return ()
    return tuple(
        Marks((Squares(mark.mask, Role.STEP),))
        for mark in overlay.marks
        if isinstance(mark, Squares) and mark.role is Role.AREA
    )


def key_for_kept_area(editor: Editor, key: Qt.Key) -> bool:
    """Arrows move the chosen area, Delete takes it away; False where none is chosen."""
    chosen, battle_map = editor.kept_area, editor.document.battle_map
    if chosen is None:
        return False
    if key in _ARROWS:
        moved = move_template(battle_map, chosen.id, *_ARROWS[key])
        if moved is not battle_map:
            editor.document.commit(moved, _tr("Move {area}").format(area=title(chosen)))
        return True
    if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        removed = remove_templates(battle_map, {chosen.id})
        editor.document.commit(removed, _tr("Delete {area}").format(area=title(chosen)))
        return True
    return False


class KeptAreaGrip:
    """A kept area in the hand."""

    def __init__(self, editor: Editor, template: Template, start: Pointer) -> None:
        self._editor, self._template, self._start = editor, template, start

    @classmethod
    def at(cls, editor: Editor, pointer: Pointer) -> KeptAreaGrip | None:
        """The area whose name is under the hand, the topmost of several."""
        for template in reversed(editor.document.battle_map.templates):
            middle = middle_of(editor, template)
            if middle is not None and max(
                abs(middle.x - pointer.at.x), abs(middle.y - pointer.at.y) * 2
            ) <= max(_GRIP, pointer.near):
                return cls(editor, template, pointer)
        return None

    def choose(self) -> None:
        """Make it the chosen one."""
        self._editor.choose_kept_area(self._template.id)

    def drag(self, pointer: Pointer) -> None:
        """Show it where the hand moves it, by whole squares."""
        document = self._editor.document
        dx, dy = round(pointer.at.x - self._start.at.x), round(pointer.at.y - self._start.at.y)
        moved = move_template(document.battle_map, self._template.id, dx, dy)
        if moved is document.battle_map:
            document.drop_trial()
        else:
            document.try_map(moved)

    def drop(self) -> None:
        """Leave it there, as one step of the history."""
        self._editor.document.keep_trial(_tr("Move {area}").format(area=title(self._template)))
