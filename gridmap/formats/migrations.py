"""Bringing map objects of older versions up to date, one version at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gridmap.formats.errors import FormatError
from gridmap.formats.fields import as_integer

VERSION = 1
"""The version of the map object that this program writes, and the newest that it reads."""

Migration = Callable[[dict[str, Any]], dict[str, Any]]

MIGRATIONS: dict[int, Migration] = {}
"""From each older version to the next; a migration gets a copy that it may change."""


def migrated(value: dict[str, Any], place: str) -> dict[str, Any]:
    """The map object in the newest version; one without a version counts as of the newest.

    Raises:
        FormatError: it is from a newer program, or a migration met what it cannot understand.
    """
    version = as_integer(value.get("version", VERSION), f"{place}.version", 1, 10**9)
    if version > VERSION:
        raise FormatError(
            f"{place}.version is {version}, written by a newer gridmap; this one reads up to {VERSION}"
        )
    while version < VERSION:
        try:
            value = MIGRATIONS[version](dict(value))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            raise FormatError(f"{place} is not what version {version} of the format says") from None
        version += 1
        value["version"] = version
    return value
