"""``gridmap export``: maps as pictures and pages, one or many, by presets, watched and proved."""

from __future__ import annotations

import argparse
import glob
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridmap.reading import add_reading, open_told, read_options, ruleset_for

if TYPE_CHECKING:
    from gridmap.export_job import Exported, ExportJob
    from gridmap.export_presets import Preset
    from gridmap.render.handout import Handout
    from gridmap.render.page_split import PageSetup

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".pdf", ".svg")
_LAYERS = ("ground", "difficult", "impeded", "hazardous", "blocked")
_GRIDS = ("lines", "dots", "corners", "none")
_THEMES = ("light", "dark", "high-contrast")
_WATCH_SECONDS = 0.4
"""Between two looks at the maps."""

Complain = Callable[[str], int]
"""Says a sentence to people; returns the status of failure."""


class UsageError(Exception):
    """Words of the command line that do not go together, in one sentence."""


# Arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.usage = (
        "gridmap export MAP OUT.png [OPTION …]\n"
        "       gridmap export MAP … -o FOLDER [--preset NAME] [OPTION …]"
    )
    parser.add_argument(
        "files", nargs="*", metavar="MAP", help="maps; without -o the last one is the file to make"
    )
    parser.add_argument("-o", "--out", metavar="OUT", help=f"a file ({', '.join(ENDINGS)}) or a folder")
    parser.add_argument("--preset", metavar="NAME", help="of --list-presets; other options go first")
    parser.add_argument("--list-presets", action="store_true", help="list the presets and stop")
    parser.add_argument("--save-preset", metavar="NAME", help="keep these options as a preset")
    parser.add_argument(
        "--format", choices=[each[1:] for each in ENDINGS], help="in a folder; png where left out"
    )
    parser.add_argument("--force", action="store_true", help="overwrite files that are there")
    parser.add_argument("--json", action="store_true", help="report for scripts")
    parser.add_argument(
        "--watch", action="store_true", help="export again whenever a map changes; Ctrl+C ends it"
    )
    parser.add_argument(
        "--prove", action="store_true", help="open what was written and look for secrets in it"
    )
    _add_contents(parser.add_argument_group("what is shown"))
    _add_size(parser.add_argument_group("how large"))
    add_reading(parser)


def _add_contents(group: argparse._ArgumentGroup) -> None:
    who = group.add_mutually_exclusive_group()
    who.add_argument("--players", action="store_true", default=None, help="what players may see; the usual")
    who.add_argument("--gm", dest="players", action="store_false", help="everything")
    group.add_argument(
        "--region", type=_region, action="append", metavar="X,Y,W,H", help="squares, from 0,0; repeatable"
    )
    group.add_argument(
        "--overlay", action="append", default=[], metavar="NAME", help="such as movement:ogre; repeatable"
    )
    for name, what in (
        ("legend", "the overlays' legend"),
        ("pictures", "background pictures"),
        ("walls", "walls and doors"),
        ("creatures", "creatures"),
        ("names", "the creatures' names"),
        ("notes", "notes"),
        ("scale-bar", "a scale bar"),
        ("compass", "an arrow to the north"),
        ("border", "a frame round the map"),
        ("white-paper", "bare ground left white"),
    ):
        group.add_argument(f"--{name}", action=argparse.BooleanOptionalAction, default=None, help=what)
    group.add_argument(
        "--layers", type=_layers, metavar="NAMES", help=f"of {','.join(_LAYERS)}; all where left out, or none"
    )
    group.add_argument("--grid", choices=_GRIDS)
    title = group.add_mutually_exclusive_group()
    title.add_argument("--title", metavar="WORDS", help="above the map")
    title.add_argument("--map-title", action="store_true", help="the map's own name above it")
    group.add_argument("--text", metavar="WORDS", help="under the title")
    group.add_argument("--theme", choices=_THEMES)
    group.add_argument("--ruleset", metavar="ID", help="instead of the map's own: a ruleset or a .toml file")


