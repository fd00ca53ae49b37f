"""The Export window: its preview, its files, presets, cancelling."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from gridmap.app import export_window as module
from gridmap.app.export_window import ExportCommands, ExportWindow
from gridmap.app.main_window import MainWindow
from gridmap.export_presets import presets_folder
from gridmap.model import Creature, Note, Point, Size, Square
from tests.gui.hand import Hand


@pytest.fixture
def export(window: MainWindow) -> Iterator[ExportWindow]:
    feature = window.features["ExportCommands"]
    assert isinstance(feature, ExportCommands)
    window.actions_["export"].trigger()
    opened = feature.export_window
    assert opened.isVisible()
    assert not opened.isModal()
    opened.form.show_preset(opened._presets["vtt-70"])
    for box in (opened.form.creatures, opened.form.notes):
        box.setChecked(True)
    opened.form.title.clear()
    opened.form.overlays.setChecked(False)
    choose(opened.form.part, "whole")
    opened.refresh()
    yield opened
    opened.close()
    shutil.rmtree(presets_folder(), ignore_errors=True)


def choose(field: object, value: str) -> None:
    field.setCurrentIndex(field.findData(value))  # type: ignore[attr-defined]


def written(window: MainWindow, qtbot: QtBot, export: ExportWindow, path: Path) -> Path:
    export.export_to(path)
    qtbot.waitUntil(lambda: path.name in window.strip.text, timeout=30_000)
    return path


def test_the_preview_is_the_file(
    window: MainWindow, qtbot: QtBot, export: ExportWindow, folder: Path
) -> None:
    export.form.pixels.setValue(20)
    export.form.title.setText("The ford")
    export.form.border.setChecked(True)
    export.refresh()
    (page,) = export.pages
    path = written(window, qtbot, export, folder / "map.png")
    assert QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32) == page.image()
    assert "0 hidden things" in window.strip.text
    assert f"{page.size.width():,}" in export.words.text()


def test_a_handout_for_players_shows_nothing_hidden(
    window: MainWindow, qtbot: QtBot, export: ExportWindow, folder: Path
) -> None:
    document = window.editor.document
    export.form.pixels.setValue(20)
    export.form.overlays.setChecked(True)
    shown = document.battle_map.with_changes(notes=(Note(Point(3, 3), "The ford", secret=False),))
    hidden = Creature("worg", Size.LARGE, Square(5, 8), "foes", hidden=True)
    secret = Note(Point(9, 9), "Chest under the straw", secret=True)
    full = shown.with_changes(creatures=(*shown.creatures, hidden), notes=(*shown.notes, secret))
    pictures = []
    for name, battle_map in (("with", full), ("without", shown)):
        document.commit(battle_map, "Show")
        window.editor.selection.select({"vala"})
        pictures.append(QImage(str(written(window, qtbot, export, folder / f"{name}.png"))))
    assert pictures[0] == pictures[1]
    assert export.handout().overlays, "the overlays are in it"
    document.commit(full, "Show")
    window.editor.selection.select({"worg"})
    assert not any("worg" in name for name in export.handout().overlays)
    export.form.gm.setChecked(True)
    assert any("worg" in name for name in export.handout().overlays)
    assert QImage(str(written(window, qtbot, export, folder / "gm.png"))) != pictures[0]


@pytest.mark.parametrize("ending", ["jpg", "webp", "svg", "pdf"])
def test_every_kind_of_file_is_written(
    window: MainWindow, qtbot: QtBot, export: ExportWindow, folder: Path, ending: str
) -> None:
    choose(export.form.kind, ending)
    export.form.pixels.setValue(10)
    export.refresh()
    path = written(window, qtbot, export, folder / f"map.{ending}")
    assert path.stat().st_size > 500
    assert export.pages


def test_a_pdf_is_looked_at_page_by_page(export: ExportWindow) -> None:
    choose(export.form.kind, "pdf")
    export.form.split.setChecked(True)
    choose(export.form.page_paper, "a4")
    export.refresh()
    count = len(export.pages)
    assert count == 6, "20 x 15 squares on 7 x 10 a page"
    assert not export.back.isEnabled()
    export.forward.click()
    assert export.preview.page is export.pages[1]
    assert "2 of 6" in export.words.text()
    export.form.split.setChecked(False)
    export.refresh()
    assert len(export.pages) == 1


def test_the_part_is_what_is_selected_or_in_view(
    window: MainWindow, hand: Hand, export: ExportWindow
) -> None:
    export.form.pixels.setValue(10)
    choose(export.form.part, "selected")
    export.refresh()
    assert not export.pages
    assert not export.export_button.isEnabled()
    window.editor.selection.select({"ogre"})
    assert export.handout().regions == ((5, 5, 9, 9),)
    window.editor.take("region")
    hand.drag((1.5, 1.5), (3.5, 2.5))
    assert export.handout().regions == ((1, 1, 4, 3),)
    window.editor.region.select(None)
    choose(export.form.part, "view")
    window.canvas.set_scale(200)
    (seen,) = export.handout().regions
    assert 0 < seen.right - seen.left < 20


def test_the_preview_follows_the_map(window: MainWindow, qtbot: QtBot, export: ExportWindow) -> None:
    export.form.pixels.setValue(10)
    export.refresh()
    before = export.pages[0].image()
    document = window.editor.document
    document.commit(document.battle_map.with_changes(creatures=()), "Clear")
    qtbot.waitUntil(lambda: export.pages[0].image() != before)


def test_choices_are_kept_as_a_preset(export: ExportWindow, window: MainWindow) -> None:
    export.form.pixels.setValue(33)
    export.form.compass.setChecked(True)
    export.keep_preset("My table")
    assert (presets_folder() / "my-table.toml").is_file()
    export.form.pixels.setValue(70)
    export.form.compass.setChecked(False)
    export.presets.setCurrentIndex(export.presets.findData("my-table"))
    export.presets.activated.emit(export.presets.currentIndex())
    assert export.form.pixels.value() == 33
    assert export.form.compass.isChecked()
    export.keep_preset("???")
    assert "name" in window.strip.text


def test_a_preset_is_named_while_it_is_what_is_chosen(export: ExportWindow) -> None:
    export.presets.setCurrentIndex(export.presets.findData("vtt-140"))
    export.presets.activated.emit(export.presets.currentIndex())
    export.form.title.setText("The ford")
    assert export.presets.currentData() == "vtt-140"
    export.form.compass.setChecked(not export.form.compass.isChecked())
    assert not export.presets.currentData()


def test_every_shipped_preset_fills_the_form_and_comes_out_again(export: ExportWindow) -> None:
    for name, preset in export._presets.items():
        export.form.show_preset(preset)
        again = export.form.preset(name, preset.title)
        assert again.format == preset.format, name
        assert again.pages == preset.pages, name
        assert again.handout.players == preset.handout.players
        assert again.handout.scale == preset.handout.scale, name


def test_a_cancelled_export_leaves_the_old_file(
    window: MainWindow, qtbot: QtBot, export: ExportWindow, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "map.png"
    path.write_bytes(b"old")
    begun, go_on = threading.Event(), threading.Event()
    tell = ExportWindow._tell

    def slow(self: ExportWindow, share: float) -> None:
        begun.set()
        go_on.wait(10)
        tell(self, share)

    monkeypatch.setattr(ExportWindow, "_tell", slow)
    export.export_to(path)
    assert export.bar.isVisible()
    assert begun.wait(10)
    export.cancel_button.click()
    go_on.set()
    qtbot.waitUntil(lambda: "cancelled" in window.strip.text)
    assert path.read_bytes() == b"old"
    assert [place.name for place in folder.iterdir()] == ["map.png"]
    assert not export.bar.isVisible()
    assert export.export_button.isEnabled()


def test_an_export_that_fails_is_one_sentence(
    window: MainWindow, qtbot: QtBot, export: ExportWindow, folder: Path
) -> None:
    export.export_to(folder / "nowhere" / "map.png")
    qtbot.waitUntil(lambda: "Nothing was exported" in window.strip.text)
    assert "\n" not in window.strip.text


def test_the_picture_is_copied(window: MainWindow, export: ExportWindow) -> None:
    export.form.pixels.setValue(10)
    export.copy_button.click()
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (200, 150)
    window.actions_["copy_map_picture"].trigger()
    assert "Copied" in window.strip.text


def test_printing_asks_by_the_systems_dialog(
    window: MainWindow, export: ExportWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(module, "print_map", lambda *arguments: asked.append(arguments[3]))
    window.actions_["print_map"].trigger()
    assert asked == [export.handout()]
