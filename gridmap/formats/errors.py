"""What a reader or writer says when it cannot go on."""

from __future__ import annotations


class FormatError(Exception):
    """A file or a map object that cannot be read, or written.

    Its text is one clear sentence for people: it names the place at fault, such as
    ``map.creatures[2].reach`` or a file, and what would be right. Nothing has been changed.
    """

    def within(self, place: str) -> FormatError:
        """The same complaint with the file (or the larger place) that it is about in front.

        >>> str(FormatError("map.width is missing").within("cave.gridmap"))
        'cave.gridmap: map.width is missing'
        """
        return type(self)(f"{place}: {self}")


class NoMapError(FormatError):
    """A file that is sound as far as can be seen, but holds no map."""


class CreaturesOnlyError(FormatError):
    """A file of creatures where a map was asked for: they can be added to one."""


class NoSceneError(NoMapError):
    """A file of documents of which none is a scene."""


def shown(value: object) -> str:
    """A value as a complaint shows it: short, on one line, whatever it is.

    >>> shown("ogre"), shown(True), shown(None), shown([1, 2]), shown({})
    ('"ogre"', 'true', 'null', 'a list', 'an object')
    >>> shown("x" * 100)
    '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"'
    """
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            return f'"{_shortened(value)}"'
        case int() if abs(value) >= 10**40:
            return "a number of more than 40 digits"
        case int() | float():
            return str(value)
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case _:
            return f"a {type(value).__name__}"


def _shortened(text: str, most: int = 40) -> str:
    printable = "".join(letter if letter.isprintable() else "�" for letter in text[: most + 1])
    return printable if len(printable) <= most else printable[:most] + "…"
