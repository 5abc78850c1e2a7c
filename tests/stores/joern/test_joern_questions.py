"""The same questions on a Joern server and on the embedded graph of the same program: the same plans and answers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from scale import some

import fingerpost
from fingerpost.core.errors import KnowledgeBaseError, UnsupportedConstruct
from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase
from fingerpost.samples import CODE_FILE, copy_sample
from scripts.servers.joern import JoernServer

pytestmark = pytest.mark.xdist_group("joern")
QUESTIONS = Path(__file__).with_name("questions.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(cache_folder=tmp_path_factory.mktemp("cache"), time_limit_ms=60_000)


@pytest.fixture(scope="module")
def served(joern_server: JoernServer, settings: Settings) -> Iterator[KnowledgeBase]:
    with KnowledgeBase(joern_server.url, settings) as kb:
        yield kb


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("shelf")
    fingerpost.load([copy_sample(CODE_FILE, folder)], folder / "shelf.fp")
    with KnowledgeBase(folder / "shelf.fp") as kb:
        yield kb


@pytest.mark.parametrize("question", some(QUESTIONS, 6))
def test_the_answers_are_the_same(served: KnowledgeBase, embedded: KnowledgeBase, question: str) -> None:
    there, here = served.ask(question), embedded.ask(question)
    assert (there.status, there.text) == (here.status, here.text)
    assert there.query is not None
    assert there.query.startswith("cpg.")


def test_answers_cite_file_and_line(served: KnowledgeBase) -> None:
    answer = served.ask("Which functions call malloc but not free?")
    assert [(one.label, one.name, str(one.source)) for one in answer.citations] == [
        ("METHOD", "copy_title", "file='shelf.c' position='line 11'"),
        ("METHOD", "shelf_new", "file='shelf.c' position='line 48'"),
    ]
    places = [(one.source.file, one.source.position) for one in answer.citations if one.source]
    assert places == [("shelf.c", "line 11"), ("shelf.c", "line 48")]
    chain = served.ask("Show a call chain from main to item_free").citations
    assert [one.name for one in chain] == ["main", "shelf_free", "free_chain", "item_free"]
    assert len(served.ask("How many functions call malloc?").citations) == 3
    assert str(served.ask("At which lines is atoi called?").citations[0]).endswith("(main.c line 9)")


def test_classes(joern_server: JoernServer, settings: Settings, tmp_path: Path) -> None:
    """A program in C++, the second graph of the server, is asked as its export is."""
    graph = Path(shutil.copy(Path(__file__).with_name("counter.cpg.bin"), tmp_path))  # Joern may rewrite its input
    joern_server.tell(f'importCpg("{graph}")')
    try:
        with KnowledgeBase(f"{joern_server.url}?cpg={graph.name}", settings) as kb:
            for question, names in some(list(CLASSES.items()), 2):
                answer = kb.ask(question)
                assert sorted(str(row[0]) for row in answer.rows) == names.split(), answer.text
    finally:
        joern_server.tell('open("shelf.cpg.bin")')


CLASSES = {
    "Which methods does the class Counter have?": "Checked Counter Heard Reset Total",
    "Which classes inherit from Listener?": "Counter",
    "What is the base class of LoudCounter?": "Counter",
    "Which classes have a method called Heard?": "Counter Listener LoudCounter",
    "Which methods of Counter use Guard?": "Heard Total",
    "Who calls Counter::Checked?": "Heard",
    "Which classes are there?": "Counter Guard Listener LoudCounter",
}


def test_there_are_sixty() -> None:
    assert len(QUESTIONS) >= 60


def test_a_name_that_the_code_lacks_is_refused(served: KnowledgeBase) -> None:
    answer = served.ask("Which functions call shelf_ad?")
    assert answer.status.value == "unanswerable"
    assert "shelf_ad" in answer.text


def test_a_query_of_ones_own_is_cpgql(served: KnowledgeBase) -> None:
    result = served.query('cpg.call.name("malloc").method.name.dedup.l')
    assert sorted(row[0] for row in result.rows) == ["copy_title", "shelf_add", "shelf_new"]


def test_nothing_is_written_there(joern_server: JoernServer, settings: Settings, tmp_path: Path) -> None:
    source = tmp_path / "a.csv"
    source.write_text("name\nx\n")
    with pytest.raises(KnowledgeBaseError, match="already has"):
        fingerpost.load([source], joern_server.url, settings=settings)
    with pytest.raises(UnsupportedConstruct, match="only read"):
        fingerpost.load([source], joern_server.url, add=True, settings=settings)


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
