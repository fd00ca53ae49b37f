"""Overlays of play: places to flank from, teams, kept areas, two rulesets compared, ways drawn by hand."""

from __future__ import annotations

import numpy as np
import pytest

from gridmap.edits.templates import change_template, keep_area, move_template, remove_templates
from gridmap.model import BattleMap, Creature, Layer, Size, Square
from gridmap.overlays.overlay import Field, Label, Overlay, Role, Segments, Squares
from gridmap.overlays.registry import OverlayError, build
from gridmap.overlays.way import step_marks, way_marks
from gridmap.rules.ruleset import SHIPPED, shipped_ruleset
from gridmap.rules.ways import Ways

PATHFINDER = shipped_ruleset("pathfinder-1e")


def fight() -> BattleMap:
    return BattleMap.empty(20, 14).with_changes(
        creatures=(
            Creature("ogre", Size.LARGE, Square(6, 6), "foes", name="Ogre", speed={"walk": 40}),
            Creature("ash", Size.MEDIUM, Square(5, 6), "party", name="Ash", speed={"walk": 30}),
            Creature("bo", Size.MEDIUM, Square(12, 2), "party", name="Bo", speed={"walk": 30}),
            Creature("rat", Size.SMALL, Square(18, 12), "foes", name="Rat", speed={"walk": 20}),
        )
    )


def squares(overlay: Overlay, role: Role) -> np.ndarray:
    (mask,) = [mark.mask for mark in overlay.marks if isinstance(mark, Squares) and mark.role is role]
    return mask


def test_places_to_flank_from_and_their_cost() -> None:
    overlay = build("flank-spots:bo:ogre", fight(), PATHFINDER)
    spots = squares(overlay, Role.FLANK_SPOT)
    assert spots[6, 8]
    assert not spots[5, 5], "on the ally's own side"
    (field,) = (mark for mark in overlay.marks if isinstance(mark, Field))
    assert field.values[6, 8] == 30
    assert ((field.values >= 0) == spots).all()
    reason = str(overlay.reason_at(Square(8, 6)))
    assert reason.startswith("From here Bo flanks Ogre with Ash (30 ft this turn)")
    assert overlay.reason_at(Square(0, 0)) is None
    assert "Nearest: " in str(overlay.legend[1])
    (line,) = (mark for mark in overlay.marks if isinstance(mark, Segments))
    assert len(line.ends) == 1


def test_no_place_to_flank_from() -> None:
    overlay = build("flank-spots:rat:ash", fight(), PATHFINDER)
    assert overlay.notice is not None or squares(overlay, Role.FLANK_SPOT).any()
    overlay = build("flank-spots:bo:ash", fight(), PATHFINDER)
    assert not squares(overlay, Role.FLANK_SPOT).any()
    assert "one team" in str(overlay.notice)


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_a_team_is_the_sum_of_its_members(ruleset: str) -> None:
    rules = shipped_ruleset(ruleset)
    battle_map = fight()
    reach = squares(build("reach-of:party", battle_map, rules), Role.THREATENED)
    each = [squares(build(f"reach:{one}", battle_map, rules), Role.THREATENED) for one in ("ash", "bo")]
    assert (reach == (each[0] | each[1])).all()
    overlay = build("movement-of:party", battle_map, rules)
    near, far = squares(overlay, Role.MOVE_ACTION), squares(overlay, Role.DOUBLE_MOVE)
    assert near[2, 12]
    assert near[6, 5]
    assert not (near & far).any()
    assert "Ash" in str(overlay.reason_at(Square(5, 6)))
    with pytest.raises(OverlayError, match="nobody on the map is of the team"):
        build("reach-of:nobody", battle_map, rules)


def test_a_kept_area_stays_moves_and_goes() -> None:
    battle_map = keep_area(fight(), "area:burst:10:4,4", "Cloud")
    (template,) = battle_map.templates
    overlay = build(f"template:{template.id}", battle_map, PATHFINDER)
    assert squares(overlay, Role.AREA).sum() == 12
    assert [mark.arguments["name"] for mark in overlay.marks if isinstance(mark, Label)] == ["Cloud"]
    assert "In Cloud: " in str(overlay.reason_at(Square(4, 4)))
    assert overlay.reason_at(Square(-1, 40)) is None
    moved = move_template(battle_map, template.id, 3, 1)
    assert moved.templates[0].area == "area:burst:10:7,5"
    assert squares(build(f"template:{template.id}", moved, PATHFINDER), Role.AREA)[4, 7]
    renamed = change_template(moved, template.id, name="Fog")
    assert renamed.templates[0].name == "Fog"
    assert not remove_templates(renamed, {template.id}).templates
    assert remove_templates(renamed, {"nothing"}) is renamed
    with pytest.raises(KeyError):
        move_template(battle_map, "nothing", 1, 1)
    with pytest.raises(OverlayError, match="no kept area"):
        build("template:nothing", battle_map, PATHFINDER)
    broken = keep_area(battle_map, "movement:ogre")
    with pytest.raises(OverlayError, match="is no area"):
        build(f"template:{broken.templates[-1].id}", broken, PATHFINDER)


