"""Reading scenes of Foundry VTT, versions 0.7 to 14: walls, doors, tokens, picture and grid.

`docs/formats.md` says how each field is read. What the map does not show is kept in its `extra`, word for
word and in pixels of the canvas, and `foundry_write` brings it back.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from gridmap.formats import foundry_files
from gridmap.formats.aside import FIELD, restored
from gridmap.formats.choices import Answer, Choice, cell_choice, picture_choice
from gridmap.formats.errors import FormatError, NoSceneError, shown
from gridmap.formats.foundry_files import FoundScene
from gridmap.formats.foundry_page import Grid, Page, grid_of, page_of, squares_per_cell
from gridmap.formats.foundry_tokens import ReadTokens, read_tokens, same_token
from gridmap.formats.foundry_walls import EXTRA, documents, read_walls
from gridmap.formats.lenient import counted, kept, number, words
from gridmap.formats.mapobject import read_map, write_map
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.picture_header import PictureHeader
from gridmap.formats.report import Notice, Opened, Report
from gridmap.formats.segments import Segments
from gridmap.formats.uvtt_picture import chosen_picture, picture_beside, picture_of_same_name
from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.picture import Asset, Picture
from gridmap.model.square import FEET_PER_SQUARE, Point

READ = frozenset(
    {
        "walls",
        "tokens",
        "width",
        "height",
        "padding",
        "name",
        "img",
        "grid",
        "gridType",
        "gridDistance",
        "gridUnits",
        "gridColor",
        "gridAlpha",
        "shiftX",
        "shiftY",
    }
)
"""Fields that are written anew instead of kept."""

UNNAMED = "Map"
"""A scene must have a name: that of a map without one."""

_LISTS = (
    ("lights", "Lights"),
    ("drawings", "Drawings"),
    ("tiles", "Tiles"),
    ("notes", "Pins of the journal"),
    ("sounds", "Sounds"),
    ("templates", "Templates"),
    ("regions", "Regions"),
)

_Found = tuple[bytes, PictureHeader] | None


def read_document(
    content: bytes,
    raws: foundry_files.Raws,
    title: str = "",
    folder: Path | None = None,
    options: ReadOptions = NO_OPTIONS,
) -> Opened:
    """The scene in a single document, or one of an adventure's.

    Args:
        content: the whole file.
        raws: its fields.
        title: the name of a scene that has none.
        folder: where the picture is looked for.
        options: which scene, and what a grid square measures.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    return _one_of(foundry_files.scenes_of_document(content, raws), title, folder, options, [])


def read_log(
    content: bytes, title: str = "", folder: Path | None = None, options: ReadOptions = NO_OPTIONS
) -> Opened:
    """A scene of a NeDB database; as `read_document`."""
    notices: list[Notice] = []
    return _one_of(foundry_files.scenes_of_log(content, notices), title, folder, options, notices)


def read_list(
    content: bytes, title: str = "", folder: Path | None = None, options: ReadOptions = NO_OPTIONS
) -> Opened:
    """A scene of a JSON list; as `read_document`."""
    return _one_of(foundry_files.scenes_of_list(content), title, folder, options, [])


def _one_of(
    found: list[FoundScene], title: str, folder: Path | None, options: ReadOptions, notices: list[Notice]
) -> Opened:
    if not found:
        raise NoSceneError("it holds no scene")
    scene = foundry_files.chosen(found, options.scene, notices)
    battle_map, report = _read(scene.decoded(), scene.actors, title, folder, options, notices)
    choices = foundry_files.scene_choice(found, scene, options.scene)
    return Opened(battle_map, replace(report, choices=(*choices, *report.choices)))


def _read(
    scene: dict[str, Any],
    actors: list[Any],
    title: str,
    folder: Path | None,
    options: ReadOptions,
    notices: list[Notice],
) -> Opened:
    grid = grid_of(scene)
    squares, guessed = squares_per_cell(grid, options, notices)
    levels = _levels(scene)
    level = _chosen_level(levels, options.level, notices)
    picture = chosen_picture(options, notices) or _picture(scene, level, folder, title, notices)
    found, ends = documents(scene.get("walls"), notices)
    size = _size(scene, picture, ends, notices)
    page = page_of(scene, size, grid, squares, ends, notices)
    walls = read_walls(found, ends, page, notices, words(level.get("_id"), 100) if level else None)
    per_elevation = feet_per_elevation(grid, squares)
    tokens = read_tokens(scene.get("tokens"), actors, page, per_elevation, notices)
    name = words(scene.get("name"), 1_000) or title
    asset, pictures = _placed(picture, page, name)
    extra = {EXTRA: _kept(scene, grid, size, page, walls.aside, tokens.aside, notices)}
    battle_map = BattleMap.empty(page.width, page.height, name=name).with_changes(
        walls=tuple(walls.walls),
        creatures=tuple(tokens.creatures),
        pictures=pictures,
        assets=asset,
        extra=extra,
    )
    battle_map = _with_aside(battle_map, scene, tokens, notices)
    counts = {
        "walls": len(walls.walls) - walls.doors,
        "doors": walls.doors,
        "creatures": len(tokens.creatures),
        "outside the map": walls.outside + len(tokens.aside),
    }
    choices = (
        *_level_choice(levels, level, options.level),
        cell_choice(squares, unasked=guessed),
        *picture_choice(options, is_there=picture is not None),
    )
    return Opened(battle_map, Report(_version(scene), counts, tuple(notices), choices))


