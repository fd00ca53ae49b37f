"""In which order the overlays' marks on the ground are drawn: heat maps lie together, where the lowest is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile, takewhile

from gridmap.overlays.overlay import Field, Mark, Shape, Squares
from gridmap.render.scene import Scene


def marks_beneath(scene: Scene) -> Iterator[Squares | Shape]:
    """Squares and shapes below the lowest heat map; all of them where there is none."""
    return _on_ground(takewhile(_is_no_field, marks(scene)))


def fields(scene: Scene) -> Iterator[Field]:
    """The heat maps."""
    return (mark for mark in marks(scene) if isinstance(mark, Field))


def marks_above(scene: Scene) -> Iterator[Squares | Shape]:
    """The other squares and shapes."""
    return _on_ground(dropwhile(_is_no_field, marks(scene)))


def marks(scene: Scene) -> Iterator[Mark]:
    """Every mark, lowest overlay first."""
    for overlay in scene.overlays:
        yield from overlay.marks


def _on_ground(some: Iterator[Mark]) -> Iterator[Squares | Shape]:
    return (mark for mark in some if isinstance(mark, Squares | Shape))


def _is_no_field(mark: Mark) -> bool:
    return not isinstance(mark, Field)
