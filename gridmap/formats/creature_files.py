"""Creatures from any file or text that describes some: what it is told by its content, never by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from gridmap.formats import nedb, open5e, pf1_actor, statblock
from gridmap.formats.creature_sheet import CreatureSheet
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.file_access import read_file
from gridmap.formats.json_text import decode
from gridmap.formats.lenient import words
from gridmap.formats.report import Notice, Report

MAX_FILE_BYTES = nedb.MAX_FILE_BYTES
MAX_JSON_BYTES = 64 << 20
MAX_CREATURES = 10_000
_TOLD = 3
"""How many documents at fault are named in a report."""


class Creatures(NamedTuple):
    """The creatures of a file, and how reading it went."""

    sheets: tuple[CreatureSheet, ...]
    report: Report


def open_creatures(path: Path | str) -> Creatures:
    """The creatures that a file describes.

    Knows statblocks as text and plain YAML, Foundry's actors of pf1 and D35E (JSON and NeDB), Open5e and
    MapTool tokens.

    Raises:
        FormatError: one sentence that names the file and what is wrong with it.
    """
    path = Path(path)
    try:
        return read_creatures(read_file(path, MAX_FILE_BYTES))
    except FormatError as error:
        raise error.within(str(path)) from error.__cause__


def read_creatures(content: bytes) -> Creatures:
    """The same from the bytes of a file, or of a pasted text.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    if not content:
        raise FormatError("the file is empty")
    if content.startswith(b"PK\x03\x04"):
        from gridmap.formats import maptool

        sheet, notices = maptool.read_token(content)
        return _creatures([sheet], notices)
    if content.startswith((b"\x89PNG", b"\xff\xd8\xff", b"RIFF", b"%PDF")):
        raise FormatError("it is a picture or a PDF; paste the statblock's text instead")
    if nedb.looks_like(content):
        log = nedb.read_log(content)
        return _from_documents(_logged(log), log.notices())
    if content[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        if len(content) > MAX_JSON_BYTES:
            raise FormatError(
                f"it has {len(content) / 1e6:,.0f} MB; the limit for JSON is {MAX_JSON_BYTES / 1e6:,.0f} MB"
            )
        return _from_documents(_documents(decode(content)), [])
    return _creatures(list(statblock.read_text(_text(content))), [])


def _text(content: bytes) -> str:
    """UTF-8, or what Windows programs wrote before it."""
    if len(content) > 4 * statblock.MAX_LETTERS:
        raise FormatError(
            f"it has {len(content) / 1e6:,.0f} MB; a text has at most {statblock.MAX_LETTERS:,} letters"
        )
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _logged(log: nedb.Log) -> Iterator[tuple[str, Any]]:
    """The documents of a database, decoded one at a time."""
    for number, line in enumerate(log.documents, 1):
        try:
            yield f"document {number:,}", decode(line)
        except FormatError as error:
            raise error.within(f"document {number:,}") from None


def _documents(value: Any) -> Iterator[tuple[str, Any]]:
    """The documents of a JSON text: one, a list, or a page of results."""
    if isinstance(value, dict):
        if isinstance(value.get("results"), list):
            yield from _listed(value["results"], "results")
        else:
            yield "the document", value
    elif isinstance(value, list):
        yield from _listed(value, "document ")
    else:
        raise FormatError(f"the JSON is {shown(value)}; a creature is an object")


def _with_actors_inside(documents: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Each document; instead of an adventure its actors."""
    for place, document in documents:
        if isinstance(document, dict) and isinstance(document.get("actors"), list):
            yield from _listed(document["actors"], f"{place}.actors")
        else:
            yield place, open5e.unwrapped(document) if isinstance(document, dict) else document


def _listed(values: list[Any], name: str) -> Iterator[tuple[str, Any]]:
    return ((f"{name}[{index}]", each) for index, each in enumerate(values))


Reader = Callable[[Mapping[str, Any]], CreatureSheet]


def _reader(document: Mapping[str, Any]) -> Reader | None:
    """What reads such a document; None where it is no creature's."""
    if pf1_actor.is_actor(document):
        return pf1_actor.read_actor
    if open5e.looks_like(document):
        return open5e.read_creature
    keys = {name.casefold() for name in document}
    if "size" in keys and keys & {"space", "reach", "speed"}:
        return _from_named_fields
    return None


def _from_named_fields(document: Mapping[str, Any]) -> CreatureSheet:
    """A statblock's fields as a JSON object: ``{"Name": …, "Size": …, "Space": …}``."""
    return statblock.from_fields(
        {name.casefold(): words(value, 1_000) for name, value in document.items()}, "Statblock (JSON)"
    )


def _from_documents(documents: Iterator[tuple[str, Any]], notices: list[Notice]) -> Creatures:
    sheets: list[CreatureSheet] = []
    others = 0
    faults: list[str] = []
    for place, document in _with_actors_inside(documents):
        reader = _reader(document) if isinstance(document, dict) else None
        if reader is None:
            others += 1
            continue
        try:
            sheets.append(reader(document))
        except FormatError as error:
            faults.append(f"{_called(document, place)}: {error}")
        if len(sheets) > MAX_CREATURES:
            raise FormatError(f"it holds more than {MAX_CREATURES:,} creatures")
    if not sheets and faults:
        raise FormatError(faults[0])
    if not sheets:
        raise FormatError("it holds no creature that gridmap knows")
    notices += [Notice("Left out: {fault}.", {"fault": fault}) for fault in faults[:_TOLD]]
    if len(faults) > _TOLD:
        notices.append(Notice("Left out besides: {count}.", {"count": len(faults) - _TOLD}))
    if others:
        notices.append(Notice("Documents that are no creatures, passed over: {count}.", {"count": others}))
    return _creatures(sheets, notices)


def _called(document: Mapping[str, Any], place: str) -> str:
    name = words(document.get("name"), 60)
    return f"{place} ({name})" if name else place


def _creatures(sheets: list[CreatureSheet], notices: list[Notice]) -> Creatures:
    kinds = sorted({sheet.format_name for sheet in sheets})
    odd = sum(bool(sheet.oddities) for sheet in sheets)
    guessed = sum(bool(sheet.guessed) for sheet in sheets)
    counts = {"creatures": len(sheets), "partly guessed": guessed, "to look at": odd}
    return Creatures(tuple(sheets), Report(", ".join(kinds), counts, tuple(notices)))
