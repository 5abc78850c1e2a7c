"""Rows of tables in documents are counted, compared and listed, each answer with the rows that it rests on."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.ingest import tables_in

pytest.importorskip("wordllama", reason="needs the extra documents")

FLEET = """# Fleet

| Boat | Kind | Built | Keeper | Mass |
|---|---|---|---|---|
| Heron | eight | 2011 | Rowing Club | 96 kg |
| Teal | double scull | 2018 | Rowing Club | 27 kg |
| Curlew | four | 2004 | Marta Lind | 51 kg |
| Avocet | single scull | 2020 | Piet Doorn | 14 kg |
| Dunlin | single scull | 2015 | Rowing Club | 15 kg |

The Curlew was called Victory until 2007. The launch is kept by Otto Brandt.
"""
PAGE = """<html><body><h1>Fees</h1><table><tr><th>Membership</th><th>Fee</th></tr>
<tr><td>Full</td><td>320 euros</td></tr><tr><td>Junior</td><td>90 euros</td></tr></table></body></html>
"""


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    (folder / "fleet.md").write_text(FLEET)
    (folder / "fees.html").write_text(PAGE)
    with fp.memory(folder / "t.fp", Settings(embeddings="static")) as made:
        made.add([folder / "fleet.md", folder / "fees.html"])
        yield made


@pytest.mark.parametrize(
    ("question", "first", "rows"),
    [
        ("How many boats have the keeper Rowing Club?", "There are 3 boats.", 3),
        ("Which boats are single sculls?", "2 boats: Avocet and Dunlin.", 2),
        ("Which boats were built before 2012?", "2 boats: Heron (built 2011) and Curlew (built 2004).", 2),
        ("What is the total fee?", "The total fee is 410 euros.", 2),
        ("How many boats are there of each kind?", "Number of boats by kind:", 4),
    ],
)
def test_rows_are_counted_and_listed(memory, question, first, rows):
    answer = memory.ask(question)
    assert answer.text.splitlines()[0] == first
    assert answer.metadata["source_type"] == "table"
    assert len(answer.citations) == rows
    assert answer.plan is None
    for quote in answer.metadata["quotes"]:
        assert quote["quote"].startswith("|")
        assert memory.library.quote(quote["document"], quote["start"], quote["end"]).quote == quote["quote"]


def test_sentences_answer_what_no_row_says(memory):
    assert memory.ask("What was the Curlew called before?").text.startswith("The Curlew was called Victory")
    assert "Otto Brandt" in memory.ask("Who keeps the launch?").text
    assert memory.ask("How much does the Osprey weigh?").status == "unanswerable"
    assert memory.ask("Who keeps the Curlew?").rows[0][0].startswith("| Curlew | four | 2004 | Marta Lind")
    assert memory.ask("What does the Rowing Club keep?").text.count("| Rowing Club |") == 3
    assert memory.ask("Which boat has the keeper Marta Lind and a mass of 57 kg?").confidence < 0.8


def test_tables_follow_the_documents(tmp_path):
    with fp.memory(tmp_path / "t.fp", Settings(embeddings="static")) as memory:
        memory.add_text(FLEET, key="a", title="Fleet")
        question = "How many boats are single sculls?"
        assert memory.ask(question).text.startswith("There are 2 boats.")
        memory.add_text(FLEET.replace("| Dunlin | single scull", "| Dunlin | four"), key="a", title="Fleet")
        assert memory.ask(question).text.startswith("There is 1 boat.")
        assert memory.forget("a")
        memory.add_text("There are no boats any more.", key="b")
        assert memory.ask(question).metadata["source_type"] == "passages"


def test_tables_that_are_too_large_are_left_out_and_named(tmp_path, monkeypatch):
    monkeypatch.setattr("fingerpost.engine.memory.tables.MOST_ROWS", 5)
    with fp.memory(tmp_path / "t.fp", Settings(embeddings="static")) as memory:
        memory.add_text(f"{FLEET}\n| Oar | Price |\n|---|---|\n| Long | 300 |\n| Short | 250 |\n", key="a")
        counted = memory.ask("How many oars are there?")
        assert (counted.text.splitlines()[0], counted.metadata["source_type"]) == ("There are 2 oars.", "table")
        other = memory.ask("How many boats have the keeper Rowing Club?")
        assert other.metadata["source_type"] != "table"
        assert other.notes[-1].startswith("[TABLES_CUT]")
        assert other.notes[-1].endswith("“Boat” (5 rows)")


def test_rows_are_named_by_the_heading_where_their_column_says_nothing(tmp_path):
    with fp.memory(tmp_path / "t.fp", Settings(embeddings="static")) as memory:
        text = (
            "# Members of the club\n\n| Name | Role |\n|---|---|\n| Ann | chair |\n| Bob | grower |\n| Cy | grower |\n"
        )
        memory.add_text(text, key="a")
        assert memory.ask("How many members are growers?").text.startswith("There are 2 members.")


def test_what_counts_as_a_table():
    (table,) = tables_in(FLEET)
    assert (table.heads[0], table.heading, table.units[-1], table.rows[0].cells[-1]) == ("Boat", "Fleet", "kg", "96")
    assert FLEET[table.rows[0].start : table.rows[0].end] == "| Heron | eight | 2011 | Rowing Club | 96 kg |"
    assert not tables_in("| a | a |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n")  # which column a word means is not known
    assert not tables_in("| a | b |\n|---|---|\n| 1 | 2 |\n")
    (hostile,) = tables_in("| :START_ID | :END_ID |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n")
    assert hostile.heads == ("START_ID", "END_ID")


def test_a_column_of_years_does_not_say_who(tmp_path):
    table = "| Unit | Built | Seats |\n|---|---|---|\n| Gemse | 1957 | 64 |\n| Adler | 1931 | 80 |\n"
    with fp.memory(tmp_path / "m.fp") as memory:
        memory.add_text(table, key="stock", title="Rolling stock")
        assert "1957" in memory.ask("When was Gemse built?").text
        answer = memory.ask("Who built Gemse?")
    assert answer.metadata["source_type"] == "passages"


def test_a_row_is_shown_below_the_names_of_its_columns(tmp_path):
    with fp.memory(tmp_path / "m.fp", Settings(embeddings="static")) as memory:
        table = "| Quay | Heron | Teal |\n|---|---|---|\n| Kirk | 34 knots | 35 knots |\n| Moy | 38 knots | 40 knots |"
        memory.add_text(f"## Wind limits\n\n{table}\n\nThe quay at Moy is new.", key="limits", title="Wind limits")
        answer = memory.ask("What is the wind limit of the Teal at Moy?")
        assert answer.text.splitlines()[:2] == ["| Quay | Heron | Teal |", "| Moy | 38 knots | 40 knots |"]
        assert answer.rows[0][0] == "| Moy | 38 knots | 40 knots |"
        assert answer.metadata["quotes"][0]["head"] == "| Quay | Heron | Teal |"
        assert memory.ask("What is new at Moy?").text == "The quay at Moy is new."
