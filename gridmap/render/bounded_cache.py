"""Things worth keeping that were drawn once, up to so many bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

Drawn = TypeVar("Drawn", QImage, npt.NDArray[np.uint32])
Arguments = ParamSpec("Arguments")


class BoundedCache(Generic[Drawn]):
    """The drawn things used last. Windows and exports may ask from different threads."""

    def __init__(self, byte_limit: int) -> None:
        self._byte_limit = byte_limit
        self._bytes = 0
        self._kept: OrderedDict[Hashable, tuple[Drawn, object]] = OrderedDict()
        self._lock = Lock()

    @property
    def byte_count(self) -> int:
        """Memory that the kept things take, in bytes."""
        return self._bytes

    def __contains__(self, key: Hashable) -> bool:
        """Whether the thing of that key is known."""
        with self._lock:
            return key in self._kept

    def get(self, key: Hashable, make: Callable[[], Drawn], alive: object = None) -> Drawn:
        """The thing of that key, made if it is not known; `alive` is kept alive beside it."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found[0]
        drawn = make()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = (drawn, alive)
                self._bytes += _bytes_of(drawn)
            while self._bytes > self._byte_limit and len(self._kept) > 1:
                _, (oldest, _) = self._kept.popitem(last=False)
                self._bytes -= _bytes_of(oldest)
        return drawn


def _bytes_of(drawn: QImage | npt.NDArray[np.uint32]) -> int:
    return drawn.sizeInBytes() if isinstance(drawn, QImage) else drawn.nbytes


def drawn_once(
    byte_limit: int,
) -> Callable[[Callable[Arguments, Drawn]], Callable[Arguments, Drawn]]:
    """Keep what a function of plain values draws, up to so many bytes. What it returns is shared."""

    def keep(draw: Callable[Arguments, Drawn]) -> Callable[Arguments, Drawn]:
        cache: BoundedCache[Drawn] = BoundedCache(byte_limit)

        @wraps(draw)
        def once(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Drawn:
            key = (args, tuple(sorted(kwargs.items())))
            return cache.get(key, lambda: draw(*args, **kwargs))

        return once

    return keep
