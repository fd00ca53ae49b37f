"""What Tiled's tiles, terrains and layers mean on a battle map: their properties first, then their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from gridmap.formats.tiled_document import Properties, split_words
from gridmap.model.terrain import Blocked, GroundKind
from gridmap.model.wall import WallKind


class Meaning(NamedTuple):
    """What a tile lays on its square, by terrain layer; 0 for nothing."""

    difficult: int = 0
    impeded: int = 0
    blocked: int = 0
    hazardous: int = 0
    ground: int = 0


NOTHING = Meaning()

_FILLS, _ROUNDED = Meaning(blocked=Blocked.FILLS), Meaning(blocked=Blocked.ROUNDED)
_DIFFICULT, _IMPEDED, _HAZARD = Meaning(difficult=2), Meaning(impeded=1), Meaning(hazardous=1)
_WATER, _AIR = Meaning(ground=GroundKind.WATER), Meaning(ground=GroundKind.AIR)
_CLIFF = Meaning(ground=GroundKind.CLIFF)

WORDS: Mapping[str, Meaning] = {
    **dict.fromkeys(
        (
            "wall",
            "blocked",
            "blocking",
            "block",
            "blocker",
            "solid",
            "collision",
            "collide",
            "impassable",
            "obstacle",
        ),
        _FILLS,
    ),
    **dict.fromkeys(("pillar", "column", "statue", "tree", "boulder", "rounded"), _ROUNDED),
    **dict.fromkeys(
        ("difficult", "rubble", "undergrowth", "bog", "swamp", "marsh", "mud", "scree", "thicket", "debris"),
        _DIFFICULT,
    ),
    "impeded": _IMPEDED,
    **dict.fromkeys(("hazard", "hazardous", "lava", "fire", "acid", "trap"), _HAZARD),
    **dict.fromkeys(("water", "river", "lake", "sea", "pond", "pool"), _WATER),
    **dict.fromkeys(("chasm", "pit", "abyss", "air", "gap"), _AIR),
    "cliff": _CLIFF,
}
"""What a word in a name means."""

_COSTS = frozenset({"movementcost", "movecost", "cost", "difficultfactor", "movementmultiplier"})
_GROUNDS = {str(kind.name).casefold(): int(kind) for kind in GroundKind}
_FACTORS = (8, 4, 2)


def of_properties(properties: Properties) -> Meaning | None:
    """What properties mean; None where none of them is one that is known.

    >>> of_properties({"movementCost": 2}), of_properties({"colour": "red"})
    (Meaning(difficult=2, impeded=0, blocked=0, hazardous=0, ground=0), None)
    """
    meanings = [meaning for name, value in properties.items() for meaning in _of_property(name, value)]
    return combined(meanings) if meanings else None


def of_name(name: str) -> Meaning | None:
    """What the words of a name mean; None where none of them is one that is known.

    >>> of_name("Stone walls") == Meaning(blocked=1), of_name("Floor")
    (True, None)
    """
    meanings = [WORDS[word] for word in split_words(name) if word in WORDS]
    return combined(meanings) if meanings else None


def of_names(names: Iterable[str]) -> Meaning | None:
    """What the first name with a meaning means."""
    return next((meaning for name in names if (meaning := of_name(name)) is not None), None)


def combined(meanings: Iterable[Meaning]) -> Meaning:
    """All of them on one square: the greatest factor, filled before rounded, the last kind of ground."""
    difficult = impeded = blocked = hazardous = ground = 0
    for each in meanings:
        difficult, impeded = max(difficult, each.difficult), max(impeded, each.impeded)
        hazardous, ground = max(hazardous, each.hazardous), each.ground or ground
        blocked = each.blocked if not blocked or each.blocked == Blocked.FILLS else blocked
    return Meaning(difficult, impeded, blocked, hazardous, ground)


@lru_cache(4096)
def wall_kind(names: tuple[str, ...]) -> WallKind | None:
    """What stands along an object's line, by its class, its name or its layer's; None where no word tells."""
    for name in names:
        words = split_words(name)
        for word, kind in _WALLS.items():
            if word in words:
                return WallKind.LOW_WALL if kind is WallKind.WALL and "low" in words else kind
    return None


_WALLS = {
    "door": WallKind.DOOR,
    "gate": WallKind.DOOR,
    "window": WallKind.WINDOW,
    "fence": WallKind.FENCE,
    "wall": WallKind.WALL,
}


def _of_property(name: str, value: Any) -> Iterator[Meaning]:
    word = "".join(letter for letter in name.casefold() if letter.isalpha())
    if word in _COSTS:
        yield Meaning(difficult=_factor(value))
    elif word == "difficult":
        factor = _factor(value)
        yield Meaning(difficult=factor or 2 * _is_true(value))
    elif word == "blocked":
        rounded = isinstance(value, str) and value.casefold() in ("o", "round", "rounded")
        yield _ROUNDED if rounded else (_FILLS if _is_true(value) else NOTHING)
    elif word == "ground" and isinstance(value, str) and value.casefold() in _GROUNDS:
        yield Meaning(ground=_GROUNDS[value.casefold()])
    elif word in WORDS and (isinstance(value, bool) or value in (0, 1, "true", "false", "yes", "no")):
        yield WORDS[word] if _is_true(value) else NOTHING


def _factor(value: Any) -> int:
    """The cost factor that a number stands for: 2, 4 or 8, else 0."""
    try:
        cost = float(value)
    except (TypeError, ValueError):
        return 0
    return next((factor for factor in _FACTORS if cost >= factor), 0)


def _is_true(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().casefold() not in ("", "false", "no", "0", ".")
    return bool(value)
