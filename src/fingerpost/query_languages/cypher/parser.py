"""The parser of reading Cypher: one statement, whole, or an error with its place.

Recursive descent over `tokens`, in parts: `expressions`, `compounds`, `patterns`, and the clauses here. Clauses that
write, administer or reach outside the graph have no rule; they are recognised only to say what they are.
"""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.extent import MOST_UNMEASURED, require_moderate
from fingerpost.query_languages.cypher.patterns import Patterns
from fingerpost.query_languages.cypher.tokens import END, NAME, PARAMETER, QUOTED

_WRITES = {
    "CREATE": "W001",
    "MERGE": "W002",
    "DELETE": "W003",
    "DETACH": "W003",
    "NODETACH": "W003",
    "SET": "W004",
    "REMOVE": "W005",
    "FOREACH": "W006",
    "INSERT": "W007",
    "DROP": "W008",
    "ALTER": "W008",
    "RENAME": "W008",
    "COPY": "W010",
    "EXPORT": "W010",
    "IMPORT": "W010",
}
_OUTSIDE = {
    "LOAD": "C001",
    "USE": "C002",
    "EXPLAIN": "C003",
    "PROFILE": "C003",
    "CYPHER": "C003",
    "INSTALL": "C004",
    "UNINSTALL": "C004",
    "ATTACH": "C004",
    "SHOW": "C005",
    "TERMINATE": "C005",
    "GRANT": "C005",
    "DENY": "C005",
    "REVOKE": "C005",
    "START": "C005",
    "STOP": "C005",
    "BEGIN": "C006",
    "COMMIT": "C006",
    "ROLLBACK": "C006",
    "USING": "C007",
    "FINISH": "C007",
    "FOR": "C007",
}