def feet_per_elevation(grid: Grid, squares: int) -> float:
    """What one unit of elevation measures: elevation counts in the grid's units."""
    if grid.distance is None or grid.distance <= 0:
        return 1.0
    return FEET_PER_SQUARE * squares / grid.distance


def _version(scene: dict[str, Any]) -> str:
    stats = scene.get("_stats")
    core = words(stats.get("coreVersion"), 20) if isinstance(stats, dict) else ""
    if not core and not isinstance(scene.get("grid"), dict):
        core = "before 10"
    return f"Foundry scene {core}".strip()


def _levels(scene: dict[str, Any]) -> list[dict[str, Any]]:
    """The levels of a scene, which version 14 has."""
    levels = scene.get("levels")
    return [level for level in levels if isinstance(level, dict)] if isinstance(levels, list) else []


def _chosen_level(
    levels: list[dict[str, Any]], asked: str | None, notices: list[Notice]
) -> dict[str, Any] | None:
    """The level that was asked for, else the first of several."""
    names = [_level_name(level) for level in levels]
    if asked is not None and levels:
        for level, name in zip(levels, names, strict=True):
            if asked == words(level.get("_id"), 100) or asked.casefold() == name.casefold():
                return level
        listed = ", ".join(shown(name) for name in names[:40])
        raise FormatError(f"no level is called {shown(asked)}; there are {listed}")
    if len(levels) > 1:
        notices.append(
            Notice(
                "The scene has {count} levels; this is the first, {name}.",
                {"count": len(levels), "name": names[0]},
            )
        )
    return levels[0] if levels else None


def _level_name(level: dict[str, Any]) -> str:
    return words(level.get("name"), 100) or words(level.get("_id"), 100) or "without a name"


def _level_choice(
    levels: list[dict[str, Any]], taken: dict[str, Any] | None, asked: str | None
) -> tuple[Choice, ...]:
    """Which of several levels was read."""
    if len(levels) < 2 or taken is None:
        return ()
    answers = tuple(
        Answer(words(level.get("_id"), 100) or _level_name(level), "{name}", {"name": _level_name(level)})
        for level in levels
    )
    value = words(taken.get("_id"), 100) or _level_name(taken)
    question = Notice("The scene has {count} levels. Which one?", {"count": len(levels)})
    return (Choice("level", question, value, answers, asked is None),)


# The picture


def _source(scene: dict[str, Any], level: dict[str, Any] | None) -> str:
    """The path of the background, empty where there is none."""
    for holder in (level, scene):
        background = holder.get("background") if holder else None
        if isinstance(background, dict) and words(background.get("src"), 2_000):
            return words(background.get("src"), 2_000)
    return words(scene.get("img"), 2_000)


def _picture(
    scene: dict[str, Any],
    level: dict[str, Any] | None,
    folder: Path | None,
    title: str,
    notices: list[Notice],
) -> _Found:
    source = _source(scene, level)
    if source:
        return picture_beside(unquote(source.partition("?")[0]), folder, notices)
    found = picture_of_same_name(title, folder, notices)
    if found is None:
        notices.append(Notice("The scene names no picture."))
    return found


def _placed(picture: _Found, page: Page, name: str) -> tuple[tuple[Asset, ...], tuple[Picture, ...]]:
    if picture is None:
        return (), ()
    content, header = picture
    asset = Asset(f"{name[:100] or 'map'}.{header.kind}", content)
    left, top, width, height = page.picture
    return (asset,), (Picture(asset.name, Point(left, top), width, height),)


