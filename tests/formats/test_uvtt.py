"""Universal VTT: every quirk that files from the wild have, on small documents made here."""

from __future__ import annotations

import base64
import json
import math
import random
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.formats import uvtt as universal_vtt
from gridmap.formats.errors import FormatError
from gridmap.formats.report import Opened
from gridmap.formats.segments import as_segments, clipped, lengths, without_doors
from gridmap.model import Picture, Point, Wall, WallKind
from tests.formats.maps import png, uvtt


def opened(document: dict[str, Any], **options: Any) -> Opened:
    return universal_vtt.read_bytes(json.dumps(document).encode(), **options)


def told(result: Opened) -> str:
    return " ".join(result.report.lines())


def refusal(content: bytes) -> str:
    with pytest.raises(FormatError) as raised:
        universal_vtt.read_bytes(content)
    sentence = str(raised.value)
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence


def xy(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def resolution(width: float = 4, height: float = 3, left: float = 0, top: float = 0, pixels: Any = 10) -> Any:
    return {"map_origin": xy(left, top), "map_size": xy(width, height), "pixels_per_grid": pixels}


def portal(*bounds: tuple[float, float], **fields: Any) -> dict[str, Any]:
    (x, y), (to_x, to_y) = bounds
    return {
        "position": xy((x + to_x) / 2, (y + to_y) / 2),
        "bounds": [xy(x, y), xy(to_x, to_y)],
        "rotation": 0,
        "closed": True,
        "freestanding": False,
        **fields,
    }


def encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()


def test_walls_doors_grid_and_picture() -> None:
    document = uvtt(
        line_of_sight=[[xy(0, 1), xy(1, 1)], [xy(2, 1), xy(4, 1), xy(4, 2.5)]],
        portals=[portal((1, 1), (2, 1)), portal((4, 2.5), (4, 3), closed=False)],
        image=encoded(png(40, 30)),
    )
    battle_map, report = opened(document, title="Cave")
    assert (battle_map.width, battle_map.height, battle_map.name) == (4, 3, "Cave")
    assert battle_map.walls[:3] == (
        Wall(Point(0, 1), Point(1, 1)),
        Wall(Point(2, 1), Point(4, 1)),
        Wall(Point(4, 1), Point(4, 2.5)),
    )
    shut, ajar = battle_map.walls[3:]
    assert (shut.kind, shut.open, shut.start, shut.end) == (WallKind.DOOR, False, (1, 1), (2, 1))
    assert (ajar.kind, ajar.open, ajar.start, ajar.end) == (WallKind.DOOR, True, (4, 2.5), (4, 3))
    assert battle_map.pictures == (Picture("Cave.png", Point(0, 0), 4, 3),)
    assert battle_map.assets[0].content == png(40, 30)
    assert dict(report.counts) == {"walls": 3, "doors": 2, "outside the map": 0}
    assert report.lines()[0] == "Universal VTT 0.3: 3 walls, 2 doors, 0 outside the map"
    assert "open doors" in told(Opened(battle_map, report))


def test_a_crop_is_moved_clipped_and_what_is_outside_counted() -> None:
    document = uvtt(
        resolution=resolution(4, 3, left=10, top=20),
        line_of_sight=[[xy(8, 21), xy(12, 21)], [xy(0, 0), xy(5, 5)], [xy(11, 22), xy(11, 23)]],
        portals=[portal((12, 21), (13, 21)), portal((1, 1), (2, 1))],
    )
    battle_map, report = opened(document)
    assert [(wall.start, wall.end) for wall in battle_map.walls] == [
        ((0, 1), (2, 1)),
        ((1, 2), (1, 3)),
        ((2, 1), (3, 1)),
    ]
    assert report.counts["outside the map"] == 2
    assert "Walls cut at the map's edge: 1." in told(Opened(battle_map, report))


def test_a_crop_within_a_square_keeps_the_grid() -> None:
    document = uvtt(
        resolution=resolution(4, 3, left=2.25, top=1),
        line_of_sight=[[xy(3, 1), xy(3, 3)]],
        image=encoded(png(40, 30)),
    )
    result = opened(document)
    assert (result.battle_map.width, result.battle_map.height) == (5, 3)
    assert result.battle_map.walls == (Wall(Point(1, 0), Point(1, 2)),)
    assert result.battle_map.pictures[0].at == (0.25, 0)
    assert "cropped within a square" in told(result)


@pytest.mark.parametrize(("y", "drawn"), [(-0.19, 0), (-0.2, 0), (3.1, 3)])
def test_a_wall_slightly_outside_is_drawn_on_the_edge(y: float, drawn: float) -> None:
    battle_map = opened(uvtt(line_of_sight=[[xy(1, y), xy(3, y)]])).battle_map
    assert battle_map.walls == (Wall(Point(1, drawn), Point(3, drawn)),)


@pytest.mark.parametrize(("stated", "squares"), [(72.857142, 73), (20.0000001, 20), (19.999, 20), (0.3, 1)])
def test_a_map_size_with_fractions(stated: float, squares: int) -> None:
    document = uvtt(resolution=resolution(stated, 3), image=encoded(png(40, 30)))
    battle_map = opened(document).battle_map
    assert battle_map.width == squares
    assert battle_map.pictures[0].width == pytest.approx(stated)


def test_the_picture_counts_more_than_the_stated_pixels() -> None:
    result = opened(uvtt(resolution=resolution(4, 3, pixels=11), image=encoded(png(40, 30))))
    assert result.battle_map.pictures[0].width == 4
    assert "11 pixels a square, its picture has 10 x 10" in told(result)
    assert "pixels a square" not in told(opened(uvtt(image=encoded(png(40, 30)))))


def test_without_a_map_size_the_picture_tells_it() -> None:
    document = uvtt(resolution={"pixels_per_grid": 10}, image=encoded(png(40, 30)))
    battle_map = opened(document).battle_map
    assert (battle_map.width, battle_map.height) == (4, 3)
    assert "map_size is missing" in refusal(json.dumps(uvtt(resolution={})).encode())


@pytest.mark.parametrize(
    ("value", "is_open"),
    [
        (True, False),
        (False, True),
        ([True], False),
        ([False], True),
        (None, False),
        (1, False),
        (0, True),
        ("false", True),
    ],
)
def test_closed_in_every_spelling(value: Any, is_open: bool) -> None:
    (door,) = opened(uvtt(portals=[portal((1, 1), (2, 1), closed=value)])).battle_map.walls
    assert door.open is is_open


def test_a_portal_without_closed_is_closed() -> None:
    document = portal((1, 1), (2, 1))
    del document["closed"]
    assert not opened(uvtt(portals=[document])).battle_map.walls[0].open


def test_a_portal_without_bounds_is_a_square_wide() -> None:
    document = {"position": xy(2, 1.5), "rotation": math.pi / 2}
    (door,) = opened(uvtt(portals=[document])).battle_map.walls
    assert sorted([door.start, door.end]) == [(2, 1), (2, 2)]


def test_frame_and_leaf_are_one_door() -> None:
    document = uvtt(
        portals=[
            portal((1.1, 1.05), (1.9, 1.05)),
            portal((1, 1), (2, 1), closed=False),
            portal((2, 1), (3, 1)),
            portal((1.5, 0.5), (1.5, 1.5)),
        ]
    )
    result = opened(document)
    doors = [(wall.start, wall.end, wall.open) for wall in result.battle_map.walls]
    assert doors == [((1, 1), (2, 1), False), ((2, 1), (3, 1), False), ((1.5, 0.5), (1.5, 1.5), False)]
    assert "Portals within 0.2 squares of another, taken for the same door: 1." in told(result)


def test_a_narrow_closed_portal_may_be_a_window() -> None:
    assert "may be windows" in told(opened(uvtt(portals=[portal((1, 1), (1.777, 1))])))
    assert "may be windows" not in told(opened(uvtt(portals=[portal((1, 1), (2, 1))])))


def test_a_door_is_cut_out_of_the_wall_that_it_stands_in() -> None:
    document = uvtt(line_of_sight=[[xy(0, 1), xy(4, 1)]], portals=[portal((1, 1), (2, 1))])
    result = opened(document)
    assert result.battle_map.walls[:2] == (Wall(Point(0, 1), Point(1, 1)), Wall(Point(2, 1), Point(4, 1)))
    assert "Walls that ran through a door and were cut there: 1." in told(result)


def test_a_wall_that_crosses_or_meets_a_door_stays_whole() -> None:
    document = uvtt(
        line_of_sight=[[xy(1.5, 0), xy(1.5, 3)], [xy(0, 1), xy(1, 1)]], portals=[portal((1, 1), (2, 1))]
    )
    assert len(opened(document).battle_map.walls) == 3


def test_nothing_is_lost() -> None:
    document = uvtt(
        format=1,
        objects_line_of_sight=[[xy(0, 0), xy(1, 1)]],
        lights=[{"position": xy(1, 1), "range": 9.900001, "color": "ffeccd8b"}],
        portals=[portal((1, 1), (2, 1), freestanding=True, creator="me")],
        software={"name": "mine", "tags": [1, 2.5, None]},
    )
    result = opened(document)
    kept = result.battle_map.extra["universal_vtt"]
    for name in ("format", "objects_line_of_sight", "lights", "environment", "software", "resolution"):
        assert kept[name] == document[name]
    assert result.battle_map.walls[0].extra["universal_vtt"] == {
        "rotation": 0,
        "freestanding": True,
        "creator": "me",
    }
    assert "Lights kept but not shown: 1." in told(result)
    assert "since they stop no step: 1." in told(result)
    assert len(result.battle_map.walls) == 1


def test_a_document_of_an_old_format_has_fewer_fields() -> None:
    document = uvtt(format="0.2")
    for name in ("objects_line_of_sight", "portals", "lights", "environment", "image"):
        del document[name]
    result = opened(document)
    assert result.report.lines() == [
        "Universal VTT 0.2: 0 walls, 0 doors, 0 outside the map",
        "The file holds no picture.",
    ]


def _with_white_space(content: bytes) -> str:
    text = encoded(content)
    return "\n " + "\r\n".join(text[start : start + 16] for start in range(0, len(text), 16)) + " "


@pytest.mark.parametrize(
    "dress",
    [
        encoded,
        lambda content: "data:image/png;base64," + encoded(content),
        lambda content: encoded(content).rstrip("="),
        _with_white_space,
    ],
)
def test_a_picture_in_every_dress(dress: Any) -> None:
    for extra_bytes in range(3):  # every length of padding
        content = png(40, 30) + b"x" * extra_bytes
        assert opened(uvtt(image=dress(content))).battle_map.assets[0].content == content


def test_a_picture_with_escaped_slashes() -> None:
    text = json.dumps(uvtt(image=encoded(b"\xff\xff\xff" + png()))).replace("/", "\\/")
    assert "\\/" in text
    text = text.replace(encoded(b"\xff\xff\xff").replace("/", "\\/"), "", 1)
    assert universal_vtt.read_bytes(text.encode()).battle_map.assets[0].content == png()


@pytest.mark.parametrize(
    ("image", "why"),
    [
        ("", "holds no picture"),
        (None, "holds no picture"),
        ("   ", "holds no picture"),
        (7, "no text"),
        ({"url": "x"}, "no text"),
        ("####", "was left out"),
        (encoded(b"GIF89a and more"), "was left out"),
        (encoded(png()[:18]), "was left out"),
        ("data:image/png", "was left out"),
        ("maps/none.webp", '"none.webp" could not be read from beside the file: there is no such file'),
    ],
)
def test_a_missing_or_broken_picture_is_told_and_not_fatal(image: Any, why: str, tmp_path: Path) -> None:
    result = opened(uvtt(image=image, line_of_sight=[[xy(0, 0), xy(1, 1)]]), folder=tmp_path)
    assert why in told(result)
    assert result.battle_map.pictures == result.battle_map.assets == ()
    assert len(result.battle_map.walls) == 1


def test_a_picture_that_is_named_is_looked_for_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "cave.png").write_bytes(png(40, 30))
    (tmp_path / "secret.png").write_bytes(png(9, 9))
    for named in ("cave.png", "art/cave.PNG".replace("PNG", "png"), "C:\\art\\cave.png", "../cave.png"):
        result = opened(uvtt(image=named), folder=tmp_path / "maps")
        assert result.battle_map.assets[0].content == png(40, 30)
    assert not opened(uvtt(image="../secret.png"), folder=tmp_path / "maps").battle_map.assets


