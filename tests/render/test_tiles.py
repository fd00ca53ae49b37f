"""What comes from tiles is what is drawn straight, after whatever edits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage, QPainter

from gridmap.model import BattleMap, Creature, Layer, Point, Size, Square, Wall, WallKind
from gridmap.model.terrain import LAYERS
from gridmap.overlays.overlay import Field, Overlay, Role, Segments, Shape, Squares
from gridmap.overlays.registry import build
from gridmap.render.change_log import ChangeLog, Stratum
from gridmap.render.changes import everything, overlays_change
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import load_theme
from gridmap.render.tiles import TILE, TileCache
from tests.render.maps import (
    HEIGHT,
    WIDTH,
    assert_same_pixels,
    blank,
    difference,
    drawn,
    full_map,
    picture_map,
    pixels_of,
    with_overlays,
)

LIMIT = 16 * 2**20
SCALES = [4.3, 9.0, 17.5, 28.0, 33.3, 40.0]


def tiled(cache: TileCache, scene: Scene, viewport: Viewport, patience: float | None = None) -> QImage:
    image = blank(viewport.width, viewport.height)
    with QPainter(image) as painter:
        cache.paint(painter, scene, viewport, patience=patience)
    return image


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tiles_show_what_is_drawn_straight(scale: float, theme: str) -> None:
    scene = with_overlays(full_map(), "movement:ogre", "reach:ogre", "area:burst:15:10,6", selected="ogre")
    cache = TileCache(load_theme(theme))
    for left, top in ((-1.3, -0.7), (3.21, 2.0), (11.0, 5.5)):
        viewport = Viewport(left, top, scale, 700, 400)
        assert_same_pixels(tiled(cache, scene, viewport), drawn(scene, viewport, theme))


def test_pictures_and_fog_in_tiles() -> None:
    scene = Scene(picture_map())
    cache = TileCache(load_theme("light"))
    for scale in (10.0, 45.0, 70.0):
        viewport = Viewport(-0.5, -0.5, scale, 800, 500)
        # A picture is stretched smoothly: every pixel of it is rounded.
        assert_same_pixels(tiled(cache, scene, viewport), drawn(scene, viewport), share=1.0)


def test_on_a_screen_of_two_pixels_a_pixel() -> None:
    scene = with_overlays(full_map(), "movement:ogre", selected="ogre")
    image = blank(800, 600)
    image.setDevicePixelRatio(2.0)
    with QPainter(image) as painter:
        TileCache(load_theme("light")).paint(painter, scene, Viewport(1.25, 0.5, 24.0, 400, 300), 2.0)
    assert_same_pixels(image, drawn(scene, Viewport(1.25, 0.5, 48.0, 800, 600)))


OTHER_EDITS = (
    *("wall", "drop-wall", "door", "grid", "picture", "overlay"),
    *("creature", "crowd", "order", "selection", "names"),
)


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, int, int, int]:
    kind = draw(st.sampled_from([*Layer, *OTHER_EDITS]))
    return (
        str(kind),
        draw(st.integers(0, WIDTH - 1)),
        draw(st.integers(0, HEIGHT - 1)),
        draw(st.integers(0, 5)),
    )


def edited(scene: Scene, edit: tuple[str, int, int, int]) -> Scene:
    kind, x, y, choice = edit
    battle_map = scene.battle_map
    if kind in set(Layer):
        layer = Layer(kind)
        values = list(LAYERS[layer].values())
        grid = battle_map.terrain.layer(layer).copy()
        grid[y : y + 2, x : x + 3] = values[choice % len(values)]
        battle_map = battle_map.with_changes(terrain=battle_map.terrain.with_layer(layer, grid))
    elif kind == "wall":
        walls = list(WallKind)
        end = Point(x + choice - 2, y + (choice % 3) - 1)
        wall = Wall(Point(x, y), end, walls[choice % len(walls)], open=False)
        battle_map = battle_map.with_changes(walls=(*battle_map.walls, wall))
    elif kind == "drop-wall" and battle_map.walls:
        at = (x + y) % len(battle_map.walls)
        battle_map = battle_map.with_changes(walls=battle_map.walls[:at] + battle_map.walls[at + 1 :])
    elif kind == "door":
        walls = tuple(
            replace(wall, open=not wall.open) if wall.kind is WallKind.DOOR else wall
            for wall in battle_map.walls
        )
        battle_map = battle_map.with_changes(walls=walls)
    elif kind == "creature":
        moved = Creature("new", list(Size)[choice + 2], Square(x, y), "party")
        others = tuple(creature for creature in battle_map.creatures if creature.id != "new")
        battle_map = battle_map.with_changes(creatures=(*others, moved))
    elif kind == "crowd":
        crowd = [Creature(f"bat-{at}", Size.DIMINUTIVE, Square(x, y)) for at in range(choice + 1)]
        others = tuple(creature for creature in battle_map.creatures if not creature.id.startswith("bat"))
        battle_map = battle_map.with_changes(creatures=(*crowd, *others))
    elif kind == "order":
        battle_map = battle_map.with_changes(creatures=battle_map.creatures[::-1])
    elif kind == "selection":
        chosen = battle_map.creatures[(x + choice) % len(battle_map.creatures)]
        scene = replace(scene, selection=scene.selection ^ {chosen.id})
    elif kind == "names":
        scene = replace(scene, names=not scene.names)
    elif kind == "grid":
        scene = replace(scene, grid=not scene.grid)
    elif kind == "overlay":
        scene = replace(scene, overlays=(some_overlay(battle_map, x, y, choice),))
    return replace(scene, battle_map=battle_map)


def some_overlay(battle_map: BattleMap, x: int, y: int, choice: int) -> Overlay:
    rows, columns = np.mgrid[: battle_map.height, : battle_map.width]
    away = 5 * np.maximum(abs(columns - x), abs(rows - y)).astype(np.int32)
    values = np.where(away <= 15 + 5 * choice, away, -1).astype(np.int32)
    ring = np.array([[x, y], [x + 3.5, y], [x + 2, y + choice]], float)
    return Overlay(
        "some",
        (
            Field(values, ((10, Role.MOVE_ACTION), (20, Role.DOUBLE_MOVE))),
            Squares(away == 5 * choice, Role.AREA),
            Segments(np.array([[[x, y], [x + choice + 1, y + 1.5]]], float), Role.FLANK_LINE),
            Shape((ring,), Role.CHARGE_LANE if choice % 2 else Role.CHARGE_BLOCKED),
        )[choice % 3 :],
    )


@settings(max_examples=40)
@given(st.lists(edits(), min_size=1, max_size=6), st.sampled_from([13.0, 22.4, 30.0, 47.0]))
def test_after_edits_tiles_are_as_good_as_new(steps: list[tuple[str, int, int, int]], scale: float) -> None:
    scene = with_overlays(full_map(), "movement:ogre", "reach:ogre")
    cache = TileCache(load_theme("light"))
    viewport = Viewport(0.0, 0.0, scale, round(WIDTH * scale), round(HEIGHT * scale))
    tiled(cache, scene, viewport)
    for step in steps:
        scene = edited(scene, step)
        assert_same_pixels(tiled(cache, scene, viewport), drawn(scene, viewport))


@settings(max_examples=40)
@given(
    st.lists(st.tuples(edits(), st.booleans()), min_size=1, max_size=5), st.sampled_from([13.0, 22.4, 40.0])
)
def test_a_view_that_rested_moves_as_if_it_never_had(
    steps: list[tuple[tuple[str, int, int, int], bool]], scale: float
) -> None:
    scene = with_overlays(full_map(), "movement:ogre", "reach:ogre")
    cache = TileCache(load_theme("light"))
    viewport = Viewport(1.5, 0.5, scale, round(9 * scale), round(7 * scale))
    tiled(cache, scene, viewport)
    for step, catches_up in steps:
        scene = edited(scene, step)
        tiled(cache, scene, viewport)
        if catches_up:
            assert not cache.catch_up(100.0)
            assert not cache.is_at_rest
        assert_same_pixels(tiled(cache, scene, viewport), drawn(scene, viewport))
    moved = viewport.panned(-1.3 * scale, 0.4 * scale)
    assert_same_pixels(tiled(cache, scene, moved), drawn(scene, moved))


def test_an_overlay_that_changes_most_of_the_view_is_drawn_on_one_picture() -> None:
    scene = with_overlays(full_map(), "movement:ogre")
    cache = TileCache(load_theme("light"))
    viewport = Viewport(0.0, 0.0, 30.0, 720, 420)
    tiled(cache, scene, viewport)
    assert not cache.is_at_rest
    scene = edited(scene, ("overlay", 8, 6, 1))
    assert_same_pixels(tiled(cache, scene, viewport), drawn(scene, viewport))
    assert cache.is_at_rest
    assert cache.catch_up(0.0)  # one tile, and no time for the others
    assert cache.is_at_rest
    assert not cache.catch_up(100.0)
    assert not cache.is_at_rest


def test_an_edit_out_of_sight_is_there_when_it_comes_into_sight() -> None:
    battle_map = BattleMap.empty(60, 60)
    cache = TileCache(load_theme("light"))
    scene, home, away = Scene(battle_map), Viewport(0, 0, 40.0, 500, 500), Viewport(40, 40, 40.0, 500, 500)
    tiled(cache, scene, home)
    tiled(cache, scene, away)
    for number in range(80):  # more than the changes that are remembered
        grid = scene.battle_map.terrain.difficult.copy()
        grid[number % 10, (number * 7) % 12] = 4
        terrain = scene.battle_map.terrain.with_layer(Layer.DIFFICULT, grid)
        scene = Scene(scene.battle_map.with_changes(terrain=terrain))
        tiled(cache, scene, away)
    assert_same_pixels(tiled(cache, scene, home), drawn(scene, home))


def test_only_what_changed_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    from gridmap.render import tiles

    areas: list[int] = []

    def counting(painter: QPainter, scene: Scene, frame: tiles.Frame, theme: tiles.Theme) -> None:
        areas.append(frame.width * frame.height)
        painter.fillRect(0, 0, frame.width, frame.height, 0)

    monkeypatch.setattr(tiles, "paint_base", counting)
    cache = TileCache(load_theme("light"))
    viewport = Viewport(0, 0, 40.0, 1600, 1000)
    scene = Scene(BattleMap.empty(60, 60))
    tiled(cache, scene, viewport)
    assert sum(areas) == len(areas) * TILE * TILE
    areas.clear()
    tiled(cache, Scene(scene.battle_map), viewport)
    assert areas == []
    grid = scene.battle_map.terrain.difficult.copy()
    grid[5, 5] = 2
    terrain = scene.battle_map.terrain.with_layer(Layer.DIFFICULT, grid)
    tiled(cache, Scene(scene.battle_map.with_changes(terrain=terrain)), viewport)
    assert areas == [(3 * 40) ** 2]


def test_tiles_out_of_sight_are_forgotten_when_they_take_too_much() -> None:
    cache = TileCache(load_theme("light"), byte_limit=LIMIT)
    scene = Scene(BattleMap.empty(100, 100))
    for step in range(0, 90, 5):
        tiled(cache, scene, Viewport(step, step, 40.0, 500, 500))
        assert 0 < cache.byte_count <= LIMIT
    cache.clear()
    assert cache.byte_count == 0


def test_a_frame_without_patience_shows_known_tiles_stretched_and_says_so() -> None:
    scene = Scene(full_map())
    cache = TileCache(load_theme("light"))
    tiled(cache, scene, Viewport(0, 0, 20.0, 480, 280))
    viewport = Viewport(0, 0, 40.0, 960, 560)
    image = blank(960, 560)
    with QPainter(image) as painter:
        assert not cache.paint(painter, scene, viewport, patience=0.0)
    assert not (pixels_of(image)[:, :, :3] == (255, 0, 255)).all(axis=2).any()
    frames = 0
    complete = False
    while not complete:
        with QPainter(image) as painter:
            complete = cache.paint(painter, scene, viewport, patience=0.0)
        frames += 1
        assert frames < 100
    assert_same_pixels(image, drawn(scene, viewport))


def test_another_map_takes_the_place_of_the_first() -> None:
    cache = TileCache(load_theme("light"))
    viewport = Viewport(0, 0, 20.0, 500, 300)
    tiled(cache, Scene(full_map()), viewport)
    other = Scene(BattleMap.empty(12, 9))
    assert_same_pixels(tiled(cache, other, viewport), drawn(other, viewport))


def test_overlays_of_the_page_before_are_drawn_over_as_a_whole() -> None:
    before, after = BattleMap.empty(8, 5), BattleMap.empty(5, 8)
    of_before, of_after = (
        Overlay("area", (Squares(np.ones(each.terrain.shape, bool), Role.AREA),)) for each in (before, after)
    )
    change = overlays_change(Scene(after, (of_before,)), Scene(after, (of_after,)))
    assert change is not None
    assert change.mask is None
    assert change.bounds == everything(after).bounds


def test_overlays_of_the_same_answer_cost_nothing() -> None:
    battle_map = full_map()
    rules = Scene(battle_map).rules
    assert build("reach:ogre", battle_map, rules) is build("reach:ogre", battle_map, rules)


def at_rest(scene: Scene, viewport: Viewport) -> tuple[TileCache, Scene]:
    """A cache whose view rests, and the scene that it shows; its tiles are those of the one before."""
    cache = TileCache(load_theme("light"))
    tiled(cache, scene, viewport)
    scene = edited(scene, ("overlay", 8, 6, 1))
    tiled(cache, scene, viewport)
    assert cache.is_at_rest
    return cache, scene


def test_no_tile_is_brought_on_that_would_hide_what_is_still_to_be_painted() -> None:
    viewport = Viewport(0.0, 0.0, 30.0, 720, 420)
    cache, scene = at_rest(with_overlays(full_map(), "movement:ogre"), viewport)
    scene = edited(scene, ("difficult", 3, 3, 1))
    assert not cache.stale_part(scene, viewport).isEmpty()
    cache.catch_up(100.0)
    assert not cache.stale_part(scene, viewport).isEmpty()
    tiled(cache, scene, viewport)
    assert not cache.catch_up(100.0)
    assert not cache.is_at_rest


def test_a_change_out_of_sight_does_not_keep_tiles_from_being_brought_on() -> None:
    viewport = Viewport(0.0, 0.0, 30.0, 300, 200)
    cache, scene = at_rest(with_overlays(full_map(), "movement:ogre"), viewport)
    scene = edited(scene, ("difficult", 20, 12, 1))
    assert cache.stale_part(scene, viewport).isEmpty()
    assert not cache.catch_up(100.0)
    assert not cache.is_at_rest


@pytest.mark.parametrize("ground_first", [False, True])
def test_a_view_rests_however_many_strokes_there_were(ground_first: bool) -> None:
    viewport = Viewport(0, 0, 60.0, 1400, 840)
    scene = with_overlays(full_map(), "movement:ogre")
    cache = TileCache(load_theme("light"))
    tiled(cache, scene, viewport)
    if not ground_first:
        cache, scene = at_rest(scene, viewport)
    for number in range(70):  # more than the changes that are remembered
        scene = edited(scene, ("difficult", 2 + number % 3, 3, number % 4))
        tiled(cache, scene, viewport)
    scene = edited(scene, ("overlay", 12, 7, 2))
    tiled(cache, scene, viewport)
    assert cache.is_at_rest


@pytest.mark.parametrize("way", ["moves", "zooms in", "zooms out", "changes as a whole"])
def test_a_view_that_rested_never_falls_back_to_what_it_showed_before(way: str) -> None:
    viewport = Viewport(1.0, 1.0, 30.0, 600, 360)
    cache, scene = at_rest(with_overlays(full_map(), "movement:ogre"), viewport)
    moved = {
        "moves": viewport.panned(-20, 10),
        "zooms in": viewport.zoomed(40.0, 300, 180),
        "zooms out": viewport.zoomed(25.0, 300, 180),
        "changes as a whole": viewport,
    }[way]
    before = drawn(scene, moved)
    if way == "changes as a whole":
        scene = replace(scene, grid=False)
    image = blank(moved.width, moved.height)
    with QPainter(image) as painter:
        assert not cache.paint(painter, scene, moved, patience=0.0)
    middle = np.s_[60:300, 90:510]
    differs = difference(image, before)[middle] > 60
    assert differs.mean() < (0.12 if "zooms" in way else 0.03)
    if way != "changes as a whole":
        far = difference(image, drawn(with_overlays(full_map(), "movement:ogre"), moved))[middle] > 60
        assert far.mean() > 2 * differs.mean()
    while not cache_is_complete(cache, scene, moved):
        assert not cache.is_at_rest  # the tiles that the view needs come one by one
    assert_same_pixels(tiled(cache, scene, moved), drawn(scene, moved))


def cache_is_complete(cache: TileCache, scene: Scene, viewport: Viewport) -> bool:
    image = blank(viewport.width, viewport.height)
    with QPainter(image) as painter:
        return cache.paint(painter, scene, viewport, patience=0.0)


def test_lines_along_the_maps_edge_are_drawn_anew() -> None:
    """Dashes of an outline that runs along it begin where its corners are."""
    battle_map = BattleMap.empty(12, 10)
    viewport = Viewport(-1.0, -1.0, 17.578125, 260, 220)

    def seen(top: float, left: float) -> Scene:
        ring = np.array([[left, 10], [left, top], [12, top], [12, 10]], float)
        return Scene(battle_map, (Overlay("some", (Shape((ring,), Role.SIGHT),)),))

    cache = TileCache(load_theme("light"))
    for scene in (seen(0.0, 0.0), seen(3.3, 4.2), seen(7.1, 2.4), seen(7.1, 9.9)):
        assert_same_pixels(tiled(cache, scene, viewport), drawn(scene, viewport))


def test_marks_beyond_the_map_leave_no_trace() -> None:
    """An area may be laid about an intersection beyond the map."""
    battle_map = BattleMap.empty(12, 10)
    viewport = Viewport(-4.0, -4.0, 24.0, 480, 420)
    cache = TileCache(load_theme("light"))
    for origin in ("0,0", "-1,3", "-3,-2", "13,4", "12,10", "5,12", "6,5", "-2,5"):
        scene = with_overlays(battle_map, f"area:burst:20:{origin}")
        assert_same_pixels(tiled(cache, scene, viewport), drawn(scene, viewport))


def test_changes_of_a_large_map_take_bounded_memory() -> None:
    battle_map = BattleMap.empty(1500, 1500)
    log = ChangeLog()
    scene = Scene(battle_map)
    log.follow(None, scene)
    for number in range(30):
        after = Scene(
            battle_map, (Overlay("some", (Squares(np.full((1500, 1500), number % 2 == 0), Role.AREA),)),)
        )
        log.follow(scene, after)
        scene = after
    kept = {id(c): c.mask.nbytes for each in log._changes.values() for c in each if c.mask is not None}
    assert sum(kept.values()) < 2 * 2**24
    assert log.count(Stratum.WHOLE) == 31
    assert log.since(Stratum.WHOLE, 1) is None
    assert len(log.since(Stratum.WHOLE, 29) or ()) == 2


def test_a_hand_that_goes_on_after_zooming_is_soon_shown_whole_frames() -> None:
    viewport = Viewport(0.0, 0.0, 30.0, 1400, 840)
    cache, scene = at_rest(with_overlays(full_map(), "movement:ogre"), viewport)
    viewport = viewport.zoomed(60.0, 0, 0)
    frames = 0
    while not cache_is_complete(cache, scene, viewport):
        frames += 1
        assert frames < 60
        scene = edited(scene, ("overlay", 8 + frames % 2, 6, 1))
    assert cache.is_at_rest
    assert_same_pixels(tiled(cache, scene, viewport), drawn(scene, viewport))


@pytest.mark.parametrize("scale", [1.0, 1.7, 2.6, 3.9, 6.5])
@pytest.mark.parametrize("rests", [True, False])
def test_squares_narrower_than_a_line_are_drawn_anew_with_their_neighbours(scale: float, rests: bool) -> None:
    battle_map = BattleMap.empty(150, 100)
    cache = TileCache(load_theme("light"), rests=rests)
    viewport = Viewport(-3.0, -2.0, scale, round(156 * scale), round(104 * scale))
    for x, y in ((70, 50), (71, 50), (74, 48), (60, 55), (60, 20), (1, 1), (148, 98)):
        rows, columns = np.mgrid[:100, :150]
        away = 5 * np.maximum(abs(columns - x), abs(rows - y)).astype(np.int32)
        ring = np.array([[x, y], [x + 30.5, y], [x + 2, y + 21]], float).clip(0, (150, 100))
        marks = (
            Field(
                np.where(away <= 150, away, -1).astype(np.int32), ((60, Role.MOVE_ACTION), (120, Role.RUN))
            ),
            Squares(away == 50, Role.AREA),
            Segments(np.array([[[x, y], [x / 2, y / 2]]], float), Role.FLANK_LINE),
            Shape((ring,), Role.SIGHT),
        )
        creatures = (Creature("a", Size.LARGE, Square(min(x, 148), min(y, 98)), "party"),)
        scene = Scene(
            battle_map.with_changes(creatures=creatures), (Overlay("some", marks),), frozenset({"a"})
        )
        # A token of three pixels is all smoothed edges.
        assert difference(tiled(cache, scene, viewport), drawn(scene, viewport)).max() < 32


def test_the_line_about_a_missing_picture_is_whole_where_the_ground_beside_it_changes() -> None:
    scene = Scene(picture_map())
    cache = TileCache(load_theme("light"))
    viewport = Viewport(9.0, 0.0, 80.0, 500, 600)
    tiled(cache, scene, viewport)
    for x in (9, 10):  # the picture's left edge is at 12
        scene = edited(scene, ("difficult", x - 1, 3, 2))
        assert_same_pixels(tiled(cache, scene, viewport), drawn(scene, viewport), share=1.0)


def test_walls_that_run_off_the_map_end_a_little_beyond_it() -> None:
    """A map made smaller keeps the walls that are on it in part."""
    walls = (Wall(Point(2, 3), Point(2, -9)), Wall(Point(10, 5), Point(30, 5), WallKind.DOOR))
    battle_map = BattleMap.empty(12, 10)
    cache = TileCache(load_theme("light"))
    viewport = Viewport(-10.0, -10.0, 24.0, 760, 700)
    for standing in (walls, walls[:1], ()):
        scene = Scene(battle_map.with_changes(walls=standing))
        assert_same_pixels(tiled(cache, scene, viewport), drawn(scene, viewport))
