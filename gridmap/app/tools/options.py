"""What the tools work with: the terrain in hand, the brush's size, the kind of wall, the next creature."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from gridmap.model import Blocked, GroundKind, Layer, Size, WallKind

if TYPE_CHECKING:
    from gridmap.formats.creature_library import KnownCreature

LARGEST_BRUSH = 12
MOST_CREATURES = 60
"""That are put down at once."""


@dataclass(frozen=True)
class TerrainKind:
    """One value of one terrain layer."""

    layer: Layer
    value: int


TERRAIN_KINDS = (
    TerrainKind(Layer.DIFFICULT, 2),
    TerrainKind(Layer.DIFFICULT, 4),
    TerrainKind(Layer.DIFFICULT, 8),
    TerrainKind(Layer.IMPEDED, 1),
    TerrainKind(Layer.BLOCKED, int(Blocked.FILLS)),
    TerrainKind(Layer.BLOCKED, int(Blocked.ROUNDED)),
    TerrainKind(Layer.HAZARDOUS, 1),
    TerrainKind(Layer.GROUND, int(GroundKind.WATER)),
    TerrainKind(Layer.GROUND, int(GroundKind.AIR)),
    TerrainKind(Layer.GROUND, int(GroundKind.CLIFF)),
    TerrainKind(Layer.GROUND, int(GroundKind.EARTH)),
)
"""Everything that a brush can lay, in the palette's order."""


@dataclass(frozen=True)
class Choices:
    """The state of all tools' options.

    Attributes:
        terrain: what brush, rectangle and fill lay; its layer is the one that the eraser clears.
        lays_elevation: they lay a height of the ground instead.
        elevation: that height, in feet.
        brush_size: squares a side.
        brush_round: it is round, from three squares on.
        erase_all_layers: the eraser clears every layer.
        wall: the kind laid; None takes walls away.
        wall_secret: doors are laid as secret ones, which players take for walls.
        wall_snap: squares between the places that wall ends snap to at any angle; 0 for none.
        creature_size, creature_team, creature_name: of the next creature.
        creature_known: the creature of the list that it is like, None for one of that size and no more.
        creature_count: how many are put down at once.
        area_shape, area_feet: of the area under the cursor.
        area_widened: twice the size, where the ruleset knows that.
        fog_hides: fog's tools hide, and reveal with the right button.
        lays_traps: hazards are laid as traps, which players do not see.
        region_shape: how a region is drawn: ``rectangle``, ``lasso`` or ``joined`` squares.
        note_secret: whether the next note is the GM's.
        picture: index of the background picture worked on, None for none.
        block: printed squares across and down that a picture is fitted by.
        play_ways: a creature that is dragged shows its way.
        play_safe: and the one on which the fewest enemies may strike.
        play_mode: the one mode of movement it goes by, empty for all that it has.
        forced_move, forced_squares: what the next forced move is, and how far it goes.
        target_question: what is asked about a target.
    """

    terrain: TerrainKind = TERRAIN_KINDS[0]
    lays_elevation: bool = False
    elevation: int = 5
    brush_size: int = 1
    brush_round: bool = False
    erase_all_layers: bool = False
    wall: WallKind | None = WallKind.WALL
    wall_secret: bool = False
    wall_snap: float = 1.0
    creature_size: Size = Size.MEDIUM
    creature_team: str = "foes"
    creature_name: str = ""
    creature_known: KnownCreature | None = None
    creature_count: int = 1
    area_shape: str = "burst"
    area_feet: int = 20
    area_widened: bool = False
    fog_hides: bool = False
    lays_traps: bool = False
    region_shape: str = "rectangle"
    note_secret: bool = True
    picture: int | None = None
    block: tuple[int, int] = (5, 5)
    play_ways: bool = True
    play_safe: bool = True
    play_mode: str = ""
    forced_move: str = "push"
    forced_squares: int = 2
    target_question: str = "charge"


class ToolOptions(QObject):
    """The choices in hand, with a signal when one changes."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices = Choices()

    @property
    def choices(self) -> Choices:
        """The choices as they are."""
        return self._choices

    def choose(self, **changes: Any) -> None:
        """Change some of them."""
        if "terrain" in changes:
            changes.setdefault("lays_elevation", False)
        known = changes.get("creature_known")
        if known is not None:
            changes.setdefault("creature_size", known.creature.size)
            changes.setdefault("creature_name", known.name)
        choices = replace(self._choices, **changes)
        if choices != self._choices:
            self._choices = choices
            self.changed.emit()

    def change_brush_size(self, by: int) -> None:
        """A larger or smaller brush, within its limits."""
        self.choose(brush_size=max(1, min(LARGEST_BRUSH, self._choices.brush_size + by)))
