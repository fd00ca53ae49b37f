"""Numbered backups: the newest ten, and one of each of ten days before."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from gridmap.formats.backups import DAYS, NEWEST, backups, backups_folder, keep_backup
from gridmap.formats.file_mark import file_mark

NOON = datetime(2024, 5, 1, 12)


def save(path: Path, text: str, when: datetime) -> None:
    """What a program does that replaces a file whole."""
    keep_backup(path)
    spare = path.with_suffix(".new")
    spare.write_text(text)
    os.utime(spare, (when.timestamp(), when.timestamp()))
    spare.replace(path)


def test_a_file_not_there_has_no_backup(tmp_path: Path) -> None:
    assert keep_backup(tmp_path / "cave.gridmap") is None
    assert not backups(tmp_path / "cave.gridmap")
    assert not backups_folder(tmp_path / "cave.gridmap").exists()


def test_the_newest_are_kept_in_order(tmp_path: Path) -> None:
    path = tmp_path / "cave.gridmap"
    for number in range(NEWEST + 4):
        save(path, str(number), NOON + timedelta(minutes=number))
    kept = backups(path)
    newest = [str(number) for number in reversed(range(NEWEST + 3))]
    assert [backup.path.read_text() for backup in kept] == [*newest[:NEWEST], newest[NEWEST]]
    assert [backup.number for backup in kept][:2] == [NEWEST + 3, NEWEST + 2]
    assert path.read_text() == str(NEWEST + 3)


def test_of_earlier_days_the_last_version_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "cave.gridmap"
    for day in range(14):
        for minute in range(3):
            save(path, f"{day}.{minute}", NOON + timedelta(days=day, minutes=minute))
    for minute in range(NEWEST):
        save(path, f"today.{minute}", NOON + timedelta(days=20, minutes=minute))
    texts = [backup.path.read_text() for backup in backups(path)]
    assert texts[: NEWEST - 1] == [f"today.{minute}" for minute in reversed(range(NEWEST - 1))]
    assert len(texts) <= NEWEST + DAYS
    assert [text for text in texts if text.endswith(".2")][-3:] == ["6.2", "5.2", "4.2"]
    assert not {"13.0", "12.1"} & set(texts)


def test_without_hard_links_a_backup_is_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(95, "not supported")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "cave.gridmap"
    path.write_text("one")
    keep_backup(path)
    path.write_text("two")
    assert [backup.path.read_text() for backup in backups(path)] == ["one"]


def test_other_files_in_the_folder_are_no_backups(tmp_path: Path) -> None:
    path = tmp_path / "cave.gridmap"
    path.write_text("one")
    keep_backup(path)
    (backups_folder(path) / "mine.gridmap").write_text("?")
    (backups_folder(path) / "0007.txt").write_text("?")
    assert [backup.number for backup in backups(path)] == [1]


def test_a_mark_tells_a_replaced_file(tmp_path: Path) -> None:
    path = tmp_path / "cave.gridmap"
    assert file_mark(path) is None
    path.write_text("one")
    before = file_mark(path)
    assert before == file_mark(path)
    (tmp_path / "new").write_text("two")
    (tmp_path / "new").replace(path)
    assert file_mark(path) != before
