"""The parser's part for expressions: precedence climbing over openCypher's levels."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.compounds import Compounds
from fingerpost.query_languages.cypher.errors import CypherSyntaxError
from fingerpost.query_languages.cypher.tokens import FLOAT, INTEGER, NAME, PARAMETER, QUOTED, STRING
from fingerpost.query_languages.cypher.vocabulary import TYPE, TYPE_WORDS

# Levels: OR 1, XOR 2, AND 3, NOT 4, comparison 5, predicates 6, sum 7, product 8, power 9.
_NOT, _COMPARISON, _PREDICATE = 4, 5, 6
_LEVELS = {
    "OR": 1,
    "XOR": 2,
    "AND": 3,
    **dict.fromkeys(("=", "<>", "<", ">", "<=", ">="), _COMPARISON),
    **dict.fromkeys(("=~", "IN", "STARTS", "ENDS", "CONTAINS", "IS"), _PREDICATE),
    "+": 7,
    "-": 7,
    "||": 7,
    "*": 8,
    "/": 8,
    "%": 8,
    "^": 9,
}
_CONSTANTS: dict[str, bool | float | None] = {
    "TRUE": True,
    "FALSE": False,
    "NULL": None,
    "INF": float("inf"),
    "INFINITY": float("inf"),
    "NAN": float("nan"),
}
_QUANTIFIERS = frozenset(("ALL", "ANY", "NONE", "SINGLE"))
_SUBQUERIES = frozenset(("EXISTS", "COUNT", "COLLECT"))
# Words that end an expression unless a variable of that name was declared.
_STOPS = frozenset(
    "WHERE RETURN WITH MATCH UNWIND UNION CALL AS BY THEN ELSE WHEN END AND OR XOR NOT IN IS STARTS ENDS CONTAINS "
    "DISTINCT CASE OPTIONAL CREATE MERGE DELETE SET REMOVE".split()
)


class Expressions(Compounds):
    """Parses expressions."""

    __slots__ = ()

    def expression(self, level: int = 0) -> ast.Expression:
        self.deeper()
        if level <= _NOT and self.uppers[self.index] == "NOT" and self.texts[self.index] not in self.declared:
            left = self._not()
        else:
            left = self._unary()
        while True:
            operator = self.uppers[self.index]
            at_level = _LEVELS.get(operator, -1)
            if at_level < level or at_level < 0:
                break
            if at_level == _COMPARISON:
                left = self._comparison(left)
            elif at_level == _PREDICATE:
                left = self._predicate(left, operator)
            else:
                start = self.starts[self.index]
                self.index += 1
                left = ast.Binary(operator, left, self.expression(at_level + 1), start)
        self.depth -= 1
        return left

    def _not(self) -> ast.Expression:
        starts: list[int] = []
        while self.uppers[self.index] == "NOT":
            starts.append(self.starts[self.index])
            self.index += 1
        operand = self.expression(_COMPARISON)
        for start in reversed(starts):
            operand = ast.Unary("NOT", operand, start)
        return operand

    def _comparison(self, left: ast.Expression) -> ast.Expression:
        """`a < b <= c` means `a < b AND b <= c`."""
        terms: list[ast.Expression] = []
        while _LEVELS.get(self.uppers[self.index]) == _COMPARISON:
            operator, start = self.uppers[self.index], self.starts[self.index]
            self.index += 1
            right = self.expression(_PREDICATE)
            terms.append(ast.Binary(operator, left, right, start))
            left = right
        combined = terms[0]
        for term in terms[1:]:
            combined = ast.Binary("AND", combined, term, term.pos if isinstance(term, ast.Binary) else -1)
        return combined

    def _predicate(self, left: ast.Expression, operator: str) -> ast.Expression:
        start = self.starts[self.index]
        self.index += 1
        if operator == "IS":
            return self._is(left, start)
        if operator in ("STARTS", "ENDS"):
            self.expect("WITH", f"after {operator}")
            operator += " WITH"
        return ast.Binary(operator, left, self.expression(7), start)

    def _is(self, left: ast.Expression, start: int) -> ast.Expression:
        negated = self.take("NOT")
        if self.take("NULL"):
            return ast.IsNull(left, negated, start)
        if self.take("::") or self.take("TYPED"):
            return ast.IsTyped(left, self._type_name(), negated, start)
        return self.fail(f"expected NULL, NOT NULL or :: after IS, found {self.found()}")

    def _type_name(self) -> str:
        """A type of values, in capitals; nothing but words of the language, as it is printed as it is."""
        self.deeper()
        start = self.index
        words: list[str] = []
        while self.kinds[self.index] == NAME and self.uppers[self.index] in TYPE_WORDS:
            words.append(self.uppers[self.index])
            self.index += 1
        type_ = " ".join(words)
        if type_ in ("LIST", "ARRAY") and self.take("<"):
            type_ += f"<{self._type_name()}>"
            self.expect(">", "after the type of a list's items")
            if self.at("NOT", "NULL"):
                self.index += 2
                type_ += " NOT NULL"
        if TYPE.fullmatch(type_) is None:
            self.index = start
            self.fail(f"expected a type such as INTEGER or LIST<STRING>, found {self.found()}")
        self.depth -= 1
        return type_

    def _unary(self) -> ast.Expression:
        signs: list[tuple[str, int]] = []
        while self.uppers[self.index] in ("-", "+"):
            signs.append((self.uppers[self.index], self.starts[self.index]))
            self.index += 1
            if len(signs) > 20:
                self.fail("too many signs", code="B001")
        operand = self._postfix(self._atom())
        for sign, start in reversed(signs):
            if sign == "-" and isinstance(operand, ast.Literal) and type(operand.value) in (int, float):
                operand = ast.Literal(-operand.value, start)
            else:
                operand = ast.Unary(sign, operand, start)
        return self._checked(operand)

    def _checked(self, operand: ast.Expression) -> ast.Expression:
        if isinstance(operand, ast.Literal) and type(operand.value) is int and not -(2**63) <= operand.value < 2**63:
            raise CypherSyntaxError("S004", "this integer does not fit 64 bits", operand.pos, name="IntegerOverflow")
        return operand

    def _postfix(self, subject: ast.Expression) -> ast.Expression:
        length = 0
        while True:
            sign, start = self.uppers[self.index], self.starts[self.index]
            length += 1
            if length > 100:
                self.fail("this chain of properties and indexes is too long", code="B001")
            if sign == ".":
                self.index += 1
                subject = ast.Property(subject, self.name("a property name"), start)
            elif sign == "[":
                subject = self._index(subject, start)
            elif sign == ":" and isinstance(subject, (ast.Variable, ast.HasLabels)):
                self.index += 1
                subject = ast.HasLabels(subject, self.label_expression(), start)
            else:
                return subject

    def _index(self, subject: ast.Expression, start: int) -> ast.Expression:
        self.index += 1
        first = None if self.at("..") else self.expression()
        if self.take(".."):
            last = None if self.at("]") else self.expression()
            self.expect("]", "after a slice")
            return ast.Slice(subject, first, last, start)
        self.expect("]", "after an index")
        assert first is not None
        return ast.Index(subject, first, start)

    def _atom(self) -> ast.Expression:
        index = self.index
        kind, text, upper, start = self.kinds[index], self.texts[index], self.uppers[index], self.starts[index]
        if kind == NAME:
            return self._named(text, upper, start)
        if kind == STRING:
            self.index += 1
            return ast.Literal(text, start)
        if kind == INTEGER:
            if len(text) > 80:
                self.fail("this integer does not fit 64 bits", code="S004", name="IntegerOverflow")
            self.index += 1
            return ast.Literal(_integer(text), start)
        if kind == FLOAT:
            self.index += 1
            return ast.Literal(self._float(text, start), start)
        if kind == PARAMETER:
            self.index += 1
            return ast.Parameter(text, start)
        if kind == QUOTED:
            if self.uppers[index + 1] in ("(", "."):
                call = self._function(start)
                if call is not None:
                    return call
            if self.uppers[index + 1] == "{":
                return self.map_projection_expression(text, start)
            self.index += 1
            return ast.Variable(text, start)
        if upper == "(":
            return self._parenthesised()
        if upper == "[":
            return self.list_expression(start)
        if upper == "{":
            return self.map_literal()
        return self.fail(f"expected an expression, found {self.found()}")

    def _float(self, text: str, start: int) -> float:
        value = float(text.replace("_", ""))
        if value in (float("inf"), float("-inf")):
            raise CypherSyntaxError("S004", "this number is too large", start, name="FloatingPointOverflow")
        return value

    def _named(self, text: str, upper: str, start: int) -> ast.Expression:
        following = self.uppers[self.index + 1]
        known = text in self.declared
        known_constant = known and upper not in ("TRUE", "FALSE", "NULL")
        if upper in _CONSTANTS and not known_constant and following not in ("(", "{"):
            self.index += 1
            return ast.Literal(_CONSTANTS[upper], start)
        if upper == "CASE" and not known:
            return self.case_expression(start)
        if following == "{":
            if upper in _SUBQUERIES and not known:
                return self.subquery_expression(upper, start)
            return self.map_projection_expression(text, start)
        if following == "(":
            if upper in _QUANTIFIERS:
                return self.quantified_expression(upper.lower(), start)
            if upper == "REDUCE":
                return self.reduce_expression(start)
            if upper in ("SHORTESTPATH", "ALLSHORTESTPATHS"):
                return ast.PatternPredicate(self.path_pattern(), start)
            if upper == "COUNT" and self.uppers[self.index + 2] == "*" and self.uppers[self.index + 3] == ")":
                self.index += 4
                return ast.CountStar(start)
        if following in ("(", "."):
            call = self._function(start)
            if call is not None:
                return call
        if upper in _STOPS and not known:
            return self.fail(f"expected an expression, found {self.found()}")
        self.index += 1
        return ast.Variable(text, start)

    def call_expression(self, start: int) -> ast.Expression:
        """A function call, where the caller saw the parenthesis."""
        call = self._function(start)
        assert call is not None
        return call

    def _function(self, start: int) -> ast.Expression | None:
        """`name(...)` or `space.name(...)`; None when what follows is a variable with properties."""
        end = self.index + 1
        while self.uppers[end] == "." and self.kinds[end + 1] in (NAME, QUOTED):
            end += 2
        if self.uppers[end] != "(":
            return None
        name = ".".join(self.texts[self.index : end : 2])
        self.index = end + 1
        distinct = self.at("DISTINCT") and self.take("DISTINCT")
        arguments: list[ast.Expression] = []
        if not self.take(")"):
            arguments.append(self.expression())
            while self.take(","):
                arguments.append(self.expression())
            self.expect(")", f"after the arguments of {name}")
        return ast.FunctionCall(name, tuple(arguments), distinct, start)

    def _parenthesised(self) -> ast.Expression:
        if self._pattern_ahead():
            mark, start = self.mark(), self.starts[self.index]
            try:
                pattern = self.path_pattern()
            except CypherSyntaxError as error:
                self.give_up(error, mark)
            else:
                if len(pattern.elements) > 1:
                    return ast.PatternPredicate(pattern, start)
                self.index, self.depth, self.declared = mark[0], mark[1], set(mark[2])
        self.index += 1
        inner = self.expression()
        self.expect(")", "after an expression in parentheses")
        return inner

    def _pattern_ahead(self) -> bool:
        """Whether the parenthesis could be a node of a pattern: its closing one is followed by - or <-."""
        depth, index, uppers = 0, self.index, self.uppers
        while True:
            sign = uppers[index]
            if sign == "(":
                depth += 1
            elif sign == ")":
                depth -= 1
                if depth == 0:
                    break
            elif not sign and self.kinds[index] == "$":
                return False
            index += 1
        after, then = uppers[index + 1], uppers[min(index + 2, len(uppers) - 1)]
        return (after == "-" and then in ("-", "[", ">")) or (after == "<" and then == "-")


def _integer(text: str) -> int:
    digits = text.replace("_", "").lower()
    return int(digits, 16 if digits.startswith("0x") else 8 if digits.startswith("0o") else 10)
