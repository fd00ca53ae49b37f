"""Add creatures."""

from __future__ import annotations

from dataclasses import replace

from gridmap.app.creature_placing import creature_in_hand, place_under, put_down
from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.guides import Frame, Guide
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.model import Creature
from gridmap.model.piece import Part
from gridmap.rules.space import side


class CreatureTool(Tool):
    """A press shows the creature, the release puts it down; it is selected then.

    Where several are wanted, they are shown round the hand in the nearest free squares.
    """

    name = "creature"
    opens_menu = True
    has_options = True

    def begin(self, pointer: Pointer) -> None:
        self.move(pointer)

    def move(self, pointer: Pointer) -> None:
        choices, before = self.options.choices, self.document.battle_map
        creature = creature_in_hand(choices)
        known = choices.creature_known
        self.document.try_map(put_down(before, creature, pointer.at, choices.creature_count, known))

    def end(self, pointer: Pointer) -> None:
        self.move(pointer)
        before, count = self.document.battle_map, self.options.choices.creature_count
        added = self.document.shown.creatures[len(before.creatures) :]
        if not added:
            self.document.drop_trial()
            if Part.CREATURES not in self.document.locked:
                self.editor.complain(self.tr("There is no room for it here."))
            return
        self.document.keep_trial(self._label(added))
        self.editor.selection.select(creature.id for creature in added)
        if len(added) < count:
            self.editor.complain(
                self.tr("There is room for {placed} of {count} here.").format(placed=len(added), count=count)
            )

    def hint(self) -> str:
        known = self.options.choices.creature_known
        key = self.editor.keys.key("find_creature")
        if known is not None:
            return self.tr("Click to add: {name}. {key} finds another.").format(name=known.name, key=key)
        return self.tr("Click to add a creature of the bar above; {key} finds one in the list.").format(
            key=key
        )

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        battle_map = self.document.battle_map
        creature = creature_in_hand(self.options.choices)
        creature = replace(creature, at=place_under(battle_map, creature, self.pointer.at))
        return (Frame.of_block(creature.at, side(creature, ruleset_of(battle_map))),)

    def _label(self, added: tuple[Creature, ...]) -> str:
        if len(added) == 1:
            return self.tr("Add {creature}").format(creature=added[0].title)
        return self.tr("Add {count} creatures").format(count=len(added))
