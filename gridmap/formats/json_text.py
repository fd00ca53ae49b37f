"""Decoding JSON text that nobody vouches for: one sentence for what is wrong, memory bounded beforehand."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from gridmap.formats.errors import FormatError

MAX_CONTAINERS = 1_500_000
"""The most lists and objects in one JSON text: each costs twenty times its two characters."""
MAX_VALUES = 3_000_000
"""The most values in one JSON text, counted by its commas."""


def decode(content: bytes) -> Any:
    """The value of a UTF-8 JSON text. Numbers are finite.

    Raises:
        FormatError: what is wrong, and where.
    """
    check_bulk(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"the text is not UTF-8 (at byte {error.start:,})") from None
    try:
        with _without_collection():
            return json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise FormatError(_what_is_wrong(error, text)) from None
    except RecursionError:
        raise FormatError("the JSON nests absurdly deep") from None
    except ValueError:
        raise FormatError("the JSON holds a number of thousands of digits") from None


def check_bulk(content: bytes) -> None:
    """Refuse a text whose values would take far more memory than its letters, before it is decoded."""
    if content.count(b"[") + content.count(b"{") > MAX_CONTAINERS:
        raise FormatError(f"the JSON holds more than {MAX_CONTAINERS:,} lists and objects")
    if content.count(b",") > MAX_VALUES:
        raise FormatError(f"the JSON holds more than {MAX_VALUES:,} values")


@contextmanager
def _without_collection() -> Iterator[None]:
    """No search for garbage meanwhile: among a million new lists it takes most of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _refuse_constant(name: str) -> NoReturn:
    raise FormatError(f"the JSON holds {name}; numbers are finite")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise FormatError(f"the JSON holds {digits[:40]}; numbers are finite")
    return number


def _what_is_wrong(error: json.JSONDecodeError, text: str) -> str:
    if not text.strip():
        return "the JSON is empty"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return f"the JSON is cut short: it ends in the middle, after {len(text):,} characters"
    return f"the JSON is malformed at line {error.lineno:,}, column {error.colno:,}: {error.msg}"
