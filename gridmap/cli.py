"""The `gridmap` command: the editor, and what works without a window.

Exit status 0, 1 for bad input (one sentence on standard error), 2 for wrong usage. Each command imports
only what it needs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from gridmap import DEBUG, __version__

if TYPE_CHECKING:
    import argparse

    from gridmap.arguments import Parser
    from gridmap.formats.options import ReadOptions
    from gridmap.formats.report import Notice, Opened
    from gridmap.model.battlemap import BattleMap
    from gridmap.overlays.overlay import Overlay
    from gridmap.rules.ruleset import Ruleset

MAX_LINE_BYTES = 128 << 20
"""The longest line of a query; what follows is left out."""
MAX_PIXELS_PER_SQUARE = 1_000
STANDARD_OUTPUT = "standard output"
"""What a complaint calls the place that a command prints to."""


class CommandError(Exception):
    """What stops a command, in one sentence for people."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process where left out); the exit status."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    # numpy's linear algebra, which is hardly used, would start its threads when it is imported: 50 ms.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _speak_utf8()
    try:
        status = _run(arguments)
        _flush()
    except BrokenPipeError:
        _close_quietly()
        return 1
    except KeyboardInterrupt as ended:
        return int(getattr(ended, "status", 130))
    except SystemExit:
        # Help and version were printed; what nobody could read was no success.
        try:
            _flush()
        except OSError as error:
            _close_quietly()
            return _complain(_sentence(error))
        raise
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        if isinstance(error, OSError) and not error.filename:
            _close_quietly()
        return _complain(_sentence(error))
    return status


def _flush() -> None:
    """Write out what is still held back."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _run(arguments: list[str]) -> int:
    """The editor, unless the first word is a command's."""
    if arguments and (arguments[0] in COMMANDS or arguments[0] in ("-h", "--help")):
        if sys.stdout is None and arguments[0] in _PRINTING:
            raise CommandError(f"{STANDARD_OUTPUT} is closed, so there is nowhere to answer")
        from gridmap.interruption import tidied_up

        chosen = _command_parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = chosen.command
        with tidied_up():
            return command(chosen)
    if len(arguments) > 1 or any(each.startswith("-") for each in arguments):
        arguments = [each for each in (_editor_parser().parse_args(arguments).map,) if each is not None]
    return _edit(arguments)


# Complaints

# Errors whose text is a sentence for people, by name: importing every room for this would cost the start.
_FOR_PEOPLE = frozenset(
    {
        *("FormatError", "RulesetError", "OverlayError", "AreaError", "ThemeError", "PictureError"),
        *("ExportError", "HandoutError", "PresetError"),
    }
)


def is_for_people(error: Exception) -> bool:
    """Whether an error's text is a sentence for people."""
    return isinstance(error, CommandError) or any(
        kind.__name__ in _FOR_PEOPLE for kind in type(error).__mro__
    )


def _sentence(error: Exception) -> str:
    """What went wrong, in one line. Errors that are meant for people already say so."""
    text = " ".join(str(error).split())
    if is_for_people(error):
        return text
    if isinstance(error, MemoryError):
        return "there is not enough memory for that"
    if isinstance(error, OSError):
        # Whoever reads or writes files names them: what has no name is where the answer goes.
        return f"{error.filename or STANDARD_OUTPUT}: {error.strerror or text}"
    kind = type(error).__name__
    return f"an error that gridmap did not expect ({kind}: {text[:200]}); {DEBUG}=1 shows where"


def _complain(sentence: str) -> int:
    if sys.stderr is not None:
        print(f"gridmap: {sentence}", file=sys.stderr)
    return 1


def _speak_utf8() -> None:
    """JSON is UTF-8 wherever it goes; what cannot be written is escaped instead of stopping a command."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def _close_quietly() -> None:
    """The reader of our output has gone: let the flush at exit go nowhere."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


# Arguments


def _editor_parser() -> Parser:
    from gridmap.arguments import Parser  # an editor asked for one map starts sooner without

    parser = Parser(prog="gridmap", description="Open the editor.")
    parser.add_argument("map", nargs="?", help="a map, or a picture, to open")
    parser.add_argument("--version", action="version", version=f"gridmap {__version__}")
    return parser


