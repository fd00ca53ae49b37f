"""Where two rulesets answer the same question differently."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Square
from gridmap.overlays.overlay import Field, LegendEntry, Overlay, Role, Segments, Squares
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset

_Mask = npt.NDArray[np.bool_]
_Values = npt.NDArray[np.int32]

_SAID = {
    Role.THREATENED: ("threatened", "not threatened"),
    Role.THREATENED_BY_FOE: ("threatened", "not threatened"),
    Role.FLANKED: ("flanked", "not flanked"),
    Role.FLANK_SPOT: ("flanks from here", "no flank from here"),
    Role.AREA: ("in the area", "outside"),
    Role.SOFT_COVER: ("soft cover", ""),
    Role.COVER: ("cover", ""),
    Role.TOTAL_COVER: ("total cover", ""),
}
_COVER = frozenset((Role.SOFT_COVER, Role.COVER, Role.TOTAL_COVER))


def overlay(
    battle_map: BattleMap,
    one: Ruleset,
    other: Ruleset,
    build: Callable[[Ruleset], Overlay],
    name: str,
) -> Overlay:
    """The squares on which an overlay says something else under another ruleset.

    Args:
        battle_map: the map.
        one: the map's ruleset.
        other: the one to compare it with.
        build: the overlay under a ruleset.
        name: the overlay's name.
    """
    answers = build(one), build(other)
    shape = battle_map.terrain.shape
    values = _values(answers[0], shape), _values(answers[1], shape)
    counted = any(isinstance(mark, Field) for answer in answers for mark in answer.marks)
    differs = values[0] != values[1]
    masks = _masks(answers[0]), _masks(answers[1])
    for role in masks[0].keys() | masks[1].keys():
        nothing = np.zeros(shape, np.bool_)
        ours, theirs = (mask.setdefault(role, nothing) for mask in masks)
        differs |= ours != theirs
    question = answers[0].name.partition(":")[0].replace("-", " ")
    arguments = {
        "question": question[:1].upper() + question[1:],
        "one": one.name,
        "other": other.name,
        "count": int(differs.sum()),
    }
    words = "{question}, {one} / {other}: {count} squares differ"
    if not differs.any():
        words = "{question}, {one} / {other}: no square differs"
        if _lines(answers[0]) != _lines(answers[1]):
            words = "{question}, {one} / {other}: no square differs, but other lines are drawn"
    legend = (LegendEntry(Role.DIFFERS, words, arguments),)

    def reason_at(square: Square) -> Reason | None:
        if not battle_map.contains(square) or not differs[square.y, square.x]:
            return None
        said = [
            _said(square, value if counted else None, mask, ruleset)
            for value, mask, ruleset in zip(values, masks, (one, other), strict=True)
        ]
        return Reason(
            "{first} / {second} ({one} / {other})", "", {**arguments, "first": said[0], "second": said[1]}
        )

    return Overlay(name, (Squares(differs, Role.DIFFERS),), legend, reason_at)


def _values(answer: Overlay, shape: tuple[int, int]) -> _Values:
    """The numbers of all fields together, the first one's where several have one; -1 where none has."""
    found = np.full(shape, -1, np.int32)
    for mark in answer.marks:
        if isinstance(mark, Field):
            top = max((limit for limit, _ in mark.bands), default=-1)
            found = np.where((found < 0) & (mark.values <= top), mark.values, found)
    return found


def _masks(answer: Overlay) -> dict[Role, _Mask]:
    """The squares of each role."""
    found: dict[Role, _Mask] = {}
    for mark in answer.marks:
        if isinstance(mark, Squares):
            found[mark.role] = found[mark.role] | mark.mask if mark.role in found else mark.mask
    return found


def _lines(answer: Overlay) -> list[object]:
    return [mark.ends.tolist() for mark in answer.marks if isinstance(mark, Segments)]


def _said(square: Square, values: _Values | None, masks: dict[Role, _Mask], ruleset: Ruleset) -> str:
    """What one ruleset says of a square, in a word or two."""
    parts: list[str] = []
    if values is not None:
        number = int(values[square.y, square.x])
        unit = "Movement" if ruleset.movement.currency is Currency.MOVEMENT else "ft"
        parts.append(f"{number} {unit}" if number >= 0 else "not reached")
    for role, mask in masks.items():
        words, otherwise = _SAID.get(role, (str(role).replace("-", " "), ""))
        here = words if mask[square.y, square.x] else otherwise
        if here:
            parts.append(here)
    if not parts and _COVER & masks.keys():
        return "no cover"
    return ", ".join(parts) or "no"
