"""A fault in an event handler is told, and the program goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=type)


def guarded(kind: Kind) -> Kind:
    """Class decorator: what a class's event handlers and filters raise goes to `sys.excepthook`.

    Left to PySide6 6.11 on Python 3.11, exceptions that C code raises (an index out of range, arrays of
    different shapes) end the process when they leave a method that Qt calls, with all that is not saved.
    """
    for name, method in list(vars(kind).items()):
        if isinstance(method, FunctionType) and (name.endswith("Event") or name in _ANSWERING):
            setattr(kind, name, _guarded(method, name))
    return kind


_ANSWERING = ("event", "eventFilter")
"""Handlers that answer whether the event is done with; one that failed has not done with it."""


def _guarded(method: Callable[..., Any], name: str) -> Callable[..., Any]:
    @wraps(method)
    def handle(*arguments: Any) -> Any:
        try:
            return method(*arguments)
        except Exception:  # whatever it is, it must not reach Qt
            sys.excepthook(*sys.exc_info())
            return False if name in _ANSWERING else None

    return handle
