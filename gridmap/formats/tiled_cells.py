"""The cells of Tiled's layers, in each way that they may be packed."""

from __future__ import annotations

import binascii
import re
import warnings
import zlib
from importlib import import_module
from typing import Any

import numpy as np

from gridmap.formats.errors import FormatError, shown
from gridmap.formats.tiled_document import GID_MASK, Cells

_ZSTD_MODULES = ("compression.zstd", "backports.zstd", "zstandard")
"""Whichever is there: part of Python from 3.14 on, else one of the user's own."""
_CSV = re.compile(r"[\d,\s]*")


def from_list(values: Any, width: int, height: int, place: str) -> Cells:
    """Cells from a list of numbers.

    Raises:
        FormatError: they are no numbers of tiles, or not as many as there are cells.
    """
    if not isinstance(values, list):
        raise FormatError(f"{place} is {shown(values)}; it must be a list of numbers")
    _check_count(len(values), width, height, place)
    if not all(type(value) is int and 0 <= value < 1 << 32 for value in values):
        raise FormatError(f"{place} must hold whole numbers of tiles only")
    return _cells(np.array(values, np.uint32), width, height)


def from_csv(text: str, width: int, height: int, place: str) -> Cells:
    """Cells from numbers between commas.

    Raises:
        FormatError: as for a list.
    """
    numbers = text.strip().rstrip(",")
    if not _CSV.fullmatch(numbers):
        raise FormatError(f"{place} must hold whole numbers of tiles only")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            values = np.fromstring(numbers, np.int64, sep=",") if numbers else np.zeros(0, np.int64)
    except (ValueError, DeprecationWarning):
        raise FormatError(f"{place} must hold whole numbers of tiles only") from None
    _check_count(len(values), width, height, place)
    return _cells((values & 0xFFFFFFFF).astype(np.uint32), width, height)


def from_base64(text: str, compression: str, width: int, height: int, place: str) -> Cells:
    """Cells from bytes, four a cell, packed or not; never more of them than there are cells.

    Raises:
        FormatError: they are damaged, packed in an unknown way, or not as many as there are cells.
    """
    try:
        content = binascii.a2b_base64("".join(text.split()), strict_mode=False)
    except (binascii.Error, ValueError):
        raise FormatError(f"{place} is no base64") from None
    most = 4 * width * height + 1
    if compression in ("gzip", "zlib"):
        try:
            content = zlib.decompressobj(47).decompress(content, most)
        except zlib.error:
            raise FormatError(f"{place} is damaged ({compression})") from None
    elif compression == "zstd":
        content = _from_zstd(content, most, place)
    elif compression:
        raise FormatError(
            f"{place} is packed with {shown(compression)}, which is none of gzip, zlib and zstd"
        )
    if len(content) != 4 * width * height:
        raise FormatError(f"{place} does not hold {width:,} x {height:,} cells")
    return _cells(np.frombuffer(content, "<u4").astype(np.uint32), width, height)


def _from_zstd(content: bytes, most: int, place: str) -> bytes:
    for name in _ZSTD_MODULES:
        try:
            module: Any = import_module(name)
        except ImportError:
            continue
        try:
            if name == "zstandard":
                return bytes(module.ZstdDecompressor().stream_reader(content).read(most))
            return bytes(module.ZstdDecompressor().decompress(content, most))
        except MemoryError:
            raise
        except Exception:  # each of these modules has its own
            raise FormatError(f"{place} is damaged (zstd)") from None
    raise FormatError(
        f"{place} is packed with zstd, which this Python cannot unpack; "
        "save the map in Tiled with zlib or as CSV (Map > Map Properties)"
    )


def _check_count(count: int, width: int, height: int, place: str) -> None:
    if count != width * height:
        raise FormatError(f"{place} has {count:,} cells instead of {width:,} x {height:,}")


def _cells(values: Cells, width: int, height: int) -> Cells:
    cells: Cells = (values & np.uint32(GID_MASK)).reshape(height, width)
    return cells
