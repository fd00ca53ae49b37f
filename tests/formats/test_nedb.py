"""NeDB logs: last line wins, deleted documents are gone, damaged lines are told of."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gridmap.formats.errors import FormatError
from gridmap.formats.nedb import MAX_LINES, looks_like, read_log


def log(*lines: dict[str, Any] | str) -> bytes:
    return "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines).encode()


def names(content: bytes) -> list[str]:
    return [json.loads(line)["name"] for line in read_log(content).documents]


OGRE, TROLL = {"_id": "o", "name": "Ogre"}, {"_id": "t", "name": "Troll"}


def test_the_last_line_of_an_id_counts() -> None:
    content = log(OGRE, TROLL, {"_id": "o", "name": "Ogre chief"})
    assert names(content) == ["Ogre chief", "Troll"]
    assert read_log(content).older == 1


def test_deleted_documents_are_gone_and_may_come_back() -> None:
    gone = {"$$deleted": True, "_id": "o"}
    assert names(log(OGRE, TROLL, gone)) == ["Troll"]
    assert names(log(OGRE, gone, OGRE)) == ["Ogre"]


def test_lines_of_indices_and_blank_lines_are_passed_over() -> None:
    assert names(log({"$$indexCreated": {"fieldName": "name"}}, "", "  \r", OGRE, "")) == ["Ogre"]


def test_damaged_lines_are_told_of() -> None:
    read = read_log(log(OGRE, '{"_id": "x", "name": "cut sh', "[1]", '"text"', TROLL))
    assert read.broken == [2, 3, 4]
    assert "3, the first is line 2" in str(read.notices()[0])


def test_too_many_lines_are_refused() -> None:
    with pytest.raises(FormatError, match="200,000 lines"):
        read_log(b"1\n" * (MAX_LINES + 1))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (log(OGRE, TROLL), True),
        (b"\xef\xbb\xbf\n" + log({"$$indexCreated": {"fieldName": "name"}}, OGRE), True),
        (json.dumps(OGRE, indent=1).encode(), False),
        (b"", False),
    ],
)
def test_a_log_is_told_by_its_first_lines(content: bytes, expected: bool) -> None:
    assert looks_like(content) is expected
