"""Exact geometry of segments and convex shapes, in fractions.

Everything rests on clipping: a segment is cut by the half planes of a convex polygon.
"""

from __future__ import annotations

from fractions import Fraction

from tests.reference.board import Point, Square


def _cross(a: Point, b: Point, c: Point) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def convex_hull(points: set[tuple[int, int]]) -> list[Point]:
    """The corners of the convex hull of lattice points, in turning order."""
    ordered = sorted((Fraction(x), Fraction(y)) for x, y in points)

    def chain(run: list[Point]) -> list[Point]:
        kept: list[Point] = []
        for p in run:
            while len(kept) > 1 and _cross(kept[-2], kept[-1], p) <= 0:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return chain(ordered) + chain(ordered[::-1])


def box(at: Square, width: int, height: int | None = None) -> list[Point]:
    """The corners of a block of squares, in the same turning order as a hull."""
    x, y = at
    w, h = width, width if height is None else height
    return convex_hull({(x, y), (x + w, y), (x + w, y + h), (x, y + h)})


def segment_enters(start: Point, end: Point, polygon: list[Point]) -> bool:
    """Whether any of the segment lies strictly inside the convex polygon."""
    low, high = Fraction(0), Fraction(1)
    for i, a in enumerate(polygon):
        b = polygon[(i + 1) % len(polygon)]
        at_start, at_end = _cross(a, b, start), _cross(a, b, end)
        if at_start <= 0 and at_end <= 0:
            return False  # never strictly inside this edge
        if at_start < 0 or at_end < 0:
            crossing = at_start / (at_start - at_end)
            low, high = (max(low, crossing), high) if at_start < 0 else (low, min(high, crossing))
    if start == end:
        return True
    return low < high


def polygons_overlap(one: list[Point], other: list[Point]) -> bool:
    """Whether two convex polygons share some of their inside: no edge of either parts them."""
    for polygon, against in ((one, other), (other, one)):
        for i, a in enumerate(polygon):
            b = polygon[(i + 1) % len(polygon)]
            if all(_cross(a, b, p) <= 0 for p in against):
                return False
    return True


def segments_touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the closed segments ab and cd have a point in common."""

    def on(p: Point, q: Point, r: Point) -> bool:
        return (
            _cross(p, q, r) == 0
            and min(p[0], q[0]) <= r[0] <= max(p[0], q[0])
            and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])
        )

    if on(a, b, c) or on(a, b, d) or on(c, d, a) or on(c, d, b):
        return True
    parted_by_ab = _cross(a, b, c) * _cross(a, b, d) < 0
    parted_by_cd = _cross(c, d, a) * _cross(c, d, b) < 0
    return parted_by_ab and parted_by_cd
