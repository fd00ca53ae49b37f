"""A piece of a map as a file of the map's own format: stamps, and what is copied from map to map."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from gridmap.formats import native
from gridmap.formats.errors import FormatError
from gridmap.formats.safe_write import safe_write
from gridmap.model.battlemap import BattleMap
from gridmap.model.piece import PARTS, Piece

_FIELD = "piece"
"""The map object's field that says which squares and parts belong to the piece."""


def write_piece(piece: Piece) -> bytes:
    """The bytes of a file that `read_piece` reads; it opens as a map too."""
    return native.write_bytes(_marked(piece))


def save_piece(piece: Piece, path: Path, thumbnail: bytes | None = None) -> None:
    """Keep a piece as a file, whole or not at all.

    Raises:
        FormatError: it could not be written.
    """
    safe_write(path, native.write_bytes(_marked(piece), thumbnail))


def _marked(piece: Piece) -> BattleMap:
    rows = ["".join("x" if square else "." for square in row) for row in piece.mask]
    extra = {**piece.battle_map.extra, _FIELD: {"squares": rows, "parts": sorted(piece.parts)}}
    return replace(piece.battle_map, extra=extra)


def read_piece(content: bytes) -> Piece:
    """The piece of a file; a map that says nothing of a piece is one whole.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    battle_map = native.read_bytes(content).battle_map
    extra = dict(battle_map.extra)
    stated = extra.pop(_FIELD, None)
    shape = (battle_map.height, battle_map.width)
    battle_map = replace(battle_map, extra=extra)
    if stated is None:
        return Piece(battle_map, np.ones(shape, bool))
    try:
        rows = [str(row) for row in stated["squares"]]
        parts = frozenset(str(part) for part in stated["parts"])
        mask = np.array([[letter == "x" for letter in row] for row in rows], bool)
    except (TypeError, KeyError, ValueError):
        raise FormatError(f"map.{_FIELD} does not say which squares belong to the piece") from None
    if mask.shape != shape or not parts <= frozenset(PARTS):
        raise FormatError(f"map.{_FIELD} does not fit the map")
    return Piece(battle_map, mask, parts)
