"""Proposes how tables become a graph, from their keys and values."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from fingerpost.ingest.attributes import DEFAULT_LABEL, DEFAULT_TYPE
from fingerpost.ingest.mapping import ENGLISH, PropertyMapping, Reference, SourceMapping, TableMapping
from fingerpost.ingest.records import LoadContext, PropertyHint, Proposal
from fingerpost.ingest.tables import flags
from fingerpost.ingest.tables.composite import with_composite
from fingerpost.ingest.tables.durations import TOLD_DURATION, duration_rules
from fingerpost.ingest.tables.edge_lists import EndsTable, edge_keys, ends_tables, says_nothing, type_column
from fingerpost.ingest.tables.header_units import unit_rules
from fingerpost.ingest.tables.json_columns import expanded, told_expanded
from fingerpost.ingest.tables.key_guesses import guess_told
from fingerpost.ingest.tables.keys import Keys, find_keys
from fingerpost.ingest.tables.lists import list_rules, referring_lists, told_list, told_unsplit, unsplit
from fingerpost.ingest.tables.names import is_named_after, role_beside, subject, table_labels, table_words, words
from fingerpost.ingest.tables.no_values import missing_rules
from fingerpost.ingest.tables.profile import TableProfile, profile
from fingerpost.ingest.tables.table import ForeignKey, Table
from fingerpost.ingest.tables.typed_references import typed_references
from fingerpost.ingest.tables.values import TypeGuess
from fingerpost.ingest.tables.written_dates import date_rules
from fingerpost.ingest.tables.written_numbers import number_rules
from fingerpost.linking import split_name
from fingerpost.plans import joined

_ID = "id"
_NAMED = 5
"""Columns without a value that a note names."""
_UNJOINED = "no column was found to refer to another table: a mapping (--propose) can say which do"


def proposed(tables: Sequence[Table], context: LoadContext, *, typed: bool) -> Proposal:
    """The mapping of tables by the keys that they declare, or that are found.

    A row of a table is a node with the table's name as its label. A reference is a relationship from the row that
    refers to the row that is referred to; its columns are then no properties. A table of two references that has no key
    of its own and is not referred to is a join table: its rows are relationships with the other columns as properties.

    With `typed`, the columns get the types that fit their values; otherwise the values stay as they are. Columns that
    say whether something is the case are read as booleans (see `flags`), and numbers as people write them (`3.250,50`,
    `$85`) as numbers.

    Raises:
        SourceError: a table cannot be read.
    """
    return proposed_as_they_are(expanded(tables, context), context, typed=typed)


def proposed_as_they_are(tables: Sequence[Table], context: LoadContext, *, typed: bool) -> Proposal:
    """The mapping of tables of which no column is to be expanded any more: see `proposed`.

    Raises:
        SourceError: a table cannot be read.
    """
    looking = context.looking()
    profiles = {table.name: profile(table, looking) for table in tables}
    ends = list(ends_tables(profiles))
    profiles.update((table.name, profile(table, context.trial())) for table in ends)
    tables = [*tables, *ends]
    keys = with_composite(profiles, find_keys(list(profiles.values())), context)
    referred = {key.target for each in keys.values() for key in each.foreign}
    joins = {table.name for table in tables if table.name not in referred and _is_join(table, keys[table.name])}
    primary = {name: each.primary for name, each in keys.items()}
    notes = list(told_expanded(tables))
    called = table_labels([table.name for table in tables])
    mapped: dict[str, TableMapping] = {}
    for table in tables:
        rules = _typed(table, context, notes) if typed else dict.fromkeys(table.columns, PropertyMapping())
        texts = {name: each.values for name, each in profiles[table.name].columns.items()}
        # What is called as a key is counts nothing, whatever its digits.
        untyped = texts if getattr(table, "untyped", False) and not typed else ()
        numbers = dict(number_rules(texts, untyped={name for name in untyped if words(name) == subject(name)}))
        for name in [name for name in numbers if profiles[table.name].columns[name].pointed]:
            numbers[name] = numbers[name].model_copy(update={"type": "float"})
        notes.extend(_alike(table.name, {name: told(rule) for name, rule in numbers.items() if rule.format}))
        rules.update(numbers)
        own = keys[table.name]
        apart = {*own.primary, *(column for key in own.foreign for column in key.columns)}
        dates = dict(date_rules(profiles[table.name].columns, rules, apart))
        notes.extend(_alike(table.name, {name: f"read as dates such as {_day(rule)}" for name, rule in dates.items()}))
        rules.update(dates)
        units = dict(unit_rules(profiles[table.name].columns, rules))
        notes.extend(f"{table.name}.{name}: {_named(rule)}" for name, rule in units.items())
        rules.update(units)
        lists = dict(list_rules(profiles[table.name].columns, apart))
        notes.extend(f"{table.name}.{name}: {told_list(rule)}" for name, rule in lists.items())
        notes.extend(
            told_unsplit(table.name, names, separator)
            for separator, names in unsplit(profiles[table.name].columns, lists, {*apart, *numbers}).items()
            if names
        )
        rules.update(lists)
        keys[table.name] = _with_lists(own, referring_lists(table.name, lists, profiles, primary))
        spans = dict(duration_rules(profiles[table.name].columns, rules, apart))
        notes.extend(_alike(table.name, dict.fromkeys(spans, TOLD_DURATION)))
        rules.update(spans)
        if (key := _numbered(table.name, keys[table.name], profiles[table.name])) is not None:
            rules[key] = PropertyMapping(name=_ID)
        bits = list(flags.bits(profiles[table.name]))
        notes.extend(_alike(table.name, dict.fromkeys(bits, "0 and 1 are read as no and yes")))
        rules.update(dict.fromkeys((*bits, *flags.declared(profiles[table.name])), PropertyMapping(type="boolean")))
        if getattr(table, "by_hand", False):
            said = {text for rule in numbers.values() for text in rule.null}
            missing = dict(missing_rules(profiles[table.name].columns, rules, said, apart))
            answers = {
                name: PropertyMapping(type="boolean", null=null) for name, null in flags.said(profiles[table.name])
            }
            for found in (missing, answers):
                null = {
                    name: f"no value where it says {' or '.join(rule.null)}"
                    for name, rule in found.items()
                    if rule.null
                }
                notes.extend(_alike(table.name, null))
                rules.update(found)
        made = _table(table, keys, rules, called, is_join=table.name in joins)
        if made.label is not None:
            by_type = list(typed_references(profiles[table.name], profiles, primary, context))
            made = made.model_copy(update={"references": (*made.references, *by_type)})
        each = profiles[table.name]
        empty = each.empty
        notes.extend(filter(None, (told_empty(table.name, empty),)))
        context.property_hints.update(
            ((made.label or made.relationship or "", name), PropertyHint(declared=True)) for name in empty
        )
        mapped[table.name] = _edges(made, each) if table.name in joins and edge_keys(each, profiles) else made
    notes[:0] = list(_notes(keys, mapped, called)) or (
        [_UNJOINED] if len({table.columns for table in tables}) > 1 else []
    )
    return Proposal(SourceMapping(tables=mapped, encoding=context.options.encoding), tuple(notes))


def _with_lists(own: Keys, found: Iterable[tuple[ForeignKey, float]]) -> Keys:
    return replace(own, guessed=(*own.guessed, *found))


def told_empty(table: str, columns: Sequence[str]) -> str:
    """What a note says of columns without a value; nothing of none."""
    if len(columns) > _NAMED + 1:
        some = joined(columns[:_NAMED], len(columns) - _NAMED)
        return f"{table}: {len(columns)} columns have no value: {some}"
    return f"{table}.{joined(columns)} {'has' if len(columns) == 1 else 'have'} no value" if columns else ""


def told(rule: PropertyMapping) -> str:
    """What a note says of how numbers are read."""
    unit = f", in {rule.unit}" if rule.unit else ""
    missing = f"; {joined(rule.null)} read as missing" if rule.null else ""
    form = "" if missing and rule.format == ENGLISH else f" such as {rule.format}"
    return f"read as numbers{form}{unit}{missing}"


def _alike(table: str, told_of: Mapping[str, str]) -> Iterator[str]:
    """A note for all columns of which the same is told."""
    for said in dict.fromkeys(told_of.values()):
        yield f"{table}.{joined([name for name, other in told_of.items() if other == said])}: {said}"


def _day(rule: PropertyMapping) -> str:
    return dt.date(2012, 1, 31).strftime(rule.format or "")


def _named(rule: PropertyMapping) -> str:
    called = f"read as {rule.name}, in" if rule.name else "in"
    return f"{called} {rule.unit}"


def _numbered(table: str, own: Keys, each: TableProfile) -> str | None:
    """The key that is called as its table is and only numbers the rows: `Outing` 1, 2, 3 of the outings.

    Under its own name it would be taken for what is asked: the outings themselves, or how far they went.
    """
    if len(own.primary) != 1 or _ID in map(str.casefold, each.columns):
        return None
    (key,) = own.primary
    held = each.columns[key]
    return key if words(key) == table_words(table) and held.values and all(map(str.isdigit, held.values)) else None


def names_both(table: str, columns: Sequence[str], keys: Keys) -> bool:
    """Whether rows only link those of two tables, after which theirs is named: `playlist_track` has a number and two
    references. An `appointment` of a doctor and a patient is more than that."""
    referring = {column for key in keys.foreign for column in key.columns}
    if len(keys.foreign) != 2 or set(columns) - referring != set(keys.primary) or len(keys.primary) != 1:
        return False
    first, second = (key.target for key in keys.foreign)
    return is_named_after(table, first, second)


def _is_join(table: Table, keys: Keys) -> bool:
    if len(keys.foreign) != 2:
        return False
    if any(_shared(keys)):
        return False  # by a relationship, nothing would tell the winner from the loser
    referring = {column for key in keys.foreign for column in key.columns}
    if names_both(table.name, table.columns, keys):
        return True
    if table.primary_key:
        return set(keys.primary) == referring or (set(keys.primary) < referring == set(table.columns))
    # In a table of nothing but references, one that differs in each row does so by chance.
    return not keys.primary or referring == set(table.columns)


def _table(
    table: Table,
    keys: Mapping[str, Keys],
    rules: Mapping[str, PropertyMapping],
    called: Mapping[str, str],
    *,
    is_join: bool,
) -> TableMapping:
    own = keys[table.name]
    kept = set(_shared(own)) | (set() if is_join else set(own.primary))
    gone = {column for key in own.foreign for column in key.columns} - kept
    sure = tuple(
        Reference(
            columns=key.columns,
            table=key.target,
            referred=key.referred,
            type=None if is_join else reference_type(table.name, key, own, called),
        )
        for key in own.foreign
    )
    guessed = tuple(
        Reference(
            columns=key.columns,
            table=key.target,
            referred=key.referred,
            type=reference_type(table.name, key, own, called),
            guessed=share,
        )
        for key, share in (() if is_join else own.guessed)
    )
    return TableMapping(
        label=None
        if is_join
        else DEFAULT_LABEL
        if isinstance(table, EndsTable)
        else getattr(table, "label", None) or called[table.name],
        relationship=type_name(called[table.name]) if is_join else None,
        key=() if is_join else own.primary,
        properties={name: rule for name, rule in rules.items() if name not in gone},
        references=sure + guessed,
    )


def _shared(keys: Keys) -> Iterator[str]:
    """The columns by which a row refers to several rows of a table: the year of a winner and a loser."""
    times = Counter((key.target, column) for key in keys.foreign if len(key.columns) > 1 for column in key.columns)
    return (column for (_, column), count in times.items() if count > 1)


def _edges(made: TableMapping, each: TableProfile) -> TableMapping:
    """A join table that is one of edges: a column may have their types, and "edges" says nothing."""
    column = type_column(each)
    rules = {name: rule for name, rule in made.properties.items() if name != column}
    type_ = DEFAULT_TYPE if says_nothing(each.table.name) else made.relationship
    return made.model_copy(update={"relationship": type_, "type_column": column, "properties": rules})


def reference_type(table: str, key: ForeignKey, own: Keys, called: Mapping[str, str] | None = None) -> str:
    """The type of a reference: the role that its column names, else what the table that it refers to is `called`."""
    if beside := _role(key):
        return beside
    role = [word for column in key.columns for word in subject(column)]
    keys = (*own.foreign, *(guess for guess, _ in own.guessed))
    alike = [other for other in keys if other.target == key.target and other != key]
    plain = len(key.columns) > 1 or not role or tuple(role) in (table_words(key.target), subject(key.referred[0]))
    if plain and not alike:
        return type_name((called or {}).get(key.target, key.target))
    column = key.columns[0]
    spoken = split_name(column)
    return "_".join(spoken[: len(subject(column))] or spoken).upper()


def _role(key: ForeignKey) -> str:
    """The role that columns name beside the key: `teamIDwinner`, or those of several (`winner_team_id`, `year`)."""
    pairs = list(zip(key.columns, key.referred, strict=True))
    if len(pairs) == 1 and words(key.columns[0])[: len(words(key.referred[0]))] != words(key.referred[0]):
        return ""  # a role in front stays as it is written: DRIVER_EMPLOYEE
    beside = next(filter(None, (role_beside(column, referred) for column, referred in pairs)), ())
    return "_".join(beside).upper()


def type_name(table: str) -> str:
    """The type of a relationship that is named after a table."""
    return "_".join(split_name(table)).upper() or table.upper()


def _notes(keys: Mapping[str, Keys], mapped: Mapping[str, TableMapping], called: Mapping[str, str]) -> Iterator[str]:
    """A line for each join, and for each column left alone because it may refer to several tables."""
    for name, own in keys.items():
        table = mapped[name]
        for reference in table.references:
            made = f"as {table.type_column} says" if table.type_column else table.relationship or reference.type
            columns, referred = ", ".join(reference.columns), ", ".join(reference.referred)
            if reference.guessed is None:
                where = "".join(f", where {column} is {text}" for column, text in reference.where.items())
                yield f"{name}.{columns} refers to {reference.table}.{referred}{where}: {made}"
            else:
                key = ForeignKey(reference.columns, reference.table, reference.referred)
                yield f"{made} is {guess_told(name, key, reference.guessed)}"
        for column, targets in own.undecided:
            yield f"{name}.{column} may refer to {' or '.join(targets)}: it was left as a property"
        for key, rival in own.rivalled:
            which = f"{name}.{key.columns[0]} may as well refer to {key.target}.{rival}"
            yield f"{which}: a mapping (--propose) can say which"
        for key, share in own.hardly:
            line = (
                f'references = [{{ columns = ["{key.columns[0]}"], table = "{key.target}", '
                f'referred = ["{key.referred[0]}"], type = "{reference_type(name, key, own, called)}" }}]'
            )
            where = f"{name}.{key.columns[0]} is named after {key.target}.{key.referred[0]}"
            yield f"{where}, which has only {share:.0%} of its values: in a mapping, {line} joins these"
        joined_by = {column for key in own.foreign for column in key.columns}
        for column, target in own.repeated:
            if column in joined_by:
                continue  # together with others
            yield f"{name}.{column} is not joined with {target}: several rows there have the same {column}"
        for column in own.unnamed:
            yield f"{name}.{column} looks like a reference, but names no table: a mapping (--propose) can say which"


def _typed(table: Table, context: LoadContext, notes: list[str]) -> dict[str, PropertyMapping]:
    """The types of all columns; dates that can be read in two ways stay text, and are noted."""
    guesses = {name: TypeGuess() for name in table.columns}
    for _, row in table.rows(context.trial()):
        for name, value in row.items():
            guesses[name].add(value)
    for name, guess in guesses.items():
        if guess.ambiguous:
            notes.append(f"{table.name}.{name} has dates whose day or month may come first: it was left as text")
    return {name: guess.rule() for name, guess in guesses.items()}
