"""Seventy questions over zlib, answered without a model, against CPGQL of ours that a Joern server runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from scale import LONG

import fingerpost
from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import Cell
from fingerpost.core.limits import Limits
from fingerpost.engine import KnowledgeBase
from fingerpost.query_languages import language
from fingerpost.stores import JoernClient
from scripts.servers.jars import Unavailable
from scripts.servers.joern import JoernServer, exported

pytestmark = [pytest.mark.shared, pytest.mark.xdist_group("joern")]
FUNCTIONS = 'cpg.method.isExternal(false).nameNot("<.*").where(_.block.astChildren)'


def corpus(name: str) -> list[tuple[str, str]]:
    """Questions, and CPGQL that says the same."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    pairs = (line.replace("$F", FUNCTIONS).partition(" => ") for line in lines if not line.startswith("#"))
    return [(question, query) for question, _, query in pairs]


QUESTIONS = corpus("zlib_questions.txt")
SURE = 0.8
RIGHT_AT_LEAST = 0.8
GRAPH = "code/zlib-1.2.13.cpg.bin"


@pytest.fixture(scope="module")
def zlib(shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("zlib")
    try:
        export = exported(shared(GRAPH), folder)
    except Unavailable as why:
        pytest.skip(f"needs a Joern server: {why}")
    fingerpost.load([export], folder / "zlib.fp")
    with KnowledgeBase(folder / "zlib.fp") as kb:
        yield kb


@pytest.fixture(scope="module")
def server(shared: Callable[[str], Path]) -> Iterator[JoernClient]:
    with JoernServer(shared(GRAPH), memory=1024) as running:
        yield JoernClient(running.url)


def is_right(wanted: list[Cell], answer: Answer) -> bool:
    """Whether an answer has exactly the values that are wanted, in one of its columns."""
    if wanted in ([True], [False]):
        return answer.text.startswith("Yes" if wanted == [True] else "No")
    if answer.status not in (Status.ANSWERED, Status.EMPTY):
        return False
    texts = {str(one) for one in wanted}
    columns = [[row[at] for row in answer.rows] for at in range(len(answer.columns))]
    if any({str(cell).rpartition(":")[2] for cell in column} == texts for column in columns):
        return True
    return any({str(cell) for cell in column} == texts for column in columns) or (not texts and not answer.rows)


def test_every_query_of_the_corpora_is_accepted() -> None:
    """Those about PostgreSQL are asked by `make bench-code`, as its graph is made from its sources."""
    others = corpus("commands_questions.txt")
    assert len(others) >= 30
    for _, query in QUESTIONS + others:
        assert language("cpgql").verify(query).text.startswith("cpg.")


if LONG:  # a graph is exported, and a server started

    def test_the_questions_are_answered(zlib: KnowledgeBase, server: JoernClient) -> None:
        patient = Limits(time_ms=120_000)
        wrong, sure_and_wrong = [], []
        for question, query in QUESTIONS:
            wanted = [row[0] for row in server.run(language("cpgql").verify(query), patient).rows]
            answer = zlib.ask(question)
            if not is_right(wanted, answer):
                wrong.append(question)
                if answer.status in (Status.ANSWERED, Status.EMPTY) and answer.confidence >= SURE:
                    sure_and_wrong.append(question)
        print(f"right: {len(QUESTIONS) - len(wrong)} of {len(QUESTIONS)}")
        assert len(QUESTIONS) >= 70
        assert len(wrong) <= (1 - RIGHT_AT_LEAST) * len(QUESTIONS), wrong
        assert not sure_and_wrong
