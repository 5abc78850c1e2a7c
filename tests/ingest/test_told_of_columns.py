"""What loading tells of the columns of tables: those without values, and texts that seem to hold lists."""

from __future__ import annotations

import json

import fingerpost as fp
from fingerpost.ingest.graphs.json_documents import JsonLoader
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.csv_files import CsvLoader
from fingerpost.ingest.tables.proposal import told_empty

GENRES = ("Waltz", "Polka", "Reel", "Jig")


def loaded(folder, text):
    (folder / "tunes.csv").write_text(text)
    context = LoadContext()
    list(CsvLoader().read(folder / "tunes.csv", context))
    return context


def test_columns_without_a_value_are_told_and_declared(tmp_path):
    context = loaded(tmp_path, "name,tempo,key,by\nA,90,,\nB,80,,\n")
    assert "tunes.key and by have no value" in context.notes
    assert context.property_hints["tunes", "key"].declared
    fp.load([tmp_path / "tunes.csv"], tmp_path / "kb")
    with fp.KnowledgeBase(tmp_path / "kb") as base:
        assert base.schema.label_by_name["tunes"].by_name["key"].present == 0


def test_many_columns_without_a_value_are_counted():
    assert told_empty("tunes", ["key"]) == "tunes.key has no value"
    assert told_empty("tunes", list("abcdefgh")) == "tunes: 8 columns have no value: a, b, c, d, e and 3 more"
    assert told_empty("tunes", []) == ""


def test_texts_that_seem_to_hold_lists_as_others_do_are_told(tmp_path):
    kinds = [f'"{a},{b}"' for a in GENRES for b in GENRES if a != b] + list(GENRES)
    fiddlers = [f"Ola {n % 40},Kari {n % 30}" if n % 3 else f"Ola {n % 40}" for n in range(160)]
    rows = (f'{n},{kinds[n % len(kinds)]},"{fiddlers[n]}","Halls, North {n}"' for n in range(160))
    context = loaded(tmp_path, "name,kind,fiddlers,place\n" + "\n".join(rows) + "\n")
    assert "tunes.kind: read as lists, separated by commas" in context.notes
    told = [note for note in context.notes if "may hold lists" in note]
    assert [note.partition(":")[0] for note in told] == ["tunes.fiddlers may hold lists, too, and stays text"]
    assert told[0].endswith('can split them by { type = "string[]", format = "," }')


def test_terms_of_which_nearly_all_stand_alone_somewhere_are_lists(tmp_path):
    common = [f"Tongue{n}" for n in "abcdefghij"]
    pairs = [f'"{a},{b}"' for a in common for b in common if a < b] * 6
    rare = [f'"{common[0]},Rarest{chr(97 + n)}"' for n in range(12)]
    values = [*common, *pairs, *rare]
    context = loaded(tmp_path, "name,languages\n" + "".join(f"{n},{value}\n" for n, value in enumerate(values)))
    assert "tunes.languages: read as lists, separated by commas" in context.notes


def test_keys_of_documents_without_a_value_are_told(tmp_path):
    first = {"name": "A", "by": None, "parts": [], "key": "D"}
    second = {"name": "B", "by": None, "parts": [{"bars": 8}], "key": {}}
    (tmp_path / "tunes.json").write_text(json.dumps([first, second]))
    context = LoadContext()
    list(JsonLoader().read(tmp_path / "tunes.json", context))
    assert context.notes == ["tunes.by has no value"]
    assert context.property_hints["tunes", "by"].declared


def test_a_word_for_no_value_among_yes_and_no_is_none(tmp_path):
    context = LoadContext()
    (tmp_path / "tunes.csv").write_text("name,sung,danced\nA,Y,yes\nB,N,no\nC,NA,unknown\nD,,yes\n")
    records = [record.properties for record in CsvLoader().read(tmp_path / "tunes.csv", context)]
    assert [record.get("sung") for record in records] == [True, False, None, None]
    assert [record["danced"] for record in records] == ["yes", "no", "unknown", "yes"]
    assert "tunes.sung: no value where it says NA" in context.notes


def test_what_is_named_after_a_table_with_several_such_rows_is_told(tmp_path):
    (tmp_path / "tune.csv").write_text("name,part_id\nReel,1\nJig,2\nPolka,2\n")
    (tmp_path / "part.csv").write_text("part_id,bar,note\n1,1,C\n1,2,D\n2,1,C\n2,2,G\n")
    context = LoadContext()
    list(CsvLoader().read(tmp_path, context))
    assert context.notes[0] == "tune.part_id is not joined with part: several rows there have the same part_id"
