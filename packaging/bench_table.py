"""Print what `make bench` measured: `python packaging/bench_table.py build/benchmarks.json`.

A target is met when the median is, and where it has one, the 95th percentile and the ratio to a yardstick.
Nothing timed fails anything.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

MARKS = ("<!-- figures -->", "<!-- end of figures -->")
WIDTHS = (1, 2, 3, 4, 6)
GROWTH = (100, 200, 500, 1000)
TMX = "test_picture_by_tmxrasterizer"
_SCREENS = {"1920x1080": "1920 × 1080", "3840x2160": "3840 × 2160"}


@dataclass(frozen=True)
class Row:
    """A line of the table.

    Attributes:
        work: what was done.
        test: the benchmark's name.
        figure: which of its figures: "" for the times of the timed calls, else a name in its `figures`.
        target: most that the median may be, in the figure's unit; None where nothing was promised.
        p95: most that the 95th percentile may be.
        yardsticks: by name, (benchmark, figure) to be compared with, medians of the same run.
        least: by yardstick, how many times it must take as long at least.
    """

    work: str
    test: str
    figure: str = ""
    target: float | None = None
    p95: float | None = None
    yardsticks: tuple[tuple[str, str, str], ...] = ()
    least: float | None = None

    @property
    def unit(self) -> str:
        """What its figures are in."""
        return {"": "ms", "ms": "ms", "s": "s", "mb": "MB", "peak_mb": "MB"}[self.figure]


def _movement_rows() -> list[Row]:
    rows = []
    for squares, target in ((200, 4.0), (1000, 300.0)):
        known = (
            ("heap", f"test_whole_map_by_heap[{squares}]", ""),
            ("scipy", f"test_whole_map_by_scipy[{squares}]", ""),
        )
        edited = (known[0], ("scipy", f"test_whole_map_after_an_edit_by_scipy[{squares}]", ""))
        size = f"{squares} × {squares}"
        rows.append(Row(f"cost field, {size}", f"test_whole_map[{squares}]", "", target, None, known))
        rows.append(
            Row("… after an edit", f"test_whole_map_after_an_edit[{squares}]", "", target, None, edited)
        )
        rows.append(
            Row("… repaired after a dab", f"test_whole_map_repaired[{squares}]", "", target, None, edited)
        )
    rows.append(Row("… a slice of it", "test_whole_map_in_slices", "ms"))
    for wide in WIDTHS:
        beside = (
            ("heap", f"test_sixty_feet_by_heap[{wide}]", ""),
            ("scipy", f"test_sixty_feet_by_scipy[{wide}]", ""),
        )
        name = f"60 ft, {wide} × {wide}"
        rows.append(Row(f"{name}, on 200 × 200", f"test_sixty_feet[{wide}-200]", "", 0.25, None, beside, 30))
        rows.append(Row("… on 1000 × 1000", f"test_sixty_feet[{wide}-1000]", "", 0.25))
        rows.append(Row("… squeezing", f"test_sixty_feet_squeezing[{wide}]", "", 0.25))
        rows.append(Row("… after an edit", f"test_sixty_feet_after_an_edit[{wide}]"))
    return rows


_PAINTER_ALONE = {
    ("1920x1080", "dab"): "test_a_dab_to_its_frame_with_all_overlays[difficult]",
    ("1920x1080", "pan"): "test_pan",
    ("1920x1080", "zoom"): "test_zoom",
    ("1920x1080", "whole"): "test_the_whole_map",
    ("3840x2160", "whole"): "test_a_frame_of_3840_by_2160",
}
"""The same without a window: drawn on an image, the overlays worked out, fewer creatures in sight."""


def _editor_rows() -> list[Row]:
    rows = []
    work = {
        "dab": ("brush dab to frame, all overlays, near", (6.0, 12.0), None),
        "dab_on_the_whole_map": ("… the whole map in sight", (6.0, 12.0), None),
        "pan": ("pan", (3.0, 12.0), 16.0),
        "zoom": ("zoom", (4.0, 12.0), 16.0),
        "whole": ("whole map", (5.0, 12.0), 16.0),
        "drag": ("creature dragged, live heat map, whole map", (None, None), None),
    }
    for screen, size in _SCREENS.items():
        for task, (name, targets, large) in work.items():
            test = f"test_at_work[{screen}-{task}]"
            target, p95 = targets if screen == "1920x1080" else (large, None)
            copy = (("copying the frame", test, "copy_ms"),)
            rows.append(Row(f"{name}, {size}", test, "ms", target, p95, copy))
            if alone := _PAINTER_ALONE.get((screen, task)):
                rows.append(Row("… the painter alone", alone, "", target, p95))
    return rows


_AMONG_WALLS = "test_among_five_thousand_walls"
_AMONG_WALLS_ALONE = "test_a_creature_dragged_among_five_thousand_walls"

ROWS = [
    *_movement_rows(),
    Row("cover from one square to 200 × 200", "test_cover_of_every_square[ranged]", "", 6.0),
    Row("… in melee", "test_cover_of_every_square[melee]", "", 6.0),
    Row("… after an edit", "test_cover_of_every_square_after_an_edit"),
    Row("… among 100 creatures", "test_cover_of_every_square_among_a_hundred"),
    Row("reach and flanks of 100 creatures", "test_reach_and_flanks_of_a_hundred", "", 10.0),
    Row("… after an edit", "test_reach_and_flanks_of_a_hundred_after_an_edit", "", 10.0),
    Row("… after a dab", "test_reach_and_flanks_of_a_hundred_after_a_dab", "", 10.0),
    Row("… one of them dragged", "test_reach_and_flanks_of_a_hundred_when_one_is_dragged", "", 10.0),
    *_editor_rows(),
    Row("creature dragged among 5,000 walls, movement and sight", _AMONG_WALLS, "ms", 6.0, 12.0),
    Row("… where it can go worked out at every square too, the painter alone", _AMONG_WALLS_ALONE),
    Row("`gridmap MAP` to first frame, a sample", "test_start[sample]", "s", 0.35),
    Row("… 200 × 200, 100 creatures", "test_start[battle]", "s", 0.35),
    Row("PNG 14000 × 14000", "test_picture", "s", yardsticks=(("tmxrasterizer", TMX, "s"),), least=15),
    Row("… memory at most", "test_picture", "mb", yardsticks=(("tmxrasterizer", TMX, "mb"),), least=10),
    Row("PNG 42000 × 42000", "test_largest_picture", "s"),
    Row("… memory at most", "test_largest_picture", "mb", 400.0),
    Row("memory after a minute of zooming", "test_memory", "mb", 250.0),
    Row("… at most", "test_memory", "peak_mb"),
]  # fmt: skip

Measured = Mapping[str, Mapping[str, Sequence[float]]]
"""By benchmark and figure, what was measured; times of timed calls in ms."""


def read(text: str) -> Measured:
    """What pytest-benchmark wrote."""
    measured: dict[str, dict[str, Sequence[float]]] = {}
    for one in json.loads(text)["benchmarks"]:
        timed = [1000 * seconds for seconds in one["stats"]["data"]]
        measured[one["name"]] = {"": timed, **one["extra_info"].get("figures", {})}
    return measured


def p95(values: Sequence[float]) -> float:
    """The least value that 95 of 100 do not exceed."""
    return sorted(values)[max(0, -(-95 * len(values) // 100) - 1)]


def number(value: float) -> str:
    """Three digits that count."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def cells(row: Row, measured: Measured) -> list[str]:
    """A row's cells: work, target, least, median, 95th percentile, met, ratios."""
    values = measured.get(row.test, {}).get(row.figure, ())
    wanted = [] if row.target is None else [f"≤ {number(row.target)} {row.unit}"]
    wanted += [] if row.p95 is None else [f"p95 ≤ {number(row.p95)}"]
    ratios, ratio_met = [], []
    for name, test, figure in row.yardsticks:
        beside = measured.get(test, {}).get(figure, ())
        if beside and values:
            ratio = median(beside) / median(values)
            ratios.append(f"{name} {number(ratio)} ×" if ratio >= 1 else f"{number(1 / ratio)} × {name}")
            if row.least is not None and name != "scipy":
                ratio_met.append(ratio >= row.least)
        else:
            ratios.append(f"{name} not measured")
    if row.least is not None:
        wanted.append(f"{row.yardsticks[0][0]} ≥ {number(row.least)} ×")
    if not values:
        return [row.work, ", ".join(wanted), "", "", "", "not measured", ", ".join(ratios)]
    checks = list(ratio_met)
    if row.target is not None:
        checks.append(median(values) <= row.target)
    if row.p95 is not None:
        checks.append(p95(values) <= row.p95)
    met = ("yes" if all(checks) else "no") if checks else ""
    shown = [f"{number(value)} {row.unit}" for value in (min(values), median(values), p95(values))]
    return [row.work, ", ".join(wanted), *shown, met, ", ".join(ratios)]


