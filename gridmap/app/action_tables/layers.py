"""The actions of the terrain layers and pieces of map."""

from __future__ import annotations

from gridmap.app.action_spec import LAYERS, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "region_fill",
        QT_TRANSLATE_NOOP("actions", "Fill selected s&quares"),
        QT_TRANSLATE_NOOP("actions", "Lay the terrain in hand on the selected squares"),
        keys=("Ctrl+G",),
        section=LAYERS,
    ),
    ActionSpec(
        "region_clear",
        QT_TRANSLATE_NOOP("actions", "Clear selected squares"),
        QT_TRANSLATE_NOOP("actions", "Take away what is on the selected squares"),
        keys=("Ctrl+Del",),
        section=LAYERS,
    ),
    ActionSpec(
        "region_invert",
        QT_TRANSLATE_NOOP("actions", "Select the other squares"),
        QT_TRANSLATE_NOOP("actions", "Select all squares that are not selected now"),
        keys=("Ctrl+Shift+I",),
        section=LAYERS,
    ),
    ActionSpec(
        "region_crop",
        QT_TRANSLATE_NOOP("actions", "Crop map to selection"),
        QT_TRANSLATE_NOOP("actions", "Make the map as large as the selected squares"),
        section=LAYERS,
    ),
    ActionSpec(
        "keep_stamp",
        QT_TRANSLATE_NOOP("actions", "&Keep selection as stamp…"),
        QT_TRANSLATE_NOOP("actions", "Keep the selected squares as a piece to lay on any map"),
        keys=("Ctrl+Shift+K",),
        section=LAYERS,
    ),
)