def test_two_areas_have_two_ids_and_one_follows_its_creature() -> None:
    battle_map = keep_area(keep_area(fight(), "area:burst:10:4,4"), "area:emanation:10:creature=bo", "Light")
    assert len({template.id for template in battle_map.templates}) == 2
    name = f"template:{battle_map.templates[1].id}"
    assert squares(build(name, battle_map, PATHFINDER), Role.AREA)[2, 12]
    moved = battle_map.with_changes(
        creatures=tuple(
            Creature("bo", Size.MEDIUM, Square(1, 12), "party") if one.id == "bo" else one
            for one in battle_map.creatures
        )
    )
    assert not squares(build(name, moved, PATHFINDER), Role.AREA)[2, 12]
    assert move_template(battle_map, battle_map.templates[1].id, 1, 1) is battle_map


def test_an_area_without_a_creature_is_not_laid_anew_when_somebody_moves() -> None:
    battle_map = keep_area(fight(), "area:burst:10:4,4")
    moved = battle_map.with_changes(creatures=battle_map.creatures[1:])
    name = f"template:{battle_map.templates[0].id}"
    assert build(name, battle_map, PATHFINDER) is build(name, moved, PATHFINDER)


def test_where_two_rulesets_differ() -> None:
    battle_map = fight()
    overlay = build("difference:epic-path:movement:bo", battle_map, PATHFINDER)
    differs = squares(overlay, Role.DIFFERS)
    assert not differs[2, 11], "one step straight costs the same"
    assert differs[4, 14]
    assert str(overlay.reason_at(Square(14, 4))).startswith("15 ft / 10 ft")
    assert overlay.reason_at(Square(11, 2)) is None
    same = build("difference:pathfinder-1e:movement:bo", battle_map, PATHFINDER)
    assert not squares(same, Role.DIFFERS).any()
    assert "no square differs" in str(same.legend[0])
    assert build("difference:epic-path:movement:bo", battle_map, PATHFINDER) is overlay


@pytest.mark.parametrize(
    "inner", ["reach:ogre", "threats:ash", "flanking", "cover:bo", "flank-spots:bo:ogre"]
)
@pytest.mark.parametrize("other", SHIPPED)
def test_any_question_is_compared(inner: str, other: str) -> None:
    overlay = build(f"difference:{other}:{inner}", fight(), PATHFINDER)
    for y, x in np.argwhere(squares(overlay, Role.DIFFERS)).tolist():
        first, _, second = str(overlay.reason_at(Square(x, y))).partition(" / ")
        assert first != second.split(" (")[0]


@pytest.mark.parametrize(
    "name", ["difference:chess:movement:bo", "difference:epic-path:difference:x:flanking"]
)
def test_what_is_not_compared(name: str) -> None:
    with pytest.raises(OverlayError):
        build(name, fight(), PATHFINDER)


def test_the_marks_of_a_way() -> None:
    battle_map = fight()
    creature = battle_map.creature("ash")
    ways = Ways(battle_map, creature, PATHFINDER)
    way = ways.to([Square(5, 13)])
    assert way is not None
    marks = way_marks(battle_map, PATHFINDER, creature, way, 60)
    roles = [mark.role for mark in marks if isinstance(mark, Segments)]
    assert roles == [Role.PATH, Role.STRIKE]
    assert [mark.arguments["names"] for mark in marks if isinstance(mark, Label)] == ["Ogre"]
    far = ways.to([Square(19, 6)])
    assert far is not None
    roles = [
        mark.role
        for mark in way_marks(battle_map, PATHFINDER, creature, far, 60)
        if isinstance(mark, Segments)
    ]
    assert Role.PATH_BEYOND in roles
    item = way.receipt.items[0]
    path, chosen = step_marks(item.steps, way.path, 0.5)
    assert isinstance(path, Segments)
    assert isinstance(chosen, Segments)
    assert len(chosen.ends) == len(item.steps)


def test_terrain_changes_a_difference() -> None:
    battle_map = fight()
    grid = np.zeros((14, 20), np.uint8)
    grid[2, 13] = 2
    rough = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.DIFFICULT, grid))
    one = build("difference:epic-path:movement:bo", battle_map, PATHFINDER)
    other = build("difference:epic-path:movement:bo", rough, PATHFINDER)
    assert (squares(one, Role.DIFFERS) != squares(other, Role.DIFFERS)).any()
