"""Parts of the map kept to come back to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from gridmap.model.battlemap import BattleMap
from gridmap.model.saved_view import SavedView

MOST_NAME = 80
"""Letters of a view's name."""


def save_view(battle_map: BattleMap, view: SavedView) -> BattleMap:
    """The map with a view kept: in the place of the one of that name, else behind the others.

    Raises:
        ValueError: the view has no name, or shows nothing.
    """
    view = replace(view, name=_clean(view.name))
    if not (view.width > 0 and view.height > 0):
        raise ValueError(f"the view {view.name!r} shows nothing: {view.width} by {view.height} squares")
    views = battle_map.saved_views
    if any(known.name == view.name for known in views):
        return _with(battle_map, [view if known.name == view.name else known for known in views])
    return _with(battle_map, (*views, view))


def remove_view(battle_map: BattleMap, name: str) -> BattleMap:
    """The map without the view of that name."""
    return _with(battle_map, [view for view in battle_map.saved_views if view.name != name])


def rename_view(battle_map: BattleMap, name: str, new_name: str) -> BattleMap:
    """The map with a view called otherwise.

    Raises:
        ValueError: the new name is empty, or another view has it.
    """
    new_name = _clean(new_name)
    views = battle_map.saved_views
    if new_name != name and any(view.name == new_name for view in views):
        raise ValueError(f"there is another view {new_name!r}")
    return _with(battle_map, [replace(view, name=new_name) if view.name == name else view for view in views])


def move_view(battle_map: BattleMap, name: str, by: int) -> BattleMap:
    """The map with a view so many places further down the list, or up; it stops at the ends."""
    views = list(battle_map.saved_views)
    at = next((at for at, view in enumerate(views) if view.name == name), None)
    if at is None:
        return battle_map
    view = views.pop(at)
    views.insert(min(len(views), max(0, at + by)), view)
    return _with(battle_map, views)


def free_name(battle_map: BattleMap, template: str) -> str:
    """The first name that no view has, by a template with ``{number}`` in it.

    >>> free_name(BattleMap.empty(2, 2), "View {number}")
    'View 1'
    """
    taken = {view.name for view in battle_map.saved_views}
    return next(name for number in count(1) if (name := template.format(number=number)) not in taken)


def _clean(name: str) -> str:
    name = " ".join(name.split())[:MOST_NAME].rstrip()
    if not name:
        raise ValueError("a view needs a name")
    return name


def _with(battle_map: BattleMap, views: Sequence[SavedView]) -> BattleMap:
    """The map with these views; the very same map where they are as they were."""
    if tuple(views) == battle_map.saved_views:
        return battle_map
    return battle_map.with_changes(saved_views=tuple(views))
