"""Questions that are put together of questions, each read whole by the same reader.

What is compared with, what is told of each of some things and what is asked beside are questions of their own. Their
plans become one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from fingerpost.core.containment import Containment
from fingerpost.core.errors import PlanError
from fingerpost.core.schema import GraphSchema, LabelInfo
from fingerpost.linking.display import Display
from fingerpost.linking.learned import Rows
from fingerpost.linking.mentions import Linked
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import singulars
from fingerpost.plans import Plan, check, plural, words
from fingerpost.questions.algebra import Head, Term
from fingerpost.questions.amount_uses import Gathered, adds, fits, is_chosen, used
from fingerpost.questions.amount_words import without_shown
from fingerpost.questions.asked_both import asked_both
from fingerpost.questions.candidates import Candidate, Parsed
from fingerpost.questions.columns import (
    COLUMNS,
    UNTOLD,
    Told,
    is_plain_list,
    is_told,
    joined_columns,
    showing,
    tells_all,
    told_by,
    told_of_way,
    untold,
    when_joined,
)
from fingerpost.questions.compile import Compiler
from fingerpost.questions.counts_beside import counts_beside, merged_counts
from fingerpost.questions.full_names import shown_as
from fingerpost.questions.gathered import gathered
from fingerpost.questions.halves import HALVES, halves, near, together
from fingerpost.questions.known_only import known_only, with_known
from fingerpost.questions.listed_columns import (
    LEADING,
    TRADES,
    WHAT_THEY_DO,
    WHEN,
    Columned,
    as_column,
    asks_for,
    called_by,
    columned,
    dated,
    deed_of,
    is_called,
    is_name,
    label_with,
    last_named,
    measured_in,
    named_by_a_word,
    of_kind,
    other_forms,
    property_named,
    unknown_word,
)
from fingerpost.questions.nested import NESTED, compared_in, inner_questions, nested, within
from fingerpost.questions.only_those import is_plain, only_those, restricted
from fingerpost.questions.side_by_side import left_out, side_by_side
from fingerpost.questions.state import Reason, State, TreeEdge, node_names
from fingerpost.questions.tables import Table, alone, for_each, table_of, with_tables
from fingerpost.questions.told_again import Again, by_what_follows, told_again, with_number

_LONGEST = 300
"""Characters of the longest question that is read as things with columns or amounts: its forms look for their parts
everywhere, which takes seconds on the longest questions that are taken."""
_EVERYTHING = re.compile(r"(?:all )?(?:every|any)thing\b|whatever\b", re.IGNORECASE)
"""Words for things of a kind that only the columns tell."""
_NESTED = 2
"""Readings of an outer question with which one within it is put together, and of that."""


def is_composed(linked: Linked) -> bool:
    """Whether a question may be one of several that are read instead of it."""
    several = any(parts(linked) is not None for parts in (nested, halves, asked_both))
    return several or (len(linked.question) <= _LONGEST and bool(columned(linked.question)))


class Wholes:
    """Reads the parts of a question with `read`, which takes a question and how many readings of it to keep."""

    def __init__(
        self,
        schema: GraphSchema,
        display: Display,
        rows: Mapping[str, Rows],
        read: Callable[[str, int], Parsed],
        containment: Containment,
        people: tuple[str, ...],
    ) -> None:
        self._schema = schema
        self._people = people
        self._display = display
        self._rows = rows
        self._parse = read
        self._containment = containment

    def instead(self, linked: Linked, keep: int) -> Parsed | None:
        """The readings of a question as the questions that it is put together of; None where it is one."""
        for name, made in (
            ("nested", self._nested),
            ("halves", self._halved),
            ("narrowed", self._narrowed),
            ("counts", self._counted),
        ):
            with self._containment.within(name):
                whole = made(linked, keep)
                if whole is not None:
                    return whole
        return None

    def telling_more(self, own: Parsed, keep: int) -> Parsed | None:
        """The readings of a question of several parts, where its own best reading tells of fewer."""
        linked, found = own.linked, own.candidates
        if len(linked.question) > _LONGEST:
            return None
        with self._containment.within("gathered"):
            whole = self._gathered(own)
            if whole is not None:
                return whole
        with self._containment.within("tables"):
            whole = self._tabled(linked, found, keep)
            if whole is not None:
                return whole
        with self._containment.within("both"):
            return side_by_side(linked, found, self._parse, self._schema) or self._by_what_follows(own)
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

    def _narrowed(self, linked: Linked, keep: int) -> Parsed | None:
        """The readings of a question of some things only, or of what is known, or that asks for a number again."""
        if len(linked.question) > _LONGEST:
            return None
        known = known_only(linked.question)
        asked = known.rest if known is not None else linked.question
        again = told_again(asked)
        asked = again.question if again is not None else asked
        only = only_those(linked, asked)
        if again is None and only is None and known is None:
            return None
        those = self._sure(only.those) if only is not None and only.those else None
        if only is not None and only.those and those is None:
            return None
        read = self._parse(only.rest if only is not None else asked, keep)
        found: list[Candidate] = []
        for each in near(read.candidates):
            if those is not None and is_plain(each.head):
                break  # "the names of every branch with three members"
            head = each.head if known is None else with_known(self._schema, each.state, each.head, known)
            if head is not None and again is not None:
                head = with_number(self._schema, self._display, each.state, head, again)
            plan = (
                self._plan(each.state, head) if head is not None and not left_out(read, each, closing=False) else None
            )
            if plan is not None and head is not None and only is not None and those is not None:
                plan = restricted(plan, each.state, head, those, others=only.others)
            if plan is not None and head is not None:
                reasons = each.reasons if those is None else (*each.reasons, Reason(NESTED, 1.0))
                found.append(replace(each, plan=check(plan), head=head, reasons=reasons))
            elif not found:
                return None
        return replace(read, candidates=tuple(found)) if found else None

    def _counted(self, linked: Linked, keep: int) -> Parsed | None:
        """The reading of several counts of the same things for each of something, side by side."""
        counts = counts_beside(linked) if len(linked.question) <= _LONGEST else None
        read = [self._sure(question) for question in counts.questions] if counts is not None else []
        found = [each for each in read if each is not None]
        if counts is None or len(found) < len(read):
            return None
        plan = merged_counts([each.plan for each in found], counts.names)
        if plan is not None:
            whole = replace(found[0], plan=check(plan), reasons=(*found[0].reasons, Reason(NESTED, 1.0)))
            return replace(self._parse(counts.questions[0], 1), candidates=(whole,))
        told = self._told_of_each(Columned(counts.things, counts.columns), ()) if counts.things else None
        return replace(told, candidates=told.candidates[:keep]) if told is not None and told.candidates else None

    def _sure(self, question: str) -> Candidate | None:
        """The best reading of a question, where it leaves nothing out."""
        read = self._parse(question, 1)
        return next((each for each in read.candidates if not left_out(read, each, closing=False)), None)

    def _plan(self, state: State, head: Head) -> Plan | None:
        try:
            return Compiler(self._schema, self._display, state, head, self._rows).plan()
        except PlanError:
            return None

    def _tabled(self, linked: Linked, found: Sequence[Candidate], keep: int) -> Parsed | None:
        """The readings of things with what is told of each, all read whole.

        Where not all of it is sure, only if no reading of the question as one tells as much.
        """
        for parts in columned(linked.question):
            made = self._told_of_each(parts, found)
            if made.candidates:
                return replace(made, candidates=made.candidates[:keep])
        return None

    def _told_of_each(self, parts: Columned, instead: Sequence[Candidate]) -> Parsed:
        """The readings of things with what is told of each; only those of which all is sure, where a reading of the
        question as one (one of `instead`) tells as much."""
        as_much = [c for c in near(instead) if tells_all(c, parts, self._display) and not c.state.skipped]
        things, guessed = self._things(parts)
        made: list[Candidate] = []
        read: dict[tuple[str, tuple[TreeEdge, ...]], list[Told | Table]] = {}
        for each, label in _lists(things):
            if (label, each.state.edges) not in read:
                read[label, each.state.edges] = self._pieces(parts, each, label)
            pieces = read[label, each.state.edges]
            certain = all(isinstance(one, Told) and one.sure for one in pieces)
            told = is_told(pieces, parts, instead) and (certain or not as_much) and not (parts.bare and as_much)
            plan = self._composed(each, label, pieces) if told else None
            if plan is not None:
                unsure = () if certain else (Reason(NESTED, 1.0),)
                reasons = (*each.reasons, Reason(COLUMNS, 1.0), *unsure, *untold(pieces), *guessed)
                made.append(replace(each, plan=check(plan), reasons=reasons))
        return replace(things, candidates=tuple(made))

    def _things(self, parts: Columned) -> tuple[Parsed, tuple[Reason, ...]]:
        """The readings of the words for the things; with an unknown word as another form of a value, or of a noun as
        the one label with such columns. "Everything on hold" is of that label."""
        everything = _EVERYTHING.match(parts.things)
        if everything is not None:
            label = self._label_with(parts)
            named = parts.things if label is None else f"{plural(words(label))}{parts.things[everything.end() :]}"
            return self._parse(named, _NESTED), (Reason(NESTED, 1.0),)
        things = self._parse(parts.things, _NESTED)
        word = unknown_word(things.linked)
        if parts.bare or word is None or next(_lists(things), None) is not None:
            return things, ()
        for form in other_forms(word):
            read = self._parse(_instead(parts.things, word, form), _NESTED)
            if any(f.value == form for each, _ in _lists(read) for f in each.state.filters):
                return read, (Reason(NESTED, 1.0),)
        label = self._label_with(parts) if singulars(word.lower()) else None
        if label is None:
            return things, ()
        read = self._parse(_instead(parts.things, word, plural(words(label))), _NESTED)
        return read, (Reason(UNTOLD, 1.0, note=word),)

    def _label_with(self, parts: Columned) -> str | None:
        return label_with([self._parse(column, 1).linked for column in parts.columns])

    def _composed(self, each: Candidate, label: str, pieces: Sequence[Told | Table]) -> Plan | None:
        """The plan that lists things with what is told of each."""
        columns = [one if isinstance(one, Told) else Told() for one in pieces]
        head, places = showing(each, columns, self._display)
        plan = self._plan(each.state, head)
        tables = [one._replace(place=place) for place, one in enumerate(pieces) if isinstance(one, Table)]
        for place, state, told in joined_columns(columns, label):
            shown = told._replace(columns=(told.focus, *shown_as(self._display, state, told.columns[1:])))
            joined = self._plan(state, shown)
            table = alone(joined) if joined is not None else None
            if table is None:
                return None
            tables.append(table._replace(thing=node_names(state)[told.focus.owner], place=place))
        if plan is None or not tables:
            return plan
        if head.having:
            return None  # of groups, and no more than these
        return with_tables(plan, node_names(each.state)[head.focus.owner], tables, places)

    def _pieces(self, parts: Columned, each: Candidate, label: str) -> list[Told | Table]:
        """What is told of things of a label: columns and tables; pieces of one that has an "and" are put together."""
        found: list[Told | Table] = []
        place = 0
        while place < len(parts.columns):
            one: Told | Table | None = None
            end = place
            while one is None and end < len(parts.columns):
                end += 1
                phrase = " and ".join(parts.columns[place:end])
                before = found[-1] if found and phrase.lower() in WHEN else None
                when = when_joined(before, label, self._schema) if isinstance(before, Told) else None
                one = when or told_of_way(phrase, each, self._schema) or self._piece(phrase, label)
            if one is None:
                end = place + 1
                one = self._in_part(parts.columns[place], label)
            found.append(one)
            place = end
        return [self._of_kind(one, label, found) for one in found]

    def _of_kind(self, one: Told | Table, label: str, others: Sequence[Told | Table]) -> Told | Table:
        """A column that nothing names as the one property left of the kind that it asks for."""
        if not isinstance(one, Told) or not one.untold:
            return one
        told = {term.property for other in others if isinstance(other, Told) for term in other.own}
        told |= {*self._display.parts(label)}
        own = of_kind(one.left, [i for i in self._schema.label_by_name[label].properties if i.name not in told])
        return Told((Term(0, own),), sure=False) if own is not None else one

    def _piece(self, phrase: str, label: str) -> Told | Table | None:
        """A column, or a table where it is more than that; None where not all of its words are understood."""
        column = as_column(phrase)
        said, counted = column or (phrase, False)
        info = self._schema.label_by_name[label]
        properties = [one.name for one in info.properties]
        called = called_by(said, label, properties)
        if called is not None:
            return Told((Term(0, called),), names=True)
        if is_name(said, label, properties):
            return Told()
        whole = (property_named(LEADING.sub("", one), properties, self._schema.label_by_name) for one in (phrase, said))
        own = next((name for name in whole if name is not None), None) or dated(said, info.properties)
        if own is not None:
            return Told((Term(0, own),))
        told = self._column(said, info, whole=column is None)
        if told is not None and told.joined is not None:
            own = last_named(said, properties) if told.of_property(self._display) else None
            if own is not None:
                return Told((Term(0, own),), sure=False)
        if told is None or not told.sure:
            own = named_by_a_word(said, properties)
            if own is not None:
                return Told((Term(0, own),), sure=False)
        more = counted or (column is None and not deed_of(phrase))
        if told is not None and not (told.joined is not None and more):
            return told
        return self._trade(phrase, label) or table_of(self._parse(for_each(phrase, label), _NESTED), label)

    def _trade(self, phrase: str, label: str) -> Told | None:
        """ "What they do": their occupation, or what else that is called."""
        for word in TRADES if WHAT_THEY_DO.fullmatch(phrase) else ():
            told = self._piece(word, label)
            if isinstance(told, Told) and told.own and not told.names:
                return Told(told.own, sure=False)
        return None

    def _in_part(self, phrase: str, label: str) -> Told:
        """What some words of a column tell."""
        info = self._schema.label_by_name[label]
        measured = measured_in(phrase, info.properties)
        if measured is not None:
            return Told((Term(0, measured),), sure=False)
        read = self._parse(for_each(phrase, label), 2)
        told = told_by(read, info, self._display, deed_of(phrase), leaving=True)
        noun = phrase.split(" ")[-1]
        if told is None and noun != phrase and is_called(noun, self._schema.label_by_name):
            kind = self._piece(noun, label)  # "home depot"
            if isinstance(kind, Told) and kind.joined is not None:
                return kind._replace(sure=False)
        return told or Told(sure=False, left=phrase)

    def _column(self, phrase: str, label: LabelInfo, *, whole: bool) -> Told | None:
        """What a column tells of things of a label, by the first of its questions that is sure of it.

        A `whole` one is more than a name, and asked as it is, but for what somebody did with it.
        """
        found: list[Told] = []
        deed = deed_of(phrase)
        light = bool(deed) and deed <= FUNCTION_WORDS  # "the ward that has it"
        asked = asks_for(phrase, label.name) if deed or not whole else ()
        for question in (*asked, for_each(phrase, label.name)):
            told = told_by(self._parse(question, 2), label, self._display, deed)
            if told is not None and told.sure:
                return told._replace(sure=not light)
            found += [told] if told is not None else []
        return next(iter(found), None)

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

    def _gathered(self, own: Parsed) -> Parsed | None:
        """The readings of what is asked of an amount of each thing, where the question's own is none of that."""
        asked = gathered(own.linked, self._schema, self._people, own.markers)
        first = next(iter(own.candidates), None)
        if asked is not None and first is not None and not left_out(own, first, closing=False):
            if not asked.told:
                return None
            if fits(first.head, asked):
                surer = asked.strict or (asked.shown if adds(first.head) else asked.added)
                made = self._of_each(asked) if surer else None
                return made if made is not None and adds(made.candidates[0].head) else None
        made = self._of_each(asked) if asked is not None else None
        if made is not None:
            return made
        plain = without_shown(own.linked.question)
        if plain is not None and not (first is not None and is_chosen(first.head)):
            read = self._parse(plain, 1)
            if read.candidates and is_chosen(read.candidates[0].head):
                return _doubted(read)
        if asked is not None and asked.added and asked.use.comparison is not None:
            return _doubted(own)  # what is said of a sum is never surely so of each
        return None

    def _of_each(self, asked: Gathered) -> Parsed | None:
        """The reading of the first of the questions for an amount of each thing that leaves nothing out."""
        for question, doubt in asked.questions:
            read = self._parse(question, _NESTED)
            for each in near(read.candidates):
                if left_out(read, each, closing=False):
                    break
                head = used(self._schema, each.state, each.head, asked)
                plan = self._plan(each.state, head) if head is not None else None
                if head is not None and plan is not None:
                    made = replace(read, candidates=(replace(each, plan=plan, head=head),))
                    return _doubted(made) if doubt else made
        return None

    def _by_what_follows(self, own: Parsed) -> Parsed | None:
        """The readings of "the shortest game, and how many moves did it take", where nothing else is short of it."""
        if not any(r.feature == "unmeasured" for each in own.candidates[:1] for r in each.reasons):
            return None
        asked = by_what_follows(own.linked.question)
        if asked is None:
            return None
        read = self._parse(asked, _NESTED)
        for each in near(read.candidates):
            if each.head.best is None or left_out(read, each, closing=False):
                continue
            head = with_number(self._schema, self._display, each.state, each.head, Again(asked))
            plan = self._plan(each.state, head) if head is not None else None
            if head is not None and plan is not None:
                return _doubted(replace(read, candidates=(replace(each, plan=check(plan), head=head),)))
        return None


def _instead(text: str, word: str, other: str) -> str:
    return re.sub(rf"\b{re.escape(word)}\b", other, text)


def _lists(things: Parsed) -> Iterator[tuple[Candidate, str]]:
    """The best readings that list things of one kind, with their label."""
    for each in near(things.candidates):
        if is_plain_list(things, each):
            yield each, each.state.nodes[each.head.focus.owner].label


def _doubted(read: Parsed) -> Parsed:
    """The same readings, none of them sure."""
    return replace(
        read, candidates=tuple(replace(c, reasons=(*c.reasons, Reason(NESTED, 1.0))) for c in read.candidates)
    )


def _passed(parsed: Parsed, candidate: Candidate) -> set[str]:
    """The words that a reading passes over."""
    return {parsed.linked.tokens[place].norm for place in candidate.state.skipped}
