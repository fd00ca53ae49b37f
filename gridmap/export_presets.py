"""Presets of exports: a kind of file and a handout by name, shipped or the user's own.

Each is a file ``NAME.toml`` in ``resources/presets`` or in the folder ``gridmap/presets`` of the user's
configuration, whose own go before shipped ones of the same name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from gridmap.formats.errors import FormatError
from gridmap.formats.safe_write import safe_write
from gridmap.render.handout import Handout
from gridmap.render.page_split import PageSetup
from gridmap.resource_path import resource_path

FORMATS = ("png", "jpg", "webp", "pdf", "svg")
"""Kinds of files, by the endings of their names."""
DEFAULT_QUALITY = 90
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_PER_MAP = frozenset({"regions", "overlays", "title", "text"})
"""What belongs to one map and is not kept in a preset."""
_MOST_BYTES = 100_000

Value = TypeVar("Value", Handout, PageSetup)


class PresetError(ValueError):
    """A preset that cannot be used or kept: one sentence that names it."""


@dataclass(frozen=True)
class Preset:
    """How to export.

    Attributes:
        name: what it is asked for by.
        title: what people read.
        format: the kind of file, one of `FORMATS`.
        quality: of JPEG and WebP, 1 to 100.
        handout: what is shown and how large.
        pages: how a PDF is split over pages; None for one page.
    """

    name: str
    title: str = ""
    format: str = "png"
    quality: int = DEFAULT_QUALITY
    handout: Handout = field(default_factory=Handout)
    pages: PageSetup | None = None


def presets() -> dict[str, Preset]:
    """Every usable preset by name, in order of their names; the user's own in place of shipped ones."""
    return _read_all()[0]


def unusable_presets() -> tuple[str, ...]:
    """Why files of the user's own folder cannot be used, a sentence each."""
    return _read_all()[1]


def preset(name: str) -> Preset:
    """The preset of that name.

    Raises:
        PresetError: there is none, or it cannot be used.
    """
    if _NAME.fullmatch(name):
        for folder in (presets_folder(), resource_path("presets")):
            path = folder / f"{name}.toml"
            if path.is_file():
                return read_preset(path)
    raise PresetError(f"there is no preset {name[:60]!r}; there are {', '.join(presets())}")


def presets_folder() -> Path:
    """Where the user's own presets are kept."""
    from PySide6.QtCore import QStandardPaths

    config = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return Path(config) / "gridmap" / "presets"


def read_preset(path: Path) -> Preset:
    """The preset of a file, named as the file.

    Raises:
        PresetError: one sentence that names the file and the field.
    """
    try:
        with open(path, "rb") as file:
            text = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise PresetError(f"{path.name}: cannot be read ({error.strerror})") from error
    try:
        if len(text) > _MOST_BYTES:
            raise ValueError(f"a preset has at most {_MOST_BYTES:,} bytes")
        given = tomllib.loads(text.decode())
        handout = _value(Handout, given.pop("handout", {}), "handout")
        pages = _value(PageSetup, given.pop("pages"), "pages") if "pages" in given else None
        _refuse_unknown(given, ("title", "format", "quality"), "")
        whole = msgspec.convert(given, _Plain)
    except (ValueError, RecursionError) as error:
        raise PresetError(f"{path.name}: {error}") from error
    if whole.format not in FORMATS:
        raise PresetError(f"{path.name}: format: one of {', '.join(FORMATS)}, not {whole.format[:40]!r}")
    if not 1 <= whole.quality <= 100:
        raise PresetError(f"{path.name}: quality: 1 to 100, not {whole.quality}")
    return Preset(path.stem, whole.title, whole.format, whole.quality, handout, pages)


def save_preset(preset: Preset) -> Path:
    """Keep a preset in the user's folder, in place of an own one of that name; the file's path.

    Raises:
        PresetError: it has no usable name, or the file cannot be written.
    """
    if not _NAME.fullmatch(preset.name):
        raise PresetError(
            f"{preset.name[:60]!r} is no name for a preset: small letters, digits and hyphens are, up to 64"
        )
    lines = [f"title = {_toml(preset.title)}", f'format = "{preset.format}"', f"quality = {preset.quality}"]
    lines += ["", "[handout]", *_changed(preset.handout)]
    if preset.pages is not None:
        lines += ["", "[pages]", *_changed(preset.pages)]
    path = presets_folder() / f"{preset.name}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        safe_write(path, ("\n".join(lines) + "\n").encode())
    except (OSError, FormatError) as error:
        raise PresetError(f"the preset {preset.name} cannot be kept: {error}") from error
    return path


class _Plain(msgspec.Struct):
    title: str = ""
    format: str = "png"
    quality: int = DEFAULT_QUALITY


def _read_all() -> tuple[dict[str, Preset], tuple[str, ...]]:
    found: dict[str, Preset] = {}
    troubles: list[str] = []
    for folder in (resource_path("presets"), presets_folder()):
        for path in sorted(folder.glob("*.toml")):
            try:
                found[path.stem] = read_preset(path)
            except PresetError as error:
                troubles.append(str(error))
    return dict(sorted(found.items())), tuple(troubles)


def _value(kind: type[Value], given: Any, place: str) -> Value:
    if not isinstance(given, dict):
        raise ValueError(f"{place} is no table")
    _refuse_unknown(given, [each.name for each in fields(kind) if each.name not in _PER_MAP], f"{place}.")
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{place}: {error}") from None


def _refuse_unknown(given: dict[str, Any], known: Iterable[str], place: str) -> None:
    for name in given:
        if name not in known:
            raise ValueError(f"there is no field {place}{name[:60]}")


def _changed(value: Handout | PageSetup) -> list[str]:
    """The fields that are not as they are where nothing is said, as lines of TOML."""
    lines = []
    given = asdict(value)
    for each in fields(value):
        usual = each.default if each.default is not MISSING else None
        own = given[each.name]
        if own != usual and own is not None and each.name not in _PER_MAP:
            lines.append(f"{each.name} = {_toml(own)}")
    return lines


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return msgspec.json.encode(value).decode()  # a string of JSON is one of TOML
    return "[" + ", ".join(_toml(each) for each in sorted(value)) + "]"
