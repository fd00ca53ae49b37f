"""What an action is: its words, icon and keys, and the sections of the sheet of shortcuts."""

from __future__ import annotations

from dataclasses import dataclass

from gridmap.app.translation import QT_TRANSLATE_NOOP


@dataclass(frozen=True)
class ActionSpec:
    """One action.

    Attributes:
        name: names it in the program.
        text: its words in menus, with a mnemonic.
        tip: what it does and why, for tooltips and the status bar.
        keys: its shortcuts, the first shown.
        icon: a drawing in ``resources/icons``, empty for none.
        checkable: it is on or off.
        group: actions of one group exclude each other.
        section: its heading on the sheet of shortcuts, and its menu.
        gap: whether a line stands before it in its menu.
    """

    name: str
    text: str
    tip: str = ""
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False
    group: str = ""
    section: str = ""
    gap: bool = False


FILE = QT_TRANSLATE_NOOP("actions", "File")
EDIT = QT_TRANSLATE_NOOP("actions", "Edit")
VIEW = QT_TRANSLATE_NOOP("actions", "View")
TOOLS = QT_TRANSLATE_NOOP("actions", "Tools")
TERRAIN = QT_TRANSLATE_NOOP("actions", "Terrain")
LAYERS = QT_TRANSLATE_NOOP("actions", "Layers")
MAP = QT_TRANSLATE_NOOP("actions", "Map")
CREATURES = QT_TRANSLATE_NOOP("actions", "Creatures")
PLAY = QT_TRANSLATE_NOOP("actions", "Play moves")
PLAYERS = QT_TRANSLATE_NOOP("actions", "Players")
SECRETS = QT_TRANSLATE_NOOP("actions", "Fog and secrets")
OVERLAYS = QT_TRANSLATE_NOOP("actions", "Overlays")
HELP = QT_TRANSLATE_NOOP("actions", "Help")
