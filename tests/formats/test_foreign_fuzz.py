"""Damaged files of every foreign map format: one sentence, or a map, and never anything else.

A few hundred inputs in every run; `GRIDMAP_FUZZ=1500` tries so many for each importer, and holds each to two
seconds of the processor.
"""

from __future__ import annotations

import copy
import json
import os
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from gridmap.formats import foundry_write, uvtt_write
from gridmap.formats.errors import FormatError
from gridmap.formats.mapobject import read_map, write_map
from gridmap.formats.registry import read_bytes
from tests.formats.foreign import (
    DONJON_TABLE,
    donjon,
    encoded,
    foundry,
    log,
    one_page_dungeon,
    roll20_export,
    roll20_text,
)
from tests.formats.maps import uvtt

ASKED = os.environ.get("GRIDMAP_FUZZ")
INPUTS = int(ASKED) if ASKED else 60
SEED = os.environ.get("GRIDMAP_FUZZ_SEED", "")
MOST_BYTES = 8_000_000
MOST_SECONDS = 2.0
MOST_MEGABYTES = 500

Prepare = Callable[[Any], bytes]


def adventure(scene: Any) -> bytes:
    return encoded({"name": "A", "scenes": [scene, foundry()], "actors": [{"_id": "a", "system": {}}]})


SEEDS: dict[str, tuple[Callable[[], Any], Prepare]] = {
    "foundry-old": (lambda: foundry(8), encoded),
    "foundry": (lambda: foundry(12), encoded),
    "foundry-levels": (lambda: foundry(14), encoded),
    "foundry-database": (lambda: foundry(9), lambda scene: log(foundry(8), scene, {"$$deleted": 1})),
    "foundry-adventure": (foundry, adventure),
    "foundry-written": (
        lambda: json.loads(foundry_write.write_bytes(read_bytes(encoded(foundry())).battle_map).content),
        encoded,
    ),
    "one-page-dungeon": (one_page_dungeon, encoded),
    "donjon": (donjon, encoded),
    "donjon-table": (lambda: DONJON_TABLE, lambda text: text.encode("utf-8", "replace")),
    "roll20": (roll20_export, lambda document: roll20_text(document)),
    "universal-vtt-written": (
        lambda: json.loads(
            uvtt_write.write_bytes(read_bytes(encoded(one_page_dungeon())).battle_map, None, 50).content
        ),
        encoded,
    ),
    "universal-vtt": (
        lambda: uvtt(
            line_of_sight=[[{"x": 0, "y": 1}, {"x": 4, "y": 1}]],
            portals=[{"position": {"x": 1, "y": 1}, "bounds": [{"x": 1, "y": 1}, {"x": 2, "y": 1}]}],
        ),
        encoded,
    ),
}


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


ODD: list[Any] = [
    None, True, False, 0, -1, 1, 0.5, 3, 1e9, -1e9, 10**15, -(10**18), 10**30, 2**63, 1e308, float("nan"),
    float("inf"), "", "x", "NaN", "1e400", "\ud800", "𝕏" * 50, "9" * 5000, "a.webp", "../../etc/passwd.png",
    [], {}, [[]], [None], [1, 2, 3, 4], {"x": 1}, {"x": None, "y": []}, [0] * 3000, "z" * 200_000,
    [{"x": 1, "y": 1}] * 500, {"size": 1e-9}, {"size": 1, "type": 1, "distance": 1e-300, "units": "ft"},
    deep(26), deep(28), deep(29), deep(30), deep(31), deep(40), deep(300), {"a": deep(33)},
]  # fmt: skip


def places(value: Any, found: list[tuple[Any, Any]] | None = None) -> list[tuple[Any, Any]]:
    """Every place in a document: the container and the key."""
    found = [] if found is None else found
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            places(value[key], found)
    return found


