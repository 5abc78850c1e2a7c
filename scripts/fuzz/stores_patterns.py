"""Random patterns and conditions, as text, over the graphs of `stores_graphs`: what stores take shortcuts through."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from scripts.fuzz.stores_graphs import LABELS, TYPES, WORDS

PARAMETERS = {"one": 1, "word": "x", "some": (0, 1)}
NAMES = ("a", "b", "c", "n", "m", "x", "y", "r")
_NODE_KEYS = {"int": ("k", "u"), "str": ("s", "name"), "bool": ("b",)}
_RELATIONSHIP_KEYS = {"int": ("w", "u")}


@dataclass
class Scope:
    """The names that are visible, each with what it stands for: node, rel, rels, path, list, int, str or bool."""

    kinds: dict[str, str] = field(default_factory=dict)

    def of(self, *kinds: str) -> list[str]:
        return [name for name, kind in self.kinds.items() if kind in kinds]

    def copy(self) -> Scope:
        return Scope(dict(self.kinds))


class Patterns:
    """Writes patterns and expressions; `random` decides everything."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self._count = 0
        self._depth = 0
        self.naming = 0.55
        """How many new nodes have a name."""

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def fresh(self, scope: Scope) -> str:
        """A name that is not visible; often one that was."""
        free = [name for name in NAMES if name not in scope.kinds]
        if free:
            return self.random.choice(free)
        self._count += 1
        return f"v{self._count}"

    # Patterns

    def path(
        self, scope: Scope, before: Scope, *, bind: bool = True, steps: int | None = None, known: float = 0.5
    ) -> str:
        """A path over new nodes and, as often as `known` says, from a known one. Its values see what was before."""
        length = self.random.choice((0, 1, 1, 1, 2, 2, 2, 3)) if steps is None else steps
        text = self._node(scope, before, bind=bind, known=known)
        ranged = 0
        for _ in range(length):
            step, more = self._relationship(scope, before, bind=bind, may_range=not ranged)
            ranged += more
            text += step + self._node(scope, before, bind=bind, known=0.07)
        return text

    def _node(self, scope: Scope, before: Scope, *, bind: bool, known: float) -> str:
        nodes = scope.of("node")
        if nodes and self.chance(known):
            return f"({self.random.choice(nodes)}{self.label() if self.chance(0.08) else ''})"
        name = ""
        if bind and self.chance(self.naming):
            name = self.fresh(scope)
            scope.kinds[name] = "node"
        text = name + (self.label() if self.chance(0.3) else "")
        if self.chance(0.13):
            text += f" {self._map(before, 'node')}"
        elif name and self.chance(0.04):
            text += f" WHERE {self._own_condition(name, 'node')}"
        return f"({text.strip()})"

    def label(self) -> str:
        """A label, or now and then several."""
        one, other = self.random.sample(LABELS, 2)
        return self.pick(*[f":{one}"] * 12, f":{one}:{other}", f":{one}|{other}", f":!{one}")

    def _relationship(self, scope: Scope, before: Scope, *, bind: bool, may_range: bool) -> tuple[str, bool]:
        """A relationship, and whether it is one of several hops."""
        one, other = self.random.sample(("R", "R", "R", "S", "T", "U"), 2)
        text = self.pick(*[f":{one}"] * 4, f":{one}|{other}", "", "", "", "")
        ranged = may_range and self.chance(0.15)
        name = ""
        if bind and self.chance(self.naming / 2):
            name = self.fresh(scope)
            scope.kinds[name] = "rels" if ranged else "rel"
        if ranged:
            text += self.pick("*2", "*2", "*1..2", "*0..1", "*0..2", "*..2", "*2..3", "*3", "*1")
        if self.chance(0.06):
            text += f" {self._map(before, 'rel')}"
        elif name and not ranged and self.chance(0.04):
            text += f" WHERE {self._own_condition(name, 'rel')}"
        left, right = self.random.choice((("-", "->"), ("-", "->"), ("<-", "-"), ("<-", "-"), ("-", "-")))
        inside = f"{name}{text}".strip()
        return f"{left}[{inside}]{right}" if inside else f"{left}{right}", ranged

    def _map(self, before: Scope, kind: str) -> str:
        kinds = _NODE_KEYS if kind == "node" else _RELATIONSHIP_KEYS
        of = self.pick(*kinds)
        key = self.pick(*kinds[of])
        known = before.of("int") if of == "int" else ()
        value = self.random.choice(known) if known and self.chance(0.4) else self.constant(of)
        return f"{{{key}: {value}}}"

    # Values

    def constant(self, kind: str) -> str:
        if kind == "int":
            return self.pick("0", "1", "1", "2", "$one")
        if kind == "bool":
            return self.pick("true", "false")
        return self.pick(*(f"'{word}'" for word in WORDS), "$word")

    def reference(self, scope: Scope, kind: str) -> str | None:
        """A property or a name of this kind; None if there is none."""
        found = scope.of(kind)
        found += [f"{name}.{key}" for name in scope.of("node") for key in _NODE_KEYS[kind]]
        found += [f"{name}.{key}" for name in scope.of("rel") for key in _RELATIONSHIP_KEYS.get(kind, ())]
        return self.random.choice(found) if found else None

    def value(self, scope: Scope, kind: str) -> str:
        """An expression of this kind."""
        plain = self.reference(scope, kind) or self.constant(kind)
        if kind == "bool":
            return plain if self.chance(0.5) else f"({self.condition(scope, 1)})"
        if self.chance(0.7):
            return plain
        if kind == "str":
            computed = [f"{name}['na' + 'me']" for name in scope.of("node")[:1]]
            return self.pick(f"toUpper({plain})", f"coalesce({plain}, 'none')", *computed, *self._types(scope))
        forms = [f"({plain} + 1)", f"coalesce({plain}, -1)", f"size({self.value(scope, 'str')})"]
        if not self._depth:
            forms += [f"COUNT {{ {self.inner(scope)} }}"] * 2
        forms += [f"size({name})" for name in scope.of("list", "rels")] + [f"length({n})" for n in scope.of("path")]
        if scope.of("node") and self.chance(0.3):
            forms += [f"size([{self.anchored(scope)} | 1])"]
        forms.append(f"CASE WHEN {self.condition(scope, 1)} THEN {plain} END")
        return self.pick(*forms)

    def _types(self, scope: Scope) -> list[str]:
        return [f"type({name})" for name in scope.of("rel")]

    # Conditions

    def condition(self, scope: Scope, depth: int) -> str:
        """Something that is true, false or null."""
        if depth > 0 and self.chance(0.4):
            one, other = self.condition(scope, depth - 1), self.condition(scope, depth - 1)
            return self.pick(f"{one} AND {other}", f"({one} OR {other})", f"NOT ({one})", f"({one} XOR {other})")
        int_, str_ = self.reference(scope, "int") or "1", self.reference(scope, "str") or "'x'"
        sign = self.pick("=", "=", "<>", "<", ">", ">=")
        forms = [
            f"{int_} {sign} {self.constant('int')}",
            f"{int_} {sign} {self.reference(scope, 'int') or '1'}",
            f"{str_} {self.pick('=', '<>', 'STARTS WITH', 'CONTAINS')} {self.constant('str')}",
            f"{int_} IN [{self.constant('int')}, {self.constant('int')}]",
            f"{int_} IN $some",
            f"{self.pick(int_, str_)} IS {self.pick('', 'NOT ')}NULL",
        ]
        for name in scope.of("node", "rel")[:1]:
            forms.append(f"'{self.pick('name', 'k', 'w', 'u')}' IN keys({name})")
            forms.append(f"any(key IN keys({name}) WHERE {name}[key] = {self.constant(self.pick('str', 'int'))})")
        for name in scope.of("list"):
            forms.append(f"{int_} IN {name}")
            forms.append(f"{self.pick('any', 'all', 'none', 'single')}(i IN {name} WHERE i > 0)")
        forms.append(f"({int_} = {self.constant('int')} OR {int_} = {self.constant('int')})")
        ends = [f"{self.pick('startNode', 'endNode')}({r}) = {n}" for r in scope.of("rel") for n in scope.of("node")]
        forms += ends[:3] + [f"elementId({name}) = 'n1'" for name in scope.of("node")[:1]]
        forms += [f"({name}{self.label()} OR {name}{self.label()})" for name in scope.of("node")[:1]]
        forms += [f"type({name}) = '{self.pick(*TYPES)}'" for name in scope.of("rel")]
        nodes = scope.of("node")
        if nodes and self._depth and not self.chance(0.2):
            forms += [f"{self.random.choice(nodes)}{self.label()}"]
        elif nodes:
            one, other = self.random.choice(nodes), self.random.choice(nodes)
            forms += [f"{one}{self.label()}", f"{one}.b", f"{one} {self.pick('=', '<>')} {other}"]
            forms += [f"{self.pick('', 'NOT ')}EXISTS {{ {self.inner(scope)} }}"] * 4
            forms += [f"COUNT {{ {self.inner(scope)} }} {sign} {self.pick('0', '1', '2')}"] * 2
            forms.append(self.pick("", "NOT ") + self.anchored(scope))
        return self.random.choice(forms)

    def _own_condition(self, name: str, kind: str) -> str:
        """A condition inside a pattern. It has no pattern of its own: which names that would share is disputed."""
        reference = self.reference(Scope({name: kind}), "int")
        return f"{reference} {self.pick('=', '<>', '>')} {self.constant('int')}"

    def anchored(self, scope: Scope) -> str:
        """A pattern without new names that begins, or ends, at a known node; to stand as a condition."""
        inside = Scope(dict.fromkeys(scope.of("node"), "node"))
        text = self.path(inside, Scope(), bind=False, steps=self.random.choice((1, 1, 2)))
        known = self.random.choice(scope.of("node"))
        return f"({known}){text[text.index(')') + 1 :]}"

    def inner(self, scope: Scope) -> str:
        """What stands inside EXISTS or COUNT: a pattern or two, perhaps of several clauses, with conditions."""
        self._depth += 1
        inside = scope.copy()
        text = self.path(inside, scope, steps=self.random.choice((0, 1, 1, 1, 2, 2, 2, 3)), known=0.75)
        if self.chance(0.08):
            text += f", {self.path(inside, scope, steps=1, known=0.9)}"
        if self.chance(0.25):
            text += f" WHERE {self.condition(inside, 0)}"
        if self.chance(0.06):
            text = f"MATCH {text} MATCH {self.path(inside, inside, steps=1, known=0.9)}"
        elif self.chance(0.5):
            text = f"MATCH {text}"
        self._depth -= 1
        return text
