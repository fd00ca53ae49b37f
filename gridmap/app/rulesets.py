"""The rulesets that a map may be played with: those shipped, and the user's own files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from gridmap.model import BattleMap
from gridmap.model.battlemap import DEFAULT_RULESET
from gridmap.rules.ruleset import SHIPPED, Ruleset, RulesetError, load_ruleset, shipped_ruleset


def house_rules_folder() -> Path:
    """Where the user's own ruleset files are looked for."""
    config = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return Path(config) / "gridmap" / "rulesets"


def available_rulesets() -> dict[str, Ruleset]:
    """Every usable ruleset by its id, shipped ones first; files that cannot be used are left out."""
    return _read_rulesets()[0]


def unusable_rulesets() -> tuple[str, ...]:
    """Why files of the user's own folder cannot be used, a sentence each."""
    return _read_rulesets()[1]


@cache
def _read_rulesets() -> tuple[dict[str, Ruleset], tuple[str, ...]]:
    found = {ruleset_id: shipped_ruleset(ruleset_id) for ruleset_id in SHIPPED}
    troubles: list[str] = []
    for path in sorted(house_rules_folder().glob("*.toml")):
        try:
            ruleset = load_ruleset(path)
        except RulesetError as error:
            troubles.append(str(error))
            continue
        if ruleset.id in found:
            troubles.append(f"{path.name}: there is another ruleset {ruleset.id!r}")
        else:
            found[ruleset.id] = ruleset
    return found, tuple(troubles)


def ruleset_of(battle_map: BattleMap) -> Ruleset:
    """The map's ruleset; the default one where this computer does not know the map's."""
    try:
        return shipped_ruleset(battle_map.ruleset)
    except RulesetError:
        return available_rulesets().get(battle_map.ruleset) or shipped_ruleset(DEFAULT_RULESET)


def ruleset_called(ruleset_id: str) -> Ruleset:
    """The usable ruleset of an id.

    Raises:
        RulesetError: this computer has none of that id.
    """
    found = available_rulesets().get(ruleset_id)
    return shipped_ruleset(ruleset_id) if found is None else found


def ruleset_names() -> dict[str, str]:
    """Names of every usable ruleset by id, shipped ones first."""
    return {ruleset_id: ruleset.name for ruleset_id, ruleset in available_rulesets().items()}
