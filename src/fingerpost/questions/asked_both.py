"""Several questions about one named thing: "when was the mill built, and who runs it", "B-7: how many rooms, where?".

Each is a question of its own, with the name in the place of the word that stands for it. Or several numbers of one kind
of thing: "how many mills are open, and how many are closed", "how many of them are new", "the highest price and the
average".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Linked
from fingerpost.plans import Comparison
from fingerpost.questions.candidates import Candidate, Parsed

_WH = r"(?:who|whom|whose|who's|what|what's|when|where|which|how)"
_WHETHER = r"(?:is|are|was|were|did|does|do|has|have|had|can) (?:it|they|he|she|its|their|his|her|the|this|that)"
"""Without a subject it goes on with what was said: "who likes Ann and is liked by her"."""
_ASKING = rf"(?:(?:in|on|at|by|from|to|for|of|with|under) )?(?:{_WH}|{_WHETHER})\b"
_BESIDE = r"(?:how (?:many|much)|what)\b"
"""What may follow a comma alone: "when she joined" belongs to what stands before."""
_AGAIN = re.compile(rf"(?:,? and (?:also )?|[?.!;] (?:and )?)(?={_ASKING})|, (?:also )?(?={_BESIDE})", re.IGNORECASE)
_OPENS = re.compile(rf"(?:(?:please |so |and |also )*(?:tell me |show me )?){_ASKING}", re.IGNORECASE)
_LEAD = re.compile(r"(?P<name>[^:?]+?)(?:: | [-–—] )(?P<rest>.+)")
_PIECE = re.compile(r",? and |, ", re.IGNORECASE)
_THEIRS = re.compile(r"\b(?:its|their|his|her)\b(?= \w)", re.IGNORECASE)
_THINGS = re.compile(r"(?:which|what|who) (?!\w+ (?:is|was|has)\b)", re.IGNORECASE)
_THEY = re.compile(r"\b(?:they|them)\b", re.IGNORECASE)
_IT = re.compile(r"\b(?:it|they|them|he|she|him|her)\b(?! \w+ed\b\.)", re.IGNORECASE)
_THAT = re.compile(r"\b(?:that|this) (\w+)", re.IGNORECASE)
_HOW_MANY = re.compile(r"how many (?:\w+ ?){1,3}", re.IGNORECASE)
_NUMBER = re.compile(r"how many (?P<things>.+)", re.IGNORECASE)
_OF_THEM = re.compile(r"of (?:them|those|these) ", re.IGNORECASE)
_IS = r"(?:are|were|is|was|have|has|had|did|do|does|can)"
_SAID = re.compile(rf"{_IS} .+", re.IGNORECASE)
_THERE = re.compile(r"(?:are|were) there\b *", re.IGNORECASE)
_TOLD_BY = re.compile(r"(?:with|without|who|that|which|in|on|at|by|from|of|for|to)\b", re.IGNORECASE)
_VALUE = r"(?:highest|lowest|largest|smallest|average|mean|median|total|maximum|minimum|max|min)"
_TWO_VALUES = re.compile(
    rf"(?P<lead>(?:(?:what (?:is|are|was|were)|give me|show me) )?(?:the )?)(?P<one>{_VALUE}) (?P<of>.+?)"
    rf",? and (?:also )?(?:the )?(?P<other>{_VALUE})(?: one| value)?(?:,? please)?",
    re.IGNORECASE,
)
_DID = re.compile(r"(?P<word>when|where|who|how|why) (?:did|does|do|was|were|is|are|has|have|will)\b", re.IGNORECASE)
_ALONE = re.compile(r"(?:and )?(?P<word>when|where|why|how)(?P<to> (?:to|from))?", re.IGNORECASE)
"""A question of which only the first words are said, as the rest stands in the one before."""
_MOST = 3
_APART = 0.8
"""The least share of a property's values that differ where one names a thing."""


class Asked(NamedTuple):
    """The first question, the others as they are said, and the name, where it stands before all of them."""

    first: str
    rest: tuple[str, ...]
    name: str | None = None
    whole: bool = False
    """Whether the others say themselves what they are about."""

    def others(self, name: str) -> tuple[str, ...]:
        """The other questions, each about what is called so."""
        return self.rest if self.whole else tuple(about(one, name) for one in self.rest)


def asked_both(linked: Linked) -> Asked | None:
    """The questions that one is; None where it is one, or the others say nothing of the same."""
    text = " ".join(linked.question.split()).rstrip("?.! ")
    return _led(linked, text) or _numbers(linked, text) or _two_values(text) or _one_by_one(text)


