""" "Orders that have not been shipped": those of which nobody knows when, where some things have a date of it."""

from __future__ import annotations

from collections.abc import Callable

from fingerpost.core.schema import GraphSchema, LabelInfo
from fingerpost.linking.derived import tells_death, tells_when
from fingerpost.linking.mentions import Mention
from fingerpost.linking.occasions import MOMENT_WORDS
from fingerpost.linking.scores import OWN
from fingerpost.linking.text import Token, singulars, split_name, stem, unwritten
from fingerpost.plans import VERBS

_DENYING = frozenset(("not", "never"))
_BETWEEN = frozenset(("been", "be", "yet", "being"))
_LASTING = frozenset("open active running ongoing valid".split())
_ENDING = frozenset("closed ended finished resolved cancelled canceled terminated completed expired".split())
"""First words of dates that tell when something ended."""
_WHOSE = frozenset(("by", "to", "from", "with", "for"))
"""Words behind the verb that ask for something else than whether it was done."""


def not_yet(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions; what was not done yet lacks its date, and is no thing that nobody did it to."""
    for place in range(2, len(tokens)):
        before = place - 1
        while before > 0 and tokens[before].norm in _BETWEEN:
            before -= 1
        behind = tokens[place + 1].norm if place + 1 < len(tokens) else ""
        if tokens[before].norm not in _DENYING or behind in _WHOSE:
            continue
        owner = next((m.name for m in found if m.kind == "label" and m.end <= before and m.score >= OWN), "")
        label = schema.label_by_name.get(owner)
        name = _date_of(label, tokens[place]) if label is not None else ""
        if name:
            end = place + 1 + (behind == "yet")
            kept = [m for m in found if not (m.start <= place < m.end and m.kind.startswith("relat"))]
            found = [*kept, Mention("property", before + 1, end, name, OWN, "when it was", frozenset((owner,)))]
    return found


def still_open(tokens: tuple[Token, ...], schema: GraphSchema, is_value: Callable[[str], bool]) -> tuple[Token, ...]:
    """The tokens; accounts that are "still open" were not closed, where it is known when some were.

    `is_value` tells whether a word stands among the graph's values: then things are open that say so.
    """
    nouns = {word for token in tokens for word in (token.norm, *singulars(token.norm))}
    for place in range(1, len(tokens) - 1):
        word = tokens[place + 1].norm
        if tokens[place].norm != "still" or word not in _LASTING or is_value(word):
            continue
        ends = {
            split_name(info.name)[0]
            for label in schema.labels
            if split_name(label.name)[-1] in nouns
            for info in label.properties
            if info.temporal and info.present < label.count and split_name(info.name)[0] in _ENDING
        }
        if len(ends) == 1:
            at = tokens[place].start
            done = unwritten(at, "not", next(iter(ends)))
            return (*tokens[:place], *done, *tokens[place + 2 :])
    return tokens


def alive(tokens: tuple[Token, ...], schema: GraphSchema, is_value: Callable[[str], bool]) -> tuple[Token, ...]:
    """The tokens; who is "still alive" has no date of death, where some have one, and no value or name is called so."""
    for place in range(1, len(tokens)):
        word = tokens[place].norm
        if word not in _ALIVE or is_value(word) or tokens[place].quoted or tokens[place - 1].norm not in _BEING:
            continue
        deaths = {
            split_name(info.name)
            for label in schema.labels
            for info in label.properties
            if info.present < label.count and tells_death(info) and tells_when(info)
        }
        if len(deaths) == 1:
            start = place - 1
            while start > 1 and tokens[start - 1].norm in _BEING:
                start -= 1
            told = unwritten(tokens[place].start, *_ALIVE[word], *next(iter(deaths)))
            return (*tokens[:start], *told, *tokens[place + 1 :])
    return tokens


def undone(tokens: tuple[Token, ...], is_value: Callable[[str], bool]) -> tuple[Token, ...]:
    """The tokens; "unpaid invoices" are those that were not paid, where no value is called so."""
    for place, token in enumerate(tokens):
        word = token.norm
        done = word.removeprefix("un")
        if word == done or done not in _DONE or is_value(word) or token.quoted:
            continue
        if place and (place + 1 == len(tokens) or tokens[place - 1].norm in _BEING):
            start = place - (tokens[place - 1].norm == "still")
            said = unwritten(token.start, "not", done)
            return (*tokens[:start], *said, *tokens[place + 1 :])
        if place + 1 == len(tokens) or tokens[place + 1].numeric or tokens[place + 1].norm == "of":
            continue
        at = tokens[place + 1].end
        said = unwritten(at, "that", "were", "not", done)
        return (*tokens[:place], tokens[place + 1], *said, *tokens[place + 2 :])
    return tokens


_BEING = frozenset("is are was were be been being still remain remains".split())
_ALIVE = {"alive": ("with", "no"), "living": ("with", "no"), "dead": ("with", "a"), "deceased": ("with", "a")}
_DONE = frozenset(
    "paid finished shipped delivered signed opened assigned resolved published returned sold read answered inspected "
    "reviewed completed closed collected claimed".split()
)


def _date_of(label: LabelInfo, verb: Token) -> str:
    """The moment at which something was done to things of a label, where it was not to all of them."""
    for info in label.properties:
        first, *rest = split_name(info.name) or ("",)
        dated = info.temporal and bool(rest) and MOMENT_WORDS.issuperset(rest)
        if dated and stem(first) == verb.stem and info.present < label.count:
            return info.name
    return ""


def done(tokens: tuple[Token, ...], schema: GraphSchema, is_value: Callable[[str], bool]) -> tuple[Token, ...]:
    """The tokens; "closed accounts" are those that were closed, where some were not, and no value is called so."""
    for place in range(len(tokens) - 1):
        verb = tokens[place]
        if verb.quoted or is_value(verb.norm) or (place and tokens[place - 1].norm in _NO_STATE):
            continue
        for label in schema.labels:
            end = _named(tokens, place + 1, label)
            date = split_name(_date_of(label, verb))[:1] if end else ()
            if date and (verb.norm in (*VERBS, *date) or verb.norm.endswith("ed")):
                at = tokens[end - 1].end
                said = unwritten(at, "that", "were")
                there = [token.norm for token in tokens[end:]] in _THERE
                return (*tokens[:place], *tokens[place + 1 : end], *said, verb, *(() if there else tokens[end:]))
    return tokens


def _named(tokens: tuple[Token, ...], start: int, label: LabelInfo) -> int:
    """Where a label's name ends that begins at a token; 0 where it does not."""
    words = split_name(label.name)
    said = [token.norm for token in tokens[start : start + len(words)]]
    same = said[:-1] == [*words[:-1]] and len(said) == len(words) and words[-1] in (said[-1], *singulars(said[-1]))
    return start + len(words) if same else 0


_THERE = (["are", "there"], ["do", "we", "have"])


_NO_STATE = frozenset("have has had having were was been be is are who that and or never not".split())
