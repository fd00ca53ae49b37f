"""The actions of undo, selection and clipboard."""

from __future__ import annotations

from gridmap.app.action_spec import EDIT, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
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
        "cut",
        QT_TRANSLATE_NOOP("actions", "Cu&t"),
        QT_TRANSLATE_NOOP("actions", "Copy the selected squares or creatures and take them away"),
        keys=("Ctrl+X",),
        section=EDIT,
    ),
    ActionSpec(
        "copy",
        QT_TRANSLATE_NOOP("actions", "Cop&y"),
        QT_TRANSLATE_NOOP(
            "actions", "Copy the selected squares or creatures; they can be pasted on another map too"
        ),
        keys=("Ctrl+C",),
        section=EDIT,
    ),
    ActionSpec(
        "paste",
        QT_TRANSLATE_NOOP("actions", "&Paste"),
        QT_TRANSLATE_NOOP("actions", "Lay what was copied, as often as you click"),
        keys=("Ctrl+V",),
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
        QT_TRANSLATE_NOOP("actions", "Paste stat&block"),
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
)
