from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from gridmap.export_job import ExportJob, run_job
from gridmap.model import BattleMap, Creature, Fog, Note, Picture, Point, Size, Square
from gridmap.render import handout as handout_module
from gridmap.render.handout import Handout
from gridmap.render.page_split import PageSetup
from gridmap.render.png_stream import write_png
from gridmap.render.prove import Proof, prove
from gridmap.rules.ruleset import shipped_ruleset
from tests.render.maps import HEIGHT, WIDTH, full_map, picture_map

RULES = shipped_ruleset("pathfinder-1e")
ENDINGS = ("png", "jpg", "webp", "pdf", "svg")


def secret_map() -> BattleMap:
    """Hidden creatures, secret notes, fog with all sorts of things beneath, and a picture that it cuts."""
    revealed = np.ones((HEIGHT, WIDTH), np.uint8)
    revealed[:, 17:] = 0
    revealed[10:, :6] = 2
    pictures = picture_map()
    battle_map = full_map()
    return battle_map.with_changes(
        fog=Fog(revealed),
        assets=pictures.assets,
        pictures=(Picture("meadow.png", Point(11, 2), 10, 8, turn=20),),
        notes=(*battle_map.notes, Note(Point(3, 3), "The cult of Ymir meets here")),
        creatures=(*battle_map.creatures, Creature("lurker", Size.LARGE, Square(8, 8), hidden=True)),
    )


def written(path: Path, battle_map: BattleMap, handout: Handout, pages: PageSetup | None = None) -> Proof:
    (done,) = run_job(ExportJob(handout, path, pages, force=True), battle_map, RULES)
    return prove(done.path, battle_map, handout, RULES, pages, done.part)


@pytest.mark.parametrize("ending", ENDINGS)
def test_handouts_prove_clean(ending: str, tmp_path: Path) -> None:
    handout = Handout(pixels_per_square=40, title="The mill", scale_bar=True, overlays=("movement:ash",))
    proof = written(tmp_path / f"map.{ending}", secret_map(), handout)
    assert proof.is_clean
    assert proof.sentence().startswith("0 hidden things, 0 pixels beyond the fog: ")


def test_pages_prove_clean(tmp_path: Path) -> None:
    assert written(tmp_path / "map.pdf", secret_map(), Handout(), PageSetup("a4")).is_clean


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_hidden_creature_that_leaks_is_found(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the players' map forgets to leave out hidden creatures."""
    players_map = handout_module.players_map

    def leaky(battle_map: BattleMap, *others: object) -> BattleMap:
        shown = tuple(replace(creature, hidden=False) for creature in battle_map.creatures)
        return players_map(battle_map.with_changes(creatures=shown), *others)  # type: ignore[arg-type]

    monkeypatch.setattr(handout_module, "players_map", leaky)
    proof = written(tmp_path / f"map.{ending}", secret_map(), Handout(pixels_per_square=40))
    assert not proof.is_clean
    if ending in ("png", "jpg", "webp"):
        assert "hidden creature lurker" in proof.hidden
    else:
        assert proof.hidden


@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_fog_that_lets_through_is_found(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    battle_map = secret_map()
    handout = Handout(pixels_per_square=40)
    (done,) = run_job(ExportJob(handout, tmp_path / f"map.{ending}"), battle_map, RULES)
    image = QImage(str(done.path)).convertToFormat(QImage.Format.Format_RGB888)
    with QPainter(image) as painter:
        painter.fillRect(20 * 40, 5 * 40, 16, 16, QColor("white"))
    if ending == "png":
        lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
        with open(done.path, "wb") as file:
            rows = lines[:, : image.width() * 3].reshape(image.height(), image.width(), 3)
            write_png(file, image.width(), image.height(), [rows], 40)
    else:
        assert image.save(str(done.path), "JPG", 95)
    proof = prove(done.path, battle_map, handout, RULES, None, done.part)
    assert proof.beyond_fog >= 64
    assert not proof.is_clean
    if ending == "png":
        assert (proof.beyond_fog, proof.others) == (16 * 16, 0)


def test_a_single_pixel_is_found(tmp_path: Path) -> None:
    battle_map = secret_map()
    handout = Handout(pixels_per_square=40)
    (done,) = run_job(ExportJob(handout, tmp_path / "map.png"), battle_map, RULES)
    image = QImage(str(done.path)).convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    rows = lines[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()
    rows[8 * 40 + 20, 8 * 40 + 20, 1] ^= 1
    with open(done.path, "wb") as file:
        write_png(file, image.width(), image.height(), [rows], 40)
    proof = prove(done.path, battle_map, handout, RULES, None, done.part)
    assert proof.hidden == ("hidden creature lurker",)
    assert proof.as_json()["clean"] is False


@pytest.mark.parametrize("ending", ENDINGS)
def test_words_put_into_a_file_are_found(ending: str, tmp_path: Path) -> None:
    battle_map = secret_map()
    handout = Handout(pixels_per_square=20)
    path = tmp_path / f"map.{ending}"
    (done,) = run_job(ExportJob(handout, path), battle_map, RULES)
    content = path.read_bytes()
    comment = b"<!-- The cult of Ymir meets here -->" if ending == "svg" else b"The cult of Ymir meets here"
    if ending == "jpg":
        content = content[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + content[2:]
    elif ending == "png":
        import struct
        import zlib

        chunk = struct.pack(">I", len(comment)) + b"tEXt" + comment
        content = content[:33] + chunk + struct.pack(">I", zlib.crc32(b"tEXt" + comment)) + content[33:]
    else:
        content += comment
    path.write_bytes(content)
    if ending == "png":
        with pytest.raises(ValueError, match="holds more than pixels: tEXt"):
            prove(path, battle_map, handout, RULES, None, done.part)
        return
    proof = prove(path, battle_map, handout, RULES, None, done.part)
    assert any("The cult of Ymir" in what for what in proof.hidden)


def test_what_lies_beneath_fog_on_a_picture_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a picture is not cut to what is known, and the fog over it is thin."""
    monkeypatch.setattr("gridmap.render.pictures.known_part", lambda image, *_: image)
    monkeypatch.setattr("gridmap.render.fog._fill", lambda *_: None)
    proof = written(tmp_path / "map.png", secret_map(), Handout(pixels_per_square=40))
    assert proof.beyond_fog > 1000
