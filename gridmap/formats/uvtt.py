"""Reading Universal VTT (`.dd2vtt`, `.uvtt`, `.df2vtt`): one JSON object with walls, doors and a picture.

There is no official specification; `docs/universal-vtt.md` says how each field and each quirk of the
programs that write it is read. Everything in the file counts in squares from the top left of the map
before it was cropped; what this program does not use is kept in the map's `extra`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, floor
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gridmap.formats.aside import FIELD, restored
from gridmap.formats.choices import picture_choice
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.fields import check_plain
from gridmap.formats.json_text import check_bulk
from gridmap.formats.lenient import Skipped, number, place
from gridmap.formats.mapobject import MAX_WALLS
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.picture_header import PictureHeader
from gridmap.formats.report import Notice, Opened, Report
from gridmap.formats.segments import (
    NOISE,
    Segments,
    as_segments,
    clipped,
    lengths,
    without_doors,
    without_noise,
)
from gridmap.formats.uvtt_picture import chosen_picture, read_picture
from gridmap.formats.uvtt_portals import EXTRA, FARTHEST, read_portals
from gridmap.model.battlemap import BattleMap, check_map_size
from gridmap.model.picture import Asset, Picture
from gridmap.model.square import Point
from gridmap.model.wall import Wall

MAX_FILE_BYTES = 640 << 20
"""The largest file; nearly all of one is its picture."""
MAX_GEOMETRY_BYTES = 32 << 20
"""The most JSON of each field other than the picture."""
MAX_KEPT_BYTES = 4 << 20
"""The most JSON of a field that is only kept."""
_READ = ("resolution", "line_of_sight", "portals", "image", FIELD)


def looks_like(keys: set[str]) -> bool:
    """Whether a JSON object with these fields is such a document."""
    return "resolution" in keys or {"line_of_sight", "portals"} <= keys


def read_bytes(
    content: bytes, title: str = "", folder: Path | None = None, options: ReadOptions = NO_OPTIONS
) -> Opened:
    """The map that a document describes, and what was found, cut, kept aside and left out.

    Args:
        content: the whole file.
        title: the map's name.
        folder: where a picture that is only named is looked for.
        options: which portals are windows.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    raws = top_level(content)
    notices: list[Notice] = []
    picture = chosen_picture(options, notices) or read_picture(raws.get("image"), folder, notices)
    page = _page(_decoded(raws, "resolution"), picture[1] if picture else None, notices)
    tidy = _as_it_is if FIELD in raws else without_noise  # what gridmap has written holds no noise
    walls = _walls(raws, page, tidy, notices)
    doors = read_portals(
        _decoded(raws, "portals", []),
        (page.left, page.top),
        (page.width, page.height),
        options,
        notices,
        own=FIELD in raws,
    )
    segments, cut = without_doors(walls.inside, as_segments([door.segment for door in doors.inside]))
    if cut:
        notices.append(Notice("Walls that ran through a door and were cut there: {count}.", {"count": cut}))
    if len(segments) + len(doors.inside) > MAX_WALLS:
        raise FormatError(f"the map has {len(segments):,} walls; the limit is {MAX_WALLS:,}")
    extra = _kept(raws, notices)
    assets, pictures = _pictures(picture, page, title)
    battle_map = BattleMap.empty(page.width, page.height, name=title).with_changes(
        walls=(*map(_wall, tidy(segments)), *(door.wall() for door in doors.inside)),
        pictures=pictures,
        assets=assets,
        extra={EXTRA: extra},
    )
    own = restored(_decoded(raws, FIELD), page.width, page.height, notices)
    if own is not None:
        battle_map = own.with_changes(
            name=own.name or title,
            walls=(*battle_map.walls, *own.walls),
            pictures=pictures,
            assets=assets,
            extra={**own.extra, **battle_map.extra},
        )
    counts = {
        "walls": len(segments),
        "doors": len(doors.inside) - doors.windows,
        "windows": doors.windows,
        "outside the map": walls.outside + doors.outside,
    }
    if not doors.windows:
        del counts["windows"]
    version = extra.get("format", "")
    choices = (*doors.choices, *picture_choice(options, is_there=picture is not None or own is not None))
    report = Report(f"Universal VTT {version}".strip(), counts, tuple(notices), choices)
    return Opened(battle_map, report)


