"""The command: what it prints, its exit status, and one sentence for whatever goes wrong."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from gridmap import DEBUG, __version__, cli
from gridmap.formats import native
from gridmap.formats.registry import open_map
from gridmap.model import Asset, BattleMap, Creature, Note, Picture, Point, Size, Square, Wall, WallKind
from tests.formats.maps import png, uvtt

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    """A saved map with an ogre, a hidden goblin and a picture."""
    battle_map = BattleMap.empty(8, 6, "pathfinder-1e", "Ford").with_changes(
        creatures=(
            Creature("ogre", Size.LARGE, Square(1, 1), "foes"),
            Creature("goblin", Size.SMALL, Square(5, 2), "foes", hidden=True),
        ),
        walls=(Wall(Point(4, 0), Point(4, 3)),),
        assets=(Asset("ford.png", png(80, 60)),),
        pictures=(Picture("ford.png", Point(0, 0), 8, 6),),
        notes=(Note(Point(1, 1), "trap"),),
    )
    path = tmp_path / "ford.gridmap"
    native.write(battle_map, path)
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    try:
        status = cli.main([str(argument) for argument in arguments])
    except SystemExit as leaving:
        status = int(leaving.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def complaint(capsys: pytest.CaptureFixture[str], expected_status: int, *arguments: object) -> str:
    """The one sentence of a command that cannot be carried out."""
    status, out, err = run(capsys, *arguments)
    assert status == expected_status
    assert out == ""
    assert err.startswith("gridmap: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def command(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "gridmap", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=60,
        check=False,
        **options,
    )


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"gridmap {__version__}\n", "")
    status, out, _ = run(capsys, "--help")
    assert status == 0
    assert set(cli.COMMANDS) <= set(out.split())
    for name in cli.COMMANDS:
        assert run(capsys, name, "--help")[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["--no-such-option"],
        ["one.gridmap", "two.gridmap"],
        ["export", "a.gridmap"],
        ["export", "a.gridmap", "b.png", "--pixels-per-square", "0"],
        ["export", "a.gridmap", "b.png", "--pixels-per-square", "9" * 100],
        ["export", "a.gridmap", "b.png", "--pixels-per-square", "-3"],
        ["export", "a.gridmap", "b.png", "--theme", "pink"],
        ["export", "a.gridmap", "b.gif"],
        ["export", "a.gridmap", "b.gridmap", "c.png"],
        ["export", "a.gridmap", "b.gridmap", "-o", "c.png"],
        ["export", "a/m.gridmap", "b/m.gridmap", "-o", "out"],
        ["export", "-o", "out"],
        ["export", "a.gridmap", "b.png", "--players", "--gm"],
        ["export", "a.gridmap", "b.png", "--prove", "--gm"],
        ["export", "a.gridmap", "b.png", "--region", "1,2,3"],
        ["export", "a.gridmap", "b.png", "--region", "1,2,0,3"],
        ["export", "a.gridmap", "b.png", "--tiles", "0"],
        ["export", "a.gridmap", "b.png", "--quality", "101"],
        ["export", "a.gridmap", "b.pdf", "--overlap", "1"],
        ["export", "a.gridmap", "b.png", "--paper", "a4", "--pixels-per-square", "70"],
        ["convert", "a.gridmap"],
        ["convert", "a.gridmap", "b.docx"],
        ["convert", "a.gridmap", "b.json", "--report", "xml"],
        ["new", "a.gridmap", "--size", "big"],
        ["new", "a.gridmap", "--size", "30"],
        ["new", "a"],
        ["overlay", "a.gridmap"],
        ["info"],
        ["query", "a", "b"],
    ],
)
def test_wrong_usage_is_told_with_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    complaint(capsys, 2, *arguments)


def test_bad_input_is_told_with_status_1(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ford.parent
    none, junk = folder / "none.gridmap", folder / "junk.gridmap"
    junk.write_bytes(b"junk")
    out = folder / "out.png"
    for given in (none, junk, folder):
        for arguments in (
            ["info", given],
            ["convert", given, folder / "out.gridmap"],
            ["export", given, out],
            ["overlay", given, "flanking"],
        ):
            assert f"{given}: " in complaint(capsys, 1, *arguments)
    assert f"{none}: " in complaint(capsys, 1, "query", none)
    assert "ruleset" in complaint(capsys, 1, "overlay", ford, "flanking", "--ruleset", "chess")
    assert "chess.toml" in complaint(capsys, 1, "overlay", ford, "flanking", "--ruleset", "chess.toml")
    assert "ruleset" in complaint(capsys, 1, "new", folder / "new.gridmap", "--ruleset", "chess")
    assert "larger than the limit" in complaint(
        capsys, 1, "new", folder / "new.gridmap", "--size", "9999x9999"
    )
    assert "could not be written" in complaint(capsys, 1, "convert", ford, folder / "no" / "out.gridmap")
    assert sorted(each.name for each in folder.iterdir()) == ["ford.gridmap", "junk.gridmap"]


def test_new(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.gridmap"
    assert run(capsys, "new", path, "--size", "12x9", "--ruleset", "epic-path", "--title", "Höhle") == (
        0,
        "",
        "",
    )
    assert native.read(path) == BattleMap.empty(12, 9, "epic-path", "Höhle")
    before = path.read_bytes()
    assert "is there already" in complaint(capsys, 1, "new", path)
    assert path.read_bytes() == before


def test_info(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "info", ford, "--json")
    assert status == 0
    assert json.loads(out) == {
        "title": "Ford",
        "format": "gridmap",
        "width": 8,
        "height": 6,
        "ruleset": "pathfinder-1e",
        "walls": 1,
        "creatures": ["ogre", "goblin"],
        "pictures": ["ford.png"],
        "notes": 1,
        "notices": [],
    }
    assert "creatures: goblin" in run(capsys, "info", ford)[1].splitlines()


def test_convert_keeps_walls_doors_and_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import base64

    door = {"bounds": [{"x": 1, "y": 1}, {"x": 2, "y": 1}], "closed": False}
    document = uvtt(
        line_of_sight=[[{"x": 0, "y": 1}, {"x": 1, "y": 1}]],
        portals=[door],
        image=base64.b64encode(png(40, 30)).decode(),
    )
    source, out = tmp_path / "cave.dd2vtt", tmp_path / "cave.gridmap"
    source.write_text(json.dumps(document))
    status, told, _ = run(capsys, "convert", source, out, "--report", "json")
    assert status == 0
    report = json.loads(told)
    assert report["format"] == "Universal VTT 0.3"
    assert report["counts"] == {"walls": 1, "doors": 1, "outside the map": 0}
    assert len(report["notices"]) == 1
    battle_map = native.read(out)
    assert [(wall.kind, wall.open) for wall in battle_map.walls] == [
        (WallKind.WALL, False),
        (WallKind.DOOR, True),
    ]
    assert battle_map.assets[0].content == png(40, 30)
    assert run(capsys, "convert", source, out)[1].startswith("Universal VTT 0.3: 1 wall, 1 door")


def test_convert_to_a_bare_map_object(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ford.with_suffix(".json")
    status, _, err = run(capsys, "convert", ford, out)
    assert status == 0
    assert "no pictures" in err
    assert open_map(out).battle_map == native.read(ford).with_changes(assets=())


def test_query(ford: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ask = {"kind": "distance", "from": "ogre", "to": [6, 1]}
    lines = json.dumps({"map": str(ford), "ask": ask}) + "\n"
    questions = ford.parent / "questions.jsonl"
    questions.write_text(lines)
    status, out, err = run(capsys, "query", questions)
    assert (status, err) == (0, "")
    assert json.loads(out)["feet"] == 20
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((lines + "nonsense\n" + lines).encode())))
    status, out, err = run(capsys, "query")
    assert (status, err) == (1, "")
    assert ["error" in json.loads(line) for line in out.splitlines()] == [False, True, False]


def test_a_line_of_a_query_is_never_longer_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "MAX_LINE_BYTES", 10)
    lines = cli._lines(io.BytesIO(b"short\n" + b"x" * 35 + b"\nlast"))
    assert list(lines) == [b"short\n", b"x" * 10, b"last"]


def test_overlay_prints_values(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "overlay", ford, "movement:ogre")
    assert (status, err) == (0, "")
    overlay = json.loads(out)
    assert overlay["name"] == "movement:ogre"
    fields = [mark for mark in overlay["marks"] if mark["mark"] == "field"]
    assert [2, 1, 5] in fields[0]["values"]
    assert "none" in complaint(capsys, 1, "overlay", ford, "movement:none")
    complaint(capsys, 1, "overlay", ford, "no-such-overlay")


def test_export_draws_a_picture(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from gridmap.formats.picture_header import read_picture_header

    out = ford.with_suffix(".png")
    arguments = ["export", ford, out, "--pixels-per-square", 20, "--no-legend", "--overlay", "movement:ogre"]
    status, said, complaints = run(capsys, *arguments)
    assert (status, complaints) == (0, "")
    assert said.rstrip() == f"{out}: 160 × 120 pixels, 20 dpi, for players; --gm shows everything"
    header = read_picture_header(out.read_bytes())
    assert header is not None
    assert (header.kind, header.width, header.height) == ("png", 160, 120)
    plain = out.read_bytes()
    assert "there already" in complaint(capsys, 1, *arguments[:-2])
    assert out.read_bytes() == plain
    assert run(capsys, *arguments[:-2], "--force")[0] == 0
    assert out.read_bytes() != plain


def test_an_export_for_players_shows_nothing_hidden(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, without = ford.with_suffix(".png"), ford.parent / "without.gridmap"
    battle_map = native.read(ford)
    native.write(battle_map.with_changes(creatures=battle_map.creatures[:1], notes=()), without)
    assert run(capsys, "export", ford, out, "--pixels-per-square", 20)[0] == 0
    for_players = out.read_bytes()
    assert run(capsys, "export", ford, out, "--gm", "--force", "--pixels-per-square", 20)[0] == 0
    assert for_players != out.read_bytes()
    assert run(capsys, "export", without, out, "--gm", "--force", "--pixels-per-square", 20)[0] == 0
    assert for_players == out.read_bytes()
    assert "goblin" in complaint(capsys, 1, "export", ford, out, "--players", "--overlay", "reach:goblin")


# The editor


def test_without_a_display_the_editor_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    assert "no display" in complaint(capsys, 1)
    monkeypatch.setenv("DISPLAY", ":64123")
    assert "does not answer" in complaint(capsys, 1)


def test_displays_that_answer(tmp_path: Path) -> None:
    assert cli._answers("elsewhere:0")
    assert cli._answers("/private/tmp/launch:0")
    if sys.platform == "linux":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("\0/tmp/.X11-unix/X64124")
            server.listen()
            assert cli._answers(":64124.0")
        assert not cli._answers(":64124")


def test_a_file_that_cannot_be_opened_ends_the_command_before_a_window_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("GIO_LAUNCHED_DESKTOP_FILE", "DESKTOP_STARTUP_ID"):
        monkeypatch.delenv(variable, raising=False)
    assert "no such file" in complaint(capsys, 1, tmp_path / "none.gridmap")


def test_the_editor_gets_the_file(ford: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import gridmap.app.main

    shown: list[list[str]] = []

    def record(paths: list[str]) -> int:
        shown.append(paths)
        return 0

    monkeypatch.setattr(gridmap.app.main, "run", record)
    assert cli.main([str(ford)]) == 0
    assert cli.main([]) == 0
    assert shown == [[str(ford)], []]


# Whatever goes wrong


def test_what_nobody_expected_is_one_sentence_too(
    ford: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for error in (
        KeyError("x\ny"),
        MemoryError(),
        RecursionError("deep"),
        OSError(5, "Input/output error", "f"),
    ):

        def fail(*_: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(cli, "_open", fail)
        complaint(capsys, 1, "info", ford)
    monkeypatch.setenv(DEBUG, "1")
    with pytest.raises(OSError, match="Input/output"):
        cli.main(["info", str(ford)])


def test_the_command_itself(ford: Path) -> None:
    result = command("--version")
    assert (result.returncode, result.stdout) == (0, f"gridmap {__version__}\n")
    result = command("info", ford.parent / "none.gridmap")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"gridmap: {ford.parent / 'none.gridmap'}: there is no such file\n"


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("words", [["--help"], ["--version"], ["info"], ["overlay", "flanking"]])
def test_a_full_disk_behind_standard_output_is_told(words: list[str], ford: Path) -> None:
    arguments = words if words[0].startswith("--") else [words[0], ford, *words[1:]]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gridmap", *map(str, arguments)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "gridmap: standard output: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="closes a descriptor by the shell")
def test_closed_standard_output_is_told(ford: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "MAP": str(ford)}
    done = subprocess.run(
        ["sh", "-c", f'exec "{sys.executable}" -m gridmap info "$MAP" >&-'],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "gridmap: standard output is closed, so there is nowhere to answer\n"


def test_what_is_read_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "cave.png"
    picture.write_bytes(png(80, 60))
    foreign = tmp_path / "cave.uvtt"
    foreign.write_text(json.dumps(uvtt()), encoding="utf-8")
    for command_name, path in (("export", picture), ("convert", foreign)):
        before = path.read_bytes()
        assert "is the file that is read" in complaint(capsys, 1, command_name, path, path)
        assert path.read_bytes() == before


@pytest.mark.parametrize("content", [None, b"\x89PNG\r\n\x1a\n", png(80, 60)[:40]])
def test_an_export_without_its_picture_is_refused(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "cave.gridmap", tmp_path / "cave.png"
    native.write(
        BattleMap.empty(4, 4, "dnd-3.5").with_changes(
            pictures=(Picture("bg.png", Point(0, 0), 4, 4),),
            assets=() if content is None else (Asset("bg.png", content),),
        ),
        path,
    )
    sentence = complaint(capsys, 1, "export", path, out)
    assert str(path) in sentence
    assert "bg.png" in sentence
    assert sorted(tmp_path.iterdir()) == [path]


def test_an_unknown_ruleset_of_a_map_names_the_map(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.gridmap"
    native.write(BattleMap.empty(4, 4, "house"), path)
    assert f"{path}: there is no ruleset 'house'" in complaint(capsys, 1, "overlay", path, "flanking")
    assert run(capsys, "overlay", path, "flanking", "--ruleset", "dnd-3.5")[0] == 0


def test_a_reader_that_leaves_is_no_fault(ford: Path) -> None:
    questions = ford.parent / "questions.jsonl"
    line = json.dumps({"map": {"width": 30, "height": 30}, "ask": {"kind": "flanking"}}) + "\n"
    questions.write_text(line * 20_000)
    shell = f'"{sys.executable}" -m gridmap query "{questions}" | head -n 1'
    result = subprocess.run(
        shell,
        shell=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=False,
    )
    assert result.stderr == ""
    assert json.loads(result.stdout) == {"flanks": []}


def test_a_name_that_is_no_text_is_no_fault(tmp_path: Path) -> None:
    result = command("info", tmp_path / "\udcff.gridmap", env={"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert "no such file" in result.stderr


def test_commands_import_only_what_they_need(ford: Path) -> None:
    program = """
