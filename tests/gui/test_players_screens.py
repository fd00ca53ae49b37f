"""The players' screen: found again, filled, swapped, unplugged and plugged in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gridmap.app.players.screens import ScreenName, find_screen

DELL = ScreenName("Dell U2412M 7JK", "DP-2")
BARE = ScreenName("", "HDMI-1")
EPSON = ScreenName("Epson EB-W06 X4", "HDMI-1")


def test_a_screen_is_found_by_what_it_is_then_by_its_socket() -> None:
    assert find_screen(DELL, [BARE, DELL]) == 1
    assert find_screen(DELL, [BARE, ScreenName(DELL.model, "DP-9")]) == 1, "in another socket"
    assert find_screen(BARE, [DELL, BARE]) == 1
    assert find_screen(EPSON, [DELL, BARE]) == 1, "a screen that tells nothing today, in its socket"
    assert find_screen(DELL, [ScreenName("Other 1", "DP-2"), BARE]) is None, "another screen in its socket"
    assert find_screen(DELL, []) is None


def test_names_survive_the_settings() -> None:
    odd = ScreenName("A|B 9", "DP-1")
    for name in (DELL, BARE, odd):
        again = ScreenName.from_text(name.text)
        assert again.output == name.output
        assert again.text == name.text


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What happened on a GM's screen of ordinary fineness beside a finer one of the players."""
    folder = tmp_path_factory.mktemp("screens")
    screens = [
        {"name": "GM", "x": 0, "y": 0, "width": 1280, "height": 800, "logicalDpi": 96, "logicalBaseDpi": 96},
        {
            "name": "TABLE",
            "x": 1280,
            "y": 0,
            "width": 2560,
            "height": 1440,
            "logicalDpi": 96,
            "logicalBaseDpi": 96,
        },
    ]
    config = folder / "screens.json"
    config.write_text(json.dumps({"screens": screens}), encoding="utf-8")
    environment = dict(os.environ)
    environment["QT_QPA_PLATFORM"] = f"offscreen:configfile={config}"
    environment["QT_SCREEN_SCALE_FACTORS"] = "GM=1;TABLE=2"
    environment["QT_SCALE_FACTOR_ROUNDING_POLICY"] = "PassThrough"
    for kind in ("CONFIG", "DATA", "CACHE", "STATE"):
        environment[f"XDG_{kind}_HOME"] = str(folder / kind)
    root = Path(__file__).parents[2]
    ended = subprocess.run(
        [sys.executable, "-m", "tests.gui.two_screens"],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])  # type: ignore[no-any-return]


def test_the_window_fills_the_screen_that_is_not_the_gms(facts: dict[str, Any]) -> None:
    opened = facts["opened"]
    assert opened["showing"] == "map"
    assert opened["players"]["screen"] == "TABLE"
    assert opened["players"]["full"]
    assert opened["players"]["geometry"] == opened["players"]["screen_geometry"]
    assert opened["gm"]["screen"] == "GM"
    pixels = next(size for name, _, size in facts["screens"] if name == "TABLE")
    assert opened["pixels"] == pixels, "the picture has the screen's own pixels"


def test_a_window_gone_astray_is_brought_back(facts: dict[str, Any]) -> None:
    assert facts["astray"]["players"]["geometry"] == facts["opened"]["gm"]["screen_geometry"]
    assert facts["brought_back"]["players"] == facts["opened"]["players"]


def test_inches_on_screens_of_different_scale(facts: dict[str, Any]) -> None:
    ratios = {name: ratio for name, ratio, _ in facts["screens"]}
    assert ratios == {"GM": 1.0, "TABLE": 2.0}
    for inches in (facts["inches"], facts["inches_swapped"]):
        assert abs(inches["ten"] - inches["wanted"]) < 1
    assert facts["calibration_back"] == facts["inches"]["found"], "each screen keeps its own"


def test_swapping_the_screens(facts: dict[str, Any]) -> None:
    swapped, back = facts["swapped"], facts["swapped_back"]
    assert (swapped["players"]["screen"], swapped["gm"]["screen"]) == ("GM", "TABLE")
    assert swapped["players"]["full"]
    assert not swapped["gm"]["full"]
    assert (back["players"]["screen"], back["gm"]["screen"]) == ("TABLE", "GM")
    assert back["gm"]["geometry"] == facts["opened"]["gm"]["geometry"], "where it was before"


def test_a_screen_that_is_unplugged_and_plugged_in_again(facts: dict[str, Any]) -> None:
    assert not facts["unplugged"]["players"]["visible"]
    assert facts["unplugged"]["showing"] == "nothing"
    assert "unplugged" in facts["said"]
    plugged = facts["plugged_in"]
    assert plugged["players"]["visible"]
    assert plugged["players"]["full"]
    assert plugged["players"]["screen"] == "TABLE"
    assert plugged["showing"] == "map"


def test_the_gms_window_never_fills_the_players_screen(facts: dict[str, Any]) -> None:
    state = facts["gm_full_screen"]
    assert state["players"]["screen"] == "TABLE"
    assert state["gm"]["screen"] == "GM"


def test_a_screen_picked_in_the_panel(facts: dict[str, Any]) -> None:
    """The GM's own screen may be picked: the GM's window makes room."""
    picked = facts["picked"]
    assert picked["players"]["screen"] == "GM"
    assert picked["players"]["full"]
    assert picked["gm"]["screen"] == "TABLE"


def test_the_players_window_goes_with_the_gms(facts: dict[str, Any]) -> None:
    assert facts["gm_closed"] is False
