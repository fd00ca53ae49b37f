"""How a benchmark is taken; in plain test runs each is gone through once, on something small."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

InTurn = Callable[..., None]


_LOAD_BEFORE = os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def pytest_benchmark_update_machine_info(machine_info: dict[str, Any]) -> None:
    """Note how busy the machine was with other things, and leave its name out."""
    machine_info.pop("node", None)
    machine_info["load"] = _LOAD_BEFORE


@pytest.fixture
def in_turn(benchmark: BenchmarkFixture) -> InTurn:
    """Times a question asked of one thing after another: the same again and again looks faster than it is."""

    def run(question: Callable[[Any], Any], given: Iterable[Any], rounds: int, warmups: int = 6) -> None:
        things: Iterator[Any] = iter(given)

        def setup() -> tuple[tuple[Any], dict[str, Any]]:
            return (next(things),), {}

        benchmark.pedantic(question, setup=setup, rounds=rounds, warmup_rounds=warmups)

    return run


@pytest.fixture
def figures(benchmark: BenchmarkFixture) -> Callable[..., None]:
    """Keeps figures that were taken elsewhere than round the timed call, each with its unit."""

    def keep(**values: list[float]) -> None:
        benchmark.extra_info["figures"] = {**benchmark.extra_info.get("figures", {}), **values}

    return keep
