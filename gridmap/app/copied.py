"""What was copied last, by any program."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication


def copied() -> QMimeData:
    """What the clipboard holds; nothing of any kind where nothing was ever copied."""
    # Qt hands over no object at all while the clipboard is empty, whatever its stubs say.
    content: QMimeData | None = QGuiApplication.clipboard().mimeData()
    return content if content is not None else QMimeData()
