"""Creatures to take from a list: those that come with the program, and the user's own, a file each.

A file of the list is TOML:

    group = "Giants and ogres"

    [[creatures]]
    name = "Ogre"
    size = "large"
    speed = { walk = 40 }
    darkvision = 60

What a creature leaves out follows from its size by the ruleset in use.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from gridmap.formats.errors import FormatError
from gridmap.formats.file_access import read_file
from gridmap.formats.mapobject import MAX_REACH, MAX_SPACE, MAX_SPEED, MIN_SPACE
from gridmap.formats.mapobject_table import MAX_SIGHT
from gridmap.formats.picture_files import read_picture_file
from gridmap.formats.safe_write import safe_write
from gridmap.model.creature import Creature, Manoeuvrability, ReachBand, Size, Stance, id_of
from gridmap.model.picture import Asset
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.resource_path import resource_path

OWN = "Own"
"""The group of the user's creatures that are in no other."""
MAX_LIBRARY_BYTES = 4 << 20
_ENDING = ".toml"
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]')
_LONGEST_NAME = 200

_Speed = Annotated[int, msgspec.Meta(ge=0, le=MAX_SPEED)]
_Sight = Annotated[int, msgspec.Meta(ge=0, le=MAX_SIGHT)]


class _Entry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One creature of a file; lengths in feet."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=_LONGEST_NAME)]
    size: Size
    stance: Stance = Stance.TALL
    space: Annotated[int, msgspec.Meta(ge=MIN_SPACE, le=MAX_SPACE, multiple_of=FEET_PER_SQUARE)] | None = None
    reach: int | list[int] | None = None
    speed: dict[str, _Speed] = {}
    manoeuvrability: Manoeuvrability | None = None
    light: _Sight = 0
    darkvision: _Sight = 0
    letters: Annotated[str, msgspec.Meta(max_length=3)] = ""
    portrait: str = ""
    notes: str = ""
    tags: tuple[str, ...] = ()


