"""One map exported: the files that come of it, written one after the other, and what can be told of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gridmap.model.battlemap import BattleMap
from gridmap.render.handout import MM_PER_INCH, Handout, scene_of
from gridmap.render.page_split import PageSetup
from gridmap.render.pictured import Pictured, pictured, pictures_of
from gridmap.render.pictures import check_pictures
from gridmap.render.raster import (
    DEFAULT_QUALITY,
    HandoutPicture,
    check_size,
    kind_of,
    tiles_of,
    write_picture,
)
from gridmap.render.scene import Scene
from gridmap.render.whole_file import ExportError
from gridmap.rules.ruleset import Ruleset

Progress = Callable[[Path, float], object]
"""Told the file that is being written and the share of it that is done, 0 to 1."""


@dataclass(frozen=True)
class ExportJob:
    """What is wanted of a map.

    Attributes:
        handout: what is shown and how large.
        path: the file to write; several of them have numbers or places behind its name.
        pages: how a PDF is split over pages; None for a page to a region.
        quality: of JPEG and WebP.
        tiles: rows and columns of tiles that a picture of pixels is cut into.
        force: whether files that are there already are replaced.
    """

    handout: Handout
    path: Path
    pages: PageSetup | None = None
    quality: int = DEFAULT_QUALITY
    tiles: tuple[int, int] | None = None
    force: bool = False


@dataclass(frozen=True)
class Exported:
    """A file that was written.

    Attributes:
        path: where it is.
        facts: what can be told of it, in plain values: pixels, dots per inch, pages, bytes, seconds.
        picture: what it shows; None for pages.
        part: the picture's pixels that it holds; None for all of them.
    """

    path: Path
    facts: dict[str, Any] = field(default_factory=dict)
    picture: Pictured | None = None
    part: HandoutPicture | None = None


def run_job(
    job: ExportJob, battle_map: BattleMap, ruleset: Ruleset, progress: Progress | None = None
) -> list[Exported]:
    """Write all files of a map; none of them before it is known that all can be.

    Raises:
        ExportError, HandoutError, OverlayError: one sentence; files written before stay.
        PictureError: a background picture cannot be drawn: a handout with a hole in it is no handout.
    """
    scene = scene_of(battle_map, job.handout, ruleset=ruleset)
    if scene.pictures:
        check_pictures(battle_map)
    ending = job.path.suffix.lower()
    if job.tiles is not None and kind_of(job.path) is None:
        raise ExportError("only pictures of pixels are cut into tiles; a PDF has pages instead")
    if job.pages is not None and ending != ".pdf":
        raise ExportError(f"{job.path}: only a PDF has pages; --tiles cuts a picture")
    match ending:
        case ".pdf":
            write = [_pdf(job, scene)]
        case ".svg":
            write = list(_svgs(job, scene))
        case _:
            write = list(_rasters(job, scene))
    _check_free([path for path, _ in write], force=job.force)
    done = []
    for path, make in write:
        start = time.perf_counter()

        def tell(share: float, path: Path = path) -> None:
            if progress is not None:
                progress(path, share)

        exported = make(tell)
        exported.facts["bytes"] = os.path.getsize(path)
        exported.facts["seconds"] = round(time.perf_counter() - start, 3)
        done.append(exported)
    return done


_Tell = Callable[[float], object]
_Write = tuple[Path, Callable[[_Tell], Exported]]
"""A file's name, and what writes it."""


def _pdf(job: ExportJob, scene: Scene) -> _Write:
    def write(tell: _Tell) -> Exported:
        from gridmap.render.pdf import export_pdf

        pages = export_pdf(scene, job.handout, job.path, job.pages, progress=tell)
        square = job.handout.square_mm
        if job.handout.paper is not None and job.pages is None:
            picture = pictured(scene, job.handout)
            square = round(picture.pixels_per_square / picture.dots_per_inch * MM_PER_INCH, 1)
        return Exported(job.path, {"format": "PDF", "pages": pages, "square_mm": square})

    return job.path, write


def _svgs(job: ExportJob, scene: Scene) -> Iterator[_Write]:
    regions = job.handout.region_of(scene.battle_map)
    for number, region in enumerate(regions, 1):
        path = _numbered(job.path, number, len(regions))

        def write(tell: _Tell, path: Path = path, region: Any = region) -> Exported:
            from gridmap.render.svg import export_svg

            export_svg(scene, job.handout, path, region, progress=tell)
            return Exported(path, {"format": "SVG", "region": _plain_region(region)})

        yield path, write


def _rasters(job: ExportJob, scene: Scene) -> Iterator[_Write]:
    kind = kind_of(job.path)
    if kind is None:
        raise ExportError(f"{job.path}: gridmap writes png, jpg, webp, pdf and svg")
    pictures = pictures_of(scene, job.handout)
    for number, picture in enumerate(pictures, 1):
        path = _numbered(job.path, number, len(pictures))
        whole = HandoutPicture(picture)
        if job.tiles is None:
            parts = [(path, whole)]
        else:
            rows, columns = job.tiles
            parts = [
                (tile.path_beside(path, rows, columns), whole.part(tile.place))
                for tile in tiles_of(picture, rows, columns)
            ]
        for name, part in parts:
            check_size(part.width, part.height, kind)
            yield name, _raster_writer(job, name, picture, part)


def _raster_writer(
    job: ExportJob, path: Path, picture: Pictured, part: HandoutPicture
) -> Callable[[_Tell], Exported]:
    def write(tell: _Tell) -> Exported:
        write_picture(part, path, quality=job.quality, progress=tell)
        kind = kind_of(path)
        facts = {
            "format": "" if kind is None else kind.name,
            "width": part.width,
            "height": part.height,
            "pixels_per_square": picture.pixels_per_square,
            "dots_per_inch": round(part.dots_per_inch, 3),
            "region": _plain_region(picture.region),
        }
        return Exported(path, facts, picture, part)

    return write


def _plain_region(region: tuple[int, int, int, int]) -> list[int]:
    """Left, top, width and height, as ``--region`` takes them."""
    left, top, right, bottom = region
    return [left, top, right - left, bottom - top]


def _numbered(path: Path, number: int, count: int) -> Path:
    if count == 1:
        return path
    return path.with_name(f"{path.stem}-{number:0{len(str(count))}}{path.suffix}")


def _check_free(paths: list[Path], *, force: bool) -> None:
    there = [] if force else [path for path in paths if os.path.lexists(path)]
    if there:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise ExportError(f"{there[0]}{more}: there already, and nothing is overwritten without --force")


def fitting(handout: Handout, **changes: Any) -> Handout:
    """A handout with some attributes changed; a size asked for takes the place of other sizes.

    >>> fitting(Handout(paper="a4"), pixels_per_square=50.0).paper is None
    True
    """
    sizes = {"pixels_per_square", "dots_per_inch", "paper"}
    if sizes & changes.keys():
        changes = dict.fromkeys(sizes - {"dots_per_inch"}) | changes
        if "dots_per_inch" not in changes and "pixels_per_square" in changes:
            changes["dots_per_inch"] = None
    return replace(handout, **changes)
