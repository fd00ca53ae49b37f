"""A ruleset is a file of values and names of strategies; nothing else in the core asks which one it is.

Files are TOML (``resources/rulesets``, and the user's own folder). A house rule is a file that says
``based_on = "pathfinder-1e"`` and the lines that differ.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec

from gridmap.model.creature import Size
from gridmap.resource_path import resource_path
from gridmap.rules.wrong_fields import wrong_fields


class RulesetError(ValueError):
    """A ruleset file that cannot be used: one sentence naming the file and the field."""


class Metric(StrEnum):
    """How an offset is counted (rules 1.3)."""

    ONE_FOR_ONE = "one-for-one"
    ONE_TWO_ONE = "one-two-one"


class TerrainCost(StrEnum):
    """Which squares set a step's factor (rules 3.2)."""

    ENTERED = "entered"
    OCCUPIED = "occupied"


class Currency(StrEnum):
    """What movement is counted in: feet, or soulweaver's Movement points (rules 10)."""

    FEET = "feet"
    MOVEMENT = "movement"


class Withdraw(StrEnum):
    """What a withdraw protects (rules 3.13)."""

    FIRST_SQUARE = "first-square"
    FARTHER = "farther"


class FlankRule(StrEnum):
    """Which lines through a target's space flank it (rules 5.2, 5.3)."""

    OPPOSITE_SIDES_OR_CORNERS = "opposite-sides-or-corners"
    SIDE_TO_SIDE = "side-to-side"


class AreaRule(StrEnum):
    """How an area becomes squares (rules 7.1, 7.4)."""

    COUNT_FROM_INTERSECTION = "count-from-intersection"
    SQUARES = "squares"


Count = Annotated[int, msgspec.Meta(ge=0)]
"""A whole number, 0 or more."""


class _Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a ruleset file."""


class SizeEntry(_Values, frozen=True):
    """One line of the size table (rules 1.2): squares a side, feet of reach, squares high when long."""

    side: Annotated[int, msgspec.Meta(ge=1, le=6)]
    reach_tall: Count
    reach_long: Count
    height_long: Annotated[int, msgspec.Meta(ge=1, le=6)]


class Passing(_Values, frozen=True):
    """Who may pass and stop where others stand (rules 3.7); 0 turns a line off."""

    either_way_categories: Count
    tiny_movers: bool
    stepover_categories: Count


class Squeeze(_Values, frozen=True):
    """Width of the free strip that a squeezed space needs, by the creature's size (rules 3.8)."""

    width: dict[Size, Count]

    def strip(self, size: Size, side: int) -> int:
        """Squares of free width that a creature needs; its whole side where it cannot squeeze."""
        return self.width.get(size, side)


class Surcharge(_Values, frozen=True):
    """Movement points added to a step (rules 10)."""

    difficult: Count = 0
    obstacle: Count = 0
    squeeze: Count = 0


class Movement(_Values, frozen=True):
    """Rules 3 as values."""

    currency: Currency
    terrain_cost: TerrainCost
    slowing_conditions: tuple[str, ...]
    obstacle_feet: Count
    run_straight: bool
    slowed_is_hampered: bool
    withdraw: Withdraw
    passing: Passing
    squeeze: Squeeze
    surcharge: Surcharge = Surcharge()


class Charge(_Values, frozen=True):
    """Rules 3.12 as values: the least distance in feet, and how many times the speed is the most."""

    least_feet: Count
    speeds: Count


class Reach(_Values, frozen=True):
    """Rules 4 as values."""

    second_diagonal_at_10: bool
    cover_stops_provoking: bool


class Flanking(_Values, frozen=True):
    """Rules 5 as values."""

    rule: FlankRule
    corner_lines_beyond_feet: Count
    internal_categories: Count


class AreaSquares(_Values, frozen=True):
    """Squares a side of a square area, by its size in feet (rules 7.1)."""

    cone: dict[int, Count] = {}
    burst: dict[int, Count] = {}


class Areas(_Values, frozen=True):
    """Rules 7 as values."""

    rule: AreaRule
    printed_15_foot_cone: bool
    squares: AreaSquares = AreaSquares()


