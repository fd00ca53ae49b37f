"""Remember what was worked out from a map's unchanging parts, by the identity of those parts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class IdentityCache(Generic[Value]):
    """The last few values, each kept with the very objects it was worked out from.

    Map values never change, so the same objects always give the same value. Painters, exports and the
    windows may ask from different threads.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, ...], tuple[tuple[object, ...], Value]] = OrderedDict()
        self._lock = Lock()

    def known(self, parts: tuple[object, ...], *values: object) -> Value | None:
        """The value for these very `parts` and for equal `values` if it is known, else None."""
        key = (*map(id, parts), *values)
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[1]

    def get(self, parts: tuple[object, ...], make: Callable[[], Value], *values: object) -> Value:
        """The value for these very `parts` and for equal `values`, made by `make` if it is not known."""
        found = self.known(parts, *values)
        if found is not None:
            return found
        value = make()
        # The parts are kept alive beside their value, so that no new object can take over an id.
        key = (*map(id, parts), *values)
        with self._lock:
            self._kept[key] = (parts, value)
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return value