def test_points_that_are_none_leave_a_gap_and_are_told() -> None:
    document = uvtt(
        line_of_sight=[
            [xy(0, 0), xy(1, 0), {"x": 1}, xy(2, 0), xy(3, 0)],
            "nonsense",
            [[0, 2], ["1", "2"], [True, 2]],
        ],
        portals=["door", {"bounds": []}, portal((1, 1), (2, 1))],
    )
    result = opened(document)
    assert [(wall.start, wall.end) for wall in result.battle_map.walls] == [
        ((0, 0), (1, 0)),
        ((2, 0), (3, 0)),
        ((0, 2), (1, 2)),
        ((1, 1), (2, 1)),
    ]
    assert (
        "Points of walls that could not be understood and were skipped: 3, the first at line_of_sight[0][2]"
        in told(result)
    )
    assert "Portals that could not be understood and were skipped: 2, the first at portals[0]" in told(result)


def test_float_noise_is_taken_off() -> None:
    document = uvtt(line_of_sight=[[xy(0.9999998, 0), xy(1.0000002, 2.5000001)]])
    assert opened(document).battle_map.walls == (Wall(Point(1, 0), Point(1, 2.5)),)


def test_a_byte_order_mark_is_no_fault() -> None:
    content = b"\xef\xbb\xbf" + json.dumps(uvtt()).encode()
    assert universal_vtt.read_bytes(content).battle_map.width == 4


