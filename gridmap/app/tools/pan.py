"""Move the view."""

from __future__ import annotations

from PySide6.QtCore import Qt

from gridmap.app.tools.tool import Tool


class PanTool(Tool):
    """Dragging moves the map; the middle button and the space bar do so with any tool."""

    name = "pan"
    cursor = Qt.CursorShape.OpenHandCursor
    pans = True
    opens_menu = True

    def hint(self) -> str:
        return self.tr(
            "Drag to move the map. The middle mouse button or the space bar does so with any tool."
        )
