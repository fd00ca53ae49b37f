"""Edits of the areas kept on the map."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import count
from typing import Any

from gridmap.edits.page_move import PageMove
from gridmap.model.battlemap import BattleMap
from gridmap.model.template import Template


def keep_area(battle_map: BattleMap, area: str, name: str = "", *, secret: bool = False) -> BattleMap:
    """The map with one more kept area, on top of the others.

    Args:
        battle_map: the map.
        area: the area as its overlay's name says it.
        name: what it is called.
        secret: for the GM only.
    """
    taken = {template.id for template in battle_map.templates}
    free = next(f"area-{number}" for number in count(1) if f"area-{number}" not in taken)
    return battle_map.with_changes(templates=(*battle_map.templates, Template(free, area, name, secret)))


def remove_templates(battle_map: BattleMap, ids: Collection[str]) -> BattleMap:
    """The map without the kept areas of those ids."""
    kept = tuple(template for template in battle_map.templates if template.id not in ids)
    return battle_map if len(kept) == len(battle_map.templates) else battle_map.with_changes(templates=kept)


def change_template(battle_map: BattleMap, template_id: str, **changes: Any) -> BattleMap:
    """The map with a kept area's name, secrecy or area changed.

    Raises:
        KeyError: no kept area has that id.
    """
    old = next((template for template in battle_map.templates if template.id == template_id), None)
    if old is None:
        raise KeyError(template_id)
    new = replace(old, **changes)
    if new == old:
        return battle_map
    templates = tuple(new if template is old else template for template in battle_map.templates)
    return battle_map.with_changes(templates=templates)


def move_template(battle_map: BattleMap, template_id: str, dx: int, dy: int) -> BattleMap:
    """The map with a kept area shifted by whole squares; one that goes with a creature stays with it.

    Raises:
        KeyError: no kept area has that id.
    """
    old = next((template for template in battle_map.templates if template.id == template_id), None)
    if old is None:
        raise KeyError(template_id)
    return change_template(battle_map, template_id, area=shifted(old.area, dx, dy))


def shifted(area: str, dx: int, dy: int) -> str:
    """An area's name with its places moved; one that begins at a creature stays there.

    >>> shifted("area:line:60:8,5:14,9", 1, -2)
    'area:line:60:9,3:15,7'
    >>> shifted("area:splash:square=8,5", 1, 0), shifted("area:emanation:10:creature=bo", 4, 4)
    ('area:splash:square=9,5', 'area:emanation:10:creature=bo')
    """
    if ":creature=" in area:
        return area
    return PageMove(0, 0, left=dx, top=dy).area(area)
