"""What the program remembers between runs: recent files, the window's geometry, the theme."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

MAX_RECENT = 10


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
