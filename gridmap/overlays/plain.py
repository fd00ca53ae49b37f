"""An overlay as plain values for JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridmap.overlays.overlay import Field, Label, Overlay, Segments, Shape, Squares


def plain_overlay(overlay: Overlay) -> dict[str, Any]:
    """An overlay as plain JSON values: squares sorted by y, then x; roles instead of colours."""
    return {
        "name": overlay.name,
        "marks": [_plain_mark(mark) for mark in overlay.marks],
        "legend": [{"role": str(entry.role), "text": str(entry)} for entry in overlay.legend],
        "notice": None if overlay.notice is None else str(overlay.notice),
    }


def _plain_mark(mark: Any) -> dict[str, Any]:
    match mark:
        case Squares():
            squares = np.argwhere(mark.mask)[:, ::-1].tolist()
            return {"mark": "squares", "role": str(mark.role), "squares": squares}
        case Field():
            places = np.argwhere(mark.values >= 0)
            values = mark.values[mark.values >= 0]
            return {
                "mark": "field",
                "bands": [[most, str(role)] for most, role in mark.bands],
                "values": np.column_stack([places[:, ::-1], values]).tolist(),
            }
        case Segments():
            return {"mark": "segments", "role": str(mark.role), "segments": mark.ends.tolist()}
        case Shape():
            return {"mark": "shape", "role": str(mark.role), "rings": [ring.tolist() for ring in mark.rings]}
        case Label():
            text = mark.template.format(**mark.arguments)
            return {"mark": "label", "role": str(mark.role), "at": list(mark.at), "text": text}
        case _:
            raise TypeError(f"an overlay has no mark of the kind {type(mark).__name__}")
