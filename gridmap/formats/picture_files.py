"""A picture file as an asset of a map."""

from __future__ import annotations

from pathlib import Path

from gridmap.formats.errors import FormatError
from gridmap.formats.file_access import read_file
from gridmap.formats.picture_header import read_picture_header
from gridmap.formats.plain_picture import named_squares
from gridmap.model.picture import Asset

MAX_PICTURE_BYTES = 512 << 20


def read_picture_file(path: Path) -> tuple[Asset, tuple[float, float] | None]:
    """The picture of a file, byte for byte, and the squares across and down that its name tells.

    Raises:
        FormatError: one sentence that names the file; it is no PNG, JPEG or WebP picture.
    """
    try:
        content = read_file(path, MAX_PICTURE_BYTES)
        header = read_picture_header(content)
        if header is None:
            raise FormatError("this is no whole PNG, JPEG or WebP picture")
    except FormatError as error:
        raise error.within(str(path)) from error.__cause__
    squares = named_squares(path.stem, header)
    told = None if squares is None else (float(squares[0]), float(squares[1]))
    return Asset(f"{path.stem[:100] or 'picture'}.{header.kind}", content), told
