"""Foundry's tokens read as creatures and written again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import floor
from typing import Any

from gridmap.formats.errors import FormatError
from gridmap.formats.fields import check_plain
from gridmap.formats.foundry_page import Page
from gridmap.formats.foundry_walls import EXTRA
from gridmap.formats.lenient import KEPT_DEPTH, Skipped, counted, number, objects, whole, words
from gridmap.formats.mapobject import MAX_ALTITUDE, MAX_CREATURES
from gridmap.formats.report import Notice
from gridmap.model.creature import Creature, Size
from gridmap.model.square import Square

TEAMS: Mapping[int, str] = {1: "party", 0: "neutral", -1: "foes", -2: "neutral"}
"""The team by a token's disposition: friendly, neutral, hostile, secret."""
_NEUTRAL = 0

_SIZES: Mapping[str, Size] = {
    "fine": Size.FINE,
    "dim": Size.DIMINUTIVE,
    "tiny": Size.TINY,
    "sm": Size.SMALL,
    "med": Size.MEDIUM,
    "lg": Size.LARGE,
    "huge": Size.HUGE,
    "grg": Size.GARGANTUAN,
    "col": Size.COLOSSAL,
}
_SQUARES: Mapping[Size, float] = {
    Size.FINE: 0.5,
    Size.DIMINUTIVE: 0.5,
    Size.TINY: 0.5,
    Size.SMALL: 1,
    Size.MEDIUM: 1,
    Size.LARGE: 2,
    Size.HUGE: 3,
    Size.GARGANTUAN: 4,
    Size.COLOSSAL: 6,
    Size.TITANIC: 6,
    Size.TITANIC_PLUS: 6,
    Size.TITANIC_TWO_PLUS: 6,
    Size.TITANIC_THREE_PLUS: 6,
}
_SIZE_OF_SQUARES = ((0.5, Size.TINY), (1, Size.MEDIUM), (2, Size.LARGE), (3, Size.HUGE), (4, Size.GARGANTUAN))
# Known creatures of these sizes stand on tokens of one square all the same.
_UP_TO_ONE = frozenset({Size.FINE, Size.DIMINUTIVE, Size.TINY, Size.SMALL, Size.MEDIUM})
_WIDEST = 1_000


@dataclass
class ReadTokens:
    """A scene's tokens on a map.

    Attributes:
        creatures: those that stand on the map.
        aside: documents of tokens that stand outside, kept for the way back.
        flagged: for each creature what an earlier export of gridmap said of it, by its id.
    """

    creatures: list[Creature] = field(default_factory=list)
    aside: list[dict[str, Any]] = field(default_factory=list)
    flagged: dict[str, dict[str, Any]] = field(default_factory=dict)


def read_tokens(
    value: object, actors: list[Any], page: Page, feet_per_elevation: float, notices: list[Notice]
) -> ReadTokens:
    """The tokens that stand on a page.

    Args:
        value: the list of documents.
        actors: the actors that came in the same file.
        page: where the map lies.
        feet_per_elevation: what one unit of elevation measures.
        notices: what was guessed, skipped or kept aside is added here.

    Raises:
        FormatError: it is no list, or too long.
    """
    skipped = Skipped("Tokens")
    read = ReadTokens()
    sizes = _sizes_of(actors)
    ids = _Ids()
    guessed = 0
    for place, token in objects(value, "tokens", MAX_CREATURES, skipped):
        facts = _facts(token, page, feet_per_elevation)
        try:
            check_plain(token, place, KEPT_DEPTH)
        except FormatError:
            facts = None
        if facts is None:
            skipped.add(place)
            continue
        at = _on_page(facts, page)
        if at is None:
            read.aside.append(token)
            continue
        known = _stated_size(token) or sizes.get(words(token.get("actorId"), 100))
        size = facts.size if known is None or not _fits(known, facts.squares) else known
        guessed += size is not known
        name = words(token.get("name"), 1_000)
        creature = Creature(
            ids.of(name),
            size,
            at,
            team=facts.team,
            name=name,
            altitude=facts.altitude,
            hidden=token.get("hidden") is True,
        )
        read.creatures.append(_with_kept(creature, token, page, feet_per_elevation, read))
    notices += skipped.notices()
    notices += counted("Sizes of creatures, guessed from how wide their tokens are: {count}.", guessed)
    notices += counted("Tokens outside the map, kept but not shown: {count}.", len(read.aside))
    return read


