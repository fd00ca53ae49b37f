"""Overlays by the names that the command line and the windows use.

A name is a kind and what it needs, set apart by colons:

- ``movement:ID``: where a creature can go this turn
- ``movement-by:MODE:ID``: the same by one mode of movement alone (``walk``, ``fly`` …)
- ``reach:ID``: the squares that it threatens
- ``threats:ID``: the squares where its opponents threaten
- ``flanking``: everyone's flanks
- ``path:ID:X,Y``: the cheapest and the safest way to a position
- ``charge:ID:TARGET``: the lanes of a charge
- ``five-foot-step:ID``: where it can step without provoking
- ``withdraw:ID``, ``withdraw:ID:TARGET``: where it can withdraw to; epic-path wants the enemy named
- ``run:ID``: where it can run to
- ``flank-spots:ID:TARGET``: from where it would flank another
- ``reach-of:TEAM``, ``movement-of:TEAM``: what anyone of a team threatens, and where anyone of it can go
- ``template:ID``: an area kept on the map
- ``difference:RULESET:NAME``: where the overlay of that name is another one under another ruleset
- ``forced:push:ATTACKER:TARGET:SQUARES`` (``pull``, ``slide``): where the target can be left
- ``cover:ATTACKER``: the cover on every square, ``cover:ATTACKER:TARGET``: that of one target; with
  ``:melee`` or ``:ranged`` (where left out) behind
- ``sight:ID``: what it can see, as a shape
- ``walls``: what walls off the grid do to squares and their sides
- ``area:SHAPE:FEET`` and what the shape needs, in any order but for the two places: ``X,Y`` the origin,
  a second ``X,Y`` the square that a line goes through, a direction (``N``, ``NE`` …), ``widened``,
  ``any-line`` (whatever stands in the way), ``creature=ID`` or just its id last; a splash needs no feet, and
  its square is ``square=X,Y``
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Point, Square
from gridmap.overlays import (
    area,
    charge,
    cover,
    difference,
    five_foot_step,
    flank_finder,
    flanking,
    forced,
    movement,
    path,
    reach,
    run,
    team,
    template,
    walls,
    withdraw,
)
from gridmap.overlays.errors import OverlayError, named_creature
from gridmap.overlays.overlay import Overlay
from gridmap.rules.area_question import AreaError, AreaQuestion, AreaShape, Direction
from gridmap.rules.cover import Attack
from gridmap.rules.forced import ForcedMove
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.modes import Mode, ModesError
from gridmap.rules.ruleset import Ruleset, RulesetError, shipped_ruleset
from gridmap.rules.run import RunError
from gridmap.rules.withdraw import WithdrawError

__all__ = ["OverlayError", "build", "names", "remembered"]

MOST_FEET = 20_000
"""No area is larger: as far as the longest map is wide."""
MOST_FORCED = 100
"""Squares; no forced move is longer."""
_PLACE = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")


def build(
    name: str,
    battle_map: BattleMap,
    ruleset: Ruleset,
    *,
    rulesets: Callable[[str], Ruleset] = shipped_ruleset,
) -> Overlay:
    """The overlay of that name on a map.

    Asked again for the same walls, creatures, ruleset and terrain (or blocked squares, where the question
    turns on no other layer), it is the very same overlay.

    Args:
        name: the overlay.
        battle_map: the map.
        ruleset: by which rules.
        rulesets: finds the ruleset of an id, where two are compared; raises a `RulesetError` for none.

    Raises:
        OverlayError: one sentence: the name, the creature or the number at fault.
    """
    kind, _, rest = name.partition(":")
    found = _KINDS.get(kind)
    if found is None:
        raise OverlayError(f"there is no overlay {name!r}; it is one of {', '.join(names())}")
    if kind == "difference":
        return _difference(battle_map, ruleset, rest, name, rulesets)
    if found.is_of_others:
        return found.make(battle_map, ruleset, rest, name)
    parts = _parts(found, battle_map, ruleset)
    return _kept.get(parts, lambda: found.make(battle_map, ruleset, rest, name), name)


def remembered(name: str, battle_map: BattleMap, ruleset: Ruleset) -> Overlay | None:
    """What `build` gives at once, since nothing changed that the question turns on; None for work to do."""
    kind = name.partition(":")[0]
    found = _KINDS.get(kind)
    if found is None or kind == "difference" or found.is_of_others:
        return None
    return _kept.known(_parts(found, battle_map, ruleset), name)


def _parts(kind: _Kind, battle_map: BattleMap, ruleset: Ruleset) -> tuple[object, ...]:
    """All that an overlay is worked out from."""
    ground = battle_map.terrain if kind.pays_for_ground else battle_map.terrain.blocked
    return (ground, battle_map.walls, battle_map.creatures, ruleset)


def names() -> tuple[str, ...]:
    """How overlays are named, for a help text."""
    return (
        "movement:ID",
        "movement-by:MODE:ID",
        "reach:ID",
        "threats:ID",
        "flanking",
        "path:ID:X,Y",
        "charge:ID:TARGET",
        "flank-spots:ID:TARGET",
        "reach-of:TEAM",
        "movement-of:TEAM",
        "template:ID",
        "difference:RULESET:NAME",
        "five-foot-step:ID",
        "withdraw:ID[:TARGET]",
        "run:ID",
        "forced:push:ATTACKER:TARGET:SQUARES",
        "cover:ATTACKER[:TARGET][:melee]",
        "sight:ID",
        "walls",
        "area:burst:FEET:X,Y",
        "area:cone:FEET:X,Y:SE",
        "area:line:FEET:X,Y:X,Y",
        "area:spread:FEET:X,Y",
        "area:emanation:FEET:ID",
        "area:splash:X,Y",
    )


_kept: IdentityCache[Overlay] = IdentityCache(32)


def _movement(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    return movement.overlay(battle_map, ruleset, named_creature(battle_map, rest, name))


def _movement_by(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    mode, _, creature_id = rest.partition(":")
    if mode not in set(Mode):
        raise OverlayError(f"overlay {name!r}: a mode of movement is {', '.join(Mode)}, not {mode!r}")
    try:
        return movement.by_mode(
            battle_map, ruleset, named_creature(battle_map, creature_id, name), Mode(mode)
        )
    except ModesError as error:
        raise OverlayError(f"overlay {name!r}: {error}") from None


def _reach(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    return reach.overlay(battle_map, ruleset, named_creature(battle_map, rest, name))


def _threats(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    return reach.foes_overlay(battle_map, ruleset, named_creature(battle_map, rest, name))


def _sight(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    # Alone among overlays it needs shapely, which takes its time to be imported.
    from gridmap.overlays import sight

    return sight.overlay(battle_map, ruleset, named_creature(battle_map, rest, name))


def _flanking(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    if rest:
        raise OverlayError(f"overlay {name!r}: flanking is everyone's, nothing stands behind it")
    return flanking.overlay(battle_map, ruleset)


def _walls(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    del ruleset
    if rest:
        raise OverlayError(f"overlay {name!r}: it is of the whole map, nothing stands behind it")
    return walls.overlay(battle_map)


def _cover(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    attack = Attack.RANGED
    for kind in Attack:
        if rest.endswith(f":{kind}"):
            attack, rest = kind, rest.removesuffix(f":{kind}")
    if any(creature.id == rest for creature in battle_map.creatures):
        return cover.map_overlay(battle_map, ruleset, battle_map.creature(rest), attack)
    attacker, target = _two_creatures(battle_map, rest, name)
    return cover.overlay(battle_map, ruleset, attacker, target, attack)


def _path(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    creature_id, _, text = rest.rpartition(":")
    place = _PLACE.fullmatch(text)
    if place is None:
        raise OverlayError(f"overlay {name!r}: a path ends with a position X,Y")
    x, y = float(place[1]), float(place[2])
    to = Square(int(x), int(y))
    if (to.x, to.y) != (x, y) or not battle_map.contains(to):
        raise OverlayError(f"overlay {name!r}: {text!r} is no square of the map")
    return path.overlay(battle_map, ruleset, named_creature(battle_map, creature_id, name), to)


def _charge(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    charger, target = _two_creatures(battle_map, rest, name)
    return charge.overlay(battle_map, ruleset, charger, target)


def _forced(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    word, _, others = rest.partition(":")
    if word not in set(ForcedMove):
        raise OverlayError(f"overlay {name!r}: a forced move is a {', '.join(ForcedMove)}, not {word!r}")
    pair, _, number = others.rpartition(":")
    squares = int(number) if number.isascii() and number.isdecimal() and len(number) < 5 else 0
    if not 1 <= squares <= MOST_FORCED:
        raise OverlayError(f"overlay {name!r}: {number!r} is no number of squares from 1 to {MOST_FORCED}")
    attacker, target = _two_creatures(battle_map, pair, name)
    return forced.overlay(battle_map, ruleset, ForcedMove(word), attacker, target, squares)


def _two_creatures(battle_map: BattleMap, text: str, name: str) -> tuple[Creature, Creature]:
    """Two different creatures by their ids. An id may hold a colon itself: the split naming two counts."""
    ids = {creature.id for creature in battle_map.creatures}
    cuts = [at for at, letter in enumerate(text) if letter == ":"]
    for cut in cuts:
        one, other = text[:cut], text[cut + 1 :]
        if one in ids and other in ids and one != other:
            return battle_map.creature(one), battle_map.creature(other)
    for part in text.split(":"):
        named_creature(battle_map, part, name)
    raise OverlayError(f"overlay {name!r}: two different creatures are needed")


def _flank_spots(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    creature, target = _two_creatures(battle_map, rest, name)
    return flank_finder.overlay(battle_map, ruleset, creature, target)


def _reach_of(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    return team.reach_overlay(battle_map, ruleset, _named_team(battle_map, rest, name))


def _movement_of(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    return team.movement_overlay(battle_map, ruleset, _named_team(battle_map, rest, name))


def _named_team(battle_map: BattleMap, name_of_team: str, name: str) -> str:
    if not any(creature.team == name_of_team for creature in battle_map.creatures):
        raise OverlayError(f"overlay {name!r}: nobody on the map is of the team {name_of_team!r}")
    return name_of_team


def _template(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    kept = next((each for each in battle_map.templates if each.id == rest), None)
    if kept is None:
        raise OverlayError(f"overlay {name!r}: there is no kept area {rest!r} on the map")

    def area_of(area_name: str) -> Overlay:
        if not area_name.startswith("area:"):
            raise OverlayError(f"overlay {name!r}: {area_name!r} is no area")
        try:
            # Without anybody on it, so that it need not be laid anew whenever somebody moves.
            return build(area_name, battle_map.with_changes(creatures=()), ruleset)
        except OverlayError:
            return build(area_name, battle_map, ruleset)

    return _kept.get((kept, area_of(kept.area)), lambda: template.overlay(kept, area_of), name)


def _difference(
    battle_map: BattleMap,
    ruleset: Ruleset,
    rest: str,
    name: str,
    rulesets: Callable[[str], Ruleset] = shipped_ruleset,
) -> Overlay:
    ruleset_id, _, inner = rest.partition(":")
    try:
        other = rulesets(ruleset_id)
    except RulesetError as error:
        raise OverlayError(f"overlay {name!r}: {error}") from None
    if inner.startswith("difference"):
        raise OverlayError(f"overlay {name!r}: a difference is not compared again")
    answers = {rules.id: build(inner, battle_map, rules) for rules in (ruleset, other)}
    return _kept.get(
        tuple(answers.values()),
        lambda: difference.overlay(battle_map, ruleset, other, lambda rules: answers[rules.id], name),
        name,
    )


def _five_foot_step(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    return five_foot_step.overlay(battle_map, ruleset, named_creature(battle_map, rest, name))


def _withdraw(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    alone = any(creature.id == rest for creature in battle_map.creatures) or ":" not in rest
    try:
        if alone:
            return withdraw.overlay(battle_map, ruleset, named_creature(battle_map, rest, name))
        return withdraw.overlay(battle_map, ruleset, *_two_creatures(battle_map, rest, name))
    except WithdrawError as error:
        raise OverlayError(f"overlay {name!r}: {error}") from None


def _run(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    try:
        return run.overlay(battle_map, ruleset, named_creature(battle_map, rest, name))
    except RunError as error:
        raise OverlayError(f"overlay {name!r}: {error}") from None


def _area(battle_map: BattleMap, ruleset: Ruleset, rest: str, name: str) -> Overlay:
    try:
        return area.overlay(battle_map, ruleset, _area_question(battle_map, rest, name), name)
    except AreaError as error:
        raise OverlayError(f"overlay {name!r}: {error}") from None


def _area_question(battle_map: BattleMap, rest: str, name: str) -> AreaQuestion:
    shape_name, *parts = rest.split(":")
    try:
        shape = AreaShape(shape_name)
    except ValueError:
        shapes = ", ".join(AreaShape)
        raise OverlayError(f"overlay {name!r}: an area is a {shapes}, not {shape_name!r}") from None
    question = AreaQuestion(shape)
    if shape is not AreaShape.SPLASH:
        question = replace(question, feet=_feet(parts.pop(0) if parts else "", name))
    while parts:
        part = parts.pop(0)
        place = _PLACE.fullmatch(part.removeprefix("square="))
        if place is not None:
            question = _with_place(question, Point(float(place[1]), float(place[2])), part, name)
        elif part in Direction.__members__:
            question = replace(question, toward=Direction(part))
        elif part == "widened":
            question = replace(question, widened=True)
        elif part == "any-line":
            question = replace(question, line_of_effect=False)
        else:
            creature_id = ":".join((part, *parts)).removeprefix("creature=")
            return _from_creature(question, named_creature(battle_map, creature_id, name), name)
    return question


def _from_creature(question: AreaQuestion, creature: Creature, name: str) -> AreaQuestion:
    """A creature's area. The only place that its line names is where it goes."""
    question = replace(question, creature=creature)
    if question.shape is AreaShape.LINE and question.through is None and question.origin is not None:
        at = question.origin
        return _with_place(replace(question, origin=None), at, f"square={at.x:g},{at.y:g}", name)
    return question


