"""What is remembered of the players' window: its screen, each screen's calibration, the choices."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
from PySide6.QtCore import QSettings

from gridmap.app.players.calibration import Calibration, from_text, to_text
from gridmap.app.players.presenter import OVERLAY_KINDS, Shown
from gridmap.app.players.screens import ScreenName
from gridmap.render.theme import THEMES


@dataclass(frozen=True)
class _Kept:
    """`Shown` as the settings hold it."""

    overlays: tuple[str, ...] = ()
    templates: bool = True
    grid: bool = True
    names: bool = True
    pings: bool = True
    measurements: bool = False
    turn: bool = True
    theme: str = ""


class Memory:
    """The players' part of the user's settings file."""

    def __init__(self) -> None:
        self._store = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "gridmap", "gridmap")

    @property
    def screen(self) -> ScreenName | None:
        """The players' screen, None where none was picked."""
        text = str(self._store.value("players/screen", ""))
        return ScreenName.from_text(text) if text else None

    @screen.setter
    def screen(self, name: ScreenName) -> None:
        self._store.setValue("players/screen", name.text)

    def calibration(self, name: ScreenName) -> Calibration | None:
        """How a screen was set up, None where it never was."""
        text = self._calibrations().get(name.model or name.output)
        return None if text is None else from_text(text)

    def remember_calibration(self, name: ScreenName, calibration: Calibration) -> None:
        """Keep how a screen is set up."""
        known = self._calibrations()
        known[name.model or name.output] = to_text(calibration)
        self._store.setValue("players/calibrations", msgspec.json.encode(known).decode())

    def _calibrations(self) -> dict[str, str]:
        text = str(self._store.value("players/calibrations", "{}"))
        try:
            return msgspec.json.decode(text.encode(), type=dict[str, str])
        except msgspec.DecodeError:
            return {}

    @property
    def shown(self) -> Shown:
        """What players were shown."""
        try:
            kept = msgspec.json.decode(str(self._store.value("players/shown", "{}")).encode(), type=_Kept)
        except msgspec.DecodeError:
            kept = _Kept()
        return Shown(
            overlays=frozenset(kept.overlays) & frozenset(OVERLAY_KINDS),
            templates=kept.templates,
            grid=kept.grid,
            names=kept.names,
            pings=kept.pings,
            measurements=kept.measurements,
            turn=kept.turn,
            theme=kept.theme if kept.theme in THEMES else "",
        )

    @shown.setter
    def shown(self, shown: Shown) -> None:
        kept = _Kept(
            tuple(sorted(shown.overlays)),
            shown.templates,
            shown.grid,
            shown.names,
            shown.pings,
            shown.measurements,
            shown.turn,
            shown.theme,
        )
        self._store.setValue("players/shown", msgspec.json.encode(kept).decode())

    @property
    def blank_picture(self) -> Path | None:
        """The picture that a blank screen shows, None for black."""
        text = str(self._store.value("players/blank_picture", ""))
        return Path(text) if text else None

    @blank_picture.setter
    def blank_picture(self, path: Path | None) -> None:
        self._store.setValue("players/blank_picture", "" if path is None else str(path))

    def forget(self) -> None:
        """Start anew."""
        self._store.remove("players")
