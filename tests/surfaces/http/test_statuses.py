"""Every error has its status and code over HTTP: real work that fails, and every code that the source has."""

from __future__ import annotations

import functools
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the extra http")

import fingerpost
from fingerpost.core import errors
from fingerpost.surfaces.http import open_bases, workers
from fingerpost.surfaces.http.open_bases import OpenBases
from fingerpost.surfaces.http.statuses import STATUSES, status_of

SOURCE = Path(fingerpost.__file__).parent
ELSEWHERE = frozenset(("base.twice", "cursor", "http", "keys", "node", "page", "prompt", "schema"))
"""Families of codes of other surfaces, or of the guard, which gives the statuses of its own."""
HEAVY = "MATCH (a:Book) WITH collect(a.title) AS t RETURN [x IN t WHERE any(y IN t WHERE any(z IN t WHERE y + z < x))]"
DEEP = functools.reduce(lambda inside, _: [inside], range(100), [])

FAILING = [
    ("ask", {"question": ""}, {}, 400, "question.empty"),
    ("ask", {"question": "a " * 1_500}, {}, 400, "question.too-long"),
    ("ask", {"question": "How many books are there?", "choice": 99}, {}, 400, "question.choice"),
    ("ask", {"question": "How many books are there?", "collections": ["none"]}, {}, 400, "collection.unknown"),
    ("ask", {"question": "How many books are there?"}, {"PACK": "none"}, 500, "pack.missing"),
    ("ask", {"question": "How many books are there?"}, {"MODEL": "nobody:x"}, 500, "settings.invalid"),
    ("cypher", {"query": "MATCH (n"}, {}, 400, "query.syntax"),
    ("cypher", {"query": "MATCH (n:Bok) RETURN n.x"}, {}, 400, "query.rejected"),
    ("cypher", {"query": "MATCH (n) DELETE n"}, {}, 400, "query.writes"),
    ("cypher", {"query": "MATCH (n) RETURN n LIMIT $n", "params": {"n": {"$date": "x"}}}, {}, 400, "query.parameter"),
    ("cypher", {"query": "RETURN $p AS x", "params": {"p": DEEP}}, {}, 400, "query.rejected"),
    ("cypher", {"query": HEAVY}, {"TIME_LIMIT_MS": "1"}, 504, "limit.time"),
    ("cypher", {"query": "MATCH (a:Book), (b:Book) RETURN count(*)"}, {"WORK_LIMIT": "10"}, 504, "limit.work"),
]


BOOKS = {"question": "How many books are there?"}


@pytest.fixture
def bases(library_path):
    """The knowledge base that the worker of this test has open by the name `it`."""
    opened = OpenBases({"it": str(library_path)})
    yield opened
    opened.close()


@pytest.mark.parametrize(("kind", "given", "settings", "status", "code"), FAILING)
def test_work_that_fails(bases, monkeypatch, kind, given, settings, status, code):
    for name, value in settings.items():
        monkeypatch.setenv(f"FINGERPOST_{name}", value)
    found = workers.work(bases, kind, "it", {"params": None, **given} if kind == "cypher" else given).error
    assert found is not None
    assert (found["status"], found["error"]["code"]) == (status, code)
    assert found["error"]["message"]


def test_knowledge_bases_that_cannot_be_opened(bases, library_path, tmp_path):
    damaged = tmp_path / "damaged.fp"
    shutil.copytree(library_path, damaged)
    for file in damaged.rglob("*.kgl"):
        file.write_bytes(b"nothing")
    for name, at, code in (("gone", tmp_path / "none.fp", "kb.missing"), ("damaged", damaged, "kb.damaged")):
        bases.places[name] = str(at)
        found = workers.work(bases, "ask", name, BOOKS).error
        assert found is not None
        assert (found["status"], found["error"]["code"]) == (503, code)


@pytest.fixture
def changed(bases, tmp_path, monkeypatch):
    """Loads the knowledge base `own` with so many books, and checks all for changes at each question."""
    monkeypatch.setattr(open_bases, "CHECKED_EVERY_S", 0.0)
    bases.places["own"] = str(tmp_path / "own.fp")

    def load(books):
        (tmp_path / "book.csv").write_text("title\n" + "".join(f"Volume {one}\n" for one in range(books)))
        fingerpost.load([tmp_path / "book.csv"], tmp_path / "own.fp")

    load(2)
    return load


def test_each_base_of_a_message_is_checked_for_changes_and_a_check_that_fails_costs_no_answer(bases, changed, tmp_path):
    asked = {**BOOKS, "memories": {"it": {}, "own": {}}}
    assert workers.work(bases, "chat", "it", asked).refreshed == ()
    changed(3)
    done = workers.work(bases, "chat", "it", asked)
    assert (done.refreshed, "34 books" in done.body, "3 books" in done.body) == (("own",), True, True)
    changed(4)
    refused = workers.work(bases, "ask", "own", {"question": ""})
    assert (refused.error["error"]["code"], refused.refreshed) == ("question.empty", ("own",))
    (tmp_path / "own.fp" / "manifest.json").write_text("{")
    done = workers.work(bases, "ask", "own", BOOKS)
    assert (done.error, done.status, done.refreshed) == (None, "answered", ())


def test_what_is_still_asked_stays_open_when_it_has_changed(bases, changed):
    with bases.asked(["own"], []) as before:
        changed(5)
        done = workers.work(bases, "ask", "own", BOOKS)
        assert (done.refreshed, "5 books" in done.body) == (("own",), True)
        assert before["own"].ask(BOOKS["question"]).rows == ((2,),)
    with pytest.raises(errors.FingerpostError, match="closed"):
        before["own"].query("MATCH (b:Book) RETURN count(b)")


def test_every_typed_error_has_a_status():
    kinds = [errors.FingerpostError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    statuses = {kind.default_code: status_of(kind("x")) for kind in kinds if kind.__module__ == errors.__name__}
    assert statuses == {
        "error": 500,
        "extra.missing": 501,
        "internal.error": 500,
        "kb.damaged": 503,
        "limit.time": 504,
        "model.reply": 502,
        "plan.scope": 400,
        "query.rejected": 400,
        "query.unsupported": 400,
        "question.invalid": 400,
        "settings.invalid": 500,
        "source.format": 503,
        "store.failed": 503,
        "workspace.value": 503,
    }


def test_every_code_of_the_source_is_decided_about():
    text = "\n".join(file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py"))
    codes = set(re.findall(r"code=\"([a-z-]+\.[a-z-]+)\"", text))
    assert len(codes) > 80
    known = {*STATUSES, *ELSEWHERE}
    assert {code for code in codes if code not in known and code.partition(".")[0] not in known} == set()
