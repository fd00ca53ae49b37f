"""Every wrong field of a table of values, not only the first: for files that people write by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

import msgspec

_PLACE = re.compile(r" - at `[^`]*`$")


def wrong_fields(value: object, wanted: Any, place: str = "") -> Iterator[str]:
    """What is wrong with a value for a type, one sentence a field: ``movement.currency: …``.

    Args:
        value: tables, lists and plain values, as a TOML file gives them.
        wanted: a `msgspec.Struct`, or what else `msgspec.convert` takes.
        place: the name of the field that holds the value.
    """
    try:
        msgspec.convert(value, wanted, str_keys=True)
    except (msgspec.ValidationError, OverflowError, RecursionError) as error:
        inner = list(_inside(value, wanted, place))
        yield from inner or [f"{place or 'the file'}: {_words(error)}"]


def _inside(value: object, wanted: Any, place: str) -> Iterator[str]:
    """The same of the value's own fields; none where it is not made of fields."""
    if get_origin(wanted) is Annotated:
        wanted = get_args(wanted)[0]
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct) and isinstance(value, Mapping):
        yield from _inside_struct(value, wanted, place)
    elif get_origin(wanted) is dict and isinstance(value, Mapping):
        key_type, value_type = get_args(wanted)
        for key, each in value.items():
            wrong = (
                list(
                    wrong_fields(
                        key,
                        key_type,
                        _joined(place, key),
                    )
                )
                if not _takes(key, key_type)
                else []
            )
            yield from wrong or wrong_fields(each, value_type, _joined(place, key))
    elif get_origin(wanted) is tuple and isinstance(value, list):
        for number, each in enumerate(value):
            yield from wrong_fields(each, get_args(wanted)[0], f"{place}[{number}]")


def _inside_struct(value: Mapping[Any, Any], wanted: type[msgspec.Struct], place: str) -> Iterator[str]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(wanted)}
    for name, each in value.items():
        field = fields.get(name)
        if field is None:
            yield f"{_joined(place, name)} is no field; fields are {', '.join(fields)}"
        else:
            yield from wrong_fields(each, field.type, _joined(place, name))
    for name, field in fields.items():
        if field.required and name not in value:
            yield f"{_joined(place, name)} is missing"


def _takes(key: object, wanted: Any) -> bool:
    """Whether a table's key is one of a type; keys of a TOML table are texts."""
    try:
        msgspec.convert({key: None}, dict[wanted, None], str_keys=True)
    except msgspec.ValidationError:
        return False
    return True


def _joined(place: str, name: object) -> str:
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in str(name)[:60])
    return f"{place}.{shown}" if place else shown


def _words(error: Exception) -> str:
    """What the library says, without its own notation of the place, on one line."""
    said = _PLACE.sub("", str(error))
    words = " ".join(said.replace("`", "").split())[:160]
    return words[:1].lower() + words[1:] if words else "it cannot be read"
