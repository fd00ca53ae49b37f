"""What a file is that holds no map: creatures may be added to one."""

from __future__ import annotations

from gridmap.formats.errors import CreaturesOnlyError, FormatError

MOST_BYTES = 16 << 20
"""Larger files are not looked at a second time."""


def complaint(content: bytes) -> FormatError | None:
    """What to say of a file without a map that holds something else that is known; None for any other."""
    if len(content) > MOST_BYTES:
        return None
    # Imported here: only a file that is no map needs them.
    from gridmap.formats import maptool
    from gridmap.formats.creature_files import read_creatures

    if content.startswith(b"PK"):
        try:
            maptool.read_token(content)
        except FormatError as error:
            return error if "MapTool map or campaign" in str(error) else None
        return CreaturesOnlyError("it is a MapTool token, no map; its creature can be added to one")
    try:
        count = len(read_creatures(content).sheets)
    except FormatError:
        return None
    if count == 1:
        return CreaturesOnlyError("it describes a creature, no map; it can be added to one")
    return CreaturesOnlyError(f"it describes {count:,} creatures, no map; they can be added to one")
