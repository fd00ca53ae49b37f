"""Areas kept on the map: kept by an action, listed in a panel where they are renamed and taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from gridmap.app.docks.panel import Panel
from gridmap.app.editor import Editor
from gridmap.app.icons import icon
from gridmap.app.look import text_colour
from gridmap.app.tools.area_place import shape_name
from gridmap.app.tools.kept_area import title
from gridmap.edits.templates import change_template, keep_area, remove_templates
from gridmap.model.template import Template
from gridmap.render.theme import Theme

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow


class KeptAreas(QObject):
    """Keeps the area under the cursor, and shows the panel with the first one.

    Attributes:
        panel: the list of the areas kept.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._editor, self._keep = window.editor, window.actions_["keep_area"]
        self.panel = KeptAreasPanel(window.editor, window.canvas.theme, window)
        window.add_panel(self.panel, Qt.DockWidgetArea.RightDockWidgetArea, window.overlays)
        window.actions_.on_trigger(keep_area=self.keep)
        self._editor.overlays.changed.connect(self._show)
        self._show()

    def keep(self) -> None:
        """Keep the area that is laid on the map now."""
        area = self._editor.overlays.area
        if area is None:
            return
        battle_map = self._editor.document.battle_map
        name = area_title(area)
        kept = keep_area(battle_map, area, name)
        self._editor.overlays.place_area(None)
        self._editor.document.commit(kept, self.tr("Keep {area}").format(area=name))
        self._editor.choose_kept_area(kept.templates[-1].id)
        if not battle_map.templates:
            self.panel.show()
            self.panel.raise_()

    def _show(self) -> None:
        self._keep.setEnabled(self._editor.overlays.area is not None)


def area_title(area: str) -> str:
    """What an area is called that nobody has named: its shape and size."""
    _, shape, *parts = area.split(":")
    size = parts[0] if parts and parts[0].isdecimal() else ""
    words = QCoreApplication.translate("kept area", "{shape} {feet} ft") if size else "{shape}"
    return words.format(shape=shape_name(shape), feet=size)


class KeptAreasPanel(Panel):
    """A line for each area: its name, whether players see it, and the button that takes it away."""

    def __init__(self, editor: Editor, theme: Theme, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Kept areas"), "keptAreasPanel", parent)
        self._editor, self._theme = editor, theme
        self._shown: tuple[Template, ...] | None = None
        self._list = QVBoxLayout()
        self._list.setSpacing(4)
        self._hint = QLabel()
        editor.keys.keep(
            lambda: self._hint.setText(
                self.tr(
                    "Lay an area and keep it with {key}: it stays on the map until it is taken away."
                ).format(key=editor.keys.key("keep_area"))
            )
        )
        self._hint.setObjectName("dim")
        self._hint.setWordWrap(True)
        self.column.addLayout(self._list)
        self.column.addWidget(self._hint)
        self.column.addStretch()
        editor.document.changed.connect(self._show)
        editor.kept_area_changed.connect(self._show_chosen)
        self._show()

    @property
    def rows(self) -> tuple[KeptAreaRow, ...]:
        """The lines, the lowest area first."""
        found = []
        for index in range(self._list.count()):
            item = self._list.itemAt(index)
            widget = None if item is None else item.widget()
            if isinstance(widget, KeptAreaRow):
                found.append(widget)
        return tuple(found)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        super().set_theme(theme)
        self._theme = theme
        for row in self.rows:
            row.set_theme(theme)

    def _show(self) -> None:
        templates = self._editor.document.shown.templates
        if templates == self._shown:
            return
        ids = [template.id for template in templates]
        if self._shown is None or ids != [template.id for template in self._shown]:
            for row in self.rows:
                self._list.removeWidget(row)
                row.hide()
                row.deleteLater()
            for template in templates:
                row = KeptAreaRow(self._editor, template)
                row.set_theme(self._theme)
                self._list.addWidget(row)
        else:
            for row, template in zip(self.rows, templates, strict=True):
                row.show_template(template)
        self._shown = templates
        self._hint.setVisible(not templates)
        self._show_chosen()

    def _show_chosen(self) -> None:
        chosen = self._editor.kept_area
        for row in self.rows:
            row.choose.setChecked(chosen is not None and row.template.id == chosen.id)


class KeptAreaRow(QWidget):
    """One area.

    Attributes:
        template: which.
        choose: chooses it on the map.
        name: what it is called.
        secret: whether it is for the GM only.
        remove: takes it away.
    """

    def __init__(self, editor: Editor, template: Template) -> None:
        super().__init__()
        self._editor = editor
        self.template = template
        self._colour: QColor | None = None
        self.choose = QToolButton()
        self.choose.setCheckable(True)
        self.choose.clicked.connect(lambda on: editor.choose_kept_area(self.template.id if on else ""))
        self.name = QLineEdit()
        self.name.setMinimumWidth(60)
        self.name.editingFinished.connect(self._rename)
        self.secret = QToolButton()
        self.secret.setObjectName("eye")
        self.secret.setCheckable(True)
        self.secret.clicked.connect(self._change_secrecy)
        self.remove = QToolButton()
        self.remove.clicked.connect(self._remove)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for widget in (self.choose, self.name, self.secret, self.remove):
            row.addWidget(widget)
        self.show_template(template)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._colour = text_colour(theme)
        self.choose.setIcon(icon("area", self._colour))
        self.remove.setIcon(icon("remove", self._colour))
        self._draw_eye()

    def show_template(self, template: Template) -> None:
        """Show what the area is now."""
        self.template = template
        if self.name.text() != template.name:
            self.name.setText(template.name)
        self.secret.setChecked(not template.secret)
        name = title(template)
        for widget, words in (
            (self.choose, self.tr("Choose {area} on the map: arrows move it, Delete takes it away")),
            (self.name, self.tr("Name of {area}")),
            (self.secret, self.tr("Players see {area}")),
            (self.remove, self.tr("Take {area} away")),
        ):
            widget.setAccessibleName(words.format(area=name))
            widget.setToolTip(words.format(area=name))
        self._draw_eye()

    def _draw_eye(self) -> None:
        if self._colour is not None:
            self.secret.setIcon(icon("eye-off" if self.template.secret else "eye", self._colour))

    def _rename(self) -> None:
        self._change(self.tr("Rename {area}"), name=self.name.text().strip())

    def _change_secrecy(self, seen: bool) -> None:
        words = self.tr("Show {area} to players") if seen else self.tr("Hide {area} from players")
        self._change(words, secret=not seen)

    def _change(self, label: str, **changes: object) -> None:
        document = self._editor.document
        if all(each.id != self.template.id for each in document.battle_map.templates):
            return
        changed = change_template(document.battle_map, self.template.id, **changes)
        if changed is not document.battle_map:
            document.commit(changed, label.format(area=title(self.template)))

    def _remove(self) -> None:
        document = self._editor.document
        removed = remove_templates(document.battle_map, {self.template.id})
        document.commit(removed, self.tr("Delete {area}").format(area=title(self.template)))
