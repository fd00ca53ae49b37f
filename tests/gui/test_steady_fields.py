"""Scrolling past a field is no edit."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gridmap.app.steady import ComboBox, SpinBox


def _scroll(field: QWidget) -> None:
    middle = QPointF(field.rect().center())
    event = QWheelEvent(
        middle,
        field.mapToGlobal(middle),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(field, event)


def test_the_wheel_changes_only_the_field_in_hand(qtbot: QtBot) -> None:
    panel = QWidget()
    qtbot.addWidget(panel)
    rulesets, side = ComboBox(panel), SpinBox(panel)
    rulesets.addItems(["One", "Two", "Three"])
    side.setRange(0, 9)
    side.setValue(5)
    panel.show()
    panel.setFocus()
    _scroll(rulesets)
    _scroll(side)
    assert (rulesets.currentIndex(), side.value()) == (0, 5)
    rulesets.setFocus()
    qtbot.waitUntil(rulesets.hasFocus)
    _scroll(rulesets)
    assert rulesets.currentIndex() == 1
    side.setFocus()
    qtbot.waitUntil(side.hasFocus)
    _scroll(side)
    assert side.value() == 4
