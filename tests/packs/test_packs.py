"""Packs: found by name or by folder, whole, and precise about what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.errors import SettingsError
from fingerpost.core.settings import Settings
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.linking.pack import EMPTY_PACK, PACK_FILE, Pack, ValueAlias, installed_packs, read_pack


def written(folder: Path, text: str | bytes) -> str:
    (folder / PACK_FILE).write_bytes(text.encode() if isinstance(text, str) else text)
    return str(folder)


def test_the_buildings_pack_is_found_by_its_name() -> None:
    pack = read_pack("buildings")
    assert pack.name == "buildings"
    assert "storey" in pack.labels["Level"]
    assert "globalId" in pack.hidden


def test_every_pack_of_the_wheel_can_be_read_and_goes_by_its_folder() -> None:
    assert list(installed_packs()) == ["buildings", "code", "library", "regulations"]
    for name in installed_packs():
        pack = read_pack(name)
        assert pack.name == name
        assert pack.description


RARE = {"ABOVE", "ASSIGNED_TO", "CLASSIFIED_AS", "COVERS", "HAS_DOCUMENT", "HAS_PORT", "NEXT_TO", "SERVES"}
"""What the loader makes of shapes, or of contents that the sample house does not have (tests/domains/buildings)."""


def test_the_buildings_pack_speaks_of_what_the_loader_makes(house: KnowledgeBase) -> None:
    schema, pack = house.schema, house.pack
    types = {relationship.type for relationship in schema.relationships}
    assert set(pack.relations) <= types | RARE
    assert set(pack.absent.values()) <= set(schema.label_by_name)
    assert {"Wall", "Level", "Room", "Material", "Opening"} <= set(pack.labels) & set(schema.label_by_name)
    assert {"isExternal", "loadBearing", "fireRating"} <= set(pack.properties) & schema.property_names


def test_a_loader_names_the_pack_of_its_graphs(house: KnowledgeBase, library: KnowledgeBase) -> None:
    assert house.manifest.pack == "buildings"
    assert (library.manifest.pack, library.pack) == (None, EMPTY_PACK)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many storeys are there?", ((3,),)),
        ("How many partitions are there?", ((5,),)),
        ("How many structural walls are there?", ((9,),)),
        ("How many exterior walls are there?", ((8,),)),
        ("How many pillars are there?", ((0,),)),
    ],
)
def test_its_words_are_understood(house: KnowledgeBase, question: str, rows: tuple[tuple[int, ...], ...]) -> None:
    assert house.ask(question).rows == rows


def test_a_pack_of_ones_own_is_found_by_its_folder(library: KnowledgeBase, tmp_path: Path) -> None:
    folder = written(tmp_path, 'name = "mine"\n[labels]\nBook = ["tome"]\n[show]\nMember = "email"\n')
    assert library.ask("How many tomes are there?").rows == ()
    with KnowledgeBase(library.path, Settings(pack=folder)) as kb:
        assert kb.ask("How many tomes are there?").rows == ((34,),)
        assert kb.display.property("Member") == "email"


def test_a_pack_goes_with_what_was_loaded_with_it(library: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    folder = written(tmp_path / "words", '[labels]\nShop = ["store"]\n')
    (tmp_path / "Shop.csv").write_text("id:ID,name\n1,Corner\n", encoding="utf-8")
    fingerpost.load([tmp_path / "Shop.csv"], tmp_path / "shops.fp", pack=folder)
    with fingerpost.open(tmp_path / "shops.fp") as kb:
        assert kb.ask("How many stores are there?").rows == ((1,),)


def test_values_may_have_names_of_their_own(tmp_path: Path) -> None:
    text = '[values]\n"ground floor" = { label = "Level", property = "name", value = "Level 1" }\n'
    assert read_pack(written(tmp_path, text)).values == {
        "ground floor": ValueAlias(label="Level", property="name", value="Level 1")
    }


def test_an_empty_pack_is_a_pack(tmp_path: Path) -> None:
    assert read_pack(written(tmp_path, "")) == Pack()


@pytest.mark.parametrize("name", ["penguins", "", "..", "../linking", "buildings/..", "/nowhere/at/all"])
def test_a_pack_that_is_missing(name: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read_pack(name)
    assert raised.value.code == "pack.missing"
    assert raised.value.hint is not None
    assert "buildings" in raised.value.hint


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('name = "x"\n[labels\nWall = ["a"]\n', 2, ""),
        ('name = "x"\n\n[labels]\nWall = [a]\n', 4, ""),
        ('[labels]\nWall = ["a"]\nWall = ["b"]\n', 3, ""),
        ('name = "x"\n[labels]\nWall = "partition"\n', 3, "labels.Wall"),
        ('name = "x"\n[labels]\nLevel = ["a"]\nWall = ["partition", 3]\n', 4, "labels.Wall"),
        ('name = "x"\nhidden = "tag"\n', 2, "hidden"),
        ('[lables]\nWall = ["a"]\n', 1, "lables"),
        ('name = "x"\nlabels = 3\n', 2, "labels"),
        ("[show]\n# a comment\n  Wall = [7]\n", 3, "show.Wall"),
        ('[values]\n"ground floor" = { label = "Level" }\n', 2, "values.ground floor"),
        ('[values."ground floor"]\nlabel = "Level"\nproperty = 4\nvalue = 1\n', 3, "values.ground floor.property"),
        ('[values."ground floor"]\nlabel = "Level"\nvalue = 1\n', 1, "values.ground floor.property"),
        ("[labels]\n'Wall' = 1\n", 2, "labels.Wall"),
    ],
)
def test_an_error_names_the_file_and_the_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read_pack(written(tmp_path, text))
    assert raised.value.code == "pack.invalid"
    assert raised.value.message.startswith(f"{tmp_path / PACK_FILE}:{line}: ")
    assert says in raised.value.message
    assert (raised.value.details["file"], raised.value.details["line"]) == (str(tmp_path / PACK_FILE), line)


def test_a_pack_that_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        read_pack(written(tmp_path, b'name = "x"\n# \xff\n'))
    assert raised.value.code == "pack.invalid"
    assert raised.value.message.startswith(f"{tmp_path / PACK_FILE}:2: ")


def test_a_knowledge_base_does_not_open_with_a_broken_pack(library: KnowledgeBase, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        KnowledgeBase(library.path, Settings(pack=written(tmp_path, "[")))
    assert raised.value.code == "pack.invalid"
