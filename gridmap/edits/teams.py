"""Edits of teams: how the tokens of each look, and who is the players' party."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gridmap.model.battlemap import BattleMap
from gridmap.model.team import Team


def team_names(battle_map: BattleMap) -> tuple[str, ...]:
    """Every team that the map knows: those whose look it says, then those of its creatures, in order."""
    names = [team.name for team in battle_map.teams] + [each.team for each in battle_map.creatures]
    return tuple(dict.fromkeys(names))


def team_called(battle_map: BattleMap, name: str) -> Team:
    """The team of that name; one without a look where the map says nothing of it."""
    return next((team for team in battle_map.teams if team.name == name), Team(name))


def change_team(battle_map: BattleMap, name: str, **changes: Any) -> BattleMap:
    """The map with another look for a team. One that looks as the theme says is not kept.

    Args:
        battle_map: the map.
        name: the team's.
        changes: of `colour`, `shape` and `party`.
    """
    old = team_called(battle_map, name)
    new = replace(old, **changes)
    if new == old:
        return battle_map
    others = battle_map.teams
    if any(team.name == name for team in others):
        teams = tuple(new if team.name == name else team for team in others)
    else:
        teams = (*others, new)
    has_creatures = any(creature.team == name for creature in battle_map.creatures)
    if new == Team(name) and has_creatures:
        teams = tuple(team for team in teams if team.name != name)
    return battle_map.with_changes(teams=teams)


def add_team(battle_map: BattleMap, name: str) -> BattleMap:
    """The map with one more team.

    Raises:
        ValueError: the name is taken.
    """
    _refuse_taken(battle_map, name)
    return battle_map.with_changes(teams=(*battle_map.teams, Team(name)))


def rename_team(battle_map: BattleMap, old: str, new: str) -> BattleMap:
    """The map with another name for a team, and for its creatures' team.

    Raises:
        ValueError: the name is taken.
    """
    if old == new:
        return battle_map
    _refuse_taken(battle_map, new)
    teams = tuple(replace(team, name=new) if team.name == old else team for team in battle_map.teams)
    creatures = tuple(
        replace(creature, team=new) if creature.team == old else creature for creature in battle_map.creatures
    )
    return battle_map.with_changes(teams=teams, creatures=creatures)


def forget_team(battle_map: BattleMap, name: str) -> BattleMap:
    """The map that says nothing of a team; its creatures stay in it and look as the theme says."""
    teams = tuple(team for team in battle_map.teams if team.name != name)
    return battle_map if len(teams) == len(battle_map.teams) else battle_map.with_changes(teams=teams)


def _refuse_taken(battle_map: BattleMap, name: str) -> None:
    if name in team_names(battle_map):
        raise ValueError(f"there is a team {name!r} already")
