"""The list of creatures: those that come with the program, and the user's own files."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.formats.creature_library import (
    KnownCreature,
    library_text,
    own_creatures,
    read_library,
    save_own,
    shipped_creatures,
)
from gridmap.formats.errors import FormatError
from gridmap.model import Asset, Creature, Manoeuvrability, ReachBand, Size, Square, Stance
from gridmap.rules.ruleset import SHIPPED, shipped_ruleset
from gridmap.rules.space import reach, side

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cf"
    "500f0003860180a5a3d3a50000000049454e44ae426082"
)
MODES = {"walk", "swim", "climb", "burrow", "fly"}


def test_the_list_is_long_and_its_names_are_unique() -> None:
    names = [known.name for known in shipped_creatures()]
    assert len(names) >= 200
    assert len(names) == len(set(names))
    groups = {known.group for known in shipped_creatures()}
    assert len(groups) >= 8


@pytest.mark.parametrize("ruleset_id", SHIPPED)
def test_every_creature_of_the_list_fits_every_ruleset(ruleset_id: str) -> None:
    ruleset = shipped_ruleset(ruleset_id)
    for known in shipped_creatures():
        creature = known.creature
        squares, band = side(creature, ruleset), reach(creature, ruleset)
        assert 1 <= squares <= 6, known.name
        assert 0 <= band.more_than <= band.at_most <= 60, known.name
        assert band.at_most % 5 == 0, known.name
        assert set(creature.speed) <= MODES, known.name
        assert "walk" in creature.speed, known.name
        assert all(0 <= feet <= 250 and feet % 5 == 0 for feet in creature.speed.values()), known.name
        if creature.space is not None:
            assert known.group == "Swarms and troops", known.name


def test_a_reach_or_space_is_stated_only_where_it_is_not_the_table_s() -> None:
    ruleset = shipped_ruleset("pathfinder-1e")
    for known in shipped_creatures():
        creature = known.creature
        if creature.space is not None:
            assert creature.space != 5 * side(replace(creature, space=None), ruleset), known.name
    ogre = next(known.creature for known in shipped_creatures() if known.name == "Ogre")
    wolf = next(known.creature for known in shipped_creatures() if known.name == "Dire wolf")
    assert (reach(ogre, ruleset), reach(wolf, ruleset)) == (ReachBand(0, 10), ReachBand(0, 5))


def test_words_find_a_creature_in_any_order() -> None:
    found = [known.name for known in shipped_creatures() if known.matches("giant hill")]
    assert found == ["Hill giant"]
    assert "Heavy horse" in [known.name for known in shipped_creatures() if known.matches("mount")]
    assert not any(known.matches("nosuchthing") for known in shipped_creatures())


NAMES = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=40).filter(str.strip)
KNOWN = st.builds(
    KnownCreature,
    st.builds(
        Creature,
        st.just("x"),
        st.sampled_from(list(Size)),
        st.just(Square(0, 0)),
        name=NAMES,
        reach=st.none() | st.just(ReachBand(5, 10)) | st.builds(ReachBand, st.just(0), st.integers(0, 60)),
        space=st.none() | st.sampled_from([5, 20, 30]),
        stance=st.sampled_from(list(Stance)),
        speed=st.dictionaries(st.sampled_from(sorted(MODES)), st.integers(0, 200)),
        notes=st.text(st.characters(exclude_categories=("Cs",)), max_size=40),
        light=st.integers(0, 60),
        darkvision=st.integers(0, 120),
        manoeuvrability=st.sampled_from([None, *Manoeuvrability]),
    ),
    tags=st.lists(NAMES, max_size=2).map(tuple),
)


@given(KNOWN)
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, known: KnownCreature
) -> None:
    path = tmp_path_factory.mktemp("own") / "one.toml"
    path.write_text(library_text([known], "Mine"), encoding="utf-8", newline="")
    (read,) = read_library(path)
    assert replace(read.creature, id="x") == known.creature
    assert (read.group, read.tags) == ("Mine", known.tags)


def test_own_creatures_are_kept_changed_and_never_written_over(tmp_path: Path) -> None:
    grub = KnownCreature(
        Creature("grub", Size.SMALL, Square(0, 0), name="Grub"), portrait=Asset("a.png", PNG)
    )
    first, second = save_own(tmp_path, grub), save_own(tmp_path, grub)
    assert first.path != second.path
    changed = replace(second, creature=replace(grub.creature, size=Size.HUGE))
    assert save_own(tmp_path, changed).path == second.path
    read, troubles = own_creatures(tmp_path)
    assert not troubles
    assert {known.creature.size for known in read} == {Size.SMALL, Size.HUGE}
    assert all(known.portrait is not None and known.portrait.content == PNG for known in read)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('creatures = [{ name = "X", size = "middling" }]', "middling"),
        ('creatures = [{ name = "X", size = "small", colour = "red" }]', "colour"),
        ('creatures = [{ name = "X", size = "small", reach = [10, 5] }]', "reach of X"),
        ('creatures = [{ name = "X", size = "small", reach = [5] }]', "reach of X"),
        ('creatures = [{ name = "X", size = "small", space = 7 }]', "space"),
        ("creatures = [", "not TOML"),
        ("group = 3", "group"),
    ],
)
def test_a_bad_file_is_named_in_one_sentence_and_the_others_are_read(
    tmp_path: Path, text: str, named: str
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(text)
    with pytest.raises(FormatError, match=r"^bad\.toml: ") as caught:
        read_library(bad)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)
    save_own(tmp_path, KnownCreature(Creature("a", Size.SMALL, Square(0, 0), name="A")))
    read, troubles = own_creatures(tmp_path)
    assert [known.name for known in read] == ["A"]
    assert len(troubles) == 1


def test_a_portrait_is_read_from_beside_its_file_alone(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(PNG)
    folder = tmp_path / "own"
    folder.mkdir()
    path = folder / "one.toml"
    path.write_text('creatures = [{ name = "X", size = "small", portrait = "../secret.png" }]')
    assert read_library(path)[0].portrait is None


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")))
def test_no_file_breaks_the_list(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("own") / "any.toml"
    path.write_bytes(content)
    with suppress(FormatError):
        read_library(path)


@pytest.mark.parametrize(
    "content",
    [
        b"x = " + b"9" * 5000,
        b"creatures = " + b"[" * 50_000,
        b"\xff\xfe",
        b'creatures = [{name = "\\ud800"}]',
    ],
)
def test_odd_files_are_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"^odd\.toml: ") as caught:
        read_library(path)
    assert len(str(caught.value)) < 300


def test_whatever_stands_on_a_map_can_be_kept_and_read_again(tmp_path: Path) -> None:
    name = "Long " * 60 + "\ud800"
    kept = save_own(
        tmp_path, KnownCreature(Creature("x", Size.SMALL, Square(0, 0), name=name, letters="ABCDEF"))
    )
    (read,), troubles = own_creatures(tmp_path)
    assert not troubles
    assert read.path == kept.path
    assert read.name == name[:200]


def test_a_file_of_several_written_by_hand_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "villains.toml"
    entries = '{ name = "Brack", size = "medium" }, { name = "Aska", size = "small" }'
    path.write_text(f'group = "Villains"\ncreatures = [{entries}]')
    own, _ = own_creatures(tmp_path)
    assert [(known.name, known.group, known.is_own) for known in own] == [
        ("Aska", "Villains", False),
        ("Brack", "Villains", False),
    ]
    before = path.read_bytes()
    save_own(tmp_path, replace(own[0], creature=replace(own[0].creature, size=Size.HUGE)))
    assert path.read_bytes() == before
    assert len(own_creatures(tmp_path)[0]) == 3
