"""What the program remembers between runs: recent files, the window's geometry, the theme."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

MAX_RECENT = 10
MAX_VIEWS = 50
"""Files of which it is remembered how they were looked at."""
INTERFACE_SCALES = (75, 100, 125, 150, 175, 200)
"""Sizes of the interface to choose from, in percent."""


class Settings:
    """The user's settings file."""

    def __init__(self) -> None:
        self._store = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "gridmap", "gridmap")

    @property
    def recent_files(self) -> tuple[Path, ...]:
        """Files opened or saved, newest first."""
        stored = self._store.value("recent_files", [])
        names = stored if isinstance(stored, list) else [stored]
        return tuple(Path(name) for name in names if isinstance(name, str) and name)

    def remember_file(self, path: Path) -> None:
        """Put a file at the head of the recent files."""
        others = [known for known in self.recent_files if known != path]
        self._store.setValue("recent_files", [str(known) for known in [path, *others][:MAX_RECENT]])

    def forget_file(self, path: Path) -> None:
        """Take a file that is gone out of the recent files."""
        self._store.setValue("recent_files", [str(known) for known in self.recent_files if known != path])

    def forget_files(self) -> None:
        """Empty the recent files."""
        self._store.remove("recent_files")
        self._store.remove("views")

    def view_of(self, path: Path, mark: Sequence[int]) -> dict[str, Any] | None:
        """How a file was last looked at, None where it is not known or the file is another one by now.

        Args:
            path: the file.
            mark: tells its state from others.
        """
        kept = self._views().get(str(path))
        if not isinstance(kept, list) or len(kept) != 2 or kept[0] != list(mark):
            return None
        return kept[1] if isinstance(kept[1], dict) else None

    def remember_view(self, path: Path, mark: Sequence[int], view: Mapping[str, Any] | None) -> None:
        """Keep how a file is looked at; None for as it says itself."""
        views = self._views()
        known = views.pop(str(path), None)
        if view is not None:
            views[str(path)] = [list(mark), dict(view)]
        elif known is None:
            return
        self._store.setValue("views", json.dumps(dict(list(views.items())[-MAX_VIEWS:])))

    def _views(self) -> dict[str, Any]:
        try:
            stored = json.loads(str(self._store.value("views", "{}")))
        except ValueError:
            return {}
        return stored if isinstance(stored, dict) else {}

    @property
    def theme(self) -> str:
        """The name of the chosen theme."""
        return str(self._store.value("theme", "light"))

    @theme.setter
    def theme(self, name: str) -> None:
        self._store.setValue("theme", name)

    @property
    def folder(self) -> Path:
        """The folder that file dialogs open in."""
        return Path(str(self._store.value("folder", str(Path.home()))))

    @folder.setter
    def folder(self, folder: Path) -> None:
        self._store.setValue("folder", str(folder))

    def layout(self) -> tuple[QByteArray, QByteArray] | None:
        """(geometry, state of docks and tool bars) of the window, None at the first start."""
        geometry, state = self._store.value("geometry"), self._store.value("state")
        if isinstance(geometry, QByteArray) and isinstance(state, QByteArray):
            return geometry, state
        return None

    def remember_layout(self, geometry: QByteArray, state: QByteArray) -> None:
        """Keep the window's geometry and the state of its docks."""
        self._store.setValue("geometry", geometry)
        self._store.setValue("state", state)

    @property
    def interface_scale(self) -> int:
        """The size of the interface in percent, on top of the screen's own."""
        stored = str(self._store.value("interface_scale", "100"))
        percent = int(stored) if stored.isascii() and stored.isdigit() else 100
        return percent if percent in INTERFACE_SCALES else 100

    @interface_scale.setter
    def interface_scale(self, percent: int) -> None:
        self._store.setValue("interface_scale", percent)

    def own_keys(self) -> dict[str, tuple[str, ...]]:
        """The user's own keys by the names of actions; an action without any has an empty tuple."""
        try:
            stored = json.loads(str(self._store.value("keys", "{}")))
        except ValueError:
            return {}
        if not isinstance(stored, dict):
            return {}
        return {
            name: tuple(key for key in keys if isinstance(key, str))
            for name, keys in stored.items()
            if isinstance(keys, list)
        }

    def set_own_keys(self, name: str, keys: tuple[str, ...] | None) -> None:
        """Keep an action's own keys, or None for those that it comes with."""
        known: dict[str, list[str]] = {each: list(own) for each, own in self.own_keys().items()}
        known.pop(name, None)
        if keys is not None:
            known[name] = list(keys)
        self._store.setValue("keys", json.dumps(known))

    def switch(self, name: str, otherwise: bool) -> bool:
        """Whether something is switched on, as the user left it."""
        return str(self._store.value(f"switches/{name}", otherwise)).lower() == "true"

    def set_switch(self, name: str, on: bool) -> None:
        """Remember whether something is switched on."""
        self._store.setValue(f"switches/{name}", on)
