"""The base of the panels: a dock whose content scrolls where the window is low."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDockWidget,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.icons import icon
from gridmap.app.look import text_colour
from gridmap.render.theme import Theme

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
        self._title = _TitleBar(self)
        self.setTitleBarWidget(self._title)
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
        scroll.setAccessibleName(title)  # Tab reaches it, to scroll by keys
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.content)
        self.setWidget(scroll)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._title.set_theme(theme)


class _TitleBar(QWidget):
    """A panel's name and the button that closes it."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        name = QLabel(panel.windowTitle())
        name.setObjectName("panelTitle")
        self._close = QToolButton()
        self._close.setObjectName("panelClose")
        self._close.setIconSize(QSize(14, 14))
        words = self.tr("Close panel: {name}").format(name=panel.windowTitle())
        self._close.setAccessibleName(words)
        self._close.setToolTip(self.tr("Close this panel; the View menu brings it back."))
        self._close.clicked.connect(panel.close)
        row = QHBoxLayout(self)
        row.setContentsMargins(MARGIN, 7, 6, 3)
        row.addWidget(name, 1)
        row.addWidget(self._close)

    def set_theme(self, theme: Theme) -> None:
        """Draw the button in a theme's colours."""
        self._close.setIcon(icon("close", text_colour(theme)))


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
