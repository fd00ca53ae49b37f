"""Putting creatures down: one under the hand, or many round it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.options import Choices
from gridmap.edits.creatures import add_creatures, numbered_names, onto_map
from gridmap.edits.portraits import with_asset
from gridmap.model import BattleMap, Creature, Point, Square
from gridmap.model.creature import id_of
from gridmap.rules.space import side

if TYPE_CHECKING:
    from gridmap.formats.creature_library import KnownCreature


def creature_in_hand(choices: Choices) -> Creature:
    """The next creature as the tool's options say: like one of the list, unless its size was changed."""
    known = choices.creature_known
    name, team = choices.creature_name.strip(), choices.creature_team.strip()
    if known is not None and known.creature.size is choices.creature_size:
        like = known.creature
    else:
        like = Creature("", choices.creature_size, Square(0, 0), speed={"walk": 30})
    called = id_of(name or team or str(choices.creature_size))
    return replace(like, id=called, name=name, team=team)


def place_under(battle_map: BattleMap, creature: Creature, at: Point) -> Square:
    """The position at which a creature's space has its middle nearest to a point, all of it on the map."""
    squares = side(creature, ruleset_of(battle_map))
    corner = Square(round(at.x - squares / 2), round(at.y - squares / 2))
    return onto_map(battle_map, corner, squares)


def put_down(
    battle_map: BattleMap, creature: Creature, at: Point, count: int, known: KnownCreature | None = None
) -> BattleMap:
    """The map with one more creature under the hand, or with so many in the nearest free squares round it.

    Args:
        battle_map: the map.
        creature: what they are like; their names are numbered where there are several.
        at: where the hand is, in squares.
        count: how many; fewer are put down where there is no room for all.
        known: the creature of the list that they are, whose portrait they get.
    """
    first = replace(creature, at=place_under(battle_map, creature, at))
    places: tuple[Square, ...] = (first.at,)
    if count > 1:
        # Imported with the first crowd: the rules of movement are not for the first frame.
        from gridmap.rules.free_places import free_places

        places = free_places(battle_map, first, ruleset_of(battle_map), count)
    if not places:
        return battle_map
    portrait = ""
    if known is not None and known.portrait is not None:
        battle_map, portrait = with_asset(battle_map, known.portrait)
    names = numbered_names(battle_map, first.name, len(places))
    return add_creatures(
        battle_map,
        (
            replace(first, id=id_of(name) if name else first.id, name=name, at=place, portrait=portrait)
            for name, place in zip(names, places, strict=True)
        ),
    )
