"""What can be read of the JSON of a map that is cut short or broken in places.

Sound JSON is read as ever. Otherwise the map's own fields are found one by one, and of each as much as can be
understood: the entries of a list before and behind a broken one, the rows of a terrain layer by where they
stand. Nothing is guessed: what is not there is a `Loss`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Any

from gridmap.formats.errors import FormatError
from gridmap.formats.json_text import check_bulk, decode

LISTS = ("walls", "creatures", "pictures", "notes", "teams", "templates", "views")
LAYERS_OF = "terrain"
FOG = "fog"
TRAPS = "traps"

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\Z)|[\[\]{}]', re.DOTALL)
_OWN_LAYOUT = re.compile(r'^[^\n]{0,3}\n "')
_HEAD = re.compile(r'\n "([^"\n]{1,100})": ')
"""The head of a field in this program's own files."""
_DAMAGED_HEAD = re.compile(rf"\n [^\n]({'|'.join((*LISTS, LAYERS_OF, FOG, TRAPS))})[^\n]{{3}}(?=[\[{{])")
"""The same, whatever has become of its quotes, colon and space."""
_COLON = re.compile(r"\s*:\s*")
_NEXT_ENTRY = re.compile(r"\n  (?=\{)|\}\s*,\s*(?=\{)")
_ROWS = re.compile(r'"(\w+)"\s*:\s*\[')
_ROW = re.compile(r'"([^"\\\n]*)"')
_MAX_FIELDS = 1_000
_MAX_TOKENS = 2_000_000
"""So many brackets and texts are counted to find the fields of a file of another layout."""
_MAX_LOSSES = 10_000
_decoder = json.JSONDecoder()


@dataclass
class Rescued:
    """What was read.

    Attributes:
        fields: the map object's fields, as far as they were understood.
        sound: the text is JSON, from its beginning to its end.
        broken: by field, how many entries of a list or rows of a layer cannot be understood.
        cut: fields that end in the middle.
        lost: fields that are there, but not to be understood at all.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    sound: bool = False
    broken: dict[str, int] = field(default_factory=dict)
    cut: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def rescued(content: bytes) -> Rescued:
    """The fields of a map object in a text that may be damaged anywhere."""
    try:
        check_bulk(content)
    except FormatError:
        return Rescued()
    try:
        value = decode(content)
    except FormatError:
        return _Search(content.decode("utf-8", "replace")).found
    return Rescued(value, True) if isinstance(value, dict) else Rescued()


class _Search:
    """Looks for the fields in a text that is no JSON."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Rescued()
        self._patience = 4 * len(text) + (1 << 20)
        starts = sorted(self._fields().items(), key=lambda each: each[1])[:_MAX_FIELDS]
        for number, (name, start) in enumerate(starts):
            self._read(name, start, starts[number + 1][1] if number + 1 < len(starts) else len(text))

    def _fields(self) -> dict[str, int]:
        """Where the value of each field of the map begins: by depth, and behind damage by its looks."""
        # A line of this program's own files tells more than a depth that a broken bracket has shifted.
        starts = {} if _OWN_LAYOUT.search(self.text[:2_000]) else self._by_depth()
        for line in islice(_DAMAGED_HEAD.finditer(self.text), _MAX_FIELDS):
            starts.setdefault(line[1], line.end())
        for line in islice(_HEAD.finditer(self.text), _MAX_FIELDS):
            starts[line[1]] = line.end()
        for name in (*LISTS, LAYERS_OF, FOG, TRAPS):
            if name not in starts:
                sign = r"\{" if name in (LAYERS_OF, FOG) else r"\["
                looks = re.search(rf'"{name}"\s*:\s*(?={sign})', self.text)
                if looks is not None:
                    starts[name] = looks.end()
        return starts

    def _by_depth(self) -> dict[str, int]:
        starts: dict[str, int] = {}
        depth = 0
        for token in islice(_TOKEN.finditer(self.text), _MAX_TOKENS):
            sign = token[0]
            if sign in "{[":
                depth += 1
            elif sign in "}]":
                depth -= 1
            elif depth == 1 and len(sign) < 100:
                colon = _COLON.match(self.text, token.end())
                if colon is not None:
                    starts.setdefault(sign[1:-1], colon.end())
        return starts

    def _read(self, name: str, start: int, end: int) -> None:
        try:
            value, stop = _decoder.raw_decode(self.text, start)
        except (ValueError, RecursionError):
            value, stop = None, end + 1
        if stop <= end:
            self.found.fields[name] = value
        elif name in LISTS:
            self.found.fields[name] = list(self._entries(name, start, end))
        elif name in (LAYERS_OF, FOG):
            self.found.fields[name] = self._layers(name, start, end)
        elif name == TRAPS and self.text[start : start + 1] == "[":
            self.found.fields[name] = self._rows(start + 1, end)
        else:
            self.found.lost.append(name)

    def _entries(self, name: str, start: int, end: int) -> Iterator[Any]:
        """The entries of a list, without broken ones."""
        at = start + 1
        broken = 0
        while at < end and broken < _MAX_LOSSES and self._patience > 0:
            while at < end and self.text[at] in " \t\r\n,":
                at += 1
            if at >= end or self.text[at] == "]":
                break
            try:
                value, stop = _decoder.raw_decode(self.text, at)
                if stop > end or not isinstance(value, dict):
                    raise ValueError
            except (ValueError, RecursionError) as error:
                broken += 1
                self._patience -= max(1, getattr(error, "pos", at) - at)
                following = _NEXT_ENTRY.search(self.text, at, end)
                if following is None:
                    self.found.cut.append(name)
                    break
                at = following.end()
                continue
            yield value
            at = stop
        else:
            self.found.cut.append(name)
        if broken:
            self.found.broken[name] = broken

    def _layers(self, name: str, start: int, end: int) -> dict[str, Any]:
        """The layers of an object of rows, each with what is left of them; None for a row that is lost."""
        layers: dict[str, Any] = {}
        heads = list(_ROWS.finditer(self.text, start, end))
        for number, head in enumerate(heads):
            until = heads[number + 1].start() if number + 1 < len(heads) else end
            try:
                value, stop = _decoder.raw_decode(self.text, head.end() - 1)
                if stop <= until:
                    layers[head[1]] = value
                    continue
            except (ValueError, RecursionError):
                pass
            layers[head[1]] = self._rows(head.end(), until)
        if not heads:
            self.found.lost.append(name)
        return layers

    def _rows(self, start: int, end: int) -> list[str | None]:
        """Rows by where they stand: each takes as many letters as the next."""
        found = list(_ROW.finditer(self.text, start, end))
        if not found:
            return []
        width = Counter(len(row[1]) for row in found).most_common(1)[0][0]
        rows = [row for row in found if len(row[1]) == width and width > 0]
        strides = Counter(after.start() - before.start() for before, after in pairwise(rows))
        stride = strides.most_common(1)[0][0] if strides else width + 6
        places = {(row.start() - start + 2) // stride: row[1] for row in rows}
        return [places.get(number) for number in range(max(places, default=-1) + 1)]