def _add_size(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--pixels-per-square", type=_number(1, 1_000), metavar="N", help="70 where left out")
    group.add_argument(
        "--dpi", type=_number(10, 2_400), metavar="N", help="dots per inch, written into the file"
    )
    group.add_argument(
        "--square-mm", type=_number(1, 1_000), metavar="MM", help="of a square; 25.4 where left out"
    )
    group.add_argument("--paper", metavar="NAME", help="fill a paper, such as a4 or letter")
    group.add_argument("--pages", metavar="PAPER", help="split a PDF over pages, such as letter-or-a4")
    group.add_argument("--overlap", type=_number(0, 100), metavar="N", help="squares that pages share")
    group.add_argument(
        "--margin", type=_number(0, 100), metavar="MM", help="of a page; half an inch where left out"
    )
    group.add_argument(
        "--landscape", action=argparse.BooleanOptionalAction, default=None, help="on the long side"
    )
    group.add_argument("--bleed", type=_number(0, 50), metavar="MM", help="beyond where it is cut")
    group.add_argument(
        "--tiles", type=_tiles, metavar="N", help="cut into N × N files, or NxM: N across, M down"
    )
    group.add_argument(
        "--quality", type=_quality, metavar="N", help="of JPEG and WebP, 1 to 100; 90 where left out"
    )


def _number(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number from {least:g} to {most:,.10g}")
        return value

    return read


def _quality(text: str) -> int:
    return round(_number(1, 100)(text))


def _region(text: str) -> tuple[int, int, int, int]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 4 or not all(re.fullmatch(r"-?[0-9]{1,7}", part) for part in parts):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no region such as 0,0,20,15: x, y, width, height")
    x, y, width, height = map(int, parts)
    if width < 1 or height < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} has no squares")
    return x, y, x + width, y + height


def _layers(text: str) -> tuple[str, ...]:
    names = () if text == "none" else tuple(name.strip() for name in text.lower().split(","))
    for name in names:
        if name not in _LAYERS:
            raise argparse.ArgumentTypeError(f"{name[:40]!r} is no layer; they are {', '.join(_LAYERS)}")
    return names


def _tiles(text: str) -> tuple[int, int]:
    """Rows and columns."""
    across, _, down = text.lower().replace("×", "x").partition("x")
    down = down or across
    if not all(part.isdecimal() and len(part) < 4 and int(part) for part in (across, down)):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number of tiles such as 3 or 4x2")
    return int(down), int(across)


# What is to be done


@dataclass(frozen=True)
class _Plan:
    """A map and the file to make of it."""

    source: str
    out: Path


def export(chosen: argparse.Namespace, complain: Complain) -> int:
    """Do what was asked for; the exit status: 0, 1 where anything did not go well, 2 for wrong usage."""
    try:
        if chosen.list_presets:
            return _list_presets(as_json=chosen.json)
        preset = _preset(chosen)
        if chosen.save_preset:
            _save(preset, chosen, complain)
            if not chosen.files:
                return 0
        plans = _plans(chosen, preset)
    except UsageError as error:
        complain(str(error))
        return 2
    batch = _Batch(chosen, preset, complain)
    seen = {plan.source: _stamp(plan.source) for plan in plans}
    failures = batch.run(plans)
    batch.report()
    if chosen.watch:
        _watch(batch, plans, seen)
        return 0
    return 1 if failures else 0


def _list_presets(*, as_json: bool) -> int:
    from gridmap.export_presets import presets, unusable_presets

    found = presets().values()
    if as_json:
        print(json.dumps([{"name": each.name, "title": each.title, "format": each.format} for each in found]))
        return 0
    for each in found:
        print(f"{each.name}: {each.title or each.format}")
    for trouble in unusable_presets():
        print(f"not usable: {trouble}")
    return 0


def _preset(chosen: argparse.Namespace) -> Preset:
    """The preset that was named with what was asked for besides."""
    from dataclasses import replace

    from gridmap.export_presets import Preset, preset
    from gridmap.render.handout import HandoutError

    base = preset(chosen.preset) if chosen.preset else Preset("")
    try:
        handout = _handout(base.handout, chosen)
        pages = _pages(base.pages, chosen)
    except HandoutError as error:
        raise UsageError(str(error)) from None
    quality = base.quality if chosen.quality is None else chosen.quality
    return replace(base, handout=handout, pages=pages, quality=quality, format=chosen.format or base.format)


def _handout(base: Handout, chosen: argparse.Namespace) -> Handout:
    from gridmap.export_job import fitting
    from gridmap.model.terrain import Layer
    from gridmap.render.scene import GridStyle, SquareRect

    given = {
        "players": chosen.players,
        "regions": None if chosen.region is None else tuple(SquareRect(*region) for region in chosen.region),
        "overlays": tuple(chosen.overlay) or None,
        "layers": None if chosen.layers is None else frozenset(map(Layer, chosen.layers)),
        "grid": None if chosen.grid is None else GridStyle(chosen.grid),
        "pixels_per_square": chosen.pixels_per_square,
        "dots_per_inch": chosen.dpi,
        "bleed_mm": chosen.bleed,
    }
    same = (
        *("legend", "pictures", "walls", "creatures", "names", "notes", "scale_bar", "compass", "border"),
        *("white_paper", "title", "text", "theme", "square_mm", "paper", "landscape"),
    )
    given |= {name: getattr(chosen, name) for name in same}
    return fitting(base, **{name: value for name, value in given.items() if value is not None})


def _pages(base: PageSetup | None, chosen: argparse.Namespace) -> PageSetup | None:
    from dataclasses import replace

    from gridmap.render.page_split import PageSetup

    if base is None and chosen.pages is None:
        if chosen.overlap is not None or chosen.margin is not None:
            raise UsageError("--overlap and --margin are of pages: --pages splits a PDF over them")
        return None
    given = {
        "paper": chosen.pages,
        "overlap": None if chosen.overlap is None else round(chosen.overlap),
        "margin_mm": chosen.margin,
        "landscape": chosen.landscape,
    }
    return replace(base or PageSetup(), **{name: each for name, each in given.items() if each is not None})


def _save(preset: Preset, chosen: argparse.Namespace, complain: Complain) -> None:
    from dataclasses import replace

    from gridmap.export_presets import save_preset

    path = save_preset(replace(preset, name=chosen.save_preset, title=preset.title or chosen.save_preset))
    if not chosen.json:
        _say(f"{path}: the preset {chosen.save_preset}")


def _plans(chosen: argparse.Namespace, preset: Preset) -> list[_Plan]:
    """Each map with its file."""
    files = list(_expanded(chosen.files))
    if chosen.prove and not preset.handout.players:
        raise UsageError("--prove looks for what players may not see; with --gm everything may be seen")
    if chosen.out is None:
        if len(files) != 2 or not files[1].lower().endswith(ENDINGS):
            last = f"{files[-1]}: " if len(files) > 1 else ""
            raise UsageError(
                f"{last}say where to: a MAP and a file that ends in {', '.join(ENDINGS)}, or -o with a folder"
            )
        return [_Plan(files[0], Path(files[1]))]
    if not files:
        raise UsageError("there is no map to export")
    out = Path(chosen.out)
    if len(files) == 1 and out.suffix.lower() in ENDINGS and not out.is_dir():
        return [_Plan(files[0], out)]
    if out.suffix.lower() in ENDINGS and not out.is_dir():
        raise UsageError(f"{out}: several maps go into a folder")
    plans = [_Plan(source, out / f"{Path(source).stem}.{preset.format}") for source in files]
    taken: dict[Path, str] = {}
    for plan in plans:
        other = taken.setdefault(plan.out, plan.source)
        if other != plan.source:
            raise UsageError(f"{other} and {plan.source} would both become {plan.out}")
    return plans


def _expanded(files: list[str]) -> Iterator[str]:
    """Patterns that the shell has left as they are."""
    for name in files:
        found = sorted(glob.glob(name)) if not os.path.lexists(name) and glob.has_magic(name) else []
        yield from found or [name]


# The work


class _Batch:
    """Exports map after map: one that cannot be exported does not stop the others."""

    def __init__(self, chosen: argparse.Namespace, preset: Preset, complain: Complain) -> None:
        self._chosen, self._preset, self._complain = chosen, preset, complain
        self._entries: list[dict[str, Any]] = []
        self._done: set[_Plan] = set()
        self._progress = _ProgressLine(shown=not chosen.json)

    def run(self, plans: list[_Plan]) -> int:
        """Export these; how many could not be."""
        return sum(not self._export(plan) for plan in plans)

    def report(self) -> None:
        """Tell what came of it, and begin anew."""
        entries, self._entries = self._entries, []
        if self._chosen.json:
            print(json.dumps({"maps": entries}, ensure_ascii=False), flush=True)
        elif len(entries) > 1:
            done = [entry for entry in entries if entry["error"] is None]
            files = sum(len(entry["files"]) for entry in done)
            _say(f"{len(done)} of {len(entries)} maps exported, {_count(files, 'file')}")

    def _export(self, plan: _Plan) -> bool:
        entry: dict[str, Any] = {
            "map": plan.source, "for": "players" if self._preset.handout.players else "gm",
            "files": [], "proof": None, "error": None,
        }  # fmt: skip
        self._entries.append(entry)
        try:
            proofs = self._exported(plan, entry)
        except Exception as error:
            sentence = _sentence_of(error, plan.source)
            if sentence is None:
                raise
            entry["error"] = sentence
            self._complain(sentence)
            return False
        return proofs

    def _exported(self, plan: _Plan, entry: dict[str, Any]) -> bool:
        """Export a map; whether nothing was found that should not be there."""
        from gridmap.export_job import run_job

        _keep_source(plan)
        battle_map = open_told(plan.source, read_options(self._chosen)).battle_map
        ruleset = ruleset_for(self._chosen.ruleset, battle_map, plan.source)
        if self._chosen.out:
            plan.out.parent.mkdir(parents=True, exist_ok=True)
        job = self._job(plan, battle_map.name)
        try:
            done = run_job(job, battle_map, ruleset, self._progress.show)
        finally:
            self._progress.clear()
        self._done.add(plan)
        for exported in done:
            entry["files"].append({"path": str(exported.path)} | exported.facts)
            if not self._chosen.json:
                _say(_line(exported, players=job.handout.players))
        if not self._chosen.prove:
            return True
        return self._proved(done, job, battle_map, ruleset, entry)

    def _job(self, plan: _Plan, name: str) -> ExportJob:
        from dataclasses import replace

        from gridmap.export_job import ExportJob

        handout = self._preset.handout
        if self._chosen.map_title:
            handout = replace(handout, title=name or Path(plan.source).stem)
        # A preset's pages are a PDF's; another kind of file asked for by its name has none.
        is_pdf = plan.out.suffix.lower() == ".pdf"
        pages = self._preset.pages if is_pdf or self._chosen.pages else None
        force = self._chosen.force or plan in self._done  # its own files, which watching replaces
        return ExportJob(handout, plan.out, pages, self._preset.quality, self._chosen.tiles, force)

    def _proved(
        self, done: list[Exported], job: ExportJob, battle_map: Any, ruleset: Any, entry: dict[str, Any]
    ) -> bool:
        from gridmap.render.prove import prove

        clean = True
        for exported in done:
            proof = prove(exported.path, battle_map, job.handout, ruleset, job.pages, exported.part)
            clean = clean and proof.is_clean
            entry["proof"] = [*(entry["proof"] or []), {"path": str(exported.path)} | proof.as_json()]
            if not self._chosen.json:
                _say(f"{exported.path}: {proof.sentence()}")
            if not proof.is_clean:
                self._complain(f"{exported.path} shows what players may not see: {proof.sentence()}")
        return clean


def _sentence_of(error: Exception, source: str) -> str | None:
    """What went wrong with one map, in a sentence; None for what nobody expected."""
    from gridmap.cli import is_for_people

    text = " ".join(str(error).split())
    if type(error).__name__ == "PictureError":
        return f"{source}: {text}; nothing was drawn"
    if is_for_people(error):
        tiles = getattr(error, "tiles", None)
        return f"{text} (--tiles {tiles})" if tiles else text
    if isinstance(error, MemoryError):
        return f"{source}: there is not enough memory for that"
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror or text}"
    return None


