"""Damaged files of our own, and damaged pictures: a map or a sentence, in bounded time and memory.

As of other formats: ``GRIDMAP_FUZZ=2000`` tries so many inputs a kind and holds them to their limits,
``GRIDMAP_FUZZ_SEED`` makes them others than the last time.
"""

from __future__ import annotations

import json
import os
import random
import struct
import sys
import time
import zlib
from collections.abc import Callable

import pytest

from gridmap.formats import native
from gridmap.formats.errors import FormatError
from gridmap.formats.mapobject import write_map
from gridmap.formats.options import ReadOptions
from gridmap.formats.registry import read_bytes
from tests.formats.maps import png
from tests.formats.test_salvage import WHOLE

ASKED = os.environ.get("GRIDMAP_FUZZ")
INPUTS = int(ASKED) if ASKED else 60
SEED = os.environ.get("GRIDMAP_FUZZ_SEED", "")
MOST_SECONDS = 2.0
MOST_MEGABYTES = 500
PLAIN, SALVAGE = ReadOptions(), ReadOptions(salvage=True)


def map_file() -> bytes:
    return native.write_bytes(WHOLE, png(4, 4))


def map_object() -> bytes:
    return json.dumps(write_map(WHOLE), separators=(",", ":")).encode()


def map_text() -> bytes:
    return native.map_text(write_map(WHOLE)).encode()


def jpeg() -> bytes:
    frame = struct.pack(">BHHBBBB", 8, 300, 400, 1, 1, 0x11, 0)
    return (
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"
        + bytes(9)
        + b"\xff\xc0"
        + struct.pack(">H", 11)
        + frame
        + b"\xff\xd9"
    )


def webp() -> bytes:
    chunk = (
        b"VP8X" + struct.pack("<I", 10) + bytes(4) + (399).to_bytes(3, "little") + (299).to_bytes(3, "little")
    )
    return b"RIFF" + struct.pack("<I", len(chunk) + 4) + b"WEBP" + chunk


def claiming_png() -> bytes:
    """A few bytes that say they are a picture of billions of pixels."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0)
    part = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + part + struct.pack(">I", zlib.crc32(part))


KINDS: dict[str, tuple[Callable[[], bytes], ReadOptions]] = {
    "gridmap": (map_file, PLAIN),
    "gridmap-salvaged": (map_file, SALVAGE),
    "map-object": (map_object, PLAIN),
    "map-object-salvaged": (map_text, SALVAGE),
    "png": (lambda: png(400, 300), PLAIN),
    "png-claiming": (claiming_png, PLAIN),
    "jpeg": (jpeg, PLAIN),
    "webp": (webp, PLAIN),
}
PIECES = [
    b"", b"\0", b"\xff", b"{", b"}", b"[", b"]", b'"', b"\\", b",", b"null", b"NaN", b"-1e999", b"9" * 400,
    b"[" * 5000, b'{"a":' * 5000, b"\\ud800", b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06",
    b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f",
    b"\n ", b'"map.json"', b'"walls":[', b'"id":"c1",', b"x" * 100_000, b"IHDR", b"VP8L",
]  # fmt: skip


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Bytes changed, cut off, put in, taken out or doubled."""
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        at = chance.randrange(len(content) + 1)
        match chance.randrange(6):
            case 0:
                content = content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :]
            case 1:
                content = content[:at] + chance.choice(PIECES) + content[at:]
            case 2:
                content = content[:at] + content[at + chance.randrange(1, 60) :]
            case 3:
                content = content[:at] + chance.choice(PIECES) + content[at + chance.randrange(1, 9) :]
            case 4:
                content = content[:at] + content[max(0, at - chance.randrange(500)) :]
            case _:
                content = content[:at] if chance.randrange(3) == 0 else content
    return content


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.timeout(0 if ASKED else 120)
def test_damaged_files(kind: str) -> None:
    make, options = KINDS[kind]
    whole = make()
    chance = random.Random(f"gridmap {kind}{SEED}")
    outcomes = {"map": 0, "refused": 0}
    slowest = 0.0
    for number in range(INPUTS):
        content = damaged(whole, chance)
        start = time.process_time()
        try:
            battle_map, report = read_bytes(content, "fuzz", None, options)
            assert all(str(line) for line in report.lines())
            native.write_bytes(battle_map)
            outcomes["map"] += 1
        except FormatError as error:
            sentence = str(error)
            assert sentence
            assert "\n" not in sentence
            assert len(sentence) < 3_000
            outcomes["refused"] += 1
        except Exception as error:
            error.add_note(f"input {number} of {kind}: {content[:3000]!r}")
            raise
        slowest = max(slowest, time.process_time() - start)
        if ASKED:
            assert slowest < MOST_SECONDS, (number, kind, slowest)
    assert sum(outcomes.values()) == INPUTS
    if ASKED:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{kind}: {outcomes}, slowest {slowest:.2f} s, peak {peak:.0f} MB", file=sys.stderr)
        assert peak < MOST_MEGABYTES