def _command_parser() -> Parser:
    from gridmap.arguments import Parser

    parser = Parser(
        prog="gridmap",
        usage="gridmap [MAP]\n       gridmap COMMAND …",
        description="A battle-map editor that knows the rules. Without a command it opens the editor.",
        epilog="gridmap COMMAND --help tells more of a command.",
    )
    parser.add_argument("--version", action="version", version=f"gridmap {__version__}")
    commands = parser.add_subparsers(prog="gridmap", metavar="COMMAND", title="commands that need no window")
    for name, (help_text, add_arguments, command) in COMMANDS.items():
        each = commands.add_parser(
            name, help=help_text, description=f"{help_text[0].upper()}{help_text[1:]}."
        )
        add_arguments(each)
        each.set_defaults(command=command)
    return parser


def _query_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="JSON lines; standard input where left out")


def _overlay_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("map", metavar="MAP")
    parser.add_argument("name", metavar="NAME", help="such as movement:ogre, reach:ogre, flanking")
    _add_ruleset(parser)


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    from gridmap.export_command import add_arguments

    add_arguments(parser)


def _check_arguments(parser: argparse.ArgumentParser) -> None:
    from gridmap.check_command import add_arguments

    add_arguments(parser)


def _convert_arguments(parser: argparse.ArgumentParser) -> None:
    from gridmap.reading import add_reading

    parser.add_argument("source", metavar="IN", help="a map in any format that gridmap reads, or a picture")
    parser.add_argument("out", metavar="OUT", help=f"ends in {_endings(_CONVERTERS)}")
    parser.add_argument("--as", dest="kind", choices=_KINDS, help="what to write, whatever OUT ends in")
    parser.add_argument(
        "--pixels-per-square", type=_pixels, metavar="N", help="of a picture in another program's file"
    )
    add_reading(parser)
    parser.add_argument("--players", action="store_true", help="only what players may see")
    parser.add_argument(
        "--report", choices=["text", "json"], default="text", help="how to tell what was read"
    )


def _info_arguments(parser: argparse.ArgumentParser) -> None:
    from gridmap.reading import add_reading

    parser.add_argument("map", metavar="MAP")
    add_reading(parser)
    parser.add_argument("--json", action="store_true", help="for scripts")


def _new_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", metavar="OUT", help=f"ends in {' or '.join(_WRITERS)}; must not exist")
    parser.add_argument(
        "--size", type=_size, default=(30, 20), metavar="WxH", help="in squares; 30x20 where left out"
    )
    parser.add_argument("--title", default="")
    parser.add_argument("--ruleset", metavar="ID", help="pathfinder-1e where left out")


def _creature_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a text, or a file of actors; - for standard input")
    parser.add_argument("--json", action="store_true", help="for scripts")


def _add_ruleset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", metavar="ID", help="instead of the map's own: a ruleset or a .toml file")


def _pixels(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:9]) <= MAX_PIXELS_PER_SQUARE:
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"{text!r} is no whole number from 1 to {MAX_PIXELS_PER_SQUARE:,}")
    return int(text)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().replace("×", "x").partition("x")
    if not (width.isdecimal() and height.isdecimal() and len(text) < 20):
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"{text[:40]!r} is no size such as 30x20")
    return int(width), int(height)


# The editor


def _edit(paths: list[str]) -> int:
    if paths and not _launched_from_desktop():
        from gridmap.reading import check_opens

        check_opens(paths[0])  # a file that cannot be opened ends the command before any window is shown
    _need_display()
    from gridmap.app.main import run

    return run(paths)


def _launched_from_desktop() -> bool:
    """Whether nobody reads standard error: the window has to do the complaining."""
    return (
        sys.stderr is None or "GIO_LAUNCHED_DESKTOP_FILE" in os.environ or "DESKTOP_STARTUP_ID" in os.environ
    )


def _need_display() -> None:
    """Without a display the window system would end the process with a dump instead of a sentence."""
    environment = os.environ
    if sys.platform in ("win32", "darwin") or environment.get("QT_QPA_PLATFORM"):
        return
    if environment.get("WAYLAND_DISPLAY"):
        return
    display = environment.get("DISPLAY")
    if not display:
        raise CommandError("there is no display to open a window on; gridmap --help lists what works without")
    if not _answers(display):
        raise CommandError(f"the display {display} does not answer, so no window can be opened")


def _answers(display: str) -> bool:
    """Whether an X server listens there; displays of other machines are taken at their word."""
    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if host not in ("", "unix") or not number.isdecimal():
        return True
    import socket

    path = f"/tmp/.X11-unix/X{number}"
    for address in (f"\0{path}", path):
        with socket.socket(socket.AF_UNIX) as there, suppress(OSError):
            there.settimeout(2)
            there.connect(address)
            return True
    return False


# Commands