def _keep_source(plan: _Plan) -> None:
    """Refuse to write over the very file that is read: it holds more than what is written."""
    from gridmap.render.whole_file import ExportError

    if plan.out.exists() and os.path.exists(plan.source) and os.path.samefile(plan.source, plan.out):
        raise ExportError(f"{plan.out} is the file that is read; give the other one another name")


def _line(exported: Exported, *, players: bool) -> str:
    """What was written, for people."""
    facts = exported.facts
    if "width" in facts:
        size = f"{facts['width']:,} × {facts['height']:,} pixels, {facts['dots_per_inch']:g} dpi"
    elif "pages" in facts:
        size = f"{_count(facts['pages'], 'page')}, {facts['square_mm']:g} mm a square"
    else:
        size = facts["format"]
    whom = "for players; --gm shows everything" if players else "for the GM, with all secrets"
    return f"{exported.path}: {size}, {whom}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _say(sentence: str) -> None:
    if sys.stdout is not None:
        print(sentence, flush=True)


class _ProgressLine:
    """The share done, on a terminal only, in a line of its own that is gone afterwards."""

    def __init__(self, *, shown: bool) -> None:
        self._shown = shown and _on_a_terminal()
        self._last = ""

    def show(self, path: Path, share: float) -> None:
        line = f"{path.name} {share:4.0%}"
        if self._shown and line != self._last:
            self._last = line
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._last = ""


def _on_a_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


# Watching


def _watch(batch: _Batch, plans: list[_Plan], seen: dict[str, _Stamp | None]) -> None:
    """Export a map again whenever its file changes, until someone presses Ctrl+C.

    Args:
        batch: what exports.
        plans: the maps.
        seen: how each file was before it was exported: what changed meanwhile is exported again.
    """
    _say_watching(len(plans))
    try:
        while True:
            time.sleep(_WATCH_SECONDS)
            for plan in plans:
                stamp = _stamp(plan.source)
                if stamp is None or stamp == seen[plan.source]:
                    continue
                seen[plan.source] = stamp
                batch.run([plan])
                batch.report()
    except KeyboardInterrupt:
        return


def _say_watching(count: int) -> None:
    if sys.stderr is not None:
        print(f"watching {_count(count, 'map')}; Ctrl+C ends it", file=sys.stderr, flush=True)


_Stamp = tuple[int, int, int]


def _stamp(path: str) -> _Stamp | None:
    """What changes whenever a file does; None while it is away, as it is for a moment while it is saved."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
