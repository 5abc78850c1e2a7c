"""Random reading queries over a small graph, as text: what a person or a model could write, and odder.

Every query is valid and has one right answer: LIMIT stands only behind an ORDER BY that leaves no choice, and nothing
depends on the order in which a list was collected.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

NODES = {
    "Person": {"nick": "str", "age": "int", "score": "float", "active": "bool", "tags": "list"},
    "City": {"nick": "str", "size": "int"},
    "Film": {"tale": "str", "year": "int"},
}
EDGES = {
    "KNOWS": ("Person", "Person", {"since": "int"}),
    "LIVES_IN": ("Person", "City", {}),
    "LIKES": ("Person", "Film", {"stars": "int"}),
    "NEAR": ("City", "City", {"since": "int"}),
}
WORDS = ["a", "b", "ab", "Ba", ""]
NAMES = ["n", "m", "p", "q", "x", "y", "end", "order", "match", "count", "Set", "t1", "a b"]


@dataclass
class Scope:
    """What is visible: nodes and relationships with their label or type, and values with their kind."""

    nodes: dict[str, str | None] = field(default_factory=dict)
    edges: dict[str, str | None] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        return {*self.nodes, *self.edges, *self.values}

    def copy(self) -> Scope:
        return Scope(dict(self.nodes), dict(self.edges), dict(self.values))


def said(name: str) -> str:
    return f"`{name}`" if " " in name else name


class Queries:
    """Writes one query; `random` decides everything."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *choices):
        return self.random.choice(choices)

    def fresh(self, scope: Scope) -> str:
        free = [name for name in NAMES if name not in scope.names]
        if free and self.chance(0.8):
            return self.random.choice(free)
        self.count += 1
        return f"v{self.count}"

    # Clauses

    def query(self) -> str:
        if self.chance(0.1):
            kinds = [self.kind() for _ in range(self.random.randint(1, 2))]
            joint = self.pick(" UNION ", " UNION ALL ")
            return joint.join(self.single([(f"c{i}", kind) for i, kind in enumerate(kinds)]) for _ in range(2))
        return self.single(None)

    def kind(self) -> str:
        return self.pick("int", "str", "bool", "int", "str", "float")

    def single(self, columns: list[tuple[str, str]] | None) -> str:
        scope = Scope()
        text = []
        if self.chance(0.1):
            text.append(self.unwind(scope))
        text.append(self.match(scope))
        for _ in range(self.random.choice([0, 0, 1, 1, 2, 3])):
            clause = self.pick(self.match, self.match, self.optional, self.with_, self.with_, self.unwind)
            text.append(clause(scope))
        text.append(self.return_(scope, columns))
        return " ".join(text)

    def optional(self, scope: Scope) -> str:
        return "OPTIONAL " + self.match(scope)

    def match(self, scope: Scope) -> str:
        before = scope.copy()
        patterns = [self.path(scope) for _ in range(self.pick(1, 1, 1, 2))]
        if len(patterns) == 1 and self.chance(0.06) and not before.nodes:
            name = self.fresh(scope)
            scope.values[name] = "path"
            patterns[0] = f"{said(name)} = {patterns[0]}"
        where = f" WHERE {self.boolean(scope, 2)}" if self.chance(0.35) else ""
        return f"MATCH {', '.join(patterns)}{where}"

    def node(self, scope: Scope, label: str | None, *, may_bind: bool = True) -> str:
        known = [n for n, of in scope.nodes.items() if of == label or label is None or of is None]
        if known and self.chance(0.3):
            name = self.random.choice(known)
            return f"({said(name)}{f':{label}' if label and self.chance(0.2) else ''})"
        name = ""
        if may_bind and self.chance(0.8):
            name = self.fresh(scope)
            scope.nodes[name] = label
        text = said(name)
        if label is not None:
            text += f":{label}"
            if self.chance(0.06):
                text += self.pick(":Person", "|City", "&!City", "&Person", "|Film|City")
        inner = ""
        if self.chance(0.06):
            key, kind = self.random.choice(sorted((NODES.get(label or "") or {"nick": "str"}).items()))
            if kind in ("int", "str"):
                inner += f" {{{key}: {self.constant(kind)}}}"
        if name and self.chance(0.06):
            inner += f" WHERE {self.boolean(Scope({name: label}), 1)}"
        return f"({text}{inner})"

    def path(self, scope: Scope, *, may_bind: bool = True) -> str:
        length = self.random.choice([0, 1, 1, 1, 2, 2])
        label = self.pick("Person", "Person", "City", "Film", None)
        text = self.node(scope, label, may_bind=may_bind)
        for _ in range(length):
            types = [t for t, (start, end, _) in EDGES.items() if label in (start, end) or label is None]
            type_ = self.random.choice(types)
            start, end, keys = EDGES[type_]
            forward = label == start if start != end else self.chance(0.5)
            other = end if forward else start
            name = ""
            hops = self.chance(0.08)
            if may_bind and not hops and self.chance(0.4):
                name = self.fresh(scope)
                scope.edges[name] = type_
            shown = f":{type_}" if self.chance(0.85) else self.pick("", f":{type_}|KNOWS", f":{type_}|:NEAR")
            if hops:
                shown += self.pick("*1..2", "*2", "*0..1", "*..2")
            elif keys and self.chance(0.05):
                shown += f" {{{self.random.choice(sorted(keys))}: {self.constant('int')}}}"
            body = f"[{said(name)}{shown}]" if name or shown else ""
            kind = self.pick("directed", "directed", "either")
            left, right = ("-", "-") if kind == "either" else ("-", "->") if forward else ("<-", "-")
            label = other if self.chance(0.8) else None
            text += f"{left}{body}{right}{self.node(scope, label, may_bind=may_bind)}"
            label = other
        return text

    def unwind(self, scope: Scope) -> str:
        kind = self.pick("int", "str")
        source = "[" + ", ".join(self.expression(scope, kind, 1) for _ in range(self.random.randint(0, 3))) + "]"
        lists = [f"{said(n)}.tags" for n, label in scope.nodes.items() if label == "Person"]
        if lists and self.chance(0.3):
            source, kind = self.random.choice(lists), "str"
        name = self.fresh(scope)
        scope.values[name] = kind
        return f"UNWIND {source} AS {said(name)}"

    def with_(self, scope: Scope) -> str:
        return self.projection(scope, "WITH", None)

    def return_(self, scope: Scope, columns: list[tuple[str, str]] | None) -> str:
        return self.projection(scope, "RETURN", columns)

    def projection(self, scope: Scope, word: str, columns: list[tuple[str, str]] | None) -> str:
        final = word == "RETURN"
        if columns is None and self.chance(0.06) and scope.names:
            where = f" WHERE {self.boolean(scope, 1)}" if not final and self.chance(0.5) else ""
            return f"{word} *{where}"
        after = Scope()
        grouped = self.chance(0.35)
        distinct = not grouped and self.chance(0.15)
        items, scalars = self.items(scope, after, columns, grouped=grouped, final=final)
        text = f"{word} {'DISTINCT ' if distinct else ''}{', '.join(items)}"
        text += self.order(scope, after, scalars, len(items), closed=grouped or distinct or columns is not None)
        if not final and self.chance(0.4):
            visible = after
            if not (grouped or distinct) and self.chance(0.3):
                visible = _seen(scope, after)
            text += f" WHERE {self.boolean(visible, 1)}"
        scope.nodes, scope.edges, scope.values = after.nodes, after.edges, after.values
        return text

    def items(self, scope: Scope, after: Scope, columns, *, grouped: bool, final: bool) -> tuple[list[str], list[str]]:
        """The items of a projection and the names of those that sort well."""
        items: list[str] = []
        scalars: list[str] = []
        wanted = columns or [(None, self.kind()) for _ in range(self.random.randint(1, 3))]
        if columns is None:
            for name in self.random.sample(sorted(scope.nodes), k=min(len(scope.nodes), self.pick(0, 0, 1, 2))):
                new = name if self.chance(0.7) else self.fresh(after)
                if new in after.names:
                    continue
                after.nodes[new] = scope.nodes[name]
                items.append(said(name) if new == name else f"{said(name)} AS {said(new)}")
            for name in self.random.sample(sorted(scope.edges), k=min(len(scope.edges), self.pick(0, 0, 0, 1))):
                if name not in after.names:
                    after.edges[name] = scope.edges[name]
                    items.append(said(name))
        for given, kind in wanted:
            aggregate = grouped and self.chance(0.6)
            text = self.aggregate(scope, kind) if aggregate else self.expression(scope, kind, 2)
            if aggregate and kind == "int" and self.chance(0.15):
                text = f"{text} {self.pick('+', '-', '*')} {self.pick('1', self.aggregate(scope, kind))}"
            name = given
            if name is None:
                hidden = [n for n in scope.names if n not in after.names]
                name = self.random.choice(hidden) if hidden and self.chance(0.15) else self.fresh(after)
            after.values[name] = kind
            scalars.append(name)
            items.append(f"{text} AS {said(name)}")
        return items, scalars

    def order(self, scope: Scope, after: Scope, scalars: list[str], width: int, *, closed: bool) -> str:
        if self.chance(0.6) or not scalars:
            return ""
        keys = [f"{said(name)}{self.pick('', ' DESC', ' ASC')}" for name in scalars]
        if width == len(scalars):  # all columns are sorted by, so that a limit leaves no choice
            text = f" ORDER BY {', '.join(keys)}"
            if self.chance(0.3):
                text += f" SKIP {self.random.randint(0, 3)}"
            return text + (f" LIMIT {self.random.randint(0, 6)}" if self.chance(0.6) else "")
        if not closed and self.chance(0.4):
            keys.append(self.expression(_seen(scope, after), self.pick("int", "str"), 1))
        return f" ORDER BY {', '.join(keys)}"

    # Expressions

    def constant(self, kind: str) -> str:
        if kind == "int":
            return str(self.random.randint(-2, 5))
        if kind == "float":
            return str(self.pick(0.5, 1.0, -2.5, 3.25))
        if kind == "bool":
            return self.pick("true", "false", "true", "null")
        return repr(self.random.choice(WORDS))

    def reference(self, scope: Scope, kind: str) -> str | None:
        found = [said(name) for name, of in scope.values.items() if of == kind]
        for name, label in scope.nodes.items():
            found += [f"{said(name)}.{key}" for key, of in NODES.get(label or "", {}).items() if of == kind]
        for name, type_ in scope.edges.items():
            found += [f"{said(name)}.{key}" for key, of in EDGES[type_][2].items() if of == kind]
        return self.random.choice(found) if found else None

    def expression(self, scope: Scope, kind: str, depth: int) -> str:
        if kind == "bool":
            return self.boolean(scope, depth, value=True)
        reference = self.reference(scope, kind)
        if reference is not None and (depth == 0 or self.chance(0.6)):
            return reference
        if depth == 0 or self.chance(0.2):
            return self.constant(kind) if self.chance(0.95) else "null"
        inner = lambda of=kind: self.expression(scope, of, depth - 1)  # noqa: E731 - it is called many times below
        if self.chance(0.15):
            return f"CASE WHEN {self.boolean(scope, depth - 1)} THEN {inner()} {self.pick('', f'ELSE {inner()} ')}END"
        if self.chance(0.08):
            return f"CASE {inner('int')} WHEN {inner('int')} THEN {inner()} ELSE {inner()} END"
        if self.chance(0.12):
            return f"coalesce({inner()}, {inner()})"
        if kind == "int":
            forms = [f"({inner()} {self.pick('+', '-', '*')} {inner()})", f"abs({inner()})", f"-{inner()}"]
            forms += [f"{inner()} + {inner()} * {inner()}", f"size({inner('str')})", f"({inner()} % 3)"]
            if scope.nodes:
                forms.append(f"COUNT {{ {self.subpath(scope)} }}")
            paths = [name for name, of in scope.values.items() if of == "path"]
            forms += [f"length({said(name)})" for name in paths]
            return self.random.choice(forms)
        if kind == "float":
            return self.pick(f"({inner()} + {inner()})", f"toFloat({inner('int')})", f"({inner('int')} / 2.0)")
        return self.pick(f"toLower({inner()})", f"toUpper({inner()})", f"({inner()} + {inner()})", f"trim({inner()})")

    def boolean(self, scope: Scope, depth: int, *, value: bool = False) -> str:
        """A condition; where a `value` is wanted, no bare pattern."""
        inner = lambda: self.boolean(scope, depth - 1)  # noqa: E731 - as above
        of = lambda kind: self.expression(scope, kind, max(0, depth - 1))  # noqa: E731 - as above
        if depth > 0 and self.chance(0.45):
            form = self.random.random()
            if form < 0.6:
                return f"({inner()} {self.pick('AND', 'OR', 'AND', 'OR', 'XOR')} {inner()})"
            return f"NOT {inner()}" if form < 0.85 else f"NOT ({inner()} {self.pick('AND', 'OR')} {inner()})"
        forms = [
            f"{of('int')} {self.pick('=', '<>', '<', '<=', '>', '>=')} {of('int')}",
            f"{of('str')} {self.pick('=', '<>', '<', '>=')} {of('str')}",
            f"{of('str')} {self.pick('STARTS WITH', 'ENDS WITH', 'CONTAINS')} {of('str')}",
            f"{of('int')} IN [{self.constant('int')}, {self.constant('int')}{self.pick('', ', null')}]",
            f"{of(self.pick('int', 'str', 'float'))} IS {self.pick('', 'NOT ')}NULL",
            f"{self.pick('any', 'all', 'none')}(i IN [{of('int')}, {of('int')}] WHERE i > {of('int')})",
        ]
        reference = self.reference(scope, "bool")
        if reference is not None:
            forms += [reference, reference]
        if scope.nodes:
            name = said(self.random.choice(sorted(scope.nodes)))
            forms.append(f"{name}:{self.pick('Person', 'City', 'Person|City', '!Film', 'Person&!City')}")
            forms.append(f"EXISTS {{ {self.subpath(scope)} }}")
            label = scope.nodes[self.random.choice(sorted(scope.nodes))]
            types = [t for t, ends in EDGES.items() if label in ends[:2]] or sorted(EDGES)
            if not value:
                forms.append(f"({name})-[:{self.random.choice(types)}]-{self.pick('', '>')}()")
        return self.random.choice(forms)

    def subpath(self, scope: Scope) -> str:
        """A pattern that starts at a visible node, with names of its own."""
        name = self.random.choice(sorted(scope.nodes))
        label = scope.nodes[name]
        types = [t for t, ends in EDGES.items() if label in ends[:2]] or sorted(EDGES)
        type_ = self.random.choice(types)
        start, end, _ = EDGES[type_]
        other = end if label == start else start
        inner = scope.copy()
        new = self.fresh(inner)
        inner.nodes[new] = other
        direction = self.pick("-", "->") if label == start else "-"
        back = "<-" if label == end and label != start and self.chance(0.5) else "-"
        text = f"({said(name)}){back}[:{type_}]{direction if back == '-' else '-'}({said(new)}:{other})"
        where = f" WHERE {self.boolean(Scope({new: other}), 1)}" if self.chance(0.5) else ""
        return f"MATCH {text}{where}" if self.chance(0.6) or where else text

    def aggregate(self, scope: Scope, kind: str) -> str:
        distinct = self.pick("", "", "DISTINCT ")
        if kind == "int":
            if self.chance(0.3):
                return "count(*)"
            if scope.nodes and self.chance(0.5):
                return f"count({distinct}{said(self.random.choice(sorted(scope.nodes)))})"
            value = self.expression(scope, "int", 1)
            if self.chance(0.2):
                condition = self.boolean(scope, 1)
                return f"{self.pick('count', 'sum')}({distinct}CASE WHEN {condition} THEN {value} END)"
            return f"{self.pick('count', 'sum', 'min', 'max')}({distinct}{value})"
        if kind == "float":
            return f"{self.pick('avg', 'sum', 'max')}({distinct}{self.expression(scope, self.pick('int', 'float'), 1)})"
        if kind == "bool":
            return f"count({distinct}{self.expression(scope, 'str', 1)}) > {self.constant('int')}"
        return f"{self.pick('min', 'max')}({distinct}{self.expression(scope, 'str', 1)})"


def _seen(scope: Scope, after: Scope) -> Scope:
    """What ORDER BY and WHERE behind a projection see: what was visible, and over it what is projected."""
    seen = scope.copy()
    for name in after.names:
        for kind in (seen.nodes, seen.edges, seen.values):
            kind.pop(name, None)
    return Scope({**seen.nodes, **after.nodes}, {**seen.edges, **after.edges}, {**seen.values, **after.values})
