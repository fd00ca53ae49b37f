"""The actions of moves in play."""

from __future__ import annotations

from gridmap.app.action_spec import PLAY, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "play_ways",
        QT_TRANSLATE_NOOP("actions", "Show &ways"),
        QT_TRANSLATE_NOOP(
            "actions", "While a creature is dragged: its way, what it costs, and who may strike"
        ),
        keys=("Shift+D",),
        icon="movement",
        checkable=True,
        section=PLAY,
    ),
    ActionSpec(
        "play_safe",
        QT_TRANSLATE_NOOP("actions", "&Safest way too"),
        QT_TRANSLATE_NOOP(
            "actions", "Beside the cheapest way the one on which the fewest enemies may strike"
        ),
        keys=("Shift+S",),
        checkable=True,
        section=PLAY,
    ),
    ActionSpec(
        "play_move",
        QT_TRANSLATE_NOOP("actions", "&Move by keys"),
        QT_TRANSLATE_NOOP(
            "actions", "Pick the selected creature up: arrows move it, . sets a waypoint, Return lets go"
        ),
        keys=("Ctrl+M",),
        section=PLAY,
    ),
    ActionSpec(
        "keep_area",
        QT_TRANSLATE_NOOP("actions", "&Keep area on the map"),
        QT_TRANSLATE_NOOP(
            "actions", "The area under the cursor stays as a template: a cloud, a wall of fire"
        ),
        keys=("Ctrl+K",),
        icon="pin",
        section=PLAY,
        gap=True,
    ),
)
