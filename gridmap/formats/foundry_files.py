"""Where Foundry's scenes are found: single documents, databases, lists, and inside adventures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from gridmap.formats import nedb
from gridmap.formats.choices import Answer, Choice
from gridmap.formats.errors import FormatError, NoSceneError, shown
from gridmap.formats.json_text import decode
from gridmap.formats.lenient import words
from gridmap.formats.report import Notice
from gridmap.formats.uvtt import top_level

MAX_DOCUMENT_BYTES = 64 << 20
"""The largest single document (a scene, or all scenes of one adventure)."""
MAX_SCENES = 5_000
_NAMES_TOLD = 40

Raws = dict[str, msgspec.Raw]

_GRID = frozenset({"grid", "gridType", "gridDistance"})
_PARTS = frozenset(
    {"walls", "tokens", "padding", "img", "background", "lights", "levels", "tiles", "drawings", "navigation"}
)


@dataclass
class FoundScene:
    """A scene in a file, not decoded yet.

    Attributes:
        name: its name.
        id: its id.
        scene: the document, as JSON text or decoded.
        actors: the actors that come with it.
    """

    name: str
    id: str
    scene: bytes | dict[str, Any]
    actors: list[Any] = field(default_factory=list)

    def decoded(self) -> dict[str, Any]:
        """The scene's fields.

        Raises:
            FormatError: it is damaged, or too large.
        """
        if isinstance(self.scene, dict):
            return self.scene
        if len(self.scene) > MAX_DOCUMENT_BYTES:
            raise FormatError(
                f"the scene has {len(self.scene) / 1e6:,.0f} MB; the limit is {MAX_DOCUMENT_BYTES >> 20} MB"
            )
        scene = decode(self.scene)
        if not isinstance(scene, dict):
            raise FormatError("the scene is no object")
        return scene


def is_scene(keys: set[str]) -> bool:
    """Whether a JSON object with these fields is a scene."""
    return bool(keys & _GRID) and bool(keys & _PARTS) and "terrain" not in keys


def is_adventure(keys: set[str]) -> bool:
    """Whether a JSON object with these fields is an adventure, with scenes inside."""
    return "scenes" in keys


def looks_like(keys: set[str]) -> bool:
    """Whether a JSON object with these fields holds a scene."""
    return is_scene(keys) or is_adventure(keys)


def scenes_of_document(content: bytes, raws: Raws) -> list[FoundScene]:
    """The scenes of one JSON object.

    Args:
        content: the object as JSON text.
        raws: its fields.
    """
    keys = set(raws)
    if is_adventure(keys) and not is_scene(keys):
        return _scenes_of_adventure(raws)
    if is_scene(keys):
        return [FoundScene(_text(raws.get("name")), _text(raws.get("_id")), content)]
    return []


def scenes_of_log(content: bytes, notices: list[Notice]) -> list[FoundScene]:
    """The scenes of a NeDB database.

    Raises:
        FormatError: the file is beyond the limits, or there is no scene in it.
    """
    log = nedb.read_log(content)
    notices += log.notices()
    found: list[FoundScene] = []
    others = 0
    for line in log.documents:
        inside = scenes_of_document(line, top_level(line))
        others += not inside
        found += inside
        if len(found) > MAX_SCENES:
            raise FormatError(f"the database has more than {MAX_SCENES:,} scenes")
    if not found:
        raise NoSceneError(f"the database holds no scene ({others:,} documents of other kinds)")
    if others:
        notices.append(Notice("Documents that are no scenes and were left out: {count}.", {"count": others}))
    return found


def scenes_of_list(content: bytes) -> list[FoundScene]:
    """The scenes of a JSON list of documents; none where it holds something else."""
    if len(content) > MAX_DOCUMENT_BYTES:
        raise FormatError(
            f"it has {len(content) / 1e6:,.0f} MB; the limit for a list of scenes is "
            f"{MAX_DOCUMENT_BYTES >> 20} MB"
        )
    return _nested(decode(content), [])


def _scenes_of_adventure(raws: Raws) -> list[FoundScene]:
    parts = []
    for name in ("scenes", "actors"):
        raw = bytes(raws.get(name, b"null"))
        if len(raw) > MAX_DOCUMENT_BYTES:
            raise FormatError(
                f"{name} has {len(raw) / 1e6:,.0f} MB; the limit is {MAX_DOCUMENT_BYTES >> 20} MB"
            )
        parts.append(decode(raw))
    scenes, actors = parts
    return _nested(scenes, actors if isinstance(actors, list) else [])


def _nested(scenes: object, actors: list[Any]) -> list[FoundScene]:
    if not isinstance(scenes, list):
        return []
    if len(scenes) > MAX_SCENES:
        raise FormatError(f"there are {len(scenes):,} scenes; the limit is {MAX_SCENES:,}")
    return [
        FoundScene(words(scene.get("name"), 1_000), words(scene.get("_id"), 100), scene, actors)
        for scene in scenes
        if isinstance(scene, dict) and is_scene(set(scene))
    ]


def _text(raw: msgspec.Raw | None) -> str:
    if raw is None:
        return ""
    try:
        return words(msgspec.json.decode(raw), 1_000)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return ""


def scene_choice(found: list[FoundScene], taken: FoundScene, asked: str | None) -> tuple[Choice, ...]:
    """Which of several scenes was read, by its id, or its name where it has none; nothing of a single one."""
    if len(found) < 2:
        return ()
    names = [scene.name for scene in found]
    answers = tuple(
        Answer(
            scene.id or scene.name,
            "{name} ({id})" if names.count(scene.name) > 1 and scene.id else "{name}",
            {"name": scene.name or scene.id, "id": scene.id},
        )
        for scene in found
        if scene.id or scene.name
    )
    question = Notice("The file holds {count} scenes. Which one?", {"count": len(found)})
    return (Choice("scene", question, taken.id or taken.name, answers, asked is None),)


def chosen(found: list[FoundScene], asked: str | None, notices: list[Notice]) -> FoundScene:
    """The scene that was asked for, else the first.

    Args:
        found: at least one.
        asked: a name or an id.
        notices: which one it is, and which others there are, is added here.

    Raises:
        FormatError: none is called so; it names those there are.
    """
    names = _listed([scene.name or scene.id or "one without a name" for scene in found])
    if asked is None:
        if len(found) > 1:
            notices.append(
                Notice(
                    "The file holds {count} scenes, {names}; this is the first.",
                    {"count": len(found), "names": names},
                )
            )
        return found[0]
    for scene in found:
        if asked == scene.id or asked.casefold() == scene.name.casefold():
            if len(found) > 1:
                notices.append(
                    Notice("The file holds {count} scenes: {names}.", {"count": len(found), "names": names})
                )
            return scene
    raise FormatError(f"no scene is called {shown(asked)}; there are {names}")


def _listed(names: list[str]) -> str:
    told = ", ".join(shown(name) for name in names[:_NAMES_TOLD])
    more = len(names) - _NAMES_TOLD
    return f"{told} and {more:,} more" if more > 0 else told