def change(document: Any, chance: random.Random) -> Any:
    """Some values replaced, taken away, swapped or multiplied."""
    if isinstance(document, str):
        return change_text(document, chance)
    document = json.loads(json.dumps(document))
    multiplied = False  # once only: what was multiplied and copied into itself fills any memory
    for _ in range(chance.choice([1, 1, 1, 2, 3, 6])):
        known = places(document)
        if not 0 < len(known) < 20_000:
            break
        container, key = chance.choice(known)
        match chance.randrange(6):
            case 0 | 1:
                container[key] = copy.deepcopy(chance.choice(ODD))
            case 2:
                del container[key]
            case 3 if not multiplied:
                other, name = chance.choice(known)
                with suppress(RecursionError):  # copying what was nested several times over
                    other[name] = copy.deepcopy(container[key])
            case 4 if (
                not multiplied and isinstance(container[key], list) and len(places(container[key])) < 2_000
            ):
                multiplied = True
                container[key] = container[key] * chance.choice([2, 50, 400])
            case _ if isinstance(container[key], int | float) and not isinstance(container[key], bool):
                container[key] = container[key] * chance.choice([-1, 1e-6, 0.37, 1000, 1e7])
            case _:
                container[key] = copy.deepcopy(chance.choice(ODD))
    return document


def change_text(text: str, chance: random.Random) -> str:
    parts = list(text)
    for _ in range(chance.choice([1, 2, 5])):
        place = chance.randrange(len(parts) + 1)
        match chance.randrange(4):
            case 0:
                parts[place:place] = chance.choice(
                    ["F\t", "\n", "\t" * 50, "DSR", "Z\t", "SU", "\0", "é", "F\t" * 3000]
                )
            case 1:
                del parts[place : place + chance.randrange(9)]
            case 2:
                parts += parts[:place] * chance.choice([1, 3, 60])
            case _:
                parts[place : place + 1] = chance.choice("FDSPTBLR\t\n #")
    return "".join(parts)


def damage(content: bytes, chance: random.Random) -> bytes:
    """Bytes changed, cut off, doubled or nested."""
    place = chance.randrange(len(content))
    match chance.randrange(8):
        case 0:
            return content[:place]
        case 1:
            return content[:place] + bytes([chance.randrange(256)]) + content[place + 1 :]
        case 2:
            return content[:place] + content[place + chance.randrange(40) :]
        case 3:
            return content[:place] + b"[" * chance.choice([3, 100_000]) + content[place:]
        case 4:
            return content.replace(b'"', b"'", chance.randrange(3))
        case 5:
            # The same names twice in one object.
            return content.replace(b"{", b"{" + content.partition(b"{")[2][: chance.randrange(200)], 1)
        case 6:
            return content + content[place:]
        case _:
            return (
                content[:place]
                + chance.choice([b"NaN", b"-Infinity", b"1e999", b"\\ud800", b"\xff"])
                + content[place:]
            )


def survives(content: bytes) -> tuple[str, float]:
    """What came of it, ``map`` or the complaint, and how many seconds of the processor reading took."""
    start = time.process_time()
    try:
        opened = read_bytes(content, "fuzz")
    except FormatError as error:
        sentence = str(error)
        assert sentence
        assert "\n" not in sentence
        assert len(sentence) < 3_000
        return sentence, time.process_time() - start
    seconds = time.process_time() - start
    battle_map = opened.battle_map
    assert all(str(line) for line in opened.report.lines())
    # What was made of it can be saved and opened again.
    again = read_map(json.loads(json.dumps(write_map(battle_map))), assets=battle_map.assets)
    assert again.walls == battle_map.walls
    foundry_write.write_bytes(battle_map)
    uvtt_write.write_bytes(battle_map, None, 50)
    return "map", seconds


@pytest.mark.parametrize("kind", SEEDS)
@pytest.mark.timeout(0 if ASKED else 120)
def test_damaged_files(kind: str) -> None:
    make, prepare = SEEDS[kind]
    chance = random.Random(f"gridmap {kind}{SEED}")
    assert survives(prepare(make()))[0] == "map"
    outcomes: dict[str, int] = {"map": 0, "refused": 0}
    slowest = 0.0
    for number in range(INPUTS):
        content = prepare(change(make(), chance)) if number % 3 else damage(prepare(make()), chance)
        content = content[:MOST_BYTES]
        try:
            outcome, seconds = survives(content)
        except Exception as error:
            error.add_note(f"input {number} of {kind}: {content[:3000]!r}")
            raise
        if ASKED and seconds > slowest:
            slowest = seconds
        outcomes["map" if outcome == "map" else "refused"] += 1
        if ASKED:
            assert slowest < MOST_SECONDS, (number, kind, slowest)
    assert min(outcomes.values()) > 0, outcomes
    if ASKED:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{kind}: {outcomes}, slowest {slowest:.2f} s, peak {peak:.0f} MB", file=sys.stderr)
        assert peak < MOST_MEGABYTES
