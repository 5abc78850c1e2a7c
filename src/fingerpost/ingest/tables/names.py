"""Whether the name of a column says that it refers to a table: `customerID`, `dept_id`, `manager_employee_id`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from fingerpost.linking import split_name, stem

KEY_WORDS = frozenset(
    map(stem, "id idx code key no nr num number ref fk pk uuid guid uid abbreviation acronym".split())
)
"""Words that make a name one of a key; they say nothing about what it is the key of."""
_OVERSEERS = frozenset(
    map(stem, "manager parent supervisor boss superior predecessor previous replaces reports head".split())
)
"""Words for another row of the same table."""
_KINDS = frozenset("tbl tb dim fact fct stg raw".split())
"""Words in front of a table's name for what kind of table it is."""
_KIND = re.compile(r"(?i:tbl|tb|dim|fact|fct|stg|raw)(?:_+(?=.)|(?=[A-Z][a-z]))")
_SHORTEST = 3
"""Letters of the shortest abbreviation: `dept` for department."""

SAME, ROLE, TABLE, SHORT, OVERSEER = 5.0, 4.0, 3.5, 2.0, 1.0
"""How much a name tells: the key's own name; that with a role before it (`driver_employee_id`) or a number behind
(`team2`); the table's name; its beginning; a word for another row of this table."""
OWN_KEY = 3.0
"""What `key_words` gives a column that is named after its own table: such a column refers to no other."""


@lru_cache(maxsize=20_000)
def words(name: str) -> tuple[str, ...]:
    """The stems of the words of a name."""
    return tuple(map(stem, split_name(name)))


def subject(name: str) -> tuple[str, ...]:
    """The words of a column's name without those that only say that it is a key."""
    found = words(name)
    while found and found[-1] in KEY_WORDS:
        found = found[:-1]
    return found


def table_words(name: str) -> tuple[str, ...]:
    """The stems of the words of a table's name, without one in front that says what kind of table it is."""
    found = words(name)
    return found[1:] if len(found) > 1 and found[0] in _KINDS else found


def table_labels(names: Sequence[str]) -> dict[str, str]:
    """What the rows of tables are called: the table's name without `tbl`, or, if all have one, without another word
    for the kind of a table (`dim_customer`, `FactSales`); never the same name twice."""
    bare = {name: _KIND.sub("", name) for name in names}
    whole = any(bare[name] == name for name in names) or len(names) == 1
    called = {name: name if whole and not name.lower().startswith("tbl") else bare[name] for name in names}
    return called if len(set(called.values())) == len(names) else {name: name for name in names}


def run_on(*tables: str) -> set[str]:
    """The names of tables as one word: with the stems of its words, and with its own."""
    whole = "".join(word.lower() for table in tables for word in split_name(table))
    return {"".join(word for table in tables for word in table_words(table)), stem(whole)}


def is_named_after(table: str, first: str, second: str) -> bool:
    """Whether a table has the names of two others in its own, in whatever order: `party_services`."""
    return not run_on(table).isdisjoint(run_on(first, second) | run_on(second, first))


def says(column: str, key: str, table: str, *, own: bool) -> float:
    """How much a column's name says that its values are those of the `key` of `table`; 0 if it says nothing.

    `own`: the column is of the same table.
    """
    named, wanted = words(column), words(key)
    about, target = subject(column), table_words(table)
    if named == wanted and not own and (about or len(named) > 1):
        return SAME
    if (followed := _before_role(named)) is not None and followed in (target, subject(key) or target):
        return ROLE
    if not about:
        return 0.0
    of = subject(key) or target
    if about in (target, of):
        return TABLE
    if len(about) > len(of) and about[-len(of) :] == of:
        return ROLE
    if len(about) > 1 and about[-1].isdigit():
        return ROLE if about[:-1] in (target, of) else 0.0  # the first of two; `b1` is no `ieeex1`
    if about[-1:] == target[-1:]:
        return SHORT
    if own and _OVERSEERS & set(named):
        return OVERSEER
    lettered = named == about and len(about[-1]) == 1  # columns A, B and C are short for nothing
    return SHORT if not lettered and _shortens(about[-1], target) else 0.0


def _before_role(named: tuple[str, ...]) -> tuple[str, ...] | None:
    """The words of a name before an id that a role follows: `team_id_winner`."""
    place = next((place for place, word in enumerate(named[:-1]) if word == "id"), 0)
    return named[:place] if place else None


def role_beside(column: str, key: str) -> tuple[str, ...] | None:
    """The words, as they are spoken, that the name of a column has beside those of a key's: none of `team.key` beside
    `teamID` or `team`, "winner" of `teamIDwinner` and of `winner_team_id`. None if it is named otherwise."""
    named, wanted, spoken = words(column), words(key), split_name(column)
    if named == wanted or (subject(column) == subject(key) != ()):
        return ()
    size = len(wanted)
    if len(named) <= size:
        return None
    return spoken[size:] if named[:size] == wanted else spoken[:-size] if named[-size:] == wanted else None


def key_words(column: str, table: str) -> float:
    """How much a column's name says that it is the key of its own table: `dept_no` is that of `departments` rather than
    of `dept_emp`."""
    named, about = words(column), subject(column)
    if named == about:
        return 0.5 if about == table_words(table) else 0.0
    if not about:
        return 2.0
    of = table_words(table)
    if about == of:
        return OWN_KEY
    return (1.5 if len(of) == 1 else 1.2) if _shortens(about[-1], of) else 1.0


def _shortens(word: str, target: tuple[str, ...]) -> bool:
    """Whether a word is how one of the target's begins (`dept`, `inst`), or the first letters of them (`po`)."""
    if len(target) > 1 and word == "".join(part[0] for part in target):
        return True
    return any(_begins(word, part) for part in target)


def _begins(word: str, whole: str) -> bool:
    """Whether the letters of `word` stand in this order in `whole`, from its first on: `dept` in `department`."""
    if len(word) < _SHORTEST or word[0] != whole[0] or len(word) >= len(whole):
        return whole.startswith(word)
    letters = iter(whole)
    return all(letter in letters for letter in word)
