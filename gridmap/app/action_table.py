"""Every action of the program, in one table."""

from __future__ import annotations

from gridmap.app.action_spec import ActionSpec
from gridmap.app.action_tables import (
    creatures,
    edit,
    file,
    help,
    layers,
    map,
    overlays,
    play,
    players,
    secrets,
    tools,
    view,
)

ACTIONS: tuple[ActionSpec, ...] = (
    *file.ACTIONS,
    *edit.ACTIONS,
    *map.ACTIONS,
    *view.ACTIONS,
    *tools.ACTIONS,
    *layers.ACTIONS,
    *creatures.ACTIONS,
    *play.ACTIONS,
    *overlays.ACTIONS,
    *secrets.ACTIONS,
    *players.ACTIONS,
    *help.ACTIONS,
)
