"""Reading measured over many graphs: rows judged, graphs held back, and a command that shows no closed question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fingerpost
from fingerpost.core.cells import Node
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals.golds import lifted
from fingerpost.evals.sketch import sketch
from scripts.eval.ablation import main as ablation
from scripts.eval.reading import main
from scripts.eval.structure import differences, main as structure, nameless
from scripts.reading.asking import outcomes
from scripts.reading.cases import Case, evenly, held_graphs, kinds_of_sql
from scripts.reading.figures import figures
from scripts.reading.rows import judged

ADA = Node("7", ("Person",), {"name": "Ada", "age": 36})
BO = Node("8", ("Person",), {"name": "Bo", "age": 36})


@pytest.mark.parametrize(
    ("rows", "gold", "right"),
    [
        ([("Ada",)], [["ada "]], True),
        ([(ADA,)], [["Ada"]], True),
        ([(ADA,)], [[36.0, "Ada"]], True),
        ([("Ada", 36)], [["Ada"]], True),
        ([("Ada",)], [["Ada", 36]], False),
        ([(ADA,)], [[BO]], False),
        ([(ADA,), (BO,)], [[36], [36]], False),
        ([(ADA,), (BO,)], [["Bo"], ["Ada"]], True),
        ([(ADA,), (BO,)], [["Bo"]], False),
        ([(1,), (1,)], [[1]], True),
        ([("1",)], [[1.00001]], True),
        ([(1,)], [[1.01]], False),
        ([(["a", "b"],)], [["b"]], True),
        ([], [], True),
        ([], [[0]], True),
        ([], [[0], [None]], False),
        ([], [[1]], False),
        ([(0,)], [], False),
    ],
)
def test_rows_are_judged_by_what_they_hold(rows: Any, gold: Any, right: bool) -> None:
    assert judged(rows, gold) is right


def test_each_gold_row_needs_a_row_of_its_own() -> None:
    assert not judged([("a", "b"), ("c", "d")], [["a"], ["b"]])
    assert judged([("a", "b"), ("a", "c")], [["a"], ["a", "b"]])


def test_every_open_graph_is_held_back_in_one_week_of_three() -> None:
    names = [f"graph {number}" for number in range(10)]
    weeks = [held_graphs(names, week) for week in range(4)]
    assert sorted(name for week in weeks[:3] for name in week) == sorted(names)
    assert weeks[0] == weeks[3]
    assert {len(week) for week in weeks} == {3, 4}


def test_a_larger_sample_takes_the_same_and_more() -> None:
    cases = [Case(str(number), "set", "graph", "", "") for number in range(20)]
    few, more = evenly(cases, 5), evenly(cases, 9)
    assert len(few) == 5
    assert [case for case in more if case in few] == few
    assert evenly(cases, None) == cases


@pytest.mark.parametrize(
    ("sql", "kinds"),
    [
        ("SELECT name FROM a WHERE id NOT IN (SELECT id FROM b)", ("none of", "0 joins", "1 columns")),
        ("SELECT a, count(*) FROM b GROUP BY a ORDER BY count(*) LIMIT 1", ("top of groups", "0 joins", "2 columns")),
        ("SELECT a FROM b ORDER BY c", ("ordering", "0 joins", "1 columns")),
        ("SELECT a FROM b WHERE c > (SELECT avg(c) FROM b)", ("compared with an aggregate", "0 joins", "1 columns")),
    ],
)
def test_kinds_of_gold_queries(sql: str, kinds: tuple[str, ...]) -> None:
    assert kinds_of_sql(sql) == kinds


def test_outcomes_tell_what_stands_between_a_question_and_its_answer(library: KnowledgeBase) -> None:
    asked = [
        Case("0", "own", "library", "How many books are there?", "", ((34,),)),
        Case("1", "own", "library", "How many branches are there?", "", ((34,),)),
        Case("2", "own", "library", "Which books have a purple spine?", "MATCH (b:Book) RETURN b", None),
        Case("3", "own", "library", "Which books are there?", "no query", None),
    ]
    found = list(outcomes(library, asked, lacks=True))
    assert [outcome.verdict for outcome in found] == ["right", "wrong", "refused", "gold"]
    assert found[0].rank == 1
    assert found[1].lack
    assert found[2].lack == "not answered"
    assert figures(found)["n"] == 3
    assert figures(found)["right"] == 1


SHOPS = [
    ("How many shops are there?", "MATCH (s:Shop) RETURN count(s)", [[3]]),
    ("Which shop has the most seats?", "MATCH (s:Shop) RETURN s", [["Nowhere"]]),
]


def _lines(file: Path, records: list[dict[str, Any]]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path, shops: Path) -> Path:
    """A data folder with one graph of each kind."""
    folder = tmp_path / "data"
    for part, names in (("open", ("one", "two", "three")), ("closed", ("shut",))):
        for name in names:
            (folder / "spider" / part).mkdir(parents=True, exist_ok=True)
            (folder / "spider" / part / name).symlink_to(shops)
        asked = [
            {"id": f"{name}-{n}", "db": name, "question": q, "sql": "SELECT a FROM b", "answer": rows, "cypher": c}
            for name in names
            for n, (q, c, rows) in enumerate(SHOPS)
        ]
        _lines(folder / "spider" / f"questions_{part}.jsonl", asked)
        _lines(folder / "spider" / f"synonyms_{part}.jsonl", [])
    _lines(folder / "plain" / "questions.jsonl", [])
    for name in ("er", "star_wars", "wwc", "bloom"):
        (folder / "mind_the_query" / "graphs").mkdir(parents=True, exist_ok=True)
        (folder / "mind_the_query" / "graphs" / name).symlink_to(shops)
    asked = [
        {"id": f"{db}-0", "db": db, "category": "Simple_Retrieval", "question": SHOPS[0][0], "cypher": SHOPS[0][1]}
        for db in ("er", "star_wars", "wwc", "bloom50")
    ]
    _lines(folder / "mind_the_query" / "auto_validated.jsonl", asked)
    judged_wrong = {**asked[0], "logical": "0", "cypher": "no cypher"}
    _lines(folder / "mind_the_query" / "manual_validated.jsonl", [judged_wrong])
    for name in ("covid", "osm"):
        _lines(folder / "mind_the_query_closed" / f"questions_{name}.jsonl", [])
    return folder


def test_only_figures_are_shown_of_closed_graphs_and_of_those_held_back(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    misses, told = tmp_path / "misses.jsonl", tmp_path / "figures.json"
    arguments = [str(data), "--week", "0", "--jobs", "1", "--keep", str(tmp_path / "kept"), "--kinds"]
    assert main([*arguments, "--misses", str(misses), "--json", str(told)]) == 0
    held = held_graphs(["one", "two", "three", "er", "star_wars"], 0)
    shown = [json.loads(line) for line in misses.read_text(encoding="utf-8").splitlines()]
    assert {miss["graph"] for miss in shown} == {"one", "two", "three"} - held
    assert all(miss["question"] == SHOPS[1][0] and miss["lack"] for miss in shown)
    counts = json.loads(told.read_text(encoding="utf-8"))
    assert counts["closed"]["n"] == 4
    assert counts["closed"]["right"] == 3
    assert counts["open, read"]["n"] + counts["open, held"]["n"] == 8
    assert SHOPS[1][0] not in capsys.readouterr().out
    assert main([*arguments, "--sets", "open", "--graphs", "one", "--no-oracle"]) == 0


def test_what_functions_decide_is_told_in_figures_only(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = tmp_path / "effects.json"
    arguments = [str(data), "--graphs", "one,two", "--jobs", "1", "--keep", str(tmp_path / "kept"), "--json", str(told)]
    assert ablation(arguments) == 0
    shown = capsys.readouterr().out
    effects = json.loads(told.read_text(encoding="utf-8"))
    assert any(effect["asked"] and effect["lost"] for effect in effects.values())
    assert any(effect["asked"] and not effect["lost"] for effect in effects.values())
    assert any(not effect["asked"] for effect in effects.values())
    assert "fingerpost.questions" in shown
    assert SHOPS[0][0] not in shown + told.read_text(encoding="utf-8")


def test_only_structure_is_counted_of_what_is_not_answered_right(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = tmp_path / "counts.json"
    arguments = [str(data), "--graphs", "one,two,shut", "--jobs", "1", "--keep", str(tmp_path / "kept")]
    assert structure([*arguments, "--least", "3", "--json", str(told)]) == 0
    counts = {(section, text): number for section, text, number in json.loads(told.read_text(encoding="utf-8"))}
    assert counts["verdict", "right"] == counts["verdict", "wrong"] == 3
    assert counts["size", "as many columns, more rows"] == 3
    shown = capsys.readouterr().out
    assert "place of a right plan" in shown
    assert "Nowhere" not in shown
    assert SHOPS[1][0] not in shown
    assert structure([*arguments, "--least", "4"]) == 0
    assert not capsys.readouterr().out.strip()


def test_plans_are_held_against_each_other_without_their_values(shops: Path, tmp_path: Path) -> None:
    fingerpost.load([shops], tmp_path / "shops.fp")
    with KnowledgeBase(tmp_path / "shops.fp") as kb:
        mine = lifted("MATCH (s:Shop) WHERE s.seats > 7 RETURN s.name")
        gold = lifted("MATCH (s:Shop) WHERE s.seats > 9 AND s.name = 'Nook' RETURN s.name, s.seats")
        assert mine is not None
        assert gold is not None
        found = list(differences(sketch(nameless(mine), kb.schema), sketch(nameless(gold), kb.schema)))
    assert found == [
        ("first difference", "conditions"),
        ("conditions: lacks", "Shop.name = 'str'"),
        ("columns: lacks", "Shop.seats"),
    ]


def test_judges_are_asked_and_only_their_figures_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    misses = tmp_path / "misses.jsonl"
    chosen = ["--sets", "judges", "--sample", "2", "--no-oracle", "--jobs", "1", "--misses", str(misses)]
    assert main([str(tmp_path), *chosen, "--graphs", "judge wardpharm"]) == 0
    assert "judge wardpharm" in capsys.readouterr().out
    assert not misses.read_text(encoding="utf-8")
