"""The windows' look: palette and style sheet, made from the map theme's colours alone."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from gridmap.render.colour import colour
from gridmap.render.theme import Theme
from gridmap.resource_path import resource_path


def dress(application: QApplication, theme: Theme) -> None:
    """Give every widget the theme's colours."""
    # One sheet in place of another has Qt look at every rule of every widget again and again: from none
    # to the new one takes a third of the time, to the same pixels.
    application.setStyleSheet("")
    application.setPalette(palette_of(theme))
    application.setStyleSheet(style_sheet(theme))


def palette_of(theme: Theme) -> QPalette:
    """A widget palette: panels as the legend's panel, accents as the selection."""
    panel, text = _solid(theme.panel.fill), _solid(theme.panel.text)
    dim = _solid(theme.panel.dim)
    window = _mixed(panel, text, 0.06)
    palette = QPalette()
    for role, value in (
        (QPalette.ColorRole.Window, window),
        (QPalette.ColorRole.WindowText, text),
        (QPalette.ColorRole.Base, panel),
        (QPalette.ColorRole.AlternateBase, _mixed(panel, text, 0.04)),
        (QPalette.ColorRole.Text, text),
        (QPalette.ColorRole.PlaceholderText, _mixed(panel, text, 0.55)),
        (QPalette.ColorRole.Button, _mixed(panel, text, 0.1)),
        (QPalette.ColorRole.ButtonText, text),
        (QPalette.ColorRole.BrightText, _solid(theme.creatures.badge_text)),
        (QPalette.ColorRole.ToolTipBase, panel),
        (QPalette.ColorRole.ToolTipText, text),
        (QPalette.ColorRole.Highlight, accent(theme)),
        (QPalette.ColorRole.HighlightedText, on_accent(theme)),
        (QPalette.ColorRole.Accent, accent(theme)),
        (QPalette.ColorRole.Link, accent(theme)),
        (QPalette.ColorRole.Light, _mixed(panel, text, 0.02)),
        (QPalette.ColorRole.Midlight, _mixed(panel, text, 0.12)),
        (QPalette.ColorRole.Mid, _mixed(panel, text, 0.22)),
        (QPalette.ColorRole.Dark, _mixed(panel, text, 0.35)),
        (QPalette.ColorRole.Shadow, _mixed(panel, text, 0.6)),
    ):
        palette.setColor(role, value)
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, _mixed(window, dim, 0.6))
    palette.setColor(
        QPalette.ColorGroup.Disabled, QPalette.ColorRole.Highlight, _mixed(window, accent(theme), 0.3)
    )
    return palette


def accent(theme: Theme) -> QColor:
    """The colour of what is chosen: the first team's token."""
    return _solid(theme.creatures.teams[0].fill)


def on_accent(theme: Theme) -> QColor:
    """Text on the accent."""
    return _solid(theme.creatures.teams[0].text)


def text_colour(theme: Theme) -> QColor:
    """The colour of words and icons in panels."""
    return _solid(theme.panel.text)


def style_sheet(theme: Theme) -> str:
    """What a palette cannot say: spacing, thin borders, quiet tool buttons."""
    panel, text = _solid(theme.panel.fill), _solid(theme.panel.text)
    words = {
        "window": _mixed(panel, text, 0.06).name(),
        "panel": panel.name(),
        "text": text.name(),
        "dim": _solid(theme.panel.dim).name(),
        "rule": _mixed(panel, text, 0.18).name(),
        "field": _mixed(panel, text, 0.3).name(),
        "hover": _mixed(panel, text, 0.14).name(),
        "pressed": _mixed(panel, text, 0.24).name(),
        "accent": accent(theme).name(),
        "chosen": _mixed(panel, accent(theme), 0.28).name(),
        "on_accent": on_accent(theme).name(),
    }
    sheet = _SHEET
    for name, value in words.items():
        sheet = sheet.replace(f"@{name};", f"{value};")
    check = "check-light.svg" if on_accent(theme).lightness() > 128 else "check-dark.svg"
    return sheet.replace("@check;", resource_path("icons", check).as_posix())


