"""Sizes of paper."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, standing on its short side.

    Attributes:
        name: what people call it.
        width: millimetres along its short side.
        height: millimetres along its long side.
    """

    name: str
    width: float
    height: float

    def size(self, landscape: bool) -> tuple[float, float]:
        """Millimetres across and down."""
        return (self.height, self.width) if landscape else (self.width, self.height)


PAPERS = {
    "letter-or-a4": Paper("Letter or A4", 210.0, 279.4),
    "letter": Paper("Letter", 215.9, 279.4),
    "a4": Paper("A4", 210.0, 297.0),
    "legal": Paper("Legal", 215.9, 355.6),
    "tabloid": Paper("Tabloid", 279.4, 431.8),
    "a3": Paper("A3", 297.0, 420.0),
    "a2": Paper("A2", 420.0, 594.0),
    "a1": Paper("A1", 594.0, 841.0),
    "a0": Paper("A0", 841.0, 1189.0),
}
"""Papers by name. ``letter-or-a4`` is as wide as A4 and as high as Letter: it prints whole on either."""


def paper(name: str) -> Paper:
    """The paper of that name.

    Raises:
        ValueError: there is none; one sentence that lists them.

    >>> paper("a4").size(landscape=True)
    (297.0, 210.0)
    """
    found = PAPERS.get(name.lower())
    if found is None:
        raise ValueError(f"there is no paper {name!r}; it is one of {', '.join(PAPERS)}")
    return found