HEAD = ["work", "target", "least", "median", "p95", "met", "yardsticks"]


def growth(measured: Measured) -> list[list[str]]:
    """How the whole map's cost grows, line by line as `GROWTH_HEAD` says."""
    rows, first = [], None
    for squares in GROWTH:
        found = measured.get(f"test_whole_map[{squares}]")
        if found is None:
            continue
        reached, spent = median(found["squares_reached"]), median(found[""])
        each = 1e6 * spent / reached
        first = first or each
        rows.append(
            [
                f"{squares} × {squares}",
                f"{reached:.0f}",
                f"{number(spent)} ms",
                f"{number(each)} ns",
                f"{each / first:.2f}",
            ]
        )
    return rows


GROWTH_HEAD = ["whole map", "squares reached", "median", "a square reached", "to the first"]


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table with aligned columns."""
    widths = [max(len(line[column]) for line in (head, *rows)) for column in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"
        for line in lines
    )


def machine(report: Mapping[str, Any]) -> str:
    """On what it was measured, and how busy that was with other things."""
    about = report["machine_info"]
    said = (
        f"Measured on {report['datetime'][:10]} with {about['cpu'].get('count', '?')} cores "
        f"({about['cpu'].get('brand_raw', 'unknown')}), no GPU, Python {about['python_version']}"
    )
    load = about.get("load")
    if load is None:
        return f"{said}."
    if load > 0.5:
        return f"{said}, **while other work loaded it** (load {load:.1f} at the start): upper bounds."
    return f"{said}, otherwise idle."


def report_of(text: str) -> str:
    """All that there is to say about what pytest-benchmark wrote."""
    measured = read(text)
    rows = [cells(row, measured) for row in ROWS]
    parts = [machine(json.loads(text)), table(HEAD, rows)]
    if grown := growth(measured):
        parts.append(table(GROWTH_HEAD, grown))
    judged = [row[5] for row in rows if row[5] in {"yes", "no"}]
    return "\n\n".join((*parts, f"{judged.count('yes')} of {len(judged)} targets met."))


def put_into(page: str, report: str) -> str:
    """The page with the report between its two marks."""
    before, _, rest = page.partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    return f"{before}{MARKS[0]}\n{report}\n{MARKS[1]}{after}"


def main(arguments: list[str]) -> int:
    """Print the table and the growth, or put them into a page; 1 where nothing was measured."""
    parser = argparse.ArgumentParser(description="Print what `make bench` measured.")
    parser.add_argument("benchmarks", type=Path, nargs="?", default=Path("build/benchmarks.json"))
    parser.add_argument("--into", type=Path, help="a page that has the marks for it")
    given = parser.parse_args(arguments)
    try:
        report = report_of(given.benchmarks.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        print(f"{given.benchmarks} cannot be read: {error}", file=sys.stderr)
        return 1
    if given.into is None:
        print(f"\n{report}")
    else:
        given.into.write_text(put_into(given.into.read_text(encoding="utf-8"), report), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
