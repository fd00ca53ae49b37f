"""The editor without its windows: document, selection, options, overlays and the tool in hand."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import QObject, Signal

from gridmap.app.document import Document
from gridmap.app.kept_view import ViewMemory
from gridmap.app.key_words import KeyWords
from gridmap.app.live_overlays import LiveOverlays
from gridmap.app.region import Region
from gridmap.app.selection import Selection
from gridmap.app.tools.guides import Guide
from gridmap.app.tools.options import ToolOptions
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.app.view_options import ViewOptions
from gridmap.model import BattleMap
from gridmap.model.template import Template
from gridmap.overlays.overlay import Mark


class Editor(QObject):
    """What canvas, docks and actions work on."""

    tool_changed = Signal()
    guides_changed = Signal()
    """What the tool draws over the map is different."""
    pointed = Signal()
    """The pointer is somewhere else."""
    kept_area_changed = Signal()
    """Another of the areas kept on the map is chosen, or none."""
    complained = Signal(str)
    """Something could not be done, in one sentence."""

    def __init__(self, battle_map: BattleMap, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = Document(battle_map, self)
        self.selection = Selection(self.document, self)
        self.options = ToolOptions(self)
        self.region = Region(self.document, self)
        self.view = ViewOptions(self)
        self.overlays = LiveOverlays(self.document, self.selection, self)
        self.keys = KeyWords(self)
        self.memory = ViewMemory(self.document, self.view, self.overlays, self)
        self._pointer: Pointer | None = None
        self._guides: tuple[Guide, ...] = ()
        self._pointed_out: tuple[Mark, ...] = ()
        self._kept_area = ""
        # Imported here: tools know the editor.
        from gridmap.app.tools.select import SelectTool

        self._tool: Tool = self._at_hand(SelectTool(self))
        self.options.changed.connect(self._compare_guides)
        self.document.changed.connect(self._drop_on_other_page)

    @cached_property
    def tools(self) -> dict[str, Tool]:
        """All tools by name; only the one in hand is there before another is asked for."""
        from gridmap.app.tools.toolbox import TOOLS

        others = (self._at_hand(kind(self)) for kind in TOOLS if kind.name != self._tool.name)
        return {tool.name: tool for tool in (self._tool, *others)}

    @property
    def tool(self) -> Tool:
        """The tool in hand."""
        return self._tool

    @property
    def pointer(self) -> Pointer | None:
        """Where the hand is, None while it is off the canvas."""
        return self._pointer

    def take(self, name: str) -> None:
        """Take up another tool; a gesture under way is dropped."""
        if name == self._tool.name:
            return
        tool = self.tools[name]
        self._tool.leave()
        self._tool = tool
        tool.take()
        self.tool_changed.emit()
        if self._pointer is not None:
            tool.hover(self._pointer)

    @property
    def pointed_out(self) -> tuple[Mark, ...]:
        """What a panel points out on the map, beside the tool's guides."""
        return self._pointed_out

    def point_out(self, marks: tuple[Mark, ...] = ()) -> None:
        """Point something out on the map, or no longer."""
        if marks != self._pointed_out:
            self._pointed_out = marks
            self.guides_changed.emit()

    @property
    def kept_area(self) -> Template | None:
        """The chosen one of the areas kept on the map."""
        return next((each for each in self.document.shown.templates if each.id == self._kept_area), None)

    def choose_kept_area(self, template_id: str) -> None:
        """Choose one of the areas kept on the map; the empty id for none."""
        if template_id != self._kept_area:
            self._kept_area = template_id
            self.kept_area_changed.emit()
            self._compare_guides()

    def point(self, pointer: Pointer | None) -> None:
        """The hand is there now."""
        before, self._pointer = self._pointer, pointer
        if before != pointer:
            self.pointed.emit()

    def complain(self, sentence: str) -> None:
        """Tell the user what could not be done."""
        self.complained.emit(sentence)

    def escape(self) -> None:
        """Drop the gesture under way, else the area, else the selection, else the tool."""
        if self._tool.back_out():
            return
        if self.kept_area is not None:
            self.choose_kept_area("")
        elif self.overlays.area is not None and self._tool.name != "area":
            self.overlays.place_area(None)
        elif self.selection.ids:
            self.selection.clear()
        else:
            self.take("select")

    def undo(self) -> None:
        """Step back; a gesture under way is dropped instead."""
        if not self._tool.escape():
            self.document.undo()

    def redo(self) -> None:
        """Step forward again."""
        self._tool.escape()
        self.document.redo()

    def _at_hand(self, tool: Tool) -> Tool:
        """A tool whose guides are shown while it is in hand."""
        tool.guides_changed.connect(self._compare_guides)
        return tool

    def _drop_on_other_page(self, before: BattleMap, now: BattleMap) -> None:
        """A gesture counts in the squares that it began on: on a map of another size it ends."""
        if (before.width, before.height) != (now.width, now.height):
            self._tool.escape()

    def _compare_guides(self) -> None:
        guides = self._tool.guides()
        if guides != self._guides:
            self._guides = guides
            self.guides_changed.emit()
