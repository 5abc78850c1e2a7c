"""A database with more values than are to be copied: the largest properties are looked up by its own indexes."""

from __future__ import annotations

import pytest

import fingerpost
from fingerpost import Settings
from fingerpost.core.answer import Status
from fingerpost.core.names import ELEMENT_ID
from fingerpost.linking.database_values import DatabaseValues
from fingerpost.samples import LIBRARY_FOLDER, copy_sample
from fingerpost.surfaces.cli.main import run

WORDS = "CREATE FULLTEXT INDEX names FOR (n:Book|Author) ON EACH [n.title, n.name]"
WHOLE = ("CREATE INDEX titles FOR (n:Book) ON (n.title)", "CREATE TEXT INDEX names FOR (n:Author) ON (n.name)")
NAMED = {"Author.name", "Book.title"}


@pytest.fixture(scope="module")
def indexed(neo4j_servers, tmp_path_factory):
    """Gives the server with the library, loaded once, and these indexes; those that are there already are not made."""
    server = neo4j_servers("shared")
    server.wipe(kept=ELEMENT_ID)
    folder = tmp_path_factory.mktemp("library")
    fingerpost.load([copy_sample(LIBRARY_FOLDER, folder)], server.url, settings=Settings(cache_folder=folder / "cache"))
    made = []

    def of(*indexes):
        if made != list(indexes):
            with server.driver() as driver:
                for text in made:
                    driver.execute_query(f"DROP INDEX {text.partition(' INDEX ')[2].split()[0]}")
                for text in indexes:
                    driver.execute_query(text)
                driver.execute_query("CALL db.awaitIndexes()")
            made[:] = indexes
        return server

    return of


@pytest.fixture
def database(indexed, tmp_path):
    """Opens the library in a database that has these indexes, under a limit of values."""
    opened = []

    def of(*indexes, limit):
        settings = Settings(cache_folder=tmp_path / "cache", index_values_limit=limit)
        opened.append(fingerpost.open(indexed(*indexes).url, settings))
        return opened[-1]

    yield of
    for kb in opened:
        kb.close()


def left(kb):
    return {str(place) for place in kb.manifest.left}


def asked(kb, question):
    answer = kb.ask(question)
    return answer.status, answer.text


def test_what_no_index_covers_is_not_found_and_that_is_said(database):
    kb = database(limit=0)
    assert set(kb.unfound) >= NAMED
    answer = kb.ask("Who wrote Emma?")
    assert answer.status is not Status.ANSWERED
    assert any("Book.title" in note for note in answer.notes)
    assert asked(kb, "How many books are there?") == (Status.ANSWERED, "There are 34 books.")


def test_names_are_found_by_indexes_of_whole_values_as_they_are_usually_written(database):
    kb = database(*WHOLE, limit=0)
    assert NAMED.isdisjoint(kb.unfound)
    assert asked(kb, "Who wrote Emma?") == (Status.ANSWERED, "Jane Austen.")
    assert "Emma" in kb.ask("Which books did jane austen write?").text


def test_names_are_found_by_the_databases_own_index_of_words(database):
    kb = database(WORDS, limit=0)
    assert left(kb) >= NAMED
    assert NAMED.isdisjoint(kb.unfound)
    assert isinstance(kb.index, DatabaseValues)
    assert asked(kb, "Who wrote Emma?") == (Status.ANSWERED, "Jane Austen.")
    assert asked(kb, "Who wrote EMMA?") == (Status.ANSWERED, "Jane Austen.")
    assert asked(kb, "Which books did Jane Austin write?")[0] is Status.ANSWERED
    assert "Emma" in kb.ask("Which books did Austen, Jane write?").text
    assert "Emma" in kb.ask("Which books did Austen write?").text
    assert kb.ask("Who wrote Xylophonia?").status is not Status.ANSWERED


def test_only_the_largest_are_left_and_what_is_kept_belongs_to_its_limit(database):
    some = database(WORDS, limit=300)
    assert "Book.title" in left(some)
    assert "Book.language" not in left(some)
    assert some.schema.label_by_name["Book"].by_name["title"].distinct == 34
    assert left(database(WORDS, limit=300)) == left(some)
    whole = database(WORDS, limit=10**6)
    assert left(whole) == set()
    assert whole.schema == some.schema
    assert left(database(WORDS, limit=300)) == set(), "all of it is kept already"


def test_text_of_users_is_held_against_copied_values_only(database):
    """The gate knows the stored spellings of what is copied; of what was left it does not say that there is none."""
    kb = database(WORDS, limit=0)
    assert kb.query('MATCH (b:Book {title: "Emma"}) RETURN b.pages AS pages').rows == ((480,),)


def test_the_doctor_says_what_is_looked_up_and_what_is_not_found(database, indexed, tmp_path, monkeypatch, capsys):
    database(WORDS, limit=0)
    monkeypatch.setenv("FINGERPOST_CACHE_FOLDER", str(tmp_path / "cache"))
    monkeypatch.setenv("FINGERPOST_INDEX_VALUES_LIMIT", "0")
    assert run(["doctor", indexed(WORDS).url]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "looked up by the database's own indexes: Author.name, Book.title" in said
    assert "questions do not find them: Author.authorId" in said
    assert "CREATE FULLTEXT INDEX" in said
