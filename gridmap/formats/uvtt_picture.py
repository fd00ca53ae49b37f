"""The picture of a Universal VTT document: base64 in many dresses, or the name of a file beside it."""

from __future__ import annotations

import binascii
from pathlib import Path, PurePosixPath

import msgspec

from gridmap.formats.errors import FormatError, shown
from gridmap.formats.file_access import read_file
from gridmap.formats.options import ReadOptions
from gridmap.formats.picture_header import PictureHeader, read_picture_header
from gridmap.formats.report import Notice

MAX_PICTURE_BYTES = 512 << 20
"""The largest picture file, encoded."""

_ENDINGS = (b".png", b".jpg", b".jpeg", b".webp")
_LONGEST_NAME = 2_000


def read_picture(
    raw: msgspec.Raw | None, folder: Path | None, notices: list[Notice]
) -> tuple[bytes, PictureHeader] | None:
    """The encoded picture and what its header says.

    Args:
        raw: the JSON of the document's `image`.
        folder: where a picture that is only named is looked for.
        notices: why there is none is added here.
    """
    text = b"" if raw is None else _text(bytes(raw))
    if text is None:
        notices.append(Notice("The image is no text; the map has no picture."))
        return None
    text = text.strip()
    if not text:
        notices.append(Notice("The file holds no picture."))
        return None
    if len(text) <= _LONGEST_NAME and text.lower().endswith(_ENDINGS):
        return picture_beside(text.decode("utf-8", "replace"), folder, notices)
    return _with_header(_decoded(text), notices)


def chosen_picture(options: ReadOptions, notices: list[Notice]) -> tuple[bytes, PictureHeader] | None:
    """The picture that whoever opens the file has chosen for it; None where nobody has.

    Raises:
        FormatError: it cannot be read, or is no picture.
    """
    path = options.picture
    if path is None:
        return None
    try:
        content = read_file(path, MAX_PICTURE_BYTES)
    except FormatError as error:
        raise error.within(str(path)) from None
    header = read_picture_header(content)
    if header is None:
        raise FormatError(f"{path}: it is no PNG, JPEG or WebP that works")
    notices.append(Notice("The picture was read from {name}.", {"name": shown(path.name)}))
    return content, header


def picture_beside(
    named: str, folder: Path | None, notices: list[Notice]
) -> tuple[bytes, PictureHeader] | None:
    """The picture of that name beside the file, and what its header says.

    Args:
        named: a name or a path, of which only the last part counts.
        folder: where it is looked for.
        notices: whether it was found is added here.
    """
    content = _beside(named, folder, notices)
    return None if content is None else _with_header(content, notices)


def picture_of_same_name(
    title: str, folder: Path | None, notices: list[Notice]
) -> tuple[bytes, PictureHeader] | None:
    """The picture beside the file that is called as the file is; None, without a word, where none is."""
    if folder is None or not title:
        return None
    for ending in _ENDINGS:
        name = f"{title}{ending.decode()}"
        try:
            if (folder / name).is_file():
                return picture_beside(name, folder, notices)
        except (OSError, ValueError):
            return None
    return None


def _with_header(content: bytes, notices: list[Notice]) -> tuple[bytes, PictureHeader] | None:
    header = read_picture_header(content)
    if header is None:
        notices.append(Notice("The picture is no PNG, JPEG or WebP that works and was left out."))
        return None
    return content, header


def _text(raw: bytes) -> bytes | None:
    """The text of a JSON string in UTF-8, empty for null, None for anything else."""
    if raw == b"null":
        return b""
    if not raw.startswith(b'"'):
        return None
    if b"\\" not in raw:  # the usual case, of many megabytes: no second copy
        return raw[1:-1]
    try:
        return msgspec.json.decode(raw, type=str).encode()
    except (msgspec.DecodeError, UnicodeError):
        return None


def _decoded(text: bytes) -> bytes:
    """Base64 with or without `data:` in front, white space inside, padding behind; empty if it is none."""
    if text[:5].lower() == b"data:":
        comma = text.find(b",", 0, 1000)
        text = text[comma + 1 :] if comma >= 0 else b""
    for padding in (b"", b"=", b"=="):
        try:
            return binascii.a2b_base64(text + padding if padding else text)
        except binascii.Error:
            continue
    return b""


def _beside(named: str, folder: Path | None, notices: list[Notice]) -> bytes | None:
    """The file of that name in the same folder; whatever path was named, only its last part counts."""
    name = PurePosixPath(named.replace("\\", "/")).name
    try:
        if folder is None:
            raise FormatError("there is no folder to look in")
        content = read_file(folder / name, MAX_PICTURE_BYTES)
    except FormatError as error:
        notices.append(
            Notice(
                "The picture is only named, and {name} could not be read from beside the file: {why}.",
                {"name": shown(name), "why": error},
            )
        )
        return None
    notices.append(Notice("The picture was read from {name} beside the file.", {"name": shown(name)}))
    return content
