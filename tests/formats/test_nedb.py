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
    return [document["name"] for _, document in read_log(content).documents()]


def told(content: bytes) -> list[str]:
    return [str(notice) for notice in read_log(content).notices]


OGRE, TROLL = {"_id": "o", "name": "Ogre"}, {"_id": "t", "name": "Troll"}


def test_the_last_line_of_an_id_counts() -> None:
    content = log(OGRE, TROLL, {"_id": "o", "name": "Ogre chief"})
    assert names(content) == ["Ogre chief", "Troll"]
    assert told(content) == ["Older versions of documents, passed over: 1."]


def test_deleted_documents_are_gone_and_may_come_back() -> None:
    gone = {"$$deleted": True, "_id": "o"}
    assert names(log(OGRE, TROLL, gone)) == ["Troll"]
    assert names(log(OGRE, gone, OGRE)) == ["Ogre"]


def test_lines_of_indices_and_blank_lines_are_passed_over() -> None:
    assert names(log({"$$indexCreated": {"fieldName": "name"}}, "", "  \r", OGRE, "")) == ["Ogre"]


def test_damaged_lines_are_told_of() -> None:
    content = log(OGRE, '{"_id": "x", "name": "cut sh', "[1]", '"text"', TROLL)
    assert names(content) == ["Ogre", "Troll"]
    assert told(content) == ["Damaged lines, skipped: 3, the first at line 2."]


def test_an_empty_file_has_no_documents() -> None:
    assert len(read_log(b"")) == len(read_log(log({"$$indexCreated": {}}))) == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"nonsense\nmore of it", "no line holds a whole document"),
        (b'{"_id": ' + b"[" * 100_000, "no line holds a whole document"),
        (b"1\n" * (MAX_LINES + 1), "it has more than 200,000 lines"),
    ],
    ids=["no JSON", "deep", "many lines"],
)
def test_files_that_are_no_logs(content: bytes, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read_log(content)


def test_numbers_that_are_not_finite_are_refused_with_their_line() -> None:
    log_read = read_log(log(OGRE, '{"_id": "x", "name": "n", "size": 1e999}'))
    with pytest.raises(FormatError, match=r"line 2: .*finite"):
        list(log_read.documents())


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (log(OGRE), True),
        (b"\xef\xbb\xbf\n" + log({"$$indexCreated": {"fieldName": "name"}}, OGRE), True),
        (json.dumps(OGRE, indent=1).encode(), False),
        (log({"name": "no id"}), False),
        (b"", False),
    ],
)
def test_a_log_is_told_by_its_first_line(content: bytes, expected: bool) -> None:
    assert looks_like(content) is expected
