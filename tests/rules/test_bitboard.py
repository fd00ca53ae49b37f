"""Sets of squares as integers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.model import Square
from gridmap.rules.bitboard import Frame, all_in_space, any_in_space, moved, union, without

FRAMES = st.builds(Frame, st.integers(-3, 3), st.integers(-3, 3), st.integers(1, 9), st.integers(1, 9))


def squares_of(frame: Frame, board: int) -> set[Square]:
    return {Square(frame.left + int(x), frame.top + int(y)) for y, x in np.argwhere(frame.grid(board))}


@st.composite
def frames_with_squares(draw: st.DrawFn) -> tuple[Frame, set[Square]]:
    frame = draw(FRAMES)
    x = st.integers(frame.left, frame.left + frame.columns - 1)
    y = st.integers(frame.top, frame.top + frame.rows - 1)
    return frame, draw(st.sets(st.builds(Square, x, y)))


@given(frames_with_squares())
def test_squares_and_boards(given_squares: tuple[Frame, set[Square]]) -> None:
    frame, squares = given_squares
    board = union(frame.bit(square) for square in squares)
    assert squares_of(frame, board) == squares
    assert {frame.square(frame.index(square)) for square in squares} == squares
    assert frame.board(frame.cut(frame.grid(board), Square(frame.left, frame.top))) == board
    assert squares_of(frame, without(frame.everything, board)).isdisjoint(squares)


@given(frames_with_squares(), st.integers(-1, 1), st.integers(-1, 1))
def test_a_step_falls_off_the_edge(given_squares: tuple[Frame, set[Square]], dx: int, dy: int) -> None:
    frame, squares = given_squares
    board = union(frame.bit(square) for square in squares)
    stepped = moved(board, frame.offset(dx, dy)) & frame.everything
    expected = {Square(x + dx, y + dy) for x, y in squares}
    assert squares_of(frame, stepped) == {square for square in expected if frame.contains(square)}


@given(frames_with_squares(), st.integers(1, 6), st.integers(1, 6))
def test_blocks_of_squares(given_squares: tuple[Frame, set[Square]], columns: int, rows: int) -> None:
    frame, squares = given_squares
    board = union(frame.bit(square) for square in squares)
    right, bottom = frame.left + frame.columns - columns, frame.top + frame.rows - rows
    spaces = {
        Square(x, y): {Square(x + i, y + j) for i in range(columns) for j in range(rows)}
        for x in range(frame.left, right + 1)
        for y in range(frame.top, bottom + 1)
    }
    some, every = any_in_space(board, columns, rows, frame), all_in_space(board, columns, rows, frame)
    assert squares_of(frame, every) == {at for at, space in spaces.items() if space <= squares}
    assert squares_of(frame, some) & spaces.keys() == {at for at, space in spaces.items() if space & squares}


@given(frames_with_squares(), st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 5))
def test_a_block_is_cut_to_the_frame(
    given_squares: tuple[Frame, set[Square]], x: int, y: int, side: int
) -> None:
    frame, _ = given_squares
    block = {Square(x + i, y + j) for i in range(side) for j in range(side)}
    inside = {square for square in block if frame.contains(square)}
    assert squares_of(frame, frame.block(Square(x, y), side, side)) == inside
    assert frame.meets(Square(x, y), side) == bool(inside)


@pytest.mark.parametrize("digits", [0, 1, 3, 7, 8, 9, 15, 16, 17, 24, 25])
def test_numbers_in_binary(digits: int) -> None:
    frame = Frame(0, 0, 7, 5)
    chance = np.random.default_rng(digits)
    wanted = chance.integers(-1, 2**digits, (5, 7))
    boards = [frame.board(frame.cut((wanted >> power & 1).astype(np.uint8))) for power in range(digits)]
    negative = frame.board(frame.cut((wanted < 0).astype(np.uint8)))
    numbers = frame.numbers(boards, negative)
    assert numbers.dtype == np.int32
    assert np.array_equal(numbers, wanted)
