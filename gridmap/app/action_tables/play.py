"""The actions of moves in play."""

from __future__ import annotations

from gridmap.app.action_spec import ActionSpec

ACTIONS: tuple[ActionSpec, ...] = ()
