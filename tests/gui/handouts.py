"""What a handout of the window shows."""

from __future__ import annotations

from gridmap.app.main_window import MainWindow
from gridmap.app.rulesets import ruleset_of
from gridmap.render.handout import Handout, scene_of
from gridmap.render.scene import Scene


def handout_scene(window: MainWindow, *, players: bool = True) -> Scene:
    """The map and its overlays as they are shown now."""
    battle_map = window.editor.document.shown
    return scene_of(
        battle_map,
        Handout(players=players),
        ruleset=ruleset_of(battle_map),
        overlays_on=window.editor.overlays.built_on,
    )
