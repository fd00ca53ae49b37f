"""How the tokens of a map's teams look: as the theme says, or as the map says instead."""

from __future__ import annotations

import zlib
from itertools import count

import msgspec

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.identity_cache import IdentityCache
from gridmap.model.picture import Asset
from gridmap.model.team import Team as StatedTeam
from gridmap.render.theme import CreatureLook, Team

LIGHT_TEXT, DARK_TEXT = "#ffffff", "#000000"
_EDGE_SHARE = 0.68
"""So much of an edge is black, or white where the theme's edges are bright."""


def team_look(team: str, look: CreatureLook, stated: StatedTeam | None = None) -> Team:
    """How a team's tokens look.

    Args:
        team: its name. The theme knows some names; others have a look by the name alone, always the same.
        look: the theme's tokens.
        stated: what the map says of the team, which beats the theme.
    """
    wanted = team.casefold()
    found = next((entry for entry in look.teams if wanted in entry.names), None)
    if found is None:
        free = [entry for entry in look.teams if not entry.names] or list(look.teams)
        found = free[zlib.crc32(wanted.encode()) % len(free)]
    if stated is None:
        return found
    if stated.shape is not None:
        found = msgspec.structs.replace(found, shape=stated.shape)
    if not stated.colour:
        return found
    bright = luminance(found.edge) > luminance(found.fill)
    return msgspec.structs.replace(
        found,
        fill=stated.colour,
        edge=_mixed(stated.colour, 255 if bright else 0),
        text=readable_on(stated.colour),
    )


def readable_on(ground: str) -> str:
    """The colour of letters that stands out most on a ground.

    >>> readable_on("#ffe066"), readable_on("#203060")
    ('#000000', '#ffffff')
    """
    return max((LIGHT_TEXT, DARK_TEXT), key=lambda ink: contrast(ink, ground))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours ``#rrggbb``, 1 to 21, as the web's guidelines measure it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of a colour ``#rrggbb``, 0 to 1."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(colour: str, other: int) -> str:
    """A colour with a good share of a grey in it."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    mixed = (round(part + (other - part) * _EDGE_SHARE) for part in parts)
    return "#" + "".join(f"{part:02x}" for part in mixed)


class TokenLooks:
    """The looks of one map's teams in one theme, and the portraits.

    Attributes:
        look: the theme's tokens.
    """

    def __init__(self, battle_map: BattleMap, look: CreatureLook) -> None:
        self.look = look
        self._stated = {team.name: team for team in battle_map.teams}
        self._assets = {asset.name: asset for asset in battle_map.assets}
        self._teams: dict[str, Team] = {}
        self._numbers: dict[tuple[str, str], int] = {}

    def number(self, creature: Creature) -> int:
        """The same for tokens of the same team's look and the same picture, while that picture is kept."""
        named = (creature.team, creature.portrait)
        found = self._numbers.get(named)
        if found is None:
            portrait = self.portrait(creature)
            content = 0 if portrait is None else id(portrait.content)
            found = _numbers.setdefault((self.team(creature), content), next(_unused))
            self._numbers[named] = found
        return found

    def team(self, creature: Creature) -> Team:
        """How its team looks."""
        found = self._teams.get(creature.team)
        if found is None:
            found = team_look(creature.team, self.look, self._stated.get(creature.team))
            self._teams[creature.team] = found
        return found

    def portrait(self, creature: Creature) -> Asset | None:
        """The picture that its token shows, None for letters."""
        return self._assets.get(creature.portrait) if creature.portrait else None


_unused = count()
_numbers: dict[tuple[Team, int], int] = {}
"""Of every look that was drawn: a handful for each map."""
_looks: IdentityCache[TokenLooks] = IdentityCache(3)


def token_looks(battle_map: BattleMap, look: CreatureLook) -> TokenLooks:
    """The looks of a map's tokens."""
    return _looks.get((battle_map.teams, battle_map.assets, look), lambda: TokenLooks(battle_map, look))