@dataclass(frozen=True)
class _Facts:
    """What a token says of its creature, in squares of the map."""

    left: float
    top: float
    squares: float
    altitude: int
    team: str

    @property
    def size(self) -> Size:
        return next((size for most, size in _SIZE_OF_SQUARES if self.squares <= most + 0.01), Size.COLOSSAL)


def _facts(token: dict[str, Any], page: Page, feet_per_elevation: float) -> _Facts | None:
    x, y = number(token.get("x")), number(token.get("y"))
    width, height = (number(token.get(name, 1), _WIDEST) for name in ("width", "height"))
    elevation = number(token.get("elevation") or 0)
    if x is None or y is None or width is None or height is None or elevation is None:
        return None
    altitude = round(elevation * feet_per_elevation / 5)
    return _Facts(
        (x - page.left) / page.pixels,
        (y - page.top) / page.pixels,
        max(width, height, 0.1) * page.squares_per_cell,
        max(-MAX_ALTITUDE, min(altitude, MAX_ALTITUDE)),
        TEAMS.get(whole(token.get("disposition", _NEUTRAL)) or 0, TEAMS[_NEUTRAL]),
    )


def _on_page(facts: _Facts, page: Page) -> Square | None:
    """The nearest square of the map, None where no part of the token lies on it."""
    # A token off the grid belongs to the square that it covers most of.
    x, y = floor(facts.left + 0.5 - 1e-6), floor(facts.top + 0.5 - 1e-6)
    side = max(1, round(facts.squares))
    if x + side <= 0 or y + side <= 0 or x >= page.width or y >= page.height:
        return None
    return Square(max(0, x), max(0, y))


def _fits(size: Size, squares: float) -> bool:
    """Whether a creature of that size stands on a token so wide."""
    if squares <= 1.01:
        return size in _UP_TO_ONE
    return _Facts(0, 0, squares, 0, "").size is size


def _stated_size(token: dict[str, Any]) -> Size | None:
    """What the token's own copy of its actor says."""
    for name in ("delta", "actorData"):
        size = _size_of_actor(token.get(name))
        if size is not None:
            return size
    return None


def _sizes_of(actors: list[Any]) -> dict[str, Size]:
    """The sizes of actors by their ids."""
    found = {}
    for actor in actors[:MAX_CREATURES]:
        size = _size_of_actor(actor)
        if size is not None:
            found[words(actor.get("_id"), 100)] = size
    return found


def _size_of_actor(actor: object) -> Size | None:
    """From ``system`` (version 10 and later) or ``data``: a word, or an object around it."""
    if not isinstance(actor, dict):
        return None
    for part in (actor.get("system"), actor.get("data")):
        traits = part.get("traits") if isinstance(part, dict) else None
        size = traits.get("size") if isinstance(traits, dict) else None
        if isinstance(size, dict):
            size = size.get("base", size.get("value"))
        if isinstance(size, str) and size in _SIZES:
            return _SIZES[size]
    return None


