"""Heads that list: which columns a question asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.linking.derived import tells_life, tells_when
from fingerpost.linking.determiners import SUBJECTS
from fingerpost.linking.english import english
from fingerpost.linking.flags import answers
from fingerpost.linking.lasting import begun_by, begun_of
from fingerpost.linking.scores import RING_PART
from fingerpost.linking.text import split_name
from fingerpost.plans import AggregateFunction, Comparison
from fingerpost.questions.algebra import Head, Kind, Measure, Term, has_role, same_owner, scored_head, term_of
from fingerpost.questions.full_names import shown_as
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, Reason, State, TreeEdge, is_spoken_of
from fingerpost.questions.wording import Wording

WHEREABOUTS = (
    *("address", "location", "city", "street", "place", "town", "country", "origin"),
    *("village", "county", "region"),
)
"""Properties that say where something is, best first."""


_MOMENTS = frozenset("date time year day month at on of in since".split())
_OF_LIFE = ("born", "birth", "birthday", "die", "death")
_HOW_MUCH = "how much"
_HOW_LONG = "how long"
_QUANTITIES = ("quantity", "qty", "portion", "dose", "dosage", "fee", "salary", "wage", "eur", "usd", "gbp", "chf")
_UNSAID = ("implied node", "hop")
"""Features of readings that have more in them than was said."""
_BESIDE = 0.3
"""How odd it is to ask for what a question tells, beside what it does not."""
_KEYS = ("id", "key")
_NAMES = ("name", "title")
_NAMING = frozenset("name names code codes title titles id ids".split())
_OF = frozenset(("of", "of the", "of all", "of all the", "of different", "of the different"))
_THERE = "are there"
"""Behind a property: "what blood groups are there" asks for each once."""
_AND = ("and", "and the")
_WITH_THE, _WITH = ("with the", "and the"), (" with", " and")
WITH_THEIRS = ("with their", "with its", "with his", "with her", "and their", "and its", "and his", "and her")


class Lister:
    """Finds what a list shows, over one schema."""

    def __init__(self, graph: SchemaGraph) -> None:
        self._graph = graph

    def lists(self, state: State, head: Head, wording: Wording) -> Iterator[Head]:
        """The lists that a reading can be asked for, likeliest first."""
        different = {
            term_of(item)
            for item in state.items
            if has_role(item, Role.DISTINCT) or wording.said(item.end, item.end + 2) == _THERE
        }
        for listed in self._lists(state, head, wording):
            alone = len(listed.columns) == 1 and listed.columns[0].property is not None and not listed.keys
            yield listed._replace(once=True) if alone and listed.columns[0] in different else listed

    def with_whose(self, state: State, listed: Head) -> Head:
        """How long each of several took, and which that is: "days from order to delivery, for every order"."""
        if len(listed.columns) != 1 or listed.keys or begun_by(listed.columns[0].part) is None:
            return listed
        term = listed.columns[0]
        ends = [state.edges[term.owner].start, state.edges[term.owner].end] if term.edge else [term.owner]
        if any(self._is_one(state, end) for end in ends):
            return listed
        said = [i.owner for i in state.items if i.property is None and not i.edge and i.owner in ends]
        begun = [end for end in ends if state.nodes[end].label == begun_of(term.part)]
        whose = Term([*begun, *said, *ends][0])
        return listed._replace(columns=(*shown_as(self._graph.display, state, (whose,)), term))

    def _is_one(self, state: State, node: int) -> bool:
        """Whether a value tells one thing of its kind from all others."""
        label = self._graph.schema.label_by_name[state.nodes[node].label]
        own = (f for f in state.filters if f.owner == node and not (f.edge or f.negated or f.part))
        return any(f.comparison is Comparison.EQ and label.by_name[f.property].distinct == label.count for f in own)

    def _lists(self, state: State, head: Head, wording: Wording) -> Iterator[Head]:
        asked_too = {term_of(item) for item in state.items if not has_role(item, Role.SORT)}
        used = {*head.missing, *head.present, *(term for term, _ in head.order if term not in asked_too)}
        terms = self.columns(state, wording)
        if head.keys and any(marker.role is Role.SUPERLATIVE for marker in state.markers):
            # "The longest book of each author": the author is what it is the longest of.
            terms = [term for term in terms if term not in head.keys]
        columns = [term for term in terms if term.property is not None and term not in used]
        asked = self._asked_property(state, head, wording)
        if asked is not None:
            term, fit = asked
            stray = self._stray(state, columns, wording, asked=True)
            beside = [column for column in columns if column not in stray]
            asking = shown_as(self._graph.display, state, self._asking(state, term))
            whole = tuple(dict.fromkeys([*asking, term, *beside]))
            yield scored_head(head._replace(columns=whole), Reason("measured", fit))
            if fit >= 0.5:
                return
        if asked is None and wording.said(0, 1) == "where" and self._is_told(state, head):
            # "Where is the sofa": the sofa itself is no answer.
            head = scored_head(head, Reason("unmeasured", 1.0, 0, 1))
        told = [term for term in columns if self._told(state, term)]
        if len(terms) > 1 and len(columns) < len(terms):
            columns = [*shown_as(self._graph.display, state, (term for term in terms if term not in used))]
        whose = self._whose(state, columns, wording) if columns else None
        if whose is not None:
            columns = [*shown_as(self._graph.display, state, (Term(whose),)), *columns]
        if columns:
            owner = Term(head.focus.owner, None, head.focus.edge)
            each = [k for k in head.keys if k not in columns and not any(same_owner(k, c) for c in columns)]
            keys = shown_as(self._graph.display, state, each)
            listed = head._replace(columns=tuple(columns), keys=keys, kept=_is_retrieved(state, wording))
            first = state.items[0]
            opens = first.property is None and (has_role(first, Role.ASK) or has_role(first, Role.WHO))
            stray = self._stray(state, columns, wording, asked=opens)
            passing = [Reason("stray column", float(len(stray)))] if stray else []
            if stray:
                said = {term for term in terms if term.property is not None and term not in stray}
                rest = tuple(column for column in columns if column not in stray)
                yield listed._replace(columns=rest if said else self._named_so(state, head.focus.owner))
            listed = scored_head(listed, *passing)
            yield from self._collected(state, listed)
            # "The title and the year of the film 'Emma'": less odd than its title alone.
            amount = len(told) * (1.0 if len(told) == len(columns) else _BESIDE)
            yield scored_head(listed, Reason("asks what was told", amount)) if told else listed
            if head.focus.property is None:
                reason = Reason("head unclear", 1.0)
                yield scored_head(head._replace(columns=(owner,)), reason, *passing)
            return
        yield head._replace(columns=self._named_so(state, head.focus.owner))

    def _named_so(self, state: State, owner: int) -> tuple[Term, ...]:
        """What is called like its own name is that name: an IP address, a phone number, a code."""
        label = state.nodes[owner].label
        shown = self._graph.display.parts(label)
        if len(shown) != 1:
            return (Term(owner),)
        named = Term(owner, shown[0])
        if _is_its_own(split_name(shown[0]), split_name(label)):
            return (Term(owner),) if self._told(state, named) else (named,)
        told = any(f.owner == owner and not f.edge for f in state.filters) or label in self._graph.people
        return (Term(owner),) if told or not self._is_no_more(label, shown[0]) else (named,)

    def _is_no_more(self, label: str, shown: str) -> bool:
        """Whether a thing is no more than its name: a genre, a tag; people are more."""
        names = [split_name(info.name) for info in self._graph.schema.label_by_name[label].properties]
        rest = [words for words in names if words != split_name(shown) and words[-1] not in _KEYS]
        return not rest and split_name(shown)[-1] in _NAMES

    def columns(self, state: State, wording: Wording) -> list[Term]:
        """What is asked for, in its order: properties, and nodes that are asked for beside these or other nodes.

        A sentence of its own that says what to return says all of it ("Find ... Return their names and ages").
        """
        items = [item for item in state.items if not item.by_value]
        if not items or not self._brings(items, wording):
            items = [item for item in items if not has_role(item, Role.SUPERLATIVE)]
        held = {state.items[having.item] for having in state.havings}
        items = [item for item in items if item not in held or item.property is None]
        items = [item for item in items if not (wording.copula(item.start) and self._is_said_of(state, item, wording))]
        items = [item for item in items if not self._is_participle(state, item, wording)]
        items = [item for item in items if not _is_name_of(items, item, wording)]
        later = [m for m in state.markers if m.role is Role.ASK and wording.sentence(m.start) > 0]
        adding = any(wording.adds(marker) for marker in later)
        final = [i for i in items if later and wording.sentence(i.start) >= wording.sentence(later[0].start)]
        if not adding and any(item.property is not None or has_role(item, Role.ASK) for item in final):
            items = final
        asks = sum(has_role(item, Role.ASK) for item in items)
        terms: list[Term] = []
        before: Item | None = None
        brings = bool(items) and self._brings(items, wording)
        for number, item in enumerate(items):
            brought = brings and (not number or _is_theirs(item, wording))
            if item.property is not None or brought or self._beside(items, number, before, wording, asks):
                terms.append(term_of(item))
                before = item
        owned = {(term.owner, term.edge) for term in terms if term.property is not None}
        if brings:
            owned.discard((items[0].owner, items[0].edge))
        kept = [term for term in terms if term.property is not None or (term.owner, term.edge) not in owned]
        return list(dict.fromkeys(kept))

    @staticmethod
    def _brings(items: Sequence[Item], wording: Wording) -> bool:
        """ "List the orders with their customer": both of them."""
        # "Orders by cost, with their customer", "the oldest tree and its species".
        asked = not items[0].start or any(
            has_role(items[0], r) for r in (Role.ASK, Role.SUPERLATIVE, Role.TOP, Role.GROUP)
        )
        asked = asked and items[0].property is None and not items[0].edge
        return asked and any(i.property is None and not i.edge and _is_theirs(i, wording) for i in items[1:])

    @staticmethod
    def _is_said_of(state: State, item: Item, wording: Wording) -> bool:
        """ "Which branches are open on Saturday": a property that is said of what is asked for, and not asked for.

        Nor does "which machines are located in that rack" ask for a location.
        """
        if item.property is not None and wording.said(item.start, item.end).endswith("ed"):
            return True
        before = any(i.property is None and i.owner == item.owner and has_role(i, Role.ASK) for i in state.items)
        told = any(f.owner == item.owner and not f.edge and f.start >= item.end for f in state.filters)
        return before and told and item.property is not None

    @staticmethod
    def _is_participle(state: State, item: Item, wording: Wording) -> bool:
        """ "Films released in the year 2000 or later", where things have a `released` and a `year`; "guests who came
        by bus"."""
        done = item.property is not None and not item.edge and not item.roles and wording.done(item.start, item.end)
        told = any(f.start > item.start for f in state.filters)
        return (
            done
            and told
            and any(
                i.end == item.start and i.owner == item.owner and i.property is None and not i.edge for i in state.items
            )
        )

    def _beside(self, items: Sequence[Item], number: int, before: Item | None, wording: Wording, asks: int) -> bool:
        """Whether a node is asked for beside something else: "list the users and the films", "find ... and list"."""
        item = items[number]
        if item.edge or any(has_role(item, role) for role in (Role.GROUP, Role.NEGATE, Role.COMPARE, Role.MISSING)):
            return False
        behind = items[number + 1 : number + 2]
        if wording.listed(item.start) and any(i.property and i.edge and wording.added(i.start) for i in behind):
            return True  # "list the diners who reviewed it, along with the stars", which are of the review
        if has_role(item, Role.ASK):
            return asks > 1 or self._joins(items, number, wording)
        if not asks and not number and not item.roles and item.start == 0:
            return self._joins(items, number, wording)  # "Members and their branch"
        done = (
            wording.said(item.end, item.end + 1) in SUBJECTS and wording.said(item.start - 2, item.start) == "and the"
        )
        if before is not None and (done or wording.joined(before.end, item.start)):
            return True
        # "The stock of the ward, with drug and quantity".
        return any(i.property and not i.roles and wording.said(item.end, i.start) in _AND for i in behind)

    @staticmethod
    def _stray(state: State, columns: Sequence[Term], wording: Wording, *, asked: bool) -> list[Term]:
        """Columns that nothing asks for: named in passing, neither first nor in a list with others.

        `asked` tells that something else is asked for before them.
        """
        stray: dict[Term, bool] = {}
        first = next((item for item in state.items[:1] if item.property is None and has_role(item, Role.ASK)), None)
        for number, item in enumerate(state.items):
            if item.property is None or item.by_value or term_of(item) not in columns:
                continue
            before = state.items[number - 1] if number else None
            beside = before is not None and wording.compound(before.end, item.start)
            start = before.start if before is not None and beside else item.start
            while start - 1 in state.skipped:
                start -= 1
            its = before is not None and beside and (before is state.items[0] or has_role(before, Role.ASK))
            its = its or (before is state.items[0] and wording.is_said_to_be(before.end, item.start))
            # "Which buyers got honey": the buyers, whatever honey reminds of.
            guessed = first is not None and item.owner != first.owner and item.score < RING_PART
            passing = not item.roles and not wording.listed(item.start if guessed else start)
            passing = passing and (guessed or (asked and not its))
            stray[term_of(item)] = passing and stray.get(term_of(item), True)
            asked = True
        return [term for term, passing in stray.items() if passing]

    @staticmethod
    def _joins(items: Sequence[Item], number: int, wording: Wording) -> bool:
        """Whether what follows an item stands in a list with it."""
        following = items[number + 1] if number + 1 < len(items) else None
        return following is not None and wording.joined(items[number].end, following.start)

    @staticmethod
    def _collected(state: State, head: Head) -> Iterator[Head]:
        """ "Institutes with at least two accounts, and their numbers": the numbers of each in one row."""
        counted = {condition.term.owner for condition in head.having if not condition.term.edge}
        many = [c for c in head.columns if not c.edge and c.owner in counted and c.property is not None]
        keys = tuple(c for c in head.columns if c not in many)
        if many and keys:
            measures = tuple(Measure(AggregateFunction.COLLECT, term) for term in many)
            yield head._replace(kind=Kind.AGGREGATE, columns=(), keys=(*head.keys, *keys), measures=measures)

    @staticmethod
    def _asking(state: State, term: Term) -> tuple[Term, ...]:
        """What is asked for before how it is joined: "which guests stayed there, and for how long"."""
        first, marker = state.items[0] if state.items else None, _asks_property(state)
        if first is None or marker is None or not term.edge or first.property is not None or first.edge:
            return ()
        edge = state.edges[term.owner]
        asked = (has_role(first, Role.ASK) or has_role(first, Role.WHO)) and marker.start >= first.end
        return (Term(first.owner),) if asked and not first.by_value and first.owner in (edge.start, edge.end) else ()

    def _whose(self, state: State, columns: Sequence[Term], wording: Wording) -> int | None:
        """What is shown beside its properties, or those of what it is joined by: "list the users with their email",
        "the guests of the Ritz with the length of their stays"."""
        if self._with_theirs(state, columns, wording):
            return columns[0].owner
        first = state.items[0]
        if not all(same_owner(c, columns[0]) for c in columns) or not columns[0].edge or not has_role(first, Role.ASK):
            return None
        edge = state.edges[columns[0].owner]
        said = next((i for i in state.items if term_of(i) == columns[0]), first)
        before = wording.said(said.start - 2, said.start)
        brought = _is_theirs(said, wording) or before in _WITH_THE or before.endswith(" with")
        asked = first.property is None and not first.edge and not first.by_value
        return first.owner if brought and asked and first.owner in (edge.start, edge.end) else None

    def _with_theirs(self, state: State, columns: Sequence[Term], wording: Wording) -> bool:
        """ "List the users over 50 with their email", "the five best-paid people with their pay": these too."""
        owner = columns[0].owner
        shown = (i for i in state.items if term_of(i) == columns[0])
        said = next((i for i in shown if not (has_role(i, Role.SUPERLATIVE) or has_role(i, Role.SORT))), None)
        first = next((i for i in state.items if not _is_measure(i)), None)
        alone = all(c.owner == owner and not c.edge and c.property is not None for c in columns)
        if first is None or (first.property is not None and first.owner == owner):
            return alone and any(m.role is Role.TOP for m in state.markers)  # "top 4 by rating, with rating"
        if said is None:
            return False
        leading = [i for i in state.items if i.start <= first.start]
        chosen = any(has_role(i, Role.SUPERLATIVE) or has_role(i, Role.TOP) for i in leading)
        asked = first.property is None and not first.edge and first.owner == owner
        asked = asked and not (first.by_value and self._graph.named_by(state, owner))  # but "the jugs with glaze"
        before = wording.said(said.start - 2, said.start)
        asks = (Role.ASK, Role.WHO, Role.ASK_PROPERTY, Role.WHERE, Role.CHECK)
        telegram = not any(m.role in asks for m in state.markers)  # "couriers at Westbrook with age and pay"
        brought = (
            _is_theirs(said, wording)
            or before.endswith(" with")
            or (telegram and before.endswith(" their"))
            or (chosen and (before in _WITH_THE or before.endswith(_WITH)))
        )
        # "The last review posted", "the oldest venue building": they are shown, and not only when that was.
        adjacent = said.start == first.end and not wording.is_rate(said)
        brought = brought or (chosen and has_role(first, Role.SUPERLATIVE) and adjacent)
        brought = brought or (chosen and said.end <= first.start)  # "the most recently opened bug"
        return alone and asked and brought and (chosen or telegram or has_role(first, Role.ASK))

    @staticmethod
    def _told(state: State, term: Term) -> bool:
        """Whether the question itself gives the value of a property."""
        return any(
            f.owner == term.owner and f.edge == term.edge and f.property == term.property
            and f.comparison is Comparison.EQ and not f.negated
            for f in state.filters
        )  # fmt: skip

    @staticmethod
    def _is_told(state: State, head: Head) -> bool:
        """Whether what would be answered is what the question names."""
        told = any(f.owner == head.focus.owner and not f.edge for f in state.filters)
        return told and not head.focus.edge and head.focus.property is None

    def _asked_property(self, state: State, head: Head, wording: Wording) -> tuple[Term, float] | None:
        """ "When", "how old": the property that a question word asks for."""
        marker = _asks_property(state)
        if marker is None:
            return None
        words: tuple[str, ...] = ()
        told = self._how_much(state, marker)
        if told is not None:
            return told, 1.0
        if marker.role is Role.ASK_PROPERTY:
            words = next((words for phrase, words in english().asks.items() if " ".join(phrase) == marker.value), ())
        elif any(f.owner == head.focus.owner and not f.edge for f in state.filters):
            # "Where is Riverside": not which place, but where that one is.
            return next(self._fitting(state, [Term(head.focus.owner)], WHEREABOUTS), None)
        nodes = [Term(head.focus.owner)] if not head.focus.edge else []
        nodes += [Term(n) for n, node in enumerate(state.nodes) if Term(n) not in nodes and not node.absent]
        named = {item.owner for item in state.items if item.edge}
        if marker.value in (_HOW_MUCH, _HOW_LONG) or marker.value.startswith("when"):
            named |= {n for n, edge in enumerate(state.edges) if self._joins_named(state, edge)}
        edges = [Term(n, None, True) for n, edge in enumerate(state.edges) if edge.said or n in named]
        found = list(self._fitting(state, [*edges, *nodes], words))
        if marker.value == _HOW_MUCH:
            # "How much rebar do we need", where each need has a quantity: not what it costs.
            found += self._fitting(state, edges, _QUANTITIES)
        if marker.value == _HOW_LONG:
            found += self._lasting(state, [*edges, *nodes])
        if marker.value.startswith("when") and not wording.says(_OF_LIFE):
            # "When did Ann start at Acme", "when was the mass composed": no birthday or death tells that.
            found = [p for p in found if not self._tells_life(state, p[0])]
        latest = {(i.owner, i.edge) for i in state.items if has_role(i, Role.SUPERLATIVE) and i.property is None}
        if marker.value.startswith("when"):
            # "When was the mill built", where that is a year.
            years = (i for i in state.items if i.start >= marker.end and self._tells_year(state, i))
            found += [(term_of(item), 1.0) for item in years]
            # "When was the last order of Ann placed": not when she was born.
            found = [p for p in found if (p[0].owner, p[0].edge) in latest] or found
        # "How old was Ann at the cup": not the club that nobody speaks of.
        found = [p for p in found if p[0].edge or is_spoken_of(state, p[0].owner)] or found
        said = [pair for pair in found if any(term_of(item) == pair[0] for item in state.items)]
        best = max(said or found, key=lambda pair: pair[1], default=None)
        if best is not None and not said and marker.value.startswith(("when", "what")):
            # "When did it end": not when it began.
            own = [pair for pair in found if same_owner(pair[0], best[0])]
            done = [pair for pair in own if wording.says(self._what_happened(state, pair[0]))]
            return max(done or [best], key=lambda pair: pair[1])
        return best

    def _lasting(self, state: State, owners: Sequence[Term]) -> Iterator[tuple[Term, float]]:
        """ "How long was she in the ward": the days between when that began and when it was over."""
        for place, owner in enumerate(owners):
            name = state.edges[owner.owner].type if owner.edge else state.nodes[owner.owner].label
            for last, part in self._graph.lasting(name, edge=owner.edge):
                yield owner._replace(property=last, part=part), 1.0 - 0.25 * place

    def _tells_year(self, state: State, item: Item) -> bool:
        info = self._graph.held(state, item.owner, item.property or "", edge=item.edge)
        return info is not None and info.number and tells_when(info) and not item.by_value

    def _tells_life(self, state: State, term: Term) -> bool:
        info = self._graph.held(state, term.owner, term.property or "", edge=term.edge)
        return info is not None and tells_life(info)

    def _joins_named(self, state: State, edge: TreeEdge) -> bool:
        """ "How much is sugar at Acme", "when did Ann get the badge": what lies between two that are named."""
        return not edge.absent and all(self._graph.named_by(state, end) for end in (edge.start, edge.end))

    def _how_much(self, state: State, marker: Marker) -> Term | None:
        """ "How much does it weigh": the number that the verb says."""
        if marker.value != _HOW_MUCH:
            return None
        named = (i for i in state.items if i.property is not None and i.start >= marker.end and not i.by_value)
        numbers = (
            i
            for i in named
            if (info := self._graph.held(state, i.owner, i.property or "", edge=i.edge)) and info.numeric
        )
        return next((term_of(i) for i in numbers if not self._told(state, term_of(i))), None)

    @staticmethod
    def _what_happened(state: State, term: Term) -> set[str]:
        """The words of a moment's name that say of what it is: the start of a `start_year`."""
        words = split_name(term.property or "")
        owner = state.edges[term.owner].type if term.edge else state.nodes[term.owner].label
        return {*words} - _MOMENTS - {*split_name(owner)} if words[-1:] and words[-1] in _MOMENTS else set()

    def _fitting(self, state: State, owners: Sequence[Term], words: Sequence[str]) -> Iterator[tuple[Term, float]]:
        """The properties that words ask for, and how well they fit: less the farther back in the list of owners."""
        for place, owner in enumerate(owners):
            if owner.edge:
                fitting = self._graph.measured_on(state.edges[owner.owner].type, words)
            else:
                fitting = self._graph.measured(state.nodes[owner.owner].label, words)
            for info, fit in fitting:
                term = owner._replace(property=info.name)
                if answers(info) is None and not self._told(state, term):
                    yield term, fit - 0.25 * place


