"""Questions that are put together of questions, each read whole by the same reader.

What is compared with, what tells of groups, what is told of each of some things and what is asked beside are questions
of their own. Their plans become one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from fingerpost.core.containment import Containment
from fingerpost.core.errors import PlanError
from fingerpost.core.schema import GraphSchema
from fingerpost.linking.display import Display
from fingerpost.linking.learned import Rows
from fingerpost.linking.mentions import Linked
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.plans import Plan, check
from fingerpost.questions.algebra import Head
from fingerpost.questions.asked_both import asked_both, name_in
from fingerpost.questions.candidates import Candidate, Parsed
from fingerpost.questions.columns import (
    COLUMNS,
    Columned,
    all_of,
    as_column,
    asks_for,
    beside,
    column_of,
    columned,
    deed_of,
    is_name,
    is_plain_list,
    tells_all,
    told_of_each,
)
from fingerpost.questions.compile import Compiler
from fingerpost.questions.counted_too import chosen_in, is_counted
from fingerpost.questions.halves import HALVES, halves, near, together
from fingerpost.questions.missing import MISSING
from fingerpost.questions.nested import NESTED, compared_in, inner_questions, nested, within
from fingerpost.questions.of_groups import among, grouped
from fingerpost.questions.state import Reason, State, node_names
from fingerpost.questions.tables import Table, alone, for_each, table_of, with_tables

_NESTED = 2
"""Readings of an outer question with which one within it is put together, and of that."""


def is_composed(linked: Linked) -> bool:
    """Whether a question may be one of several that are read instead of it."""
    several = any(parts(linked) is not None for parts in (nested, grouped, columned, halves, asked_both))
    return several or told_of_each(linked.question) is not None


class Wholes:
    """Reads the parts of a question with `read`, which takes a question and how many readings of it to keep."""

    def __init__(
        self,
        schema: GraphSchema,
        display: Display,
        rows: Mapping[str, Rows],
        read: Callable[[str, int], Parsed],
        containment: Containment,
    ) -> None:
        self._schema = schema
        self._display = display
        self._rows = rows
        self._parse = read
        self._containment = containment

    def instead(self, linked: Linked, keep: int) -> Parsed | None:
        """The readings of a question as the questions that it is put together of; None where it is one."""
        for name, made in (
            ("nested", self._nested),
            ("grouped", self._grouped),
            ("columns", self._columned),
            ("halves", self._halved),
            ("counted too", self._counted_too),
        ):
            with self._containment.within(name):
                whole = made(linked, keep)
                if whole is not None:
                    return whole
        return None

    def telling_more(self, linked: Linked, found: Sequence[Candidate], keep: int) -> Parsed | None:
        """The readings of a question of several parts, where its own best reading tells of fewer."""
        with self._containment.within("tables"):
            whole = self._tabled(linked, found, keep)
            if whole is not None:
                return whole
        with self._containment.within("both"):
            return self._both(linked, found)
        return None

    def _nested(self, linked: Linked, keep: int) -> Parsed | None:
        """The readings of a question that compares with the answer of another, where both are read whole.

        One within one is all: each more would multiply the readings.
        """
        parts = nested(linked)
        if parts is None:
            return None
        outer = self._parse(parts.outer, keep)
        found: list[Candidate] = []
        for candidate in outer.candidates[:_NESTED]:
            compared = compared_in(candidate, parts.number)
            for inner in inner_questions(linked, parts, compared) if compared is not None else ():
                read = self._parse(inner, _NESTED)
                fit = (each for each in near(read.candidates) if _passed(read, each) <= _passed(outer, candidate))
                whole = (within(candidate, compared, each) for each in fit) if compared is not None else ()
                found.extend(each for each in whole if each is not None)
        return replace(outer, candidates=tuple(found[:keep])) if found else None

    def _grouped(self, linked: Linked, keep: int) -> Parsed | None:
        """The readings of what is asked of groups that a question of its own tells, both read whole."""
        parts = grouped(linked)
        if parts is None:
            return None
        outer = self._parse(parts.outer, keep)
        inner = self._parse(parts.inner, _NESTED)
        pairs = ((one, other) for one in outer.candidates[:_NESTED] for other in near(inner.candidates))
        found = [among(one, parts, other) for one, other in pairs if not _passed(inner, other)]
        kept = tuple(each for each in found if each is not None)[:keep]
        return replace(outer, candidates=kept) if kept else None

    def _columned(self, linked: Linked, keep: int) -> Parsed | None:
        """The readings of things with columns of them, where both what tells which and every column are read whole."""
        parts = columned(linked)
        if parts is None:
            return None
        things = self._parse(parts.things, _NESTED)
        found: list[Candidate] = []
        read: dict[str, list[Candidate | None] | None] = {}
        for each, label in _lists(things):
            if label not in read:
                read[label] = self._columns(parts.columns, label)
            columns = read[label]
            plan = self._plan(*beside(each, columns, label, self._display)) if columns is not None else None
            if plan is not None:
                found.append(replace(each, plan=plan, reasons=(*each.reasons, Reason(COLUMNS, 1.0))))
        return replace(things, candidates=tuple(found[:keep])) if found else None

    def _plan(self, state: State, head: Head) -> Plan | None:
        try:
            return Compiler(self._schema, self._display, state, head, self._rows).plan()
        except PlanError:
            return None

    def _tabled(self, linked: Linked, found: Sequence[Candidate], keep: int) -> Parsed | None:
        """The readings of things with what is told of each, all read whole, where no reading tells as much."""
        parts = told_of_each(linked.question)
        if parts is None or any(tells_all(each, parts) for each in found[:1]):
            return None
        things = self._parse(parts.things, _NESTED)
        made: list[Candidate] = []
        for each, label in _lists(things):
            columns = self._pieces(parts, label)
            if columns is None:
                continue
            state, head = beside(each, [one for one in columns if not isinstance(one, Table)], label, self._display)
            plan = self._plan(state, head)
            if plan is None:
                continue
            tables = [one for one in columns if isinstance(one, Table)]
            whole = with_tables(plan, node_names(state)[each.head.focus.owner], tables)
            if whole is not None:
                told = (Reason(COLUMNS, 1.0), Reason(NESTED, 1.0))
                made.append(replace(each, plan=check(whole), reasons=(*each.reasons, *told)))
        return replace(things, candidates=tuple(made[:keep])) if made else None

    def _pieces(self, parts: Columned, label: str) -> list[Candidate | Table | None] | None:
        """What is told of things of a label: columns and tables; pieces of one that has an "and" are put together."""
        found: list[Candidate | Table | None] = []
        place = 0
        while place < len(parts.columns):
            for end in range(place + 1, len(parts.columns) + 1):
                phrase = " and ".join(parts.columns[place:end])
                if self._is_name((as_column(phrase) or (phrase,))[0], label):
                    found.append(None)
                    break
                one = self._piece(phrase, label, outer=all_of(parts.things))
                if one is not None:
                    found.append(one)
                    break
            else:
                return None
            place = end
        return found

    def _piece(self, phrase: str, label: str, *, outer: bool) -> Candidate | Table | None:
        """A column, or a table where it is more than that or nothing is to be left out."""
        column = as_column(phrase)
        plain = self._column(column[0], label) if column is not None else None
        if plain is not None and column is not None and column[1] and plain.state.edges:
            plain = None
        if plain is not None and not (outer and plain.state.edges):
            return plain
        read = self._parse(for_each(phrase, label), _NESTED)
        return table_of(read, label) or plain

    def _columns(self, phrases: Sequence[str], label: str) -> list[Candidate | None] | None:
        """The readings of the columns of things of a label, None for what these are called; None if one is unknown."""
        found: list[Candidate | None] = []
        for phrase in phrases:
            named = self._is_name(phrase, label)
            column = None if named else self._column(phrase, label)
            if column is None and not named:
                return None
            found.append(column)
        return found

    def _is_name(self, phrase: str, label: str) -> bool:
        return is_name(phrase, label, [info.name for info in self._schema.label_by_name[label].properties])

    def _column(self, phrase: str, label: str) -> Candidate | None:
        """The reading of one column of things of a label, by the first of its questions that is read."""
        deed = deed_of(phrase)
        asked = (self._parse(one, 2) for one in asks_for(phrase, label))
        return next((column for read in asked if (column := column_of(read, label, deed)) is not None), None)

    def _halved(self, linked: Linked, keep: int) -> Parsed | None:
        """The readings of two questions in one, where both are read whole; what is told of them is of the weaker."""
        parts = halves(linked)
        if parts is None:
            return None
        read = [self._parse(half, _NESTED) for half in (parts.first, parts.second)]
        good = [[each for each in near(one.candidates) if not _passed(one, each)] for one in read]
        if not all(good):
            return None
        told = 0 if good[0][0].score <= good[1][0].score else 1
        found: list[Candidate] = []
        for each in good[told]:
            pairs = ((each, other) if told == 0 else (other, each) for other in good[1 - told])
            plans = (together(parts, one.plan, other.plan, self._display) for one, other in pairs)
            plan = next((plan for plan in plans if plan is not None), None)
            if plan is not None:
                found.append(replace(each, plan=plan, reasons=(*each.reasons, Reason(HALVES, 1.0))))
        return replace(read[told], candidates=tuple(found[:keep])) if found else None

    def _counted_too(self, linked: Linked, keep: int) -> Parsed | None:
        """The readings of those with the most of something without the words that ask how many these have."""
        rest, named = chosen_in(linked.question) or (None, False)
        read = self._parse(rest, keep) if rest is not None else None
        if read is None or not read.candidates or not is_counted(read.candidates[0]):
            return None
        doubt = (Reason(NESTED, 1.0),) if named else ()
        return replace(read, candidates=tuple(replace(c, reasons=(*c.reasons, *doubt)) for c in read.candidates))

    def _both(self, linked: Linked, found: Sequence[Candidate]) -> Parsed | None:
        """What is asked of one named thing in several questions, side by side."""
        parts = asked_both(linked)
        if parts is None or (not parts.whole and any(len(one.plan.columns) > len(parts.rest) for one in found[:1])):
            return None
        first = self._parse(parts.first, 1)
        one = next(iter(first.candidates), None)
        name = parts.name or (name_in(first, one) if one is not None else None)
        if one is None or name is None or _left(first, one):
            return None
        tables: list[Table] = []
        for question in parts.others(name):
            read = self._parse(question, 1)
            other = next(iter(read.candidates), None)
            table = alone(other.plan) if other is not None and not _left(read, other) else None
            if table is None:
                return None
            tables.append(table)
        plan = with_tables(one.plan, None, tables)
        if plan is None:
            return None
        told = (Reason(COLUMNS, 1.0), Reason(NESTED, 1.0))
        return replace(first, candidates=(replace(one, plan=check(plan), reasons=(*one.reasons, *told)),))


def _lists(things: Parsed) -> Iterator[tuple[Candidate, str]]:
    """The best readings that list things of one kind, with their label."""
    for each in near(things.candidates):
        if is_plain_list(things, each):
            yield each, each.state.nodes[each.head.focus.owner].label


def _passed(parsed: Parsed, candidate: Candidate) -> set[str]:
    """The words that a reading passes over."""
    return {parsed.linked.tokens[place].norm for place in candidate.state.skipped}


def _left(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether a reading passes over what tells something, or answers something else."""
    missing = any(rule(parsed, candidate) for rule in MISSING.values())
    last = {len(parsed.linked.tokens) - 1}  # "which rank does she hold": a verb that only closes the question
    tokens = parsed.linked.tokens
    return missing or not {tokens[n].norm for n in {*candidate.state.skipped} - last} <= FUNCTION_WORDS
