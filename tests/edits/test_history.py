"""History: stepping through values, the saved mark, the limit in bytes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gridmap.edits.history import History
from gridmap.model import BattleMap, Creature, Layer, Size, Square


def _maps(count: int) -> list[BattleMap]:
    return [BattleMap.empty(4, 4, name=str(number)) for number in range(count)]


def test_undo_and_redo_return_the_very_values() -> None:
    first, second, third = _maps(3)
    history = History(first)
    history.commit(second, "Two")
    history.commit(third, "Three")
    assert (history.undo_label, history.redo_label) == ("Three", "")
    assert history.undo() is second
    assert history.undo() is first
    assert not history.can_undo
    assert history.undo() is first
    assert history.redo() is second
    assert history.redo() is third
    assert history.redo() is third


def test_a_commit_after_undo_drops_what_was_undone() -> None:
    first, second, third = _maps(3)
    history = History(first)
    history.commit(second, "Two")
    history.undo()
    history.commit(third, "Three")
    assert not history.can_redo
    assert history.labels == ("Three",)


def test_the_same_value_is_no_step() -> None:
    (first,) = _maps(1)
    history = History(first)
    history.commit(first, "Nothing")
    assert not history.can_undo


def test_saved_mark_follows_the_value() -> None:
    first, second = _maps(2)
    history = History(first)
    assert history.is_saved
    history.commit(second, "Two")
    assert not history.is_saved
    history.mark_saved()
    history.undo()
    assert not history.is_saved
    history.redo()
    assert history.is_saved
    history.mark_unsaved()
    assert not history.is_saved


def test_unchanged_parts_are_counted_once() -> None:
    start = BattleMap.empty(100, 100)
    history = History(start)
    before = history.byte_size()
    for number in range(200):
        grid = np.array(history.current.terrain.difficult)
        grid[number % 100, number // 2] = 2
        terrain = history.current.terrain.with_layer(Layer.DIFFICULT, grid)
        history.commit(history.current.with_changes(terrain=terrain), "Paint")
    assert history.byte_size() - before < 200 * (100 * 100 + 1000)


def test_the_byte_limit_forgets_the_oldest_and_keeps_one_step() -> None:
    history = History(BattleMap.empty(100, 100), byte_limit=100_000)
    for number in range(40):
        grid = np.zeros((100, 100), np.uint8)
        grid[0, number] = 2
        terrain = history.current.terrain.with_layer(Layer.DIFFICULT, grid)
        history.commit(history.current.with_changes(terrain=terrain), str(number))
    assert history.byte_size() <= 100_000
    assert 1 <= len(history.labels) < 12
    assert history.labels[-1] == "39"
    tiny = History(BattleMap.empty(100, 100), byte_limit=1)
    tiny.commit(BattleMap.empty(100, 100), "A")
    tiny.commit(BattleMap.empty(100, 100), "B")
    assert tiny.labels == ("B",)


@given(st.lists(st.sampled_from(["commit", "undo", "redo"]), max_size=60))
def test_bytes_stay_what_a_fresh_count_gives(actions: list[str]) -> None:
    history = History(BattleMap.empty(3, 3))
    kept = [history.current]
    position = 0
    for number, action in enumerate(actions):
        if action == "commit":
            creature = Creature(str(number), Size.SMALL, Square(0, 0))
            value = history.current.with_changes(creatures=(*history.current.creatures, creature))
            history.commit(value, "Add")
            kept = [*kept[: position + 1], value]
            position += 1
        elif action == "undo":
            position = max(0, position - 1)
            assert history.undo() is kept[position]
        else:
            position = min(len(kept) - 1, position + 1)
            assert history.redo() is kept[position]
    fresh = History(kept[0])
    for value in kept[1:]:
        fresh.commit(value, "Add")
    assert history.byte_size() == fresh.byte_size()