def _numbers(linked: Linked, text: str) -> Asked | None:
    """Numbers of one kind of thing: the noun of the first stands in the others, with "of them" what is said of it."""
    first, *rest = _AGAIN.split(text)
    asked = _NUMBER.fullmatch(first)
    label = min((m for m in linked.mentions if m.kind == "label"), key=lambda m: (m.start, -m.end), default=None)
    if asked is None or label is None or not 0 < len(rest) < _MOST:
        return None
    things = linked.question[linked.tokens[label.start].start : linked.tokens[label.end - 1].end]
    lead, noun, said = asked["things"].partition(things)
    numbers = [_number(lead + noun, said.strip(), one) for one in rest]
    found = tuple(number for number in numbers if number is not None)
    return Asked(first, found, things, whole=True) if noun and len(found) == len(rest) else None


def _two_values(text: str) -> Asked | None:
    found = _TWO_VALUES.fullmatch(text)
    if found is None:
        return None
    first, other = (f"{found['lead']}{value} {found['of']}" for value in (found["one"], found["other"]))
    return Asked(first, (other,), found["of"], whole=True)


def _number(things: str, said: str, question: str) -> str | None:
    """ "How many are closed" of mills; None where it names things of its own."""
    asked = _NUMBER.fullmatch(question)
    if asked is None:
        return None
    of_them = _OF_THEM.match(asked["things"])
    told = asked["things"][of_them.end() :] if of_them is not None else asked["things"]
    if _SAID.fullmatch(told) is None:
        return None
    which = _THERE.sub("", said) if of_them is not None else ""
    if which and not _TOLD_BY.match(which):
        which = f"that {which}"
    return " ".join(f"how many {things} {which} {told}".split())


def _one_by_one(text: str) -> Asked | None:
    parts = _AGAIN.split(text)
    if not 1 < len(parts) <= _MOST or not _OPENS.match(parts[0]):
        return None
    if _THINGS.match(parts[0]) and any(map(_THEY.search, parts[1:])):
        return None  # "which mills does Ann run, and when were they built": the mills
    short = [_elliptic(parts[0], part) for part in parts[1:]]
    if all(short):
        return Asked(parts[0], tuple(filter(None, short)), whole=True)
    return Asked(parts[0], tuple(parts[1:])) if all(map(_is_of_it, parts[1:])) else None


def _elliptic(first: str, question: str) -> str | None:
    """ "And where to" behind "when did the parcel leave": where the parcel left to."""
    asked, other = _DID.match(first), _ALONE.fullmatch(question)
    if asked is None or other is None or asked["word"].lower() == other["word"].lower():
        return None
    return f"{other['word']} {first[asked.end('word') :].strip()}{other['to'] or ''}"


def _led(linked: Linked, text: str) -> Asked | None:
    """A name, and behind a colon or a dash what is asked of it."""
    found = _LEAD.fullmatch(text)
    if found is None:
        return None
    end = next((n for n, t in enumerate(linked.tokens) if t.start >= found.end("name")), 0)
    named = any(m.kind == "value" and m.start == 0 and m.end == end for m in linked.mentions)
    parts = _PIECE.split(found["rest"])
    if not named or not 1 < len(parts) <= _MOST:
        return None
    name = found["name"]
    return Asked(about(parts[0], name), tuple(parts[1:]), name)


def _is_of_it(question: str) -> bool:
    return any(form.search(question) is not None for form in (_THEIRS, _IT, _THAT))


def about(question: str, name: str) -> str:
    """A question with a name in place of what stands for it; behind a column that stands alone."""
    for form, named in ((_THEIRS, f"{name}'s"), (_IT, name), (_THAT, name)):
        said, count = form.subn(named.replace("\\", r"\\"), question, count=1)
        if count:
            return said
    return f"{question} does {name} have" if _HOW_MANY.fullmatch(question) else f"{question} of {name}"


def name_in(read: Parsed, candidate: Candidate, schema: GraphSchema) -> str | None:
    """The words that name the one thing of which a reading tells; None where it is not one, as "closed" is none."""
    state = candidate.state
    named = [f for f in state.filters if f.comparison is Comparison.EQ and isinstance(f.value, str)]
    if len(named) != 1 or named[0].edge or named[0].negated:
        return None
    label = schema.label_by_name.get(state.nodes[named[0].owner].label)
    info = label.by_name.get(named[0].property) if label is not None else None
    if info is not None and info.distinct_is_exact and info.distinct < _APART * info.present:
        return None
    return read.linked.text(named[0].start, named[0].end)
