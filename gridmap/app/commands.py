"""What the actions do to editor and canvas."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gridmap.app import creature_places as places
from gridmap.app.actions import Actions
from gridmap.app.canvas import ZOOM_STEP, Canvas
from gridmap.app.editor import Editor
from gridmap.edits.creatures import duplicate_creatures, remove_creatures

TABLE_SCALE = 70
"""Pixels a square, as virtual tables draw it."""
_OVERLAYS = ("movement", "reach", "threats", "flanking", "cover", "walls")


class Commands(QObject):
    """Joins the actions to what they work on, and shows in them what is possible."""

    def __init__(self, actions: Actions, editor: Editor, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._actions = actions
        self._editor = editor
        self._canvas = canvas
        actions.on_trigger(
            undo=editor.undo,
            redo=editor.redo,
            duplicate=self._duplicate,
            delete=self._delete,
            select_all=self._select_all,
            select_none=editor.selection.clear,
            zoom_in=lambda: canvas.zoom(ZOOM_STEP),
            zoom_out=lambda: canvas.zoom(1 / ZOOM_STEP),
            fit=canvas.fit,
            table_size=lambda: canvas.set_scale(TABLE_SCALE),
            smaller=lambda: editor.options.change_brush_size(-1),
            larger=lambda: editor.options.change_brush_size(1),
            clear_area=lambda: editor.overlays.place_area(None),
        )
        for action in actions.group("tool"):
            name = action.objectName().removeprefix("tool_")
            action.triggered.connect(lambda _=False, name=name: editor.take(name))
        for name in _OVERLAYS:
            actions[f"overlay_{name}"].triggered.connect(
                lambda on, name=name: editor.overlays.choose(**{name: on})
            )
        for name in ("grid", "pictures", "names"):
            actions[name].triggered.connect(lambda on, name=name: editor.view.show(**{name: on}))
        editor.document.changed.connect(self._show_history)
        editor.document.changed.connect(self._show_selection)
        editor.selection.changed.connect(self._show_selection)
        editor.tool_changed.connect(self._show_tool)
        editor.overlays.changed.connect(self._show_area)
        editor.overlays.choice_changed.connect(self._show_switches)
        editor.view.changed.connect(self._show_switches)
        self._show_history()
        self._show_selection()
        self._show_tool()
        self._show_area()
        self._show_switches()

    def _duplicate(self) -> None:
        battle_map = self._editor.document.battle_map
        creatures = self._editor.selection.creatures
        if not creatures:
            return
        dx, dy = places.shift_on_map(battle_map, creatures, 1, 1)
        copied = duplicate_creatures(battle_map, self._editor.selection.ids, dx, dy)
        self._editor.document.commit(copied, self._count_label(self.tr("Duplicate"), len(creatures)))
        added = copied.creatures[len(battle_map.creatures) :]
        self._editor.selection.select(creature.id for creature in added)

    def _delete(self) -> None:
        ids = self._editor.selection.ids
        removed = remove_creatures(self._editor.document.battle_map, ids)
        self._editor.document.commit(removed, self._count_label(self.tr("Delete"), len(ids)))

    def _count_label(self, verb: str, count: int) -> str:
        single = self._editor.selection.single
        if single is not None:
            return f"{verb} {single.title}"
        return self.tr("{verb} {count} creatures").format(verb=verb, count=count)

    def _select_all(self) -> None:
        self._editor.selection.select(creature.id for creature in self._editor.document.shown.creatures)

    def _show_history(self) -> None:
        document = self._editor.document
        undo, redo = self._actions["undo"], self._actions["redo"]
        undo.setEnabled(bool(document.undo_label))
        redo.setEnabled(bool(document.redo_label))
        undo.setText(
            self.tr("&Undo: {label}").format(label=document.undo_label)
            if document.undo_label
            else self.tr("&Undo")
        )
        redo.setText(
            self.tr("&Redo: {label}").format(label=document.redo_label)
            if document.redo_label
            else self.tr("&Redo")
        )

    def _show_selection(self) -> None:
        some = bool(self._editor.selection.ids)
        for name in ("duplicate", "delete", "select_none"):
            self._actions[name].setEnabled(some)
        self._actions["select_all"].setEnabled(bool(self._editor.document.shown.creatures))

    def _show_tool(self) -> None:
        self._actions[f"tool_{self._editor.tool.name}"].setChecked(True)

    def _show_area(self) -> None:
        self._actions["clear_area"].setEnabled(self._editor.overlays.area is not None)

    def _show_switches(self) -> None:
        choice, visible = self._editor.overlays.choice, self._editor.view.visible
        for name in _OVERLAYS:
            self._actions[f"overlay_{name}"].setChecked(bool(getattr(choice, name)))
        for name in ("grid", "pictures", "names"):
            self._actions[name].setChecked(bool(getattr(visible, name)))