class _File(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A file of creatures."""

    creatures: list[_Entry]
    group: str = OWN


@dataclass(frozen=True)
class KnownCreature:
    """A creature of the list.

    Attributes:
        creature: as it would stand on a map, at (0, 0) and of no team.
        group: its heading in the list.
        tags: other words that it is found by.
        portrait: the picture that its token shows, None for letters.
        path: the file of one of the user's own; None for those that come with the program or in a file with
            others.
    """

    creature: Creature
    group: str = OWN
    tags: tuple[str, ...] = ()
    portrait: Asset | None = field(default=None, repr=False)
    path: Path | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        return self.creature.title

    @property
    def is_own(self) -> bool:
        """Whether it is the user's, who may change and remove it."""
        return self.path is not None

    def matches(self, words: str) -> bool:
        """Whether every word typed begins a word of its name, group, size or tags.

        >>> KnownCreature(Creature("x", Size.LARGE, Square(0, 0), name="Giant, hill")).matches("hil GIA")
        True
        """
        text = " ".join((self.name, self.group, str(self.creature.size), *self.creature.speed, *self.tags))
        known = re.findall(r"[\w'-]+", text.casefold())
        return all(any(each.startswith(word) for each in known) for word in words.casefold().split())


def shipped_creatures() -> tuple[KnownCreature, ...]:
    """The creatures that come with the program."""
    found: list[KnownCreature] = []
    for path in sorted(resource_path("creatures").glob(f"*{_ENDING}")):
        found += read_library(path)
    return tuple(found)


def own_creatures(folder: Path) -> tuple[tuple[KnownCreature, ...], tuple[str, ...]]:
    """The user's own creatures by name, and a sentence for every file that cannot be used.

    Those of a file with several have no `path`: it was written by hand, and is not written over.
    """
    found: list[KnownCreature] = []
    troubles: list[str] = []
    for path in sorted(folder.glob(f"*{_ENDING}")):
        try:
            several = read_library(path)
            found += [replace(several[0], path=path)] if len(several) == 1 else several
        except FormatError as error:
            troubles.append(str(error))
    return tuple(sorted(found, key=lambda each: each.name.casefold())), tuple(troubles)


def read_library(path: Path) -> tuple[KnownCreature, ...]:
    """The creatures of a file.

    Raises:
        FormatError: one sentence that names the file and the field.
    """
    try:
        values = tomllib.loads(read_file(path, MAX_LIBRARY_BYTES).decode("utf-8-sig"))
        stated = msgspec.convert(values, _File, str_keys=True)
    except FormatError as error:
        raise error.within(path.name) from error.__cause__
    except msgspec.ValidationError as error:
        raise FormatError(f"{path.name}: {error}") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise FormatError(f"{path.name}: not TOML: {error}") from error
    return tuple(_known(entry, stated.group, path) for entry in stated.creatures)


def save_own(folder: Path, known: KnownCreature) -> KnownCreature:
    """Keep one of the user's creatures as a file of its own, its portrait beside it.

    One with a `path` takes the place of that file; its file keeps its name. A new one never does.

    Raises:
        FormatError: it cannot be written.
    """
    path = known.path if known.path is not None else _free_path(folder, known.name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FormatError(f"{folder}: {error.strerror}") from error
    picture = ""
    if known.portrait is not None:
        picture = path.stem + Path(known.portrait.name).suffix.lower()
        safe_write(folder / picture, known.portrait.content)
    safe_write(path, library_text([known], known.group, {known.name: picture}).encode("utf-8", "replace"))
    return replace(known, path=path)


def library_text(
    creatures: Iterable[KnownCreature], group: str = OWN, pictures: Mapping[str, str] | None = None
) -> str:
    """Creatures as the text of a file.

    Args:
        creatures: what to write; teams, places, conditions and turns belong to a map and are left out.
        group: their heading.
        pictures: file names of portraits, by the creatures' names.
    """
    parts = [f"group = {_quoted(group)}\n"]
    for known in creatures:
        lines = [f"{name} = {value}" for name, value in _written(known, pictures or {})]
        parts.append("\n[[creatures]]\n" + "\n".join(lines) + "\n")
    return "".join(parts)


def _known(entry: _Entry, group: str, path: Path) -> KnownCreature:
    creature = Creature(
        id_of(entry.name),
        entry.size,
        Square(0, 0),
        name=entry.name,
        reach=_reach(entry, path),
        space=entry.space,
        stance=entry.stance,
        speed=entry.speed,
        manoeuvrability=entry.manoeuvrability,
        notes=entry.notes,
        letters=entry.letters,
        light=entry.light,
        darkvision=entry.darkvision,
    )
    return KnownCreature(creature, group, entry.tags, _portrait(entry, path))


def _reach(entry: _Entry, path: Path) -> ReachBand | None:
    """Feet, or ``[more than, at most]`` for a reach weapon."""
    if entry.reach is None:
        return None
    band = entry.reach if isinstance(entry.reach, list) else [0, entry.reach]
    is_band = len(band) == 2 and (band[0] == 0 or band[0] < band[1])
    if not is_band or not all(0 <= feet <= MAX_REACH for feet in band):
        raise FormatError(
            f"{path.name}: the reach of {entry.name} is feet, or [more than, at most], up to {MAX_REACH}"
        )
    return ReachBand(*band)


def _portrait(entry: _Entry, path: Path) -> Asset | None:
    """The picture beside the file; a token without it still has its letters."""
    if not entry.portrait or Path(entry.portrait).name != entry.portrait:
        return None
    try:
        return read_picture_file(path.with_name(entry.portrait))[0]
    except FormatError:
        return None


def _free_path(folder: Path, name: str) -> Path:
    stem = _NOT_IN_NAMES.sub("-", name).strip(" .")[:80] or "creature"
    path, number = folder / f"{stem}{_ENDING}", 2
    while path.exists():
        path = folder / f"{stem} {number}{_ENDING}"
        number += 1
    return path


def _written(known: KnownCreature, pictures: Mapping[str, str]) -> list[tuple[str, str]]:
    creature = known.creature
    reach: Any = None
    if creature.reach is not None:
        reach = creature.reach.at_most if creature.reach.more_than == 0 else list(creature.reach)
    values: dict[str, Any] = {
        "name": known.name[:_LONGEST_NAME],
        "size": str(creature.size),
        "stance": str(creature.stance) if creature.stance is not Stance.TALL else None,
        "space": creature.space,
        "reach": reach,
        "speed": dict(creature.speed) or None,
        "manoeuvrability": None if creature.manoeuvrability is None else str(creature.manoeuvrability),
        "light": creature.light or None,
        "darkvision": creature.darkvision or None,
        "letters": creature.letters[:3] or None,
        "portrait": pictures.get(known.name) or None,
        "notes": creature.notes or None,
        "tags": list(known.tags) or None,
    }
    return [(name, _value(value)) for name, value in values.items() if value is not None]


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_quoted(name)} = {feet}" for name, feet in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return _quoted(value) if isinstance(value, str) else str(value)


def _quoted(text: str) -> str:
    """A text as TOML has it, which is nearly as JSON has it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
