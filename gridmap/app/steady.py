"""Fields that the wheel changes only once they have the focus: scrolling past one is no edit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QKeySequenceEdit,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QWidget,
)

from gridmap.app.guarded import guarded


@guarded
class ComboBox(QComboBox):
    """A list of choices."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the panel scroll unless this field is the one in hand."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


@guarded
class DoubleSpinBox(QDoubleSpinBox):
    """A number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the panel scroll unless this field is the one in hand."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


@guarded
class SpinBox(QSpinBox):
    """A whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the panel scroll unless this field is the one in hand."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def offer_clearing(field: QLineEdit | QKeySequenceEdit) -> None:
    """A button in the field that clears it, with a name for those who hear it."""
    field.setClearButtonEnabled(True)
    for button in field.findChildren(QToolButton):
        button.setAccessibleName(field.tr("Clear: {field}").format(field=field.accessibleName()))
