"""Where an area lies when the hand points somewhere, by the way the ruleset places areas."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.options import Choices
from gridmap.app.tools.pointer import Pointer
from gridmap.app.translation import QT_TRANSLATE_NOOP
from gridmap.model import BattleMap, Creature, Intersection, Point, Square
from gridmap.rules.ruleset import AreaRule, Ruleset
from gridmap.rules.space import side

AREA_SHAPES = ("burst", "spread", "cone", "line", "emanation", "splash")
_NAMES = {
    "burst": QT_TRANSLATE_NOOP("area", "Burst"),
    "spread": QT_TRANSLATE_NOOP("area", "Spread"),
    "cone": QT_TRANSLATE_NOOP("area", "Cone"),
    "line": QT_TRANSLATE_NOOP("area", "Line"),
    "emanation": QT_TRANSLATE_NOOP("area", "Emanation"),
    "splash": QT_TRANSLATE_NOOP("area", "Splash"),
}
_MEANINGS = {
    "burst": QT_TRANSLATE_NOOP("area", "All around an intersection, as far as no wall stands between."),
    "spread": QT_TRANSLATE_NOOP("area", "All around an intersection, and around corners."),
    "cone": QT_TRANSLATE_NOOP("area", "Widens from a creature or a point toward the cursor."),
    "line": QT_TRANSLATE_NOOP("area", "From a creature or a point through the square under the cursor."),
    "emanation": QT_TRANSLATE_NOOP("area", "All around the selected creature."),
    "splash": QT_TRANSLATE_NOOP("area", "A square and those around it, or the four at an intersection."),
}
_ROUND = ("burst", "spread")
_SQUARE_SHARE = 0.3
"""A splash is thrown at a square this far around its centre, at an intersection beyond."""
_DIRECTIONS = ("E", "SE", "S", "SW", "W", "NW", "N", "NE")
"""Clockwise from the right, in eighths of a turn."""


def shape_name(shape: str) -> str:
    """An area shape's name."""
    return QCoreApplication.translate("area", _NAMES[shape])


def shape_meaning(shape: str) -> str:
    """What an area of that shape takes in, in one sentence."""
    return QCoreApplication.translate("area", _MEANINGS[shape])


@dataclass(frozen=True)
class AreaPlace:
    """What an area is laid on.

    Attributes:
        choices: its shape and size.
        battle_map: the map.
        creature: whom it begins at, None for nobody.
    """

    choices: Choices
    battle_map: BattleMap
    creature: Creature | None

    @property
    def ruleset(self) -> Ruleset:
        """The map's ruleset."""
        return ruleset_of(self.battle_map)


def turned(place: AreaPlace, start: Pointer, pointer: Pointer, eighths: int) -> Pointer:
    """The pointer as if the hand had gone round what a cone or line begins at, by eighths of a turn.

    Under a hand that only points, without a creature, such an area runs to the right before it is turned.
    """
    if place.choices.area_shape not in ("cone", "line"):
        return pointer
    if place.creature is not None:
        origin = _middle(place, place.creature)
    else:
        origin = Point(*start.intersection)
        if pointer.at == start.at:
            pointer = replace(pointer, at=Point(origin.x + 1.5, origin.y))
    if not eighths % 8:
        return pointer
    angle = eighths * math.pi / 4
    dx, dy = pointer.at.x - origin.x, pointer.at.y - origin.y
    x = origin.x + dx * math.cos(angle) - dy * math.sin(angle)
    y = origin.y + dx * math.sin(angle) + dy * math.cos(angle)
    return replace(pointer, at=Point(x, y))


def area_name(place: AreaPlace, start: Pointer, pointer: Pointer) -> str | None:
    """The overlay's name of the area that the hand points out, None where it points out none.

    Args:
        place: what it is laid on.
        start: where the button went down, or the pointer again while it is up.
        pointer: where the hand is.
    """
    if place.choices.area_shape == "emanation":
        return None if place.creature is None else _name(place, creature=place.creature)
    if place.choices.area_shape == "splash":
        return _splash(pointer)
    if place.ruleset.areas.rule is AreaRule.SQUARES:
        return _of_squares(place, pointer)
    return _from_intersection(place, start, pointer)


