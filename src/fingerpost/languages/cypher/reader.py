"""Reading tokens one after another: the base of the parser's three parts."""

from __future__ import annotations

from typing import NoReturn

from fingerpost.languages.cypher import ast
from fingerpost.languages.cypher.findings import CypherSyntaxError
from fingerpost.languages.cypher.tokens import END, NAME, QUOTED, tokenize

MAX_DEPTH = 60
"""How deep expressions, patterns and subqueries may nest: deeper is an attack, not a question."""


MAX_ATTEMPTS = 100
"""How often a parenthesis may turn out not to be a pattern."""


class Reader:
    """A cursor over the tokens of one text. The parser's parts call each other through the methods declared here."""

    __slots__ = ("attempts", "declared", "depth", "index", "kinds", "starts", "text", "texts", "uppers")

    def __init__(self, text: str) -> None:
        tokens = tokenize(text)
        self.text = text
        self.kinds = tokens.kinds
        self.texts = tokens.texts
        self.uppers = tokens.uppers
        self.starts = tokens.starts
        self.index = 0
        self.depth = 0
        self.attempts = 0
        # Names declared so far: a variable may be called `match` or `end`, and is one once it was declared.
        self.declared: set[str] = set()

    def expression(self, level: int = 0) -> ast.Expression:
        raise NotImplementedError

    def path_pattern(self) -> ast.PathPattern:
        raise NotImplementedError

    def label_expression(self) -> ast.LabelExpression:
        raise NotImplementedError

    def query(self, *, nested: bool) -> ast.Query:
        raise NotImplementedError

    def call_expression(self, start: int) -> ast.Expression:
        raise NotImplementedError

    def give_up(self, error: CypherSyntaxError, index: int, depth: int) -> None:
        """Return from a failed attempt to where it began; attempts are counted, as nested ones multiply."""
        self.attempts += 1
        if error.finding.code.startswith("B") or self.attempts > MAX_ATTEMPTS:
            raise error
        self.index, self.depth = index, depth

    def at(self, *words: str) -> bool:
        """True when the next tokens are these words or signs."""
        index = self.index
        for offset, word in enumerate(words):
            if self.uppers[index + offset] != word:
                return False
            if self.kinds[index + offset] == END:
                return False
        return True

    def take(self, word: str) -> bool:
        """Step over the word or sign if it is next."""
        if self.uppers[self.index] == word:
            self.index += 1
            return True
        return False

    def expect(self, word: str, where: str) -> None:
        if self.uppers[self.index] != word:
            self.fail(f"expected {word} {where}, found {self.found()}")
        self.index += 1

    def name(self, what: str) -> str:
        """A name, quoted or not."""
        if self.kinds[self.index] not in (NAME, QUOTED):
            self.fail(f"expected {what}, found {self.found()}")
        value = self.texts[self.index]
        if not value:
            self.fail(f"{what} cannot be empty")
        self.index += 1
        return value

    def declare(self, what: str) -> str:
        value = self.name(what)
        self.declared.add(value)
        return value

    def found(self) -> str:
        if self.kinds[self.index] == END:
            return "the end"
        return repr(self.text[self.starts[self.index] : self.starts[self.index + 1]].strip()[:40])

    def fail(self, message: str, code: str = "S010", suggestion: str | None = None) -> NoReturn:
        raise CypherSyntaxError(code, message, self.starts[self.index], suggestion)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"this nests deeper than {MAX_DEPTH} levels", code="B001")
