"""Questions of every form that can be asked, made for any graph from its schema and its values.

A form is a pattern of words with places for names of the graph. Half of the questions are one form; the others join two
or have an end added, which asks for more than anybody does.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from random import Random

from fingerpost.core.schema import GraphSchema, PropertyInfo, ValueType
from fingerpost.linking import split_name
from fingerpost.plans import AggregateFunction, plural
from fingerpost.questions import Against, Head, Kind
from fingerpost.stores import Store

FORMS: Mapping[str, tuple[str, ...]] = {
    "list": ("Which {as} are there?", "List the {anum} of all {as}", "Which {bs} does {aname} {r}?"),
    "list of a value": ("Which {as} have the {atext} {avalue}?", "{as} with {avalue} or {avalue2}"),
    "list once": ("The different {atext} of the {as}", "List the distinct {atext} of {as} of each {b}"),
    "list retrieved": (
        "Retrieve the {atext} and the {anum} of the {as} along with the {btext} of their {bs}",
        "For the {b} {bname}, list the {as} and return their {anaming} along with the {bnaming} of the {b}",
        "List all {as} and the names of the {bs} of each {a}",
        "For every {r}, the {a} and the {b}",
    ),
    "look-up": ("What is the {anum} of {aname}?", "When is the {adate} of {aname}?"),
    "count": ("How many {as} are there?", "How many {bs} does {aname} have?", "How many different {atext} are there?"),
    "count per group": ("How many {bs} does each {a} have?", "The number of {as} by {atext} and {b}"),
    "count of none": ("All {as} and how many {bs} each has, be there none", "How many {as} have no {b}?"),
    "sum": ("What is the total {anum} of the {as} of {bname}?", "The sum of {anum} per {atext}"),
    "average": ("What is the average {anum} of the {as}?", "The average {anum} of the {as} of each {b}"),
    "extreme": ("What is the highest {anum}, and what is the lowest?", "The maximum {rnum} for each {b}"),
    "spread": ("The median {anum} and the standard deviation of the {anum} of {as}",),
    "several measures": (
        "For each {b}, the number of {as} and their average {anum} and total {anum}",
        "For each {a}, calculate the number of {bs}. Return the {a}'s {anaming} and the number of {bs}.",
    ),
    "average of counts": (
        "The average number of {bs} per {a}",
        "What is the average number of {bs} for each {a} of each {b}?",
        "For each {atext}, the average number of {bs} per {a}",
        "What is the highest number of {bs} of a {a}?",
        "The average number of {as} per {a}",
        "On average, how many times does a {a} {r} a {b}?",
    ),
    "averages of averages": (
        "The average number of {bs} per {a}, and then the maximum of these averages",
        "Compute the average {anum} per {b}, then the highest of these averages",
    ),
    "per day": ("How many {as} are there each year?", "The average number of {as} per month of {adate}"),
    "most": ("Which {a} has the highest {anum}?", "The three {as} with the lowest {anum}", "The second highest {anum}"),
    "most counted": (
        "Which {a} has the most {bs}?",
        "The top {k} {as} by number of {bs}",
        "The {atext} that most {as} have",
        "Which {atext} has the most {as} on average?",
    ),
    "most of each": ("The {a} with the highest {anum} of each {b}", "For each {b}, the {k} {as} with the most {anum}"),
    "measured of the most": ("The average {bnum} of the {bs} of the {a} with the most {bs}",),
    "held against the average": ("Which {as} have a {anum} above the average?", "{as} with more {bs} than average"),
    "held against another": ("Which {as} have more {anum} than {aname}?", "Who has more {bs}, {aname} or {aname2}?"),
    "the same as another": ("Which {as} have the same {atext} as {aname}?", "{as} with the same {b} as {aname}"),
    "one of the same": ("Which {as} share {alist} with {aname}?", "{as} with one of the same {alist} as {aname}"),
    "shared": ("Which {bs} do {aname} and {aname2} have in common?", "Do {aname} and {aname2} have the same {atext}?"),
    "having": (
        "Which {as} have more than {k} {bs}?",
        "{bs} of the {as} with at least {k} {bs}",
        "Which {as} have {r} a {b} more than {k} times?",
        "For each {atext} with more than {k} {as}, the average {anum}",
        "The top {k} {as} with more than {k} {bs}",
        "Which {bs} have an average {anum} of {as} above {n}?",
    ),
    "compared": ("Which {as} have a {anum} that is higher than the {bnum} of their {b}?",),
    "range": ("{as} with a {anum} between {n} and {k}", "{as} with a {adate} after {year}", "{as} since {year}"),
    "text": ("{as} whose {atext} starts with {avalue}", 'Which {as} have "{avalue}" in the {atext}?'),
    "known": ("Which {as} have a {atext}?", "{as} with both a {atext} and an {anum}"),
    "missing": ("{as} without a {atext}", "{as} whose {anum} is unknown"),
    "absence": ("Which {as} have no {b}?", "{as} that never {r} {bname}", "{as} other than {aname}"),
    "both of one value": (
        "List each {atext} with a {anum} below 3 and a {anum} above 3",
        "Show the {atext} of {as} with a {anum} below 3 and {as} with a {anum} above 3",
        "Which {atext} has a {a} with a {anum} of 1 and a {a} with a {anum} of 2?",
    ),
    "both": ("Which {as} have both {bname} and {bname2}?", "{as} with both a {b} and a {a} with a {anum} over 1"),
    "either": ("{as} of {bname} or with the {atext} {avalue}", "Which {as} {r} either {bname} or {bname2}?"),
    "only": ("Which {as} have only {bs} with a {bnum} over {n}?", "{as} of nothing but {bname}"),
    "all": ("Which {as} have {r} all {bs}?", "Are all {as} {avalue}?", "Is the {anum} of every {a} above {n}?"),
    "check": ("Is there a {a} with the {atext} {avalue}?", "Does {aname} {r} {bname}?", "Does {aname} have a {anum}?"),
    "alike": ("Are {aname} and {aname2} of the same {atext}?", "Do {aname} and {aname2} have the same {b}?"),
    "difference": (
        "The difference in {anum} between {aname} and {aname2}",
        "What is the difference between the highest and the lowest {anum} of the {as}?",
        "How much higher is the {anum} of {aname} than that of {aname2}?",
    ),
    "time apart": (
        "How many days lie between {aname} and {aname2}?",
        "How many days lie between the first and the last {adate} of the {as}?",
    ),
    "share": ("What percentage of {as} have the {atext} {avalue}?", "The share of {as} of {bname} for each {atext}"),
    "ratio": (
        "What is the ratio of {as} to {bs}?",
        "The ratio between the {as} with {avalue} and those with {avalue2}",
    ),
    "order": (
        "List the {as} by {anum} in descending order",
        "{as} from highest to lowest {anum}, with their {bs}",
        "The first {k} {as} alphabetically",
    ),
    "age": ("How old is {aname}?", "The {as} older than {k}", "The average age of the {as} per {b}"),
    "age at an event": (
        "How old were the {as} of {bname} at the time?",
        "What was the average age of the {as} at the time of their {bs}?",
        "{as} who were older than {k} when they {r} a {b}",
    ),
    "closed": ("Which {as} {r} a {b} that {r} them?", "{as} with the same {b} as another {a}"),
    "farther": ("All {bs} that {aname} directly or indirectly {r}", "{as} of {bs} at any level"),
    "way": ("How is {aname} connected to {bname}?", "Which {bs} are within {k} steps of {aname}?"),
    "mostly": ("Are most {as} {avalue}?", "Do more than half of the {as} have the {atext} {avalue}?"),
    "counted by value": ("What are the {atext}s of {as} with at least two {bs}?",),
}
_PATTERNS = tuple(pattern for patterns in FORMS.values() for pattern in patterns)
PATTERNS = len(_PATTERNS)
ENDS = (
    ", and then the maximum of these averages",
    ", sorted by {anum}",
    " for each {b}",
    " for each {a}",
    " per {atext}",
    ", in descending order of {rnum}",
    ", limited to {k}",
    ", with the number of {bs} of each",
    " who have more than {k} {bs}",
    " but not {bname}",
    " each year",
    " in {year}",
    " on average",
    " together with their {bs} and the total {bnum}",
    " compared to the average",
)
JOINS = (" and ", ", and then ", ", or else ", " of ", " with ", " than ", "; return ")
COUNTS = ("0", "1", "two", "3", "10", "500", "99999999999999999999")
NUMBERS = ("0", "1.5", "-3", "20", "1,000", "1e308", "half")
YEARS = ("1999", "2024", "0001", "9999")
_VALUES = 40


class QuestionForms:
    """Makes questions for one graph, each from its number."""

    def __init__(self, schema: GraphSchema, store: Store) -> None:
        self._schema = schema
        self._store = store
        self._ends = [(info, pair.start, pair.end) for info in schema.relationships for pair in info.endpoints]
        self._known: dict[tuple[str, str], list[str]] = {}

    def question(self, number: int) -> str:
        """The question with a number: the same each time. Numbers in a row go through all forms."""
        chance = Random(number)
        pattern = _PATTERNS[number % PATTERNS]
        turn = number // PATTERNS % 4
        if turn == 1:
            pattern = pattern.rstrip("?") + chance.choice(ENDS)
        elif turn == 3:
            other = chance.choice(_PATTERNS)
            pattern = pattern.rstrip("?") + chance.choice(JOINS) + other[0].lower() + other[1:]
        return self._filled(pattern, chance)

    def _filled(self, pattern: str, chance: Random) -> str:
        """A pattern with names that the graph has, as far as one relationship and its two ends have them all."""
        wanted = [name for _, name, _, _ in string.Formatter().parse(pattern) if name]
        chance.shuffle(self._ends)
        best: dict[str, str] = {}
        for info, start, end in self._ends:
            sides = (start, end) if chance.random() < 0.5 else (end, start)
            names = dict(self._names(chance, *sides, info.type, info.properties))
            if len(best.keys() & wanted) < len(names.keys() & wanted) or not best:
                best = names
            if best.keys() >= set(wanted):
                break
        return pattern.format_map({**dict.fromkeys(wanted, "name"), **best})

    def _names(
        self, chance: Random, one: str, other: str, type_: str, properties: tuple[PropertyInfo, ...]
    ) -> Iterator[tuple[str, str]]:
        yield "r", _said(type_)
        yield "k", chance.choice(COUNTS)
        yield "n", chance.choice(NUMBERS)
        yield "year", chance.choice(YEARS)
        for side, label in (("a", one), ("b", other)):
            yield side, _said(label)
            yield f"{side}s", plural(_said(label))
            yield from self._of_label(chance, side, label)
        numbers = [info.name for info in properties if info.numeric]
        if numbers:
            yield "rnum", _said(chance.choice(numbers))

    def _of_label(self, chance: Random, side: str, label: str) -> Iterator[tuple[str, str]]:
        kinds: dict[str, list[PropertyInfo]] = {"num": [], "date": [], "list": [], "text": []}
        for info in self._schema.label_by_name[label].properties:
            plain = "list" if info.type is ValueType.LIST else "text"
            kind = "num" if info.numeric else "date" if info.temporal else plain
            kinds[kind].append(info)
        for kind, found in kinds.items():
            if found:
                told = chance.choice(found)
                yield f"{side}{kind}", _said(told.name)
                if kind == "text":
                    yield from self._values_of(chance, label, told, f"{side}value")
        texts = [info for info in kinds["text"] if info.type is ValueType.STRING]
        if texts:
            naming = max(texts, key=lambda info: info.distinct)
            yield f"{side}naming", _said(naming.name)
            yield from self._values_of(chance, label, naming, f"{side}name")

    def _values_of(self, chance: Random, label: str, info: PropertyInfo, place: str) -> Iterator[tuple[str, str]]:
        values = self._values(label, info.name)
        yield place, chance.choice(values)
        yield f"{place}2", chance.choice(values)

    def _values(self, label: str, name: str) -> list[str]:
        if (label, name) not in self._known:
            found = sorted(str(value) for value in self._store.values(label, name))
            self._known[label, name] = found[:_VALUES] or ["nothing"]
        return self._known[label, name]


def _said(name: str) -> str:
    return " ".join(split_name(name)).lower()


_HEAD = tuple(name for name in Head._fields if name not in ("kind", "focus", "score", "reasons"))
EVERY_FORM = frozenset(
    (
        *(f"kind: {kind.value}" for kind in Kind),
        *_HEAD,
        *(f"against: {against.value}" for against in Against),
        *("best counted", "best several", "best second", "best of each", "average of counts", "having pairs"),
        *("having of another", "having an aggregate", "focus on a relationship"),
    )
)


def forms_of(head: Head) -> set[str]:
    """What a head asks for, out of `EVERY_FORM`: its kind, each part of it that is there, and how those are."""
    found = {f"kind: {head.kind.value}"}
    found.update(name for name in _HEAD if getattr(head, name) != Head._field_defaults[name])
    best = head.best
    if best is not None:
        found.add(f"against: {best.against.value}")
        shapes = {"counted": best.counted, "several": best.count > 1, "second": best.rank > 1, "of each": best.each}
        found.update(f"best {kind}" for kind, is_so in shapes.items() if is_so)
    for condition in head.having:
        kinds = {"pairs": condition.pairs, "of another": condition.of}
        kinds["an aggregate"] = condition.function is not AggregateFunction.COUNT
        found.update(f"having {kind}" for kind, is_so in kinds.items() if is_so)
    if any(measure.each for measure in head.measures):
        found.add("average of counts")
    if head.focus.edge:
        found.add("focus on a relationship")
    return found
