"""Checks a tree: every step must exist at its place and get arguments that it takes. Near misses are repaired.

The checker builds a new tree of known steps, which is what is printed: unknown steps cannot get there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from rapidfuzz import fuzz, process

from fingerpost.query_languages.cpgql.ast import Chain, Expression, Group, Lambda, Literal, Operation, Step
from fingerpost.query_languages.cpgql.vocabulary import Vocabulary, vocabulary
from fingerpost.query_languages.cypher.bounds.regexes import trouble
from fingerpost.query_languages.findings import Finding

MAX_DEPTH: Final = 10
"""The most rounds of a `repeat`."""
MAX_DEPTH_ONCE: Final = 25
"""The most rounds of one that visits each node once (`dedup`)."""
_LIKE: Final = 70
ENDS: Final = {"size": "Int", "isEmpty": "Boolean", "nonEmpty": "Boolean"}
LISTS: Final = ("l", "toList", "toJson", "toJsonPretty", "toSet")
_FILTERS: Final = {"String": ("", "Exact", "Not"), "Int": ("", "Not", "Gt", "Gte", "Lt", "Lte"), "Boolean": ("",)}
_TEXT: Final = {
    "contains": ("String", "Boolean"),
    "startsWith": ("String", "Boolean"),
    "endsWith": ("String", "Boolean"),
    "matches": ("Regex", "Boolean"),
    "isEmpty": (None, "Boolean"),
    "nonEmpty": (None, "Boolean"),
    "length": (None, "Int"),
    "size": (None, "Int"),
    "toLowerCase": (None, "String"),
    "toUpperCase": (None, "String"),
    "trim": (None, "String"),
    "toInt": (None, "Int"),
}
_NUMBER: Final = {"toDouble": "Double", "toInt": "Int", "toString": "String", "abs": ""}
"""Steps of a text: what each takes, and what it gives."""
_NUMBERS: Final = frozenset({"Int", "Double"})
_SCALARS: Final = frozenset({"String", "Int", "Double", "Boolean"})
_ARITHMETIC: Final = frozenset({"+", "-", "*", "/"})
_OF_FLOW: Final = {"Flow": {"elements": "Elements"}, "Elements": {"head": "AstNode", "last": "AstNode", "size": "Int"}}
_OPTIONAL: Final = frozenset("lineNumber lineNumberEnd columnNumber columnNumberEnd importedEntity importedAs".split())
"""Properties that a node may lack."""
_ASKS: Final = re.compile(r"is[A-Z]")
_OF_GROUP: Final = ("sum", "min", "max", "size")


@dataclass(frozen=True)
class Kind:
    """What an expression stands for: a node, a scalar, `Tuple`, `Group` or `Groups`; `many` of them, or one.

    `optional` is one value that may be missing. `ended` is a list or number that nothing follows. `items` are the kinds
    in a tuple, of the members of a group, or of key and value of groups.
    """

    name: str
    many: bool = True
    optional: bool = False
    ended: bool = False
    items: tuple[Kind, ...] = ()


BOOLEAN: Final = Kind("Boolean", many=False)


Rule = Callable[["Checker", Step, Kind, dict[str, Kind]], tuple[Step, Kind]]
"""Checks one general step: the checked step, and what it leads to."""


class Stop(Exception):
    """The rest cannot be checked; the finding is noted."""


@dataclass
class Checker:
    """Findings and repairs of one query. `general` are the steps of every traversal."""

    general: Mapping[str, Rule]
    findings: list[Finding] = field(default_factory=list)
    fixes: list[str] = field(default_factory=list)
    _words: Vocabulary = field(default_factory=vocabulary)

    def query(self, chain: Chain) -> tuple[Chain, Kind]:
        """The checked tree of a whole query and what it gives.

        Raises:
            Stop: there is a finding.
        """
        if chain.root != "cpg":
            meant = self._words.instead.get(chain.root, chain.root)
            if meant not in self._words.starts:
                raise self._stop("S201", "a query begins with cpg", chain.position)
            self.fixes.append("start: a query begins with cpg")
            chain = Chain("cpg", (Step(meant, position=chain.position), *chain.steps), chain.position)
        return self.chain(chain, {})

    def chain(self, chain: Chain, scope: dict[str, Kind]) -> tuple[Chain, Kind]:
        """A chain from `cpg`, `_` or a parameter. Raises `Stop`."""
        steps = list(chain.steps)
        done: list[Step] = []
        if chain.root == "cpg":
            if not steps:
                raise self._stop("N201", "cpg needs a step: cpg.method", chain.position)
            first, kind = self._start(steps.pop(0))
            done.append(first)
        elif chain.root in scope:
            kind = scope[chain.root]
        else:
            raise self._stop("S201", f"{chain.root} stands for nothing here", chain.position)
        for step in steps:
            self._follows(step, done)
            made, kind = self._step(step, kind, scope)
            done.append(made)
        return Chain(chain.root, tuple(done), chain.position), kind

    def _follows(self, step: Step, done: list[Step]) -> None:
        """What stands only after another step: `reverse` after `sortBy`, `path` after `enablePathTracking`."""
        if step.name == "path" and not any(one.name == "enablePathTracking" for one in done):
            raise self._stop("N201", "path needs enablePathTracking before it", step.position)
        before = next((one.name for one in reversed(done) if one.name not in ("take", "drop")), "")
        if step.name == "reverse" and before not in ("sortBy", "reverse"):
            raise self._stop("N201", "reverse follows sortBy", step.position)

    def _stop(self, code: str, message: str, position: int, suggestion: str | None = None) -> Stop:
        self.findings.append(Finding(code=code, message=message, position=position, suggestion=suggestion))
        return Stop()

    def _unknown(self, step: Step, where: str, known: Iterable[str]) -> Stop:
        names = sorted(set(known))
        found = process.extractOne(step.name, names, scorer=fuzz.ratio, score_cutoff=_LIKE)
        message = f"{where} has no step {step.name}"
        return self._stop("N201", message, step.position, found[0] if found else None)

    def _start(self, step: Step) -> tuple[Step, Kind]:
        name = step.name
        if name not in self._words.starts:
            name = self._words.instead.get(name, name)
            if name not in self._words.starts:
                raise self._unknown(step, "cpg", self._words.starts)
            self.fixes.append(f"step: {step.name} is {name}")
        kind = Kind(self._words.starts[name])
        if not step.arguments:
            return Step(name, position=step.position), kind
        arguments = self._one_list(step)
        texts = tuple(self._typed(one, "Regex") for one in arguments)
        return Step(name, (texts,), step.position), kind

    def _one_list(self, step: Step) -> tuple[Expression, ...]:
        if len(step.arguments) > 1:
            raise self._stop("N202", f"{step.name} takes one list of arguments", step.position)
        return step.arguments[0] if step.arguments else ()

    def _step(self, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
        if kind.ended and not (kind.name == "Groups" and step.name == "iterator"):
            raise self._stop("N201", f"nothing follows the end of a query: {step.name}", step.position)
        renamed = self._words.instead.get(step.name)
        if renamed and not self._knows(step.name, kind) and self._knows(renamed, kind):
            self.fixes.append(f"step: {step.name} is {renamed}")
            step = replace(step, name=renamed)

        if kind.many and step.name in self.general:
            return self.general[step.name](self, step, kind, scope)
        if kind.name == "Groups" and step.name == "iterator":
            return Step("iterator"), Kind("Tuple", items=kind.items)
        if not kind.many and kind.name in _SCALARS:
            return self._of_value(step, kind, scope)
        if not kind.many and kind.name == "Group":
            return self._of_group(step, kind)
        if not kind.many and kind.name in _OF_FLOW:
            return self._of_flow(step, kind)
        if kind.name in self._words.steps:
            return self._of_nodes(step, kind, scope)
        if kind.name == "Tuple" and not kind.many:
            places = [f"_{number}" for number in range(1, len(kind.items) + 1)]
            if step.name in places and not step.arguments:
                return Step(step.name), kind.items[places.index(step.name)]
            raise self._unknown(step, "a tuple", places)
        raise self._unknown(step, _said(kind), self.general)

    def _of_flow(self, step: Step, kind: Kind) -> tuple[Step, Kind]:
        """The elements of a flow of data, and the first and last of them."""
        known = _OF_FLOW[kind.name]
        if step.name not in known:
            raise self._unknown(step, kind.name, known)
        self._none(step, self._one_list(step))
        return Step(step.name), Kind(known[step.name], many=False)

    def _of_group(self, step: Step, kind: Kind) -> tuple[Step, Kind]:
        """A number of a group of values."""
        of = kind.items[0] if kind.items else Kind("")
        if step.name not in _OF_GROUP or (step.name != "size" and of.name not in _NUMBERS):
            raise self._unknown(step, f"a group of {of.name}", _OF_GROUP)
        self._none(step, self._one_list(step))
        return Step(step.name), Kind("Int" if step.name == "size" else of.name, many=False)

    def _knows(self, name: str, kind: Kind) -> bool:
        own = self._words.steps.get(kind.name, {}) | self._words.properties.get(kind.name, {})
        return (
            name in own or (kind.many and name in self.general) or (name == "numberOfLines" and kind.name == "Method")
        )

    def _of_nodes(self, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
        """A step from a node, or nodes, to others, to a property, or a filter by a property."""
        steps, properties = self._words.steps[kind.name], self._words.properties[kind.name]
        name, given = step.name, self._one_list(step)
        if name == "numberOfLines" and kind.name == "Method":
            self._none(step, given)
            return Step(name), Kind("Int", many=kind.many)
        if name in properties and not given:
            missing = not kind.many and name in _OPTIONAL
            return Step(name, step.arguments and ((),)), Kind(properties[name], many=kind.many, optional=missing)
        for property_, type_ in properties.items():
            if name in {property_ + ending for ending in _FILTERS[type_]} and given:
                if not kind.many:
                    message = f"{name} filters a traversal; of one node, compare the property"
                    raise self._stop("N202", message, step.position, f"{property_} == ...")
                exact = name.endswith("Exact")
                wanted = "Regex" if type_ == "String" and not exact else type_
                texts = tuple(self._compared(one, wanted, scope) for one in given)
                return Step(name, (texts,), step.position), kind
        if name in steps:
            if given and steps[name] in self._words.properties and "name" in self._words.properties[steps[name]]:
                if all(isinstance(one, Literal) for one in given):
                    texts = tuple(self._index(name, one) for one in given)
                    return Step(name, (texts,), step.position), Kind(steps[name])
            elif given and name == "argument":
                return Step(name, (tuple(self._typed(one, "Int") for one in given),)), Kind(steps[name])
            self._none(step, given)
            return self._led(step, steps[name], kind)

        raise self._unknown(step, _said(kind), [*steps, *properties, *(self.general if kind.many else ())])

    def _led(self, step: Step, to: str, kind: Kind) -> tuple[Step, Kind]:
        """A step without arguments: of one node, it may be a question, lead to one node, or not exist."""
        made = Step(step.name, step.arguments and ((),))
        if kind.many:
            return made, Kind(to)
        if step.name in self._words.traversal_only.get(kind.name, ()):
            raise self._stop("N201", f"one {kind.name} has no step {step.name}", step.position)
        if _ASKS.match(step.name) and step.name in self._words.steps["AstNode"]:
            return made, BOOLEAN
        return made, Kind(to, many=not self._words.leads_to_one(kind.name, step.name))

    def _compared(self, given: Expression, wanted: str, scope: dict[str, Kind]) -> Expression:
        """What a property is compared with: a literal, or where it is not a regular expression, a value of its type."""
        if isinstance(given, Literal) or wanted == "Regex":
            return self._typed(given, wanted)
        made, gives = self.expression(given, scope)
        if gives.many or gives.optional or gives.name != wanted:
            raise self._stop("N202", f"{wanted} is expected here", getattr(given, "position", -1))
        return made

    def _index(self, name: str, given: Expression) -> Expression:
        return self._typed(given, "Int" if name == "argument" else "Regex")

    def _none(self, step: Step, given: tuple[Expression, ...]) -> None:
        if given:
            raise self._stop("N202", f"{step.name} takes nothing", step.position)

    def _of_value(self, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
        """A step of one text, number or Boolean."""
        given = self._one_list(step)
        if kind.optional:
            if step.name == "getOrElse" and len(given) == 1:
                default = self._typed(given[0], kind.name)
                return Step(step.name, ((default,),)), Kind(kind.name, many=False)
            if step.name in ("isDefined", "isEmpty", "nonEmpty") and not given:
                return Step(step.name), BOOLEAN
            raise self._unknown(step, "a value that may be missing", ["getOrElse", "isDefined", "isEmpty", "nonEmpty"])
        if kind.name in _NUMBERS and step.name in _NUMBER:
            self._none(step, given)
            return Step(step.name), Kind(_NUMBER[step.name] or kind.name, many=False)
        if kind.name != "String" or step.name not in _TEXT:
            known: Iterable[str] = _TEXT if kind.name == "String" else _NUMBER if kind.name in _NUMBERS else ()
            raise self._unknown(step, _said(kind), known)
        takes, gives = _TEXT[step.name]
        if takes is None:
            self._none(step, given)
            return Step(step.name), Kind(gives, many=False)
        if len(given) != 1:
            raise self._stop("N202", f"{step.name} takes one text", step.position)
        return Step(step.name, ((self._compared(given[0], takes, scope),),)), Kind(gives, many=False)

    def _typed(self, given: Expression, wanted: str) -> Literal:
        """A literal of a type; a text that reads as one is repaired."""
        if not isinstance(given, Literal):
            raise self._stop("N202", "a value is expected here", getattr(given, "position", -1))
        value, plain = given.value, "String" if wanted == "Regex" else wanted
        if plain == "Boolean" and isinstance(value, str) and value.lower() in ("true", "false"):
            self.fixes.append(f'value: "{value}" is the Boolean {value.lower()}')
            value = value.lower() == "true"
        elif plain == "Int" and isinstance(value, str) and value.isdecimal() and len(value) < 10:
            self.fixes.append(f'value: "{value}" is the number {int(value)}')
            value = int(value)
        elif plain == "String" and not isinstance(value, str):
            self.fixes.append(f"value: {str(value).lower()} is the text")
            value = str(value).lower()
        if type(value).__name__ != {"String": "str", "Int": "int", "Boolean": "bool"}[plain]:
            raise self._stop("N202", f"{plain} is expected here", given.position)
        if isinstance(value, int) and value >= 2**31:
            raise self._stop("N202", "this number is too large", given.position)
        if wanted == "Regex" and isinstance(value, str) and (wrong := trouble(value)):
            raise self._stop("B203", wrong, given.position)
        return Literal(value, given.position)

    def expression(self, node: Expression, scope: dict[str, Kind]) -> tuple[Expression, Kind]:
        """An expression within a lambda. Raises `Stop`."""
        if isinstance(node, Chain):
            return self.chain(node, scope)
        if isinstance(node, Literal):
            return node, Kind({"str": "String", "int": "Int", "bool": "Boolean"}[type(node.value).__name__], many=False)
        if isinstance(node, Group):
            made = [self.expression(one, scope) for one in node.items]
            if not 2 <= len(made) <= 12 or any(_unshown(kind) for _, kind in made):
                raise self._stop("N202", "a tuple has two to twelve properties, numbers or nodes", node.position)
            return Group(tuple(one for one, _ in made)), Kind(
                "Tuple", many=False, items=tuple(kind for _, kind in made)
            )
        if isinstance(node, Operation):
            return self._operation(node, scope)
        raise self._stop("N202", "a lambda stands only as the argument of a step", node.position)

    def _operation(self, node: Operation, scope: dict[str, Kind]) -> tuple[Expression, Kind]:
        made = [self.expression(one, scope) for one in node.operands]
        kinds = [kind for _, kind in made]
        if any(kind.many or kind.name not in _SCALARS or kind.optional for kind in kinds):
            hint = "getOrElse(0)" if any(kind.optional for kind in kinds) else None
            raise self._stop("N202", f"{node.operator} compares single values", node.position, hint)
        if node.operator in _ARITHMETIC:
            return self._arithmetic(node, made)
        logical = node.operator in ("&&", "||", "!")
        if logical and any(kind.name != "Boolean" for kind in kinds):
            raise self._stop("N202", f"{node.operator} joins Booleans", node.position)
        if not logical and kinds[0].name != kinds[1].name and not _NUMBERS.issuperset(one.name for one in kinds):
            raise self._stop("N202", f"{kinds[0].name} is compared with {kinds[1].name}", node.position)
        if node.operator in ("<", "<=", ">", ">=") and kinds[0].name == "Boolean":
            raise self._stop("N202", "Booleans have no order", node.position)
        return Operation(node.operator, tuple(one for one, _ in made)), BOOLEAN

    def _arithmetic(self, node: Operation, made: list[tuple[Expression, Kind]]) -> tuple[Expression, Kind]:
        """A sum or product of numbers, or texts that are joined."""
        names = [kind.name for _, kind in made]
        done = Operation(node.operator, tuple(one for one, _ in made))
        if _NUMBERS.issuperset(names):
            return done, Kind("Double" if "Double" in names else "Int", many=False)
        if node.operator == "+" and names[0] == "String" and names[1] in _SCALARS:
            return done, Kind("String", many=False)
        raise self._stop("N202", f"{node.operator} joins numbers", node.position)

    def function(self, node: Expression, kind: Kind, scope: dict[str, Kind]) -> tuple[Expression, Kind]:
        """The argument of a step that takes a function: a lambda, or an expression with one `_`. Raises `Stop`."""
        if isinstance(node, Lambda):
            body, gives = self.expression(node.body, scope | {node.parameter: kind})
            return Lambda(node.parameter, body), gives
        if _underscores(node) > 1:
            name = next(one for one in ("x", "y", "z", "u", "v", "w") if one not in scope)
            self.fixes.append("lambda: _ stands for a new argument each time; named once instead")
            return self.function(Lambda(name, _renamed(node, name)), kind, scope)
        if _underscores(node) == 0:
            raise self._stop("N202", "this step takes a function of _", getattr(node, "position", -1))
        return self.expression(node, scope | {"_": kind})


def _unshown(kind: Kind) -> bool:
    return kind.name in ("Tuple", "Groups") or (kind.many and kind.name not in _SCALARS and not kind.ended)


def _said(kind: Kind) -> str:
    if kind.name in _SCALARS:
        return f"a {kind.name}" if not kind.many else f"a traversal of {kind.name}"
    return kind.name


def _underscores(node: Expression) -> int:
    """How often `_` stands in an expression itself, not in the arguments of its steps."""
    if isinstance(node, Chain):
        return int(node.root == "_")
    if isinstance(node, Operation):
        return sum(map(_underscores, node.operands))
    return sum(map(_underscores, node.items)) if isinstance(node, Group) else 0


def _renamed(node: Expression, name: str) -> Expression:
    if isinstance(node, Chain):
        return replace(node, root=name) if node.root == "_" else node
    if isinstance(node, Operation):
        return replace(node, operands=tuple(_renamed(one, name) for one in node.operands))
    return replace(node, items=tuple(_renamed(one, name) for one in node.items)) if isinstance(node, Group) else node
