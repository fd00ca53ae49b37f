"""The actions of files."""

from __future__ import annotations

from gridmap.app.action_spec import FILE, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

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
        "save_players_copy",
        QT_TRANSLATE_NOOP("actions", "Save a copy for p&layers…"),
        QT_TRANSLATE_NOOP("actions", "Save a map in which nothing is left that players do not know"),
        section=FILE,
    ),
    ActionSpec(
        "save_foreign_copy",
        QT_TRANSLATE_NOOP("actions", "Save for ano&ther program…"),
        QT_TRANSLATE_NOOP("actions", "Write a copy as Universal VTT, as a Foundry scene or for Tiled"),
        section=FILE,
    ),
    ActionSpec(
        "export",
        QT_TRANSLATE_NOOP("actions", "&Export…"),
        QT_TRANSLATE_NOOP("actions", "Make a picture, a PDF or an SVG of the map, for players or for the GM"),
        keys=("Ctrl+E",),
        icon="export",
        section=FILE,
    ),
    ActionSpec(
        "print_map",
        QT_TRANSLATE_NOOP("actions", "&Print…"),
        QT_TRANSLATE_NOOP("actions", "Print the map at true scale: an inch a square"),
        keys=("Ctrl+P",),
        section=FILE,
    ),
    ActionSpec(
        "copy_map_picture",
        QT_TRANSLATE_NOOP("actions", "Cop&y picture"),
        QT_TRANSLATE_NOOP("actions", "Copy the map, or what is selected, as a picture that players may see"),
        keys=("Ctrl+Shift+C",),
        section=FILE,
    ),
    ActionSpec(
        "earlier_versions",
        QT_TRANSLATE_NOOP("actions", "Earlier &versions…"),
        QT_TRANSLATE_NOOP("actions", "Look at what the file held before, and open it"),
        section=FILE,
    ),
    ActionSpec(
        "start_page",
        QT_TRANSLATE_NOOP("actions", "Start pa&ge"),
        QT_TRANSLATE_NOOP("actions", "Show recent maps and samples"),
        keys=("Ctrl+Shift+Home",),
        section=FILE,
    ),
    ActionSpec(
        "preferences",
        QT_TRANSLATE_NOOP("actions", "Preferences…"),
        QT_TRANSLATE_NOOP("actions", "Choose the theme, the size of the interface and your own keys"),
        keys=("Ctrl+,",),
        section=FILE,
        gap=True,
    ),
    ActionSpec(
        "import_report",
        QT_TRANSLATE_NOOP("actions", "&Import report"),
        QT_TRANSLATE_NOOP("actions", "How the imported file was read, and what it leaves open"),
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
)
