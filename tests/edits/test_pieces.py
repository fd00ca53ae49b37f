"""Pieces of a map: taken, cleared, pasted, kept as files."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.edits.notes import add_note, change_note, nearest_note, remove_note
from gridmap.edits.parts import changed_parts
from gridmap.edits.pieces import clear_region, mirrored, paste_piece, piece_of_creatures, take_piece, turned
from gridmap.edits.terrain import Mask, rectangle_region
from gridmap.formats import native
from gridmap.formats.errors import FormatError
from gridmap.formats.mapobject import read_map
from gridmap.formats.piece_files import read_piece, write_piece
from gridmap.model import (
    Asset,
    BattleMap,
    Creature,
    Elevation,
    Layer,
    Note,
    Point,
    Size,
    Square,
    Wall,
    WallKind,
)
from gridmap.model.piece import PARTS, Part, Piece
from tests.reference.encounters import encounters


def vault() -> BattleMap:
    grid = np.zeros((8, 10), np.uint8)
    grid[2:4, 3:6] = 2
    feet = np.zeros((8, 10), np.int16)
    feet[2, 3] = 10
    start = BattleMap.empty(10, 8)
    return start.with_changes(
        terrain=start.terrain.with_layer(Layer.DIFFICULT, grid),
        elevation=Elevation(feet),
        walls=(
            Wall(Point(3, 2), Point(6, 2)),
            Wall(Point(3, 2), Point(3, 4), WallKind.DOOR, open=True, extra={"secret": True}),
            Wall(Point(0, 6), Point(10, 6)),
        ),
        creatures=(
            Creature("ogre", Size.LARGE, Square(4, 2), "foes", portrait="ogre.png"),
            Creature("elf", Size.MEDIUM, Square(8, 7), "party"),
        ),
        assets=(Asset("ogre.png", b"picture"),),
        notes=(Note(Point(3.5, 3.5), "A chest"), Note(Point(8, 1), "A door")),
    )


def room() -> Mask:
    return rectangle_region(BattleMap.empty(10, 8), Square(3, 2), Square(5, 3))


def test_a_piece_has_what_lies_in_its_region() -> None:
    piece = take_piece(vault(), room())
    small = piece.battle_map
    assert (small.width, small.height) == (3, 2)
    assert (small.terrain.difficult == 2).all()
    assert small.elevation is not None
    assert small.elevation.feet[0, 0] == 10
    assert [(wall.start, wall.end) for wall in small.walls] == [
        (Point(0, 0), Point(3, 0)),
        (Point(0, 0), Point(0, 2)),
    ]
    assert [creature.id for creature in small.creatures] == ["ogre"]
    assert [asset.name for asset in small.assets] == ["ogre.png"]
    assert [note.text for note in small.notes] == ["A chest"]
    with pytest.raises(ValueError, match="no squares"):
        take_piece(vault(), np.zeros((8, 10), bool))


def test_moving_a_piece_and_back_is_the_same_map() -> None:
    battle_map, mask = vault(), room()
    piece = take_piece(battle_map, mask)
    cleared = clear_region(battle_map, mask)
    assert not cleared.terrain.difficult.any()
    assert cleared.elevation is None
    assert len(cleared.walls) == 1
    assert [creature.id for creature in cleared.creatures] == ["elf"]
    pasted = paste_piece(cleared, piece, Square(3, 2))
    assert pasted.terrain == battle_map.terrain
    assert pasted.elevation == battle_map.elevation
    assert set(map(str, pasted.walls)) == set(map(str, battle_map.walls))
    assert {creature.id for creature in pasted.creatures} == {"ogre", "elf"}
    assert {note.text for note in pasted.notes} == {"A chest", "A door"}


def test_pasting_over_an_edge_lays_what_is_on_the_map() -> None:
    piece = take_piece(vault(), room())
    pasted = paste_piece(BattleMap.empty(5, 5), piece, Square(-1, 4))
    assert pasted.terrain.difficult[4].tolist() == [2, 2, 0, 0, 0]
    assert [creature.at for creature in pasted.creatures] == [Square(0, 4)]
    assert paste_piece(BattleMap.empty(2, 2), piece, Square(-8, -8)).creatures == ()


def test_empty_squares_of_a_piece_clear_and_squares_outside_its_mask_do_not() -> None:
    full = vault().terrain.difficult.copy()
    full[:] = 4
    target = BattleMap.empty(10, 8)
    target = target.with_changes(terrain=target.terrain.with_layer(Layer.DIFFICULT, full))
    mask = np.zeros((8, 10), bool)
    mask[0, 0] = mask[1, 1] = True
    piece = take_piece(BattleMap.empty(10, 8), mask)
    pasted = paste_piece(target, piece, Square(4, 4))
    assert (pasted.terrain.difficult[4, 4], pasted.terrain.difficult[5, 5]) == (0, 0)
    assert (pasted.terrain.difficult[4, 5], pasted.terrain.difficult[5, 4]) == (4, 4)


def test_parts_that_were_not_chosen_stay() -> None:
    battle_map, parts = vault(), {str(Part.WALLS), str(Layer.IMPEDED)}
    cleared = clear_region(battle_map, room(), parts)
    assert changed_parts(battle_map, cleared) == {"walls"}
    piece = take_piece(battle_map, room(), parts)
    assert not piece.battle_map.terrain.difficult.any()
    assert changed_parts(battle_map, paste_piece(battle_map, piece, Square(0, 0))) == {"walls"}


def test_creatures_are_copied_with_ids_of_their_own() -> None:
    battle_map = vault()
    piece = piece_of_creatures(battle_map, {"ogre", "elf"})
    pasted = paste_piece(battle_map, piece, Square(1, 1))
    assert len(pasted.creatures) == 4
    assert len({creature.id for creature in pasted.creatures}) == 4
    assert pasted.terrain is battle_map.terrain
    with pytest.raises(ValueError, match="no creatures"):
        piece_of_creatures(battle_map, {"nobody"})


@given(encounters("pathfinder-1e"), st.data())
def test_a_piece_turned_four_times_or_mirrored_twice_is_the_same(question: Any, data: st.DataObject) -> None:
    battle_map = read_map(question)
    shape = (battle_map.height, battle_map.width)
    flags = data.draw(st.lists(st.booleans(), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]))
    mask = np.array(flags, bool).reshape(shape)
    if not mask.any():
        return
    piece = take_piece(battle_map, mask)
    again = piece
    for _ in range(4):
        again = turned(again, 1, {})
    twice = mirrored(mirrored(piece, {}), {})
    for other in (again, twice, read_piece(write_piece(piece))):
        assert (other.mask == piece.mask).all()
        assert other.battle_map == piece.battle_map
        assert other.parts == piece.parts


def test_files_of_pieces_say_what_is_wrong_with_them() -> None:
    plain = read_piece(native.write_bytes(vault()))
    assert plain.mask.all()
    assert plain.parts == frozenset(PARTS)
    for stated in ("x", {"squares": ["x"], "parts": []}, {"squares": 3, "parts": []}, {"parts": ["hats"]}):
        broken = BattleMap.empty(2, 2).with_changes(extra={"piece": stated})
        with pytest.raises(FormatError, match=r"map\.piece"):
            read_piece(native.write_bytes(broken))


def test_changed_parts_are_told_by_name() -> None:
    battle_map = vault()
    assert changed_parts(battle_map, battle_map) == frozenset()
    assert changed_parts(battle_map, battle_map.with_changes(notes=())) == {"notes"}
    assert changed_parts(battle_map, BattleMap.empty(3, 3)) == frozenset()


def test_notes_are_written_changed_and_taken_away() -> None:
    noted = add_note(BattleMap.empty(4, 4), Point(1, 1), " Trap ", secret=True)
    assert noted.notes == (Note(Point(1, 1), "Trap", True),)
    assert change_note(noted, 0, text="Trap") is noted
    assert change_note(noted, 0, secret=False).notes[0].secret is False
    assert change_note(noted, 0, text=" ").notes == ()
    assert remove_note(noted, 0).notes == ()
    assert nearest_note(noted, Point(1.2, 1.2), 0.5) == 0
    assert nearest_note(noted, Point(3, 3), 0.5) is None
    with pytest.raises(ValueError, match="words"):
        add_note(noted, Point(0, 0), "  ")


def test_a_piece_is_what_it_says() -> None:
    piece = take_piece(vault(), room(), [str(Layer.DIFFICULT)])
    assert isinstance(piece, Piece)
    assert piece.battle_map.walls == ()


def test_walls_that_would_lie_off_the_map_are_left_out() -> None:
    piece = take_piece(vault(), room())
    assert piece.battle_map.walls
    assert paste_piece(BattleMap.empty(10, 8), piece, Square(4, -20)).walls == ()
    assert paste_piece(BattleMap.empty(10, 8), piece, Square(8, 2)).walls
