"""Every question with a known answer, through `gridmap query`'s own path."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gridmap.query import answer_line

CASES = Path(__file__).parent / "cases"


def _cases() -> Iterator[Any]:
    for file in sorted(CASES.glob("*.jsonl")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            case = json.loads(line)
            yield pytest.param(case, id=f"{file.stem}:{number}:{case['ask']['kind']}:{case['name']}")


@pytest.mark.parametrize("case", list(_cases()))
def test_case(case: dict[str, Any]) -> None:
    question = {key: case[key] for key in ("ruleset", "map", "ask")}
    assert answer_line(json.dumps(question)) == case["answer"], case.get("why", "")


def test_there_are_cases_of_every_kind() -> None:
    kinds = {case.values[0]["ask"]["kind"] for case in _cases()}
    assert len(kinds) == 11
