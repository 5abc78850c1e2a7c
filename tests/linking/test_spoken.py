"""What names say where their spelling does not tell, and what a graph with such names answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase
from fingerpost.linking import speaking, split_name
from fingerpost.linking.common_pieces import whole_pieces
from fingerpost.linking.pack import EMPTY_PACK, Pack
from fingerpost.linking.spoken import Parts, spoken_names

COMMON = frozenset("grade point home town order date cust customer ship phone in voice action".split())

pytestmark = pytest.mark.skipif(whole_pieces() is None, reason="needs the extra meaning")


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("gradepoint", "grade point"),
        ("hometown", "home town"),
        ("custid", "cust id"),
        ("shipcountry", "ship country"),
        ("orderdatetime", "order date time"),
        ("customer", "customer"),
        ("lesson", "lesson"),
        ("invoice", "invoice"),
        ("attraction", "attraction"),
        ("phones", "phones"),
        ("id", "id"),
        ("größe", "größe"),
        ("x1y2z3", "x1y2z3"),
        ("", ""),
    ],
)
def test_words_that_are_written_as_one_are_parted(word: str, parts: str) -> None:
    assert " ".join(Parts([word], COMMON).of(word)) == parts


def test_words_of_other_names_are_known() -> None:
    parts = Parts(["wombat", "wombats", "wombatburrow", "burrowdepth"], COMMON | {"depth"})
    assert parts.of("wombatburrow") == ("wombatburrow",)
    parts = Parts(["wombat", "burrow", "wombatburrow"], COMMON)
    assert parts.of("wombatburrow") == ("wombat", "burrow")


def test_names_are_spoken_only_while_their_graph_is_read() -> None:
    with speaking({"tbl_order": ("order",)}):
        assert split_name("tbl_order") == ("order",)
        with speaking({}):
            assert split_name("tbl_order") == ("tbl", "order")
        assert split_name("tbl_order") == ("order",)
    assert split_name("tbl_order") == ("tbl", "order")


NODES = [
    ("a", "tbl_customer", {"fld_custname": "Ann", "fld_hometown": "Oslo", "fld_loyaltypoints": 30}),
    ("b", "tbl_customer", {"fld_custname": "Ben", "fld_hometown": "Bergen", "fld_loyaltypoints": 12}),
    ("c", "tbl_order", {"fld_orderdate": "2024-02-01", "fld_amount": 20}),
    ("d", "tbl_order", {"fld_orderdate": "2024-03-01", "fld_amount": 45}),
    ("e", "tbl_shop", {"fld_shopname": "Corner"}),
]
RELS = [("a", "rel_places", "c"), ("a", "rel_places", "d"), ("c", "rel_soldby", "e"), ("d", "rel_soldby", "e")]


@pytest.fixture(scope="module")
def decorated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("decorated")
    nodes = [json.dumps({"id": key, "labels": [label], "props": props}) for key, label, props in NODES]
    rels = [json.dumps({"id": n, "start": a, "type": t, "end": b, "props": {}}) for n, (a, t, b) in enumerate(RELS)]
    (folder / "nodes.jsonl").write_text("\n".join(nodes) + "\n", encoding="utf-8")
    (folder / "rels.jsonl").write_text("\n".join(rels) + "\n", encoding="utf-8")
    fp.load([str(folder)], folder.parent / "decorated.fp")
    return folder.parent / "decorated.fp"


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many customers are there?", [(2,)]),
        ("What is the home town of Ann?", [("Oslo",)]),
        ("Which customer has the most loyalty points?", [("a",)]),
        ("How many orders did Ann place?", [(2,)]),
        ("What is the total amount of the orders?", [(65,)]),
        ("What is the order date of the order with an amount of 45?", [("2024-03-01",)]),
        ("How many tbl_order are there?", [(2,)]),
    ],
)
def test_names_with_decorations_and_without_gaps_are_asked_for_in_plain_words(
    decorated: Path, question: str, rows: list[tuple[object, ...]]
) -> None:
    with KnowledgeBase(decorated) as kb:
        answer = kb.ask(question)
    assert [tuple(getattr(cell, "element_id", cell) for cell in row[:1]) for row in answer.rows] == rows, answer.reading


def test_a_pack_writes_out_abbreviations(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_text("", encoding="utf-8")
    nodes = [{"id": "1", "labels": ["Empl"], "props": {"fnam": "Ada", "lnam": "Stern", "sala": 10}}]
    folder = tmp_path / "g"
    folder.mkdir()
    (folder / "nodes.jsonl").write_text("".join(json.dumps(n) + "\n" for n in nodes), encoding="utf-8")
    (folder / "rels.jsonl").write_text("", encoding="utf-8")
    fp.load([str(folder)], tmp_path / "kb")
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "pack.toml").write_text(
        'name = "staff"\n[labels]\nEmpl = ["employee"]\n'
        '[properties]\nfnam = ["first name"]\nlnam = ["last name"]\nsala = ["salary"]\n',
        encoding="utf-8",
    )
    with KnowledgeBase(tmp_path / "kb", Settings(pack=str(pack))) as kb:
        assert kb.context.parser.spoken["Empl"] == ("employee",)
        assert kb.ask("What is the salary of Ada Stern?").rows == ((10,),)


def test_a_pack_for_many_graphs_and_plain_names_change_nothing(decorated: Path) -> None:
    with KnowledgeBase(decorated) as kb:
        assert spoken_names(kb.schema, Pack(general=True)) == {}
        assert spoken_names(kb.schema, EMPTY_PACK)["tbl_customer"] == ("customer",)
