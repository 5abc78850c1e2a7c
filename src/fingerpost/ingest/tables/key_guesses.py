"""References that are guessed: the column's name says nothing, or some of its values are missing.

`origin` of flights holds codes of airports, whose key is called `faa`, or that have such codes beside their key; and
not all planes are listed whose `tailnum` flights have. `sold_by` and `tutor` hold numbers of the staff, the only table
of people that has them all. The values decide, so that an answer that goes over such a reference is never sure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.core.schema import GUESS
from fingerpost.ingest.tables.names import (
    OWN_KEY,
    ROLE,
    SAME,
    TABLE,
    is_named_after,
    key_words,
    says,
    subject,
    table_words,
    words,
)
from fingerpost.ingest.tables.profile import ColumnProfile, TableProfile
from fingerpost.ingest.tables.table import Columns, ForeignKey
from fingerpost.linking import is_people, split_name, stem

_NAMED = 0.5
"""The share of different values that must be there where the name says clearly to what a column refers."""
_HARDLY = 0.05
"""The share of which at least is told."""
_UNNAMED = 0.9
"""That where the name says nothing: nearly all of them."""
_SERVED = frozenset(
    map(stem, "customer client patient student pupil guest visitor passenger tenant borrower subscriber donor".split())
)
"""Those for whom others work."""
_STAFF = frozenset(map(stem, "employee staff personnel worker".split()))
NOBODY = frozenset(("0", "-1"))
"""Numbers by which it is said in tables that there is no other row: who has no boss."""
_LEAST_VALUES = 3
"""Different values of a column by which a reference can be guessed."""
_LEAST_NAMES = 8
"""Names of the rows of one table by which they are told to be of the same things as those of another."""
_NAME, _SLUGS = stem("name"), frozenset(((stem("slug"),), (stem("symbol"),), (stem("identifier"),)))
_LEAST_LENGTH = 2
"""Characters that these have: letters such as A, B and C stand in many columns."""
_APART = 10
"""How many times as far apart the numbers of a key must be as they would be if rows were counted."""
_COVERED = 0.1
"""The share of the rows of a table that must be referred to by their texts, where these are not the key: among many
texts, some are those of a few others by chance, as the titles of films are those of genres."""
_OWN = 1.5
"""What `key_words` gives a key that is at least short for its own table."""
_WORDED = 0.9
"""The share of the values of a key that are not numbers, from which on it is one of texts: some codes are digits."""


def guesses(
    each: TableProfile,
    tables: Mapping[str, TableProfile],
    primary: Mapping[str, Columns],
    taken: set[str],
    *,
    codes: bool,
) -> Iterator[tuple[ForeignKey, float]]:
    """The references of a table's columns that are not `taken`, each with the share of its values that are there; with
    `codes`, to columns that are no keys, and to rows of the same things, too.

    Where two tables hold as much of a column, none is taken. Numbers are in too many columns to tell anything.
    """
    same = _of_the_same(each, tables, primary) or _called_the_same(each, tables, primary) if codes else None
    if same is not None:
        yield same, 1.0
    for name, column in each.columns.items():
        if name in taken or (name in primary[each.table.name] and not _is_named_apart(name, each)):
            continue
        doers = [] if name in primary[each.table.name] else _doers(name, column, tables, primary)
        if len(doers) == 1:
            yield ForeignKey((name,), doers[0], primary[doers[0]]), 1.0
        alone = each.is_unique(name)
        if doers or not column.values or (alone and not _is_named_apart(name, each)):
            continue
        found = []
        for other in tables.values():
            key = primary[other.table.name]
            if len(key) != 1:
                continue
            held = other.columns[key[0]]
            clear = says(name, key[0], other.table.name, own=False) in (SAME, ROLE, TABLE)
            owned = clear and key_words(key[0], other.table.name) == OWN_KEY
            if not owned and not (_tells(column) and _is_worded(held)):
                continue
            if other is each and not clear and column.filled == len(column.values):
                continue  # a code that a row has beside its key may be the key itself
            if alone and key_words(key[0], other.table.name) <= key_words(name, each.table.name):
                continue
            share = len(column.values & held.values) / len(column.values)
            least = 1.0 if other is each else _NAMED if clear else _UNNAMED
            if share >= least and (clear or _is_code(column, held, key[0], other)):
                found.append((clear, share, ForeignKey((name,), other.table.name, key)))
        if codes and not found:
            found = list(_by_codes(each, name, tables, primary))
        found.sort(key=lambda guess: guess[:2], reverse=True)
        if found and (len(found) == 1 or found[0][:2] > found[1][:2]):
            yield found[0][2], found[0][1]


def hardly_there(
    each: TableProfile, tables: Mapping[str, TableProfile], primary: Mapping[str, Columns], taken: set[str]
) -> Iterator[tuple[ForeignKey, float]]:
    """The columns that are named after the key of another table of which most of their values are missing there; each
    with the share that is not."""
    for name, column in each.columns.items():
        if name in taken or name in primary[each.table.name] or len(column.values) < _LEAST_VALUES:
            continue
        for target, other in tables.items():
            key = primary[target]
            if other is each or len(key) != 1 or key_words(key[0], target) != OWN_KEY:
                continue
            share = len(column.values & other.columns[key[0]].values) / len(column.values)
            if _HARDLY <= share < _NAMED and says(name, key[0], target, own=False) in (SAME, ROLE, TABLE):
                yield ForeignKey((name,), target, key), share


def _is_named_apart(name: str, each: TableProfile) -> bool:
    """Whether a column is named as a key is, but not as that of its own table: `member_id` of `households`."""
    about, own = subject(name), table_words(each.table.name)
    apart = words(name) != about and bool(about) and set(about).isdisjoint(own)
    return apart and key_words(name, each.table.name) < _OWN


def _by_codes(
    each: TableProfile, name: str, tables: Mapping[str, TableProfile], primary: Mapping[str, Columns]
) -> Iterator[tuple[bool, float, ForeignKey]]:
    """The columns of other tables that are not their keys, but have a text of its own for each row, and have those of a
    column in which each stands for several rows."""
    column = each.columns[name]
    if not _tells(column) or column.filled == len(column.values):
        return
    for target, other in tables.items():
        if other is each or len(column.values) < _COVERED * other.rows:
            continue
        for key, held in other.columns.items():
            if (key,) == primary[target] or not other.is_unique(key) or not _is_worded(held):
                continue
            share = len(column.values & held.values) / len(column.values)
            if share >= _UNNAMED:
                yield False, share, ForeignKey((name,), target, (key,))


def _of_the_same(
    each: TableProfile, tables: Mapping[str, TableProfile], primary: Mapping[str, Columns]
) -> ForeignKey | None:
    """The reference of a table to the one with a key of the same name (`id`) that has all of its own: more rows of the
    same things, or as many and standing before it; None where the keys may agree by chance."""
    name = each.table.name
    order = list(tables)
    found: list[TableProfile] = []
    for target, other in tables.items():
        if other is each or len(primary[name]) != 1 or primary[target] != primary[name]:
            continue
        (key,) = primary[name]
        later = (-other.rows, order.index(target)) < (-each.rows, order.index(name))
        if later and not subject(key) and _is_sparse(each.columns[key]) and other.is_unique(key):
            found += [other] if each.columns[key].values <= other.columns[key].values else []
    whole = min(found, key=lambda other: -other.rows, default=None)
    return None if whole is None else ForeignKey(primary[name], whole.table.name, primary[name])


def _called_the_same(
    each: TableProfile, tables: Mapping[str, TableProfile], primary: Mapping[str, Columns]
) -> ForeignKey | None:
    """The reference of a table to the one whose rows have all its names, or keys, as names or keys of their own: what
    `abilities` tells by hero is of `heroes`, which have an id besides. None where there are several such tables."""
    own, order = each.table.name, list(tables)
    found: list[ForeignKey] = []
    for name in _names(each):
        values = each.columns[name].values
        if len(values) < _LEAST_NAMES or not all(map(is_telling, values)):
            continue
        for target, other in tables.items():
            for held in _names(other) if other is not each else ():
                # The whole has more rows, or a key besides; both keys are looked at elsewhere.
                ahead = (-other.rows, primary[target] in ((), (held,)), order.index(target))
                behind = (-each.rows, primary[own] in ((), (name,)), order.index(own))
                apart = (primary[own], primary[target]) != ((name,), (held,))
                if apart and ahead < behind and values <= other.columns[held].values:
                    found.append(ForeignKey((name,), target, (held,)))
    return found[0] if len(found) == 1 else None


def _names(each: TableProfile) -> list[str]:
    """The columns that tell all rows of a table apart and are called as their names or keys are: `name`, `slug`."""
    return [name for name in each.columns if _is_name(name) and each.is_unique(name)]


def _is_name(column: str) -> bool:
    return subject(column) in ((), (_NAME,)) or words(column) in _SLUGS


def _is_sparse(column: ColumnProfile) -> bool:
    """Whether a key has texts, or numbers with so many left out that another count does not have them by chance."""
    if _tells(column):
        return True
    if len(column.values) < _LEAST_VALUES or not column.whole:
        return False
    numbers = list(map(int, column.values))
    return max(numbers) - min(numbers) >= _APART * len(numbers)


def other_end(
    each: TableProfile,
    tables: Mapping[str, TableProfile],
    primary: Mapping[str, Columns],
    foreign: Sequence[ForeignKey],
    taken: set[str],
) -> Iterator[tuple[ForeignKey, float]]:
    """The reference of a table that is named after two, of which it refers to one: `party_services` to `parties` by its
    `customer_id`, if that is its only other column named as a key is, and its values are all there."""
    name, targets = each.table.name, {key.target for key in foreign}
    left = [
        column
        for column, held in each.columns.items()
        if column not in taken and column not in primary[name] and held.values and words(column) != subject(column)
    ]
    if len(targets) != 1 or len(left) != 1:
        return
    (first,) = targets
    ends = [other for other in tables if other != first and is_named_after(name, first, other)]
    for end in ends:
        key = primary[end]
        if len(key) == 1 and each.columns[left[0]].values <= tables[end].columns[key[0]].values:
            yield ForeignKey((left[0],), end, key), 1.0


def _doers(
    name: str, column: ColumnProfile, tables: Mapping[str, TableProfile], primary: Mapping[str, Columns]
) -> list[str]:
    """The tables of people that have all values of a column which is named after what somebody did (`sold_by`), or
    after one of them (`tutor`, `support_rep_id`; `tutors` may be how many there are). Of several, those of staff do
    such things, and those of customers do not."""
    spoken = _spoken(name)[: len(subject(name))]
    values = column.values - NOBODY
    does = len(spoken) > 1 and spoken[-1] == "by"
    if not values or not (does or (spoken and is_people(spoken) and not spoken[-1].endswith("s"))):
        return []
    found = [
        table
        for table, other in tables.items()
        if is_people(_spoken(table)) and len(primary[table]) == 1 and primary[table] != (name,)
        if values <= other.columns[primary[table][0]].values
    ]
    if stem(spoken[-1]) in _SERVED:
        return found
    staff = [table for table in found if not _STAFF.isdisjoint(words(table))]
    return staff or [table for table in found if _SERVED.isdisjoint(words(table))] or found


def _spoken(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in split_name(name))


def guess_told(table: str, key: ForeignKey, share: float) -> str:
    """The note on a guessed reference."""
    columns, referred = ", ".join(key.columns), ", ".join(key.referred)
    return f"{GUESS}: {share:.0%} of the values of {table}.{columns} are in {key.target}.{referred}"


def _tells(column: ColumnProfile) -> bool:
    """Whether the values of a column can show what it refers to: several texts that are not numbers."""
    if not column.keyable or len(column.values) < _LEAST_VALUES:
        return False
    return all(map(is_telling, column.values))


def _is_worded(held: ColumnProfile) -> bool:
    """Whether a column holds texts: no numbers, but for a few."""
    if not held.keyable or len(held.values) < _LEAST_VALUES:
        return False
    return sum(map(is_telling, held.values)) >= _WORDED * len(held.values)


def is_telling(value: str) -> bool:
    """Whether a value is a text that is no number, and more than a letter."""
    return len(value) >= _LEAST_LENGTH and not value.replace(".", "").isdigit()


def _is_code(column: ColumnProfile, held: ColumnProfile, key: str, other: TableProfile) -> bool:
    """Whether a column whose name says nothing may hold keys: each value stands there for several rows, or the key is
    named as one is."""
    return column.filled > len(column.values) or key_words(key, other.table.name) >= 1
