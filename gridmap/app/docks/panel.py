"""The base of the panels: a dock whose content scrolls where the window is low."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDockWidget,
    QFormLayout,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

MARGIN = 10
SPACING = 6
ROW_HEIGHT = 26


class Panel(QDockWidget):
    """A dock with a column of widgets."""

    def __init__(self, title: str, name: str, parent: QWidget | None = None, *, scrolls: bool = True) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setAllowedAreas(Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea)
        self.content = QWidget()
        self.column = QVBoxLayout(self.content)
        self.column.setContentsMargins(MARGIN, 4, MARGIN, MARGIN)
        self.column.setSpacing(SPACING)
        self.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable | QDockWidget.DockWidgetFeature.DockWidgetMovable
        )
        if not scrolls:
            self.content.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
            self.setWidget(self.content)
            return
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.content)
        self.setWidget(scroll)


def form_layout() -> QFormLayout:
    """A form of labels and fields that fills a panel's width."""
    form = QFormLayout()
    form.setHorizontalSpacing(10)
    form.setVerticalSpacing(SPACING)
    form.setContentsMargins(0, 0, 0, 0)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    return form


def add_row(form: QFormLayout, text: str, field: QWidget) -> None:
    """A field with its label level with its first line."""
    label = QLabel(text)
    label.setBuddy(field)
    height = field.sizeHint().height()
    label.setMinimumHeight(min(height, ROW_HEIGHT))
    if height > 2 * ROW_HEIGHT:
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        label.setContentsMargins(0, SPACING, 0, 0)
    form.addRow(label, field)
