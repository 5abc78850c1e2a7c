"""Looks at the chunks of a text, one after another."""

from __future__ import annotations

from typing import Final

from fingerpost.domains.code.questions.clauses.chunks import Chunk
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.vocabulary import LIBRARY, MORE, is_like_a_name
from fingerpost.plans import Comparison


class NotRead(Exception):
    """The clauses are not understood."""


_TURNING: Final = frozenset(
    "nobody nowhere hardly rarely except unless instead rather if when same equal most more fewest least besides per "
    "how why".split()
)
"""Words that change what is asked so much that it is not understood without them."""
_OR_MORE: Final = {
    "more": Comparison.GE, "over": Comparison.GE, "above": Comparison.GE, "up": Comparison.GE, "longer": Comparison.GE,
    "fewer": Comparison.LE, "less": Comparison.LE, "below": Comparison.LE, "shorter": Comparison.LE,
}  # fmt: skip


class Lookahead:
    """The chunks of a text, read from left to right. `skipped` are words that say nothing to the reader."""

    def __init__(self, chunks: list[Chunk], names: Names) -> None:
        self._chunks, self._names = chunks, names
        self._at = 0
        self.skipped: list[str] = []
        self._verb = ""
        self._be = False
        self._far = self._only = False
        self.topic = ""
        """A function that was named before, from which something is reached, or that changes."""
        self.inside = False
        """Whether functions are asked in which something is done."""

    def start(self, at: int) -> None:
        """Go on from there."""
        self._at = at

    def _peek(self, ahead: int = 0) -> Chunk:
        at = self._at + ahead
        return self._chunks[at] if at < len(self._chunks) else Chunk("end")

    def _next(self, *passed: str) -> Chunk:
        """The next chunk that is of no kind that is passed over."""
        ahead = 0
        while self._peek(ahead).kind in passed:
            ahead += 1
        return self._peek(ahead)

    def _take(self, *kinds: str) -> Chunk | None:
        chunk = self._peek()
        if chunk.kind in kinds:
            self._at += 1
            return chunk
        return None

    def _pass(self, *kinds: str) -> None:
        while self._take(*kinds):
            pass

    def _skip(self) -> None:
        """Leave out a word that is not known. One that is known and does not fit says that nothing is understood."""
        before = self._chunks[self._at - 1].kind if self._at else ""
        if self._peek().kind != "unknown" or self._peek().value in _TURNING or before in ("be", "do", "name", "file"):
            raise NotRead
        self.skipped.append(self._peek().said.lower())
        self._at += 1

    def _pass_adverb(self) -> None:
        if self._peek().value == "only":
            self._at += 1

    def _method(self, name: str) -> str:
        found = self._names.method(name)
        if found is None:
            if is_like_a_name(name) or name in LIBRARY:
                raise self._names.unknown(name, "function, macro or global variable")
            raise NotRead
        return found

    def _amount(self) -> tuple[Comparison, int] | None:
        """`more than two`, `two or more`, `two`."""
        self._pass_adverb()
        more = self._peek() if self._peek().kind == "more" else None
        number = self._peek(1 if more else 0)
        if number.kind != "number":
            return None
        self._at += 2 if more else 1
        comparison = MORE[more.value] if more else Comparison.EQ
        if number.said == "+":
            comparison = Comparison.GE
        if self._peek().kind in ("or", "and") and self._peek(1).said.lower() in _OR_MORE:
            comparison = _OR_MORE[self._peek(1).said.lower()]
            self._at += 2
        return comparison, int(number.value)

    def _times(self) -> tuple[Comparison, int] | None:
        """`twice`, `more than ten times`, `from three places`."""
        begun = self._at
        if self._peek().kind == "in" or self._peek().said.lower() == "from":
            self._at += 1
        self._pass_adverb()
        more = self._take("more")
        said = self._peek().said.lower()
        number = {"once": 1, "twice": 2}.get(said)
        if number is not None:
            self._at += 1
        elif (
            self._peek().kind == "number"
            and self._next("number", "stop").value in ("times", "function", "site")
            and (
                self._next("number", "stop").said.lower()
                in ("times", "places", "place", "sites", "spots", "call sites")
            )
        ):
            number = int(self._peek().value)
            self._at += 1
            self._pass("stop")
            self._at += 1
        if number is None:
            self._at = begun
            return None
        return (MORE[more.value] if more else Comparison.EQ), number

    def _is_place(self) -> bool:
        ahead = 0
        while self._peek(ahead).kind in ("in", "stop", "noun"):
            ahead += 1
        return self._peek(ahead).kind == "file"