class _Ids:
    """Ids made of names, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}

    def of(self, name: str) -> str:
        """An id such as ``ogre``, ``ogre-2`` …"""
        stem = re.sub(r"[^a-z0-9]+", "-", name.lower())[:60].strip("-") or "token"
        found, count = stem, self._counts.get(stem, 1)
        while found in self._taken:
            count += 1
            found = f"{stem}-{count}"
        self._taken.add(found)
        self._counts[stem] = count
        return found


def _with_kept(
    creature: Creature, token: dict[str, Any], page: Page, feet_per_elevation: float, read: ReadTokens
) -> Creature:
    """The creature with all of its token that writing it would not bring back."""
    usual = _written(creature, page, feet_per_elevation)
    kept = {name: value for name, value in token.items() if usual.get(name) != value}
    flags = token.get("flags")
    if isinstance(flags, dict):
        kept["flags"] = {name: value for name, value in flags.items() if name != "gridmap"}
        if isinstance(flags.get("gridmap"), dict):
            read.flagged[creature.id] = flags["gridmap"]
        if not kept["flags"]:
            del kept["flags"]
    if not kept:
        return creature
    return Creature(**(_fields(creature) | {"extra": {EXTRA: kept}}))


def _fields(creature: Creature) -> dict[str, Any]:
    return {name: getattr(creature, name) for name in creature.__dataclass_fields__}


def _written(creature: Creature, page: Page, feet_per_elevation: float) -> dict[str, Any]:
    """The document of a creature, as Foundry's own tools would make it."""
    squares = creature.space / 5 if creature.space is not None else _SQUARES[creature.size]
    side = _plain(squares / page.squares_per_cell)
    return {
        "name": creature.title,
        "x": round(page.left + creature.at.x * page.pixels),
        "y": round(page.top + creature.at.y * page.pixels),
        "width": side,
        "height": side,
        "elevation": _plain(creature.altitude * 5 / feet_per_elevation),
        "hidden": creature.hidden,
        "disposition": _disposition(creature.team),
        "texture": {"src": "icons/svg/mystery-man.svg", "scaleX": 1, "scaleY": 1},
        "actorId": None,
        "actorLink": False,
    }


def write_token(
    creature: Creature, page: Page, feet_per_elevation: float, flags: dict[str, Any]
) -> dict[str, Any]:
    """The document of a creature.

    What was kept of its token is written again, as long as it still says what the creature is.

    Args:
        creature: the creature.
        page: where the map lies on the canvas.
        feet_per_elevation: what one unit of elevation measures.
        flags: what only gridmap understands.
    """
    usual = _written(creature, page, feet_per_elevation)
    kept = creature.extra.get(EXTRA)
    token = usual | (dict(kept) if isinstance(kept, dict) else {})
    token |= {"name": usual["name"], "hidden": usual["hidden"]}
    facts = _facts(token, page, feet_per_elevation)
    if facts is None or facts.team != TEAMS.get(usual["disposition"]):
        token["disposition"] = usual["disposition"]
    if facts is None or facts.altitude != creature.altitude:
        token["elevation"] = usual["elevation"]
    if facts is None or not _fits(creature.size, facts.squares):
        token |= {"width": usual["width"], "height": usual["height"]}
    if facts is None or _on_page(facts, page) != creature.at:
        token |= {"x": usual["x"], "y": usual["y"]}
    others = token.get("flags")
    token["flags"] = (dict(others) if isinstance(others, dict) else {}) | {"gridmap": flags}
    return token


def same_token(flagged: dict[str, Any], creature: Creature) -> dict[str, Any]:
    """What an earlier export said of a creature, without what its token says otherwise by now."""
    agreed = dict(flagged)
    stated = flagged.get("size")
    size = Size(stated) if isinstance(stated, str) and stated in set(Size) else None
    if "space" not in flagged and (size is None or _SQUARES[size] != _SQUARES[creature.size]):
        agreed["size"] = str(creature.size)
    if _disposition(flagged.get("team", "")) != _disposition(creature.team):
        agreed["team"] = creature.team
    return agreed


def _disposition(team: object) -> int:
    return next((number for number, name in TEAMS.items() if name == team), _NEUTRAL)


def _plain(value: float) -> float:
    return int(value) if float(value).is_integer() else round(value, 6)
