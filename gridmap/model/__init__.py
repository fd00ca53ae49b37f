"""What a map is: immutable values, no Qt, no rules."""

from gridmap.model.battlemap import MAX_SIDE, MAX_SQUARES, BattleMap
from gridmap.model.creature import Creature, ReachBand, Size, Stance
from gridmap.model.fog import Fog
from gridmap.model.note import Note
from gridmap.model.picture import Asset, Picture
from gridmap.model.players import players_map
from gridmap.model.square import FEET_PER_SQUARE, Intersection, Point, Square
from gridmap.model.terrain import LAYERS, Blocked, Grid, GroundKind, Layer, Terrain
from gridmap.model.wall import Wall, WallKind

__all__ = [
    "FEET_PER_SQUARE",
    "LAYERS",
    "MAX_SIDE",
    "MAX_SQUARES",
    "Asset",
    "BattleMap",
    "Blocked",
    "Creature",
    "Fog",
    "Grid",
    "GroundKind",
    "Intersection",
    "Layer",
    "Note",
    "Picture",
    "Point",
    "ReachBand",
    "Size",
    "Square",
    "Stance",
    "Terrain",
    "Wall",
    "WallKind",
    "players_map",
]
