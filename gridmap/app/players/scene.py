"""What the players' window draws: the players' map and answers worked out on it, never the GM's map."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from gridmap.app.editor import Editor
from gridmap.app.players.presenter import Shown
from gridmap.app.rulesets import ruleset_of
from gridmap.model import BattleMap
from gridmap.model.players import in_players_ids, players_ids, players_map
from gridmap.model.template import Template
from gridmap.overlays import turn as turn_ring
from gridmap.overlays.overlay import Overlay
from gridmap.overlays.registry import OverlayError, build
from gridmap.render.scene import Scene
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import sides

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_IN_HAND = "in hand"
"""What the ids of areas in the GM's hand begin with while the players' map is made."""
_KINDS = {
    "movement": "movement",
    "movement-by": "movement",
    "movement-of": "movement",
    "path": "movement",
    "run": "movement",
    "five-foot-step": "movement",
    "withdraw": "movement",
    "reach": "reach",
    "reach-of": "reach",
    "threats": "threats",
    "flanking": "flanking",
    "flank-spots": "flanking",
    "cover": "cover",
    "sight": "sight",
    "charge": "maneuver",
    "forced": "maneuver",
    "area": "area",
}


def players_scene(window: MainWindow) -> Scene:
    """What the players' window of a main window draws.

    Everything that players ever see of a map on the screen comes from here: the map as the history has it
    (never the trial of a gesture under way), through `players_map`, with overlays that are worked out on that
    copy.
    """
    # Imported here: the feature knows this module.
    from gridmap.app.players.feature import Players

    feature = window.features.get(Players.__name__)
    if isinstance(feature, Players):
        return feature.scene()
    return Content(window.editor).scene(Shown(), "")


class Content:
    """Makes the players' scene, the same one again while nothing that it shows has changed."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._made_of: tuple[object, ...] = ()
        self._scene: Scene | None = None

    def scene(self, shown: Shown, turn: str) -> Scene:
        """What players are shown.

        Args:
            shown: what the GM lets them see.
            turn: the GM's id of the creature whose turn it is, empty for nobody's.
        """
        battle_map = self._editor.document.battle_map
        names = self._overlay_names(shown)
        order = self._editor.view.visible.order
        made_of = (battle_map, shown, turn, names, order)
        if self._scene is None or not _same(made_of, self._made_of):
            scene = _make(battle_map, shown, turn, names)
            self._scene = replace(scene, layer_order=order)
            self._made_of = made_of
        return self._scene

    def _overlay_names(self, shown: Shown) -> tuple[str, ...]:
        """The names of the overlays that the GM sees and shows to players."""
        if not shown.overlays or not self._editor.overlays.started:
            return ()
        return tuple(name for name in self._editor.overlays.names if kind_of(name) in shown.overlays)


def kind_of(name: str) -> str:
    """Which of `OVERLAY_KINDS` an overlay is, by the first word of its name; empty for the GM's own.

    >>> kind_of("reach:ogre"), kind_of("run:vala"), kind_of("difference:dnd:reach:ogre")
    ('reach', 'movement', '')
    """
    return _KINDS.get(name.partition(":")[0], "")


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Maps are compared by identity: they never change, and comparing their parts takes long."""
    return bool(other) and one[0] is other[0] and one[1:] == other[1:]


def _make(battle_map: BattleMap, shown: Shown, turn: str, names: tuple[str, ...]) -> Scene:
    ruleset = ruleset_of(battle_map)
    side_of = sides(ruleset)
    # An area in the GM's hand goes the way of those kept on the map: it is shown where they would be.
    templates = battle_map.templates if shown.templates else ()
    in_hand = [name for name in names if kind_of(name) == "area"]
    templates += tuple(Template(f"{_IN_HAND} {at}", name) for at, name in enumerate(in_hand))
    theirs = players_map(battle_map.with_changes(templates=templates), side_of)
    ids = players_ids(battle_map, side_of)
    areas = [template.area for template in theirs.templates]
    # An overlay that names a creature which players do not see is none of theirs.
    answers = [in_players_ids(name, battle_map, ids) for name in names if name not in in_hand]
    overlays = _built([*areas, *filter(None, answers)], theirs, ruleset)
    if shown.turn and turn in ids:
        overlays.append(turn_ring.overlay(theirs.creature(ids[turn]), ruleset))
    return Scene(
        replace(theirs, templates=()),
        tuple(overlays),
        grid=shown.grid,
        names=shown.names,
        fog_hides=True,
        ruleset=ruleset,
    )


def _built(names: list[str], theirs: BattleMap, ruleset: Ruleset) -> list[Overlay]:
    overlays = []
    for name in names:
        with suppress(OverlayError):
            overlays.append(build(name, theirs, ruleset))
    return overlays
