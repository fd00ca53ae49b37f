"""Marks words that are translated later, where they are shown."""

from __future__ import annotations


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """The words as they are; Qt's tools find them by this function's name.

    Qt's own function of that name says of its result only that it is an object.
    """
    del context
    return text
