"""The parser's part for compound expressions: lists, maps, comprehensions, subqueries, CASE, reduce."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.errors import CypherSyntaxError
from fingerpost.query_languages.cypher.reader import Reader
from fingerpost.query_languages.cypher.tokens import END, NAME, PUNCTUATION, QUOTED


class Compounds(Reader):
    """Parses what stands in brackets, braces, or between CASE and END."""

    __slots__ = ()

    def list_expression(self, start: int) -> ast.Expression:
        if self.kinds[self.index + 1] in (NAME, QUOTED) and self.uppers[self.index + 2] == "IN":
            return self._list_comprehension(start)
        if self.uppers[self.index + 1] == "(" or (
            self.kinds[self.index + 1] in (NAME, QUOTED) and self.uppers[self.index + 2] == "="
        ):
            comprehension = self._pattern_comprehension(start)
            if comprehension is not None:
                return comprehension
        self.index += 1
        items: list[ast.Expression] = []
        if not self.take("]"):
            items.append(self.expression())
            while self.take(","):
                items.append(self.expression())
            self.expect("]", "after a list")
        return ast.ListLiteral(tuple(items), start)

    def _list_comprehension(self, start: int) -> ast.Expression:
        self.index += 1
        variable = self.declare("a variable")
        self.index += 1
        source = self._before_bar()
        where = self._before_bar() if self.take("WHERE") else None
        projection = self.expression() if self.take("|") else None
        self.expect("]", "after a list comprehension")
        return ast.ListComprehension(variable, source, where, projection, start)

    def _pattern_comprehension(self, start: int) -> ast.Expression | None:
        mark = self.mark()
        self.index += 1
        try:
            pattern = self.path_pattern()
            where = self._before_bar() if self.take("WHERE") else None
            self.expect("|", "in a pattern comprehension")
        except CypherSyntaxError as error:
            self.give_up(error, mark)
            return None
        projection = self.expression()
        self.expect("]", "after a pattern comprehension")
        return ast.PatternComprehension(pattern, where, projection, start)

    def _before_bar(self) -> ast.Expression:
        """An expression of a comprehension: a label in it ends before the | of the projection."""
        outer, self.separator = self.separator, self._last_bar()
        try:
            return self.expression()
        finally:
            self.separator = outer

    def _last_bar(self) -> int:
        """The last | before the bracket that closes here; -1 where what follows it can only be a label."""
        found, depth, index = -1, 0, self.index
        while self.kinds[index] != END and depth >= 0:
            sign = self.uppers[index] if self.kinds[index] == PUNCTUATION else ""
            depth += (sign in ("(", "[", "{")) - (sign in (")", "]", "}"))
            if sign == "|" and depth == 0:
                found = index
            index += 1
        lone = index - found == 3 and self.kinds[found + 1] == NAME
        return -1 if lone and self.texts[found + 1] not in self.declared else found

    def map_literal(self) -> ast.MapLiteral:
        start = self.starts[self.index]
        self.expect("{", "before a map")
        items: list[tuple[str, ast.Expression]] = []
        if not self.take("}"):
            while True:
                key = self.name("a key")
                self.expect(":", "after a key")
                items.append((key, self.expression()))
                if not self.take(","):
                    break
            self.expect("}", "after a map")
        return ast.MapLiteral(tuple(items), start)

    def map_projection_expression(self, subject: str, start: int) -> ast.Expression:
        self.index += 2
        items: list[tuple[str, str, ast.Expression | None]] = []
        while not self.at("}"):
            if self.take("."):
                if self.take("*"):
                    items.append(("all", "*", None))
                else:
                    items.append(("property", self.name("a property name"), None))
            else:
                name = self.name("a key")
                if self.take(":"):
                    items.append(("entry", name, self.expression()))
                else:
                    items.append(("variable", name, None))
            if not self.take(","):
                break
        self.expect("}", "after a map projection")
        return ast.MapProjection(subject, tuple(items), start)

    def subquery_expression(self, kind: str, start: int) -> ast.Expression:
        self.index += 2
        self.deeper()
        self.refuse_clause()
        opener = self.uppers[self.index]
        if opener in ("MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN", "CALL"):
            query = self.query(nested=True)
        else:
            patterns = [self.path_pattern()]
            while self.take(","):
                patterns.append(self.path_pattern())
            where = self.expression() if self.take("WHERE") else None
            clause = ast.Match(tuple(patterns), where, False, start)
            query = ast.Query((ast.SingleQuery((clause,), start),), False, start)
        self.refuse_clause()
        self.expect("}", f"after {kind} {{")
        self.depth -= 1
        return ast.SubqueryExpression(kind, query, start)

    def quantified_expression(self, quantifier: str, start: int) -> ast.Expression:
        if not (self.kinds[self.index + 2] in (NAME, QUOTED) and self.uppers[self.index + 3] == "IN"):
            return self.call_expression(start)
        self.index += 2
        variable = self.declare("a variable")
        self.index += 1
        source = self.expression()
        where = self.expression() if self.take("WHERE") else None
        self.expect(")", f"after {quantifier}(")
        return ast.Quantified(quantifier, variable, source, where, start)

    def reduce_expression(self, start: int) -> ast.Expression:
        self.index += 2
        accumulator = self.declare("a variable")
        self.expect("=", "after the accumulator of reduce")
        initial = self.expression()
        self.expect(",", "in reduce")
        variable = self.declare("a variable")
        self.expect("IN", "in reduce")
        source = self._before_bar()
        self.expect("|", "in reduce")
        step = self.expression()
        self.expect(")", "after reduce")
        return ast.Reduce(accumulator, initial, variable, source, step, start)

    def case_expression(self, start: int) -> ast.Expression:
        self.index += 1
        subject = None if self.at("WHEN") else self.expression()
        branches: list[tuple[ast.Expression, ast.Expression]] = []
        while self.take("WHEN"):
            condition = self.expression()
            self.expect("THEN", "in CASE")
            branches.append((condition, self.expression()))
        if not branches:
            self.fail(f"expected WHEN in CASE, found {self.found()}")
        default = self.expression() if self.take("ELSE") else None
        self.expect("END", "after CASE")
        return ast.Case(subject, tuple(branches), default, start)
