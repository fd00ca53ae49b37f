"""The actions of what is seen and how large."""

from __future__ import annotations

from gridmap.app.action_spec import VIEW, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "zoom_in",
        QT_TRANSLATE_NOOP("actions", "Zoom &in"),
        QT_TRANSLATE_NOOP("actions", "Make the map larger"),
        keys=(
            "Ctrl++",
            "Ctrl+=",
            "+",
        ),
        icon="zoom-in",
        section=VIEW,
    ),
    ActionSpec(
        "zoom_out",
        QT_TRANSLATE_NOOP("actions", "Zoom &out"),
        QT_TRANSLATE_NOOP("actions", "Make the map smaller"),
        keys=(
            "Ctrl+-",
            "-",
        ),
        icon="zoom-out",
        section=VIEW,
    ),
    ActionSpec(
        "fit",
        QT_TRANSLATE_NOOP("actions", "&Fit map"),
        QT_TRANSLATE_NOOP("actions", "Show the whole map"),
        keys=(
            "Ctrl+0",
            "0",
        ),
        icon="fit",
        section=VIEW,
    ),
    ActionSpec(
        "table_size",
        QT_TRANSLATE_NOOP("actions", "&Table size"),
        QT_TRANSLATE_NOOP("actions", "Show a square at 70 pixels, as on a virtual table"),
        keys=("Ctrl+1",),
        section=VIEW,
    ),
    ActionSpec(
        "grid",
        QT_TRANSLATE_NOOP("actions", "&Grid"),
        QT_TRANSLATE_NOOP("actions", "Show the grid lines"),
        keys=("Ctrl+'",),
        icon="grid",
        checkable=True,
        section=VIEW,
    ),
    ActionSpec(
        "pictures",
        QT_TRANSLATE_NOOP("actions", "&Pictures"),
        QT_TRANSLATE_NOOP("actions", "Show the background pictures"),
        checkable=True,
        section=VIEW,
    ),
    ActionSpec(
        "names",
        QT_TRANSLATE_NOOP("actions", "Creature &names"),
        QT_TRANSLATE_NOOP("actions", "Show names beside creatures"),
        checkable=True,
        section=VIEW,
    ),
    ActionSpec(
        "theme_light",
        QT_TRANSLATE_NOOP("actions", "&Light"),
        QT_TRANSLATE_NOOP("actions", "Light theme"),
        checkable=True,
        group="theme",
        section=VIEW,
    ),
    ActionSpec(
        "theme_dark",
        QT_TRANSLATE_NOOP("actions", "&Dark"),
        QT_TRANSLATE_NOOP("actions", "Dark theme"),
        checkable=True,
        group="theme",
        section=VIEW,
    ),
    ActionSpec(
        "theme_high-contrast",
        QT_TRANSLATE_NOOP("actions", "&High contrast"),
        QT_TRANSLATE_NOOP("actions", "High-contrast theme"),
        checkable=True,
        group="theme",
        section=VIEW,
    ),
)
