"""`fingerpost demo`: loads the samples and asks them questions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.core.errors import MissingExtra
from fingerpost.samples import (
    CODE_FILE,
    HOUSE_ELECTRICAL,
    HOUSE_FILE,
    HOUSE_LATER,
    LIBRARY_FOLDER,
    NOTES_FOLDER,
    STATUTES_FOLDER,
    copy_sample,
)
from fingerpost.surfaces.cli.demo_agent import agent_session
from fingerpost.surfaces.cli.options import AsJson
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost import Answer, KnowledgeBase

CITATIONS_SHOWN = 2


@dataclass(frozen=True)
class Tour:
    """A sample and its questions, each with what it shows."""

    title: str
    sample: str
    kb: str
    questions: tuple[tuple[str, str], ...]
    more: tuple[str, ...] = ()
    """Further samples to keep beside it."""
    dialogue: tuple[tuple[str, str], ...] = ()
    """A question and follow-ups on it, each with what it shows."""


HOUSE = Tour(
    "A house (IFC)",
    HOUSE_FILE,
    "house.fp",
    (
        ("count", "How many walls are there?"),
        ("a yes/no property", "Which walls are load bearing?"),
        ("a negation, counted", "How many doors are not external?"),
        ("a value", "Which doors have fire rating EI 30?"),
        ("a range, with a unit", "Which walls are longer than 5 m?"),
        ("a unit other than the model's", "Which doors are wider than 90 cm?"),
        ("part of a name", 'Which walls have a name containing "Kitchen"?'),
        ("look-up", "How thick is Wall F1 South?"),
        ("one step", "Which rooms are on the first floor?"),
        ("two steps", "Which windows are in walls that bound the kitchen?"),
        ("per group", "How many walls are on each level?"),
        ("the most", "What is the largest room?"),
        ("sum", "What is the total length of the external walls?"),
        ("average", "What is the average length of the load bearing walls?"),
        ("absence", "Which walls have no openings?"),
        ("yes or no", "Is there any furniture in the kitchen?"),
        ("none", "How many columns are there?"),
        ("in another unit", "What is the total area of the windows in square feet?"),
        ("not in this model", "What is the price of the windows?"),
    ),
    (HOUSE_LATER, HOUSE_ELECTRICAL),
)
LIBRARY = Tour(
    "A town library (CSV)",
    LIBRARY_FOLDER,
    "library.fp",
    (
        ("one step", "Which books did Anna Kowalska borrow?"),
        ("without the accents", "Who wrote les miserables?"),
        ("two steps", "Which members borrowed books by Jane Austen?"),
        ("three steps", "Which authors wrote books borrowed by members registered at Northgate?"),
        ("before a year", "Which authors were born before 1800?"),
        ("between", "Which books cost between 10 and 11?"),
        ("a property of a loan", "What is the due date of Kokoro?"),
        ("per group", "How many books does each branch hold?"),
        ("average per group", "What is the average price of the books in each genre?"),
        ("the most, and a tie", "Which author wrote the most books?"),
        ("in order", "List the books sorted by price"),
        ("a threshold on a count", "Which members borrowed more than 3 books?"),
        ("a value that is missing", "Which members have no email?"),
        ("a relationship that is missing", "Which members have not borrowed any books?"),
        ("yes or no", "Is Northgate step free?"),
        ("none", "How many books did Peter Novák borrow?"),
        ("not in this graph", "What is the salary of Anna Kowalska?"),
        ("questions only read", "Delete all members"),
    ),
    dialogue=(
        ("a conversation", "Which books are in French?"),
        ("about what was found", "Who wrote them?"),
        ("what is left out", "Who is the youngest?"),
        ("another value", "What about Swedish?"),
    ),
)

STATUTES = Tour(
    "Six invented statutes as of two dates (XML)",
    STATUTES_FOLDER,
    "statutes.fp",
    (
        ("what cites it", "What references the Harbour Safety Act?"),
        ("what it cites", "What does the Harbour Safety Act cite?"),
        ("enabling act", "Which regulations implement the Harbour Safety Act?"),
        ("a provision", "What cites section 7(1) of the Harbour Safety Act?"),
        ("two relations", "Show amendments to regulations implementing the Harbour Safety Act"),
        ("the last amendment", "When was the Harbour Safety Act last amended?"),
        ("the text on a date", "What did section 3(2) of the Harbour Safety Act say on 1 March 2021?"),
        ("the text today", "What does section 3(2) of the Harbour Safety Act say?"),
        ("repealed", "Was section 5 of the Harbour Safety Act repealed?"),
        ("a definition", "What is a harbour master?"),
        ("French", "Quels règlements mettent en œuvre la Loi sur la sécurité des ports ?"),
        ("a typo", "What references the Harbor Safety Act?"),
        ("not in this corpus", "What cites the Ontario Harbour Safety Act?"),
    ),
)

CODE = Tour(
    "A small C program (a code property graph)",
    CODE_FILE,
    "shelf.fp",
    (
        ("what calls it", "Which functions call item_free?"),
        ("one call without another", "Which functions call malloc but not free?"),
        ("a measure", "What are the two longest functions?"),
        ("a chain of calls", "Show a call chain from main to item_free"),
        ("not in this code", "Which functions call shelf_ad?"),
    ),
)
NOTES = Tour(
    "A team's notes (Markdown and text)",
    NOTES_FOLDER,
    "notes.fp",
    (
        ("a fact, with its sentence", "What does the Booking Site depend on?"),
        ("a passage", "How long are copies of the Harbour Database kept?"),
        ("a fact and what is said beside", "Who approved ADR-003, and what does it say?"),
        ("not in these documents", "Who approved ADR-009?"),
        ("before a document is forgotten", "Which incidents affected the Payment Gateway?"),
    ),
)
FORGOTTEN = "incidents.md"


def demo(
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="DIR", help="Keep samples and knowledge bases in this folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Load the five samples and ask them questions.

    Some are asked in a dialogue, and an agent builds a graph. This takes a few seconds. --keep keeps the knowledge
    bases, so that you can ask your own questions.
    """
    screen = Screen()
    with _folder(keep) as folder:
        shown = None if as_json else screen
        documents = [_tour(shown, tour, folder) for tour in (HOUSE, LIBRARY, STATUTES, CODE)]
        documents += [_notes_tour(shown, folder), agent_session(shown, folder / "graphs")]
    if as_json:
        screen.document(documents)
        return
    _goodbye(screen, keep)


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    if keep is not None:
        yield keep
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="fingerpost-demo-") as folder:
        yield Path(folder)


