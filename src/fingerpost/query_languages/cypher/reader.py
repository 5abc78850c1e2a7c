"""Reading tokens one after another: the base of the parser's three parts."""

from __future__ import annotations

from typing import NoReturn

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.errors import CypherSyntaxError
from fingerpost.query_languages.cypher.tokens import END, NAME, QUOTED, tokenize

MAX_DEPTH = 60
"""How deep expressions, patterns and subqueries may nest: deeper is an attack, not a question."""

MAX_RETRIED = 20_000
"""How many tokens may be read twice, where a parenthesis turned out not to be a pattern: nested ones multiply."""


_Mark = tuple[int, int, frozenset[str]]


class Reader:
    """A cursor over the tokens of one text. The parser's parts call each other through the methods declared here."""

    __slots__ = ("declared", "depth", "index", "kinds", "retried", "separator", "starts", "text", "texts", "uppers")

    def __init__(self, text: str) -> None:
        tokens = tokenize(text)
        self.text = text
        self.kinds = tokens.kinds
        self.texts = tokens.texts
        self.uppers = tokens.uppers
        self.starts = tokens.starts
        self.index = 0
        self.depth = 0
        self.retried = 0
        # Where the | of the comprehension under way stands: no label expression goes on there.
        self.separator = -1
        # Bare names declared so far: a variable may be called `match` or `end`, and is one once it was declared.
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

    def refuse_clause(self) -> None:
        raise NotImplementedError

    def mark(self) -> _Mark:
        """Where the reading stands, to return to by `give_up`."""
        return self.index, self.depth, frozenset(self.declared)

    def give_up(self, error: CypherSyntaxError, mark: _Mark) -> None:
        """Return from a failed attempt to where it began.

        Raises:
            CypherSyntaxError: the error itself where it is about bounds; B001 where attempts cost too much.
        """
        if error.finding.code.startswith("B"):
            raise error
        index, depth, declared = mark
        self.retried += self.index - index + 1
        if self.retried > MAX_RETRIED:
            self.fail("this text is too ambiguous to parse", code="B001")
        self.index, self.depth, self.declared = index, depth, set(declared)

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
        if self.kinds[self.index - 1] == NAME:
            self.declared.add(value)
        return value

    def found(self) -> str:
        if self.kinds[self.index] == END:
            return "the end"
        return repr(self.text[self.starts[self.index] : self.starts[self.index + 1]].strip()[:40])

    def fail(self, message: str, code: str = "S010", *, name: str | None = None) -> NoReturn:
        raise CypherSyntaxError(code, message, self.starts[self.index], name=name)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"this nests deeper than {MAX_DEPTH} levels", code="B001")
