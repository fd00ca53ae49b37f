"""Values kept one by one, made together."""

from __future__ import annotations

from gridmap.rules.batch_cache import BatchCache, Wanted


class Thing:
    """Something that is itself and equal to nothing else."""


def test_only_what_is_missing_is_made_and_each_once() -> None:
    asked: list[list[int]] = []
    cache: BatchCache[int] = BatchCache(8)

    def make(numbers: list[int]) -> list[int]:
        asked.append(numbers)
        return [10 * number for number in numbers]

    things = [Thing() for _ in range(3)]
    wanted = [Wanted((thing,)) for thing in things]
    assert cache.get(wanted[:1], make) == [0]
    assert cache.get([wanted[0], wanted[1], wanted[1], wanted[2]], make) == [0, 10, 10, 30]
    assert cache.get(wanted[::-1], make) == [30, 10, 0]
    assert asked == [[0], [1, 3]]


def test_values_are_compared_and_parts_are_not() -> None:
    cache: BatchCache[str] = BatchCache(8)
    part, twin = [1, 2], [1, 2]
    assert cache.get([Wanted((part,), (b"x",))], lambda _: ["first"]) == ["first"]
    assert cache.get([Wanted((part,), (bytes([120]),))], lambda _: ["again"]) == ["first"]
    assert cache.get([Wanted((part,), (b"y",))], lambda _: ["other"]) == ["other"]
    assert cache.get([Wanted((twin,), (b"x",))], lambda _: ["twin"]) == ["twin"]


def test_the_longest_unused_are_forgotten_and_ids_never_mixed_up() -> None:
    cache: BatchCache[int] = BatchCache(2)
    one, two = Thing(), Thing()
    cache.get([Wanted((one,)), Wanted((two,))], lambda numbers: numbers)
    cache.get([Wanted((one,))], lambda _: [9])
    cache.get([Wanted((Thing(),))], lambda _: [5])
    assert cache.get([Wanted((one,)), Wanted((two,))], lambda numbers: [7 for _ in numbers]) == [0, 7]
    # More at once than are kept come all the same.
    assert cache.get([Wanted((Thing(),)) for _ in range(5)], lambda numbers: numbers) == [0, 1, 2, 3, 4]
