"""Evaluations of small question files: verdicts, figures, the JSON of every question."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fingerpost
from fingerpost.core.errors import SettingsError, SourceError
from fingerpost.evals.runner import Asking, questions as ask_all, roundtrip

Questions = Callable[..., Path]


def asked(question: str, cypher: str, **more: Any) -> dict[str, Any]:
    return {"question": question, "cypher": cypher, **more}


COUNT = asked("How many shops are there?", "MATCH (s:Shop) RETURN count(s)")
VERDICTS = [
    ("equal", COUNT),
    ("equal", asked("What are the names of the shops?", "MATCH (s:Shop) RETURN s.name")),
    ("equal", asked("Which shops have more than 50 seats?", "MATCH (s:Shop) WHERE s.seats > 50 RETURN s")),
    ("set", asked("Which shops did Ada visit?", "MATCH (:Person {name: 'Ada'})-[:VISITED]->(s:Shop) RETURN s")),
    ("tie", asked("Which shop has the most seats?", "MATCH (s:Shop) RETURN s ORDER BY s.seats DESC LIMIT 1")),
    ("typed", asked("Which shop has the largest size?", "MATCH (s:Shop) RETURN s ORDER BY s.size DESC LIMIT 1")),
    ("wrong", asked("How many shops are there?", "MATCH (p:Person) RETURN count(p)")),
    ("none", asked("How many penguins are there?", "MATCH (s:Shop) RETURN count(s)")),
    ("none", asked("?", "MATCH (s:Shop) RETURN count(s)")),
    ("gold", asked("How many shops are there?", "MATCH (s:Shop RETURN count(s)")),
    ("gold", asked("How many shops are there?", "MATCH (s:Shop) DELETE s")),
]


@pytest.mark.parametrize(("verdict", "record"), VERDICTS)
def test_verdicts(shops: Path, questions: Questions, verdict: str, record: dict[str, Any]) -> None:
    report = ask_all(graphs=[str(shops)], questions=[questions(record)])
    (outcome,) = report.outcomes
    assert outcome.verdict == verdict
    assert (outcome.question, outcome.cypher) == (record["question"], record["cypher"])
    assert bool(outcome.why) == (verdict == "gold" or record["question"] == "?")


@pytest.mark.parametrize(
    ("verdict", "answer", "count"),
    [
        ("equal", [["Corner"], ["Market"], ["Harbour"]], None),
        ("equal", [["Harbour"], ["Market"], ["Corner"]], 3),
        ("wrong", [["Corner"], ["Market"]], None),
        ("equal", [["Corner"], ["Market"]], 3),
    ],
)
def test_a_published_answer_counts_unless_it_was_cut(
    shops: Path, questions: Questions, verdict: str, answer: list[list[Any]], count: int | None
) -> None:
    """A published answer of which only the first rows are told is worked out here."""
    record = asked("What are the names of the shops?", "MATCH (s:Shop) RETURN s.name", answer=answer)
    file = questions(record | ({} if count is None else {"return_count": count}))
    (outcome,) = ask_all(graphs=[str(shops)], questions=[file]).outcomes
    assert outcome.verdict == verdict


@pytest.mark.parametrize(("ids", "verdict"), [([[1], [2], [3]], "equal"), ([[1], [2], [4]], "wrong")])
def test_published_elements_are_their_ids(shops: Path, questions: Questions, ids: list[Any], verdict: str) -> None:
    record = asked("Which shops are there?", "MATCH (s:Shop) RETURN s", answer=ids)
    (outcome,) = ask_all(graphs=[str(shops)], questions=[questions(record)]).outcomes
    assert outcome.verdict == verdict


def test_the_report_counts(shops: Path, questions: Questions) -> None:
    file = questions(*(record for _, record in VERDICTS))
    head, line, *lines = ask_all(graphs=[str(shops)], questions=[file]).text().splitlines()
    assert head.split("  ")[0] == "questions"
    assert set(line) <= {"-", " "}
    assert lines[0].split() == "all 9 33.3% 44.4% 55.6% 66.7% 85.7% 77.8% 33.3% 44.4% 44.4%".split()
    assert lines[1].split()[:6] == ["gold", "answers", "something", "8", "25.0%", "37.5%"]
    assert lines[2].split()[:5] == ["gold", "answers", "nothing", "1", "100.0%"]
    assert lines[-3].startswith("milliseconds a question: p50 ")
    assert lines[-2].startswith("expected calibration error of what was answered (10 bins): 0.")
    assert lines[-1] == "2 golds did not run and are not counted: questions:10, questions:11"


def test_the_report_tells_groups_apart(shops: Path, questions: Questions) -> None:
    file = questions(
        COUNT | {"type": "count"}, COUNT | {"category": "sum"}, COUNT | {"cypher": "RETURN 1", "type": "count"}
    )
    lines = ask_all(graphs=[str(shops)], questions=[file]).text().splitlines()
    assert lines[3].split()[:3] == ["count", "2", "50.0%"]
    assert lines[4].split()[:3] == ["sum", "1", "100.0%"]


def test_a_report_of_nothing() -> None:
    from fingerpost.evals.figures import QuestionsReport
    from fingerpost.evals.roundtrip import RoundtripReport

    assert "all" in QuestionsReport().text()
    assert "golds" in RoundtripReport().text()


def test_json_has_every_outcome(shops: Path, questions: Questions, tmp_path: Path) -> None:
    file = questions(*(record | {"id": f"q{n}"} for n, (_, record) in enumerate(VERDICTS)))
    report = ask_all(graphs=[str(shops)], questions=[file], json_out=tmp_path / "out.json")
    data = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert data["kind"] == "questions"
    assert [outcome["id"] for outcome in data["outcomes"]] == [f"q{n}" for n in range(len(VERDICTS))]
    assert [outcome["verdict"] for outcome in data["outcomes"]] == [verdict for verdict, _ in VERDICTS]
    assert data["outcomes"][0]["answer_rows"] == [[3]]
    assert data["outcomes"][2]["gold_empty"]
    assert data == json.loads(json.dumps(report.to_json(), default=str))
    assert data["figures"]["all"]["verdicts"] == {"equal": 3, "set": 1, "tie": 1, "typed": 1, "wrong": 1, "none": 2}
    assert data["figures"]["all"]["right"] == 6
    assert sum(stratum["n"] for stratum in data["strata"]) == 9
    assert data["strata"][0]["kind"] == "count"
    assert {held["number"] for held in data["calibration"]["bins"]} <= set(range(1, 8))
    assert 0 < data["calibration"]["error"] < 1


# The sum was asked for and is not the likeliest reading; the right plan stands behind it.
SECOND = asked("Which person visited the shop called Corner?", "MATCH (:Person)-[:VISITED]->(s:Shop {name:'Corner'}) "
               "WITH DISTINCT s RETURN s")  # fmt: skip


def test_a_right_plan_further_behind(shops: Path, questions: Questions) -> None:
    file = questions(COUNT, SECOND)
    report = ask_all(graphs=[str(shops)], questions=[file])
    assert [outcome.rank for outcome in report.outcomes] == [1, 5]
    head, _, figures = report.text().splitlines()[:3]
    assert head.split("  ")[-3:] == ["oracle 1", "oracle 5", "oracle 20"]
    assert figures.split()[-3:] == ["50.0%", "100.0%", "100.0%"]
    few = ask_all(graphs=[str(shops)], questions=[file], asking=Asking(oracle=0))
    assert [outcome.rank for outcome in few.outcomes] == [1, None]
    assert "oracle" not in few.text()


def test_causes_are_told_and_counted(shops: Path, questions: Questions) -> None:
    none = asked("Which shops did Zoe visit?", "MATCH (:Person {name: 'Zoe'})-[:VISITED]->(s:Shop) RETURN s")
    file = questions(COUNT, SECOND, none, none | {"id": "again"})
    report = ask_all(graphs=[str(shops)], questions=[file], asking=Asking(why=True))
    assert [outcome.cause for outcome in report.outcomes] == ["", "outranked: columns", *["linking: value"] * 2]
    assert report.outcomes[1].lost["rank"] == 5
    lines = [line.split() for line in report.text().splitlines()]
    assert ["linking", "2", "50.0%"] in lines
    assert ["linking:", "value", "2", "50.0%", "questions:3,", "again"] in lines
    assert report.to_json()["causes"] == {"linking: value": 2, "outranked: columns": 1}


def test_several_processes_say_the_same(shops: Path, questions: Questions, tmp_path: Path) -> None:
    file = questions(*(record for _, record in VERDICTS))
    one = ask_all(graphs=[str(shops)], questions=[file])
    two = ask_all(graphs=[str(shops)], questions=[file], asking=Asking(jobs=2, outcomes=tmp_path / "o.jsonl", why=True))
    untimed = [{**o.to_json(), "milliseconds": 0, "cause": "", "lost": {}} for o in two.outcomes]
    assert untimed == [{**o.to_json(), "milliseconds": 0} for o in one.outcomes]
    lines = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text(encoding="utf-8").splitlines()]
    assert lines == json.loads(json.dumps([o.to_json() for o in two.outcomes], default=str))


def test_a_fold_and_a_sample(shops: Path, questions: Questions) -> None:
    """Every question is in one fold of five, and a sample is of the fold."""
    file = questions(*(record | {"type": f"kind {n % 9}", "id": str(n)} for n, (_, record) in enumerate(VERDICTS * 3)))
    seen: list[str] = []
    for fold in range(5):
        whole = ask_all(graphs=[str(shops)], questions=[file], asking=Asking(folds=5, fold=fold, oracle=0))
        ids = [outcome.id for outcome in whole.outcomes]
        some = ask_all(
            graphs=[str(shops)], questions=[file], asking=Asking(folds=5, fold=fold, sample=2, seed=3, oracle=0)
        )
        assert {outcome.id for outcome in some.outcomes} <= set(ids)
        assert len(some.outcomes) == min(2, len(ids))
        seen += ids
    assert sorted(seen, key=int) == [str(n) for n in range(33)]


def test_a_plot_is_drawn(shops: Path, questions: Questions, tmp_path: Path) -> None:
    file = questions(*(record for _, record in VERDICTS))
    ask_all(graphs=[str(shops)], questions=[file], asking=Asking(plot=tmp_path / "plot.svg", oracle=0))
    assert "7 answers, calibration error" in (tmp_path / "plot.svg").read_text(encoding="utf-8")
    with pytest.raises(SettingsError):
        ask_all(graphs=[str(shops)], questions=[file], asking=Asking(plot=tmp_path / "plot.png"))


def test_only_some_questions(shops: Path, questions: Questions) -> None:
    file = questions(COUNT | {"db": "a", "n": 1}, COUNT | {"db": "b", "n": 2}, COUNT)
    assert len(ask_all(graphs=[str(shops)], questions=[file], only="db=b").outcomes) == 1
    assert len(ask_all(graphs=[str(shops)], questions=[file], only="n=2").outcomes) == 1
    assert len(ask_all(graphs=[str(shops)], questions=[file], only="db=c").outcomes) == 0
    assert len(ask_all(graphs=[str(shops)], questions=[file, file], limit=4).outcomes) == 4


def test_each_question_is_asked_of_its_graph(shops: Path, questions: Questions, tmp_path: Path) -> None:
    (tmp_path / "Shop.csv").write_text("id:ID,name\n1,One\n", encoding="utf-8")
    fingerpost.load([tmp_path / "Shop.csv"], tmp_path / "one.fp")
    graphs = [f"many={shops}", f"one={tmp_path / 'one.fp'}"]
    file = questions(COUNT | {"db": "many", "answer": [[3]]}, COUNT | {"db": "one", "answer": [[1]]})
    assert [outcome.verdict for outcome in ask_all(graphs=graphs, questions=[file]).outcomes] == ["equal", "equal"]
    with pytest.raises(SourceError, match=r"about graph none; given are many, one"):
        ask_all(graphs=graphs, questions=[questions(COUNT | {"db": "none"})])


def test_a_pack_helps(shops: Path, questions: Questions, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('[labels]\nShop = ["emporium"]\n', encoding="utf-8")
    file = questions(asked("How many emporiums are there?", "MATCH (s:Shop) RETURN count(s)"))

    def verdict(pack: str | None) -> str:
        (outcome,) = ask_all(graphs=[str(shops)], questions=[file], pack=pack).outcomes
        return outcome.verdict

    assert verdict(None) == "none"
    assert verdict(str(tmp_path)) == "equal"
    with pytest.raises(SettingsError):
        verdict("penguins")


def test_a_time_limit_ends_a_gold(library: Any, questions: Questions) -> None:
    long = "MATCH (a:Book), (b:Book), (c:Book), (d:Book), (e:Book) RETURN count(*)"
    file = questions(asked("How many books are there?", long))
    (outcome,) = ask_all(graphs=[str(library.path)], questions=[file], time_limit_ms=1).outcomes
    assert outcome.verdict == "gold"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "is not JSON"),
        ("[]", "has no question and cypher"),
        ('{"question": "x"}', "has no question and cypher"),
        ('{"cypher": "x"}', "has no question and cypher"),
    ],
)
def test_a_line_that_is_no_question_is_told(shops: Path, questions: Questions, line: str, says: str) -> None:
    file = questions(COUNT, "", line)
    with pytest.raises(SourceError, match=says) as raised:
        ask_all(graphs=[str(shops)], questions=[file])
    assert raised.value.details == {"file": str(file), "line": 3}


def test_a_file_that_cannot_be_read_is_told(shops: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError) as raised:
        ask_all(graphs=[str(shops)], questions=[tmp_path / "none.jsonl"])
    assert raised.value.code == "source.missing"
    (tmp_path / "latin.jsonl").write_bytes(b'{"question": "caf\xe9", "cypher": "RETURN 1"}\n')
    with pytest.raises(SourceError) as raised:
        ask_all(graphs=[str(shops)], questions=[tmp_path / "latin.jsonl"])
    assert raised.value.details["line"] == 1


def test_line_separators_within_a_question_end_no_line(shops: Path, questions: Questions) -> None:
    file = questions(json.dumps(COUNT | {"question": "How many\u2028shops are\u0085there?"}, ensure_ascii=False))
    (outcome,) = ask_all(graphs=[str(shops)], questions=[file]).outcomes
    assert outcome.verdict == "equal"


@pytest.mark.parametrize(
    ("cypher", "expected"),
    [
        (
            "MATCH (s:Shop) RETURN s.name ORDER BY s.name",
            {"valid": True, "lifted": True, "same_plan": True, "ran": True},
        ),
        ("MATCH (s:Shop) RETURN s ORDER BY s.seats DESC LIMIT 1", {"ran": True, "same_rows": True}),
        ("MATCH (p:Person)-[:VISITED]->(s) RETURN p.name, collect(s.name)", {"ran": True, "same_rows": True}),
        ("MATCH (s:Shop RETURN s", {"valid": False, "lifted": False}),
        ("MATCH (s:Shop) RETURN t.name", {"valid": False}),
        ("MATCH (s:Shop) DELETE s", {"lifted": False, "ran": False}),
    ],
)
def test_there_and_back(shops: Path, questions: Questions, cypher: str, expected: dict[str, bool]) -> None:
    (outcome,) = roundtrip(graphs=[str(shops)], questions=[questions(asked("x", cypher))]).outcomes
    assert {name: getattr(outcome, name) for name in expected} == expected
    assert bool(outcome.why) != outcome.same_rows


@pytest.mark.parametrize(
    ("cypher", "answer", "count", "published"),
    [
        ("MATCH (s:Shop) RETURN s.name", None, None, ""),
        ("MATCH (s:Shop) RETURN s.name", [["Harbour"], ["Corner"], ["Market"]], None, "equal"),
        ("MATCH (s:Shop) RETURN s.name", [["Harbour"]], 3, "cut"),
        ("MATCH (s:Shop) RETURN s.name", [["Elsewhere"]], 3, "different"),
        ("MATCH (s:Shop) RETURN s.name", [["Harbour"]], 4, "different"),
        ("MATCH (s:Shop) RETURN s.name", [["Harbour"]], None, "different"),
        ("MATCH (s:Shop) RETURN s.name ORDER BY s.seats DESC LIMIT 1", [["Market"]], None, "tie|equal"),
        ("MATCH (s:Shop) RETURN s.name ORDER BY s.seats DESC LIMIT 1", [["Corner"]], None, "tie|equal"),
        ("MATCH (s:Shop) RETURN s.name ORDER BY s.seats DESC LIMIT 1", [["Harbour"]], None, "different"),
    ],
)
def test_plans_give_the_published_answers(
    shops: Path, questions: Questions, cypher: str, answer: Any, count: int | None, published: str
) -> None:
    more = {"answer": answer} if count is None else {"answer": answer, "return_count": count}
    (outcome,) = roundtrip(graphs=[str(shops)], questions=[questions(asked("x", cypher, **more))]).outcomes
    assert outcome.published in published.split("|")


def test_the_roundtrip_report_counts(shops: Path, questions: Questions, tmp_path: Path) -> None:
    file = questions(
        asked("x", "MATCH (s:Shop) RETURN s.name", answer=[["Corner"], ["Market"], ["Harbour"]]),
        asked("x", "MATCH (s:Shop) RETURN count(s)", answer=[[4]]),
        asked("x", "MATCH (s:Shop RETURN s"),
    )
    report = roundtrip(graphs=[str(shops)], questions=[file], json_out=tmp_path / "out.json")
    table = {
        line.rsplit(maxsplit=2)[0].strip(): line.split()[-2:] for line in report.text().splitlines() if "%" in line
    }
    assert table["lifted to a plan"] == ["2", "100.0%"]
    assert table["same rows by both ways"] == ["2", "100.0%"]
    assert table["published answer: equal"] == ["1", "50.0%"]
    assert table["published answer: different"] == ["1", "50.0%"]
    assert "What falls outside, and why:" in report.text()
    data = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert (data["kind"], [outcome["valid"] for outcome in data["outcomes"]]) == ("roundtrip", [True, True, False])
