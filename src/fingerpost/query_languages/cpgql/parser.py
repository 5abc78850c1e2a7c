"""Parses a chain of steps. What has no place in the tree is refused: statements, blocks, imports, definitions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Final

from fingerpost.query_languages.cpgql.ast import Chain, Expression, Group, Lambda, Literal, Operation, Step
from fingerpost.query_languages.cpgql.tokens import Token, refused, tokens
from fingerpost.query_languages.findings import Finding

MAX_DEPTH: Final = 12
MAX_TERMS: Final = 20
_COMPARISONS: Final = frozenset({"==", "!=", "<", "<=", ">", ">="})


def parse_expression(text: str, *bound: str) -> Expression:
    """The tree of an expression over some names: facts of ours, such as what a property of a function is.

    Raises:
        QueryRejected: it is none.
    """
    found, _ = tokens(text)
    return _Parser(text, found, bound).expression()


def parse(text: str) -> tuple[Chain, list[str]]:
    """The tree of a query, and what was repaired in its text.

    Raises:
        QueryRejected: it is not one chain of steps (S201), or is too long or deep (B201).
    """
    found, fixes = tokens(text)
    return _Parser(text, found).query(), fixes


class _Parser:
    """Recursive descent over the tokens."""

    def __init__(self, text: str, found: list[Token], bound: Iterable[str] = ()) -> None:
        self._text = text
        self._tokens = found
        self._at = 0
        self._depth = 0
        self._bound = list(bound)

    def query(self) -> Chain:
        first = self._next
        if first.kind != "name":
            raise self._wrong("a query begins with cpg")
        chain = self._chain(self._take().value, first.position)
        if self._next.kind != "end":
            raise self._wrong("one query is one chain of steps: nothing may follow it")
        return chain

    def expression(self) -> Expression:
        found = self._argument()
        if self._next.kind != "end":
            raise self._wrong("one expression is expected")
        return found

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._next
        self._at += 1
        return token

    def _sign(self, value: str) -> bool:
        if self._next.kind == "sign" and self._next.value == value:
            self._at += 1
            return True
        return False

    def _expect(self, value: str) -> None:
        if not self._sign(value):
            raise self._wrong(f"{value} is missing")

    def _wrong(self, message: str, code: str = "S201") -> Exception:
        return refused([Finding(code=code, message=message, position=self._next.position)], self._text)

    def _chain(self, root: str, position: int) -> Chain:
        steps: list[Step] = []
        while self._sign("."):
            name = self._take()
            if name.kind != "name" or name.value == "_":
                self._at -= 1
                raise self._wrong("a step has a name")
            called = name.value + self._type_argument() if name.value == "collectAll" else name.value
            steps.append(Step(called, tuple(self._argument_lists()), name.position))
        return Chain(root, tuple(steps), position)

    def _type_argument(self) -> str:
        """The type in `collectAll[Call]`, with its brackets."""
        self._expect("[")
        kind = self._take()
        if kind.kind != "name":
            self._at -= 1
            raise self._wrong("a type of nodes is missing")
        self._expect("]")
        return f"[{kind.value}]"

    def _argument_lists(self) -> list[tuple[Expression, ...]]:
        found: list[tuple[Expression, ...]] = []
        while self._sign("("):
            arguments: list[Expression] = []
            if not self._sign(")"):
                arguments.append(self._argument())
                while self._sign(","):
                    arguments.append(self._argument())
                self._expect(")")
            found.append(tuple(arguments))
        return found

    def _argument(self) -> Expression:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._wrong(f"arguments are nested at most {MAX_DEPTH} deep", "B201")
        try:
            following = self._tokens[self._at + 1] if self._at + 1 < len(self._tokens) else self._next
            if self._next.kind == "name" and following.kind == "sign" and following.value == "=>":
                return self._lambda()
            return self._either()
        finally:
            self._depth -= 1

    def _lambda(self) -> Lambda:
        parameter = self._take()
        if parameter.value in ("cpg", "true", "false"):
            raise self._wrong(f"{parameter.value} cannot be the name of a parameter")
        self._expect("=>")
        self._bound.append(parameter.value)
        try:
            return Lambda(parameter.value, self._either(), parameter.position)
        finally:
            self._bound.pop()

    def _either(self) -> Expression:
        return self._joined("||", self._both)

    def _both(self) -> Expression:
        return self._joined("&&", self._comparison)

    def _joined(self, operator: str, part: Callable[[], Expression]) -> Expression:
        position = self._next.position
        operands = [part()]
        while self._sign(operator):
            operands.append(part())
        return operands[0] if len(operands) == 1 else Operation(operator, tuple(operands), position)

    def _comparison(self) -> Expression:
        left = self._sum()
        if self._next.kind == "sign" and self._next.value in _COMPARISONS:
            operator = self._take()
            return Operation(operator.value, (left, self._sum()), operator.position)
        return left

    def _sum(self) -> Expression:
        return self._arithmetic(("+", "-"), self._product)

    def _product(self) -> Expression:
        return self._arithmetic(("*", "/"), self._unary)

    def _arithmetic(self, operators: tuple[str, ...], part: Callable[[], Expression]) -> Expression:
        left = part()
        for terms in itertools.count(1):
            if self._next.kind != "sign" or self._next.value not in operators:
                break
            if terms > MAX_TERMS:
                raise self._wrong(f"a sum or product has at most {MAX_TERMS} signs", "B201")
            operator = self._take()
            left = Operation(operator.value, (left, part()), operator.position)
        return left

    def _unary(self) -> Expression:
        position = self._next.position
        for sign in ("!", "-"):
            if self._sign(sign):
                return self._negated(sign, position)
        return self._primary()

    def _negated(self, sign: str, position: int) -> Expression:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._wrong(f"arguments are nested at most {MAX_DEPTH} deep", "B201")
        try:
            return Operation(sign, (self._unary(),), position)
        finally:
            self._depth -= 1

    def _primary(self) -> Expression:
        token = self._take()
        if token.kind == "text":
            return Literal(token.value, token.position)
        if token.kind == "number":
            return Literal(int(token.value), token.position)
        if token.kind == "name" and token.value in ("true", "false"):
            return Literal(token.value == "true", token.position)
        if token.kind == "name" and (token.value in ("cpg", "_") or token.value in self._bound):
            return self._chain(token.value, token.position)
        if token.kind == "sign" and token.value == "(":
            return self._group(token.position)
        self._at -= 1
        if token.kind == "name":
            raise self._wrong(f"{token.value} is not known here: steps follow cpg, _ or the parameter of a lambda")
        raise self._wrong("a value or a chain of steps is missing")

    def _group(self, position: int) -> Expression:
        items = [self._argument()]
        while self._sign(","):
            items.append(self._argument())
        self._expect(")")
        return items[0] if len(items) == 1 else Group(tuple(items), position)
