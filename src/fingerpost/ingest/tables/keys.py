"""Finds the keys of tables, and what refers to them, where a source declares none.

A reference is found by three signs together: the name of the column, its type, and that all of its values are values
of the key. Where two tables would do equally well, none is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fingerpost.ingest.tables.edge_lists import are_edges, edge_keys
from fingerpost.ingest.tables.key_guesses import NOBODY, guesses, hardly_there, other_end
from fingerpost.ingest.tables.names import (
    OVERSEER,
    OWN_KEY,
    ROLE,
    SAME,
    TABLE,
    key_words,
    says,
    subject,
    table_words,
    words,
)
from fingerpost.ingest.tables.profile import TableProfile
from fingerpost.ingest.tables.rival_keys import HELD, agreed_keys, rival_of
from fingerpost.ingest.tables.table import Columns, ForeignKey

_FEWEST = 3
"""The fewest rows of a table that are others' by a key whose name does not say that it is one."""
_REFERRING = (("id",), ("by",))
"""The last word of a column that is named as a reference is."""
CLEAR = (SAME, ROLE, TABLE)
"""What `says` gives a name that says clearly to what it refers."""


@dataclass(frozen=True, slots=True)
class Keys:
    """A table's key (empty if it has none), its references, and what could not be decided."""

    primary: Columns
    foreign: tuple[ForeignKey, ...]
    undecided: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Columns that may refer to several tables equally well, with the names of these."""
    unnamed: Columns = ()
    """Columns that are named as a reference is and hold values of keys, but whose names say no table."""
    guessed: tuple[tuple[ForeignKey, float], ...] = ()
    """What they may refer to, though the name or some values do not say so; with the share of values that do."""
    hardly: tuple[tuple[ForeignKey, float], ...] = ()
    """What their names say they refer to, where most values are missing; with the share of those that are there."""
    rivalled: tuple[tuple[ForeignKey, str], ...] = ()
    """Guessed ones of which nothing tells that they do not refer to another column of the same table."""
    repeated: tuple[tuple[str, str], ...] = ()
    """Columns named after another table that has their values in a column of the same name, but several times; with the
    name of this table."""


def find_keys(profiles: Sequence[TableProfile], *, codes: bool = True) -> dict[str, Keys]:
    """The keys of each table by its name: the declared ones, else those found.

    The ends of a table of edges (`source`, `target`) refer to the one table that has them. A table that declares
    references is believed: no others are looked for. SQLite checks no declaration, though: one to a column whose values
    are not unique counts the other way round, if the data bear that out, else not at all.

    With `codes`, a reference may be guessed to a column that is no key, or to rows of the same things.
    """
    by_name = {each.table.name: each for each in profiles}
    primary = agreed_keys(by_name, {name: _primary(each) for name, each in by_name.items()})
    found: dict[str, Keys] = {}
    turned = list(_turned(by_name))
    for each in profiles:
        table = each.table
        declared = tuple(key for key in table.foreign_keys if _is_borne_out(key, by_name[key.target]))
        if declared:
            declared += tuple(key for name, key in turned if name == table.name and key not in declared)
            found[table.name] = Keys(primary[table.name], declared)
            continue
        foreign, undecided = _foreign(each, by_name, primary)
        if not foreign and (edges := edge_keys(each, by_name)):
            found[table.name] = Keys(() if are_edges(each) else primary[table.name], edges)
            continue
        taken = {column for key in foreign for column in key.columns} | {column for column, _ in undecided}
        rivalled = tuple(_rivalled(each, foreign, by_name, primary))
        foreign = tuple(key for key in foreign if key not in dict(rivalled))
        ends = tuple(other_end(each, by_name, primary, foreign, taken))
        taken |= {column for key, _ in ends for column in key.columns}
        guessed = (*((key, 1.0) for key, _ in rivalled), *ends, *guesses(each, by_name, primary, taken, codes=codes))
        taken |= {column for key, _ in guessed for column in key.columns}
        hardly = tuple(hardly_there(each, by_name, primary, taken))
        taken |= {column for key, _ in hardly for column in key.columns}
        repeated = tuple(_repeated(each, by_name, taken))
        taken |= {column for column, _ in repeated}
        unnamed = tuple(_unnamed(each, by_name, primary, taken))
        found[table.name] = Keys(primary[table.name], foreign, undecided, unnamed, guessed, hardly, rivalled, repeated)
    return {
        name: replace(keys, foreign=tuple(_one_way(by_name[name], keys, found, by_name)))
        for name, keys in found.items()
    }


def _one_way(
    each: TableProfile, keys: Keys, found: Mapping[str, Keys], tables: Mapping[str, TableProfile]
) -> Iterator[ForeignKey]:
    """The references of a table. Of two columns that refer to each other, the declared one counts, or the one that is
    not the key of its table, or is less so by its name. If that does not tell them apart, none does.
    """
    for key in keys.foreign:
        back = ForeignKey(key.referred, each.table.name, key.columns)
        if back not in found[key.target].foreign:
            yield key
            continue
        declared = key in each.table.foreign_keys, back in tables[key.target].table.foreign_keys
        inner = keys.primary != key.columns, found[key.target].primary != key.referred
        if declared == (True, False) or (declared[0] == declared[1] and inner == (True, False)):
            yield key
        own, other = key_words(key.columns[0], each.table.name), key_words(key.referred[0], key.target)
        if declared == inner == (False, False) and own < other:
            yield key


def _turned(tables: Mapping[str, TableProfile]) -> Iterator[tuple[str, ForeignKey]]:
    """The references that are declared the wrong way round, turned, each with the name of the table that refers."""
    for each in tables.values():
        for key in each.table.foreign_keys:
            target = tables[key.target]
            if len(key.columns) > 1 or _is_borne_out(key, target) or not each.is_unique(key.columns[0]):
                continue
            if target.columns[key.referred[0]].values <= each.columns[key.columns[0]].values:
                yield key.target, ForeignKey(key.referred, each.table.name, key.columns)


def _is_borne_out(key: ForeignKey, target: TableProfile) -> bool:
    return len(key.referred) > 1 or not target.rows or target.is_unique(key.referred[0])


def _primary(each: TableProfile) -> Columns:
    if each.table.primary_key:
        return each.table.primary_key
    best, most = "", 0.0
    for place, name in enumerate(each.columns):
        if not each.is_unique(name):
            continue
        likely = key_words(name, each.table.name) + (0.6 if place == 0 else 0.0)
        if likely > most:
            best, most = name, likely
    return (best,) if most >= 0.6 else ()


def _foreign(
    each: TableProfile, tables: Mapping[str, TableProfile], primary: Mapping[str, Columns]
) -> tuple[tuple[ForeignKey, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    found: list[ForeignKey] = []
    undecided: list[tuple[str, tuple[str, ...]]] = []
    for name, column in each.columns.items():
        if not column.keyable or not column.filled or key_words(name, each.table.name) == OWN_KEY:
            continue
        if primary[each.table.name] == (name,) and not _is_key_name(name) and len(column.values) < _FEWEST:
            continue  # what tells a row or two apart is in other tables by chance
        candidates = []
        for other in tables.values():
            if other is not each and len(each.columns) > 1 and each.columns.keys() == other.columns.keys():
                continue  # the same kind of rows, as of another month
            for key in _keys(other, primary[other.table.name], name):
                told = _told(each, name, other, key)
                if told:
                    candidates.append((told + 0.3 * (primary[other.table.name] == (key,)), other.table.name, key))
        if not candidates:
            continue
        best = max(told for told, _, _ in candidates)
        chosen = [(target, key) for told, target, key in candidates if told == best]
        if len(chosen) == 1:
            found.append(ForeignKey((name,), chosen[0][0], (chosen[0][1],)))
        else:
            undecided.append((name, tuple(dict.fromkeys(target for target, _ in chosen))))
    return tuple(found), tuple(undecided)


def _rivalled(
    each: TableProfile,
    foreign: Sequence[ForeignKey],
    tables: Mapping[str, TableProfile],
    primary: Mapping[str, Columns],
) -> Iterator[tuple[ForeignKey, str]]:
    for key in foreign:
        rival = rival_of(key.columns[0], each, key, tables, primary[key.target])
        if rival is not None:
            yield key, rival


def _repeated(each: TableProfile, tables: Mapping[str, TableProfile], taken: set[str]) -> Iterator[tuple[str, str]]:
    for name, column in each.columns.items():
        for target, other in tables.items():
            held = other.columns.get(name)
            if other is each or name in taken or held is None or other.is_unique(name) or not column.values:
                continue
            named = _is_key_name(name) and subject(name) == table_words(target)
            if named and column.values <= held.values:
                yield name, target


def _unnamed(
    each: TableProfile, tables: Mapping[str, TableProfile], primary: Mapping[str, Columns], taken: set[str]
) -> Iterator[str]:
    for name, column in each.columns.items():
        if name in taken or name in primary[each.table.name] or not column.values or words(name)[-1:] not in _REFERRING:
            continue
        keys = [other.columns[primary[table][0]] for table, other in tables.items() if len(primary[table]) == 1]
        if any(key.values and column.values <= key.values for key in keys):
            yield name


def _keys(other: TableProfile, primary: Columns, name: str) -> list[str]:
    """The columns of a table that a column of this name may refer to: the key, and unique ones named as a key is."""
    named = [
        key
        for key in other.columns
        if words(key) == words(name) and (_is_key_name(key) or words(key) == table_words(other.table.name))
        if other.is_unique(key)
    ]
    return [*(primary if len(primary) == 1 else ()), *(key for key in named if (key,) != primary)]


def _is_key_name(column: str) -> bool:
    return words(column) != subject(column)


def _told(each: TableProfile, name: str, other: TableProfile, key: str) -> float:
    """How well a column refers to a key of a table; 0 if it does not."""
    own = each is other
    if own and name == key:
        return 0.0
    told = says(name, key, other.table.name, own=own)
    values, wanted = each.columns[name].values, other.columns[key].values
    if told == OVERSEER:
        values = values - NOBODY
    if not told or sum(value in wanted for value in values) < len(values) * (HELD if told in CLEAR else 1.0):
        return 0.0
    return told + key_words(key, other.table.name) / 10
