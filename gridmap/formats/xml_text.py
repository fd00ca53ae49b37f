"""XML that nobody vouches for: a plain tree, no entities, nothing fetched, bounded in size and depth.

Python's own parser is safe once entities cannot be declared: texts that unfold to gigabytes need them, and
so does reading other files. A document type without entities is let pass, since old files name one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any
from xml.parsers import expat

from gridmap.formats.errors import FormatError, shown

MAX_BYTES = 64 << 20
"""The largest text."""
MAX_ELEMENTS = 300_000
MAX_DEPTH = 200
_NO_ATTRIBUTES: MappingProxyType[str, str] = MappingProxyType({})


@dataclass(slots=True)
class Element:
    """One element.

    Attributes:
        tag: its name.
        attributes: texts by name.
        children: the elements inside it, in order.
        text: the letters right inside it, all together.
    """

    tag: str
    attributes: MappingProxyType[str, str] | dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def child(self, tag: str) -> Element | None:
        """The first child of that name, None where there is none."""
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, tag: str) -> Iterator[Element]:
        """The children of that name."""
        return (child for child in self.children if child.tag == tag)

    def text_of(self, *path: str) -> str:
        """The text at the end of a path of first children, stripped; empty where there is none."""
        element: Element | None = self
        for tag in path:
            element = None if element is None else element.child(tag)
        return "" if element is None else element.text.strip()


def parse(content: bytes) -> Element:
    """The root of an XML text.

    Raises:
        FormatError: what is wrong, and where.
    """
    if len(content) > MAX_BYTES:
        raise FormatError(f"the XML has {len(content) / 1e6:,.0f} MB; the limit is {MAX_BYTES / 1e6:,.0f} MB")
    builder = _Builder()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.letters
    parser.EntityDeclHandler = _refuse_entity
    parser.ExternalEntityRefHandler = _refuse_reference
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise FormatError(_what_is_wrong(error, content)) from None
    except (LookupError, ValueError):
        raise FormatError("the XML is in an encoding that cannot be read") from None
    return builder.top.children[0]


class _Builder:
    """Makes elements of what the parser reports."""

    def __init__(self) -> None:
        self.top = Element("")
        self._open = [self.top]
        self._texts: list[list[str]] = [[]]
        self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise FormatError(f"the XML has more than {MAX_ELEMENTS:,} elements")
        if len(self._open) > MAX_DEPTH:
            raise FormatError(f"the XML nests more than {MAX_DEPTH} elements deep")
        element = Element(tag, attributes or _NO_ATTRIBUTES)
        self._open[-1].children.append(element)
        self._open.append(element)
        self._texts.append([])

    def end(self, _: str) -> None:
        self._open.pop().text = "".join(self._texts.pop())

    def letters(self, text: str) -> None:
        self._texts[-1].append(text)


def _refuse_entity(name: str, *_: Any) -> None:
    raise FormatError(f"the XML declares the entity {shown(name)}; files with entities are not read")


def _refuse_reference(*_: Any) -> int:
    raise FormatError("the XML refers to another file; such files are not read")


def _what_is_wrong(error: expat.ExpatError, content: bytes) -> str:
    if not content.strip():
        return "the XML is empty"
    what = expat.errors.messages.get(error.code, "it is malformed")
    if what in ("no element found", "unclosed token", "unclosed CDATA section"):
        return f"the XML is cut short: it ends in the middle, after {len(content):,} bytes"
    return f"the XML is malformed at line {error.lineno:,}, column {error.offset + 1:,}: {what}"
