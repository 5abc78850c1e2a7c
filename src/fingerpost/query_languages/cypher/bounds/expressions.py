"""The size and the cost of expressions."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from fingerpost.core.cells import Cell
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.bounds.flow import Flow
from fingerpost.query_languages.cypher.bounds.functions import result_of
from fingerpost.query_languages.cypher.bounds.growth import STEPS, grown
from fingerpost.query_languages.cypher.bounds.ledger import CLEARED, EACH, Ledger, refused_pattern
from fingerpost.query_languages.cypher.bounds.population import Population
from fingerpost.query_languages.cypher.bounds.regexes import trouble
from fingerpost.query_languages.cypher.bounds.sizes import (
    ELEMENT,
    SCALAR,
    STORED,
    Kind,
    Size,
    joined,
    listed,
    of_cell,
    times,
    widest,
)
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES

_HEAVY = 64
"""Items from which on what a row holds is counted."""

Subquery = Callable[[ast.Query, "Sizer"], Size]


class Sizer:
    """Sizes of expressions over the rows of one place in a query; what they cost goes to the ledger."""

    def __init__(
        self,
        ledger: Ledger,
        parameters: Mapping[str, Cell],
        given: dict[str, Size],
        subquery: Subquery,
        population: Population,
        variables: dict[str, Size],
        flow: Flow,
    ) -> None:
        self.ledger = ledger
        self.parameters = parameters
        self.subquery = subquery
        self.population = population
        self.variables = variables
        self.flow = flow
        self.given = given
        self.rows = 1.0
        self.rows_known = True
        self.grouped = False
        self.gathered = 0.0
        """What was spent on the arguments of aggregates, over all rows."""

    def of(self, node: ast.AnyNode) -> Size:
        """The size of an expression."""
        self.ledger.look()
        return _RULES.get(type(node), _compared)(self, node)

    def mean(self, size: Size, bound: float) -> float:
        """A bound of the mean over the rows; inside a loop, the bound itself."""
        return bound if self.ledger.nesting else times(bound, size.share)

    def weigh(self, size: Size) -> None:
        """Pay for looking at a value once."""
        self.ledger.pay(self.mean(size, size.weight), known=size.known)

    def carried(self, *, known: bool = False) -> float:
        """What the variables of a row hold: engines copy it for every item and every further row."""
        heavy = [size for size in self.variables.values() if size.weight > _HEAVY and (size.known or not known)]
        return sum(self.mean(size, size.weight) for size in heavy)

    def loop(self, count: float, *, known: bool, spent: float, proved: float) -> None:
        """Pay for looking at each of so many items."""
        ledger = self.ledger
        ledger.spent += times(count, EACH + spent + self.carried())
        if known:
            ledger.proved += times(count, EACH + proved + self.carried(known=True))


class _Bound:
    """Names that are bound for a while, as in a comprehension."""

    def __init__(self, variables: dict[str, Size], names: Mapping[str, Size]) -> None:
        self._variables = variables
        self._names = names
        self._hidden = {name: variables[name] for name in names if name in variables}

    def __enter__(self) -> None:
        self._variables.update(self._names)

    def __exit__(self, *_: object) -> None:
        for name in self._names:
            del self._variables[name]
        self._variables.update(self._hidden)


def _literal(_sizer: Sizer, node: ast.Literal) -> Size:
    return of_cell(node.value)


def _parameter(sizer: Sizer, node: ast.Parameter) -> Size:
    size = sizer.given.get(node.name)
    if size is None:
        size = sizer.given[node.name] = of_cell(sizer.parameters.get(node.name))
    return size


def _variable(sizer: Sizer, node: ast.Variable) -> Size:
    return sizer.variables.get(node.name, STORED)


def _property(sizer: Sizer, node: ast.Property) -> Size:
    subject = sizer.of(node.subject)
    if subject.item is STORED and node.key in sizer.population.of_one_size:
        return _NUMBER
    return dataclasses.replace(subject.items, share=1)


_NUMBER = Size(known=False)


def _unary(sizer: Sizer, node: ast.Unary) -> Size:
    size = sizer.of(node.operand)
    if node.operator == "NOT":
        return SCALAR
    minus = -size.constant if isinstance(size.constant, int) and node.operator == "-" else size.constant
    return Size(top=size.top, known=size.known, constant=minus if isinstance(minus, int) else None)


def _binary(sizer: Sizer, node: ast.Binary) -> Size:
    left, right = sizer.of(node.left), sizer.of(node.right)
    if node.operator in ("+", "||"):
        return sizer.ledger.built(_sum(left, right), node.pos)
    if node.operator in ("-", "*", "/", "%", "^"):
        return _number(node.operator, left, right)
    if node.operator == "=~":
        _matched(sizer, right, node.pos)
    if node.operator != "IN" or not isinstance(node.right, (ast.Parameter, ast.ListLiteral)):
        sizer.weigh(right)
    sizer.weigh(left)
    return SCALAR


def _sum(left: Size, right: Size) -> Size:
    total = joined(left, right)
    one, other = left.constant, right.constant
    if isinstance(one, str) and isinstance(other, str):
        return dataclasses.replace(total, constant=one + other) if total.length <= _FOLDED else total
    if isinstance(one, int) and isinstance(other, int):
        return of_cell(one + other)
    return total


_FOLDED = 2_000
"""Characters of text that is put together here, to be looked at as a regular expression."""


def _number(operator: str, left: Size, right: Size) -> Size:
    known = left.known and right.known
    one, other = left.constant, right.constant
    if isinstance(one, int) and isinstance(other, int) and operator in "-*" and max(abs(one), abs(other)) < 2**63:
        return of_cell(one - other if operator == "-" else one * other)
    if operator == "-":
        return Size(top=left.top + right.top, known=known)
    if operator == "*":
        return Size(top=times(left.top, right.top), known=known)
    if operator == "%":
        return Size(top=min(left.top, right.top), known=known)
    whole = operator == "/" and isinstance(other, int) and other != 0
    return Size(top=left.top, known=known) if whole else Size(known=known)


def _matched(sizer: Sizer, pattern: Size, position: int) -> None:
    """A regular expression is bounded where it is known; one that rows make is compiled again for each of them."""
    if isinstance(pattern.constant, str):
        wrong = trouble(pattern.constant)
        if wrong:
            raise refused_pattern(wrong, position)
    else:
        sizer.ledger.pay(CLEARED + 1, known=False)


def _compared(sizer: Sizer, node: ast.AnyNode) -> Size:
    """What gives a truth value or a number, whatever is inside."""
    inner = getattr(node, "operand", None)
    if inner is not None:
        sizer.of(inner)
    return SCALAR


def _call(sizer: Sizer, node: ast.FunctionCall) -> Size:
    name = node.name.lower()
    if name in AGGREGATE_NAMES:
        return _aggregate(sizer, node, name)
    arguments = tuple([sizer.of(argument) for argument in node.arguments])
    for size in arguments:
        if size.weight > 1:
            sizer.weigh(size)
    result = result_of(name, arguments)
    return sizer.ledger.built(result, node.pos) if result.weight > 1 and name not in _PARTS else result


_PARTS = frozenset(("head", "last", "coalesce", "nullif", "min", "max"))
"""Functions that give something that was there before."""


def _aggregate(sizer: Sizer, node: ast.FunctionCall, name: str) -> Size:
    ledger = sizer.ledger
    ledger.open()
    arguments = [sizer.of(argument) for argument in node.arguments]
    spent, proved = ledger.shut()
    sizer.gathered += times(sizer.rows, spent) if spent > EACH else 0
    if name != "collect" or not arguments:
        return arguments[0] if name in ("min", "max") and arguments else SCALAR
    known = sizer.rows_known and arguments[0].known
    size = listed(sizer.rows, arguments[0], known=known)
    ledger.proved += times(sizer.rows, proved) if known else 0
    return dataclasses.replace(size, share=1 / max(1, sizer.rows)) if sizer.grouped else size


def _list(sizer: Sizer, node: ast.ListLiteral) -> Size:
    if all(type(item) is ast.Literal for item in node.items):
        return of_cell([item.value for item in node.items if isinstance(item, ast.Literal)])
    return _put_together(sizer, Kind.LIST, node.items, node.pos)


def _map(sizer: Sizer, node: ast.MapLiteral) -> Size:
    return _put_together(sizer, Kind.MAP, tuple(value for _, value in node.items), node.pos)


def _projected(sizer: Sizer, node: ast.MapProjection) -> Size:
    values = tuple(value for _, _, value in node.items if value is not None)
    whole = _put_together(sizer, Kind.MAP, (*values, ast.Variable(node.subject)), node.pos)
    return dataclasses.replace(whole, item=widest([whole.items, STORED]))


def _put_together(sizer: Sizer, kind: Kind, parts: tuple[ast.Expression, ...], position: int) -> Size:
    inside = [sizer.of(part) for part in parts]
    weight = sum(size.weight + 1 for size in inside)
    mean = sum(times(size.weight, size.share) + 1 for size in inside)
    share = mean / weight if weight and mean < weight else 1
    depth = 1 + max((size.depth for size in inside), default=0)
    known = all(size.known for size in inside)
    size = Size(kind, len(parts), weight, depth, item=widest(inside), known=known, share=share)
    return sizer.ledger.built(size, position)


def _index(sizer: Sizer, node: ast.Index) -> Size:
    sizer.of(node.index)
    return dataclasses.replace(sizer.of(node.subject).items, share=1)


def _slice(sizer: Sizer, node: ast.Slice) -> Size:
    ends = [None if end is None else sizer.of(end) for end in (node.start, node.end)]
    size = dataclasses.replace(sizer.of(node.subject), constant=None)
    first, last = (0 if ends[0] is None else ends[0].constant), (None if ends[1] is None else ends[1].constant)
    if isinstance(first, int) and isinstance(last, int) and min(first, last) >= 0:
        length = max(0, last - first)
        if length < size.length:
            return dataclasses.replace(
                size, length=length, weight=min(size.weight, times(length, 1 + size.items.weight))
            )
    return size


def _case(sizer: Sizer, node: ast.Case) -> Size:
    for part in (node.subject, *(when for when, _ in node.branches)):
        if part is not None:
            sizer.of(part)
    results = [sizer.of(then) for _, then in node.branches]
    if node.default is not None:
        results.append(sizer.of(node.default))
    return widest(results)


def _comprehension(sizer: Sizer, node: ast.ListComprehension) -> Size:
    source = sizer.of(node.source)
    projected = node.projection
    item = _each(sizer, node.variable, source, node.where, projected, node.pos)
    if projected is None:
        item = source.items
    size = listed(source.length, item, known=source.known and node.where is None)
    return sizer.ledger.built(dataclasses.replace(size, share=source.share), node.pos)


def _quantified(sizer: Sizer, node: ast.Quantified) -> Size:
    _each(sizer, node.variable, sizer.of(node.source), node.where, None, node.pos)
    return SCALAR


def _each(
    sizer: Sizer,
    variable: str,
    source: Size,
    where: ast.Expression | None,
    projected: ast.Expression | None,
    position: int,
) -> Size:
    """Go through a list once; the size of what is made of each item."""
    ledger = sizer.ledger
    count = sizer.mean(source, source.length)
    ledger.deeper(position)
    ledger.open()
    with _Bound(sizer.variables, {variable: source.items}):
        if where is not None:
            sizer.of(where)
        item = SCALAR if projected is None else sizer.of(projected)
    spent, proved = ledger.shut()
    ledger.nesting -= 1
    sizer.loop(count, known=source.known, spent=spent, proved=proved)
    ledger.check(position)
    return item


def _reduce(sizer: Sizer, node: ast.Reduce) -> Size:
    source = sizer.of(node.source)
    initial = sizer.of(node.initial)
    count = sizer.mean(source, source.length)
    ledger = sizer.ledger
    ledger.deeper(node.pos)
    sizes = [dataclasses.replace(initial, share=1)]

    def step(gathered: Size) -> tuple[Size, float, float]:
        ledger.open()
        with _Bound(sizer.variables, {node.variable: source.items, node.accumulator: gathered}):
            size = sizer.of(node.step)
        return (size, *ledger.shut())

    for _ in range(int(min(source.length, STEPS))):
        sizes.append(step(dataclasses.replace(sizes[-1], constant=None))[0])
    result = grown(sizes, source.length, known=source.known) if source.length > STEPS else widest(sizes)
    ledger.built(result, node.pos)
    _, spent, proved = step(result)
    ledger.nesting -= 1
    proved += result.weight if result.known else 0
    sizer.loop(count, known=source.known, spent=spent + result.weight, proved=proved)
    ledger.check(node.pos)
    return result


def _patterns(sizer: Sizer, node: ast.PatternComprehension) -> Size:
    sizer.flow.look_up(node.pattern, node.where)
    length = sizer.population.rows(node.pattern, sizer.variables)
    named = {
        element.variable: ELEMENT
        for element in (*node.pattern.elements, node.pattern)
        if not isinstance(element, ast.QuantifiedGroup) and element.variable and element.variable not in sizer.variables
    }
    sizer.ledger.open()
    with _Bound(sizer.variables, named):
        if node.where is not None:
            sizer.of(node.where)
        item = sizer.of(node.projection)
    spent, _ = sizer.ledger.shut()
    if spent > EACH:
        sizer.loop(length, known=False, spent=spent, proved=0)
    return listed(length, item, known=False)


def _predicate(sizer: Sizer, node: ast.PatternPredicate) -> Size:
    sizer.flow.look_up(node.pattern, None)
    return SCALAR


def _subquery(sizer: Sizer, node: ast.SubqueryExpression) -> Size:
    inner = sizer.subquery(node.query, sizer)
    sizer.flow.looked_up()
    return inner if node.kind == "COLLECT" else SCALAR


_RULES: dict[type, Callable[[Sizer, ast.AnyNode], Size]] = {
    ast.Literal: _literal,
    ast.Parameter: _parameter,
    ast.Variable: _variable,
    ast.Property: _property,
    ast.Unary: _unary,
    ast.Binary: _binary,
    ast.FunctionCall: _call,
    ast.ListLiteral: _list,
    ast.MapLiteral: _map,
    ast.MapProjection: _projected,
    ast.Index: _index,
    ast.Slice: _slice,
    ast.Case: _case,
    ast.ListComprehension: _comprehension,
    ast.Quantified: _quantified,
    ast.Reduce: _reduce,
    ast.PatternComprehension: _patterns,
    ast.PatternPredicate: _predicate,
    ast.SubqueryExpression: _subquery,
}
