"""The value index: what is kept under which key, that it outlives its process, and that damage is told."""

from __future__ import annotations

import datetime as dt
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from fingerpost.core.cells import Cell
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.schema import TextKind
from fingerpost.linking.text import normalise
from fingerpost.linking.value_builder import (
    FORMAT,
    INDEX_FILE,
    MAX_LENGTH,
    MAX_WORDS,
    IndexBuilder,
    canonical_moment,
)
from fingerpost.linking.value_index import MAX_READINGS, Slot, ValueIndex
from fingerpost.stores.support.profiler import Profiler

Build = Callable[..., ValueIndex]


def fill(builder: IndexBuilder, owner: str, name: str, values: Sequence[Cell], of_relationship: bool = False) -> None:
    """One property's values in two batches, as a store's come in many."""
    profiler = Profiler(name)
    builder.begin(owner, name, of_relationship)
    for batch in (values[:1], values[1:]):
        profiler.add(batch)
        builder.add(batch)
    builder.end(profiler.kind())


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Builds an index of properties, each given as its owner, name and values, and opens it."""

    def made(*properties: tuple[str, str, Sequence[Cell]], of_relationship: bool = False) -> ValueIndex:
        builder = IndexBuilder(tmp_path)
        for owner, name, values in properties:
            fill(builder, owner, name, values, of_relationship)
        builder.finish()
        return ValueIndex(tmp_path)

    return made


def test_a_value_is_found_by_its_words_however_written(build: Build) -> None:
    index = build(("Author", "name", ["Émile Zola", "Jane Austen"]))
    for said in ("Émile Zola", "emile zola", "EMILE-ZOLA", "  Émile   Zola! "):
        assert index.lookup([normalise(said)]) == {"emile zola": [(Slot("Author", "name"), "Émile Zola")]}
    assert index.lookup(["zola"]) == {}


def test_several_values_may_have_one_key(build: Build) -> None:
    index = build(("Book", "title", ["Emma", "EMMA"]), ("Member", "firstName", ["Emma"]))
    found = index.lookup(["emma"])["emma"]
    assert sorted((slot.owner, str(cell)) for slot, cell in found) == [
        ("Book", "EMMA"),
        ("Book", "Emma"),
        ("Member", "Emma"),
    ]


def test_a_property_of_a_relationship_is_told_from_one_of_a_label(build: Build) -> None:
    index = build(("BORROWED", "state", ["overdue"]), of_relationship=True)
    assert index.lookup(["overdue"]) == {"overdue": [(Slot("BORROWED", "state", True), "overdue")]}


def test_a_word_that_stands_everywhere_has_a_bounded_number_of_readings(build: Build) -> None:
    index = build(*((f"L{number}", "name", ["same"]) for number in range(MAX_READINGS + 5)))
    assert len(index.lookup(["same"])["same"]) == MAX_READINGS


def test_many_keys_are_looked_up_at_once(build: Build) -> None:
    values = [f"value {number}" for number in range(1200)]
    found = build(("L", "p", values)).lookup([*values, *(f"no {number}" for number in range(1200))])
    assert sorted(found) == sorted(values)


def test_numbers_are_kept_as_they_are(build: Build) -> None:
    index = build(("Book", "year", [1815, -3]), ("Book", "price", [9.9]), ("Book", "new", [True, None]))
    assert index.lookup(["1815", "-3", "9 9", "true"]) == {
        "1815": [(Slot("Book", "year"), 1815)],
        "-3": [(Slot("Book", "year"), -3)],
    }


def test_dates_and_times_have_a_key_of_their_own(build: Build) -> None:
    born, start = dt.date(1775, 12, 16), dt.time(9, 27)
    index = build(("Author", "born", [born]), ("Call", "start", [start]))
    assert index.lookup(["@1775-12-16", "@09:27"]) == {
        "@1775-12-16": [(Slot("Author", "born"), born)],
        "@09:27": [(Slot("Call", "start"), start)],
    }


def test_dates_that_are_stored_as_text_are_found_by_both_keys(build: Build) -> None:
    index = build(("Crime", "date", ["15/08/2017", "1/2/2017"]))
    for key in ("@2017-08-15", "15 08 2017"):
        assert index.lookup([key]) == {key: [(Slot("Crime", "date"), "15/08/2017")]}


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("2017-08-11", TextKind.ISO_DATE, "@2017-08-11"),
        ("2017-08-11T10:00", TextKind.ISO_DATE, None),
        ("09:27:30", TextKind.CLOCK_TIME, "@09:27"),
        ("1.2.2017", TextKind.DAY_FIRST_DATE, "@2017-02-01"),
        ("1/2/2017", TextKind.MONTH_FIRST_DATE, "@2017-01-02"),
        ("12", TextKind.NUMERIC, None),
    ],
)
def test_moments_in_text(text: str, kind: TextKind, key: str | None) -> None:
    assert canonical_moment(text, kind) == key


def test_the_items_of_lists_are_values(build: Build) -> None:
    index = build(("Book", "formats", [("paperback", "large print"), ("audiobook",)]))
    assert [cell for _, cell in index.lookup(["large print"])["large print"]] == ["large print"]
    assert set(index.lookup(["paperback", "audiobook"])) == {"paperback", "audiobook"}


def test_what_nobody_types_is_not_kept(build: Build) -> None:
    long, wordy, bare = "x" * (MAX_LENGTH + 1), " ".join("word" for _ in range(MAX_WORDS + 1)), "?!"
    index = build(("L", "text", [long, wordy, bare, "kept"]))
    assert list(index.lookup([long, normalise(wordy), "", "kept"])) == ["kept"]


def cells(readings: Sequence[tuple[Slot, Cell]]) -> list[Cell]:
    return [cell for _, cell in readings]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("John Smith", "smith, john"),
        ("Hamilton, Todd", "todd hamilton"),
        ("Stephanie", "stephanies"),
        ("city", "cities"),
        ("Wolf", "wolves"),
        ("box", "boxes"),
        ("Seven Samurai", "7 samurai"),
        ("Ocean's 11", "ocean's eleven"),
        ("World War II", "world war two"),
        ("2nd floor", "second floor"),
        ("007", "7"),
        ("Søren Łukasz Æsop", "soren lukasz aesop"),
        ("Straße", "strasse"),
        ("Александр Пушкин", "ПУШКИН александр"),
        ("Σωκράτης", "σωκρατησ"),
        ("東京タワー", "東京タワー"),
        ("서울", "서울"),
    ],
)
def test_other_forms_of_a_value_have_its_key(build: Build, value: str, said: str) -> None:
    index = build(("L", "p", [value, "something else", "京東タワー"]))
    assert cells(index.lookup([normalise(said)]).get(normalise(said), [])) == [value]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("INV-00042", "inv 42"),
        ("INV-00042", "INV42"),
        ("AB12/3", "ab 12 3"),
        ("O'Brien", "obrien"),
        ("Wi-Fi", "wifi"),
        ("0042A", "42a"),
    ],
)
def test_identifiers_are_found_however_they_are_parted(build: Build, value: str, said: str) -> None:
    index = build(("L", "p", [value, "INV-00043", "other"]))
    found = {**index.lookup([normalise(said)]), **index.lookup_joined([normalise(said)])}
    assert cells(found.get(normalise(said), [])) == [value]


def test_a_value_is_not_found_by_words_of_others(build: Build) -> None:
    index = build(("L", "p", ["John Smith", "Jon Smith", "John Smith Junior"]))
    assert cells(index.lookup(["smith john"])["smith john"]) == ["John Smith"]


def test_values_that_have_words_among_others(build: Build) -> None:
    index = build(("Book", "title", ["The Trial", "The Idiot", "Theatre", "The", "Before the Trial", "Kokoro"]))
    assert cells(index.containing(["the"])) == ["The Idiot", "The Trial", "Before the Trial"]
    assert cells(index.containing(["the", "trial"])) == ["Before the Trial"]
    assert len(index.containing(["the"], limit=1)) == 1
    assert index.containing(["idiots"]) == index.containing(['"']) == []


@pytest.mark.parametrize("value", ["Ⴧxy tower", "\U0001e922\U0001e923 tower", "कि tower"])
def test_parts_are_found_in_scripts_that_sqlite_does_not_know(build: Build, value: str) -> None:
    index = build(("L", "p", [value, "Eiffel Tower"]))
    assert cells(index.containing([normalise(value).split(" ")[0]])) == [value]


def test_of_many_words_only_names_are_kept(build: Build) -> None:
    signs, prose = "東" * 20, " ".join("word" for _ in range(MAX_WORDS + 1))
    assert list(build(("L", "p", [signs, prose])).lookup([normalise(signs), prose])) == [normalise(signs)]


@given(st.text(min_size=1, max_size=40))
def test_parts_of_any_text_may_be_asked_for(index_of: Callable[[str], ValueIndex], text: str) -> None:
    for word in normalise(text).split(" "):
        index_of_emma = index_of("Emma Brown")
        assert "Emma Brown" not in cells(index_of_emma.containing([word])) or word in ("emma", "brown")
        index_of_emma.close()


def test_names_are_found_by_their_initials(build: Build) -> None:
    index = build(("P", "name", ["Todd Hamilton", "Tara Lee Hamilton", "Ann Hamilton", "Hamilton Todd", "Todd Brown"]))
    assert cells(index.initialled(["t"], "hamilton")) == ["Todd Hamilton", "Tara Lee Hamilton"]
    assert cells(index.initialled(["t", "l"], "hamilton")) == ["Tara Lee Hamilton"]


WORDS = ["Frankenstein", "Austen", "Emma", "Persuasion", "Northanger", "Dostoevsky"]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("frankenstien", "frankenstein"),
        ("frnkenstin", "frankenstein"),
        ("frankkensteinn", "frankenstein"),
        ("austin", "austen"),
        ("ausetn", "austen"),
        ("usten", "austen"),
        ("emmma", "emma"),
        ("norhtangre", "northanger"),
        ("dostoyevski", "dostoevsky"),
    ],
)
def test_misspelt_words_find_the_right_one(build: Build, said: str, meant: str) -> None:
    assert [word for word, _ in build(("L", "p", WORDS)).misspelt(said)] == [meant]


@pytest.mark.parametrize("said", ["frankenstein", "emm", "aus", "asutin", "ema1", "x" * 50])
def test_words_that_are_right_short_or_far_off_are_no_slips(build: Build, said: str) -> None:
    assert build(("L", "p", WORDS)).misspelt(said) == []


@given(st.text("abcdefgh", min_size=4, max_size=14), st.data())
def test_every_single_slip_is_found(index_of: Callable[[str], ValueIndex], word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(word) - 1))
    left, right = word[:place], word[place:]
    slips = {left + right[1:], f"{left}x{right}", f"{left}x{right[1:]}", left + right[1:2] + right[:1] + right[2:]}
    for slip in slips - {word}:
        if len(slip) >= 4:
            assert word in [found for found, _ in index_of(word).misspelt(slip)], slip


@pytest.fixture(scope="module")
def index_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ValueIndex]:
    def made(word: str) -> ValueIndex:
        folder = tmp_path_factory.mktemp("word")
        builder = IndexBuilder(folder)
        fill(builder, "L", "p", [word])
        builder.finish()
        return ValueIndex(folder)

    return made


def test_words_for_spelling_are_those_of_names_not_of_dates(build: Build) -> None:
    index = build(("Book", "title", ["The Last Man", "Wuthering Heights 2"]), ("Book", "on", ["2017-08-11"]))
    assert index.word_count == 3
    assert [word for word, _ in index.misspelt("wutherng")] == ["wuthering"]


def test_an_item_of_many_lists_is_kept_once(build: Build) -> None:
    index = build(("Book", "tags", [("new", str(number)) for number in range(MAX_READINGS + 10)]))
    assert cells(index.lookup(["new"])["new"]) == ["new"]


@pytest.mark.parametrize(("form", "code"), [(0, "kb.older"), (FORMAT - 1, "kb.older"), (FORMAT + 1, "kb.newer")])
def test_an_index_of_another_form_is_told(build: Build, tmp_path: Path, form: int, code: str) -> None:
    build(("L", "p", [1])).close()
    with sqlite3.connect(tmp_path / INDEX_FILE) as connection:
        connection.execute(f"PRAGMA user_version={form}")
    connection.close()
    with pytest.raises(KnowledgeBaseError) as raised:
        ValueIndex(tmp_path)
    assert raised.value.code == code
    assert raised.value.hint == "load the sources again"


def test_it_outlives_its_process(build: Build, tmp_path: Path) -> None:
    first = build(("Author", "name", ["Jane Austen"]))
    first.close()
    before = (tmp_path / INDEX_FILE).read_bytes()
    again = ValueIndex(tmp_path)
    assert again.lookup(["jane austen"]) == {"jane austen": [(Slot("Author", "name"), "Jane Austen")]}
    again.close()
    assert (tmp_path / INDEX_FILE).read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [INDEX_FILE]


def test_it_is_read_from_several_threads(build: Build) -> None:
    values = [f"name {number}" for number in range(200)]
    index = build(("L", "p", values))
    wrong: list[str] = []

    def read() -> None:
        wrong.extend(value for value in values if list(index.lookup([value])) != [value])

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize("content", [None, b"", b"not a database at all, but long enough to be read as one" * 20])
def test_an_index_that_is_missing_empty_or_no_database_is_told(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / INDEX_FILE).write_bytes(content)
    with pytest.raises(KnowledgeBaseError) as raised:
        ValueIndex(tmp_path)
    assert raised.value.code == "kb.damaged"
    assert INDEX_FILE in raised.value.message


def test_damage_behind_the_first_page_is_told_when_it_is_read(build: Build, tmp_path: Path) -> None:
    build(("L", "p", [f"value number {number}" for number in range(3000)])).close()
    file = tmp_path / INDEX_FILE
    content = bytearray(file.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    file.write_bytes(content)
    with pytest.raises(KnowledgeBaseError) as raised:
        ValueIndex(tmp_path).lookup(["value number 2999"])
    assert raised.value.code == "kb.damaged"


@pytest.mark.parametrize("change", ["cell = 'j{'", "cell = ''", "cell = 'j{\"$date\": 1}'", "slot = 7"])
def test_a_stored_value_that_cannot_be_read_is_told(build: Build, tmp_path: Path, change: str) -> None:
    build(("L", "p", [1])).close()
    with sqlite3.connect(tmp_path / INDEX_FILE) as connection:
        connection.execute(f"UPDATE value SET {change}")
    connection.close()
    with pytest.raises(KnowledgeBaseError) as raised:
        ValueIndex(tmp_path).lookup(["1"])
    assert raised.value.code == "kb.damaged"


@given(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=5, unique=True))
def test_every_text_is_found_by_its_own_words(tmp_path_factory: pytest.TempPathFactory, values: list[str]) -> None:
    folder = tmp_path_factory.mktemp("index")
    builder = IndexBuilder(folder)
    fill(builder, "L", "p", values)
    builder.finish()
    index = ValueIndex(folder)
    for value in values:
        key = normalise(value)
        if key:
            assert value in [cell for _, cell in index.lookup([key])[key]]
    index.close()
