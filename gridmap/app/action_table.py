"""Every action of the program with its words, icon and keys, in one table."""

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
        section: its heading on the sheet of shortcuts.
    """

    name: str
    text: str
    tip: str = ""
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False
    group: str = ""
    section: str = ""


FILE = QT_TRANSLATE_NOOP("actions", "File")
EDIT = QT_TRANSLATE_NOOP("actions", "Edit")
VIEW = QT_TRANSLATE_NOOP("actions", "View")
TOOLS = QT_TRANSLATE_NOOP("actions", "Tools")
TERRAIN = QT_TRANSLATE_NOOP("actions", "Terrain")
OVERLAYS = QT_TRANSLATE_NOOP("actions", "Overlays")
HELP = QT_TRANSLATE_NOOP("actions", "Help")

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "new",
        QT_TRANSLATE_NOOP("actions", "&New map…"),
        QT_TRANSLATE_NOOP("actions", "Start a map of a chosen size and ruleset"),
        keys=("Ctrl+N",),
        icon="new",
        section=FILE,
    ),
    ActionSpec(
        "open",
        QT_TRANSLATE_NOOP("actions", "&Open…"),
        QT_TRANSLATE_NOOP("actions", "Open a map, a Universal VTT file or a picture"),
        keys=("Ctrl+O",),
        icon="open",
        section=FILE,
    ),
    ActionSpec(
        "save",
        QT_TRANSLATE_NOOP("actions", "&Save"),
        QT_TRANSLATE_NOOP("actions", "Save the map to its file"),
        keys=("Ctrl+S",),
        icon="save",
        section=FILE,
    ),
    ActionSpec(
        "save_as",
        QT_TRANSLATE_NOOP("actions", "Save &as…"),
        QT_TRANSLATE_NOOP("actions", "Save the map to another file"),
        keys=("Ctrl+Shift+S",),
        section=FILE,
    ),
    ActionSpec(
        "export",
        QT_TRANSLATE_NOOP("actions", "&Export picture…"),
        QT_TRANSLATE_NOOP("actions", "Draw the map with its overlays to a PNG file"),
        keys=("Ctrl+E",),
        icon="export",
        section=FILE,
    ),
    ActionSpec(
        "forget_recent",
        QT_TRANSLATE_NOOP("actions", "&Clear this list"),
        QT_TRANSLATE_NOOP("actions", "Forget the recent files"),
        section=FILE,
    ),
    ActionSpec(
        "quit",
        QT_TRANSLATE_NOOP("actions", "&Quit"),
        QT_TRANSLATE_NOOP("actions", "Close gridmap"),
        keys=("Ctrl+Q",),
        section=FILE,
    ),
    ActionSpec(
        "undo",
        QT_TRANSLATE_NOOP("actions", "&Undo"),
        QT_TRANSLATE_NOOP("actions", "Take back the last step"),
        keys=("Ctrl+Z",),
        icon="undo",
        section=EDIT,
    ),
    ActionSpec(
        "redo",
        QT_TRANSLATE_NOOP("actions", "&Redo"),
        QT_TRANSLATE_NOOP("actions", "Do the step again that was taken back"),
        keys=(
            "Ctrl+Shift+Z",
            "Ctrl+Y",
        ),
        icon="redo",
        section=EDIT,
    ),
    ActionSpec(
        "duplicate",
        QT_TRANSLATE_NOOP("actions", "Dup&licate"),
        QT_TRANSLATE_NOOP("actions", "Put a copy of the selected creatures beside them"),
        keys=("Ctrl+D",),
        section=EDIT,
    ),
    ActionSpec(
        "delete",
        QT_TRANSLATE_NOOP("actions", "&Delete"),
        QT_TRANSLATE_NOOP("actions", "Remove the selected creatures"),
        keys=(
            "Del",
            "Backspace",
        ),
        icon="remove",
        section=EDIT,
    ),
    ActionSpec(
        "select_all",
        QT_TRANSLATE_NOOP("actions", "Select &all"),
        QT_TRANSLATE_NOOP("actions", "Select every creature"),
        keys=("Ctrl+A",),
        section=EDIT,
    ),
    ActionSpec(
        "select_none",
        QT_TRANSLATE_NOOP("actions", "Select &none"),
        QT_TRANSLATE_NOOP("actions", "Select nothing"),
        keys=("Ctrl+Shift+A",),
        section=EDIT,
    ),
    ActionSpec(
        "paste_creatures",
        QT_TRANSLATE_NOOP("actions", "&Paste statblock"),
        QT_TRANSLATE_NOOP("actions", "Add the creatures that the copied text describes"),
        keys=("Ctrl+Shift+V",),
        section=EDIT,
    ),
    ActionSpec(
        "add_creatures",
        QT_TRANSLATE_NOOP("actions", "Add &creatures from files…"),
        QT_TRANSLATE_NOOP("actions", "Add creatures from statblocks, actors of Foundry or tokens of MapTool"),
        section=EDIT,
    ),
    ActionSpec(
        "zoom_in",
        QT_TRANSLATE_NOOP("actions", "Zoom &in"),
        QT_TRANSLATE_NOOP("actions", "Make the map larger"),
        keys=(
            "Ctrl++",
            "Ctrl+=",
            "+",
        ),
        icon="zoom-in",
        section=VIEW,
    ),
    ActionSpec(
        "zoom_out",
        QT_TRANSLATE_NOOP("actions", "Zoom &out"),
        QT_TRANSLATE_NOOP("actions", "Make the map smaller"),
        keys=(
            "Ctrl+-",
            "-",
        ),
        icon="zoom-out",
        section=VIEW,
    ),
    ActionSpec(
        "fit",
        QT_TRANSLATE_NOOP("actions", "&Fit map"),
        QT_TRANSLATE_NOOP("actions", "Show the whole map"),
        keys=(
            "Ctrl+0",
            "0",
        ),
        icon="fit",
        section=VIEW,
    ),
    ActionSpec(
        "table_size",
        QT_TRANSLATE_NOOP("actions", "&Table size"),
        QT_TRANSLATE_NOOP("actions", "Show a square at 70 pixels, as on a virtual table"),
        keys=("Ctrl+1",),
        section=VIEW,
    ),
    ActionSpec(
        "grid",
        QT_TRANSLATE_NOOP("actions", "&Grid"),
        QT_TRANSLATE_NOOP("actions", "Show the grid lines"),
        keys=("Ctrl+'",),
        icon="grid",
        checkable=True,
        section=VIEW,
    ),
    ActionSpec(
        "pictures",
        QT_TRANSLATE_NOOP("actions", "&Pictures"),
        QT_TRANSLATE_NOOP("actions", "Show the background pictures"),
        checkable=True,
        section=VIEW,
    ),
    ActionSpec(
        "names",
        QT_TRANSLATE_NOOP("actions", "Creature &names"),
        QT_TRANSLATE_NOOP("actions", "Show names beside creatures"),
        checkable=True,
        section=VIEW,
    ),
    ActionSpec(
        "theme_light",
        QT_TRANSLATE_NOOP("actions", "&Light"),
        QT_TRANSLATE_NOOP("actions", "Light theme"),
        checkable=True,
        group="theme",
        section=VIEW,
    ),
    ActionSpec(
        "theme_dark",
        QT_TRANSLATE_NOOP("actions", "&Dark"),
        QT_TRANSLATE_NOOP("actions", "Dark theme"),
        checkable=True,
        group="theme",
        section=VIEW,
    ),
    ActionSpec(
        "theme_high-contrast",
        QT_TRANSLATE_NOOP("actions", "&High contrast"),
        QT_TRANSLATE_NOOP("actions", "High-contrast theme"),
        checkable=True,
        group="theme",
        section=VIEW,
    ),
    ActionSpec(
        "tool_select",
        QT_TRANSLATE_NOOP("actions", "&Select"),
        QT_TRANSLATE_NOOP("actions", "Select and move creatures, open doors"),
        keys=("V",),
        icon="select",
        checkable=True,
        group="tool",
        section=TOOLS,
    ),
    ActionSpec(
        "tool_brush",
        QT_TRANSLATE_NOOP("actions", "&Brush"),
        QT_TRANSLATE_NOOP("actions", "Paint terrain square by square"),
        keys=("B",),
        icon="brush",
        checkable=True,
        group="tool",
        section=TOOLS,
    ),
    ActionSpec(
        "tool_rectangle",
        QT_TRANSLATE_NOOP("actions", "&Rectangle"),
        QT_TRANSLATE_NOOP("actions", "Lay terrain on a rectangle"),
        keys=("R",),
        icon="rectangle",
        checkable=True,
        group="tool",
        section=TOOLS,
    ),
    ActionSpec(
        "tool_fill",
        QT_TRANSLATE_NOOP("actions", "&Fill"),
        QT_TRANSLATE_NOOP("actions", "Fill joined squares with terrain"),
        keys=("G",),
        icon="fill",
        checkable=True,
        group="tool",
        section=TOOLS,
    ),
    ActionSpec(
        "tool_eraser",
        QT_TRANSLATE_NOOP("actions", "&Eraser"),
        QT_TRANSLATE_NOOP("actions", "Take terrain away"),
        keys=("E",),
        icon="eraser",
        checkable=True,
        group="tool",
        section=TOOLS,
    ),
    ActionSpec(
        "tool_wall",
        QT_TRANSLATE_NOOP("actions", "&Walls and doors"),
        QT_TRANSLATE_NOOP("actions", "Draw walls, doors, windows and obstacles"),
        keys=("W",),
        icon="wall",
        checkable=True,
        group="tool",
        section=TOOLS,
    ),
    ActionSpec(
        "tool_creature",
        QT_TRANSLATE_NOOP("actions", "Add &creature"),
        QT_TRANSLATE_NOOP("actions", "Put creatures on the map"),
        keys=("C",),
        icon="creature",
        checkable=True,
        group="tool",
        section=TOOLS,
    ),
    ActionSpec(
        "tool_area",
        QT_TRANSLATE_NOOP("actions", "&Area"),
        QT_TRANSLATE_NOOP("actions", "Lay a burst, cone or line and see whom it catches"),
        keys=("A",),
        icon="area",
        checkable=True,
        group="tool",
        section=TOOLS,
    ),
    ActionSpec(
        "tool_pan",
        QT_TRANSLATE_NOOP("actions", "&Move view"),
        QT_TRANSLATE_NOOP("actions", "Drag the map about"),
        keys=("H",),
        icon="pan",
        checkable=True,
        group="tool",
        section=TOOLS,
    ),
    ActionSpec(
        "smaller",
        QT_TRANSLATE_NOOP("actions", "Smaller br&ush"),
        QT_TRANSLATE_NOOP("actions", "A smaller brush"),
        keys=("[",),
        section=TOOLS,
    ),
    ActionSpec(
        "larger",
        QT_TRANSLATE_NOOP("actions", "&Larger brush"),
        QT_TRANSLATE_NOOP("actions", "A larger brush"),
        keys=("]",),
        section=TOOLS,
    ),
    ActionSpec(
        "overlay_movement",
        QT_TRANSLATE_NOOP("actions", "&Movement"),
        QT_TRANSLATE_NOOP("actions", "Where the selected creature can go, and what it costs"),
        keys=("M",),
        icon="movement",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_reach",
        QT_TRANSLATE_NOOP("actions", "&Reach"),
        QT_TRANSLATE_NOOP("actions", "Which squares the selected creature threatens"),
        keys=("T",),
        icon="reach",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_threats",
        QT_TRANSLATE_NOOP("actions", "O&pponents' reach"),
        QT_TRANSLATE_NOOP("actions", "Where the opponents of the selected creature threaten it"),
        keys=("Shift+T",),
        icon="threats",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_flanking",
        QT_TRANSLATE_NOOP("actions", "&Flanking"),
        QT_TRANSLATE_NOOP("actions", "Who flanks whom, with the line that proves it"),
        keys=("F",),
        icon="flanking",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_cover",
        QT_TRANSLATE_NOOP("actions", "&Cover"),
        QT_TRANSLATE_NOOP("actions", "What cover each square has from shots of the selected creature"),
        keys=("K",),
        icon="cover",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "clear_area",
        QT_TRANSLATE_NOOP("actions", "C&lear area"),
        QT_TRANSLATE_NOOP("actions", "Take the area off the map"),
        icon="remove",
        keys=("Shift+A",),
        section=OVERLAYS,
    ),
    ActionSpec(
        "shortcuts",
        QT_TRANSLATE_NOOP("actions", "&Keyboard shortcuts"),
        QT_TRANSLATE_NOOP("actions", "Show all keys in a window that may stay open"),
        keys=(
            "F1",
            "?",
        ),
        section=HELP,
    ),
)