def _is_measure(item: Item) -> bool:
    """Whether a property only says the most of what: "the best-paid people"."""
    return item.property is not None and (has_role(item, Role.SUPERLATIVE) or has_role(item, Role.TOP))


def _is_theirs(item: Item, wording: Wording) -> bool:
    """ "With their customer", "with customer and date": shown, and no condition, as "with a customer" is."""
    one = item.property is None and not wording.is_plural(item)
    bare = one and wording.said(item.start - 1, item.start) == "with"
    return bare or wording.said(item.start - 2, item.start) in WITH_THEIRS


def _is_retrieved(state: State, wording: Wording) -> bool:
    """ "Retrieve the titles of books that members borrowed": what is stored, row by row, where all of it was said.

    "Which titles" asks what there is: each once.
    """
    told = {f.owner for f in state.filters if not f.edge}
    said = all(node.named or number in told for number, node in enumerate(state.nodes) if not node.absent)
    brought = any(reason.feature in _UNSAID for reason in state.reasons)
    once = any(marker.role is Role.DISTINCT for marker in state.markers)
    return wording.said(0, 1) in english().retrieving and said and not brought and not once


def _is_its_own(name: Sequence[str], label: Sequence[str]) -> bool:
    """Whether a property is called as its label is, or by some of several words of it."""
    return set(name) == set(label) or (len(label) > 1 and set(name) < set(label))


def _is_name_of(items: Sequence[Item], item: Item, wording: Wording) -> bool:
    """ "The names of the states", "state names", where the state of a thing is known: its state, and not its name."""
    if item.property is None or item.edge or wording.said(item.start, item.end) not in _NAMING:
        return False
    its = [i for i in items if i.property not in (None, item.property) and (i.owner, i.edge) == (item.owner, False)]
    between = (wording.said(item.end, i.start) for i in its if i.start > item.end)
    beside = (i for i in its if i.end == item.start and wording.compound(i.end, item.start))
    return any(beside) or any(words in _OF for words in between)


def _asks_property(state: State) -> Marker | None:
    """The question word that asks for a property."""
    return next((m for m in state.markers if m.role in (Role.ASK_PROPERTY, Role.WHERE)), None)
