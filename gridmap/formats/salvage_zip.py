"""What is left of the entries of a damaged zip: found by their own headers, whatever its directory says."""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_CENTRAL = struct.Struct("<4sHHHHHHIIIHHHHHII")
_LOCAL_SIGN, _CENTRAL_SIGN, _END_SIGN = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"

MAX_HEADERS = 20_000
"""So many headers are looked at, of each kind."""
MAX_UNPACKED = 1 << 30
"""The most bytes of all entries together."""
MAX_RATIO = 200
FREE_BYTES = 4 << 20
_STORED, _DEFLATED = 0, 8
_PIECE = 1 << 16


@dataclass(frozen=True)
class Part:
    """What is left of an entry.

    Attributes:
        name: its name.
        content: its bytes, as far as they are there.
        whole: its checksum says that nothing in it has changed.
    """

    name: str
    content: bytes
    whole: bool


@dataclass(frozen=True)
class _Header:
    """What one of its two headers says of an entry."""

    name: str
    start: int
    method: int
    packed: int
    unpacked: int
    checksum: int


def parts(content: bytes) -> dict[str, Part]:
    """The entries by name, the best of several of the same name; nothing is refused."""
    locals_ = {header.start: header for header in _local_headers(content)}
    centrals = {header.start: header for header in _central_headers(content)}
    signs = sorted(_signs(content))
    found: dict[str, Part] = {}
    budget = [2 * len(content) + (64 << 20), MAX_UNPACKED]
    for start in sorted({*locals_, *centrals}):
        ways = [header[start] for header in (centrals, locals_) if start in header]
        part = _best(content, ways, signs, budget)
        if part is None:
            continue
        before = found.get(part.name)
        better = before is None or (part.whole, len(part.content)) > (before.whole, len(before.content))
        if better:
            found[part.name] = part
    return found


def _signs(content: bytes) -> Iterator[int]:
    """Where headers of any kind begin: an entry of unknown length ends there."""
    for sign in (_LOCAL_SIGN, _CENTRAL_SIGN, _END_SIGN):
        yield from _places(content, sign)


def _places(content: bytes, sign: bytes) -> Iterator[int]:
    at = content.find(sign)
    for _ in range(MAX_HEADERS):
        if at < 0:
            return
        yield at
        at = content.find(sign, at + 4)


def _local_headers(content: bytes) -> Iterator[_Header]:
    """Headers before the entries themselves; `start` is where the entry's bytes begin."""
    for at in _places(content, _LOCAL_SIGN):
        if at + _LOCAL.size > len(content):
            return
        fields = _LOCAL.unpack_from(content, at)
        _, _, flags, method, _, _, checksum, packed, unpacked, name_length, extra_length = fields
        name = _name(content, at + _LOCAL.size, name_length, flags)
        if name is not None and _is_sensible(flags, method, packed, unpacked):
            start = at + _LOCAL.size + name_length + extra_length
            yield _Header(name, start, method, packed, unpacked, checksum)


def _central_headers(content: bytes) -> Iterator[_Header]:
    """Headers in the directory at the end."""
    for at in _places(content, _CENTRAL_SIGN):
        if at + _CENTRAL.size > len(content):
            return
        fields = _CENTRAL.unpack_from(content, at)
        flags, method, checksum, packed, unpacked, name_length = (fields[n] for n in (3, 4, 7, 8, 9, 10))
        offset = fields[16]
        name = _name(content, at + _CENTRAL.size, name_length, flags)
        if name is None or not _is_sensible(flags, method, packed, unpacked):
            continue
        if offset + _LOCAL.size > len(content):
            continue
        extra_length = struct.unpack_from("<H", content, offset + 28)[0]
        if content[offset : offset + 4] != _LOCAL_SIGN or extra_length > 1_000:
            extra_length = 0
        start = offset + _LOCAL.size + name_length + extra_length
        yield _Header(name, start, method, packed, unpacked, checksum)


def _name(content: bytes, start: int, length: int, flags: int) -> str | None:
    raw = content[start : start + length]
    if not 0 < length <= 1_000 or len(raw) < length:
        return None
    try:
        return raw.decode("utf-8" if flags & 0x800 else "cp437")
    except UnicodeDecodeError:
        return None


def _is_sensible(flags: int, method: int, packed: int, unpacked: int) -> bool:
    """An entry that this program could have written, or another one that knows the format."""
    if flags & 1 or method not in (_STORED, _DEFLATED) or unpacked > MAX_UNPACKED:
        return False
    return not packed or unpacked <= max(FREE_BYTES, MAX_RATIO * packed)


def _best(content: bytes, ways: list[_Header], signs: list[int], budget: list[int]) -> Part | None:
    """An entry as the header tells that its checksum agrees with, else as much of it as there is."""
    best: Part | None = None
    for header in ways:
        place = bisect_right(signs, header.start)
        until = signs[place] if place < len(signs) else len(content)
        ends = [header.start + header.packed] if header.packed else []
        for end in dict.fromkeys((*ends, until)):
            clipped = min(end, len(content))
            if clipped <= header.start or min(budget) <= 0:
                continue
            budget[0] -= clipped - header.start
            data = _unpacked(content, header, clipped, min(budget[1], MAX_UNPACKED))
            whole = zlib.crc32(data) == header.checksum and (
                len(data) == header.unpacked or not header.unpacked
            )
            part = Part(header.name, data, whole)
            if whole:
                budget[1] -= len(data)
                return part
            # What goes beyond the next header belongs to another entry.
            if clipped <= until and (best is None or len(data) > len(best.content)):
                best = part
    if best is not None:
        budget[1] -= len(best.content)
    return best


def _unpacked(content: bytes, header: _Header, end: int, most: int) -> bytes:
    """The bytes of an entry, up to where they cannot be unpacked."""
    if header.method == _STORED:
        return content[header.start : min(end, header.start + most)]
    limit = min(most, max(FREE_BYTES, MAX_RATIO * (end - header.start)), header.unpacked or most)
    unpacker = zlib.decompressobj(-15)
    found: list[bytes] = []
    size = 0
    for start in range(header.start, end, _PIECE):
        piece = content[start : min(start + _PIECE, end)]
        try:
            while piece and size < limit:
                found.append(unpacker.decompress(piece, limit - size))
                size += len(found[-1])
                piece = unpacker.unconsumed_tail
        except zlib.error:
            break
        if unpacker.eof or size >= limit:
            break
    return b"".join(found)
