"""The reader of questions about law, registered for bases of the pack `regulations`."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from fingerpost.core.answer import Citation, Status
from fingerpost.core.errors import QueryRejected, QuestionError
from fingerpost.core.limits import Limits
from fingerpost.domains.regulations.questions.answered import (
    finds_nothing,
    intent_by,
    is_by_document,
    metadata_of,
    number_of,
)
from fingerpost.domains.regulations.questions.catalog import AMENDMENT, Catalog, Title, french_titles
from fingerpost.domains.regulations.questions.content import Topic, content, language_of, topic_of
from fingerpost.domains.regulations.questions.corpus_rows import (
    AMENDING,
    DATES,
    TITLES,
    Ranges,
    labels_with_blanks,
    title_of,
)
from fingerpost.domains.regulations.questions.filters import NAMES, Filters, read_filters, refused, unused
from fingerpost.domains.regulations.questions.follow_ups import another_term, whole
from fingerpost.domains.regulations.questions.in_force import by_its_words, with_repeals
from fingerpost.domains.regulations.questions.intents import RELATIONSHIP, intent_of, signs_of
from fingerpost.domains.regulations.questions.network import network
from fingerpost.domains.regulations.questions.passages import INTENTS, Passages
from fingerpost.domains.regulations.questions.pattern_builder import INSTRUMENT
from fingerpost.domains.regulations.questions.patterns import NOT_STATUTES, OF_THE_GRAPH, RULED, RULES_ABOUT
from fingerpost.domains.regulations.questions.phrases import Rows, opened, said
from fingerpost.domains.regulations.questions.plans import plan_of
from fingerpost.domains.regulations.questions.reading import read
from fingerpost.domains.regulations.questions.referring import as_meant
from fingerpost.domains.regulations.questions.request import OF_RELATIONS, Asked, Chain, Request, Step, Target, Unread
from fingerpost.domains.regulations.questions.sources import Sources, current_to
from fingerpost.domains.regulations.questions.talk import is_told, telling
from fingerpost.domains.regulations.questions.template import PROVISION
from fingerpost.domains.regulations.questions.titled import of_sort, titled
from fingerpost.domains.regulations.questions.wording import worded
from fingerpost.engine import AskContext, DomainReading, DomainRefusal, Network
from fingerpost.stores import Result

_ANY_NUMBER = Limits(rows=1_000_000)
_CONFIDENCE = 0.95
_DOUBTED = 0.6
"""Where words of the question were passed over: never as sure (0.8)."""
_TIED = 20
"""Instruments that may stand as high as the last of the most, beside those that are wanted."""
_COUNTED, _KEPT = 100, 20
"""Of how many instruments the counts are kept for the next question of the most, at least; of how many questions."""
_BY_TITLE = 20
"""Titles that are named beside a list, because the source has no link for them."""
_AS_STATED = frozenset(((Asked.TEXT, "interpretation"), (Asked.DEFINITION, "comparison")))
"""Answers whose intent is what the words of the question say."""
_SHORT = 8
"""Words of a follow-up, at most, that leaves out what it is about."""
_TITLED = (Asked.LIST, Asked.LAST, Asked.FIRST, Asked.ALL, Asked.MOST, Asked.BY_DATE)
"""What is answered with instruments, whose titles stand first in the rows."""
_LOOKING = frozenset(("find", "search", "look for", "looking for", "locate", "where", "show me"))
"""Words of a search that look for a text, rather than list instruments."""


class LawReader:
    """Reads questions about the instruments of one corpus. What it does not know is left to the general reader."""

    def __init__(self, context: AskContext) -> None:
        self._context = context
        self._counts: dict[Request, dict[str, int]] = {}
        """How often instruments are cited or cite, by what was asked of the most of them."""

    @cached_property
    def catalog(self) -> Catalog:
        """The titles of the corpus; read once, on the first question."""
        instruments = self._context.run(TITLES, _ANY_NUMBER).rows
        amending = self._context.run(AMENDING, _ANY_NUMBER).rows if self._has(AMENDMENT) else ()
        titles = [title_of(row[0]) for row in instruments]
        titles += french_titles(titles)
        titles += [Title(str(row[0]), str(row[0]), AMENDMENT, number=str(row[0])) for row in amending]
        return Catalog(titles)

    def _has(self, label: str) -> bool:
        return label in self._context.schema.label_by_name

    filters = NAMES
    time_name = "response_time_ms"
    lists_in_words = True

    def read(self, question: str) -> DomainReading | DomainRefusal | None:
        """The plan of a question about relations, texts and definitions; a refusal where a law is not in the corpus."""
        return self._read(question, Filters())

    def read_filtered(self, question: str, filters: Mapping[str, object]) -> DomainReading | DomainRefusal | None:
        """As `read`, of instruments of a type or a program, and in a period.

        Raises:
            QuestionError: `question.filter`.
        """
        given = read_filters(filters)
        found = self._read(question, given)
        if isinstance(found, DomainReading) and isinstance(found.metadata, dict):
            found.metadata["filters_used"] = dict(filters)
        return found

    def as_meant(self, question: str, before: str) -> str | None:
        """A follow-up about what a question before named or found: "it", "this act", "section 7", "by what?"."""
        meant = whole(question, before) or self._defined_too(question, before)
        if meant is not None and isinstance(read(meant, self.catalog), Request):
            return meant
        named = as_meant(question, before, self.catalog, self._found)
        return named or meant or self._of_topic_before(question, before)

    def _of_topic_before(self, question: str, before: str) -> str | None:
        """ "Last amended?", "any regulations?": what is asked of the only instrument that the question before names."""
        if self.catalog.find(question) or len(question.split()) > _SHORT:
            return None
        named = [one for one in self.catalog.find(before) if one.titles]
        if len({one.titles[0].identifier for one in named}) != 1 or isinstance(read(question, self.catalog), Request):
            return None
        part = PROVISION.search(before)
        of_part = f"{part[0]} of " if part is not None and "regulation" not in question.lower() else ""
        meant = f"{of_part}the {named[0].titles[0].title}: {question}"
        found = read(meant, self.catalog)
        whole_question = isinstance(found, Request) and found.asked in OF_RELATIONS and not found.ignored
        return meant if whole_question else None

    def _found(self, question: str, kind: str) -> list[Title]:
        """The instruments that the answer to a question lists, in its order; none where one is of another kind."""
        request = read(question, self.catalog)
        if not isinstance(request, Request) or request.asked not in _TITLED:
            return []
        request = self._with_ties(request)
        rows = self._context.run(plan_of(request, self._context.schema)).rows
        titles = {one.title: one for one in self.catalog.all if one.language == "en" and kind in ("", one.label)}
        several = request.asked not in (Asked.LAST, Asked.FIRST) or request.most > 1
        found = [titles.get(str(row[0])) for row in (rows if several else rows[:1])]
        return [] if None in found else list(dict.fromkeys(one for one in found if one is not None))

    def _defined_too(self, question: str, before: str) -> str | None:
        """ "And a pilot?" after a question for a definition of a law that defines that, too."""
        term = another_term(question)
        request = read(before, self.catalog) if term else None
        if not isinstance(request, Request) or request.asked is not Asked.DEFINITION or len(request.chains) != 1:
            return None
        title = request.chains[0].target.title.title
        return f"What is the definition of {term} in the {title}?" if self._run(replace(request, term=term)) else None

    def network(self, name: str, hops: int, most: int) -> Network:
        """The citation network around an instrument (see `NetworkReader`)."""
        titles = [title for mention in self.catalog.find(name) for title in mention.titles if title.label != AMENDMENT]
        distinct = {title.identifier for title in titles}
        if len(distinct) != 1:
            why = "is the title of several instruments: use a number" if distinct else "is not in this corpus"
            raise QuestionError(f"“{name}” {why}", code="question.unknown")
        middle = self.catalog.english(titles[0])
        found = network(middle, hops, most, titles=self.catalog.all, schema=self._context.schema, run=self._context.run)
        current = self._current_of([middle.identifier])
        return replace(found, notes=(*found.notes, *([current] if current else [])))

    def _read(self, question: str, filters: Filters) -> DomainReading | DomainRefusal | None:
        if not self._has(INSTRUMENT):
            return None
        found = read(question, self.catalog)
        within = self._within(filters)
        if isinstance(found, Request):
            found = self._in_ranges(found)
            if found.unamended is not None:
                never = Request(Asked.UNAMENDED, kinds=found.kinds, period=found.unamended)
                rows = Rows(self._context.run(plan_of(never, self._context.schema), _ANY_NUMBER))
                ids = tuple(str(row["identifier"]) for row in rows)
                within = ids if within is None else tuple(one for one in ids if one in within)
            if found.sort:
                sort = of_sort(found.sort, self.catalog.all)
                within = sort if within is None else tuple(one for one in within if one in sort)
            if found.within is not None:
                within = tuple(one for one in found.within if within is None or one in within)
            asked = found
            found = replace(found, kinds=found.kinds or filters.kinds, period=found.period or filters.period)
            if found.kinds and is_by_document(found):
                labels = self.catalog.labels
                within = tuple(one for one in (labels if within is None else within) if labels.get(one) in found.kinds)
            found = replace(found, within=within)
            why = unused(asked, found, filters, lambda one: plan_of(one, self._context.schema))
            if why:
                intent = intent_by(found.asked)
                return DomainRefusal(why, intent, metadata={"intent": intent})
            found = self._with_ties(found)
        if found is None and not filters.programs:
            found = titled(question, self.catalog.all, language_of(question))
        if found is None or (isinstance(found, Request) and found.asked is Asked.DEFINITION and not self._run(found)):
            return self._from_passages(question, found, filters, within)
        if isinstance(found, Unread):
            about = {"intent": RELATIONSHIP, "entities": list(found.words)}
            choices = tuple(f"{title.title} ({title.number or title.identifier})" for title in found.titles)
            return DomainRefusal(found.message, RELATIONSHIP, found.words, choices, about)
        found = with_repeals(found, self._context.schema, self._context.run)
        found, doubts = by_its_words(found, self._context.schema, self._context.run)
        found, other = self._with_text(found)
        plan = plan_of(found, self._context.schema)
        intent = intent_by(found.asked)
        try:
            self._context.gate.check_plan(plan)
        except QueryRejected:
            text = "This corpus has no such relation between instruments of these kinds."
            return DomainRefusal(text, intent, metadata={"intent": intent})
        if (found.asked, stated := intent_of(question).name) in _AS_STATED:
            intent = stated
        metadata = metadata_of(found, question, intent)
        if found.asked is Asked.STATISTICS:
            metadata |= {"method": "database_query", "statistics": self._statistics}

        def cite(result: Result) -> tuple[tuple[Citation, ...], int] | None:
            most = self._context.settings.citation_limit
            if found.asked is Asked.STATISTICS:
                return self.sources.of_documents(most)
            if finds_nothing(found, result):
                return self._looked_at(found, most)
            cited = self.sources.cited(result, most)
            return cited if cited is not None and cited[0] else self._looked_at(found, most)

        def compose(result: Result) -> tuple[str, Status]:
            metadata["relationship_count"] = number_of(found, result)
            cited = cite(result)
            described = () if cited is None else self.sources.described(cited[0], result, self._dates)
            metadata["sources"] = list(described)
            documents = [citation.element_id.partition("#")[0] for citation in cited[0]] if cited is not None else []
            current = self._current(found) or self._current_of(documents) or self._current_of(list(self._dates))
            absent = self._absent(found) if finds_nothing(found, result) else None
            if absent is not None:
                return f"This corpus has no {said(absent)}.\n{current}".rstrip(), Status.EMPTY
            left = f"Left out: {'; '.join(one.title for one in found.excluded)}." if found.excluded else ""
            return worded(found, result, "\n".join(filter(None, (left, self._cited_by_title(found), current))))

        notes = [*doubts, *other, *(f"“{word}” was not taken into account" for word in found.ignored)]
        if found.asked is Asked.ALL and found.term:
            notes.append("the words were looked for in titles alone")
        if self._is_of_the_past(found):
            notes.append("this corpus has one edition: citations that have ended since are not known")
        return DomainReading(plan, intent, _DOUBTED if notes else _CONFIDENCE, compose, metadata, tuple(notes), cite)

    def _absent(self, request: Request) -> Target | None:
        """The provision that is asked about, if its instrument is loaded and does not have it."""
        targets = [chain.target for chain in request.chains if chain.target.provision]
        for target in targets if request.asked in OF_RELATIONS else ():
            asked = Request(Asked.TEXT, (Chain(target, ()),))
            if target.title.label in ("Act", "Regulation") and not self._run(asked):
                return target
        return None

    def _with_ties(self, request: Request) -> Request:
        """The request for the most, or for the first by date, with those that stand as high as the last of them."""
        name = {Asked.MOST: "count", Asked.BY_DATE: "registered"}.get(request.asked)
        if request.asked in (Asked.ALL, Asked.LIST) and request.latest and request.period is None:
            name = "last_amended"
        if name is None or request.strength is not None:
            return request
        if name == "count" and request.kinds and not request.indirect and request.relation != "AMENDS":
            return self._most_of_kind(request)
        result = self._context.run(plan_of(replace(request, most=request.most + _TIED), self._context.schema))
        cells = [row[result.columns.index(name)] for row in result.rows]
        most = request.most
        while most < len(cells) and cells[most] == cells[most - 1]:
            most += 1
        return replace(request, most=most)

    def _most_of_kind(self, request: Request) -> Request:
        """The request limited to loaded instruments, or to those only cited: quicker than over all."""
        wanted = request.most + _TIED
        asked = replace(request, most=max(wanted, _COUNTED), ignored=())
        counts = self._counts.get(asked)
        if counts is None:
            counts = {}
            for label in (request.kinds[0], "Stub"):
                result = self._context.run(plan_of(replace(asked, held=label), self._context.schema))
                counts |= {str(row["identifier"]): int(str(row["count"])) for row in Rows(result)}
            if len(self._counts) < _KEPT:
                self._counts[asked] = counts
        least = sorted(counts.values(), reverse=True)[: request.most][-1:]
        held = sorted(counts, key=counts.__getitem__, reverse=True)
        kept = tuple(identifier for identifier in held if [counts[identifier]] >= least)[:wanted]
        return replace(request, within=kept, most=max(request.most, len(kept)))

    def _looked_at(self, request: Request, most: int) -> tuple[tuple[Citation, ...], int]:
        """Citations of an answer that finds nothing: the texts it is about, else all that were loaded."""
        targets = [target for chain in request.chains for target in (chain.target, *chain.others)]
        names = dict.fromkeys(
            f"{one.title.identifier}#{one.provision}" if one.provision else one.title.identifier
            for one in targets
            if one.title.label != AMENDMENT and one.among is None
        )
        return self.sources.of(list(names), most) if names else self.sources.of_documents(most)

    def _is_of_the_past(self, request: Request) -> bool:
        """Whether it asks for citations of a period, of a graph that has those of today only."""
        if self._has("Version"):
            return False
        about = self._context.schema.relationship_by_type.get("CITES")
        cites = any(step.relation == "CITES" for chain in request.chains for step in chain.steps)
        ends = request.period is not None and request.period.end is not None
        return cites and ends and about is not None and "to" not in about.by_name

    @cached_property
    def sources(self) -> Sources:
        """Citations of this corpus."""
        return Sources(self._context.sources, self.catalog.titles)

    @cached_property
    def _statistics(self) -> dict[str, dict[str, int]]:
        """The numbers of the corpus in the shape that existing clients read; texts in both languages count once."""
        rows = self._context.run(plan_of(Request(Asked.STATISTICS), self._context.schema)).rows
        counts = {str(label): int(str(count)) for label, count in rows}
        loaded = [title for title in self.catalog.all if title.label in ("Act", "Regulation")]
        documents = counts.get("Act", 0) + counts.get("Regulation", 0)
        return {
            "totals": {"documents": documents} | {f"{label.lower()}s": count for label, count in counts.items()},
            "by_type": {label.lower(): counts.get(label, 0) for label in ("Act", "Regulation")},
            "by_language": dict(Counter(title.language for title in loaded)),
            "by_jurisdiction": {"federal": documents},
        }

    def _run(self, request: Request) -> bool:
        """Whether a request has an answer: of two terms, a definition of each."""
        rows = Rows(self._context.run(plan_of(request, self._context.schema)))
        return bool(rows) and (not request.versus or len({str(row["term"]).casefold() for row in rows}) > 1)

    def _cited_by_title(self, request: Request) -> str:
        """What else is cited, but without a link in the source: no list counts it."""
        last = request.chains[0].steps[-1:] if request.chains else ()
        if request.asked not in (Asked.LIST, Asked.COUNT) or last != (Step("CITES", incoming=False),):
            return ""
        every = replace(request, asked=Asked.LIST, by_title=True)
        titles = Rows(self._context.run(plan_of(every, self._context.schema))).first_cells
        shown = "; ".join(titles[:_BY_TITLE])
        more = f"; and {len(titles) - _BY_TITLE} more" if len(titles) > _BY_TITLE else ""
        return f"Also named, without a link in the source: {shown}{more}." if titles else ""

    def _with_text(self, request: Request) -> tuple[Request, list[str]]:
        """The request for the English text of a day, where the corpus has no French one of it; with a note."""
        if request.asked is not Asked.TEXT or request.period is None or request.language != "fr":
            return request, []
        chain = request.chains[0]
        title = self.catalog.english(chain.target.title)
        if title is chain.target.title:
            return request, []
        result = self._context.run(plan_of(request, self._context.schema))
        _, status = worded(request, result, "")
        if status is Status.ANSWERED:
            return request, []
        english = replace(request, chains=(replace(chain, target=Target(title, chain.target.provision)),))
        result = self._context.run(plan_of(english, self._context.schema))
        if worded(english, result, "")[1] is not Status.ANSWERED:
            return request, []
        return english, ["this corpus does not have the French text of that day: this is the English one"]

    def _in_ranges(self, request: Request) -> Request:
        """The request with a provision that stands together with others ("80 and 81") by the label of these."""
        if not request.chains or not request.chains[0].target.provision:
            return request
        first, *others = request.chains
        label = self._ranges.holding(first.target.title.identifier, first.target.provision)
        if label is None:
            return request
        return replace(request, chains=(replace(first, target=Target(first.target.title, label)), *others))

    @cached_property
    def _ranges(self) -> Ranges:
        """The labels that stand for several provisions; read once, on the first question about a provision."""
        found: list[tuple[str, str]] = []
        for label in ("Section", "Subsection", "Paragraph"):
            if self._has(label):
                rows = self._context.run(labels_with_blanks(label), _ANY_NUMBER).rows
                found.extend((str(document), str(path)) for document, path in rows)
        return Ranges(found)

    def _within(self, filters: Filters) -> tuple[str, ...] | None:
        """The instruments of some programs: their acts, and the regulations under these; None if all will do."""
        if not filters.programs:
            return None
        found: dict[str, None] = {}
        for program in filters.programs:
            titles = [
                title
                for name in (f"{program} Act", program)
                for mention in self.catalog.find(name)
                for title in mention.titles
            ]
            if not titles:
                raise refused("program", program, "no act of this corpus has that name")
            step = Step("IMPLEMENTS", incoming=True)
            request = Request(Asked.LIST, (Chain(Target(titles[0]), (step,)),), ("Regulation",))
            result = self._context.run(plan_of(request, self._context.schema), _ANY_NUMBER)
            at = result.columns.index("regulation_id")
            found |= dict.fromkeys([titles[0].identifier, *(str(row[at]) for row in result.rows)])
        return tuple(found)

    def _from_passages(
        self, question: str, found: Request | None, filters: Filters, within: tuple[str, ...] | None
    ) -> DomainReading | DomainRefusal | None:
        """The answer of the provisions' text; None leaves the question to the general reader."""
        mentions = self.catalog.find(question)
        named_out = question  # "the Statistics Act" asks for no statistics
        for mention in mentions:
            named_out = named_out.replace(question[mention.start : mention.end], "⟨law⟩")
        intent = intent_of(named_out)
        other = NOT_STATUTES.match(question)
        if other is not None or RULED.search(question):
            what = other["what"].lower() if other is not None else "court decisions"
            return DomainRefusal(f"This corpus has acts and regulations, and no {what}.", intent.name)
        mentioned = [title for mention in mentions for title in mention.titles]
        named = [(self.catalog.english(one) if one.label == "Stub" else one).identifier for one in mentioned]
        looking = intent.name == "search" and intent.why in _LOOKING
        asks_of_text = (
            intent.name in INTENTS
            or RULES_ABOUT.search(question) is not None
            or (is_told(question) and found is None)
            or (bool(named) and intent.name != "statistics")
        )
        of_the_graph = OF_THE_GRAPH.search(question) or not question.strip(" ?.!")
        if found is None and not asks_of_text and not looking and of_the_graph:
            return None
        absent = [one for one in mentioned if self.catalog.english(one).label == "Stub"]
        if mentioned and len(absent) == len(mentioned):
            text = f"{opened(said(Target(absent[0])))} is cited in this corpus, but its text is not loaded."
            return DomainRefusal(text, intent.name, tuple(one.title for one in absent))
        if not named and (within is not None or filters.kinds):
            allowed = self._loaded() if within is None else within
            named = [one for one in allowed if not filters.kinds or self.catalog.labels.get(one) in filters.kinds]
        language = found.language if found is not None else language_of(question)
        spans = [(mention.start, mention.end) for mention in mentions if mention.titles]
        topic = topic_of(question, self.catalog.subjects, language) if not named else Topic()
        topic = replace(topic, rest=telling(topic.rest, question))
        asked = telling(content(question, language, spans), question)
        if named and spans and all(question[start:end].isupper() for start, end in spans):
            topic, named = Topic(tuple(named), asked), []  # "an EI decision": other laws may say it, too
        read_ = self.passages.read(asked, intent.name, named, language, signs=signs_of(question), topic=topic)
        if not asks_of_text and found is None and isinstance(read_, DomainRefusal):
            return None
        if isinstance(read_, DomainReading) and filters.period is not None:
            return replace(read_, notes=(*read_.notes, "the text is that of today: the filter date was not applied"))
        if read_ is not None or found is None:
            return read_
        return DomainRefusal(f"No provision defines “{found.term}”.", intent.name, (found.term,))

    @cached_property
    def passages(self) -> Passages:
        """The provisions of the corpus as passages."""
        return Passages(self._context, self._loaded, lambda: self._dates, self.sources.file)

    def _loaded(self) -> list[str]:
        return [title.identifier for title in self.catalog.all if title.label in ("Act", "Regulation")]

    def prepare(self) -> None:
        """Index the provisions, so that the first question about their text need not.

        Raises:
            StoreError: the graph cannot be read.
        """
        if self._has("Section"):
            _ = self.passages.index

    def _current(self, request: Request) -> str:
        """Up to which date the text is consolidated, of the instruments that are named."""
        return self._current_of([chain.target.title.identifier for chain in request.chains])

    def _current_of(self, identifiers: Sequence[str]) -> str:
        return current_to(self._dates, identifiers)

    @cached_property
    def _dates(self) -> dict[str, dt.date]:
        rows = self._context.run(DATES, _ANY_NUMBER).rows
        return {str(row[0]): row[1] for row in rows if isinstance(row[1], dt.date)}
