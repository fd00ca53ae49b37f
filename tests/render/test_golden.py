from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from gridmap.model import BattleMap, Creature, Size, Square, Stance
from gridmap.overlays.overlay import Overlay, Role, Squares
from gridmap.render.legend import legend_height, paint_legend
from gridmap.render.png import thumbnail
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import THEMES, load_theme
from tests.render.golden import NOTICEABLE, check_golden
from tests.render.maps import HEIGHT, WIDTH, blank, drawn, full_map, picture_map, with_overlays


def whole(scale: float, battle_map: BattleMap) -> Viewport:
    margin = 0.5
    width, height = battle_map.width + 2 * margin, battle_map.height + 2 * margin
    return Viewport(-margin, -margin, scale, round(width * scale), round(height * scale))


@pytest.mark.parametrize("theme", THEMES)
def test_one_of_everything(theme: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    battle_map = full_map()
    image = drawn(Scene(battle_map, selection=frozenset({"ash"})), whole(36, battle_map), theme)
    check_golden(image, f"everything-{theme}", request, tmp_path)


@pytest.mark.parametrize("theme", THEMES)
def test_movement_reach_and_flanks(theme: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    battle_map = full_map()
    scene = with_overlays(battle_map, "movement:bo", "reach:ogre", "flanking", selected="bo")
    check_golden(drawn(scene, whole(36, battle_map), theme), f"overlays-{theme}", request, tmp_path)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_areas_ways_and_cover(theme: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    battle_map = full_map()
    scene = with_overlays(
        battle_map, "area:burst:15:10,6", "area:cone:30:15,7:SE", "path:ash:11,11", "cover:spy:ash:ranged"
    )
    check_golden(drawn(scene, whole(30, battle_map), theme), f"areas-{theme}", request, tmp_path)


@pytest.mark.parametrize(("name", "scale"), [("near", 84.0), ("far", 11.0), ("farthest", 4.3)])
def test_scales(name: str, scale: float, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    battle_map = full_map()
    width, height = min(800, round(WIDTH * scale)), min(500, round(HEIGHT * scale))
    viewport = Viewport(4 if scale > 20 else 0, 2 if scale > 20 else 0, scale, width, height)
    scene = with_overlays(battle_map, "movement:ogre", selected="ogre")
    check_golden(drawn(scene, viewport), f"scale-{name}", request, tmp_path)


@pytest.mark.parametrize("hides", [False, True])
def test_pictures_and_fog(hides: bool, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    battle_map = picture_map()
    image = drawn(Scene(battle_map, fog_hides=hides), whole(30, battle_map))
    check_golden(image, f"pictures-{'players' if hides else 'gm'}", request, tmp_path)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tokens_of_every_size(theme: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    x, tokens = 0, []
    for size in (Size.SMALL, Size.LARGE, Size.HUGE, Size.GARGANTUAN, Size.COLOSSAL):
        side = {"small": 1, "large": 2, "huge": 3, "gargantuan": 4, "colossal": 6}[size]
        tokens.append(Creature(f"{size}", size, Square(x, 0), f"team {x}", stance=Stance.TALL))
        x += side
    for row, team in enumerate(("party", "foes", "", "blue", "mercenaries", "cult")):
        for number in range(1, 7):
            conditions = (("blinded", "prone", "dead", "stunned", "dazed", "shaken")[:number]) if row else ()
            tokens.append(
                Creature(f"{team or 'n'}-{number}", Size.MEDIUM, Square(number, 6 + row), team,
                         conditions=conditions, hidden=number == 6, altitude=number - 3)
            )  # fmt: skip
    tokens += [Creature(f"mite {n}", Size.FINE, Square(9, 8), "foes") for n in range(30)]
    tokens += [Creature(f"imp {n}", Size.TINY, Square(10, 8), "party") for n in range(2)]
    battle_map = BattleMap.empty(17, 12).with_changes(creatures=tuple(tokens))
    image = drawn(Scene(battle_map, selection=frozenset({"huge"})), whole(48, battle_map), theme)
    check_golden(image, f"tokens-{theme}", request, tmp_path)


@pytest.mark.parametrize("theme", THEMES)
def test_every_role(theme: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    roles = [role for role in Role if load_theme(theme).style(role).fill is not None]
    battle_map = BattleMap.empty(3 * len(roles) // 2 + 3, 5)
    marks = []
    for number, role in enumerate(roles):
        mask = np.zeros((5, battle_map.width), bool)
        x, y = 3 * (number // 2), 2 * (number % 2)
        mask[y : y + 2, x : x + 2] = True
        mask[y, x] = False
        marks.append(Squares(mask, role))
    image = drawn(Scene(battle_map, (Overlay("roles", tuple(marks)),)), whole(24, battle_map), theme)
    check_golden(image, f"roles-{theme}", request, tmp_path)


def test_legend(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    scene = with_overlays(full_map(), "movement:ogre", "reach:ogre", "flanking", "area:burst:15:10,6")
    image = blank(900, legend_height(scene, 900))
    with QPainter(image) as painter:
        paint_legend(painter, scene, 900, load_theme("light"))
    check_golden(image, "legend", request, tmp_path)


def test_thumbnail(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    image = QImage.fromData(thumbnail(full_map()))
    assert max(image.width(), image.height()) == 256
    check_golden(image, "thumbnail", request, tmp_path)


def test_a_golden_picture_can_fail(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    if request.config.getoption("--update-golden"):
        pytest.skip("golden pictures are being drawn")
    battle_map = full_map()
    image = drawn(Scene(battle_map, selection=frozenset({"ash"})), whole(36, battle_map), "light")
    with QPainter(image) as painter:
        painter.fillRect(100, 100, 36, 36, QColor(NOTICEABLE * 2, 0, 0))
    with pytest.raises(pytest.fail.Exception, match="differ from"):
        check_golden(image, "everything-light", request, tmp_path)