FAULTS: list[tuple[str, bytes, str]] = [
    ("cut short", json.dumps(uvtt(image=encoded(png(9, 9)))).encode()[:-100], "cut short"),
    ("cut after a comma", b'{"format": 0.3,', "cut short"),
    ("a list", b"[]", "no object"),
    ("malformed", b'{"resolution": {x}}', "malformed"),
    ("no resolution", b'{"line_of_sight": [], "portals": []}', "resolution is null"),
    ("a size of words", json.dumps(uvtt(resolution={"map_size": "big"})).encode(), "map_size must be"),
    ("no height", json.dumps(uvtt(resolution=resolution(4, 0))).encode(), "map_size must be"),
    ("a negative size", json.dumps(uvtt(resolution=resolution(-4, 3))).encode(), "map_size must be"),
    ("a huge map", json.dumps(uvtt(resolution=resolution(1e5, 1e5))).encode(), "larger than the limit"),
    ("an absurd map", json.dumps(uvtt(resolution=resolution(1e300, 3))).encode(), "map_size must be"),
    ("NaN", json.dumps(uvtt(resolution=resolution(math.nan, 3))).encode(), "malformed"),
    ("an origin of words", json.dumps(uvtt(resolution={"map_origin": 3})).encode(), "map_origin must be"),
    ("walls of words", json.dumps(uvtt(line_of_sight="walls")).encode(), 'line_of_sight is "walls"'),
    ("portals of words", json.dumps(uvtt(portals={"a": 1})).encode(), "portals is an object"),
    ("many portals", json.dumps(uvtt(portals=[{}] * 5001)).encode(), "5,001 entries"),
    ("deep walls", b'{"resolution": 1, "line_of_sight": ' + b"[" * 100_000, "absurdly deep"),
    ("many lists", b'{"resolution": [' + b"[]," * 1_500_000 + b"0]}", "1,500,000"),
]


