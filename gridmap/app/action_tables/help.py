"""The actions of help."""

from __future__ import annotations

from gridmap.app.action_spec import HELP, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
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