def _query(chosen: argparse.Namespace) -> int:
    from gridmap.query import run_queries

    if chosen.file is None:
        if sys.stdin is None:
            raise CommandError("standard input is closed, so there are no questions")
        return run_queries(_lines(sys.stdin.buffer), sys.stdout)
    if not chosen.file:
        raise CommandError("the name of the file of questions is empty")
    with open(chosen.file, "rb") as file:
        return run_queries(_lines(file), sys.stdout)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, none longer than `MAX_LINE_BYTES`."""
    while line := _next_line(file):
        yield line
        while line and not line.endswith(b"\n"):
            line = _next_line(file)


def _next_line(file: BinaryIO) -> bytes:
    try:
        return file.readline(MAX_LINE_BYTES)
    except OSError as error:
        name = "standard input" if sys.stdin is not None and file is sys.stdin.buffer else file.name
        raise CommandError(f"{name}: it cannot be read ({error.strerror or error})") from None


def _overlay(chosen: argparse.Namespace) -> int:
    battle_map = _open(chosen.map).battle_map
    overlay = _built(chosen.name, battle_map, _ruleset(chosen, battle_map))
    from gridmap.overlays.plain import plain_overlay

    _print_json(plain_overlay(overlay))
    return 0


def _export(chosen: argparse.Namespace) -> int:
    from gridmap.export_command import export

    return export(chosen, _complain)


def _check(chosen: argparse.Namespace) -> int:
    from gridmap.check_command import check

    return check(chosen, _complain)


def _convert(chosen: argparse.Namespace) -> int:
    write = _converter(chosen.out, chosen.kind)
    if write is None:
        return _misused(f"{chosen.out}: gridmap writes files that end in {_endings(_CONVERTERS)}")
    if write is not _KINDS["gridmap"]:  # which keeps what it replaces
        _keep_source(chosen.source, chosen.out)
    from gridmap.reading import read_options, told_choices

    battle_map, report = _open(chosen.source, read_options(chosen))
    if chosen.players:
        from gridmap.foreign_files import for_players

        battle_map = for_players(battle_map)
    notices = [str(notice) for notice in write(battle_map, chosen.out, chosen.pixels_per_square)]
    if chosen.report == "json":
        _print_json(report.as_json() | {"written": notices})
    else:
        print("\n".join([*report.lines(), *told_choices(report), *notices]))
    return 0


def _info(chosen: argparse.Namespace) -> int:
    from gridmap.reading import read_options, told_choices

    battle_map, report = _open(chosen.map, read_options(chosen))
    facts = {
        "title": battle_map.name,
        "format": report.format_name,
        "width": battle_map.width,
        "height": battle_map.height,
        "ruleset": battle_map.ruleset,
        "walls": len(battle_map.walls),
        "creatures": [creature.id for creature in battle_map.creatures],
        "pictures": [picture.asset for picture in battle_map.pictures],
        "notes": len(battle_map.notes),
        "notices": [*map(str, report.notices), *told_choices(report)],
    }
    if chosen.json:
        _print_json(facts)
        return 0
    for name, value in facts.items():
        for line in value if isinstance(value, list) else [value]:
            print(f"{name}: {line}")
    return 0


def _new(chosen: argparse.Namespace) -> int:
    write = _writer(chosen.out)
    if write is None:
        return _misused(f"{chosen.out}: gridmap writes files that end in {' or '.join(_WRITERS)}")
    if os.path.lexists(chosen.out):
        raise CommandError(f"{chosen.out} is there already; gridmap new replaces nothing")
    from gridmap.model.battlemap import DEFAULT_RULESET, BattleMap
    from gridmap.rules.ruleset import shipped_ruleset

    ruleset = shipped_ruleset(chosen.ruleset or DEFAULT_RULESET).id
    width, height = chosen.size
    try:
        battle_map = BattleMap.empty(width, height, ruleset, chosen.title)
    except ValueError as error:
        raise CommandError(f"--size: {error}") from None
    write(battle_map, chosen.out)
    return 0


def _creature(chosen: argparse.Namespace) -> int:
    from gridmap.creature_command import print_creatures

    if chosen.file == "-" and sys.stdin is None:
        raise CommandError("standard input is closed, so there is no text to read")
    if not chosen.file:
        raise CommandError("the name of the creature's file is empty")
    return print_creatures(chosen.file, as_json=chosen.json)


# What commands share


def _open(path: str, options: ReadOptions | None = None) -> Opened:
    from gridmap.reading import open_told

    if not path:
        raise CommandError("the map's name is empty")
    return open_told(path, options)


def _keep_source(source: str, out: str) -> None:
    """Refuse to write over the very file that is read: it holds more than what is written."""
    with suppress(OSError):
        if os.path.samefile(source, out):
            raise CommandError(f"{out} is the file that is read; give the other one another name")


def _ruleset(chosen: argparse.Namespace, battle_map: BattleMap) -> Ruleset:
    """The one that was asked for, else the map's own."""
    from gridmap.reading import ruleset_for

    return ruleset_for(chosen.ruleset, battle_map, chosen.map)


