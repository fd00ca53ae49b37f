"""The actions of help."""

from __future__ import annotations

from gridmap.app.action_spec import HELP, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "command_palette",
        QT_TRANSLATE_NOOP("actions", "&Command palette…"),
        QT_TRANSLATE_NOOP("actions", "Find any action by typing a few letters of its name"),
        keys=("Ctrl+Shift+P",),
        section=HELP,
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
