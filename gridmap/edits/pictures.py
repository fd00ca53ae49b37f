"""Edits of background pictures: their place, order and look, and how they lie on the grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, cos, floor, hypot, radians, sin
from typing import Any

from gridmap.edits.page import resize
from gridmap.model.battlemap import BattleMap
from gridmap.model.picture import Picture
from gridmap.model.square import Point

LEAST_SIDE, MOST_SIDE = 0.05, 20_000.0
"""Sides of a picture, in squares."""


def change_picture(battle_map: BattleMap, index: int, **changes: Any) -> BattleMap:
    """The map with some attributes of one picture changed.

    Raises:
        ValueError: a side, the opacity or a place is out of its limits.
    """
    old = battle_map.pictures[index]
    new = replace(old, **changes)
    if new == old:
        return battle_map
    if not (LEAST_SIDE <= new.width <= MOST_SIDE and LEAST_SIDE <= new.height <= MOST_SIDE):
        raise ValueError(f"a picture is {LEAST_SIDE:g} to {MOST_SIDE:g} squares wide and high")
    if not 0 <= new.opacity <= 1:
        raise ValueError("a picture's opacity is from 0 to 1")
    pictures = (*battle_map.pictures[:index], new, *battle_map.pictures[index + 1 :])
    return battle_map.with_changes(pictures=pictures)


def order_picture(battle_map: BattleMap, index: int, to: int) -> BattleMap:
    """The map with one picture at another place in the order, the lowest first."""
    to = max(0, min(len(battle_map.pictures) - 1, to))
    if to == index:
        return battle_map
    others = [*battle_map.pictures[:index], *battle_map.pictures[index + 1 :]]
    others.insert(to, battle_map.pictures[index])
    return battle_map.with_changes(pictures=tuple(others))


def lay_on_grid(
    battle_map: BattleMap, index: int, squares_across: float, squares_down: float, left: float, top: float
) -> BattleMap:
    """The map with one picture scaled so that its printed grid lies on the map's.

    Args:
        battle_map: the map.
        index: which picture; it is turned upright.
        squares_across: printed squares over the picture's whole width.
        squares_down: printed squares over its whole height.
        left: its first printed line from its left edge, in printed squares.
        top: the same from its top edge.
    """
    old = battle_map.pictures[index]
    line_x = old.at.x + left * old.width / squares_across
    line_y = old.at.y + top * old.height / squares_down
    at = Point(round(line_x) - left, round(line_y) - top)
    return change_picture(battle_map, index, width=squares_across, height=squares_down, at=at, turn=0.0)


def fit_block(
    battle_map: BattleMap, index: int, one: Point, other: Point, across: int, down: int
) -> BattleMap:
    """The map with one picture scaled and moved so that a block of it covers whole squares.

    Args:
        battle_map: the map.
        index: which picture; it stands upright.
        one: a corner of the block, where it lies now.
        other: the opposite corner.
        across: printed squares that the block is wide.
        down: printed squares that it is high.

    Raises:
        ValueError: the block is empty, or the picture is turned.
    """
    old = battle_map.pictures[index]
    left, right = sorted((one.x, other.x))
    top, bottom = sorted((one.y, other.y))
    if right - left < LEAST_SIDE or bottom - top < LEAST_SIDE:
        raise ValueError("drag over a block of squares, from corner to corner")
    if old.turn % 360:
        raise ValueError("turn the picture upright first")
    scale_x, scale_y = across / (right - left), down / (bottom - top)
    if abs(scale_x - scale_y) < 0.04 * max(scale_x, scale_y):
        # The hand is not that exact: printed squares are square.
        scale_x = scale_y = (across + down) / (right - left + bottom - top)
    at = Point(
        round((left - old.at.x) * scale_x + old.at.x) - (left - old.at.x) * scale_x,
        round((top - old.at.y) * scale_y + old.at.y) - (top - old.at.y) * scale_y,
    )
    return change_picture(battle_map, index, at=at, width=old.width * scale_x, height=old.height * scale_y)


def fit_page(battle_map: BattleMap, index: int) -> BattleMap:
    """The map as large as one picture, whole squares, with the picture on it.

    Raises:
        ValueError: that is out of the limits of a map.
    """
    left, top, right, bottom = bounds(battle_map.pictures[index])
    hair = 1e-6
    first_x, first_y = floor(left + hair), floor(top + hair)
    width, height = max(1, ceil(right - first_x - hair)), max(1, ceil(bottom - first_y - hair))
    return resize(battle_map, width, height, -first_x, -first_y)


def bounds(picture: Picture) -> tuple[float, float, float, float]:
    """(left, top, right, bottom) of what a picture covers as it is turned, in squares."""
    corners = corners_of(picture)
    xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
    return min(xs), min(ys), max(xs), max(ys)


def corners_of(picture: Picture) -> Sequence[Point]:
    """Its corners as it is turned: top left, top right, bottom right, bottom left."""
    middle = Point(picture.at.x + picture.width / 2, picture.at.y + picture.height / 2)
    across, down = cos(radians(picture.turn)), sin(radians(picture.turn))
    corners = []
    for side_x, side_y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = side_x * picture.width / 2, side_y * picture.height / 2
        corners.append(Point(middle.x + x * across - y * down, middle.y + x * down + y * across))
    return corners


def covers(picture: Picture, point: Point) -> bool:
    """Whether a place is on the picture as it is turned."""
    x, y = local(picture, point)
    return abs(x) <= picture.width / 2 and abs(y) <= picture.height / 2


def local(picture: Picture, point: Point) -> tuple[float, float]:
    """A place as the picture has it: from its middle along its own sides, in squares."""
    x = point.x - picture.at.x - picture.width / 2
    y = point.y - picture.at.y - picture.height / 2
    across, down = cos(radians(picture.turn)), sin(radians(picture.turn))
    return x * across + y * down, -x * down + y * across


def scaled_from(picture: Picture, corner: int, to: Point, *, free: bool = False) -> Picture:
    """The picture with one corner pulled to a place and the opposite one kept.

    Args:
        picture: the picture.
        corner: 0 top left, 1 top right, 2 bottom right, 3 bottom left.
        to: where the hand has the corner.
        free: width and height go their own ways; otherwise they keep their ratio.
    """
    kept = corners_of(picture)[(corner + 2) % 4]
    across, down = cos(radians(picture.turn)), sin(radians(picture.turn))
    x, y = to.x - kept.x, to.y - kept.y
    side_x, side_y = (-1, 1, 1, -1)[corner], (-1, -1, 1, 1)[corner]
    width = max(LEAST_SIDE, side_x * (x * across + y * down))
    height = max(LEAST_SIDE, side_y * (-x * down + y * across))
    if not free:
        scale = max(hypot(width, height) / hypot(picture.width, picture.height), LEAST_SIDE / picture.width)
        width, height = picture.width * scale, picture.height * scale
    width, height = min(width, MOST_SIDE), min(height, MOST_SIDE)
    half_x, half_y = side_x * width / 2, side_y * height / 2
    middle = Point(kept.x + half_x * across - half_y * down, kept.y + half_x * down + half_y * across)
    at = Point(middle.x - width / 2, middle.y - height / 2)
    return replace(picture, at=at, width=width, height=height)
