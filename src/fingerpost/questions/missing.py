"""What a question asks for that the graph does not have, and the nearest thing that it has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.linking.scores import RING
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import singulars, split_name
from fingerpost.plans import Comparison, joined, plural, with_article, words
from fingerpost.questions.algebra import Kind
from fingerpost.questions.asked_of import asked_of_unread
from fingerpost.questions.candidates import Candidate, Parsed
from fingerpost.questions.contrary_moments import of_the_contrary
from fingerpost.questions.markers import ASKING, Role
from fingerpost.questions.roles import is_comparison, is_number

_NEAR = 78
"""How alike (0 to 100) a name and a word must be spelled for one to be taken for a slip of the other."""
_TELLING = 2
"""From how many unknown words on a question may be none of this graph, or of this language."""
_TELLING_DIGITS = 4
"""From how many digits on a number may name something by itself, as a year or a phone number does."""
_ORDERING = ("<", ">")
_MOST = 6
_MOST_NAMED = 3
_DETERMINERS = frozenset(("a", "an", "any", "the", "no", "some"))
_THERE = frozenset(
    "found situated listed recorded registered made done live lives living reside resides lie lies occur occurs".split()
)
"""Words that say of a thing only that it is there."""
_COPULAS = frozenset("is are was were be been being".split())
_HAVING_DONE = _COPULAS | frozenset("has have had ever never still also first last already".split())
_WHY = "why"
_IDENTIFIERS = frozenset({("id",), ("uuid",), ("guid",), ("hash",), ("sha256",)})


@dataclass(frozen=True)
class Missing:
    """The words that mean nothing here, the nearest that the graph has, and how that is said."""

    words: tuple[str, ...]
    suggestions: tuple[str, ...]
    text: str


def find_missing(schema: GraphSchema, parsed: Parsed, candidate: Candidate | None) -> Missing:
    """What is missing for an answer: the words that the likeliest candidate has no use for, or that nothing means.

    A word that was passed over where the thing asked for stands ("what is the salary of") goes before others, as
    answering the rest would answer another question.
    """
    if candidate is None:
        read = parsed.linked.readable()
        unknown = [i for i in parsed.linked.content if i not in read]
        return _missing(schema, _phrases(parsed, unknown), (), ())
    asked = [place for name, rule in MISSING.items() if name != _UNREAD for place in rule(parsed, candidate)]
    if not asked:
        asked = _unread(parsed, candidate)
        if asked and not any(marker.role in ASKING for marker in parsed.markers):
            return _not_english(_phrases(parsed, asked))
    labels = [node.label for node in candidate.state.nodes]
    places = _with_guesses(parsed, asked or candidate.state.skipped)
    values = [m for m in parsed.linked.mentions if m.kind == "value" and m.score >= RING and not m.within]
    held = [place for place in places if any(m.start <= place < m.end for m in values)]
    return _missing(schema, _phrases(parsed, places), labels, _phrases(parsed, held))


def _with_guesses(parsed: Parsed, places: Iterable[int]) -> set[int]:
    """Places with those right behind whose meaning is only guessed: the "size" of a "shoe size" is no size here."""
    found, guessed = set(places), parsed.linked.guessed()
    return found | {place + 1 for place in found if place + 1 in guessed}


def _unread(parsed: Parsed, candidate: Candidate) -> list[int]:
    """The words that mean nothing here, where no more than as many others were read; else none."""
    content = parsed.linked.content
    skipped = set(candidate.state.skipped)
    if skipped.intersection(content) and not any(marker.role in ASKING for marker in parsed.markers):
        skipped |= parsed.linked.guessed()  # of another language, near to names by chance
    passed = [i for i in content if i in skipped]
    return passed if len(passed) >= _TELLING and 2 * len(passed) >= len(content) else []


def _uncompared(parsed: Parsed, candidate: Candidate) -> list[int]:
    """The words of a comparison with which nothing was compared: "older than 40", where no age is known."""
    waiting = [m for m in candidate.state.pending if is_comparison(m) or is_number(m)]
    waiting += [m for i in candidate.state.items for m in i.roles if is_comparison(m)]
    taken = {m.start for m in candidate.state.markers}
    waiting += [m for m in parsed.markers if is_comparison(m) and m.start not in taken]
    last = len(parsed.linked.tokens)
    waiting = [m for m in waiting if m.value.removeprefix("count ")[:1] in _ORDERING or m.role is Role.BETWEEN]
    return [place for m in waiting for place in range(m.start, min(m.end, last))]


def _bare_numbers(parsed: Parsed, candidate: Candidate) -> list[int]:
    """The numbers of a question that says nothing else: "1 = 1" asks for none of the things that have a 1."""
    state, tokens = candidate.state, parsed.linked.tokens
    if state.items or any(node.named for node in state.nodes) or any(edge.said for edge in state.edges):
        return []
    told = [i for f in state.filters for i in range(f.start, f.end)]
    bare = all(tokens[i].norm.isdigit() and len(tokens[i].norm) < _TELLING_DIGITS for i in told)
    return told if bare else []


def _not_english(phrases: Sequence[str]) -> Missing:
    """Most of a question is words that are not known, as those of other languages are."""
    said = " and ".join(f"“{phrase}”" for phrase in phrases[:_MOST_NAMED])
    return Missing(
        tuple(phrases), (), f"Most of this question means nothing here: {said}. Questions are read in English."
    )


def _phrases(parsed: Parsed, positions: Iterable[int]) -> list[str]:
    """Words that stand side by side as one."""
    runs: list[tuple[int, int]] = []
    for position in sorted(set(positions)):
        if runs and runs[-1][1] == position:
            runs[-1] = (runs[-1][0], position + 1)
        else:
            runs.append((position, position + 1))
    linked = parsed.linked
    return [linked.question[linked.tokens[start].start : linked.tokens[end - 1].end] for start, end in runs]


def _asked(parsed: Parsed, candidate: Candidate) -> list[int]:
    """Passed-over words between an asking word and the first thing that was understood after it."""
    skipped = set(candidate.state.skipped)
    if not skipped:
        return []
    tokens = parsed.linked.tokens
    read = sorted(
        [item.start for item in candidate.state.items]
        + [f.start for f in candidate.state.filters]
        + [m.start for m in candidate.state.markers if m.role not in ASKING]
    )
    marker = next((m for m in parsed.markers if m.role in (Role.ASK, Role.COUNT, Role.AGGREGATE)), None)
    if marker is None:
        return _fragment(parsed, candidate, read)
    first = next((start for start in read if start >= marker.end), len(tokens))
    between = [i for i in range(marker.end, first) if i in skipped]
    # "Which suspects are involved in ...": the noun itself. "Which investigated crimes": an adjective, let by.
    found: list[int] = []
    if marker.role is Role.COUNT and not candidate.state.edges:
        # "How many frob Emma": who would, and not how many Emmas there are.
        named = {r.start for r in candidate.reasons if r.feature == "names it"}
        found.extend(i for i in between if i + 1 in named and _is_unknown(parsed, i))
    verbs = {m.start for m in parsed.linked.mentions if m.kind == "relation" and m.score >= RING}
    # "Which gribbles call it", though there are calls: a plural is no adjective.
    found.extend(i for i in between if i == marker.end and i + 1 in verbs and singulars(tokens[i].norm))
    last = len(tokens)
    found.extend(i for i in between if i + 1 == last or tokens[i + 1].norm in FUNCTION_WORDS)
    return list(dict.fromkeys(found))


def _fragment(parsed: Parsed, candidate: Candidate, read: Sequence[int]) -> list[int]:
    """The unknown noun that a question without an asking word begins with, where something else would be told.

    "Humidity on the night of the fair", "parking near the mill". Things may be called by a noun that is not known:
    "pieces by Ann".
    """
    tokens, skipped, state = parsed.linked.tokens, candidate.state.skipped, candidate.state
    itself = len(state.nodes) == 1 and any(reason.feature == "names it" for reason in candidate.reasons)
    if not itself and not any(column.property for column in candidate.head.columns):
        return []
    start = next((i for i, token in enumerate(tokens) if token.norm not in _DETERMINERS), len(tokens))
    end = next((i for i in range(start, len(tokens)) if tokens[i].norm in FUNCTION_WORDS), len(tokens))
    said = range(start, end) if not any(start <= i < end for i in read) else ()
    return [i for i in said if i in skipped and i + 1 == end and _is_unknown(parsed, i)]


def _left(parsed: Parsed, candidate: Candidate) -> list[int]:
    """The words passed over."""
    return sorted(candidate.state.skipped)


def _unbounded(parsed: Parsed, candidate: Candidate) -> list[int]:
    """The unknown words of a reading of all of a kind: they would have told which."""
    return [] if _is_bounded(candidate) else [i for i in _left(parsed, candidate) if _is_unknown(parsed, i)]


def _asked_of_one(parsed: Parsed, candidate: Candidate) -> list[int]:
    """What was passed over of a check of which only the name of one thing was read: "is Apollo <unread>"."""
    state, told = candidate.state, (*candidate.state.filters, *candidate.head.shared)
    check = next((m for m in state.markers if m.role is Role.CHECK), None)
    owners = {f.owner for f in told}
    asked = candidate.head.best is not None or candidate.head.present or candidate.head.missing or state.havings
    if check is None or len(owners) != 1 or asked:
        return []
    others = any(node.named or node.absent for n, node in enumerate(state.nodes) if n not in owners)
    called = {reason.start for reason in state.reasons if reason.feature == "names it"}
    named = any(i.property is None and not i.by_value and (i.edge or i.owner not in owners) for i in state.items)
    if others or named or any(f.edge or f.negated or f.start not in called for f in told):
        return []
    idle = [place for item in state.items if item.property is not None for place in range(item.start, item.end)]
    return [*(i for i in state.skipped if i in parsed.linked.content), *idle]


def _only_told(parsed: Parsed, candidate: Candidate) -> list[int]:
    """The unknown words of a question of which the answer would be what it says itself: "who sponsors X": X."""
    head = candidate.head
    if head.kind is Kind.CHECK:
        return _asked_of_one(parsed, candidate)
    if head.kind is not Kind.LIST or head.focus.edge or len(candidate.state.nodes) > 1 or head.best is not None:
        return []
    named = [f for f in candidate.state.filters if not f.edge and f.comparison is Comparison.EQ and not f.negated]
    told = {f.property for f in named}
    shown = {c.property for c in head.columns if c.property is not None}
    asked = any(m.role in (Role.ASK, Role.WHO) for m in parsed.markers)
    itself = (shown and shown <= told) or (not shown and any(r.feature == "names it" for r in candidate.reasons))
    unknown = [i for i in candidate.state.skipped if _is_unknown(parsed, i)]
    tokens = parsed.linked.tokens
    who = any(m.role is Role.WHO for m in parsed.markers)
    of_it = [i for i in unknown if who and i + 1 < len(tokens) and tokens[i + 1].norm == "of"]
    return unknown if asked and named and itself else of_it  # "who is the pilot of it"


def _is_bounded(candidate: Candidate) -> bool:
    """Whether a reading is of some of a kind: else what was passed over is what would have told which."""
    state, head = candidate.state, candidate.head
    return bool(state.filters or state.edges or head.missing or head.present or head.having)


def _is_unknown(parsed: Parsed, position: int) -> bool:
    """Whether a word means nothing here."""
    return not any(m.start <= position < m.end and not m.cosine for m in parsed.linked.mentions)


def _is_said_of_it(parsed: Parsed, position: int) -> bool:
    """Whether an unknown word is all that is said of a thing, or what it is asked for.

    "Are red", "Anna's salary", "the buddies of Ann", "who wrote the thing".
    """
    tokens = parsed.linked.tokens
    of = position + 1 < len(tokens) and tokens[position + 1].norm == "of"
    if not _is_unknown(parsed, position) or (tokens[position].norm in _THERE and not of):
        return False
    before = _before(parsed, position)
    if before < 0:
        return False
    is_it = tokens[before].norm in _COPULAS
    if position + 1 < len(tokens):
        return is_it and of
    done = any(m.kind == "relation" and m.end == before + 1 for m in parsed.linked.mentions)
    return is_it or done or tokens[before].possessive


def _before(parsed: Parsed, position: int) -> int:
    """The word before a noun and its articles; -1 where there is none."""
    before = position - 1
    while before >= 0 and parsed.linked.tokens[before].norm in _DETERMINERS:
        before -= 1
    return before


def _done_by_whom(parsed: Parsed, candidate: Candidate) -> list[int]:
    """The unknown verb of "who sponsors the fair", where people have to do with it in several ways."""
    tokens, state = parsed.linked.tokens, candidate.state
    place = 1
    while place < len(tokens) - 1 and tokens[place].norm in _HAVING_DONE:
        place += 1
    who = bool(tokens) and tokens[0].norm == "who" and 1 <= place < len(tokens) - 1
    if not who or place not in state.skipped or not _is_unknown(parsed, place) or not state.edges:
        return []
    chosen = any(reason.feature == "edge unsaid" for reason in candidate.reasons)  # of several ways
    said = any(edge.said for edge in state.edges) or candidate.head.best is not None or bool(candidate.head.having)
    return [place] if chosen and not said else []


def _untold(parsed: Parsed, candidate: Candidate) -> list[int]:
    """The word of "how big", "how old", "why" where nothing that the graph holds tells it, and things are listed."""
    head = candidate.head
    if head.kind is not Kind.LIST or head.measures or any(column.property for column in head.columns):
        return []
    tokens = parsed.linked.tokens
    if tokens[0].norm == _WHY:
        return [0]
    asked = (m for m in parsed.markers if m.role is Role.ASK_PROPERTY and tokens[m.start].norm == "how")
    places = [place for m in asked for place in range(m.start + 1, m.end)]
    passed = [i for i in candidate.state.skipped if _is_unknown(parsed, i)]
    return passed if places and passed and tokens[places[-1]].norm == "much" else places  # "how much does it cost"


def _is_named(parsed: Parsed, position: int) -> bool:
    """Whether a passed-over word is written as a name, a number or a quotation is: what is asked about."""
    token = parsed.linked.tokens[position]
    known = any(m.start <= position < m.end and m.kind != "number" for m in parsed.linked.mentions)
    named = (token.capitalised and position > 0) or token.quoted or any(c.isdigit() for c in token.text)
    return bool(named) and not known


def _unmeasured(_: Parsed, candidate: Candidate) -> list[int]:
    """Superlatives that nothing in the graph measures: "the best"."""
    return [reason.end - 1 for reason in candidate.reasons if reason.feature == "unmeasured"]


_UNREAD = "unread"
MISSING: dict[str, Callable[[Parsed, Candidate], list[int]]] = {
    "asked": _asked,
    "asked of it": asked_of_unread,
    "done by whom": _done_by_whom,
    "only told": _only_told,
    "name": lambda parsed, candidate: [i for i in _left(parsed, candidate) if _is_named(parsed, i)],
    "said of it": lambda parsed, candidate: [i for i in _left(parsed, candidate) if _is_said_of_it(parsed, i)],
    "unbounded": _unbounded,
    "unmeasured": _unmeasured,
    "untold": _untold,
    "bare number": _bare_numbers,
    "contrary": of_the_contrary,
    "uncompared": _uncompared,
    _UNREAD: _unread,
}
"""What may be missing, each with the rule that gives the places of its words."""


def _missing(schema: GraphSchema, unknown: Iterable[str], labels: Iterable[str], held: Collection[str]) -> Missing:
    """What is said of unknown words; those that are `held` are values of the graph."""
    # None that was put in place of others, and none that only asks: nothing is called "where".
    asked = tuple(word for word in dict.fromkeys(unknown) if word and word.casefold() not in FUNCTION_WORDS)
    names = _names(schema)
    here = tuple(word for word in asked if word in held or not names.keys().isdisjoint(_forms(word)))
    new = tuple(word for word in asked if word not in here)
    near = _nearest(names, new)
    if here and not new:
        said = " and ".join(f"“{word}”" for word in here[:_MOST_NAMED])
        text = f"I do not see how {said} goes with the rest of this question."
    elif asked:
        said = " and ".join(f"“{word}”" for word in new[:_MOST_NAMED])
        text = f"That is not in this graph: it has nothing called {said}."
    else:
        text = "I do not understand this question."
    if near:
        return Missing(asked, near, f"{text} Nearest: {', '.join(near)}.")
    for label in dict.fromkeys(labels):
        held = [words(info.name).removeprefix("is ") for info in _shown(schema, label)]
        if held:
            suggestions = tuple(f"{name} of {words(label)}" for name in held[:_MOST])
            return Missing(asked, suggestions, f"{text} Properties of {with_article(words(label))}: {_some(held)}.")
    ordered = sorted((label for label in schema.labels if label.count), key=lambda label: -label.count)
    holds = [plural(words(label.name)) for label in ordered]
    there = f"The graph has {_some(holds)}." if holds else "The graph is empty."
    return Missing(asked, tuple(words(label.name) for label in ordered)[:_MOST], f"{text} {there}")


def _some(names: Sequence[str]) -> str:
    return joined(names[:_MOST], len(names) - _MOST)


def _shown(schema: GraphSchema, label: str) -> list[PropertyInfo]:
    """The properties of a label that a person may ask for: none that only identifies it."""
    info = schema.label_by_name.get(label)
    properties = info.properties if info is not None else ()
    return [found for found in properties if split_name(found.name)[-1:] not in _IDENTIFIERS]


def _forms(word: str) -> tuple[str, ...]:
    folded = word.lower()
    return (folded, *singulars(folded))


def _names(schema: GraphSchema) -> dict[str, str]:
    """The names of the graph in small letters, each with how it is shown."""
    names: dict[str, str] = {}
    for label in schema.labels:
        if label.count:
            names.setdefault(" ".join(split_name(label.name)), words(label.name))
    for label in schema.labels:
        for info in label.properties:
            names.setdefault(" ".join(split_name(info.name)), f"{words(info.name)} of {words(label.name)}")
    for relationship in schema.relationships:
        for info in relationship.properties:
            names.setdefault(" ".join(split_name(info.name)), words(info.name))
    return names


def _nearest(names: Mapping[str, str], asked: tuple[str, ...]) -> tuple[str, ...]:
    """Names of the graph that are spelled like what was asked."""
    found: dict[str, None] = {}
    for word in asked:
        for form in _forms(word):
            for name, _, _ in process.extract(form, list(names), scorer=fuzz.ratio, score_cutoff=_NEAR, limit=2):
                found[names[name]] = None
    return tuple(found)[:_MOST]
