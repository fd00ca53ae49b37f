"""How the walls of a file fit the grid, told; and the option that brings near ones onto it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gridmap.formats.choices import Answer, Choice
from gridmap.formats.options import ReadOptions
from gridmap.formats.report import Notice, Opened
from gridmap.model.wall_snap import near_grid, off_grid, snapped

USUAL_SNAPS = (0.1, 0.2, 0.3)
"""Distances to choose from, in squares."""

_OWN = frozenset({"gridmap", "Map object"})
"""Formats in which every wall stands where somebody has put it."""


def fitted(opened: Opened, options: ReadOptions) -> Opened:
    """A map that was read, its walls near the grid snapped if that was asked for, and what fits told."""
    battle_map, report = opened
    foreign = report.format_name not in _OWN
    if not battle_map.walls or not (foreign or options.snap):
        return opened
    ends = np.array([(*wall.start, *wall.end) for wall in battle_map.walls])
    off = off_grid(ends)
    near = np.logical_or(*near_grid(ends, max(USUAL_SNAPS)))
    notices, choices = list(report.notices), list(report.choices)
    if options.snap:
        found = snapped(battle_map.walls, options.snap)
        battle_map = battle_map.with_changes(walls=found.walls)
        arguments = {"count": found.moved, "gone": found.gone, "far": options.snap}
        notices.append(
            Notice(
                "Walls moved onto lines of the grid within {far:g} squares, or with one that was: {count}; "
                "with no length left then: {gone}.",
                arguments,
            )
        )
        off = off_grid(np.array([(*wall.start, *wall.end) for wall in found.walls]).reshape(-1, 4))
    if not foreign:
        return Opened(battle_map, replace(report, notices=tuple(notices)))
    if off.any():
        notices.append(
            Notice(
                "Walls that run off the lines of the grid: {count}. A side of a square that one cuts bars "
                "the step across it or does not; the overlay of walls shows which.",
                {"count": int(off.sum())},
            )
        )
    if options.snap or (near & off_grid(ends)).any():
        choices.append(_snap_choice(options.snap))
    return Opened(battle_map, replace(report, notices=tuple(notices), choices=tuple(choices)))


def _snap_choice(taken: float) -> Choice:
    distances = sorted({0.0, *USUAL_SNAPS, taken})
    answers = [
        Answer(f"{each:g}", "those within {far:g} squares" if each else "none", {"far": each})
        for each in distances
    ]
    question = Notice("Which walls are brought onto the lines of the grid?")
    return Choice("snap", question, f"{taken:g}", tuple(answers))
