"""The actions of the map as a whole and its pictures."""

from __future__ import annotations

from gridmap.app.action_spec import MAP, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "resize_map",
        QT_TRANSLATE_NOOP("actions", "&Resize…"),
        QT_TRANSLATE_NOOP("actions", "Add or cut squares on any side of the map"),
        section=MAP,
    ),
    ActionSpec(
        "turn_right",
        QT_TRANSLATE_NOOP("actions", "Turn ri&ght"),
        QT_TRANSLATE_NOOP("actions", "Turn the map by a quarter, clockwise, with everything on it"),
        section=MAP,
    ),
    ActionSpec(
        "turn_left",
        QT_TRANSLATE_NOOP("actions", "Turn &left"),
        QT_TRANSLATE_NOOP("actions", "Turn the map by a quarter, counterclockwise, with everything on it"),
        section=MAP,
    ),
    ActionSpec(
        "mirror_across",
        QT_TRANSLATE_NOOP("actions", "&Mirror left and right"),
        QT_TRANSLATE_NOOP("actions", "Exchange left and right of the map"),
        section=MAP,
    ),
    ActionSpec(
        "mirror_down",
        QT_TRANSLATE_NOOP("actions", "Mirror to&p and bottom"),
        QT_TRANSLATE_NOOP("actions", "Exchange top and bottom of the map"),
        section=MAP,
    ),
    ActionSpec(
        "split_squares",
        QT_TRANSLATE_NOOP("actions", "&Split squares into four"),
        QT_TRANSLATE_NOOP("actions", "Make 10-foot squares the 5-foot ones that the rules count in"),
        section=MAP,
    ),
    ActionSpec(
        "add_picture",
        QT_TRANSLATE_NOOP("actions", "&Add picture…"),
        QT_TRANSLATE_NOOP("actions", "Lay a picture under the map"),
        section=MAP,
        gap=True,
    ),
    ActionSpec(
        "find_grid",
        QT_TRANSLATE_NOOP("actions", "&Find printed grid"),
        QT_TRANSLATE_NOOP("actions", "Find the grid printed on the picture and lay it on the map's"),
        section=MAP,
    ),
    ActionSpec(
        "fit_page",
        QT_TRANSLATE_NOOP("actions", "Map as large as pi&cture"),
        QT_TRANSLATE_NOOP("actions", "Give the map as many squares as the picture covers"),
        section=MAP,
    ),
    ActionSpec(
        "snap_walls",
        QT_TRANSLATE_NOOP("actions", "S&nap walls to the grid"),
        QT_TRANSLATE_NOOP("actions", "Bring walls within 0.2 squares of a line of the grid onto it"),
        icon="snap",
        section=MAP,
    ),
)