def _solid(text: str) -> QColor:
    """A theme's colour without its translucency."""
    result = QColor(colour(text))
    result.setAlpha(255)
    return result


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    """A colour between two, `share` of the way to the other."""
    return QColor(
        *(
            round(a + (b - a) * share)
            for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
        )
    )


_SHEET = """
QToolTip { color: @text; background: @panel; border: 1px solid @field; padding: 5px 7px; }
QToolBar { background: @window; border: none; border-bottom: 1px solid @rule; }
QToolBar { spacing: 2px; padding: 3px 6px; }
QToolBar:left, QToolBar:right { border-bottom: none; border-right: 1px solid @rule; }
QToolBar::separator { background: @rule; width: 1px; height: 1px; margin: 4px 6px; }
QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 5px; }
QToolButton:hover { background: @hover; }
QToolButton:pressed { background: @pressed; }
QToolButton:checked { background: @chosen; border-color: @accent; }
QToolButton#terrain { padding: 2px 5px; }
QToolButton#eye { padding: 4px; }
QToolButton#eye:checked { background: transparent; border-color: transparent; }
QToolButton#qt_toolbar_ext_button { padding: 0; background: @hover; }
QToolButton:focus { border-color: @accent; }
QMenuBar { background: @window; border-bottom: 1px solid @rule; padding: 2px 4px; }
QMenuBar::item { padding: 4px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @panel; border: 1px solid @field; padding: 3px; }
QMenu::item { padding: 3px 14px 3px 8px; border: 1px solid transparent; border-radius: 4px; }
QMenu::item:selected { background: @chosen; color: @text; }
QMenu::separator { height: 1px; background: @rule; margin: 3px 5px; }
QMenu::icon { padding: 1px; border: 1px solid transparent; border-radius: 4px; }
QMenu::icon:checked { background: @chosen; border-color: @accent; }
QMenu::indicator { width: 14px; height: 14px; margin: 0 2px; border: 1px solid @dim; background: @panel; }
QMenu::indicator:non-exclusive { border-radius: 3px; }
QMenu::indicator:exclusive { border-radius: 8px; }
QMenu::indicator:non-exclusive:checked { background: @accent; border-color: @accent; image: url("@check;"); }
QMenu::indicator:exclusive:checked { width: 6px; height: 6px; border: 5px solid @accent; }
QMenu::indicator:exclusive:checked { background: @on_accent; }
QMenu::indicator:disabled { border-color: @field; }
QMenu::indicator:non-exclusive:checked:disabled { background: @field; border-color: @field; }
QStatusBar { background: @window; border-top: 1px solid @rule; }
QStatusBar::item { border: none; }
QMainWindow::separator { background: @rule; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QLabel#panelTitle { font-weight: 700; }
QToolButton#panelClose { padding: 1px; }
QScrollArea { border: none; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { min-height: 22px; }
QFrame#rule { color: @rule; }
QFrame#optionBar { background: @window; border-bottom: 1px solid @rule; min-height: 34px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QCheckBox { spacing: 6px; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @dim; border-radius: 3px; }
QCheckBox::indicator { background: @panel; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: @accent; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url("@check;"); }
QScrollBar:vertical { background: transparent; width: 9px; margin: 0; }
QScrollBar::handle:vertical { background: @field; border-radius: 3px; min-height: 28px; margin: 1px 2px; }
QScrollBar::handle:vertical:hover { background: @dim; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QFrame#messageStrip { background: @panel; border-bottom: 1px solid @rule; }
QFrame#messageStrip QPushButton { padding: 3px 12px; }
QFrame#startPage, QWidget#startContent { background: @window; }
QFrame#noteSlip { background: @panel; border: 1px solid @accent; border-radius: 5px; }
QLabel#startTitle { font-size: 24px; font-weight: 700; }
QToolButton#mapCard { background: @panel; border: 1px solid @rule; border-radius: 8px; padding: 8px; }
QToolButton#mapCard:hover { border-color: @accent; background: @panel; }
QToolButton#mapCard:focus { border: 2px solid @accent; }
QDialog#palette { background: @panel; border: 1px solid @field; }
QDialog#palette QListWidget { border: none; background: @panel; }
QDialog#palette QListWidget::item:selected { background: @chosen; color: @text; }
QLabel#heading { font-weight: 700; }
QLabel#dim { color: @dim; }
"""
