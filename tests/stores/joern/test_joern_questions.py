"""The same questions on a Joern server and on the embedded graph of the same program: the same plans and answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from scale import LONG

import fingerpost
from fingerpost.core.errors import KnowledgeBaseError, UnsupportedConstruct
from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase
from fingerpost.samples import CODE_FILE, copy_sample
from scripts.servers.joern import JoernServer

pytestmark = pytest.mark.xdist_group("joern")
QUESTIONS = Path(__file__).with_name("questions.txt").read_text(encoding="utf-8").splitlines()
LACKING = {"Which functions return a char pointer?"}
"""Joern drops the star of a pointer to a struct; the loader of exports finds it in the code."""


@pytest.fixture(scope="module")
def served(joern_server: JoernServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    settings = Settings(cache_folder=tmp_path_factory.mktemp("cache"))
    with KnowledgeBase(joern_server.url, settings) as kb:
        yield kb


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("shelf")
    fingerpost.load([copy_sample(CODE_FILE, folder)], folder / "shelf.fp")
    with KnowledgeBase(folder / "shelf.fp") as kb:
        yield kb


@pytest.mark.parametrize("question", QUESTIONS if LONG else QUESTIONS[::4])
def test_the_answers_are_the_same(served: KnowledgeBase, embedded: KnowledgeBase, question: str) -> None:
    there, here = served.ask(question), embedded.ask(question)
    assert (there.status, there.text) == (here.status, here.text)
    assert there.query is not None
    assert there.query.startswith("cpg.")


def test_there_are_sixty() -> None:
    assert len(QUESTIONS) >= 60


def test_a_name_that_the_code_lacks_is_refused(served: KnowledgeBase) -> None:
    answer = served.ask("Which functions call shelf_ad?")
    assert answer.status.value == "unanswerable"
    assert "shelf_ad" in answer.text


def test_a_query_of_ones_own_is_cpgql(served: KnowledgeBase) -> None:
    result = served.query('cpg.call.name("malloc").method.name.dedup.l')
    assert sorted(row[0] for row in result.rows) == ["copy_title", "shelf_add", "shelf_new"]


def test_nothing_is_written_there(joern_server: JoernServer, tmp_path: Path) -> None:
    source = tmp_path / "a.csv"
    source.write_text("name\nx\n")
    with pytest.raises(KnowledgeBaseError, match="already has"):
        fingerpost.load([source], joern_server.url)
    with pytest.raises(UnsupportedConstruct, match="only read"):
        fingerpost.load([source], joern_server.url, add=True)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where does data from malloc reach memcpy?", "Data from malloc reaches memcpy in"),
        ("Is there a data flow from parameter title of shelf_add to strlen?", "Data from the parameter title of"),
        ("Where does data from strcmp reach malloc?", "No data from strcmp was found to reach malloc"),
    ],
)
def test_flows_of_data(served: KnowledgeBase, question: str, text: str) -> None:
    assert served.ask(question).text.startswith(text)
