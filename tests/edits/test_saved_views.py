"""Views are kept, replaced by name, renamed, moved and removed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridmap.edits.history import History
from gridmap.edits.saved_views import free_name, move_view, remove_view, rename_view, save_view
from gridmap.model import BattleMap, Point
from gridmap.model.saved_view import SavedView

HALL = SavedView("Hall", Point(5, 5), 10, 8)
CRYPT = SavedView("Crypt", Point(15, 9), 6, 6, turn=90.0)
GATE = SavedView("Gate", Point(2, 2), 4, 4)


@pytest.fixture
def battle_map() -> BattleMap:
    kept = BattleMap.empty(20, 15)
    for view in (HALL, CRYPT, GATE):
        kept = save_view(kept, view)
    return kept


def names(battle_map: BattleMap) -> list[str]:
    return [view.name for view in battle_map.saved_views]


def test_views_stand_in_the_order_in_which_they_were_kept(battle_map: BattleMap) -> None:
    assert battle_map.saved_views == (HALL, CRYPT, GATE)


def test_a_view_of_the_same_name_takes_its_place(battle_map: BattleMap) -> None:
    wider = replace(HALL, width=12.0)
    assert save_view(battle_map, wider).saved_views == (wider, CRYPT, GATE)
    assert save_view(battle_map, HALL) is battle_map


def test_names_are_trimmed_and_never_empty(battle_map: BattleMap) -> None:
    assert names(save_view(battle_map, replace(GATE, name="  Old\n well ")))[-1] == "Old well"
    with pytest.raises(ValueError, match="needs a name"):
        save_view(battle_map, replace(GATE, name="  "))
    with pytest.raises(ValueError, match="needs a name"):
        rename_view(battle_map, "Hall", "")
    with pytest.raises(ValueError, match="shows nothing"):
        save_view(battle_map, replace(GATE, width=0.0))


def test_rename(battle_map: BattleMap) -> None:
    assert names(rename_view(battle_map, "Crypt", "Vault")) == ["Hall", "Vault", "Gate"]
    assert rename_view(battle_map, "Crypt", "Crypt") is battle_map
    with pytest.raises(ValueError, match="another view 'Gate'"):
        rename_view(battle_map, "Crypt", "Gate")


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        (1, ["Hall", "Gate", "Crypt"]),
        (-1, ["Crypt", "Hall", "Gate"]),
        (9, ["Hall", "Gate", "Crypt"]),
        (0, ["Hall", "Crypt", "Gate"]),
    ],
)
def test_move(battle_map: BattleMap, by: int, expected: list[str]) -> None:
    assert names(move_view(battle_map, "Crypt", by)) == expected
    assert move_view(battle_map, "nothing", 1) is battle_map


def test_remove_and_undo(battle_map: BattleMap) -> None:
    history = History(battle_map)
    history.commit(remove_view(battle_map, "Hall"), "Remove view")
    assert names(history.current) == ["Crypt", "Gate"]
    assert history.undo() is battle_map
    assert remove_view(battle_map, "nothing") is battle_map


def test_free_names(battle_map: BattleMap) -> None:
    kept = save_view(battle_map, replace(HALL, name="View 1"))
    assert free_name(kept, "View {number}") == "View 2"
