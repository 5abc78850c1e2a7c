"""How cases ask a store, and what counts as an answer: the rows that are written down, or a refusal that says what for.

A case is Cypher that is asked in two ways: as a text through the gate, and as the plan that it lifts to.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from fingerpost.core.cells import Cell, freeze
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.limits import Limits
from fingerpost.core.verified import VerifiedQuery
from fingerpost.plans import Plan
from fingerpost.query_languages import language
from fingerpost.stores import Capabilities, Result, Store

_Verified = Callable[[], VerifiedQuery]
Rows = Sequence[tuple[Cell, ...]]
_TOLERANCE = 1e-9
WAYS = ("text", "plan")


@dataclass(frozen=True)
class Case:
    """One query and its rows.

    Attributes:
        text: Cypher. `rows`: what it answers; in this order where `ordered`.
        given: its parameters.
        refused: what a dialect may be without; a regular expression that its refusal must match.
        needs: the capability without which it may be refused; with it, it is answered.
        raw: it is asked as a text only, as a plan has no word for it.
    """

    text: str
    rows: Rows
    ordered: bool = False
    given: Mapping[str, Cell] = field(default_factory=dict)
    refused: str = ""
    needs: str = ""
    raw: bool = False


def ask(store: Store, text: str, limits: Limits | None = None, /, **parameters: Cell) -> Result:
    """Run Cypher on a store, through the gate."""
    return store.run(language().verify(text, dialect=store.dialect, parameters=parameters), limits)


def needs(capabilities: Capabilities, capability: str, why: str) -> None:
    """Skip a case that is for stores with a capability only, and say so."""
    if not getattr(capabilities, capability):
        pytest.skip(f"{capability}: {why}")


def same(found: Cell, wanted: Cell) -> bool:
    """Equal, of the same type, and with the same sign of zero, all the way down."""
    return repr(found) == repr(wanted)


def check(store: Store, case: Case, ways: Collection[str] = WAYS) -> None:
    """Ask a case as a text through the gate, as the plan that it lifts to, or both.

    Fails where rows differ, or where the dialect refuses what it must be able to say, or refuses without naming it.
    """
    if "text" in ways:
        check_query(store, case, lambda: language().verify(case.text, dialect=store.dialect, parameters=case.given))
    if "plan" in ways and not case.raw:
        check_plan(store, case, language().lift(case.text, case.given))


def check_plan(store: Store, case: Case, plan: Plan) -> None:
    """Ask a plan for the rows of a case."""
    check_query(store, case, lambda: language().verify_plan(plan, dialect=store.dialect))


def check_query(store: Store, case: Case, verified: _Verified) -> None:
    """Ask what a function verifies for the rows of a case."""
    try:
        query = verified()
    except UnsupportedConstruct as refusal:
        _allow(store.capabilities, case, refusal.message)
        return
    found = list(store.run(query).rows)
    wanted = list(case.rows)
    if not case.ordered:
        found, wanted = sorted(found, key=_key), sorted(wanted, key=_key)
    if not _close(tuple(found), tuple(wanted)):
        pytest.fail(f"{case.text}\nas {query.text}\nanswers {found}\n    not {wanted}", pytrace=False)


def _allow(capabilities: Capabilities, case: Case, message: str) -> None:
    """Let a refusal by where the dialect need not say this, and the refusal tells what it cannot say."""
    if not _may_be_refused(capabilities, case):
        pytest.fail(f"{case.text}\nis refused: {message}", pytrace=False)
    if not re.search(case.refused, message, re.IGNORECASE):
        pytest.fail(f"{case.text}\nis refused without its name: {message}", pytrace=False)


def _may_be_refused(capabilities: Capabilities, case: Case) -> bool:
    if case.needs:
        return not getattr(capabilities, case.needs)
    return bool(case.refused)


def _key(row: tuple[Cell, ...]) -> str:
    return repr(freeze(row))


def _close(found: Cell, wanted: Cell) -> bool:
    """The same types and values; floats but for rounding."""
    if isinstance(wanted, float) and isinstance(found, float):
        return math.isclose(found, wanted, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    if isinstance(wanted, (list, tuple)) and isinstance(found, (list, tuple)):
        return len(found) == len(wanted) and all(map(_close, found, wanted))
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return found.keys() == wanted.keys() and all(_close(found[key], wanted[key]) for key in wanted)
    return type(found) is type(wanted) and bool(found == wanted)
