"""Files of other programs, converted for players, are the same byte for byte, whatever is secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from gridmap.foreign_files import WRITERS, for_players
from gridmap.model import BattleMap
from tests.secret_pictures import pictured_maps, with_secrets
from tests.secrets import MARK


@pytest.mark.parametrize("kind", sorted(WRITERS))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=pictured_maps())
def test_converted_for_players(kind: str, case: tuple[BattleMap, int], tmp_path: Path) -> None:
    battle_map, seed = case
    written = []
    for number, one in enumerate((battle_map, with_secrets(battle_map, seed))):
        folder = tmp_path / str(number)
        folder.mkdir(exist_ok=True)
        WRITERS[kind](for_players(one), folder / "map", 20)
        written.append({path.name: path.read_bytes() for path in folder.iterdir()})
    plain, secret = written
    assert plain == secret
    for name, content in secret.items():
        assert MARK not in name
        assert MARK.encode() not in content
