"""Statblocks in YAML of the plain kind: the texts at the top level, and nothing that could unfold."""

from __future__ import annotations

import re
from collections.abc import Iterator

_YAML_KEY = re.compile(r"^([A-Za-z_][\w ]{0,40}):(?:[ \t]+(.*))?$")


def looks_like(text: str) -> bool:
    """Whether a text begins with a key at the margin, and two of a statblock's keys stand there."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith(("#", "---", "%"))]
    if not lines or not _YAML_KEY.match(lines[0]):
        return False
    keys = {match[1].casefold() for line in lines if (match := _YAML_KEY.match(line))}
    return len(keys & {"name", "size", "space", "reach", "speed"}) >= 2


def documents(text: str) -> Iterator[str]:
    """The documents of a file, which lines of ``---`` divide."""
    return (part for part in re.split(r"^---.*$", text, flags=re.MULTILINE) if part.strip())


def fields_of(text: str) -> dict[str, str]:
    """The texts at the top level of a plain YAML mapping, by lower-case key.

    Plain, quoted and folded texts are read. Lists, mappings inside, anchors and tags are passed over:
    nothing is ever expanded.
    """
    fields: dict[str, str] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines):
        match = _YAML_KEY.match(line)
        if match is None:
            continue
        inner = []
        for following in lines[number + 1 : number + 50]:
            if following.strip() and not following.startswith((" ", "\t")):
                break
            inner.append(following.strip())
        value = _yaml_text((match[2] or "").strip(), inner)
        if value:
            fields.setdefault(match[1].casefold(), value)
    return fields


def _yaml_text(first: str, inner: list[str]) -> str:
    """A scalar's text; empty for what is none."""
    if re.fullmatch(r"[|>][+\-\d]{0,2}", first):
        return " ".join(filter(None, inner))
    if not first or first.startswith(("&", "*", "!", "[", "{", "@", "`")):
        return ""
    text = " ".join([first, *filter(None, inner)])
    if first.startswith("'"):
        quoted = re.match(r"'((?:[^']|'')*)'", text)
        return quoted[1].replace("''", "'") if quoted else ""
    if first.startswith('"'):
        quoted = re.match(r'"((?:[^"\\]|\\.)*)"', text)
        return re.sub(r"\\(.)", r"\1", quoted[1]) if quoted else ""
    text = re.split(r"\s#", text, maxsplit=1)[0].strip()
    return "" if text in ("null", "~") else text