def top_level(content: bytes) -> dict[str, msgspec.Raw]:
    """The fields of a JSON object, none of them decoded yet.

    Raises:
        FormatError: it is no JSON object, or not whole.
    """
    check_bulk(content)
    view = memoryview(content)[3 if content.startswith(b"\xef\xbb\xbf") else 0 :]
    try:
        return msgspec.json.decode(view, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise FormatError(_what_is_wrong(error, len(content))) from None


def _what_is_wrong(error: Exception, size: int) -> str:
    if isinstance(error, RecursionError):
        return "the JSON nests absurdly deep"
    if isinstance(error, msgspec.ValidationError):
        return "the JSON is no object"
    if "truncated" in str(error):
        return f"the JSON is cut short: it ends in the middle, after {size:,} bytes"
    return f"the JSON is malformed: {str(error).removeprefix('JSON is malformed: ')}"


def _decoded(
    raws: dict[str, msgspec.Raw], name: str, default: Any = None, most: int = MAX_GEOMETRY_BYTES
) -> Any:
    """One field's value; null counts as left out."""
    raw = raws.get(name)
    if raw is None:
        return default
    content = memoryview(raw)
    if len(content) > most:
        raise FormatError(
            f"{shown(name)} has {len(content) / 1e6:,.0f} MB; the limit is {most / 1e6:,.0f} MB"
        )
    try:
        value = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise FormatError(f"{shown(name)}: {_what_is_wrong(error, len(content))}") from None
    return default if value is None else value


@dataclass(frozen=True)
class _Page:
    """The part of the plane that the map shows.

    Attributes:
        width, height: in squares.
        left, top: the map's top-left square in the file's coordinates.
        picture: the picture's left, top, width and height in squares of the map.
    """

    width: int
    height: int
    left: int
    top: int
    picture: tuple[float, float, float, float]


def _page(resolution: Any, header: PictureHeader | None, notices: list[Notice]) -> _Page:
    """Where the map lies. A crop that begins within a square keeps the grid: the picture is shifted."""
    if not isinstance(resolution, dict):
        raise FormatError(f"resolution is {shown(resolution)}; it must be an object with map_size")
    stated = resolution.get("map_origin")
    origin = (0.0, 0.0) if stated is None else place(stated, FARTHEST)
    if origin is None:
        raise FormatError("resolution.map_origin must be an object with the numbers x and y")
    size = _page_size(resolution, header, notices)
    left, top = floor(origin[0] + NOISE), floor(origin[1] + NOISE)
    shift = (_beyond_noise(origin[0] - left), _beyond_noise(origin[1] - top))
    # A size of 20.004 squares is noise, 72.857 are 73 squares with the last one cut.
    width, height = (max(1, ceil(shift[axis] + size[axis] - 0.01)) for axis in (0, 1))
    try:
        check_map_size(width, height)
    except ValueError as error:
        raise FormatError(f"resolution.map_size: {error}") from None
    if max(shift) > 0:
        notices.append(
            Notice(
                "The picture was cropped within a square and lies {x:g}, {y:g} squares from the corner, "
                "so that the grid keeps its place.",
                {"x": shift[0], "y": shift[1]},
            )
        )
    elif max(abs(width - size[0]), abs(height - size[1])) > 0.01:
        notices.append(
            Notice(
                "The map size of {x:g} x {y:g} squares was rounded up to {width} x {height}.",
                {"x": size[0], "y": size[1], "width": width, "height": height},
            )
        )
    return _Page(width, height, left, top, (*shift, *size))


def _beyond_noise(part: float) -> float:
    """A part of a square, nothing where it is next to nothing."""
    return part if part > NOISE else 0.0


def _page_size(
    resolution: dict[str, Any], header: PictureHeader | None, notices: list[Notice]
) -> tuple[float, float]:
    """In squares, with fractions; without a stated size the picture tells it."""
    pixels = number(resolution.get("pixels_per_grid"), FARTHEST)
    stated = resolution.get("map_size")
    if stated is None:
        if header is None or pixels is None or pixels < 1:
            raise FormatError("resolution.map_size is missing, and no picture and pixels_per_grid tell it")
        notices.append(Notice("The file states no map size; it was taken from the picture."))
        return header.width / pixels, header.height / pixels
    size = place(stated, FARTHEST)
    if size is None or min(size) <= 0:
        raise FormatError("resolution.map_size must be an object with the numbers x and y above 0")
    if header is not None:
        across, down = header.width / size[0], header.height / size[1]
        if pixels is not None and max(abs(across - pixels), abs(down - pixels)) > 0.01 * max(pixels, 1):
            notices.append(
                Notice(
                    "The file says {said:g} pixels a square, its picture has {across:.4g} x {down:.4g}; "
                    "the picture counts.",
                    {"said": pixels, "across": across, "down": down},
                )
            )
    return size


def _pictures(
    picture: tuple[bytes, PictureHeader] | None, page: _Page, title: str
) -> tuple[tuple[Asset, ...], tuple[Picture, ...]]:
    """The picture spans the stated size, whatever its pixels: they drift off the grid otherwise."""
    if picture is None:
        return (), ()
    content, header = picture
    asset = Asset(f"{title[:100] or 'map'}.{header.kind}", content)
    left, top, width, height = page.picture
    return (asset,), (Picture(asset.name, Point(left, top), width, height),)


@dataclass
class _Found:
    """Walls read: `inside` the page, in its squares, and how many lay `outside`."""

    inside: Segments
    outside: int


_Tidy = Callable[[Segments], Segments]


def _as_it_is(segments: Segments) -> Segments:
    return segments


def _walls(raws: dict[str, msgspec.Raw], page: _Page, tidy: _Tidy, notices: list[Notice]) -> _Found:
    polylines = _decoded(raws, "line_of_sight", [])
    if not isinstance(polylines, list):
        raise FormatError(f"line_of_sight is {shown(polylines)}; it must be a list of lines")
    skipped = Skipped("Points of walls")
    segments = as_segments(list(_steps(polylines, skipped)))
    notices += skipped.notices()
    segments = tidy(segments - np.tile([page.left, page.top], 2))
    segments = segments[lengths(segments) > 0]
    parts, inside = clipped(segments, page.width, page.height)
    shortened = int((parts != segments).any(axis=1)[inside].sum())
    if shortened:
        notices.append(Notice("Walls cut at the map's edge: {count}.", {"count": shortened}))
    return _Found(parts[inside], int((~inside).sum()))


def _steps(polylines: list[Any], skipped: Skipped) -> Iterator[tuple[float, float, float, float]]:
    """Point to point; a point that is none leaves a gap."""
    for line, polyline in enumerate(polylines):
        if not isinstance(polyline, list):
            skipped.add(f"line_of_sight[{line}]")
            continue
        before: tuple[float, float] | None = None
        for index, value in enumerate(polyline):
            point = place(value, FARTHEST)
            if point is None:
                skipped.add(f"line_of_sight[{line}][{index}]")
            elif before is not None:
                yield (*before, *point)
            before = point


def _kept(raws: dict[str, msgspec.Raw], notices: list[Notice]) -> dict[str, Any]:
    """What the map does not show, word for word and in the file's own coordinates, for the way back."""
    kept: dict[str, Any] = {"resolution": _decoded(raws, "resolution")}
    check_plain(kept, "the file", 1)
    for name in raws:
        if name in _READ:
            continue
        try:
            value = _decoded(raws, name, most=MAX_KEPT_BYTES)
            check_plain({name: value}, "the file", 1)
        except FormatError as error:
            notices.append(Notice("{name} was left out: {why}.", {"name": shown(name), "why": error}))
            continue
        kept[name] = value
    for name, template in (
        (
            "objects_line_of_sight",
            "Outlines of objects kept, but not made walls since they stop no step: {count}.",
        ),
        ("lights", "Lights kept but not shown: {count}."),
    ):
        count = len(kept[name]) if isinstance(kept.get(name), list) else 0
        if count:
            notices.append(Notice(template, {"count": count}))
    return kept


def _wall(segment: Segments) -> Wall:
    x, y, to_x, to_y = segment.tolist()
    return Wall(Point(x, y), Point(to_x, to_y))