import sys
from gridmap import cli
cli.main(["info", sys.argv[1]])
print(sorted({"PySide6", "shapely", "msgspec", "tomllib"} & set(sys.modules)))
"""
    result = subprocess.run(
        [sys.executable, "-c", program, str(ford)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == "[]"


@pytest.mark.samples
def test_every_real_file_converts(
    samples_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in sorted((samples_folder / "uvtt").iterdir()):
        out = tmp_path / "out.gridmap"
        status, _, err = run(capsys, "convert", file, out)
        assert (status, err) == (0, "")
        assert native.read(out).assets


STATBLOCK = (
    "Marsh brute CR 4\nNE Large monstrous humanoid\nSpeed 30 ft.\n"
    "Space 10 ft.; Reach 10 ft. (15 ft. with tail)\n"
)


def test_creature_tells_what_a_statblock_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "brute.txt"
    path.write_text(STATBLOCK)
    status, out, err = run(capsys, "creature", path)
    assert (status, err) == (0, "")
    assert out.startswith("Marsh brute\nsize: Large\nspace: 10 ft.\nreach: 10 ft. (15 ft. with tail)\n")
    assert out.endswith("Statblock: 1 creature, 1 partly guessed, 0 to look at\n")
    status, out, _ = run(capsys, "creature", path, "--json")
    (brute,) = json.loads(out)["creatures"]
    assert (brute["size"], brute["guessed"]) == ("large", ["stance"])


def test_creature_reads_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(STATBLOCK.encode())))
    assert run(capsys, "creature", "-")[1].startswith("Marsh brute\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"hello")))
    assert "standard input: no statblock was found" in complaint(capsys, 1, "creature", "-")


def test_names_that_are_empty_and_closed_input_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "file of questions is empty" in complaint(capsys, 1, "query", "")
    assert "creature's file is empty" in complaint(capsys, 1, "creature", "")
    monkeypatch.setattr(sys, "stdin", None)
    assert "standard input is closed" in complaint(capsys, 1, "creature", "-")


def test_each_question_is_answered_as_soon_as_it_is_asked() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONUNBUFFERED", None)
    line = '{"map": {"width": 3, "height": 3}, "ask": {"kind": "distance", "from": [0, 0], "to": [2, 2]}}\n'
    with subprocess.Popen(
        [sys.executable, "-m", "gridmap", "query"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        watchdog = threading.Timer(30, child.kill)  # or it would wait for ever
        watchdog.start()
        try:
            for _ in range(2):
                child.stdin.write(line)
                child.stdin.flush()
                assert json.loads(child.stdout.readline()) == {"squares": 3, "feet": 15}
            child.stdin.close()
            assert child.wait(timeout=20) == 0
        finally:
            watchdog.cancel()


def test_creature_complains_of_files_without_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("{}")
    assert "x.json: it holds no creature" in complaint(capsys, 1, "creature", path)
    assert "no such file" in complaint(capsys, 1, "creature", tmp_path / "none")


def test_convert_writes_maps_of_tiled(capsys: pytest.CaptureFixture[str], ford: Path, tmp_path: Path) -> None:
    status, out, _ = run(capsys, "convert", ford, tmp_path / "ford.tmx")
    assert status == 0
    assert "Background pictures, left out: 1" in out
    again = open_map(tmp_path / "ford.tmx").battle_map
    before = open_map(ford).battle_map
    assert (again.walls, again.creatures, again.notes) == (before.walls, before.creatures, before.notes)
