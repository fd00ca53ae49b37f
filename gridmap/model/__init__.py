"""What a map is: immutable values, no Qt, no rules."""

from gridmap.model.battlemap import MAX_SIDE, MAX_SQUARES, BattleMap
from gridmap.model.creature import Creature, Manoeuvrability, ReachBand, Size, Stance
from gridmap.model.elevation import MAX_ELEVATION, Elevation
from gridmap.model.fog import Fog, FogState
from gridmap.model.note import Note
from gridmap.model.picture import Asset, Picture
from gridmap.model.players import players_map
from gridmap.model.saved_view import SavedView
from gridmap.model.square import FEET_PER_SQUARE, Intersection, Point, Square
from gridmap.model.team import Team, TokenShape
from gridmap.model.template import Template
from gridmap.model.terrain import LAYERS, Blocked, Grid, GroundKind, Layer, Terrain
from gridmap.model.wall import Wall, WallKind

__all__ = [
    "FEET_PER_SQUARE",
    "LAYERS",
    "MAX_ELEVATION",
    "MAX_SIDE",
    "MAX_SQUARES",
    "Asset",
    "BattleMap",
    "Blocked",
    "Creature",
    "Elevation",
    "Fog",
    "FogState",
    "Grid",
    "GroundKind",
    "Intersection",
    "Layer",
    "Manoeuvrability",
    "Note",
    "Picture",
    "Point",
    "ReachBand",
    "SavedView",
    "Size",
    "Square",
    "Stance",
    "Team",
    "Template",
    "Terrain",
    "TokenShape",
    "Wall",
    "WallKind",
    "players_map",
]