class Option(_Values, frozen=True):
    """A reading that the GM may switch: the field, its values and a note that says what it decides."""

    field: str
    values: tuple[Any, ...]
    note: str


class Ruleset(_Values, frozen=True):
    """Everything the core asks of a rule system."""

    id: str
    name: str
    metric: Metric
    sizes: dict[Size, SizeEntry]
    movement: Movement
    charge: Charge
    reach: Reach
    flanking: Flanking
    areas: Areas
    options: tuple[Option, ...] = ()
    based_on: str = ""

    def size(self, size: Size) -> SizeEntry:
        """The size table's line for a category."""
        return self.sizes[size]


MAX_BYTES = 1_000_000
"""The largest ruleset file."""
_MOST_NAMED = 20
"""Wrong fields named in one message."""

SHIPPED = ("pathfinder-1e", "dnd-3.5", "epic-path", "soulweaver")
"""Ids of the rulesets that come with the program."""


@cache
def shipped_ruleset(ruleset_id: str) -> Ruleset:
    """A ruleset that comes with the program.

    Raises:
        RulesetError: there is none of that id.
    """
    return _from_values(_shipped_values(ruleset_id), f"{ruleset_id}.toml")


def load_ruleset(path: Path) -> Ruleset:
    """A house rule from the user's file; ``based_on`` names the shipped ruleset that it changes.

    Raises:
        RulesetError: one sentence that names the file and the field.
    """
    values = _read_toml(path)
    base = values.get("based_on")
    if not isinstance(base, str):
        raise RulesetError(f"{path.name}: based_on must name a shipped ruleset ({', '.join(SHIPPED)})")
    return _from_values(_merged(_shipped_values(base), values), path.name)


def _shipped_values(ruleset_id: str) -> dict[str, Any]:
    if ruleset_id not in SHIPPED:
        raise RulesetError(f"there is no ruleset {ruleset_id!r}; it is one of {', '.join(SHIPPED)}")
    values = _read_toml(resource_path("rulesets", f"{ruleset_id}.toml"))
    base = values.get("based_on")
    return values if base is None else _merged(_shipped_values(base), values)


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        if path.exists() and not path.is_file():
            raise RulesetError(f"{path.name}: it is no file")
        if path.stat().st_size > MAX_BYTES:
            raise RulesetError(f"{path.name}: it is larger than {MAX_BYTES:,} bytes")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesetError(f"{path.name}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RulesetError(f"{path.name}: not TOML: {' '.join(str(error).split())[:200]}") from error
    except RulesetError:
        raise
    except ValueError as error:
        raise RulesetError(f"{path.name}: its name or a number in it cannot be used") from error


def _merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in changes.items():
        old = result.get(key)
        result[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result


def _from_values(values: Mapping[str, Any], file: str) -> Ruleset:
    wrong = list(wrong_fields(values, Ruleset))
    if not wrong:
        ruleset = msgspec.convert(values, Ruleset, str_keys=True)
        wrong = [f"sizes.{size} is missing" for size in Size if size not in ruleset.sizes]
        wrong += _wrong_options(values, ruleset)
    if wrong:
        count = "" if len(wrong) == 1 else f"{len(wrong)} wrong fields: "
        raise RulesetError(f"{file}: {count}{'; '.join(wrong[:_MOST_NAMED])}{_and_more(wrong)}")
    return ruleset


def _and_more(wrong: Sequence[str]) -> str:
    return f"; and {len(wrong) - _MOST_NAMED} more" if len(wrong) > _MOST_NAMED else ""


def _wrong_options(values: Mapping[str, Any], ruleset: Ruleset) -> list[str]:
    """What is wrong with the readings that the GM may switch."""
    wrong = []
    for number, option in enumerate(ruleset.options):
        place, known = f"options[{number}]", True
        for allowed in option.values:
            changes: Any = allowed
            for name in reversed(option.field.split(".")):
                changes = {name: changes}
            if list(wrong_fields(_merged(values, changes), Ruleset)):
                known = False
        if not known:
            wrong.append(f"{place}: {option.field!r} names no field that takes {list(option.values)}"[:200])
    return wrong
