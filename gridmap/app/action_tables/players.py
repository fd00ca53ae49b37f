"""The actions of the players' window."""

from __future__ import annotations

from gridmap.app.action_spec import PLAYERS, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "players_window",
        QT_TRANSLATE_NOOP("actions", "Pl&ayers' window"),
        QT_TRANSLATE_NOOP("actions", "Show players their map on the screen picked for them"),
        keys=("F5",),
        icon="players",
        checkable=True,
        section=PLAYERS,
    ),
    ActionSpec(
        "players_freeze",
        QT_TRANSLATE_NOOP("actions", "&Freeze"),
        QT_TRANSLATE_NOOP("actions", "Players go on seeing the last picture while you prepare"),
        keys=("F6",),
        icon="freeze",
        checkable=True,
        section=PLAYERS,
    ),
    ActionSpec(
        "players_blank",
        QT_TRANSLATE_NOOP("actions", "&Blank"),
        QT_TRANSLATE_NOOP("actions", "Show players black, or the picture that you chose for it"),
        keys=("F7",),
        icon="blank",
        checkable=True,
        section=PLAYERS,
    ),
    ActionSpec(
        "players_reveal",
        QT_TRANSLATE_NOOP("actions", "&Reveal"),
        QT_TRANSLATE_NOOP(
            "actions", "Show players the room under the pointer, or round the selected creatures"
        ),
        keys=("F9",),
        icon="reveal",
        section=PLAYERS,
        gap=True,
    ),
    ActionSpec(
        "players_open_door",
        QT_TRANSLATE_NOOP("actions", "Open or close &door"),
        QT_TRANSLATE_NOOP(
            "actions", "Open or close the door at the pointer, or beside the selected creatures"
        ),
        keys=("Shift+F9",),
        icon="door",
        section=PLAYERS,
    ),
    ActionSpec(
        "players_ping",
        QT_TRANSLATE_NOOP("actions", "&Point here"),
        QT_TRANSLATE_NOOP(
            "actions", "Rings on both screens where the pointer is; holding the mouse button does the same"
        ),
        keys=("Shift+F5",),
        icon="ping",
        section=PLAYERS,
    ),
    ActionSpec(
        "players_next_turn",
        QT_TRANSLATE_NOOP("actions", "Mark the ne&xt turn"),
        QT_TRANSLATE_NOOP("actions", "A ring round the next creature by initiative, on the players' screen"),
        keys=("Shift+F6",),
        section=PLAYERS,
    ),
    ActionSpec(
        "players_follow",
        QT_TRANSLATE_NOOP("actions", "F&ollow my view"),
        QT_TRANSLATE_NOOP("actions", "Players see the part of the map that you see"),
        icon="follow",
        checkable=True,
        section=PLAYERS,
        gap=True,
    ),
    ActionSpec(
        "players_stay",
        QT_TRANSLATE_NOOP("actions", "&Stay"),
        QT_TRANSLATE_NOOP("actions", "Players go on seeing the same part of the map"),
        icon="stay",
        checkable=True,
        section=PLAYERS,
    ),
    ActionSpec(
        "players_frame",
        QT_TRANSLATE_NOOP("actions", "Fra&me on my map"),
        QT_TRANSLATE_NOOP("actions", "Players see what lies in a frame that you drag about on your map"),
        keys=("Shift+F8",),
        icon="framed",
        checkable=True,
        section=PLAYERS,
    ),
    ActionSpec(
        "players_whole",
        QT_TRANSLATE_NOOP("actions", "W&hole map"),
        QT_TRANSLATE_NOOP(
            "actions", "Players see the whole map, or its middle where squares have a real size"
        ),
        section=PLAYERS,
    ),
    ActionSpec(
        "players_next_view",
        QT_TRANSLATE_NOOP("actions", "&Next view"),
        QT_TRANSLATE_NOOP("actions", "Show players the next of the saved views"),
        keys=("F8",),
        icon="next-view",
        section=PLAYERS,
        gap=True,
    ),
    ActionSpec(
        "players_previous_view",
        QT_TRANSLATE_NOOP("actions", "Pre&vious view"),
        QT_TRANSLATE_NOOP("actions", "Show players the saved view before"),
        keys=("Ctrl+Shift+F8",),
        section=PLAYERS,
    ),
    ActionSpec(
        "players_save_view",
        QT_TRANSLATE_NOOP("actions", "Save v&iew"),
        QT_TRANSLATE_NOOP("actions", "Keep the part of the map that players see, to come back to it"),
        keys=("Ctrl+F8",),
        section=PLAYERS,
    ),
    ActionSpec(
        "players_left",
        QT_TRANSLATE_NOOP("actions", "One square &left"),
        QT_TRANSLATE_NOOP("actions", "Players see one square further to the left of their screen"),
        keys=("Alt+Shift+Left",),
        section=PLAYERS,
        gap=True,
    ),
    ActionSpec(
        "players_right",
        QT_TRANSLATE_NOOP("actions", "One square ri&ght"),
        QT_TRANSLATE_NOOP("actions", "Players see one square further to the right of their screen"),
        keys=("Alt+Shift+Right",),
        section=PLAYERS,
    ),
    ActionSpec(
        "players_up",
        QT_TRANSLATE_NOOP("actions", "One square &up"),
        QT_TRANSLATE_NOOP("actions", "Players see one square further to the top of their screen"),
        keys=("Alt+Shift+Up",),
        section=PLAYERS,
    ),
    ActionSpec(
        "players_down",
        QT_TRANSLATE_NOOP("actions", "One square do&wn"),
        QT_TRANSLATE_NOOP("actions", "Players see one square further to the bottom of their screen"),
        keys=("Alt+Shift+Down",),
        section=PLAYERS,
    ),
    ActionSpec(
        "players_real",
        QT_TRANSLATE_NOOP("actions", "Real in&ches"),
        QT_TRANSLATE_NOOP(
            "actions", "Squares are exactly as large as miniatures need them; the wheel changes nothing"
        ),
        keys=("Ctrl+F5",),
        checkable=True,
        section=PLAYERS,
        gap=True,
    ),
    ActionSpec(
        "players_set_up",
        QT_TRANSLATE_NOOP("actions", "Set up the scr&een…"),
        QT_TRANSLATE_NOOP("actions", "Pick the players' screen, measure it, turn and straighten the picture"),
        section=PLAYERS,
    ),
    ActionSpec(
        "players_rotate",
        QT_TRANSLATE_NOOP("actions", "&Turn picture by 90°"),
        QT_TRANSLATE_NOOP(
            "actions", "Turn the players' picture clockwise, for a screen that lies on the table"
        ),
        keys=("Ctrl+F7",),
        icon="turn-quarter",
        section=PLAYERS,
    ),
    ActionSpec(
        "players_swap",
        QT_TRANSLATE_NOOP("actions", "Swap screens"),
        QT_TRANSLATE_NOOP("actions", "Your window and the players' change places"),
        keys=("Ctrl+F6",),
        icon="swap-screens",
        section=PLAYERS,
    ),
)
