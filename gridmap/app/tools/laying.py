"""What the painting tools lay on a region: the terrain in hand, or a height of the ground."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from gridmap.app.terrain_names import kind_name, layer_name
from gridmap.app.tools.options import Choices
from gridmap.edits.elevation import set_elevation
from gridmap.edits.secrets import set_traps
from gridmap.edits.terrain import Mask, paint
from gridmap.model import BattleMap, Layer


def lay(battle_map: BattleMap, region: Mask, choices: Choices, *, erases: bool) -> BattleMap:
    """The map with what is in hand on a region, or with that taken away."""
    if choices.lays_elevation:
        return set_elevation(battle_map, region, 0 if erases else choices.elevation)
    kind = choices.terrain
    painted = paint(battle_map, kind.layer, region, 0 if erases else kind.value)
    if kind.layer is Layer.HAZARDOUS:
        painted = set_traps(painted, region, choices.lays_traps and not erases)
    return painted


def laying_label(choices: Choices, *, erases: bool) -> str:
    """What the history calls it."""
    if choices.lays_elevation:
        if erases:
            return QCoreApplication.translate("laying", "Level the ground")
        template = QCoreApplication.translate("laying", "Ground at {feet} ft")
        return template.format(feet=choices.elevation)
    if erases:
        template = QCoreApplication.translate("laying", "Erase {layer}")
        return template.format(layer=layer_name(choices.terrain.layer).lower())
    template = QCoreApplication.translate("laying", "Paint {terrain}")
    return template.format(terrain=kind_name(choices.terrain).lower())