@pytest.mark.parametrize(
    ("content", "named"), [each[1:] for each in FAULTS], ids=[each[0] for each in FAULTS]
)
def test_each_fault_gets_one_sentence(content: bytes, named: str) -> None:
    assert named in refusal(content)


def test_too_many_walls_are_refused_in_reasonable_time() -> None:
    line = [xy(n % 5, n % 4) for n in range(universal_vtt.MAX_WALLS + 10)]
    assert "the limit is 200,000" in refusal(json.dumps(uvtt(line_of_sight=[line])).encode())


def test_absurdly_many_meetings_of_walls_and_doors_are_refused_in_reasonable_time() -> None:
    walls = [xy(n * 7 % 100, n * 13 % 100) for n in range(100_000)]
    doors = [portal((n % 100, n // 100), (n % 100 + 1, n // 100)) for n in range(5000)]
    document = uvtt(resolution=resolution(100, 100), line_of_sight=[walls], portals=doors)
    assert "meet in more than" in refusal(json.dumps(document).encode())


def test_a_deep_unknown_field_is_left_out_and_told() -> None:
    deep: Any = 1
    for _ in range(60):
        deep = [deep]
    result = opened(uvtt(software=deep))
    assert "software" not in result.battle_map.extra["universal_vtt"]
    assert '"software" was left out' in told(result)


near = st.integers(-16, 40).map(lambda quarters: quarters / 4) | st.floats(-3, 9)


@given(st.lists(st.tuples(near, near, near, near), max_size=8))
def test_clipped_parts_lie_on_the_map_and_on_their_segment(raw: list[tuple[float, ...]]) -> None:
    # A wall of no length at all bars nothing.
    segments = as_segments([one for one in raw if math.hypot(one[2] - one[0], one[3] - one[1]) > 1e-6])
    parts, inside = clipped(segments, 5, 4)
    assert parts.shape == segments.shape
    for segment, part, there in zip(segments, parts, inside, strict=True):
        if not there:
            # Sampled points of what was left out are off the map, or it only touches it.
            steps = np.linspace(0, 1, 41)[:, None]
            points = segment[:2] + steps * (segment[2:] - segment[:2])
            within = ((points > 0.01) & (points < (4.99, 3.99))).all(axis=1)
            assert not within.any()
            continue
        assert (part >= 0).all()
        assert (part[0::2] <= 5).all()
        assert (part[1::2] <= 4).all()
        along = segment[2:] - segment[:2]
        for end in (part[:2], part[2:]):
            off = end - segment[:2]
            aside = abs(off[0] * along[1] - off[1] * along[0]) / np.hypot(*along)
            assert aside <= 0.36  # drawn onto the edge from a quarter outside, in x and in y


def test_a_segment_nearly_without_a_height_is_cut_without_a_warning() -> None:
    parts, inside = clipped(as_segments([(0.0, 0.0, 3.0, 2.2e-309)]), 5, 4)
    assert inside.all()
    assert parts[0].tolist() == [0.0, 0.0, 3.0, 2.2e-309]


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 6)), max_size=5))
def test_cutting_doors_takes_away_exactly_their_length(raw: list[tuple[int, int]]) -> None:
    wall = as_segments([[0, 2, 30, 2]])
    doors = as_segments([[start, 2, start + long, 2] for start, long in raw])
    taken = {square for start, long in raw for square in range(start, start + long)}
    left, _ = without_doors(wall, doors)
    assert lengths(left).sum() == pytest.approx(30 - len(taken))