class Parser(Patterns):
    """Parses one statement."""

    __slots__ = ()

    def statement(self) -> ast.Query:
        query = self.query(nested=False)
        while self.take(";"):
            pass
        if self.kinds[self.index] != END:
            if self.uppers[self.index - 1] == ";":
                self.fail("only one statement is allowed; another begins here", code="S020")
            self.refuse_clause()
            self.fail(f"expected a clause or the end, found {self.found()}")
        # Chains such as a + a + a nest by their operators; a tree is no deeper and has no more parts than tokens.
        if len(self.kinds) > MOST_UNMEASURED:
            require_moderate(query)
        return query

    def query(self, *, nested: bool) -> ast.Query:
        start = self.starts[self.index]
        self.deeper()
        parts = [self._single(nested=nested)]
        every: bool | None = None
        while self.take("UNION"):
            this_all = self.take("ALL")
            if not this_all:
                self.take("DISTINCT")
            if every is not None and every != this_all:
                self.fail("UNION and UNION ALL cannot be mixed", code="S030", name="InvalidClauseComposition")
            every = this_all
            parts.append(self._single(nested=nested))
        self.depth -= 1
        return ast.Query(tuple(parts), bool(every), start)

    def _single(self, *, nested: bool) -> ast.SingleQuery:
        start = self.starts[self.index]
        clauses: list[ast.Clause] = []
        while True:
            clause = self._clause()
            if clause is None:
                break
            clauses.append(clause)
            if isinstance(clause, ast.Projection) and clause.final:
                break
        if not clauses:
            self.refuse_clause()
            self.fail(f"expected a clause such as MATCH or RETURN, found {self.found()}")
        last = clauses[-1]
        if not (isinstance(last, ast.Projection) and last.final):
            standalone = isinstance(last, ast.CallProcedure) and len(clauses) == 1
            if not nested and not standalone:
                self.refuse_clause()
                self.fail("a query must end with RETURN", code="S031")
        return ast.SingleQuery(tuple(clauses), start)

    def _clause(self) -> ast.Clause | None:
        upper, start = self.uppers[self.index], self.starts[self.index]
        if upper == "MATCH":
            self.index += 1
            return self._match(False, start)
        if upper == "OPTIONAL":
            self.index += 1
            if self.at("CALL"):
                self.fail("OPTIONAL CALL is not supported", code="C007")
            self.expect("MATCH", "after OPTIONAL")
            return self._match(True, start)
        if upper in ("WITH", "RETURN"):
            self.index += 1
            return self._projection(upper == "RETURN", start)
        if upper == "UNWIND":
            self.index += 1
            source = self.expression()
            self.expect("AS", "in UNWIND")
            return ast.Unwind(source, self.declare("a variable"), start)
        if upper == "CALL":
            self.index += 1
            return self._call(start)
        return None

    def refuse_clause(self) -> None:
        """Say so where the next word begins a clause that is not taken.

        Raises:
            CypherSyntaxError: W... for a clause that writes, C... for another.
        """
        if self.kinds[self.index] != NAME or self.uppers[self.index + 1] == "=":  # a path may be called so
            return
        upper = self.uppers[self.index]
        if upper in _WRITES:
            self.fail(f"{upper} writes; only reading queries are allowed", code=_WRITES[upper])
        if upper in _OUTSIDE:
            self.fail(f"{upper} is not part of a reading query", code=_OUTSIDE[upper])

    def _match(self, optional: bool, start: int) -> ast.Match:
        for mode in ("REPEATABLE", "DIFFERENT"):
            if self.at(mode) and self.uppers[self.index + 1] in ("ELEMENTS", "ELEMENT", "RELATIONSHIPS"):
                self.fail("match modes are not supported", code="C007")
        patterns = [self.path_pattern()]
        while self.take(","):
            patterns.append(self.path_pattern())
        if self.at("USING"):
            self.refuse_clause()
        where = self.expression() if self.take("WHERE") else None
        return ast.Match(tuple(patterns), where, optional, start)

    def _projection(self, final: bool, start: int) -> ast.Projection:
        distinct = self.at("DISTINCT") and self.take("DISTINCT")
        star = self.take("*")
        items: list[ast.ProjectionItem] = []
        new: set[str] = set()
        if not star or self.take(","):
            items.append(self._item(new))
            while self.take(","):
                items.append(self._item(new))
        self.declared |= new  # what sorts and filters sees the new names
        order: list[ast.SortItem] = []
        if self.at("ORDER", "BY"):
            self.index += 2
            order.append(self._sort_item())
            while self.take(","):
                order.append(self._sort_item())
        skip = self.expression() if self.take("SKIP") or self.take("OFFSET") else None
        limit = self.expression() if self.take("LIMIT") else None
        where = self.expression() if not final and self.take("WHERE") else None
        return ast.Projection(tuple(items), final, star, distinct, tuple(order), skip, limit, where, start)

    def _item(self, new: set[str]) -> ast.ProjectionItem:
        start = self.starts[self.index]
        expression = self.expression()
        text = self.text[start : self.starts[self.index]].strip()
        alias = self.name("an alias") if self.take("AS") else None
        if alias is not None and self.kinds[self.index - 1] == NAME:
            new.add(alias)
        if alias is None and isinstance(expression, ast.Variable):
            text = expression.name
        return ast.ProjectionItem(expression, alias, text, start)

    def _sort_item(self) -> ast.SortItem:
        start = self.starts[self.index]
        expression = self.expression()
        descending = self.uppers[self.index] in ("DESC", "DESCENDING")
        if self.uppers[self.index] in ("ASC", "ASCENDING", "DESC", "DESCENDING"):
            self.index += 1
        return ast.SortItem(expression, descending, start)

    def _call(self, start: int) -> ast.Clause:
        if self.at("{"):
            return self._call_subquery(None, start)
        if self.at("("):
            return self._call_subquery(self._imports(), start)
        words = [self.name("a procedure")]
        while self.take("."):
            words.append(self.name("a procedure"))
        arguments: list[ast.Expression] | None = None
        if self.take("("):
            arguments = []
            if not self.take(")"):
                arguments.append(self.expression())
                while self.take(","):
                    arguments.append(self.expression())
                self.expect(")", "after the arguments of a procedure")
        yields, where = self._yields()
        taken = None if arguments is None else tuple(arguments)
        return ast.CallProcedure(".".join(words), taken, yields, where, start)

    def _yields(self) -> tuple[tuple[tuple[str, str], ...] | None, ast.Expression | None]:
        if not self.take("YIELD"):
            return None, None
        if self.take("*"):
            return (("*", "*"),), None
        if self.take("-"):
            return (), None
        yields: list[tuple[str, str]] = []
        while True:
            field = self._listed("a result field")
            alias = self.declare("an alias") if self.take("AS") else field
            yields.append((field, alias))
            if not self.take(","):
                break
        where = self.expression() if self.take("WHERE") else None
        return tuple(yields), where

    def _listed(self, what: str) -> str:
        """A name where a `*` would stand for all of them."""
        if self.texts[self.index] == "*":
            self.fail(f"{what} cannot be called *")
        return self.name(what)

    def _imports(self) -> tuple[str, ...]:
        self.index += 1
        if self.take("*"):
            self.expect(")", "after *")
            return ("*",)
        names: list[str] = []
        while self.kinds[self.index] in (NAME, QUOTED):
            names.append(self._listed("a variable"))
            if not self.take(","):
                break
        self.expect(")", "after imported variables")
        return tuple(names)

    def _call_subquery(self, imports: tuple[str, ...] | None, start: int) -> ast.CallSubquery:
        self.expect("{", "after CALL")
        query = self.query(nested=True)
        self.refuse_clause()
        self.expect("}", "after a subquery")
        if self.at("IN"):
            self.fail("CALL ... IN TRANSACTIONS writes; only reading queries are allowed", code="W009")
        return ast.CallSubquery(query, imports, start)


def parse(text: str) -> ast.Query:
    """Parse one reading statement.

    Raises:
        CypherSyntaxError: with the place and a code: S... not Cypher, W... it writes, C... a clause that is not taken,
            B... nested too deep.
    """
    parser = Parser(text)
    if parser.kinds[0] == PARAMETER:
        parser.fail(f"expected a clause, found {parser.found()}")
    parser.refuse_clause()
    return parser.statement()
