"""A journal: the newest copy of a map that is not saved yet, whole at every moment.

A journal is a folder. Its `about.json` names the copy and the file of its pictures that belong together, and
is replaced in one step after both are on the disk. Pictures are large and seldom change: they are written
only when they did.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridmap.formats import native
from gridmap.formats.errors import FormatError
from gridmap.formats.safe_write import safe_write
from gridmap.model import Asset, BattleMap

ABOUT = "about.json"
LOCK = "lock"
_SUFFIX = native.SUFFIX


@dataclass(frozen=True)
class About:
    """What a journal holds.

    Attributes:
        copy: name of the file with the map without its pictures.
        pictures: name of the file with its pictures, empty for none.
        path: the file that the map came from, None for one that was never saved.
        title: what the window called it.
        kept_at: when it was written, in seconds since the epoch.
    """

    copy: str
    pictures: str
    path: Path | None
    title: str
    kept_at: float


class Journal:
    """Writes copies into a folder, each a whole one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._number = 0
        self._assets: tuple[Asset, ...] = ()
        self._pictures = ""

    def write(self, battle_map: BattleMap, path: Path | None, title: str) -> None:
        """Keep a map; what was kept before goes once it is there.

        Raises:
            OSError: it could not be written; what was kept before is as it was.
        """
        self._number += 1
        pictures = self._pictures
        copy = f"copy-{self._number}{_SUFFIX}"
        try:
            if battle_map.assets is not self._assets:
                pictures = f"pictures-{self._number}{_SUFFIX}" if battle_map.assets else ""
                if pictures:
                    album = BattleMap.empty(1, 1).with_changes(assets=battle_map.assets)
                    native.write(album, self.folder / pictures, backup=False)
            native.write(battle_map.with_changes(assets=()), self.folder / copy, backup=False)
            about = {"copy": copy, "pictures": pictures, "path": str(path or ""), "title": title}
            text = json.dumps({**about, "kept_at": time.time()})
            safe_write(self.folder / ABOUT, text.encode())
        except FormatError as error:
            raise OSError(str(error)) from error
        self._assets, self._pictures = battle_map.assets, pictures
        self._remove_others({copy, pictures})

    def _remove_others(self, kept: set[str]) -> None:
        for place in self.folder.glob(f"*{_SUFFIX}"):
            if place.name not in kept:
                with suppress(OSError):
                    place.unlink()


def read_about(folder: Path) -> About | None:
    """What a journal holds, None where it holds nothing whole."""
    try:
        about: Any = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        copy, pictures = _name(about["copy"]), _name(about["pictures"])
        path, title, kept_at = str(about["path"]), str(about["title"]), float(about["kept_at"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return About(copy, pictures, Path(path) if path else None, title, kept_at)


def read_copy(folder: Path) -> BattleMap:
    """The map that a journal keeps.

    Raises:
        FormatError: it cannot be read.
    """
    about = read_about(folder)
    if about is None:
        raise FormatError(f"{folder / ABOUT} does not say what was kept")
    battle_map = native.read(folder / about.copy)
    if about.pictures:
        battle_map = battle_map.with_changes(assets=native.read(folder / about.pictures).assets)
    return battle_map


def _name(text: object) -> str:
    """The name of a file in the folder, never a path out of it."""
    name = str(text)
    if name and Path(name).name != name:
        raise ValueError(f"{name!r} is no name of a file")
    return name
