"""Many creatures at once: numbers, turns, heights, portraits and teams."""

from __future__ import annotations

import pytest

from gridmap.edits.creatures import (
    change_creatures,
    duplicate_creatures,
    lift_creatures,
    numbered_names,
    remove_creatures,
    turn_creatures,
)
from gridmap.edits.page import add_picture, remove_picture
from gridmap.edits.pieces import paste_piece, piece_of_creatures
from gridmap.edits.portraits import set_portrait
from gridmap.edits.teams import add_team, change_team, forget_team, rename_team, team_called, team_names
from gridmap.model import Asset, BattleMap, Creature, Point, Size, Square
from gridmap.model.team import Team, TokenShape


def battle_map(*names: str) -> BattleMap:
    return BattleMap.empty(9, 9).with_changes(
        creatures=tuple(
            Creature(f"c{at}", Size.SMALL, Square(at, 0), "foes", name=name) for at, name in enumerate(names)
        )
    )


@pytest.mark.parametrize(
    ("there", "name", "count", "expected"),
    [
        ((), "Goblin", 2, ("Goblin 1", "Goblin 2")),
        (("Goblin",), "Goblin", 1, ("Goblin 2",)),
        (("Goblin 3",), "Goblin", 2, ("Goblin 4", "Goblin 5")),
        (("Goblin 2",), "Goblin 2", 1, ("Goblin 3",)),
        (("Hobgoblin 7", "Goblin King"), "Goblin", 1, ("Goblin",)),
        ((), "", 2, ("", "")),
    ],
)
def test_names_are_numbered_on(
    there: tuple[str, ...], name: str, count: int, expected: tuple[str, ...]
) -> None:
    assert numbered_names(battle_map(*there), name, count) == expected


def test_copies_are_numbered_and_have_no_turn() -> None:
    before = change_creatures(battle_map("Goblin", "Ogre"), {"c0"}, initiative=12)
    copied = duplicate_creatures(before, {"c0", "c1"}, 0, 1)
    assert [each.name for each in copied.creatures] == ["Goblin", "Ogre", "Goblin 2", "Ogre 2"]
    assert copied.creatures[2].initiative is None
    assert copied.creatures[3].at == Square(1, 1)


def test_creatures_turn_and_rise_together() -> None:
    before = battle_map("A", "B")
    turned = turn_creatures(before, {"c0", "c1"}, -45)
    assert [each.facing for each in turned.creatures] == [315, 315]
    assert turn_creatures(turned, {"c0"}, 45).creatures[0].facing == 0
    assert [each.altitude for each in lift_creatures(before, {"c1"}, -2).creatures] == [0, -2]
    assert turn_creatures(before, (), 45) is before
    assert change_creatures(before, {"c0"}, team="foes") is before


def test_a_portrait_is_shared_and_goes_with_the_last_that_shows_it() -> None:
    one = set_portrait(battle_map("A", "B"), {"c0", "c1"}, Asset("face.png", b"1"))
    assert [each.portrait for each in one.creatures] == ["face.png", "face.png"]
    two = set_portrait(one, {"c1"}, Asset("face.png", b"2"))
    assert [each.portrait for each in two.creatures] == ["face.png", "face-2.png"]
    assert len(two.assets) == 2
    assert [asset.content for asset in remove_creatures(two, {"c1"}).assets] == [b"1"]
    assert set_portrait(set_portrait(two, {"c0"}, None), {"c1"}, None).assets == ()
    assert set_portrait(one, {"c0"}, Asset("other.png", b"1")) == one, "the same content is there already"


def test_a_picture_that_a_token_shows_stays_when_it_is_taken_off_the_ground() -> None:
    asset = Asset("face.png", b"1")
    both = add_picture(set_portrait(battle_map("A"), {"c0"}, asset), asset, Point(0, 0), 2, 2)
    assert remove_picture(both, 0).assets == (asset,)


def test_teams_are_looked_after() -> None:
    before = battle_map("A", "B")
    red = change_team(before, "foes", colour="#ff0000", shape=TokenShape.DIAMOND)
    assert red.teams == (Team("foes", "#ff0000", TokenShape.DIAMOND),)
    assert change_team(red, "foes", colour="", shape=None).teams == (), "as the theme has it"
    renamed = rename_team(red, "foes", "orcs")
    assert (renamed.teams[0].name, {each.team for each in renamed.creatures}) == ("orcs", {"orcs"})
    assert team_names(add_team(renamed, "elves")) == ("orcs", "elves")
    with pytest.raises(ValueError, match="orcs"):
        add_team(renamed, "orcs")
    assert forget_team(red, "foes").teams == ()
    assert team_called(before, "none") == Team("none")


def test_pasted_creatures_are_numbered_and_keep_their_own_portraits() -> None:
    here = set_portrait(battle_map("Goblin 1"), {"c0"}, Asset("face.png", b"here"))
    there = set_portrait(battle_map("Goblin 1", "Ogre"), {"c0", "c1"}, Asset("face.png", b"there"))
    pasted = paste_piece(here, piece_of_creatures(there, {"c0", "c1"}), Square(3, 3))
    assert [each.name for each in pasted.creatures] == ["Goblin 1", "Goblin 2", "Ogre"]
    contents = [pasted.asset(each.portrait) for each in pasted.creatures]
    assert [None if each is None else each.content for each in contents] == [b"here", b"there", b"there"]
    assert len(pasted.assets) == 2