def _tour(screen: Screen | None, tour: Tour, folder: Path) -> dict[str, Any]:
    """Load one sample and ask its questions; print nothing without a screen."""
    from fingerpost import load
    from fingerpost.surfaces.cli.load import summary
    from fingerpost.surfaces.cli.opening import opened

    into = folder / tour.kb
    try:
        report = load([copy_sample(tour.sample, folder)], into)
        for sample in tour.more:
            copy_sample(sample, folder)
    except MissingExtra as error:
        return _left_out(screen, tour, error)
    _head(screen, tour, summary(report))
    with opened(into) as kb:
        asked = [_asked(screen, kb, shows, question) for shows, question in tour.questions]
        chat = kb.conversation()
        asked.extend(_asked(screen, kb, shows, question, chat.ask) for shows, question in tour.dialogue)
    return {"sample": tour.sample, "nodes": report.nodes, "relationships": report.relationships, "questions": asked}


def _notes_tour(screen: Screen | None, folder: Path) -> dict[str, Any]:
    """Add the notes, ask, forget one of them, and ask what it said."""
    from fingerpost import memory
    from fingerpost.surfaces.cli.opening import opened

    into = folder / NOTES.kb
    copied = copy_sample(NOTES.sample, folder)
    try:
        with memory(into) as team:
            report = team.add(copied)
        with opened(into) as kb:
            kb.ask(NOTES.questions[1][1])  # a passage: searching may need an extra that reading does not
    except MissingExtra as error:
        return _left_out(screen, NOTES, error)
    _head(screen, NOTES, f"{report.documents} documents, {report.passages} passages")
    with opened(into) as kb:
        asked = [_asked(screen, kb, shows, question) for shows, question in NOTES.questions]
    with memory(into) as team:
        team.forget(next(key for key in team.documents() if key.endswith(FORGOTTEN)))
    with opened(into) as kb:
        asked.append(_asked(screen, kb, f"{FORGOTTEN} is forgotten", NOTES.questions[-1][1]))
    return {"sample": NOTES.sample, "documents": report.documents, "passages": report.passages, "questions": asked}


def _left_out(screen: Screen | None, tour: Tour, error: MissingExtra) -> dict[str, Any]:
    if screen is not None:
        screen.say(f"{tour.title} was skipped: {error.message}. {error.hint}", style="yellow")
    return {"sample": tour.sample, "left_out": error.message, "hint": error.hint, "questions": []}


def _head(screen: Screen | None, tour: Tour, loaded: str) -> None:
    if screen is not None:
        screen.say(tour.title, style="bold")
        screen.say(loaded, style="dim")
        screen.say()


def _asked(
    screen: Screen | None,
    kb: KnowledgeBase,
    shows: str,
    question: str,
    ask: Callable[[str], Answer] | None = None,
) -> dict[str, Any]:
    started = time.perf_counter()
    answer = (ask or kb.ask)(question)
    spent = (time.perf_counter() - started) * 1000
    if screen is not None:
        _show(screen, kb, answer, shows, spent)
    return _document(shows, answer, spent)


def _show(screen: Screen, kb: KnowledgeBase, answer: Answer, shows: str, spent: float) -> None:
    from fingerpost.surfaces.cli import answer_text

    screen.say(f"{answer.question}  ({shows}, {spent:.0f} ms)", style="cyan")
    answer_text.show(screen, kb, answer, citations=CITATIONS_SHOWN)
    screen.say()


def _document(shows: str, answer: Answer, spent: float) -> dict[str, Any]:
    return {"shows": shows, "milliseconds": round(spent, 1), "answer": answer.model_dump(mode="json")}


def _goodbye(screen: Screen, keep: Path | None) -> None:
    if keep is None:
        screen.say("Try next: fingerpost demo --keep demo, which keeps the knowledge bases", style="bold")
        return
    import shlex

    kb = shlex.quote(str(keep / LIBRARY.kb))
    screen.say("Try next:", style="bold")
    screen.say(f'  fingerpost ask {kb} "Which books did Anna Kowalska borrow?" --explain')
    screen.say(f"  fingerpost ask {kb}        (asks for questions)")
    screen.say(f"  fingerpost schema {kb}")
    screen.say("  fingerpost load YOUR-FILES --into your.fp")
