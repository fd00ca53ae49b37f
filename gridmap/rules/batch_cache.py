"""Remember what was worked out for many things together, one by one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

Value = TypeVar("Value")


class Wanted(NamedTuple):
    """What a value turns on, and nothing else does it.

    Attributes:
        parts: these very objects, which never change.
        values: anything equal to these.
    """

    parts: tuple[object, ...]
    values: tuple[object, ...] = ()


class BatchCache(Generic[Value]):
    """The values used last. Those that are missing are made together, as arrays like it.

    It may be asked from different threads.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, ...], tuple[tuple[object, ...], Value]] = OrderedDict()
        self._lock = Lock()

    def get(self, wanted: Sequence[Wanted], make: Callable[[list[int]], Sequence[Value]]) -> list[Value]:
        """The value of each, in order; `make` is given the numbers of those not known and returns theirs."""
        # The parts are kept alive beside their value, so that no new object can take over an id.
        keys = [(*map(id, one.parts), *one.values) for one in wanted]
        kept = self._kept
        found: dict[tuple[object, ...], Value] = {}
        missing: dict[tuple[object, ...], int] = {}
        with self._lock:
            for number, key in enumerate(keys):
                known = kept.get(key)
                if known is None:
                    missing.setdefault(key, number)
                else:
                    kept.move_to_end(key)
                    found[key] = known[1]
        if missing:
            numbers = list(missing.values())
            made = zip(numbers, make(numbers), strict=True)
            with self._lock:
                for number, value in made:
                    found[keys[number]] = value
                    kept[keys[number]] = (wanted[number].parts, value)
                while len(kept) > self._most:
                    kept.popitem(last=False)
        return [found[key] for key in keys]
