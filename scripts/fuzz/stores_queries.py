"""Random reading queries, as text, that aim at the shortcuts of stores: counts without rows, limits under aggregates,
things without a name, names that are used again, checks over several steps, things that need not be there.
"""

from __future__ import annotations

from collections.abc import Callable

from scripts.fuzz.stores_clauses import Clauses
from scripts.fuzz.stores_patterns import Scope


class Queries(Clauses):
    """Writes one query."""

    def query(self) -> str:
        form = self.random.random()
        for share, shape in self._shapes():
            form -= share
            if form < 0:
                return shape()
        if form < 0.05:
            kinds = [self.pick("int", "str") for _ in range(self.random.randint(1, 2))]
            return self.pick(" UNION ", " UNION ALL ").join(self.part(kinds) for _ in range(2))
        return self.part(None)

    def _shapes(self) -> tuple[tuple[float, Callable[[], str]], ...]:
        return (
            (0.2, self._counted), (0.14, self._checked), (0.09, self._again), (0.09, self._perhaps),
            (0.05, self._first_ones), (0.05, self._reached), (0.02, self._shortest),
        )  # fmt: skip

    def _first_ones(self) -> str:
        """The first rows in an order, or the first groups by size."""
        scope = Scope()
        path = self.path(scope, Scope(), steps=self.random.choice((0, 0, 1, 2)))
        names = scope.of("node", "rel")
        if not names:
            return f"MATCH {path} RETURN count(*)"
        name = self.random.choice(names)
        value = f"{name}.{self.pick('u', 'w' if name in scope.of('rel') else 'k')}"
        desc, cut = self.pick("", " DESC"), f"LIMIT {self.pick('1', '2', '4')}"
        where = f" WHERE {self.condition(scope, 0)}" if self.chance(0.3) else ""
        groups = f"WITH {name}, {self._number_of(names)} AS p"
        again = self.path(Scope({name: "node"}), Scope(), steps=1, known=1) if name in scope.of("node") else "(z)"
        rest = self.pick(
            f"RETURN {value} AS p ORDER BY p{desc} {cut}",
            f"RETURN {name}, {value} AS p ORDER BY {value}{desc} {cut}",
            f"RETURN DISTINCT {value} AS p ORDER BY p{desc} SKIP 1 {cut}",
            f"RETURN DISTINCT {name} {cut}",
            f"RETURN {name} {cut}",
            f"RETURN {name}, count(*) AS p ORDER BY p{desc} {cut}",
            f"RETURN {value} AS q, {self._number_of(names)} AS p ORDER BY p{desc}, q {cut}",
            f"{groups} ORDER BY p{desc}, {name}.u {cut} RETURN {value}, p",
            f"{groups} WHERE p > 1 RETURN {value}, p",
            f"{groups} RETURN max(p), avg(p)",
            f"WITH DISTINCT {name} ORDER BY {name}.u{desc} {cut} MATCH {again} RETURN count(*)",
            f"WITH max({value}) AS most MATCH (z) WHERE z.k = most RETURN z.u",
        )
        return f"MATCH {path}{where} {rest}"

    def _reached(self) -> str:
        """What is reached over several relationships, each once."""
        one = self.pick("(a)", "(a:A)", "(a {u: 1})", "(a:B {k: 1})", "()")
        other = self.pick("(b)", "(b)", "(b:A)", "(b:C {b: true})", "(a)" if one[1] == "a" else "(b)")
        type_ = self.pick(":R", ":R", "", ":S|R", ":T")
        left, right = self.random.choice((("-", "->"), ("<-", "-"), ("-", "-")))
        hops = self.pick("*", "*1..2", "*1..3", "*2", "*2..3", "*0..1", "*0..2", "*3", "*..2")
        hops = "*1..3" if hops == "*" else hops
        name = "b" if "(b" in other else "a"
        end = self.pick(
            f"count(DISTINCT {name})", f"DISTINCT {name}", f"DISTINCT {name}.u", f"{name}.u", "count(*)",
            f"count({name})", f"{name}.k AS k, count(DISTINCT {name}) AS n", f"{name} LIMIT 2",
            f"DISTINCT {name}.k AS k ORDER BY k LIMIT 2",
        )  # fmt: skip
        known = Scope({"a": "node", "b": "node"} if "(a" in one and "(b" in other else {name: "node"})
        where = f" WHERE {self.condition(known, 0)}" if self.chance(0.3) else ""
        optional = "MATCH (a) OPTIONAL " if one == "(a)" and self.chance(0.3) else ""
        return f"{optional}MATCH {one}{left}[{type_}{hops}]{right}{other}{where} RETURN {end}"

    def _shortest(self) -> str:
        ends = self.pick("(a:A), (b:B)", "(a {u: 0}), (b)", "(a:A {k: 1}), (b {k: 0})")
        function = self.pick("shortestPath", "allShortestPaths")
        left, right = self.random.choice((("-", "->"), ("<-", "-"), ("-", "-")))
        path = f"p = {function}((a){left}[{self.pick(':R', '', ':R|S')}*..{self.pick('2', '3')}]{right}(b))"
        how = self.pick("", "OPTIONAL ")
        end = self.pick("a.u, b.u, length(p)", "count(p)", "count(*)", "length(p) AS l, count(*) AS n")
        return f"MATCH {ends} {how}MATCH {path} RETURN {end}"

    def _counted(self) -> str:
        """A count over one pattern, in which little has a name."""
        scope = Scope()
        self.naming = self.random.choice((0.15, 0.3, 0.55))
        path = self.path(scope, Scope(), steps=self.random.choice((0, 1, 1, 2, 2, 2, 3)))
        self.naming = 0.55
        where = f" WHERE {self.condition(scope, 0)}" if self.chance(0.15) else ""
        nodes = scope.of("node", "rel")
        if nodes and self.chance(0.3):
            by = self.random.choice(nodes)
            by = by if self.chance(0.5) else f"{by}.u" if self.chance(0.3) or by in scope.of("rel") else f"{by}.k"
            order = self.pick("", f" ORDER BY n{self.pick('', ' DESC')}{self.pick('', ' LIMIT 2')}")
            more = f", {self._number_of(nodes)} AS m" if self.chance(0.3) else ""
            return f"MATCH {path}{where} RETURN {by} AS g, {self._number_of(nodes)} AS n{more}{order}"
        return f"MATCH {path}{where} RETURN {self._number_of(nodes)}{self.pick(*[''] * 9, ' LIMIT 1')}"

    def _number_of(self, names: list[str]) -> str:
        counted = [f"count({name})" for name in names] + [f"count(DISTINCT {name})" for name in names]
        return self.pick("count(*)", *counted)

    def _checked(self) -> str:
        """Nodes of which something is there, or not."""
        label = self.label() if self.chance(0.4) else ""
        inner = self.inner(Scope({"n": "node"}))
        check = self.pick(
            f"EXISTS {{ {inner} }}", f"NOT EXISTS {{ {inner} }}", self.anchored(Scope({"n": "node"})),
            f"COUNT {{ {inner} }} {self.pick('=', '>', '<', '>=')} {self.pick('0', '1', '2')}",
        )  # fmt: skip
        more = f" AND {self.condition(Scope({'n': 'node'}), 0)}" if self.chance(0.3) else ""
        what = self.pick("n", "n.u", "count(*)", "count(n)", "n.k AS k, count(n) AS m", "DISTINCT n.k")
        return f"MATCH (n{label}) WHERE {check}{more} RETURN {what}"

    def _again(self) -> str:
        """Groups, and then a pattern that uses the names of the first again."""
        label = self.label() if self.chance(0.5) else ""
        key, group = self.pick("k", "s", "b"), self.pick("g", "c")
        new = "e" if group == "c" else "c"
        first = self.pick(f"(c{label})", f"(c{label})-->(d)", "(d)-[:R]->(c)", f"(c)--(d{label})")
        what = self.pick("count(c)", "count(*)", "min(c.u)", "collect(c.u)", "count(DISTINCT c.name)")
        order = "" if "collect" in what else self.pick("", f" ORDER BY n, {group} LIMIT 1")
        then = self.pick(f"({new})", f"({new}{label})", f"({new})-[:R]->(d)", f"(d)<--({new})")
        where = f"{new}.{key} {self.pick('=', '=', '<>')} {group}"
        last = self.pick(f"{new}.u", f"{new}.u, n", "count(*)", f"{group}, count(*)")
        tested = self.pick("", "", "", " IS NOT NULL", f" = {group}")
        tested = f" WHERE c.{key}{tested}" if tested and group != "c" else ""
        text = f"MATCH {first} WITH c.{key} AS {group}, {what} AS n{order}{tested}"
        return f"{text} {self.pick('', '', '', 'OPTIONAL ')}MATCH {then} WHERE {where} RETURN {last}"

    def _perhaps(self) -> str:
        """A count of what need not be there."""
        scope = Scope()
        first = self._node(scope, Scope(), bind=True, known=0)
        if not scope.kinds:
            scope.kinds["n"] = "node"
            first = "(n)"
        name = scope.of("node")[0]
        inside = scope.copy()
        self.naming = self.random.choice((0.3, 0.55))
        path = self.path(inside, scope, steps=self.random.choice((1, 1, 2)), known=1)
        self.naming = 0.55
        where = f" WHERE {self.condition(inside, 0)}" if self.chance(0.2) else ""
        counted = self._number_of(inside.of("node", "rel"))
        joint = self.pick("RETURN", "RETURN", "WITH")
        by = self.pick("", f"{name} AS g, ", f"{name}.u AS g, ", f"{name}.k AS g, ", f"{name}.k AS g, {name}.s AS h, ")
        text = f"MATCH {first} OPTIONAL MATCH {path}{where} {joint} {by}{counted} AS m"
        if joint == "WITH":
            return text + self.pick(" WHERE m > 0", " WHERE m = 0", "") + self.pick(" RETURN m", " RETURN sum(m) AS s")
        return text + self.pick("", "", " ORDER BY m DESC LIMIT 2", " ORDER BY m")