def _splash(pointer: Pointer) -> str:
    """At the square or the intersection under the hand (rules 7.6); it has no size."""
    centre = pointer.square.centre
    if max(abs(pointer.at.x - centre.x), abs(pointer.at.y - centre.y)) <= _SQUARE_SHARE:
        return f"area:splash:square={_through(pointer.square)}"
    return f"area:splash:{pointer.intersection.x},{pointer.intersection.y}"


def _from_intersection(place: AreaPlace, start: Pointer, pointer: Pointer) -> str | None:
    """Areas counted from an intersection (rules 7.4)."""
    shape = place.choices.area_shape
    if shape in _ROUND:
        return _name(place, pointer.intersection)
    if shape == "cone":
        if place.creature is None:
            toward = _direction(start.intersection, pointer.at)
            return _name(place, start.intersection, toward)
        toward = _direction(_middle(place, place.creature), pointer.at)
        return _name(place, _cone_corner(place, place.creature, toward, pointer.at), toward)
    if place.creature is not None:
        origin = _nearest_corner(place, place.creature, pointer.at)
    else:
        origin = start.intersection
    return _name(place, origin, _through(pointer.square))


def _of_squares(place: AreaPlace, pointer: Pointer) -> str | None:
    """Square areas (rules 7.1, 7.2), and the line counted 1 for 1 from a creature (rules 7.3)."""
    shape = place.choices.area_shape
    if shape == "line":
        if place.creature is None:
            return None
        return _name(place, _middle(place, place.creature), _through(pointer.square), place.creature)
    # Imported with the first area.
    from gridmap.rules.area_question import AreaShape
    from gridmap.rules.placement import placements, square_side

    table = AreaShape.BURST if shape in _ROUND else AreaShape(shape)
    count, _ = square_side(place.ruleset, table, place.choices.area_feet, widened=place.choices.area_widened)
    if shape in _ROUND or place.creature is None:
        square = pointer.square
        centre = square.centre if count % 2 else Point(*pointer.intersection)
        return _name(place, centre, None, None)
    spots = placements(
        place.battle_map,
        place.creature,
        place.ruleset,
        AreaShape(shape),
        place.choices.area_feet,
        widened=place.choices.area_widened,
    )
    if not spots:
        return None
    half = count / 2
    best = min(
        spots, key=lambda spot: math.dist((spot.x + half, spot.y + half), (pointer.at.x, pointer.at.y))
    )
    return _name(place, Point(best.x + half, best.y + half), None, place.creature)


def _name(
    place: AreaPlace,
    origin: Point | Intersection | None = None,
    aim: str | None = None,
    creature: Creature | None = None,
) -> str:
    """The overlay's name, as the command line writes it."""
    choices = place.choices
    parts = ["area", choices.area_shape, str(choices.area_feet)]
    if origin is not None:
        parts.append(f"{origin.x:g},{origin.y:g}")
    if aim is not None:
        parts.append(aim)
    if choices.area_widened and place.ruleset.areas.rule is AreaRule.SQUARES:
        parts.append("widened")
    if creature is not None:
        parts.append(f"creature={creature.id}")
    return ":".join(parts)


def _through(square: Square) -> str:
    return f"{square.x},{square.y}"


def _middle(place: AreaPlace, creature: Creature) -> Point:
    half = side(creature, place.ruleset) / 2
    return Point(creature.at.x + half, creature.at.y + half)


def _direction(origin: Point | Intersection, at: Point) -> str:
    """The one of eight directions nearest to the way from a place to another."""
    turn = math.atan2(at.y - origin.y, at.x - origin.x) / (math.pi / 4)
    return _DIRECTIONS[round(turn) % 8]


def _cone_corner(place: AreaPlace, creature: Creature, toward: str, at: Point) -> Intersection:
    """The intersection of the creature's space that a cone that way begins at, nearest to the hand."""
    size = side(creature, place.ruleset)
    left, top = creature.at
    columns = [left + size] if "E" in toward else [left] if "W" in toward else range(left, left + size + 1)
    rows = [top + size] if "S" in toward else [top] if "N" in toward else range(top, top + size + 1)
    corners = [Intersection(x, y) for x in columns for y in rows]
    return min(corners, key=lambda corner: math.dist(corner, at))


def _nearest_corner(place: AreaPlace, creature: Creature, at: Point) -> Intersection:
    size = side(creature, place.ruleset)
    corners = [Intersection(creature.at.x + x, creature.at.y + y) for x in (0, size) for y in (0, size)]
    return min(corners, key=lambda corner: math.dist(corner, at))
