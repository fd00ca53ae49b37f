"""The actions of the map as a whole and its pictures."""

from __future__ import annotations

from gridmap.app.action_spec import ActionSpec

ACTIONS: tuple[ActionSpec, ...] = ()
