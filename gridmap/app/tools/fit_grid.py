"""Fits a picture to the grid by a block of its printed squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridmap.app.tools.guides import Badge, Frame, Guide, Stroke
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.edits.pictures import covers, fit_block
from gridmap.model import Point

if TYPE_CHECKING:
    from gridmap.app.editor import Editor


class FitGridTool(Tool):
    """Dragged over a block of as many printed squares as the options say, from corner to corner."""

    name = "fit_grid"
    opens_menu = True
    drags = True
    has_options = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._corner: Point | None = None

    def begin(self, pointer: Pointer) -> None:
        self._corner = pointer.at
        pictures = self.document.battle_map.pictures
        chosen = self.options.choices.picture
        if chosen is None or chosen >= len(pictures) or not covers(pictures[chosen], pointer.at):
            under = [index for index, picture in enumerate(pictures) if covers(picture, pointer.at)]
            self.options.choose(picture=under[-1] if under else None)

    def end(self, pointer: Pointer) -> None:
        corner, self._corner = self._corner, None
        chosen = self.options.choices.picture
        if corner is None:
            return
        if chosen is None:
            self.editor.complain(self.tr("There is no picture here to be fitted."))
            return
        across, down = self.options.choices.block
        try:
            fitted = fit_block(self.document.battle_map, chosen, corner, pointer.at, across, down)
        except ValueError as error:
            self.editor.complain(self.tr("The picture was not fitted: {why}.").format(why=error))
            return
        self.document.commit(fitted, self.tr("Fit picture to the grid"))

    def dropped(self) -> None:
        self._corner = None

    def hint(self) -> str:
        across, down = self.options.choices.block
        return self.tr(
            "Drag over a block of {across} × {down} printed squares, from corner to corner of the print."
        ).format(across=across, down=down)

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None or self._corner is None:
            return ()
        here = self.pointer.at
        left, right = sorted((self._corner.x, here.x))
        top, bottom = sorted((self._corner.y, here.y))
        across, down = self.options.choices.block
        lines: list[Guide] = [Frame(left, top, right, bottom)]
        # The block's own squares, to be laid on the printed ones.
        for number in range(1, across):
            x = left + (right - left) * number / across
            lines.append(Stroke(Point(x, top), Point(x, bottom), faint=True))
        for number in range(1, down):
            y = top + (bottom - top) * number / down
            lines.append(Stroke(Point(left, y), Point(right, y), faint=True))
        words = self.tr("{across} × {down} squares").format(across=across, down=down)
        return (*lines, Badge(Point(right, bottom), words))
