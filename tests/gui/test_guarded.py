"""A fault in an event handler must not end the program."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import numpy as np
import pytest

import gridmap.app
from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from tests.gui.hand import Hand


def test_the_program_goes_on_after_a_fault(
    window: MainWindow, editor: Editor, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: told.append(kind))

    def fault(_: object) -> None:
        np.zeros((2, 3)) + np.zeros((3, 2))

    with monkeypatch.context() as patch:
        patch.setattr(editor.tool, "hover", fault)
        hand.move(3.5, 3.5)
    assert told == [ValueError]
    editor.take("brush")
    hand.click(2.5, 2.5)
    assert editor.document.undo_label


def handling_classes() -> list[tuple[str, ast.ClassDef]]:
    return [
        (path.name, kind)
        for path in sorted(Path(gridmap.app.__file__).parent.rglob("*.py"))
        for kind in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(kind, ast.ClassDef)
        and any(
            isinstance(each, ast.FunctionDef)
            and (each.name.endswith("Event") or each.name in ("event", "eventFilter"))
            for each in kind.body
        )
    ]


def test_every_class_that_handles_events_is_guarded() -> None:
    found = handling_classes()
    assert len(found) > 20
    unguarded = [
        f"{name}: {kind.name}"
        for name, kind in found
        if "guarded" not in [each.id for each in kind.decorator_list if isinstance(each, ast.Name)]
    ]
    assert not unguarded
