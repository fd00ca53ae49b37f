"""The actions of fog, and of what players are not to know."""

from __future__ import annotations

from gridmap.app.action_spec import SECRETS, ActionSpec
from gridmap.app.translation import QT_TRANSLATE_NOOP

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "fog_start",
        QT_TRANSLATE_NOOP("actions", "&Start fog"),
        QT_TRANSLATE_NOOP("actions", "Hide the whole map from the players, to be revealed bit by bit"),
        keys=("Ctrl+U",),
        section=SECRETS,
    ),
    ActionSpec(
        "fog_remove",
        QT_TRANSLATE_NOOP("actions", "Re&move fog"),
        QT_TRANSLATE_NOOP("actions", "Players see every square; what was revealed is forgotten"),
        keys=("Ctrl+Alt+U",),
        section=SECRETS,
    ),
    ActionSpec(
        "fog_reveal_all",
        QT_TRANSLATE_NOOP("actions", "&Reveal all"),
        QT_TRANSLATE_NOOP("actions", "Reveal every square to the players"),
        keys=("Ctrl+Shift+U",),
        section=SECRETS,
        gap=True,
    ),
    ActionSpec(
        "fog_hide_all",
        QT_TRANSLATE_NOOP("actions", "Hide &all"),
        QT_TRANSLATE_NOOP("actions", "Hide every square from the players"),
        keys=("Ctrl+Shift+H",),
        section=SECRETS,
    ),
    ActionSpec(
        "fog_by_sight",
        QT_TRANSLATE_NOOP("actions", "Reveal by s&ight"),
        QT_TRANSLATE_NOOP(
            "actions", "Each move of the party reveals what it sees; what it saw before stays, dimmed"
        ),
        keys=("Ctrl+Shift+L",),
        checkable=True,
        section=SECRETS,
        gap=True,
    ),
    ActionSpec(
        "fog_dark",
        QT_TRANSLATE_NOOP("actions", "It is &dark"),
        QT_TRANSLATE_NOOP("actions", "The party sees only where a creature's light shines"),
        checkable=True,
        section=SECRETS,
    ),
    ActionSpec(
        "fog_darkvision",
        QT_TRANSLATE_NOOP("actions", "Dark&vision counts"),
        QT_TRANSLATE_NOOP("actions", "In the dark, creatures with darkvision see as far as it reaches"),
        checkable=True,
        section=SECRETS,
    ),
    ActionSpec(
        "secret_creatures",
        QT_TRANSLATE_NOOP("actions", "&Hidden creature"),
        QT_TRANSLATE_NOOP("actions", "Players see nothing of the selected creatures"),
        keys=("Ctrl+H",),
        checkable=True,
        section=SECRETS,
        gap=True,
    ),
    ActionSpec(
        "secret_names",
        QT_TRANSLATE_NOOP("actions", "Players know the &name"),
        QT_TRANSLATE_NOOP("actions", "Of the selected creatures; without it they see a number"),
        keys=("Ctrl+Shift+N",),
        checkable=True,
        section=SECRETS,
    ),
    ActionSpec(
        "secret_door",
        QT_TRANSLATE_NOOP("actions", "Secret d&oor"),
        QT_TRANSLATE_NOOP(
            "actions", "Make the door or wall under the pointer a secret door, or a door that all know"
        ),
        keys=("Shift+C",),
        section=SECRETS,
    ),
    ActionSpec(
        "secret_trap",
        QT_TRANSLATE_NOOP("actions", "&Trap"),
        QT_TRANSLATE_NOOP(
            "actions", "Make the hazard under the pointer a trap that players do not see, or one that they do"
        ),
        keys=("Shift+H",),
        section=SECRETS,
    ),
    ActionSpec(
        "secret_note",
        QT_TRANSLATE_NOOP("actions", "GM's not&e"),
        QT_TRANSLATE_NOOP("actions", "Keep the note under the pointer from players, or show it to them"),
        keys=("Shift+N",),
        section=SECRETS,
    ),
    ActionSpec(
        "lays_traps",
        QT_TRANSLATE_NOOP("actions", "&Lay hazards as traps"),
        QT_TRANSLATE_NOOP("actions", "Hazards painted from now on are traps, which players do not see"),
        checkable=True,
        section=SECRETS,
        gap=True,
    ),
)
