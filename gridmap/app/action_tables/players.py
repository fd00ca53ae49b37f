"""The actions of the players' window."""

from __future__ import annotations

from gridmap.app.action_spec import ActionSpec

ACTIONS: tuple[ActionSpec, ...] = ()
