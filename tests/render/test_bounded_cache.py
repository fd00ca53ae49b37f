from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from gridmap.render.bounded_cache import BoundedCache, drawn_once


def image(side: int) -> QImage:
    return QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)


def test_what_was_used_longest_ago_goes_first() -> None:
    cache: BoundedCache[QImage] = BoundedCache(3 * 400)
    first, second, third = (cache.get(key, lambda: image(10)) for key in "abc")
    assert cache.get("a", lambda: image(10)) is first
    cache.get("d", lambda: image(10))
    assert cache.byte_count == 3 * 400
    assert cache.get("a", lambda: image(10)) is first
    assert cache.get("c", lambda: image(10)) is third
    assert cache.get("b", lambda: image(10)) is not second


def test_one_thing_over_the_limit_is_still_given() -> None:
    cache: BoundedCache[QImage] = BoundedCache(100)
    assert cache.get("large", lambda: image(50)).width() == 50
    cache.get("other", lambda: image(50))
    assert cache.byte_count == 50 * 50 * 4


def test_drawn_once() -> None:
    calls: list[tuple[int, int]] = []

    @drawn_once(byte_limit=1000)
    def square(side: int, value: int = 0) -> np.ndarray:
        """A square."""
        calls.append((side, value))
        return np.full((side, side), value, np.uint32)

    assert square(3, value=2) is square(3, value=2)
    assert square(3) is not square(3, value=2)
    assert calls == [(3, 2), (3, 0)]
    assert square.__doc__ == "A square."
