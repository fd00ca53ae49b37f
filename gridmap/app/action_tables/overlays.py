"""The actions of the overlays."""

from __future__ import annotations

from gridmap.app.action_spec import OVERLAYS, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "overlay_movement",
        QT_TRANSLATE_NOOP("actions", "&Movement"),
        QT_TRANSLATE_NOOP("actions", "Where the selected creature can go, and what it costs"),
        keys=("M",),
        icon="movement",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_reach",
        QT_TRANSLATE_NOOP("actions", "&Reach"),
        QT_TRANSLATE_NOOP("actions", "Which squares the selected creature threatens"),
        keys=("T",),
        icon="reach",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_threats",
        QT_TRANSLATE_NOOP("actions", "O&pponents' reach"),
        QT_TRANSLATE_NOOP("actions", "Where the opponents of the selected creature threaten it"),
        keys=("Shift+T",),
        icon="threats",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_flanking",
        QT_TRANSLATE_NOOP("actions", "&Flanking"),
        QT_TRANSLATE_NOOP("actions", "Who flanks whom, with the line that proves it"),
        keys=("F",),
        icon="flanking",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_cover",
        QT_TRANSLATE_NOOP("actions", "&Cover"),
        QT_TRANSLATE_NOOP("actions", "What cover each square has from shots of the selected creature"),
        keys=("K",),
        icon="cover",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_walls",
        QT_TRANSLATE_NOOP("actions", "&Walls off the grid"),
        QT_TRANSLATE_NOOP(
            "actions", "Which squares and sides of squares are barred by walls that do not follow the grid"
        ),
        keys=("Shift+W",),
        icon="walls",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "clear_area",
        QT_TRANSLATE_NOOP("actions", "C&lear area"),
        QT_TRANSLATE_NOOP("actions", "Take the area off the map"),
        icon="remove",
        keys=("Shift+A",),
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_sight",
        QT_TRANSLATE_NOOP("actions", "S&ight"),
        QT_TRANSLATE_NOOP("actions", "What the selected creature can see"),
        keys=("Shift+V",),
        icon="sight",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_run",
        QT_TRANSLATE_NOOP("actions", "R&un"),
        QT_TRANSLATE_NOOP("actions", "Where the selected creature can run to"),
        keys=("Shift+M",),
        icon="run",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_step",
        QT_TRANSLATE_NOOP("actions", "5-foot &step"),
        QT_TRANSLATE_NOOP("actions", "Where it can step to without provoking anybody"),
        keys=("Shift+F",),
        icon="step",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "overlay_withdraw",
        QT_TRANSLATE_NOOP("actions", "With&draw"),
        QT_TRANSLATE_NOOP("actions", "Where it can withdraw to, and where an enemy may strike on the way"),
        keys=("Shift+X",),
        icon="withdraw",
        checkable=True,
        section=OVERLAYS,
    ),
    ActionSpec(
        "pin_overlays",
        QT_TRANSLATE_NOOP("actions", "Pi&n what is shown"),
        QT_TRANSLATE_NOOP("actions", "The overlays shown stay while you select others and edit the map"),
        keys=("Shift+P",),
        icon="pin",
        section=OVERLAYS,
        gap=True,
    ),
    ActionSpec(
        "unpin_overlays",
        QT_TRANSLATE_NOOP("actions", "Unpin &everything"),
        QT_TRANSLATE_NOOP("actions", "Take all pinned overlays off the map"),
        section=OVERLAYS,
    ),
    ActionSpec(
        "pin_square",
        QT_TRANSLATE_NOOP("actions", "Pin s&quare"),
        QT_TRANSLATE_NOOP(
            "actions", "Go on explaining the square under the cursor while the hand is elsewhere"
        ),
        keys=("Q",),
        checkable=True,
        section=OVERLAYS,
    ),
)
