"""The actions of the terrain layers and pieces of map."""

from __future__ import annotations

from gridmap.app.action_spec import ActionSpec

ACTIONS: tuple[ActionSpec, ...] = ()
