"""The pieces of a plan that a reading gives: its pattern, conditions and references."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import PlanError
from fingerpost.core.schema import GraphSchema, ValueType
from fingerpost.linking.derived import AGE
from fingerpost.linking.lasting import begun_by, begun_of
from fingerpost.plans import (
    ORDERINGS,
    AnyOf,
    Column,
    Comparison,
    Condition,
    EdgePattern,
    Exists,
    Hops,
    Match,
    NodePattern,
    Pattern,
    Ref,
    Stage,
    Test,
    Unwind,
    in_order,
)
from fingerpost.questions.ages import TURNED
from fingerpost.questions.algebra import Against, Head, Left, Others, Part, Term, same_owner
from fingerpost.questions.bounds import CLOCK, WEEKDAY
from fingerpost.questions.contraries import alternatives
from fingerpost.questions.counting_none import is_counted, may_be_0
from fingerpost.questions.operands import Operands
from fingerpost.questions.parts import HELD, TYPED, any_other, listed_in, listed_term, or_unknown, small
from fingerpost.questions.state import IN_TEXT, Filter, State
from fingerpost.questions.tree import reached

_ALL = Left()


class PlanBuilder(Operands):
    """Builds the pieces for one reading with one head, `without` some of it. The first stage made takes the match."""

    def __init__(
        self,
        schema: GraphSchema,
        state: State,
        head: Head,
        parameters: dict[str, Cell] | None = None,
        without: Left = _ALL,
    ) -> None:
        super().__init__(schema, state, parameters)
        self._head = head
        self._late: list[Condition] = []
        self._pattern_match: Match | None = None
        self._when = head.then.when if head.then is not None else None
        self._without = without
        self._absent = {n for n, node in enumerate(state.nodes) if node.absent and n not in without.nodes}
        counted = () if head.optional is None or head.optional.edge else (head.optional.owner,)
        self._apart = without.nodes | frozenset((*counted, *(n for part in head.either for n in part.nodes)))
        self._chosen = frozenset(n for part in head.either for n in part.filters)
        if head.others is not None:
            self._chosen |= {head.others.filter}
        self._name_edges()
        self._spread = listed_term(head, self.info)
        self._unwind: Unwind | None = None

    def _name_edges(self) -> None:
        """Edges of which a property is used get names."""
        used = {f.owner for f in self._state.filters if f.edge}
        terms = [*self._head.columns, *self._head.keys, *(m.term for m in self._head.measures)]
        terms += [self._head.focus, *(t for t, _ in self._head.order), *(h.term for h in self._head.having)]
        terms += [*self._head.missing, *self._head.present, *self._head.groups]
        terms += [term for term in (self._when, self._head.per) if term is not None]
        if self._head.best is not None:
            terms += [self._head.best.term, *self._head.best.each]
        if self._head.compared is not None:
            terms += [self._head.compared[0], self._head.compared[2]]
        if self._head.alike is not None:
            terms.append(self._head.alike[0])
        terms += [self.begun(term) for term in terms if begun_of(term.part)]
        used |= {term.owner for term in terms if term.edge}
        self._edge_names = {number: f"r{number + 1}" for number in sorted(used)}

    def beside(self, state: State, head: Head | None = None) -> PlanBuilder:
        """A builder for another reading in the same plan, with a head of its own or this one's."""
        return PlanBuilder(self._schema, state, head or self._head, self.parameters)

    def part(self, head: Head, without: Left) -> PlanBuilder:
        """A builder for a part of this reading in the same plan, with a head of its own."""
        found = PlanBuilder(self._schema, self._state, head, self.parameters, without)
        found._again = True
        return found

    def _match(self) -> Match:
        """The pattern of everything that must be there, with its conditions."""
        nodes = self._state.nodes
        present = [n for n in range(len(nodes)) if self._is_there(n)]
        edges = [self._edge(n) for n in range(len(self._state.edges)) if self._is_joined(n)]
        pattern = Pattern(
            nodes=tuple(NodePattern(name=self._names[n], label=nodes[n].label) for n in present),
            edges=tuple(edges),
        )
        said = [f for n, f in enumerate(self._state.filters) if n not in self._chosen and not self._is_left(f)]
        where: list[Condition] = [*self._all_of([f for f in said if self._is_present(f)])]
        where += self._either()
        where += [self._absence(group) for group in self._together(sorted(self._absent - self._apart))]
        where += [self._only(f) for f in self._state.filters if f.every and not self._is_left(f)]
        where += [self._unjoined(n) for n, edge in enumerate(self._state.edges) if edge.absent and self._is_whole(n)]
        missing = [t for t in self._head.missing if not self._is_left(t)]
        where += [self._missing(t) for t in missing if t.edge or not nodes[t.owner].absent]
        known = [t for t in self._known() if not self._is_left(t)]
        where += [Test(left=self.ref(t), comparison=Comparison.IS_NULL, negated=True) for t in known]
        if self._head.best is not None and self._head.best.against in (Against.SAME, Against.SHARED):
            where.append(self._another(self._head.best.term.owner))
        if self._head.others is not None:
            where.append(self._of_same_value(self._head.others))
        if self._head.compared is not None:
            one, sign, other = self._head.compared
            where.append(Test(left=self.ref(one), comparison=sign, right=self.ref(other)))
        return Match(pattern=in_order(pattern), where=tuple(where))

    def _known(self) -> list[Term]:
        """What must be known: what is said to be, and what the first few are the first by."""
        by = [term for term, _ in self._head.order if self._head.limit is not None and term.property is not None]
        there = [t for t in by if self._head.optional is None or not same_owner(t, self._head.optional)]
        return list(dict.fromkeys((*self._head.present, *there)))

    def is_unknown_of_some(self, term: Term) -> bool:
        """Whether some of the nodes or relationships that can match have no such property."""
        info = self.info(term)
        if info is None:
            return False
        if term.edge:
            kind = self._schema.relationship_by_type[self._state.edges[term.owner].type]
            return info.present < kind.count
        return info.present < self._schema.label_by_name[self._state.nodes[term.owner].label].count

    def _missing(self, term: Term) -> Test:
        info = self.info(term)
        of_all = may_be_0(self._state, info) and not self.is_unknown_of_some(term)
        if of_all or is_counted(self._state, info):
            return Test(left=self.ref(term), comparison=Comparison.EQ, right=self.value(0))
        return Test(left=self.ref(term), comparison=Comparison.IS_NULL)

    def _edge(self, number: int) -> EdgePattern:
        edge = self._state.edges[number]
        return EdgePattern(
            start=self._names[edge.start],
            end=self._names[edge.end],
            types=(edge.type,),
            either=edge.either,
            name=self._edge_names.get(number),
            hops=Hops(minimum=edge.least, maximum=edge.most) if edge.most else None,
        )

    def _is_there(self, node: int) -> bool:
        """Whether a node is one of those that everything must have."""
        return not self._state.nodes[node].absent and node not in self._apart

    def _is_joined(self, number: int) -> bool:
        """Whether an edge is one of those that everything must have."""
        edge = self._state.edges[number]
        there = self._is_there(edge.start) and self._is_there(edge.end) and not edge.absent
        return there and number not in self._without.edges and self._head.optional != Term(number, None, True)

    def _is_whole(self, number: int) -> bool:
        """Whether nothing of an edge is left out."""
        edge = self._state.edges[number]
        return number not in self._without.edges and self._without.nodes.isdisjoint((edge.start, edge.end))

    def _is_left(self, told: Filter | Term) -> bool:
        """Whether something is told of what is left out."""
        return not self._is_whole(told.owner) if told.edge else told.owner in self._without.nodes

    def _is_present(self, condition: Filter) -> bool:
        return not self._is_of(condition, self._absent)

    def _either(self) -> list[AnyOf]:
        """Of two parts of the pattern one is enough: what one needs or what the other needs, for all of both."""
        if not self._head.either:
            return []
        left, right = (self._needed(part) for part in self._head.either)
        return [AnyOf(tests=(*_tests(one), *_tests(other))) for one in left for other in right]

    def _needed(self, part: Part) -> list[Test | AnyOf | Exists]:
        """What a part of the pattern asks for: that what hangs there exists, and what is said of its node itself."""
        needed: list[Test | AnyOf | Exists] = []
        conditions = [self._state.filters[number] for number in sorted(part.filters)]
        for group in self._together(sorted(part.nodes)):
            inside = set(group)
            own = [f for f in conditions if self._is_of(f, inside)]
            needed.append(self._existence(group, own, negated=self._state.nodes[group[0]].absent))
        rest = [f for f in conditions if not self._is_of(f, set(part.nodes))]
        before = len(self._late)
        needed += self._all_of(rest)
        if len(self._late) > before:
            raise PlanError("a value that must be computed is one of two alternatives", code="plan.shape")
        return needed

    def _is_of(self, condition: Filter, nodes: set[int]) -> bool:
        if not condition.edge:
            return condition.owner in nodes
        edge = self._state.edges[condition.owner]
        return edge.start in nodes or edge.end in nodes

    def _together(self, nodes: Sequence[int]) -> list[list[int]]:
        """Some nodes, those that hang together in one group."""
        left, groups = set(nodes), []
        while left:
            group = reached(self._state, [min(left)], set(range(len(self._state.nodes))) - left)
            groups.append(sorted(group))
            left -= group
        return groups

    def _absence(self, group: list[int]) -> Exists:
        return self._existence(group, [f for f in self._state.filters if self._is_of(f, set(group))], negated=True)

    def _existence(self, group: list[int], said: Sequence[Filter], *, negated: bool) -> Exists:
        """That some nodes, of which something is said, exist or do not."""
        inside = set(group)
        edges = [number for number, edge in enumerate(self._state.edges) if edge.start in inside or edge.end in inside]
        ends = [n for e in edges for n in (self._state.edges[e].start, self._state.edges[e].end)]
        names = dict.fromkeys([*ends, *group])
        nodes = tuple(
            NodePattern(name=self._names[n], label=self._state.nodes[n].label if n in inside else None) for n in names
        )
        pattern = Pattern(nodes=nodes, edges=tuple(self._edge(e) for e in edges))
        where = tuple(map(small, self._all_of(said, computed=False)))
        return Exists(pattern=in_order(pattern), where=where, negated=negated)

    def _unjoined(self, number: int) -> Exists:
        """ "A course that they did not design": the two are joined otherwise, and not so."""
        names = self.ends(number)
        pattern = Pattern(nodes=tuple(NodePattern(name=name) for name in names), edges=(self._edge(number),))
        return Exists(pattern=in_order(pattern), negated=True)

    def _another(self, owner: int) -> Test | AnyOf:
        """ "The same title as Ann": others than Ann."""
        told = [condition for _, condition in self._state.others]
        tests = tuple(
            Test(
                left=self.ref(Term(owner, condition.property)),
                comparison=Comparison.NE,
                right=self.value(condition.value),
            )
            for condition in told
        )
        return tests[0] if len(tests) == 1 else AnyOf(tests=tests)

    def _of_same_value(self, others: Others) -> Exists:
        """That another thing of the same value is as is said."""
        name = f"{self._names[others.term.owner]}too"
        node = NodePattern(name=name, label=self._state.nodes[others.term.owner].label)
        shared = Test(
            left=Ref(name=name, property=others.term.property), comparison=Comparison.EQ, right=self.ref(others.term)
        )
        told = self._state.filters[others.filter]
        comparison = Comparison.EQ if others.absent and told.comparison is Comparison.NE else told.comparison
        test = Test(
            left=Ref(name=name, property=told.property),
            comparison=comparison,
            right=self.value(told.value),
            negated=told.negated and not others.absent,
        )
        return Exists(pattern=Pattern(nodes=(node,)), where=(shared, test), negated=others.absent)

    def _only(self, condition: Filter) -> Exists:
        """ "Serve only vegan dishes": nothing that is served is otherwise."""
        edge = next(e for e in self._state.edges if condition.owner in (e.start, e.end) and not e.absent)
        other = edge.end if edge.start == condition.owner else edge.start
        name = f"{self._names[condition.owner]}else"
        nodes = (
            NodePattern(name=self._names[other]),
            NodePattern(name=name, label=self._state.nodes[condition.owner].label),
        )
        ends = {other: self._names[other], condition.owner: name}
        joined = EdgePattern(start=ends[edge.start], end=ends[edge.end], types=(edge.type,), either=edge.either)
        comparison, negated = condition.comparison, not condition.negated
        if negated and comparison is Comparison.EQ:
            comparison, negated = Comparison.NE, False
        left = Ref(name=name, property=condition.property)
        info = self.info(Term(condition.owner, condition.property))
        if info is not None and info.type is ValueType.LIST and not condition.negated:
            tests = [t for t in listed_in(self.value, left, condition.value, negated=True) if isinstance(t, Test)]
        else:
            tests = [Test(left=left, comparison=comparison, right=self.value(condition.value), negated=negated)]
        return Exists(pattern=in_order(Pattern(nodes=nodes, edges=(joined,))), where=tuple(tests), negated=True)

    def _all_of(self, said: Sequence[Filter], *, computed: bool = True) -> list[Test | AnyOf]:
        """The tests of conditions that must all hold, or one of those that are alternatives."""
        found: list[Test | AnyOf] = []
        for choice in alternatives(said):
            if len(choice) == 1:
                found += or_unknown(choice[0], self._condition(choice[0], computed=computed))
                continue
            before = len(self._late)
            tests = [t for one in choice for c in self._condition(one, computed=computed) for t in _tests(c)]
            late = self._late[before:]
            del self._late[before:]
            either = AnyOf(tests=(*tests, *(t for c in late for t in _tests(c))))
            (self._late if late else found).append(either)
        return found

    def _condition(self, condition: Filter, *, computed: bool = True) -> list[Test | AnyOf]:
        """The test for a filter; what needs computing is kept for after the match."""
        term = Term(condition.owner, condition.property, condition.edge)
        if condition.comparison is Comparison.IS_LABEL:
            owner, label = Ref(name=self._names[condition.owner]), str(condition.value)
            return [Test(left=owner, comparison=Comparison.IS_LABEL, label=label, negated=condition.negated)]
        if condition.comparison is Comparison.IS_NULL:
            return [Test(left=self._held(term), comparison=Comparison.IS_NULL, negated=condition.negated)]
        if self._is_aged(condition):
            if not computed:
                raise PlanError("an age at an event must be computed where only tests stand", code="plan.shape")
            self._late.append(self._aged(condition))
            return []
        if begun_by(condition.part) is not None:
            self._compute(condition, computed=computed)
            return []
        info = self.info(term)
        ordering = condition.comparison in ORDERINGS
        value = condition.value
        counted = ordering and isinstance(value, (int, float))
        typed = info is not None and info.type is ValueType.STRING and (info.text_kind in TYPED or counted)
        if typed and computed and not condition.part and (ordering or not isinstance(value, (str, tuple))):
            left = Ref(name=self._derived.typed(self._held(term), info.text_kind if info is not None else None))
            self._late.append(
                Test(left=left, comparison=condition.comparison, right=self.value(value), negated=condition.negated)
            )
            return []
        text = info is not None and info.type is ValueType.STRING
        lasting = info is not None and info.type is ValueType.DURATION and isinstance(value, (int, float))
        if lasting or condition.part == CLOCK or (condition.part == WEEKDAY and text):
            self._compute(condition, computed=computed)
            return []
        if condition.part:
            left = self._held(term).model_copy(update={"function": condition.part})
            right = self.value(value)
            return [Test(left=left, comparison=condition.comparison, right=right, negated=condition.negated)]
        comparison, negated = condition.comparison, condition.negated
        if comparison in IN_TEXT and isinstance(value, str) and value == value.lower() != value.upper():
            # In small letters people look for a text however it is written; with a capital, as they write it.
            left = self._held(term).model_copy(update={"function": "toLower"})
            return [Test(left=left, comparison=comparison, right=self.value(value), negated=negated)]
        if info is not None and info.type is ValueType.LIST and comparison is Comparison.NE:
            return [any_other(self._held(term), self.value(value))]
        if info is not None and info.type is ValueType.LIST and comparison in (Comparison.EQ, Comparison.IN):
            return [*listed_in(self.value, self._held(term), value, negated=negated)]
        if negated and comparison is Comparison.EQ:
            comparison, negated = Comparison.NE, False
        return [Test(left=self._held(term), comparison=comparison, right=self.value(value), negated=negated)]

    def _compute(self, condition: Filter, *, computed: bool) -> None:
        """Keep a test for after the match: of what dates tell, as the day of the week, or of how long something is."""
        if not computed:
            raise PlanError("what is told of times must be computed where only tests stand", code="plan.shape")
        left = self.measured(Term(condition.owner, condition.property, condition.edge, condition.part))
        right = self.value(condition.value)
        self._late.append(Test(left=left, comparison=condition.comparison, right=right, negated=condition.negated))

    def _is_aged(self, condition: Filter) -> bool:
        """Whether a condition is on an age at an event."""
        return self._head.then is not None and condition in self._head.then.bounds

    def _aged(self, condition: Filter) -> Test:
        """A bound of an age at an event: who was born before a day of so many years before it was older then."""
        sign = Comparison(TURNED.get(condition.comparison, condition.comparison))
        age = self.ref(Term(condition.owner, condition.property, part=AGE))
        return Test(left=age, comparison=sign, right=self.value(condition.ago), negated=condition.negated)

    def all_of(self, said: Sequence[Filter]) -> list[Test | AnyOf]:
        """The tests of filters that need no computing, all of which must hold."""
        return self._all_of(said, computed=False)

    def tests(self, condition: Filter) -> list[Test | AnyOf]:
        """The tests of a filter that needs no computing, or of an age, whose computing goes to the next stage."""
        if self._is_aged(condition):
            return [self._aged(condition)]
        return self._condition(condition, computed=False)

    def matched(self) -> list[Stage]:
        """The stage of the match, where conditions had to be computed; else none, and `_finish` takes the match."""
        match = self._match()
        if self._spread is not None:
            self._unwind = Unwind(name=HELD, source=self._held(self._spread))
        if not self._late and self._spread is None:
            self._pattern_match = match
            return []
        columns = tuple(Column(name=name, operand=Ref(name=name)) for name in self.visible())
        stage = Stage(
            matches=(match, *self._optional()), lets=tuple(self.lets), columns=columns, having=tuple(self._late)
        )
        self.lets, self._late = [], []
        self._pattern_match = None
        return [stage]

    def visible(self) -> list[str]:
        """The names of the nodes and named edges that the match binds."""
        counted = self._head.optional
        held = {counted.owner} if counted is not None and not counted.edge else set()
        nodes = [self._names[n] for n in range(len(self._state.nodes)) if self._is_there(n) or n in held]
        edges = ((number, self._state.edges[number]) for number in self._edge_names)
        outside = [number for number, edge in edges if not {edge.start, edge.end} & (self._apart - held)]
        return [*nodes, *(self._edge_names[number] for number in outside if number not in self._without.edges)]

    def _optional(self) -> tuple[Match, ...]:
        """The match of what is only counted, and need not be there. Another match, so that it may meet the same again:
        "books of the genre satire, and how many genres each has"."""
        counted = self._head.optional
        if counted is None:
            return ()
        joined = (n for n, edge in enumerate(self._state.edges) if counted.owner in (edge.start, edge.end))
        edges = (counted.owner,) if counted.edge else tuple(joined)
        ends = dict.fromkeys(n for e in edges for n in (self._state.edges[e].start, self._state.edges[e].end))
        nodes = (NodePattern(name=self._names[n], label=self._state.nodes[n].label) for n in ends)
        pattern = Pattern(nodes=tuple(nodes), edges=tuple(map(self._edge, edges)))
        return (Match(pattern=in_order(pattern), optional=not self._head.unlisted),)

    def branch(self, nodes: set[int], anchor: int | None) -> Match:
        """The match of some nodes with what is said of them; nothing new is said of one that is matched before."""
        edges = [n for n, edge in enumerate(self._state.edges) if {edge.start, edge.end} <= nodes]
        new = nodes - {anchor}
        said = [f for f in self._state.filters if (f.owner in edges if f.edge else f.owner in new)]
        pattern = Pattern(
            nodes=tuple(NodePattern(name=self._names[n], label=self._state.nodes[n].label) for n in sorted(nodes)),
            edges=tuple(map(self._edge, edges)),
        )
        where = tuple(self._all_of(said, computed=False))
        return Match(pattern=in_order(pattern), where=where)

    def base(self) -> Stage:
        """What the first stage after `matched` begins with."""
        matches = (self._pattern_match, *self._optional()) if self._pattern_match is not None else ()
        return Stage(unwind=self._unwind, matches=matches, lets=tuple(self.lets))

    def stage(self, **fields: Any) -> Stage:
        """The next stage; the first one takes the match with it, each one the values computed for it."""
        stage = self.base().model_copy(update=fields)
        self.lets, self._pattern_match, self._unwind = [], None, None
        return stage

    @property
    def spread(self) -> tuple[Column, ...]:
        """The column of what is taken out of lists, where something is."""
        return () if self._spread is None else (Column(name=HELD, operand=Ref(name=HELD)),)


def _tests(condition: Test | AnyOf | Exists) -> tuple[Test | Exists, ...]:
    """A condition as alternatives."""
    return condition.tests if isinstance(condition, AnyOf) else (condition,)
