"""Finding the head of a question: what its markers and the things that it names ask of the pattern."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.linking.lasting import begun_by
from fingerpost.linking.text import split_name
from fingerpost.plans import AggregateFunction, Comparison
from fingerpost.questions.algebra import GroupCondition, Head, Kind, Measure, Term, has_role, scored_head, term_of
from fingerpost.questions.alike import alike, in_groups, ratio
from fingerpost.questions.alternatives import heeded
from fingerpost.questions.amounts import paid
from fingerpost.questions.asked_beside import asked_beside
from fingerpost.questions.asked_whom import echoes, misses_asked
from fingerpost.questions.choosing import Chooser
from fingerpost.questions.events import at_event
from fingerpost.questions.listing import Lister
from fingerpost.questions.markers import ASKING, Role
from fingerpost.questions.measuring import Measurer
from fingerpost.questions.of_both import of_both
from fingerpost.questions.of_values import counted_by_value, has_several, of_values
from fingerpost.questions.ordering import keyed, ordered
from fingerpost.questions.outdoing import Outdoer
from fingerpost.questions.pinned import of_several
from fingerpost.questions.roles import ALL, HOW_MUCH
from fingerpost.questions.schema_graph import SchemaGraph, makes_totals
from fingerpost.questions.sharing import parted, sharing
from fingerpost.questions.shown_too import shown_too
from fingerpost.questions.state import RELATIONS_SAID, Filter, Item, Reason, State
from fingerpost.questions.wording import Wording


class HeadBuilder:
    """Finds heads for readings over one schema."""

    def __init__(self, graph: SchemaGraph) -> None:
        self._graph = graph
        self._lister = Lister(graph)
        self._measurer = Measurer(graph, self._lister)
        self._chooser = Chooser(graph)
        self._outdoer = Outdoer(graph, self._chooser)

    def heads(self, state: State, wording: Wording) -> Iterator[Head]:
        """The heads that a reading of a question can have, likeliest first."""
        state = of_several(self._graph, keyed(state.but(items=wording.items(state.items))))
        state = of_both(self._graph, state, wording)
        focus = self._focus(state, wording)
        keys = tuple(dict.fromkeys(term_of(item) for item in state.items if has_role(item, Role.GROUP)))
        having = self._conditions(state, wording)
        base = Head(Kind.LIST, focus, keys=keys, having=having)
        base = self._missing(state, base)
        base = ordered(self._graph, state, base)
        base = base._replace(present=self._present(state, wording))
        for head in self._kinds(state, base, wording):
            for whole in self._chosen(state, head, wording):
                told = of_values(self._graph, state, self._used(state, whole), wording)
                told = heeded(self._graph, state, told, wording)
                told = scored_head(told, Reason("head unclear", 1.0)) if self._counts_itself(state, told) else told
                told = asked_beside(self._graph, state, at_event(self._graph, state, told, wording), wording)
                told = shown_too(self._graph, state, told, wording)
                if echoes(self._graph, state, told):
                    told = scored_head(told, Reason("asks what was told", 1.0))
                odd = misses_asked(self._graph, state, told, wording)
                told = scored_head(told, Reason("not whom or where", odd)) if odd else told
                valued = counted_by_value(self._graph, state, told)
                if valued is not None:
                    yield valued
                yield told

    def _conditions(self, state: State, wording: Wording) -> tuple[GroupCondition, ...]:
        """Conditions on groups: "more than three books", "an average price above 10", "more than once"."""
        found = [
            GroupCondition(term_of(item), h.comparison, h.value, h.function, of=_of_whom(state, item, wording))
            for h in state.havings
            for item in (state.items[h.item],)
        ]
        # What is so often is what was said last, or what joins things where no word for it was read.
        said = max((number for number, edge in enumerate(state.edges) if edge.said), default=0)
        for marker in state.markers:
            if marker.role is Role.TIMES and state.edges and marker.number is not None:
                tally = self._graph.tally(state.edges[said].type)
                borrowed = Term(said, tally.name if tally is not None else None, True)
                function = AggregateFunction.SUM if tally is not None else AggregateFunction.COUNT
                pairs = self._tells_both(state, said)
                found.append(GroupCondition(borrowed, Comparison(marker.value), marker.number, function, pairs))
        for condition in state.filters:
            both = any(m.role is Role.BOTH and self._is_both(state, m.end, condition.start) for m in state.markers)
            both = both or self._has_both(state, condition, wording) or self._at_once(state, condition, wording)
            if both and condition.comparison is Comparison.IN and isinstance(condition.value, tuple):
                # "Borrowed both Emma and Persuasion": not one of them.
                term = Term(condition.owner, condition.property, condition.edge)
                found.append(GroupCondition(term, Comparison.EQ, len(condition.value)))
        return tuple(found)

    @staticmethod
    def _is_both(state: State, end: int, start: int) -> bool:
        """Whether "both" is of the names behind it: "both Emma and Persuasion", "both the books Emma and Dune"."""
        told = any(end <= f.start < start for f in state.filters)
        return 0 <= start - end <= _BOTH and not told and not any(end <= m.start < start for m in state.markers)

    def _has_both(self, state: State, condition: Filter, wording: Wording) -> bool:
        """ "Patients with asthma and epilepsy", where each may have several: those that have the one and the other.

        Not what two did ("the books lent by Ann and Ben"), nor what is told of the things themselves.
        """
        if condition.edge or condition.negated or state.nodes[condition.owner].absent:
            return False
        said = wording.said(condition.start, condition.end).split()
        if "and" not in said or "or" in said:
            return False
        before = wording.said(max(condition.start - 1, 0), condition.start)
        if before in _HAVE and any(m.role is Role.COUNT for m in state.markers):
            return True
        named = [i for i in state.items if i.property is None and not i.edge and i.end <= condition.start]
        return before not in _DOING and any(
            has_several(self._graph, state, i.owner, condition.owner, _SEVERAL) for i in named
        )

    @staticmethod
    def _at_once(state: State, condition: Filter, wording: Wording) -> bool:
        """ "Visited A as well as B", "asthma and epilepsy at once": of what hangs on things, and not of themselves."""
        said = any(m.role is Role.BOTH and m.value == ALL and m.start >= condition.end for m in state.markers)
        hung = any(i.property is None and not i.edge and i.owner != condition.owner for i in state.items)
        hung = hung or any(m.role is Role.WHO for m in state.markers)
        return said and hung and "and" in wording.said(condition.start, condition.end).split()

    @staticmethod
    def _tells_both(state: State, edge: int) -> bool:
        """Whether both ends of a relationship are spoken of: "borrowed a book more than once", not "was admitted"."""
        told = {f.owner for f in state.filters if not f.edge}
        ends = (state.edges[edge].start, state.edges[edge].end)
        return all(state.nodes[end].named or end in told for end in ends)

    def _present(self, state: State, wording: Wording) -> tuple[Term, ...]:
        """Properties that something only has to have: "with an email", "both an email and a phone", "have ended"."""
        found: list[Item] = []
        for item in state.items:
            listed = bool(found) and wording.joined(found[-1].end, item.start)
            listed = listed and any(m.role is Role.BOTH for m in state.markers)
            plain = item.property is not None and all(m.role is Role.BOTH for m in item.roles)
            if plain and (listed or wording.had(item.start) or self._has_happened(state, item, wording)):
                found.append(item)
        return tuple(map(term_of, found))

    def _has_happened(self, state: State, item: Item, wording: Wording) -> bool:
        """ "Projects that have ended", "how many of each type were issued": the moment is known."""
        info = self._graph.held(state, item.owner, item.property or "", edge=item.edge)
        if info is None or not info.temporal or item.roles or not wording.done(item.start, item.end):
            return False
        before = [i for i in state.items if not i.edge and i.end <= item.start]
        nouns = (i.end for i in before if i.property is None or has_role(i, Role.GROUP))
        between = wording.said(max(nouns, default=item.start), item.start).split()
        return not _HAPPENED.isdisjoint(between) and {*between} <= _HAPPENED | _WHO

    def _chosen(self, state: State, head: Head, wording: Wording) -> Iterator[Head]:
        if any(marker.role is Role.BEYOND for marker in state.markers):
            yield from self._outdoer.held(state, head, wording)
        else:
            yield from self._chooser.chosen(state, head)

    def _kinds(self, state: State, head: Head, wording: Wording) -> Iterator[Head]:
        part = parted(self._graph, state, head, wording)
        if part is None and sharing(state) is not None:
            return
        part = part or alike(state, head) or in_groups(state, head) or ratio(state, head)
        if part is not None:
            yield part
            return
        measured = list(self._measurer.measured(state, head, wording))
        if measured:
            yield from measured
        elif any(marker.role is Role.CHECK for marker in state.markers):
            amount = self._amount_had(state)
            if amount is not None:
                yield head._replace(kind=Kind.CHECK, shared=(*head.shared, amount))
            else:
                yield head._replace(kind=Kind.CHECK)
        else:
            for listed in self._lister.lists(state, head, wording):
                yield self._averaged(state, listed, wording) or self._lister.with_whose(state, listed)

    def _counts_itself(self, state: State, head: Head) -> bool:
        """Whether things are shown by their names of which there are to be so many: each is one."""
        counted = {h.term for h in head.having if h.function is AggregateFunction.COUNT and h.term.property is None}
        shown = (c for c in head.columns if Term(c.owner, None, c.edge) in counted and not c.edge)
        names = (c.property in (None, *self._graph.display.parts(state.nodes[c.owner].label)) for c in shown)
        return head.kind is Kind.LIST and any(names)

    def _amount_had(self, state: State) -> Filter | None:
        """ "Is the tent in stock", "does it have a discount": that there is any."""
        numbers = [i for i in state.items if i.property is not None and not i.edge and not i.part and not i.roles]
        if len(numbers) != 1 or len(state.nodes) > 1 or not self._graph.named_by(state, 0):
            return None
        item = numbers[0]
        info = self._graph.held(state, 0, item.property or "", edge=False)
        told = any(f.property == item.property for f in state.filters)
        if info is None or told or not makes_totals(info):
            return None
        return Filter(0, info.name, Comparison.GT, 0, start=item.start, end=item.end)

    def _averaged(self, state: State, listed: Head, wording: Wording) -> Head | None:
        """ "How heavy are the rowers on average", "how much do they earn in total": of what is asked for."""
        asks = any(m.role is Role.ASK_PROPERTY and m.value.startswith("how ") for m in state.markers)
        said = [m for m in state.markers if m.role is Role.AGGREGATE and m.value in ("avg", "sum")]
        last = max((i.end for i in state.items), default=0)
        asks = asks or any(m.value == "avg" or m.start >= last for m in said)  # "altogether"
        functions = [m.value for m in said]
        grouping = [term_of(item) for item in state.items if has_role(item, Role.GROUP)]
        columns = [column for column in listed.columns if column not in grouping]
        if listed.kind is not Kind.LIST or len(columns) != 1:
            return None
        term = columns[0]
        lasts = begun_by(term.part) is not None
        if not asks and not lasts:
            return None
        own = (term.owner, None, term.edge)
        groups = tuple(key for key in grouping if (key.owner, key.property, key.edge) != own and key != term)
        if any(m.role is Role.GROUP for m in state.markers) and not groups:
            return None
        if not functions and not term.edge and any(m.value == HOW_MUCH for m in state.markers):
            whole = paid(self._graph, state, term.owner) == term.property or self._was_paid(state, term, wording)
            functions = ["sum"] if whole and term.property is not None else []
        if len(functions) != 1:
            return None
        info = self._graph.held(state, term.owner, term.property or "", edge=term.edge)
        if info is None or not (info.numeric or lasts):
            return None
        measures = (Measure(AggregateFunction(functions[0]), term),)
        return listed._replace(kind=Kind.AGGREGATE, columns=(), keys=groups, measures=measures)

    def _was_paid(self, state: State, term: Term, wording: Wording) -> bool:
        """ "How much have repairs cost", "how much does Ann owe": what many things came to, not what one is."""
        asked = next(m for m in state.markers if m.value == HOW_MUCH)
        past = not _PAST.isdisjoint(wording.said(asked.end, asked.end + 2).split())
        owed = wording.said_as(_OWED)
        named = self._graph.named_by(state, term.owner)
        info = self._graph.held(state, term.owner, term.property or "", edge=term.edge)
        spent = past and not _SPENT.isdisjoint(split_name(term.property or ""))
        return (spent or owed) and not named and makes_totals(info)

    @staticmethod
    def _used(state: State, head: Head) -> Head:
        """A property that was named and plays no part speaks against a head."""
        if head.kind is Kind.LIST:
            lost = any(has_role(item, Role.AGGREGATE) and item.by_value for item in state.items)
            return scored_head(head, Reason("marker unused", 1.0)) if lost else head
        terms = {head.focus, *head.columns, *head.keys, *head.missing, *(m.term for m in head.measures)}
        terms |= {h.term for h in head.having} | {*head.present} | {term for term, _ in head.order}
        terms |= {head.best.term} if head.best is not None else set()
        terms |= {head.per} if head.per is not None else set()
        told = {(f.owner, f.property, f.edge, f.end) for f in state.filters}  # "of the "satire" genre"
        if head.limit is not None and head.measures and not (head.keys or head.groups or head.per or head.best):
            head = scored_head(head, Reason("head unclear", 1.0))  # so many of one number
        idle = sum(
            item.property is not None
            and term_of(item) not in terms
            and (item.owner, item.property, item.edge, item.start) not in told
            and not has_role(item, Role.COUNT)
            for item in state.items
        )
        return scored_head(head, Reason("item unused", float(idle))) if idle else head

    def _focus(self, state: State, wording: Wording) -> Term:
        """What is asked for: the first thing named after an asking word."""
        named = {i.start: i.owner for i in state.items if i.property is None and not i.edge}
        theirs = next((end for item in state.items if (end := _theirs(state, item, wording)) is not None), None)
        if theirs is not None:
            return Term(theirs)
        for item in state.items:
            asking = any(has_role(item, role) for role in ASKING) and not has_role(item, Role.GROUP)
            if asking and not self._only_named(state, item):
                done = item.property is not None and not item.edge and wording.done(item.start, item.end)
                # "Which of the closed accounts": not when they were closed.
                return Term(item.owner) if done and named.get(item.end) == item.owner else term_of(item)
        asked = [m.start for m in state.markers if m.role in ASKING]
        start = asked[0] if asked else 0
        items = [i for i in state.items if not has_role(i, Role.GROUP)]
        items = [i for i in items if not self._only_named(state, i)]
        nouns = {i.start for i in items if i.property is None and not i.edge}
        # "Ordered products" are no orders.
        items = [i for i in items if not (wording.done(i.start, i.end) and i.end in nouns)] or items
        for item in items:
            if item.start >= start:
                return term_of(item)
        if items:
            return term_of(items[0])
        nodes = [n for n, node in enumerate(state.nodes) if not node.absent and node.at >= start]
        told = {f.owner for f in state.filters if not f.edge}
        # "What did Oliver borrow": not Oliver.
        free = [n for n in nodes if n not in told]
        return Term((free or nodes or [0])[0])

    def _only_named(self, state: State, item: Item) -> bool:
        """ "What did Oliver borrow", "what is Wall 1 made of": a name some words after "what", and something else."""
        if not item.by_value or any(m.end == item.start or m.role is Role.COUNT for m in item.roles):
            return False
        names = self._graph.display.parts(state.nodes[item.owner].label)
        told = {f.owner for f in state.filters if not f.edge}
        named = any(f.owner == item.owner and f.property in names for f in state.filters if not f.edge)
        # "Ann's gold medals": these, though it is said which.
        said = {i.owner for i in state.items if i.property is None and not (i.edge or i.by_value)}
        return named and any((n not in told or n in said) and not node.absent for n, node in enumerate(state.nodes))

    def _missing(self, state: State, head: Head) -> Head:
        """Properties that are said to be unknown, or that something is said to be without."""
        markers = [m for m in state.markers if m.role is Role.MISSING]

        def is_missing(item: Item) -> bool:
            after = any(0 <= marker.start - item.end <= 1 for marker in markers)
            return after or has_role(item, Role.NEGATE) or has_role(item, Role.MISSING)

        missing = tuple(term_of(i) for i in state.items if i.property is not None and is_missing(i))
        return head._replace(missing=missing)


_BOTH = 4
"""Most words between "both" and the first of two names: "both as a"."""
_HAVE = ("have", "has", "had")
_PAST = frozenset("have has had did was were".split())
_OWED = frozenset(("owe", "earn", "bring"))
_SPENT = frozenset("amount total cost sum fee charge payment spent paid".split())
"""Words of properties that tell what is paid for each of several things, and not what each costs."""
_DOING = frozenset(("by", "from", "of", "between"))
"""Words before those who did something, each by themselves."""
_SEVERAL = 1.35
"""How many of something each has, on the whole, where a list of two may mean both."""
_HAPPENED = frozenset(("have", "has", "had", "been", "was", "were", "already", "ever"))
_WHO = frozenset(("who", "that", "which"))
_RELATIVE = ("who", "that", "which", "whose", "where", "with", "having")


def _theirs(state: State, item: Item, wording: Wording) -> int | None:
    """ "Which of Ann's gifts": what she gave, where nothing but the noun for that names it."""
    if not item.by_value or not has_role(item, Role.ASK) or not wording.possessive(item.end - 1):
        return None
    noun = any(r.feature in RELATIONS_SAID and r.start == item.end for r in state.reasons)
    ends = [sum(e[:2]) - item.owner for e in state.edges if e.said and item.owner in e[:2]]
    named = {i.owner for i in state.items if i.property is None and not i.edge}
    plain = noun and len(ends) == 1 and not state.nodes[ends[0]].absent and ends[0] not in named
    return ends[0] if plain else None


def _of_whom(state: State, counted: Item, wording: Wording) -> Term | None:
    """Of what a number is said: "the branches of members who borrowed more than three books" of members.

    "Only states where more than three users live": of the groups.
    """
    before = [i for i in state.items if not i.edge and i.end <= counted.start]
    named = [i for i in before if i is not counted and i.owner != counted.owner]
    told = next((i for i in reversed(named) if wording.said(i.end, i.end + 1) in _RELATIVE), None)
    grouped = told is not None and told.property is not None and wording.said(told.end, told.end + 1) != "who"
    if told is None or grouped or state.nodes[told.owner].absent:
        return None
    return Term(told.owner)