def _size(
    scene: dict[str, Any], picture: _Found, walls: Segments, notices: list[Notice]
) -> tuple[float, float]:
    """The picture's size on the canvas, in pixels."""
    width, height = number(scene.get("width")), number(scene.get("height"))
    if width is not None and height is not None and width >= 1 and height >= 1:
        return width, height
    if picture is not None:
        notices.append(Notice("The scene states no size; it was taken from the picture."))
        return float(picture[1].width), float(picture[1].height)
    if len(walls):
        ends = walls.reshape(-1, 2).max(axis=0)
        notices.append(Notice("The scene states no size; it was taken from its walls."))
        return max(1.0, float(ends[0])), max(1.0, float(ends[1]))
    raise FormatError("width and height are missing, and no picture and no walls tell them")


# What is kept


def _kept(
    scene: dict[str, Any],
    grid: Grid,
    size: tuple[float, float],
    page: Page,
    walls: list[dict[str, Any]],
    tokens: list[dict[str, Any]],
    notices: list[Notice],
) -> dict[str, Any]:
    """Everything else of the scene; `foundry_write` knows the names."""
    for name, told in _LISTS:
        entries = scene.get(name)
        if isinstance(entries, list):
            notices += counted(f"{told} kept but not shown: {{count}}.", len(entries))
    others = kept(scene, READ | {"flags"}, notices)
    background = others.get("background")
    if isinstance(background, dict):
        others["background"] = {
            name: value for name, value in background.items() if name not in ("src", "offsetX", "offsetY")
        }
    flags = scene.get("flags")
    if isinstance(flags, dict):
        others["flags"] = kept(flags, frozenset({FIELD}), notices)
    stated = scene.get("grid")
    newer = stated if isinstance(stated, dict) else {}
    style = {
        "color": newer.get("color", scene.get("gridColor")),
        "alpha": newer.get("alpha", scene.get("gridAlpha")),
    }
    style |= {name: value for name, value in newer.items() if name in ("style", "thickness")}
    style = kept(style, frozenset(), notices)
    padded = page.left + page.picture[0] * page.pixels, page.top + page.picture[1] * page.pixels
    found: dict[str, Any] = {
        "scene": others,
        "grid": {name: value for name, value in style.items() if value is not None},
        "page": {
            "width": size[0],
            "height": size[1],
            "offset": list(padded),
            "corner": [page.left, page.top],
            "padding": number(scene.get("padding", 0.25), 10),
            "type": grid.type,
            "pixels": grid.pixels,
            "distance": grid.distance,
            "units": grid.units,
            "squares": page.squares_per_cell,
            "map": [page.width, page.height],
        },
        "img": _source(scene, None),
    }
    if walls:
        found["walls"] = walls
    if tokens:
        found["tokens"] = tokens
    return found


# What an earlier export of gridmap added


def _with_aside(
    battle_map: BattleMap, scene: dict[str, Any], tokens: ReadTokens, notices: list[Notice]
) -> BattleMap:
    """Terrain, notes and the like, and what a token cannot say of its creature."""
    flags = scene.get("flags")
    own = restored(
        flags.get(FIELD) if isinstance(flags, dict) else None, battle_map.width, battle_map.height, notices
    )
    if own is not None:
        battle_map = own.with_changes(
            walls=(*battle_map.walls, *own.walls),
            creatures=battle_map.creatures,
            pictures=battle_map.pictures,
            assets=battle_map.assets,
            name=own.name if words(own.name or UNNAMED, 1_000) == battle_map.name else battle_map.name,
            extra={**own.extra, **battle_map.extra},
        )
    if not tokens.flagged:
        return battle_map
    creatures = tuple(
        _with_flags(creature, tokens.flagged.get(creature.id), battle_map) for creature in tokens.creatures
    )
    if len({creature.id for creature in creatures}) < len(creatures):
        notices.append(Notice("What gridmap had added to the tokens was left out: two have the same id."))
        return battle_map
    return battle_map.with_changes(creatures=creatures)


def _with_flags(creature: Creature, flags: dict[str, Any] | None, battle_map: BattleMap) -> Creature:
    """The creature as it was exported, where Foundry has put it since."""
    if flags is None:
        return creature
    page = BattleMap.empty(battle_map.width, battle_map.height).with_changes(creatures=(creature,))
    token = write_map(page)["creatures"][0]
    merged = same_token(flags, creature) | {
        name: token[name] for name in ("at", "altitude", "hidden") if name in token
    }
    for name in ("altitude", "hidden"):
        if name not in token:
            merged.pop(name, None)
    if EXTRA in creature.extra:
        merged[EXTRA] = creature.extra[EXTRA]
    try:
        found = read_map({"width": page.width, "height": page.height, "creatures": [merged]})
    except FormatError:
        return creature
    flagged = found.creatures[0]
    if creature.name != words(flagged.title, 1_000):
        return replace(flagged, name=creature.name)
    return flagged
