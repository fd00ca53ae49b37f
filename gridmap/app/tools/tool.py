"""The base of all tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from gridmap.app.tools.guides import Guide
from gridmap.app.tools.pointer import Pointer

if TYPE_CHECKING:
    from gridmap.app.editor import Editor
    from gridmap.model import BattleMap


class Tool(QObject):
    """A gesture from press to release.

    Between the two a tool shows *trial maps* (`Document.try_map`), which overlays and painters follow. The
    release makes one step of the history, Escape drops the trial. A tool fills in `begin`, `move` and `end`;
    the canvas calls `press`, `drag`, `release` and `escape`.
    """

    guides_changed = Signal()
    """What the tool draws over the map is different now."""

    name: ClassVar[str]
    """Names its action, icon and settings."""
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor
    opens_menu: ClassVar[bool] = False
    """The right button is not for the tool: it opens the menu of what is there."""
    pans: ClassVar[bool] = False
    """Dragging moves the view instead."""
    has_options: ClassVar[bool] = False
    """The option bar has controls for it, and the status bar its hint."""
    drags: ClassVar[bool] = False
    """The keyboard presses and releases it in two steps."""
    measures: ClassVar[bool] = False
    """It measures what the GM may show to players while it is measured (`guides_for_players`)."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.editor = editor
        self.document = editor.document
        self.options = editor.options
        self._active = False
        self._pointer: Pointer | None = None

    @property
    def active(self) -> bool:
        """Whether a gesture is under way."""
        return self._active

    @property
    def pointer(self) -> Pointer | None:
        """Where the hand was last, None while it is off the canvas."""
        return self._pointer

    def press(self, pointer: Pointer) -> None:
        """The button goes down."""
        self.escape()
        self._active = True
        self._pointer = pointer
        self.begin(pointer)
        self.guides_changed.emit()

    def drag(self, pointer: Pointer) -> None:
        """The hand moves with the button down."""
        self._pointer = pointer
        if self._active:
            self.move(pointer)
        self.guides_changed.emit()

    def release(self, pointer: Pointer) -> None:
        """The button comes up."""
        self._pointer = pointer
        if self._active:
            self._active = False
            self.end(pointer)
        self.guides_changed.emit()

    def hover(self, pointer: Pointer | None) -> None:
        """The hand moves with no button down, or leaves (None)."""
        self._pointer = pointer
        self.hovered(pointer)
        self.guides_changed.emit()

    def escape(self) -> bool:
        """Drop the gesture under way; False where there was none."""
        if not self._active:
            return False
        self._active = False
        self.document.drop_trial()
        self.dropped()
        self.guides_changed.emit()
        return True

    def back_out(self) -> bool:
        """Escape: drop the gesture, or what the tool left behind; False where there was nothing."""
        return self.escape()

    def take(self) -> None:
        """The tool is taken up."""

    def leave(self) -> None:
        """Another tool is taken up."""
        self.escape()
        self.hover(None)

    # What a tool fills in:

    def begin(self, pointer: Pointer) -> None:
        """Start of the gesture."""

    def move(self, pointer: Pointer) -> None:
        """The gesture goes on: show a trial map."""

    def end(self, pointer: Pointer) -> None:
        """The gesture is done: make it a step of the history."""

    def hovered(self, pointer: Pointer | None) -> None:
        """The hand is somewhere else with no button down."""

    def dropped(self) -> None:
        """The gesture was dropped: forget it."""

    def key(self, event: QKeyEvent) -> bool:
        """A key while the canvas has the focus; True where the tool used it."""
        del event
        return False

    def wants(self, key: Qt.Key) -> bool:
        """Whether a key is the tool's own just now, before any shortcut that it is otherwise."""
        del key
        return False

    def turn(self, notches: int) -> bool:
        """The wheel turns, away from the hand where positive, 0 for part of a notch; True where used."""
        del notches
        return False

    def also_press(self, pointer: Pointer) -> bool:
        """The other button goes down in mid-gesture; True where the tool used it."""
        del pointer
        return False

    def hint(self) -> str:
        """What the hand can do with it, in one line."""
        return ""

    def in_keys(self, text: str, **words: str) -> str:
        """A hint with the keys of the brush's size, as they are now, and other words in it."""
        key = self.editor.keys.key
        return text.format(smaller=key("smaller"), larger=key("larger"), **words)

    def guides(self) -> tuple[Guide, ...]:
        """What to draw over the map now."""
        return ()

    def guides_for_players(self, theirs: BattleMap) -> tuple[Guide, ...]:
        """What of it players may see, told by what is on their map alone."""
        del theirs
        return ()
