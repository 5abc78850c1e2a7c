"""Comments of sources: what each describes, how they are added to a graph, and what questions they answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.core.errors import SourceError
from fingerpost.domains.code.comments.comment import Comment, comments_in
from fingerpost.domains.code.questions.topics import Described, Topics, first_sentences
from fingerpost.engine import KnowledgeBase
from fingerpost.samples import CODE_SOURCES, copy_sample

C = r"""/* Copyright (c) somebody. */
/**
 * Adds two numbers.
 * The sum may overflow.
 */
int add(int a, int b) { return a + b; } // trailing
// First line,
// and second.

char *text(void) { return "/* none */ // none"; }
char quote = '"'; /* after a quotation mark */
"""
PYTHON = '''"""A module."""
# Not a docstring,
# in two lines.
def f():
    """Does f."""
    return "# none"
'''


def test_comments_of_c() -> None:
    found = comments_in(Path("a.c"), C)
    assert [(one.first, one.last, one.text) for one in found] == [
        (1, 1, "Copyright (c) somebody."),
        (2, 5, "Adds two numbers. The sum may overflow."),
        (6, 6, "trailing"),
        (7, 8, "First line, and second."),
        (11, 11, "after a quotation mark"),
    ]
    assert [one.is_licence for one in found] == [True, False, False, False, False]


def test_comments_of_python() -> None:
    found = comments_in(Path("a.py"), PYTHON)
    assert found == [
        Comment(1, 1, "A module.", inside=True),
        Comment(2, 3, "Not a docstring, in two lines."),
        Comment(4, 5, "Does f.", inside=True),
    ]
    assert comments_in(Path("a.py"), "def f(:\n  # said\n") == [Comment(2, 2, "said")]


def test_paragraphs_of_a_text() -> None:
    found = comments_in(Path("README.md"), "# Shelf\n\nA shelf of\nbooks.\n\n\n- one\n- two\n")
    assert [(one.first, one.text) for one in found] == [(1, "Shelf A shelf of books."), (7, "one two")]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["/*", "*/", "//", '"', "'", "\\", "\n", "x", "#", '"""', " "]), max_size=40))
def test_comments_lie_within_their_text(parts: list[str]) -> None:
    text = "".join(parts)
    for suffix in (".c", ".py", ".md"):
        for one in comments_in(Path(f"a{suffix}"), text):
            assert 1 <= one.first <= one.last <= text.count("\n") + 1
            assert one.text


@pytest.fixture(scope="module")
def commented(shelf_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("commented")
    sources = copy_sample(CODE_SOURCES, folder)
    (sources / "README.md").write_text("The shelf keeps books in a linked list.\n")
    fingerpost.load([shelf_file], folder / "shelf.fp")
    for _ in range(2):  # what was added before is replaced
        report = fingerpost.load([sources], folder / "shelf.fp", add=True)
        assert report.pack == "code"
    with KnowledgeBase(folder / "shelf.fp") as kb:
        yield kb


def test_what_comments_describe(commented: KnowledgeBase) -> None:
    described = commented.query("MATCH (c:COMMENT)-[:DESCRIBES]->(n) RETURN n.name, c.location, c.code").rows
    assert ("copy_title", "shelf.c:10", "Copies a title, so that the item owns its text.") in described
    assert ("item", "shelf.h:8", "One item on the shelf.") in described
    assert ("main.c", "main.c:1", "Fills a shelf from the command line and prints it.") in described
    assert commented.query("MATCH (c:COMMENT {filename: 'README.md'}) RETURN count(c)").rows == ((1,),)
    once = commented.query("MATCH (c:COMMENT) RETURN c.location, count(c) AS n ORDER BY n DESC LIMIT 1").rows
    assert once[0][1] == 1


def test_a_function_is_told_with_its_comment(commented: KnowledgeBase) -> None:
    lines = commented.ask("What does copy_title do?").text.splitlines()
    assert lines[1] == "  Copies a title, so that the item owns its text."


@pytest.mark.parametrize(
    "question",
    ["How are titles copied?", "Where does the program copy titles?", "Which functions deal with copying titles?",
     "Explain the copying of titles", "How does copying a title work?"],
)  # fmt: skip
def test_topics(commented: KnowledgeBase, question: str) -> None:
    answer = commented.ask(question)
    assert answer.text.splitlines()[1].startswith("- copy_title (shelf.c:11): Copies a title")
    assert answer.status is Status.ANSWERED
    assert answer.confidence < 0.8
    assert str(answer.citations[0]).endswith("“copy_title” (shelf.c line 11)")


def test_topics_without_comments(shelf: KnowledgeBase) -> None:
    assert "- copy_title (shelf.c:11)" in shelf.ask("How are titles copied?").text
    refused = shelf.ask("How does encryption work?")
    assert refused.status is Status.UNANSWERABLE
    assert "No name of the code is about encryption" in refused.text
    assert "--add" in refused.text


def test_what_is_checked_is_not_said(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("Which functions ignore the result of malloc?")
    assert (answer.status, "whether the result" in answer.text) == (Status.UNANSWERABLE, True)


def test_other_sources_are_noticed(shelf_file: Path, tmp_path: Path) -> None:
    sources = copy_sample(CODE_SOURCES, tmp_path)
    moved = sources / "shelf.c"
    moved.write_text("\n" * 40 + moved.read_text())
    fingerpost.load([shelf_file], tmp_path / "shelf.fp")
    report = fingerpost.load([sources], tmp_path / "shelf.fp", add=True)
    assert any("copy_title (shelf.c:11)" in note and "are these its sources?" in note for note in report.notes)


def test_comments_alone_are_refused(tmp_path: Path) -> None:
    sources = copy_sample(CODE_SOURCES, tmp_path)
    with pytest.raises(SourceError, match="there is none"):
        fingerpost.load([sources], tmp_path / "x.fp")
    people = tmp_path / "people.csv"
    people.write_text("name\nAda\n")
    fingerpost.load([people], tmp_path / "people.fp")
    with pytest.raises(SourceError, match="no functions"):
        fingerpost.load([sources], tmp_path / "people.fp", add=True)


def test_topics_are_ranked_by_their_words() -> None:
    topics = Topics([
        Described("parse_header", "a.c:1", "Reads a header line."),
        Described("parseBody", "a.c:9"),
        Described("free_all", "b.c:1", "", ("the header is gone by now",)),
    ])  # fmt: skip
    assert topics.about("parsing headers").locations[0] == "a.c:1"
    assert topics.about("encryption").locations == ()
    assert topics.about("parsing cookies").unknown == ("cookies",)


def test_first_sentences() -> None:
    assert first_sentences("One. Two is longer.", 10) == "One."
    assert first_sentences("no stop in these words", 12) == "no stop in …"
