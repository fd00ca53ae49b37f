"""Add creatures."""

from __future__ import annotations

from dataclasses import replace

from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.guides import Frame, Guide
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.app.words import size_name
from gridmap.edits.creatures import add_creature, onto_map
from gridmap.model import Creature, Square
from gridmap.rules.space import side


class CreatureTool(Tool):
    """A press shows the creature, the release puts it down; it is selected then."""

    name = "creature"
    has_options = True

    def begin(self, pointer: Pointer) -> None:
        self.move(pointer)

    def move(self, pointer: Pointer) -> None:
        self.document.try_map(add_creature(self.document.battle_map, self._next(pointer)))

    def end(self, pointer: Pointer) -> None:
        self.move(pointer)
        added = self.document.shown.creatures[-1]
        self.document.keep_trial(self.tr("Add {creature}").format(creature=added.title))
        self.editor.selection.select({added.id})

    def hint(self) -> str:
        return self.tr("Click to add a creature of the size, team and name in the bar above.")

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        creature = self._next(self.pointer)
        return (Frame.of_block(creature.at, side(creature, ruleset_of(self.document.battle_map))),)

    def _next(self, pointer: Pointer) -> Creature:
        """The creature that would stand under the hand."""
        choices = self.options.choices
        name = choices.creature_name.strip()
        creature = Creature(
            id=_as_id(name or choices.creature_team or size_name(choices.creature_size)),
            size=choices.creature_size,
            at=Square(0, 0),
            team=choices.creature_team.strip(),
            name=name,
            speed={"walk": 30},
        )
        size = side(creature, ruleset_of(self.document.battle_map))
        corner = Square(round(pointer.at.x - size / 2), round(pointer.at.y - size / 2))
        return replace(creature, at=onto_map(self.document.battle_map, corner, size))


def _as_id(name: str) -> str:
    """A name as an id: lower case, words joined.

    >>> _as_id("Ogre Chief")
    'ogre-chief'
    """
    return "-".join(name.lower().split()) or "creature"
