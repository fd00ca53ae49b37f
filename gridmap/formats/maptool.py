"""MapTool's tokens (`.rptok`): a zip with an XML document that another program made of its objects.

The names of Java classes in it are read as texts. Maps and campaigns are left to their Universal VTT export.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gridmap.formats.creature_sheet import CreatureSheet
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.lenient import number, words
from gridmap.formats.report import Notice
from gridmap.formats.statblock import from_fields
from gridmap.formats.xml_text import Element, parse
from gridmap.formats.zip_entry import read_entry

CONTENT = "content.xml"
MAX_CONTENT_BYTES = 16 << 20
MAX_PROPERTIES = 1_000
FORMAT_NAME = "MapTool token"

_TOKEN = "net.rptools.maptool.model.Token"
_SQUARE_GRID = "net.rptools.maptool.model.SquareGrid"
_ID = "net.rptools.maptool.model.GUID"

# The ids of the sizes on square grids: those of versions up to 1.13, then those of later ones.
_FOOTPRINTS: Mapping[str, tuple[str, int]] = {
    "fwABAc1lFSoBAAAAKgABAQ==": ("fine", 1),
    "fwABAc1lFSoCAAAAKgABAQ==": ("diminutive", 1),
    "fwABAc5lFSoDAAAAKgABAA==": ("tiny", 1),
    "fwABAc5lFSoEAAAAKgABAA==": ("small", 1),
    "fwABAc9lFSoFAAAAKgABAQ==": ("medium", 1),
    "fwABAdBlFSoGAAAAKgABAA==": ("large", 2),
    "fwABAdBlFSoHAAAAKgABAA==": ("huge", 3),
    "fwABAdFlFSoIAAAAKgABAQ==": ("gargantuan", 4),
    "fwABAeFlFSoJAAAAKgABAQ==": ("colossal", 6),
    "x3T4ePmKTECX7nHwg4NlPA==": ("fine", 1),
    "uw+DKfi9QlGZ7S3RUhlXIQ==": ("diminutive", 1),
    "hOHPGQMbQySliL5tJxjVow==": ("tiny", 1),
    "GdAIbe1rQhGOPGxkQard+g==": ("small", 1),
    "djLnNrpmT/mtic6UWrosXA==": ("medium", 1),
    "ElV+IsLXSf2p0cU48MKWTQ==": ("large", 2),
    "8OZKI+aTQ9itWI/sdD7BpA==": ("huge", 3),
    "aWMVJcYTRX2zn1vSP1eXpw==": ("gargantuan", 4),
    "fMf8quqGSV+Jl+KWjOpT/g==": ("colossal", 6),
}


def read_token(content: bytes) -> tuple[CreatureSheet, list[Notice]]:
    """The creature that a token file holds, and what was left out.

    Its pixel position is kept in the sheet's words: which square that is, only its map knows.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    root = parse(read_entry(content, CONTENT, MAX_CONTENT_BYTES))
    if root.tag != _TOKEN:
        raise FormatError(_other_root(root.tag))
    properties = _properties(root)
    footprint, squares = _footprint(root)
    stated = {name: properties.get(name, "") for name in ("space", "reach", "speed", "source", "type")}
    stated["size"] = properties.get("size", "") or footprint
    stated["name"] = words(root.text_of("name"), 200) or words(root.text_of("gmName"), 200)
    if squares is not None and squares > 1 and not stated["space"] and footprint != stated["size"].casefold():
        stated["space"] = f"{5 * squares} ft."
    notices = _notices(root, footprint)
    if not stated["size"]:
        # A token that nobody resized is as wide as a square.
        stated["space"] = stated["space"] or "5 ft."
    sheet = from_fields(stated, FORMAT_NAME)
    x, y = (number(root.text_of(axis)) for axis in ("x", "y"))
    if x is not None and y is not None:
        sheet = replace(sheet, words={**sheet.words, "position": f"{x:g}, {y:g} px"})
    return sheet, notices


def _other_root(tag: str) -> str:
    if "PersistedMap" in tag or "Campaign" in tag:
        return "it is a MapTool map or campaign; of MapTool only tokens (.rptok) are read"
    return f"it is no MapTool token: its content is a {shown(tag)}"


def _footprint(root: Element) -> tuple[str, int | None]:
    """Name and squares a side of its size on square grids; an empty name where it has none that is known."""
    sizes = root.child("sizeMap")
    for entry in sizes.all("entry") if sizes is not None else ():
        if _SQUARE_GRID in (entry.text_of("java-class"), entry.text_of("string")):
            known = _FOOTPRINTS.get(entry.text_of(_ID, "baGUID"))
            if known is not None:
                return known
    return "", None


def _properties(root: Element) -> dict[str, str]:
    """The token's properties that are texts, by lower-case name."""
    found: dict[str, str] = {}
    store = root.child("propertyMapCI")
    store = None if store is None else store.child("store")
    for entry in (store.children if store is not None else [])[:MAX_PROPERTIES]:
        for pair in entry.children:
            name, value = pair.text_of("key"), pair.text_of("value")
            if name and value:
                found.setdefault(name.casefold(), words(value, 1_000))
    return found


def _notices(root: Element, footprint: str) -> list[Notice]:
    notices = []
    sizes = root.child("sizeMap")
    if not footprint and sizes is not None and sizes.children:
        notices.append(Notice("The token's size is one that gridmap does not know."))
    if root.child("imageAssetMap") is not None:
        notices.append(Notice("The token's picture was left out."))
    layer = root.text_of("layer")
    if layer not in ("", "TOKEN"):
        notices.append(Notice("The token stands on the layer {layer}.", {"layer": shown(layer)}))
    return notices