def test_any_damage_gives_a_sentence_or_a_map() -> None:
    chance = random.Random(11)
    document = uvtt(
        line_of_sight=[[xy(0, 1), xy(4, 1)], [xy(2, 1), xy(2, 3)]],
        portals=[portal((1, 1), (2, 1))],
        lights=[{"position": xy(1, 1)}],
        image=encoded(png(40, 30)),
    )
    whole = json.dumps(document).encode()
    pieces = [b"null", b"-1", b"1e999", b"[]", b"{}", b'"', b"\\ud800", b"\xff", b"9" * 400, b"true", b"NaN"]
    until = time.monotonic() + 5
    tries = refused = 0
    while tries < 4000 and time.monotonic() < until:
        tries += 1
        content = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(content))
            content[place : place + chance.randint(0, 12)] = chance.choice(
                [*pieces, bytes([chance.randrange(256)])]
            )
        try:
            universal_vtt.read_bytes(bytes(content))
        except FormatError as error:
            refused += 1
            assert "\n" not in str(error), error  # noqa: PT017
    assert 0 < refused < tries


@pytest.mark.samples
def test_every_real_file_keeps_picture_grid_walls_and_doors(samples_folder: Path) -> None:
    files = sorted((samples_folder / "uvtt").iterdir())
    assert files
    for file in files:
        document = json.loads(file.read_bytes())
        battle_map, report = universal_vtt.read_bytes(file.read_bytes(), file.stem, file.parent)
        size = document["resolution"]["map_size"]
        assert (battle_map.width, battle_map.height) == (math.ceil(size["x"]), math.ceil(size["y"]))
        assert battle_map.assets[0].content == base64.b64decode(document["image"])
        (picture,) = battle_map.pictures
        assert (picture.at, picture.width, picture.height) == ((0, 0), size["x"], size["y"])
        doors = [wall for wall in battle_map.walls if wall.kind is WallKind.DOOR]
        assert len(doors) == report.counts["doors"]
        assert len(battle_map.walls) - len(doors) == report.counts["walls"]
        steps = sum(before != after for line in document["line_of_sight"] for before, after in pairwise(line))
        given_pieces = steps + len(document["portals"])
        assert sum(report.counts.values()) == given_pieces, file.name
        assert sum(door.open for door in doors) == sum(not p["closed"] for p in document["portals"])
        ends = np.array([[*wall.start, *wall.end] for wall in battle_map.walls]).reshape(-1, 2, 2)
        assert (ends >= 0).all()
        assert (ends <= (battle_map.width, battle_map.height)).all()