def _built(name: str, battle_map: BattleMap, ruleset: Ruleset) -> Overlay:
    from gridmap.overlays.registry import build

    return build(name, battle_map, ruleset)


def _misused(sentence: str) -> int:
    _complain(sentence)
    return 2


def _print_json(value: Any, out: TextIO | None = None) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False), file=out)


def _write_native(battle_map: BattleMap, path: str) -> None:
    from gridmap.formats import native

    native.write(battle_map, path)


def _write_plain(battle_map: BattleMap, path: str) -> None:
    from pathlib import Path

    from gridmap.formats.mapobject import write_map
    from gridmap.formats.native import map_text
    from gridmap.formats.safe_write import safe_write

    if battle_map.assets:
        _complain(f"{path} holds no pictures: a .json file has only their names")
    safe_write(Path(path), map_text(write_map(battle_map)).encode())


_WRITERS: dict[str, Callable[[BattleMap, str], None]] = {".gridmap": _write_native, ".json": _write_plain}


def _writer(path: str) -> Callable[[BattleMap, str], None] | None:
    """How to write a file of that name; None where its ending says nothing."""
    return _WRITERS.get(os.path.splitext(path)[1].lower())


Convert = Callable[["BattleMap", str, "int | None"], "Sequence[Notice]"]


def _convert_with(write: Callable[[BattleMap, str], None]) -> Convert:
    """A writer of our own files: it leaves nothing out."""

    def convert(battle_map: BattleMap, path: str, _pixels: int | None) -> Sequence[Notice]:
        write(battle_map, path)
        return ()

    return convert


def _convert_to(kind: str) -> Convert:
    """A writer of another program's files."""

    def convert(battle_map: BattleMap, path: str, pixels: int | None) -> Sequence[Notice]:
        from pathlib import Path

        from gridmap.foreign_files import WRITERS

        return WRITERS[kind](battle_map, Path(path), pixels)

    return convert


_KINDS: dict[str, Convert] = {
    "gridmap": _convert_with(_write_native),
    "map-object": _convert_with(_write_plain),
    "universal-vtt": _convert_to("universal-vtt"),
    "foundry-scene": _convert_to("foundry-scene"),
    "tiled": _convert_to("tiled"),
}
_CONVERTERS: dict[str, str] = {
    ".gridmap": "gridmap",
    ".foundry.json": "foundry-scene",
    ".json": "map-object",
    ".dd2vtt": "universal-vtt",
    ".uvtt": "universal-vtt",
    ".df2vtt": "universal-vtt",
    ".tmx": "tiled",
}
"""What is written to a file by its name's ending, the longer first where one is part of another."""


def _converter(path: str, kind: str | None) -> Convert | None:
    """How to write a file; None where neither a kind nor the name says what."""
    name = os.path.basename(path).lower()
    if kind is None and name.startswith("fvtt-scene-") and name.endswith(".json"):
        kind = "foundry-scene"  # as Foundry itself calls what it exports
    if kind is None:
        kind = next((each for ending, each in _CONVERTERS.items() if name.endswith(ending)), None)
    return None if kind is None else _KINDS[kind]


def _endings(endings: Sequence[str] | dict[str, str]) -> str:
    *others, last = endings
    return f"{', '.join(others)} or {last}"


COMMANDS: dict[
    str, tuple[str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]
] = {
    "query": ("answer rules questions, one JSON line each", _query_arguments, _query),
    "overlay": ("print the values of an overlay as JSON", _overlay_arguments, _overlay),
    "export": ("draw maps to PNG, JPEG, WebP, PDF or SVG", _export_arguments, _export),
    "check": ("tell what is amiss on a map before the game", _check_arguments, _check),
    "convert": ("read a map in any known format and save it", _convert_arguments, _convert),
    "info": ("tell what is in a map", _info_arguments, _info),
    "new": ("save an empty map", _new_arguments, _new),
    "creature": ("tell what a statblock or a creature's file says", _creature_arguments, _creature),
}
"""The words that are commands; a file of such a name is opened as ``./query``."""
_PRINTING = frozenset({"query", "overlay", "info", "check", "convert", "creature"})
"""Commands whose answer goes to standard output."""
