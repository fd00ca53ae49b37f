"""Where the program's own files are: rulesets, themes, icons, fonts, sample maps."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_path(*parts: str) -> Path:
    """The path of a shipped resource, e.g. ``resource_path("rulesets", "epic-path.toml")``.

    An installed copy keeps ``resources`` inside the package, a checkout beside it.
    """
    return _shipped_folder("resources").joinpath(*parts)


def sample_maps_path() -> Path:
    """The folder of the shipped sample encounters."""
    return _shipped_folder("maps")


def _shipped_folder(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