def _feet(text: str, name: str) -> int:
    feet = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
    if not 0 <= feet <= MOST_FEET:
        raise OverlayError(
            f"overlay {name!r}: {text!r} is no number of feet (a whole number up to {MOST_FEET:,})"
        )
    return feet


def _with_place(question: AreaQuestion, at: Point, part: str, name: str) -> AreaQuestion:
    """The first place named is the origin, the second the square to go through."""
    if max(abs(at.x), abs(at.y)) > MOST_FEET:
        raise OverlayError(f"overlay {name!r}: {part!r} is far off any map")
    if question.origin is None and not part.startswith("square="):
        return replace(question, origin=at)
    if question.through is not None:
        raise OverlayError(f"overlay {name!r}: {part!r} is one place too many")
    if not (at.x.is_integer() and at.y.is_integer()):
        raise OverlayError(f"overlay {name!r}: {part!r} is no square (whole numbers)")
    return replace(question, through=Square(int(at.x), int(at.y)))


@dataclass(frozen=True)
class _Kind:
    """How overlays of a kind are made, and whether they turn on other layers than the blocked squares.

    Those made of other overlays are kept as long as these.
    """

    make: Callable[[BattleMap, Ruleset, str, str], Overlay]
    pays_for_ground: bool = False
    is_of_others: bool = False


_KINDS: dict[str, _Kind] = {
    "movement": _Kind(_movement, pays_for_ground=True),
    "movement-by": _Kind(_movement_by, pays_for_ground=True),
    "path": _Kind(_path, pays_for_ground=True),
    "charge": _Kind(_charge, pays_for_ground=True),
    "forced": _Kind(_forced, pays_for_ground=True),
    "flank-spots": _Kind(_flank_spots, pays_for_ground=True),
    "movement-of": _Kind(_movement_of, pays_for_ground=True),
    "reach-of": _Kind(_reach_of),
    "template": _Kind(_template, is_of_others=True),
    "difference": _Kind(_difference, is_of_others=True),
    "five-foot-step": _Kind(_five_foot_step, pays_for_ground=True),
    "withdraw": _Kind(_withdraw, pays_for_ground=True),
    "run": _Kind(_run, pays_for_ground=True),
    "reach": _Kind(_reach),
    "threats": _Kind(_threats),
    "flanking": _Kind(_flanking),
    "cover": _Kind(_cover),
    "sight": _Kind(_sight),
    "walls": _Kind(_walls),
    "area": _Kind(_area),
}
