"""The actions of the map as a whole and its pictures."""

from __future__ import annotations

from gridmap.app.action_spec import MAP, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "snap_walls",
        QT_TRANSLATE_NOOP("actions", "S&nap walls to the grid"),
        QT_TRANSLATE_NOOP("actions", "Bring walls within 0.2 squares of a line of the grid onto it"),
        icon="snap",
        section=MAP,
    ),
)
