"""The deterministic parser: a question in, candidate plans with scores and reasons out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from fingerpost.core.answer import Span
from fingerpost.core.containment import Containment
from fingerpost.core.errors import PlanError
from fingerpost.core.schema import GraphSchema
from fingerpost.linking.kinds_of_labels import unnamed_kinds, without_unnamed
from fingerpost.linking.learned import NOTHING_LEARNED, Learned
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.linker import Linker
from fingerpost.linking.mentions import Linked
from fingerpost.linking.text import Token, speaking
from fingerpost.linking.value_index import ValueIndex
from fingerpost.plans import Plan, fingerprint
from fingerpost.questions.algebra import Head
from fingerpost.questions.beam import Watch
from fingerpost.questions.bound_for import bound_for
from fingerpost.questions.by_example import BY_EXAMPLE
from fingerpost.questions.candidates import Candidate, Parsed
from fingerpost.questions.compile import Compiler
from fingerpost.questions.compose import Composer
from fingerpost.questions.heads import HeadBuilder
from fingerpost.questions.held_numbers import without_held_numbers
from fingerpost.questions.learned_heads import learned_heads, weights_of
from fingerpost.questions.marker_bounds import is_outward
from fingerpost.questions.markers import Marker, find_markers
from fingerpost.questions.one_of_two import one_of_two
from fingerpost.questions.outline import Drawn
from fingerpost.questions.pathways import ways
from fingerpost.questions.playing import playing
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Reason, State, summed
from fingerpost.questions.told import Told
from fingerpost.questions.told_once import told_once
from fingerpost.questions.whether import shown_flags
from fingerpost.questions.which_of import which_of
from fingerpost.questions.whole import whole_reasons
from fingerpost.questions.wholes import Wholes, is_composed
from fingerpost.questions.wording import Wording

MOST_WORDS = 150
"""Questions of more words are not read: nobody asks them."""
_LONG = 25
"""How many words a question may have before fewer readings of it are followed at a time."""
_VIEWS = 16
"""How many views of a graph are kept: a question names few of its kinds."""
READINGS = 12
"""Complete readings that get heads."""


class _Option(NamedTuple):
    """A whole reading; `way` is its plan, where it has one that no head makes."""

    score: float
    reasons: tuple[Reason, ...]
    state: State
    head: Head
    way: Plan | None


class _View(NamedTuple):
    """What of the graph a question is about, and what makes readings of it."""

    schema: GraphSchema
    graph: SchemaGraph
    composer: Composer
    heads: HeadBuilder


class Parser:
    """Parses questions over one graph."""

    def __init__(
        self,
        schema: GraphSchema,
        lexicon: Lexicon,
        index: ValueIndex,
        *,
        beam_width: int = 12,
        learned: Learned = NOTHING_LEARNED,
        noting: bool = False,
    ) -> None:
        self._schema = schema
        self.spoken = lexicon.spoken
        """What names say where their spelling does not tell (`linking.speaking`)."""
        self._weights = weights_of(learned, noting=noting)
        self._returns = learned.returns
        self._rows = learned.rows
        self._told = Told(learned)
        self._width = beam_width
        self._lexicon = lexicon
        self._views: dict[frozenset[str], _View] = {}
        with speaking(self.spoken):
            self._linker = Linker(lexicon, index, learned.phrases)
            self._graph = self._view(schema.kinds).graph

    @property
    def people(self) -> tuple[str, ...]:
        """The labels that hold people."""
        return self._graph.people

    @property
    def living(self) -> frozenset[str]:
        """The labels of people, or of what is known to have been born."""
        return self._graph.living

    def link(self, question: str) -> Linked:
        """What the words of a question can mean."""
        return self._linker.link(question)

    def understood(self, question: str) -> Linked:
        """What of that is left where plans are made of it: as `parse` tells, for a small part of its cost."""
        with speaking(self.spoken):
            linked = self._linker.link(question)
            if len(linked.tokens) > MOST_WORDS:
                return linked
            if is_composed(linked):
                return self.parse(question).linked
            return _without_marked(without_unnamed(linked, unnamed_kinds(linked, self._schema)))[0]

    def respelled(self, question: str) -> tuple[tuple[Token, ...], Mapping[int, str]]:
        """The tokens of a question, slips put right, and the right words by their places: cheaper than `link`."""
        return self._linker.respelled(question)

    def parse(
        self,
        question: str,
        keep: int = 5,
        *,
        width: int | None = None,
        watch: Watch | None = None,
        containment: Containment | None = None,
    ) -> Parsed:
        """The best `keep` plans for a question.

        To see more than is looked at otherwise, `width` widens the beam and the number of readings that get heads, and
        `watch` is told what the beam holds. `containment` decides what becomes of an internal error in one reading;
        without it the error is raised.
        """
        with speaking(self.spoken):
            return self._parse(question, keep, width, watch, containment or Containment())

    def _parse(
        self,
        question: str,
        keep: int,
        width: int | None,
        watch: Watch | None,
        containment: Containment,
        *,
        nesting: bool = True,
    ) -> Parsed:
        """As `parse`; without `nesting`, what is compared with is not read as a question of its own."""
        linked = self._linker.link(question)
        count = len(linked.tokens)
        if count > MOST_WORDS:
            return Parsed(linked, (), ())
        whole = self._wholes(containment).instead(linked, keep) if nesting else None
        if whole is not None:
            return whole
        if width is None and count > _LONG:
            width = max(2, self._width * _LONG // count)
        unnamed = unnamed_kinds(linked, self._schema)
        linked, found = _without_marked(without_unnamed(linked, unnamed))
        view = self._view(unnamed)
        states = told_once(view.composer.compose(linked, found, width, watch, containment))[: width or READINGS]
        outward = is_outward(linked)
        states = one_of_two([bound_for(state, outward) for state in states] if outward else states, linked)
        states = [shown_flags(which_of(playing(state, view.schema, linked), linked), linked) for state in states]
        best = self._kept(self._options(view, linked, found, states, containment), keep, containment)
        if self._told and best:
            with containment.within("examples"):
                best = self._with_example(linked, found, best)[:keep]
        own = Parsed(linked, found, tuple(best))
        return (self._wholes(containment).telling_more(own, keep) if nesting else None) or own

    def _wholes(self, containment: Containment) -> Wholes:
        """What puts together questions that are read whole, each by this parser."""

        def read(question: str, keep: int) -> Parsed:
            return self._parse(question, keep, None, None, containment, nesting=False)

        return Wholes(self._schema, self._graph.display, self._rows, read, containment, self._graph.people)

    def _view(self, unnamed: frozenset[str]) -> _View:
        """The graph without labels that are not named, and what makes readings over it."""
        if unnamed not in self._views:
            if len(self._views) >= _VIEWS:
                self._views.clear()
            schema = self._schema.without(unnamed)
            graph = SchemaGraph(schema, self._lexicon)
            composer = Composer(graph, self._width, self._weights)
            self._views[unnamed] = _View(schema, graph, composer, HeadBuilder(graph))
        return self._views[unnamed]

    def _options(
        self,
        view: _View,
        linked: Linked,
        found: Sequence[Marker],
        states: Sequence[State],
        containment: Containment,
    ) -> list[_Option]:
        """What can be asked of each reading, and ways between two things; best first."""
        wording = Wording(linked)
        options: list[_Option] = []
        heading, scoring = containment.within("heads"), containment.within("score")
        for one in states:
            with heading:
                state = without_held_numbers(view.graph, one, wording)
                for head in learned_heads(linked, state, view.heads.heads(state, wording), self._returns):
                    with scoring:
                        options.append(self._option(linked, state, head))
        with containment.within("ways"):
            for way, state, head in ways(view.schema, linked, found):
                with scoring:
                    options.append(self._option(linked, state, head, way))
        return sorted(options, key=lambda option: -option.score)

    def _kept(self, options: Sequence[_Option], keep: int, containment: Containment) -> list[Candidate]:
        """The first so many options, no two the same plan."""
        kept: dict[str, Candidate] = {}
        compiling = containment.within("compile")
        for score, reasons, state, head, way in options:
            with compiling:
                try:
                    plan = way or Compiler(self._schema, self._graph.display, state, head, self._rows).plan()
                except PlanError:
                    continue
                kept.setdefault(fingerprint(plan), Candidate(plan, score, reasons, state, head))
                if len(kept) >= keep:
                    break
        return list(kept.values())

    def _with_example(self, linked: Linked, found: Sequence[Marker], kept: list[Candidate]) -> list[Candidate]:
        """The candidates with what an example says that is like the question.

        Where one of them says the same, that one: it is the better told. Else the plan of the example.
        """
        near, first = self._told.near(linked, found), kept[0]
        outlines = [Drawn(candidate.state).with_head(candidate.head) for candidate in kept]
        amounts = summed((reason.feature, reason.amount) for reason in first.reasons)
        leads = [(near.lead(one, outlines[0], amounts), one) for one in near.filled()]
        lead, one = max(leads, key=lambda pair: pair[0], default=(0.0, None))
        if one is None or one.outline == outlines[0]:
            return kept
        if one.outline in outlines:
            same = kept[outlines.index(one.outline)]
            rise = first.score + lead - same.score
            if rise <= 0:
                return kept
            note = near.note(one)
            made = replace(same, score=same.score + rise, reasons=(*same.reasons, Reason(BY_EXAMPLE, rise, note=note)))
            kept = [candidate for candidate in kept if candidate is not same]
        elif fingerprint(one.plan) in {fingerprint(candidate.plan) for candidate in kept}:
            return kept
        else:
            state, head = near.reading(one, first.score + lead, self._weights)
            made = Candidate(one.plan, state.score, state.reasons, state, head)
        return sorted([*kept, made], key=lambda candidate: -candidate.score)

    def _option(self, linked: Linked, state: State, head: Head, way: Plan | None = None) -> _Option:
        whole = whole_reasons(linked, state, head, self._schema)
        score = state.score + head.score + sum(state.weights[reason.feature] * reason.amount for reason in whole)
        return _Option(score, (*state.reasons, *head.reasons, *whole), state, head, way)

    def spans(self, parsed: Parsed, candidate: Candidate) -> tuple[Span, ...]:
        """The stretches of the question that a candidate explains, with how each was read."""
        spans: dict[tuple[int, int], Span] = {}
        for reason in candidate.reasons:
            if reason.start >= 0 and reason.end > reason.start and reason.note:
                first, last = parsed.linked.tokens[reason.start], parsed.linked.tokens[reason.end - 1]
                text = parsed.linked.question[first.start : last.end]
                spans.setdefault(
                    (first.start, last.end), Span(start=first.start, end=last.end, text=text, reading=reason.note)
                )
        return tuple(spans[key] for key in sorted(spans))


def _without_marked(linked: Linked) -> tuple[Linked, tuple[Marker, ...]]:
    """What words can mean without guesses about those that say how to answer, and these."""
    certain = linked.without_guesses()
    found = find_markers(certain)
    linked = linked.without_guesses({place for marker in found for place in range(marker.start, marker.end)})
    return linked, found if linked.mentions == certain.mentions else find_markers(linked)
