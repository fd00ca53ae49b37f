"""The actions of creatures."""

from __future__ import annotations

from gridmap.app.action_spec import CREATURES, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "find_creature",
        QT_TRANSLATE_NOOP("actions", "&Find a creature…"),
        QT_TRANSLATE_NOOP("actions", "Search the list of creatures; Return takes one in hand, 6 goblin six"),
        keys=("Ctrl+F",),
        icon="creature",
        section=CREATURES,
    ),
    ActionSpec(
        "keep_creatures",
        QT_TRANSLATE_NOOP("actions", "&Keep selected in the list"),
        QT_TRANSLATE_NOOP("actions", "The selected creatures become part of your own list, for every map"),
        section=CREATURES,
    ),
    ActionSpec(
        "keep_pasted_creatures",
        QT_TRANSLATE_NOOP("actions", "Keep pasted &statblocks in the list"),
        QT_TRANSLATE_NOOP("actions", "Read the statblocks that were copied, and keep them in your own list"),
        section=CREATURES,
    ),
    ActionSpec(
        "keep_creature_files",
        QT_TRANSLATE_NOOP("actions", "Keep creatures of f&iles in the list…"),
        QT_TRANSLATE_NOOP(
            "actions", "Read statblocks and other programs' creatures, and keep them in your own list"
        ),
        section=CREATURES,
    ),
    ActionSpec(
        "face_left",
        QT_TRANSLATE_NOOP("actions", "Turn &left"),
        QT_TRANSLATE_NOOP("actions", "The selected creatures look 45° further to the left"),
        keys=("Ctrl+[",),
        section=CREATURES,
        gap=True,
    ),
    ActionSpec(
        "face_right",
        QT_TRANSLATE_NOOP("actions", "Turn &right"),
        QT_TRANSLATE_NOOP("actions", "The selected creatures look 45° further to the right"),
        keys=("Ctrl+]",),
        section=CREATURES,
    ),
    ActionSpec(
        "no_facing",
        QT_TRANSLATE_NOOP("actions", "Look &nowhere"),
        QT_TRANSLATE_NOOP("actions", "Their tokens do not show where the selected creatures look"),
        section=CREATURES,
    ),
    ActionSpec(
        "rise",
        QT_TRANSLATE_NOOP("actions", "&Higher"),
        QT_TRANSLATE_NOOP("actions", "The selected creatures are 5 ft (1 square) higher"),
        keys=("Ctrl+PgUp",),
        section=CREATURES,
        gap=True,
    ),
    ActionSpec(
        "sink",
        QT_TRANSLATE_NOOP("actions", "L&ower"),
        QT_TRANSLATE_NOOP("actions", "The selected creatures are 5 ft (1 square) lower"),
        keys=("Ctrl+PgDown",),
        section=CREATURES,
    ),
    ActionSpec(
        "land",
        QT_TRANSLATE_NOOP("actions", "On the &ground"),
        QT_TRANSLATE_NOOP("actions", "The selected creatures stand on the ground"),
        keys=("Ctrl+Home",),
        section=CREATURES,
    ),
    ActionSpec(
        "choose_portrait",
        QT_TRANSLATE_NOOP("actions", "&Portrait…"),
        QT_TRANSLATE_NOOP(
            "actions",
            "A picture on the tokens of the selected creatures; one dropped on a token does the same",
        ),
        section=CREATURES,
        gap=True,
    ),
    ActionSpec(
        "remove_portrait",
        QT_TRANSLATE_NOOP("actions", "Letters inst&ead of a portrait"),
        QT_TRANSLATE_NOOP("actions", "The tokens of the selected creatures show letters again"),
        section=CREATURES,
    ),
    ActionSpec(
        "teams",
        QT_TRANSLATE_NOOP("actions", "&Teams…"),
        QT_TRANSLATE_NOOP("actions", "Colours and shapes of the teams, and which is the players' party"),
        section=CREATURES,
        gap=True,
    ),
    ActionSpec(
        "turn_order",
        QT_TRANSLATE_NOOP("actions", "Or&der of turns…"),
        QT_TRANSLATE_NOOP("actions", "Initiative: roll or type it, and go from turn to turn"),
        keys=("Ctrl+I",),
        section=CREATURES,
    ),
)
