"""Prints an answer: text, citations, notes and, with `--explain`, how it was found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from fingerpost.core.answer import SURE
from fingerpost.core.errors import FingerpostError
from fingerpost.surfaces.cli.cells import CellText
from fingerpost.surfaces.cli.failures import write_error
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost import Answer, KnowledgeBase, Reading
    from fingerpost.core.cells import Cell

CITATIONS_SHOWN = 10
ROWS_SHOWN = 50
LONGEST_CELL = 300
"""Longer texts in a table are cut, and say so."""
DECIDED_SHOWN = 120
UNREAD = "This may not be what was asked."
APART_SHOWN = 6


def say_answer(
    screen: Screen, kb: KnowledgeBase, answer: Answer, *, explained: bool = False, as_json: bool = False
) -> None:
    """Print an answer as text or JSON; a failure goes to standard error."""
    if as_json:
        screen.document(answer.model_dump_json(indent=2))
        return
    if answer.status == "failed":
        write_error(FingerpostError(answer.text, code=answer.error_code, hint="; ".join(answer.notes) or None))
    else:
        show(screen, kb, answer, doubt=not explained)
    if explained:
        explain(screen, answer)


def show(
    screen: Screen, kb: KnowledgeBase, answer: Answer, *, citations: int = CITATIONS_SHOWN, doubt: bool = True
) -> None:
    """Print an answer: its text (a table on a terminal with room for its columns), choices, citations and notes; with
    `doubt`, that it is not sure where it is not."""
    several = screen.terminal and len(answer.columns) > 1 and len(answer.rows) > 1 and not _lists_itself(kb, answer)
    if several and (screen.has_room(len(answer.columns)) or "\n" not in answer.text):
        _table(screen, kb, answer)
    elif screen.terminal and len(answer.columns) == 1 and len(answer.rows) > kb.settings.list_limit:
        _long_list(screen, kb, answer)
    else:
        screen.prose(answer.text, style="bold")
    asks = answer.status == "ambiguous"  # else, one of the choices was made
    if doubt and (asks or not answer.choices) and (unsure := doubt_of(answer)):
        screen.prose(unsure, style="yellow")
    for number, choice in enumerate(answer.choices if asks else (), 1):
        screen.prose(f"  {number}. {choice.reading}")
    if asks:
        screen.say("Choose one with --choose N.", style="dim")
    _citations(screen, answer, citations)
    for note in answer.notes:
        screen.prose(f"note: {note}", style="yellow")


def doubt_of(answer: Answer) -> str:
    """One line that says that an answer is not sure and how the question was read; nothing for any other answer."""
    if answer.status not in ("answered", "empty") or answer.confidence >= SURE:
        return ""
    # Sentences of documents are shown as they are: how they were found says nothing about what was understood.
    about = f"Read as: {answer.reading}" if answer.reading and answer.plan is not None else UNREAD
    return f"Not sure (confidence {min(answer.confidence, SURE - 0.01):.2f}). {about}"  # never rounded up to sure


def _lists_itself(kb: KnowledgeBase, answer: Answer) -> bool:
    """Whether the text has all rows, as its domain tells them."""
    from fingerpost.engine import ListingReader

    return isinstance(kb.context.reader, ListingReader) and "intent" in answer.metadata


def _table(screen: Screen, kb: KnowledgeBase, answer: Answer) -> None:
    from fingerpost.answers import Wording
    from fingerpost.core.cells import Node

    screen.say(answer.text.splitlines()[0], style="bold")
    text, wording = CellText(kb.display), Wording(kb.display)

    def said(cell: Cell) -> str:
        return (wording.by_place(cell) if isinstance(cell, Node) else None) or text.cell(cell)

    titles = [f"{name} ({answer.units[name]})" if name in answer.units else name for name in answer.columns]
    screen.table(titles, [[_cut(said(cell)) for cell in row] for row in answer.rows[:ROWS_SHOWN]])
    _rest(screen, answer)


def _long_list(screen: Screen, kb: KnowledgeBase, answer: Answer) -> None:
    """A list that is too long for a sentence: elements with their ids and names, everything else by value."""
    from fingerpost.answers import Wording
    from fingerpost.core.cells import Node

    screen.say(f"{answer.text.partition(':')[0]}:", style="bold")
    cells = [row[0] for row in answer.rows[:ROWS_SHOWN]]
    if all(isinstance(cell, Node) for cell in cells):
        wording = Wording(kb.display)
        rows = [[cell.element_id, wording.by_place(cell) or kb.display.name(cell)] for cell in cells]
        screen.table(["id", answer.columns[0]], rows)
    else:
        text = CellText(kb.display)
        unit = answer.units.get(answer.columns[0])
        title = answer.columns[0] if unit is None else f"{answer.columns[0]} ({unit})"
        names = {cited.row: cited.name or cited.element_id for cited in answer.citations if cited.kind == "node"}
        alone = len(answer.citations) == len(names) and names.keys() >= set(range(len(cells)))
        shown = [_cut(text.cell(cell)) for cell in cells]
        rows = [[names[place], cell] for place, cell in enumerate(shown)] if alone else [[cell] for cell in shown]
        screen.table(["of", title] if alone else [title], rows)
    _rest(screen, answer)


def _cut(cell: str) -> str:
    return cell if len(cell) <= LONGEST_CELL else f"{cell[:LONGEST_CELL]} … ({len(cell):,} characters)"


def _rest(screen: Screen, answer: Answer) -> None:
    if len(answer.rows) > ROWS_SHOWN:
        screen.say(f"and {len(answer.rows) - ROWS_SHOWN:,} more rows", style="dim")


def _citations(screen: Screen, answer: Answer, most: int) -> None:
    if not answer.citations:
        return
    shown = answer.citations[:most]
    screen.say("Sources:", style="dim")
    for citation in shown:
        screen.prose(f"  {citation}", style="dim")
    if answer.citation_total is None:
        screen.say("  and more", style="dim")
    elif answer.citation_total > len(shown):
        screen.say(f"  and {answer.citation_total - len(shown):,} more", style="dim")


def _runner_up(screen: Screen, answer: Answer) -> None:
    """Print the second-best reading and the features that decided against it."""
    details = next((s.details for s in answer.trace.steps if s.details.get("runner_up")), {})
    if details:
        apart = details.get("told_apart", ())
        more = f"; and {len(apart) - APART_SHOWN} more" if len(apart) > APART_SHOWN else ""
        screen.say(f"Runner-up   {details['runner_up']}")
        screen.say(f"Decided by  {'; '.join(apart[:APART_SHOWN]) or 'nothing: both have the same score'}{more}")


def explain(screen: Screen, answer: Answer) -> None:
    """Print how an answer was found: reading, confidence, runner-up, words, query and steps."""
    screen.say()
    if answer.reading:
        screen.say(f"Read as     {answer.reading}")
    screen.say(f"Confidence  {answer.confidence:.2f}")
    _runner_up(screen, answer)
    if answer.missing:
        screen.say(f"Missing     {', '.join(answer.missing)}")
    if answer.ignored:
        screen.say(f"Ignored     {', '.join(answer.ignored)}")
    if answer.spans:
        screen.say("Words")
        widest = max(len(span.text) for span in answer.spans)
        for span in answer.spans:
            screen.say(f"  {span.text:<{widest}}  {span.reading}")
    _query(screen, answer.query, answer.parameters)
    screen.say(f"Steps       {answer.trace.milliseconds:.1f} ms")
    for step in answer.trace.steps:
        decided = shorten(step.decided, DECIDED_SHOWN, placeholder=" …")
        screen.say(f"  {step.name:<12} {step.milliseconds:8.1f} ms  {decided}")


def reading(screen: Screen, read: Reading) -> None:
    """Print how a question is read: its readings with their confidence, and the query of the best."""
    if read.text:
        screen.say(read.text, style="bold")
    for number, choice in enumerate(read.readings, 1):
        screen.say(f"{number}. {choice.confidence:.2f}  {choice.reading}")
    if not read.readings and read.reading:
        screen.say(f"1. {read.confidence:.2f}  {read.reading}")
    _query(screen, read.query, read.parameters)
    for note in read.notes:
        screen.say(f"note: {note}", style="yellow")


def _query(screen: Screen, query: str | None, parameters: Mapping[str, Any]) -> None:
    if query is not None:
        screen.say("Query")
        for line in query.splitlines():
            screen.say(f"  {line}")
    if parameters:
        screen.say(f"Parameters  {json.dumps(parameters, ensure_ascii=False, default=str)}")
