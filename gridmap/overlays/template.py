"""Areas kept on the map, with their names (rules 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from gridmap.model.square import Point, Square
from gridmap.model.template import Template
from gridmap.overlays.overlay import Label, LegendEntry, Mark, Overlay, Role, Squares
from gridmap.rules.reason import Reason


def overlay(template: Template, build: Callable[[str], Overlay]) -> Overlay:
    """The squares of a kept area with its name in their middle.

    Args:
        template: what is kept.
        build: the overlay of an area's name.
    """
    area = build(template.area)
    kept = tuple(
        mark for mark in area.marks if isinstance(mark, Squares) and mark.role in (Role.AREA, Role.CLOSE_CALL)
    )
    marks: list[Mark] = list(kept)
    middle = _middle(kept)
    if middle is not None:
        marks.append(Label(middle, "{name}", Role.AREA, {"name": template.name or template.id}))
    count = sum(int(mark.mask.sum()) for mark in kept if mark.role is Role.AREA)
    arguments = {"name": template.name or template.id, "count": count}
    legend = (
        LegendEntry(Role.AREA, "Kept: {name}, {count} squares", arguments),
        *(entry for entry in area.legend if entry.role is Role.CLOSE_CALL),
    )

    def reason_at(square: Square) -> Reason | None:
        if not any(_holds(mark, square) for mark in kept):
            return None
        reason = area.reason_at(square)
        why = "" if reason is None else reason.template.format(**reason.arguments)
        return Reason("In {name}: {why}", "7" if reason is None else reason.rule, {**arguments, "why": why})

    return replace(
        area, name=f"template:{template.id}", marks=tuple(marks), legend=legend, reason_at=reason_at
    )


def _holds(mark: Squares, square: Square) -> bool:
    height, width = mark.mask.shape
    inside = 0 <= square.x < width and 0 <= square.y < height
    return inside and bool(mark.mask[square.y, square.x])


def _middle(marks: tuple[Squares, ...]) -> Point | None:
    """The middle of the box round some squares."""
    if not marks:
        return None
    rows, columns = np.nonzero(marks[0].mask)
    if not len(rows):
        return None
    return Point(float(columns.min() + columns.max() + 1) / 2, float(rows.min() + rows.max() + 1) / 2)
