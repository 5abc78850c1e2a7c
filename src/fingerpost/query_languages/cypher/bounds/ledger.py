"""What a query costs at most, as far as an engine does not stop it by itself, and the bounds that refuse it."""

from __future__ import annotations

from dataclasses import dataclass, field

from fingerpost.query_languages.cypher.bounds.sizes import Kind, Size, times
from fingerpost.query_languages.findings import Finding
from fingerpost.query_languages.policy import Policy

EACH = 20
"""What looking at one item costs, in units of copying one."""
FREE = 5_000
"""What an expression may cost in every row, as any expression does: between rows engines look at the clock."""
CLEARED = 5_000_000
"""Units that no engine needs to be stopped in: about a tenth of a second."""
_LOOKED_AT = 20_000
"""Parts of a query that are looked at; what is left is not cleared."""


class Refused(Exception):
    """A bound is passed; nothing more needs to be looked at."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Unfinished(Exception):
    """The query is too large to look at all of it."""


@dataclass(slots=True)
class Ledger:
    """Costs of a stretch of a query: `spent` at most, of which `proved` follows from the query alone."""

    policy: Policy
    spent: float = 0
    proved: float = 0
    seen: int = 0
    nesting: int = 0
    _outer: list[tuple[float, float]] = field(default_factory=list)

    def look(self) -> None:
        self.seen += 1
        if self.seen > _LOOKED_AT:
            raise Unfinished

    def pay(self, units: float, *, known: bool) -> None:
        self.spent += units
        if known:
            self.proved += units

    def open(self) -> None:
        """Begin to count what one item, or one row, costs."""
        self._outer.append((self.spent, self.proved))
        self.spent = self.proved = 0

    def shut(self) -> tuple[float, float]:
        """The costs since `open`, which are left to the caller to pay."""
        each = self.spent, self.proved
        self.spent, self.proved = self._outer.pop()
        return each

    def check(self, position: int) -> None:
        """Refuse what is proved to cost too much."""
        if self.proved > self.policy.max_steps:
            raise Refused(_finding("B012", f"this takes more than {self.policy.max_steps:,} steps", position))

    def built(self, size: Size, position: int) -> Size:
        """A value that was built: refused where it is known to be too large, else paid for."""
        policy = self.policy
        if size.known:
            if size.kind is Kind.TEXT:
                if size.length > policy.max_text:
                    raise Refused(
                        _finding("B011", f"a text would have more than {policy.max_text:,} characters", position)
                    )
            elif size.weight > policy.max_items:
                raise Refused(
                    _finding("B010", f"a list or map would have more than {policy.max_items:,} items", position)
                )
            if size.depth > policy.max_value_depth:
                message = f"lists or maps would be nested more than {policy.max_value_depth} deep"
                raise Refused(_finding("B014", message, position))
        elif size.depth > policy.max_value_depth:
            self.pay(CLEARED + 1, known=False)
        self.pay(size.weight if self.nesting else times(size.weight, size.share), known=size.known)
        return size

    def deeper(self, position: int) -> None:
        """One loop inside another."""
        self.nesting += 1
        if self.nesting > self.policy.max_nesting:
            message = f"comprehensions may be nested at most {self.policy.max_nesting} deep"
            raise Refused(_finding("B013", message, position))


def refused_pattern(what: str, position: int) -> Refused:
    """A regular expression that is not taken."""
    return Refused(_finding("B015", what, position))


def _finding(code: str, message: str, position: int) -> Finding:
    return Finding(code=code, message=message, position=position)
