"""Random clauses and whole queries, as text: any of them after any other.

Each query has one right answer: what LIMIT keeps in the middle is decided by the order before it, or only counted.
"""

from __future__ import annotations

from scripts.fuzz.stores_patterns import Patterns, Scope

Item = tuple[str, str, str]
"""An expression, its name and its kind."""


class Clauses(Patterns):
    """Writes clauses one after the other."""

    def part(self, kinds: list[str] | None) -> str:
        scope = Scope()
        text = [self._unwind(scope)] if self.chance(0.08) else []
        text.append(self._match(scope))
        for _ in range(self.random.choice((0, 0, 0, 1, 1, 2))):
            clauses = (self._match, self._optional, self._optional, self._with, self._with, self._unwind, self._call)
            text.append(self.random.choice(clauses)(scope))
        if self.chance(0.08):
            text.append(self._cut(scope))
        text.append(self._return(scope, kinds))
        return " ".join(text)

    # Clauses

    def _optional(self, scope: Scope) -> str:
        return f"OPTIONAL {self._match(scope)}"

    def _match(self, scope: Scope) -> str:
        before = scope.copy()
        text = self.path(scope, before)
        if self.chance(0.12):
            text += f", {self.path(scope, before)}"
        elif self.chance(0.06):
            name = self.fresh(scope)
            if "[" in text or "--" in text:
                scope.kinds[name] = "path"
                text = f"{name} = {text}"
        if self.chance(0.3):
            text += f" WHERE {self.condition(scope, 1)}"
        return f"MATCH {text}"

    def _unwind(self, scope: Scope) -> str:
        source, kind = self.pick("[0, 1, 2]", "[0, 1]", "[1, 1, null]", "$some", "$some"), "int"
        lists = [(name, "int") for name in scope.of("list")] + [(name, "rel") for name in scope.of("rels")]
        lists += [(f"nodes({name})", "node") for name in scope.of("path")]
        if lists and self.chance(0.7):
            source, kind = self.random.choice(lists)
        name = self.fresh(scope)
        scope.kinds[name] = kind
        return f"UNWIND {source} AS {name}"

    def _call(self, scope: Scope) -> str:
        """A subquery that counts or lists something, mostly about a node that is known."""
        known = self.random.sample(scope.of("node"), k=min(1, len(scope.of("node"))))
        inside = Scope(dict.fromkeys(known, "node"))
        match = self.pick("", "OPTIONAL ") + self._match(inside)
        name = self.fresh(scope)
        item = self._aggregate(inside, "int")[0] if self.chance(0.6) else self.value(inside, "int")
        scope.kinds[name] = "int"
        if self.chance(0.5):
            return f"CALL ({', '.join(known)}) {{ {match} RETURN {item} AS {name} }}"
        return f"CALL {{ {f'WITH {known[0]} ' if known else ''}{match} RETURN {item} AS {name} }}"

    def _cut(self, scope: Scope) -> str:
        """A limit that leaves open which rows are kept, and then how many they are."""
        names = [self.random.choice(sorted(scope.kinds))] if scope.kinds else ["1 AS one"]
        distinct = self.pick("", "DISTINCT ")
        name = self.fresh(scope)
        scope.kinds = {name: "int"}
        text = f"WITH {distinct}{', '.join(names)} {self.pick('', 'SKIP 1 ')}LIMIT {self.pick('1', '2', '5')}"
        return f"{text} WITH count(*) AS {name}"

    def _with(self, scope: Scope) -> str:
        after = Scope()
        form = self.pick("plain", "plain", "distinct", "grouped", "grouped", "bare")
        items = self._items(scope, form)
        made = []
        for text, name, kind in items:
            if name in after.kinds:
                continue
            after.kinds[name] = kind
            made.append((text, name, kind))
        text = f"WITH {'DISTINCT ' if form == 'distinct' else ''}{', '.join(_written(item) for item in made)}"
        sortable = all(kind in ("node", "rel", "int", "str", "bool") for _, _, kind in made)
        if sortable and self.chance(0.3):
            keys = [f"{name}.u" if kind in ("node", "rel") else name for _, name, kind in made]
            self.random.shuffle(keys)
            text += f" ORDER BY {', '.join(key + self.pick('', ' DESC') for key in keys)}"
            text += self.pick("", "", "", " SKIP 1") + self.pick("", f" LIMIT {self.pick('1', '2', '3')}")
        repeated = [item[0] for item in made if "." in item[0] and item[0].replace(".", "").isalpha()]
        hidden = not after.kinds.keys().isdisjoint(scope.kinds)
        if repeated and not hidden and form in ("distinct", "grouped") and self.chance(0.5):
            text += f" WHERE {repeated[0]} {self.pick('IS NOT NULL', 'IS NULL', '= 1', '<> 1')}"
        elif self.chance(0.25):
            text += f" WHERE {self.condition(after, 1)}"
        scope.kinds = after.kinds
        return text

    def _return(self, scope: Scope, kinds: list[str] | None) -> str:
        if kinds is not None:
            items = [(self.value(scope, kind), f"c{i}", kind) for i, kind in enumerate(kinds)]
            if self.chance(0.4):
                items[0] = (self._aggregate(scope, "int")[0], "c0", "int")
            return f"RETURN {', '.join(_written(item) for item in items)}"
        if scope.of("int", "node") and self.chance(0.04):
            return self._in_order(scope)
        form = self.pick("plain", "distinct", "grouped", "grouped", "grouped", "bare", "bare", "bare", "bare")
        items = self._items(scope, form)
        named = [item for i, item in enumerate(items) if item[1] not in [other[1] for other in items[:i]]]
        bare = self.chance(0.5)
        shown = [text if bare else _written((text, name, kind)) for text, name, kind in named]
        if bare and len(set(shown)) < len(shown):
            shown = [_written(item) for item in named]
            bare = False
        text = f"RETURN {'DISTINCT ' if form == 'distinct' else ''}{', '.join(shown)}"
        return text + self._order(scope, named, closed=form != "plain", bare=bare)

    def _in_order(self, scope: Scope) -> str:
        """The first or last of what is collected in order."""
        of = self.reference(scope, "int") or "1"
        name = self.fresh(scope)
        list_ = f"collect({self.pick('', 'DISTINCT ')}{name})"
        text = f"WITH {of} AS {name} ORDER BY {name}{self.pick('', ' DESC')}{self.pick('', ' LIMIT 3')}"
        return f"{text} RETURN {self.pick(f'head({list_})', f'{list_}[0]', f'last({list_})', list_)} AS first"

    def _order(self, scope: Scope, items: list[Item], *, closed: bool, bare: bool) -> str:
        if self.chance(0.6):
            return self.pick(*[""] * 9, " LIMIT 2", " LIMIT 3", " SKIP 1", " LIMIT 1", " LIMIT 0")
        keys = []
        hiding = not bare and any(name in scope.kinds and name != text for text, name, _ in items)
        for text, name, kind in self.random.sample(items, k=self.random.randint(1, len(items))):
            if " IN keys(" in text or "(i IN" in text:  # Neo4j knows no such expression again
                continue
            if kind in ("node", "rel"):
                keys.append(f"{text if bare else name}.u")
            elif kind in ("int", "str", "bool", "float"):
                keys.append(text if bare or (not hiding and self.chance(0.4)) else name)
        if not closed and not hiding and self.chance(0.4):
            keys.append(self.reference(scope, "int") or "1")
        if not keys:
            return ""
        text = f" ORDER BY {', '.join(key + self.pick('', ' DESC') for key in keys)}"
        return text + self.pick("", "", "", "", " SKIP 1") + self.pick("", f" LIMIT {self.pick('1', '2', '3')}")

    # Items

    def _items(self, scope: Scope, form: str) -> list[Item]:
        aggregates = [self._aggregate(scope) for _ in range(self.random.choice((1, 1, 1, 2)))]
        if form == "bare":
            return self._named(scope, aggregates)
        values: list[tuple[str, str]] = []
        names = scope.of("node", "rel", "int", "str", "bool")
        for _ in range(self.random.choice((1, 1, 2))):
            if names and self.chance(0.5):
                name = self.random.choice(names)
                values.append((name, scope.kinds[name]))
            else:
                kind = self.pick("int", "int", "str", "bool")
                values.append((self.value(scope, kind), kind))
        if form == "grouped":
            return self._named(scope, [*values, *aggregates] if self.chance(0.85) else [*aggregates, *values])
        if form == "plain" and self.chance(0.1):
            values += [(name, scope.kinds[name]) for name in scope.of("list", "path", "rels")[:1]]
        return self._named(scope, values)

    def _named(self, scope: Scope, values: list[tuple[str, str]]) -> list[Item]:
        """The values with names: names keep theirs mostly, others may take one that is visible."""
        made: list[Item] = []
        taken = Scope()
        for text, kind in values:
            name = text if text in scope.kinds and self.chance(0.85) else self.fresh(taken)
            if name in taken.kinds:
                name = self.fresh(taken)
            taken.kinds[name] = kind
            made.append((text, name, kind))
        return made

    def _aggregate(self, scope: Scope, kind: str | None = None) -> tuple[str, str]:
        """An aggregate and its kind."""
        distinct = self.pick("", "", "DISTINCT ")
        names = scope.of("node", "node", "rel", "int")
        counted = self.random.choice(names) if names else "1"
        of = self.reference(scope, "int") or "1"
        forms = [("count(*)", "int")] * 3 + [(f"count({distinct}{counted})", "int")] * 4
        forms += [(f"count({distinct}{of})", "int"), (f"sum({distinct}{self.value(scope, 'int')})", "int")]
        forms += [(f"{self.pick('min', 'max')}({of})", "int"), (f"size(collect({distinct}{counted}))", "int")]
        forms.append((f"count(CASE WHEN {self.condition(scope, 1)} THEN 1 END)", "int"))
        forms.append((f"count({distinct}{counted}) + 1", "int"))
        if kind is None:
            forms.append((f"collect({distinct}{of})", "list"))
            forms.append((f"avg({of})", "float"))
            forms.append((f"{self.pick('min', 'max')}({self.reference(scope, 'str') or self.constant('str')})", "str"))
            forms.append((f"count({counted}) > 1", "bool"))
        return self.random.choice(forms)


def _written(item: Item) -> str:
    text, name, _ = item
    return text if text == name else f"{text} AS {name}"
