"""What a question says is to be shown of each of some things: the words for these, and those for each column.

"Lots with their artist, owner and height", "repairs: number, car and date", "vets, town, how many repairs each did".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from fingerpost.core.schema import PropertyInfo
from fingerpost.linking.english import is_form
from fingerpost.linking.mentions import Linked
from fingerpost.linking.quantities import unit_in_name, unit_named
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import split_name, stem
from fingerpost.questions.second_clauses import TOLD_OF, Clause, with_columns

_THEIRS = r"(?:the |their |its |his |her |your |our )"
_SHOW = (
    r"(?:please )?(?:list|show|give|tell|name|return|display|i would like|i d like|i'd like|i need|i want"
    r"|(?:state|report|specify|indicate)(?= (?:the|their|its|how|which|what) ))(?: me| us)?(?: the)?"
)
_WITH = r"(?:along with|together with|as well as|with|w/|including|showing|plus)"
_COLUMNS = r"(?P<columns>.+)"
"""Columns, of which some may be questions of their own."""
_NOUN = r"(?: (?!(?:that|which|who|whose|with|in|at|of|from|on|by|to)\b)[\w'-]+){1,3}?"
"""What is called by its kind alone."""
_EACH = r"(?:each|every|all)\b"
_OF_EACH = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"for (?P<things>{_EACH} [^,:]+?)[,:]? {_SHOW} {_COLUMNS}",
        rf"for (?P<things>{_EACH} [^,:]+?)(?:[,:]| [-–—]) {_COLUMNS}",
        rf"for (?P<things>{_EACH}{_NOUN}) (?=(?:{_THEIRS})){_COLUMNS}",
    )
)
_OF_SOME = re.compile(rf"for (?P<things>[^,:]+?),? {_SHOW} {_COLUMNS}", re.IGNORECASE)
_COLON, _COMMA = re.compile(r": | [-–—] "), re.compile(", ")
_BETWEEN = (
    (_COLON, re.compile(r"[^:]+")),
    *(
        (re.compile(separator, re.IGNORECASE), re.compile(things, re.IGNORECASE))
        for separator, things in (
            (rf",? (?:(?:each|all) )?{_WITH} ", r"[^:,]+"),
            (r"(?:,| and) (?=(?:their|its|his|her) )", r"[^,:]+"),
            (r", ", rf"{_EACH} [^,:]+"),
            (rf", (?=whether |how |when |where |who |{_THEIRS})", rf"{_SHOW} [^,:]+"),
        )
    ),
)
"""What stands between things and their columns, and what the words for the things are then."""
_ASKED = re.compile(r"(?:who|whether|when|where|how|which|what) ", re.IGNORECASE)
_BARE = re.compile(
    r"(?!(?:who|whom|whose|when|where|how|which|what|why|is|are|was|were|do|does|did|has|have|had|can|could|for)\b)"
    r"(?!.* [-–—] )[^,:]+",
    re.IGNORECASE,
)
"""Words for things that only a comma parts from what may be their columns, or other things."""
_END = re.compile(r"(?:,? (?:(?:of|for) each|please|pls))*[.?! ]*$", re.IGNORECASE)
_ASIDE = re.compile(r" \(([^()]+,[^()]+)\)(?=[.?!]*$)")
_NO_COLUMNS = "and|or|if|so|not|please|list|show|give|tell|return|display|report|state|sort|order|rank|find|count"
_BEHIND = re.compile(
    rf"(?:(?<=\w)\?|(?<=\w{{4}})\.) (?:the )?(?P<columns>(?!(?:{_NO_COLUMNS})\b)[\w'/ -]+(?:, [\w'/ -]+)*?)"
    r"(?:,? please)?[.?! ]*$",
    re.IGNORECASE,
)
"""A sentence that only names what is to be shown: "which shows were sold out? Title and date"."""
_IT_DID = re.compile(rf"{TOLD_OF} (?:they|it|each|he|she)\b", re.IGNORECASE)
_FOR = re.compile(r"^for ", re.IGNORECASE)
_TABLE = r"(?:overview|list|listing|table|summary)"
_AS_TABLE = re.compile(rf"^(?:(?:an?|the) )?{_TABLE} of |(?: (?:{_TABLE}|please))+$", re.IGNORECASE)
"""Words beside things that only say how they are to be shown."""
_MOST_COLUMNS, _SHORT = 8, 2
_NO_PIECE = re.compile(
    r"[.?!;:] | [-–—] |^(?:and )?(?:sort|order|rank)(?:(?:ed|ing)\b|\b.* (?:by|in)\b)"
    r"|^how many .*\b(?:do|does|did) (?:it|they|he|she)\b"
    r"|\b(?:that|those|this|these) [a-z]+$|\b(?:of (?:them|these|those|all|both)|both)$"
    r"|(?<!number) of (?:its|their|his|her) "
    r"|^(?:list|show|give|tell|return|display) (?:me |us |the |its |their )"
    r"|^(?:an?|no|some|any|at least|at most|more|less|fewer|only|over|under|above|below|between) ",
    re.IGNORECASE,
)
"""What is no column: a sentence that follows, how the list is put in order, what is counted of another such thing, and
what tells which things are meant ("with a balcony")."""
_NUMBER_OF = re.compile(r"^number of |(?: head)? count$", re.IGNORECASE)
_BREAK = re.compile(r", (?:and |plus |as well as )?| (?:and|plus|as well as|&|/) ")
LEADING = re.compile(
    rf"^(?:{_THEIRS}|(?:(?:from|in|at|on|to|by|for|of) )?(?:which |what (?!\w+ (?:it|they|we)\b))|also )+",
    re.IGNORECASE,
)
"""What stands before what a column is called."""
_NO_COLUMN = frozenset(
    "how many much count total average sum whether is are was were has have had do does did can not no without most "
    "least more less than only every all both any same first last highest lowest since who whose what which "
    "one ones".split()
)
"""Words of what is more than a column to be shown."""
_WORDS = re.compile(r"[a-z][a-z'’ -]*", re.IGNORECASE)
_IT = r"(?:it|they|each|he|she|we)"
_WHAT_DID_IT = re.compile(r"(?P<noun>[a-z ]+?) (?:that|which|who) (?P<deed>[a-z ]+?) (?:it|them|him|her)")
_WHAT_IT_DID = re.compile(rf"(?P<noun>[a-z ]+?) (?:that )?{_IT} (?P<deed>[a-z ]+)")
_WHO_DID_IT = re.compile(r"who (?P<deed>[a-z ]+?)(?: (?:it|them))?")
_WHOM_IT_DID = re.compile(rf"whom? {_IT} (?P<deed>[a-z ]+)")
_WHEN_IT_DID = re.compile(
    rf"(?:when|(?:date|day|time|month|year)(?: when| that)?(?= {_IT} ))(?: {_IT})?(?: (?:is|are|was|were))?"
    r" (?P<deed>[a-z ]+)"
)
_WHEN_AND_WHERE = {"when": "the date of the", "where": "the place of the"}
_AS_ASKED = {"size": "how big is", "length": "how long is", "running time": "how long is", "whose it is": "who owns"}
"""Columns of which another question asks more surely."""
WHEN = ("when", "since when")
_KINDS = frozenset("year date day time month".split())
_DATES, _ON = frozenset(("date", "day")), frozenset(("on", "at", "of"))
_IN_UNIT = re.compile(r" in (?P<unit>[a-z][a-z. ]*)$", re.IGNORECASE)
_CALLED = tuple(frozenset(kind.split()) for kind in ("number no nr num", "code", "id", "title", "reference ref", "tag"))
CALLED = frozenset(("name", "nm")).union(*_CALLED)
"""What a thing may be called by, whatever that is in the graph."""
_TIMES = frozenset("when date day since until time".split())
_MONEY = frozenset("price cost charge charges fee pay paid wage salary rate amount value worth money".split())
_GENERAL = frozenset(
    map(stem, "amount number total name date day time year code id type kind price cost value rate size at on".split())
)
"""Words of names that say little of what they are of."""
WHAT_THEY_DO = re.compile(
    r"what (?:they|he|she|each|people|everyone) (?:do|does)(?: for a living| here)?|(?:their )?line of work",
    re.IGNORECASE,
)
TRADES = ("occupation", "position", "trade", "profession", "role", "job title", "job", "post", "duty")
"""What those do is called by who keeps records of them, the likeliest first."""
ROLES = ("role", "part", "job", "position", "capacity", "function", "duty", "task")
"""What those do who take part in something is called, the likeliest first."""
_SHORTEST = 4
_UNITS = {"volume": "l", "area": "m2"}


class Columned(NamedTuple):
    """What tells which things are meant, and what is to be shown of each.

    Where only a comma parts them (`bare`), they may as well be names of several things; where only a second question
    does, what it asks for may be said of the things.
    """

    things: str
    columns: tuple[str, ...]
    bare: bool = False

    @property
    def plain(self) -> bool:
        """Whether they are surely columns: all are named, and none counts, or one of them asks something."""
        named = all(column is not None and not column[1] for column in map(as_column, self.columns))
        return not self.bare and (named or any(map(_ASKED.match, self.columns)))


@lru_cache(maxsize=64)  # it is asked again of each reading of a question
def columned(question: str) -> tuple[Columned, ...]:
    """The ways to part a question that tells several things of each of some; none where it is no such question."""
    said = " ".join(question.split())
    clause = _behind_colon(said)
    text = _END.sub("", _ASIDE.sub(r": \1", clause.text if clause is not None else said))
    ways: list[Columned] = []
    for things, told, separator in _parted(text):
        columns = tuple(map(str.strip, _BREAK.split(told)))
        behind = separator is _COLON and clause is not None
        least = 1 if behind or (separator is _COLON and _IT_DID.match(told)) else 2
        if all(columns) and least <= len(columns) <= _MOST_COLUMNS and not any(map(_NO_PIECE.search, columns)):
            bare = separator is _COMMA or (behind and clause is not None and not clause.sure)
            ways.append(Columned(_AS_TABLE.sub("", things), columns, bare))
        elif separator in _OF_EACH:
            break  # "for each mast with repairs, their number": what stands before the comma is no column
    return tuple(dict.fromkeys(ways))


def _behind_colon(text: str) -> Clause | None:
    """The text, with a colon before what a sentence behind, or a second question, says is to be shown."""
    asked = with_columns(text)
    behind = _BEHIND.search(text) if asked is None else None
    if behind is not None and all(map(_is_short, _BREAK.split(behind["columns"]))):
        return Clause(f"{text[: behind.start()]}: {behind['columns']}", True)
    return asked


def _parted(text: str) -> Iterator[tuple[str, str, re.Pattern[str]]]:
    """A question in two, in each way that it may be: the words for things, those for what is shown, what tells so."""
    for form in (*_OF_EACH, _OF_SOME):
        whole = form.fullmatch(text)
        if whole is not None:
            yield whole["things"], whole["columns"], form
    parted = False
    for separator, things in (*_BETWEEN, (_COMMA, _BARE)):
        for found in separator.finditer(text) if separator is not _COMMA or not parted else ():
            before = _FOR.sub("", text[: found.start()]) if separator is _COLON else text[: found.start()]
            if things.fullmatch(before):
                parted = True
                yield before, text[found.end() :], separator


def _is_short(phrase: str) -> bool:
    """Whether a phrase names a column in a word or two."""
    return as_column(phrase) is not None and len(LEADING.sub("", phrase).split()) <= _SHORT


def as_column(phrase: str) -> tuple[str, bool] | None:
    """What a phrase names that is to be shown, and whether only a number can be meant: None where it says more."""
    plain = LEADING.sub("", phrase)
    stored = _NUMBER_OF.sub("", plain)
    words = stored.lower().split()
    did = len(words) > 1 and words[0] == "who"  # "who booked it"
    named = bool(words) and _NO_COLUMN.isdisjoint(words[did:]) and _WORDS.fullmatch(stored) is not None
    return (stored, stored != plain) if named else None


def asks_for(phrase: str, label: str) -> tuple[str, ...]:
    """A column as questions of their own about one thing: "the firm that asked for it", "the rack it stands in"."""
    thing = " ".join(split_name(label))
    said = phrase.lower()
    if said in _WHEN_AND_WHERE:
        return (f"{_WHEN_AND_WHERE[said]} {thing}",)
    when = _WHEN_IT_DID.fullmatch(said)
    if when is not None and "when" not in when["deed"].split():
        return f"when was the {thing} {when['deed']}", f"when did the {thing} {when['deed']}"
    if not _WHEN_AND_WHERE.keys().isdisjoint(said.split()):
        return ()  # "from when to when" are two
    doer, done, whom, did = (form.fullmatch(said) for form in (_WHAT_DID_IT, _WHAT_IT_DID, _WHOM_IT_DID, _WHO_DID_IT))
    if whom is not None:
        return (f"who does the {thing} {whom['deed']}",)
    if did is not None:
        return (f"who {did['deed']} the {thing}",)
    if doer is not None:
        return (f"which {doer['noun']} {doer['deed']} the {thing}",)
    if done is not None:
        return (f"which {done['noun']} does the {thing} {done['deed']}",)
    asked = _AS_ASKED.get(_IN_UNIT.sub("", said))
    more = (f"{asked} the {thing}",) if asked is not None else ()
    return f"the {phrase} of the {thing}", f"who is the {phrase} of the {thing}", *more


def is_name(phrase: str, label: str, properties: Sequence[str]) -> bool:
    """Whether a column is what things are called by: "number", "lots", "the code of the voyage", where that is none."""
    own = split_name(label)
    words = [word for word in phrase.lower().split() if not any(is_form(word, noun) for noun in own)]
    named = {word for name in properties for word in split_name(name)}
    return not words or (len(words) == 1 and words[0] in CALLED and words[0] not in named)


def is_called(noun: str, labels: Iterable[str]) -> bool:
    """Whether things of some label are called by a noun."""
    return any(_stems(label) == _stems(noun) for label in labels)


def deed_of(phrase: str) -> frozenset[str]:
    """The words of a column that say what joins it with a thing: "sits on" of "the rack it sits on"."""
    found = (form.fullmatch(phrase.lower()) for form in (_WHAT_DID_IT, _WHAT_IT_DID, _WHOM_IT_DID, _WHO_DID_IT))
    return frozenset(word for form in found if form is not None for word in form["deed"].split())


def property_named(phrase: str, properties: Sequence[str], labels: Iterable[str]) -> str | None:
    """The property that a phrase names: by all words of its name, or by some where no other has these and no label."""
    words = _stems(phrase)
    plain = _content(phrase)
    whole = next((name for name in properties if _stems(name) == words), None)
    whole = whole or next((name for name in properties if _content(name) == plain and plain[1:]), None)
    if whole is not None or is_called(phrase, labels):
        return whole
    part = [name for name in properties if {*words} < {*_stems(name)}]
    more = [name for name in properties if len(_stems(name)) > 1 and {*words} - _KINDS == {*_stems(name)}]
    return part[0] if len(part) == 1 else more[0] if len(more) == 1 else None


def _content(name: str) -> list[str]:
    """The stems of a name without words like "per", where others are left."""
    words = split_name(name)
    return [stem(word) for word in words if word not in FUNCTION_WORDS] or [stem(word) for word in words]


def dated(phrase: str, properties: Sequence[PropertyInfo]) -> str | None:
    """The one property that is the date of what a phrase says: "date opened" of `opened_on`."""
    words = {*_stems(phrase)}
    told = words - _DATES
    found = [i.name for i in properties if i.temporal and told and {*_stems(i.name)} - _DATES - _ON == told - _ON]
    return found[0] if words != told and len(found) == 1 else None


def last_named(phrase: str, properties: Sequence[str]) -> str | None:
    """The property by whose whole name a phrase ends: "hourly wage"."""
    words = _stems(phrase)
    ends = [name for name in properties if words[-len(_stems(name)) :] == _stems(name)]
    return max(ends, key=lambda name: len(_stems(name)), default=None)


def named_by_a_word(phrase: str, properties: Sequence[str]) -> str | None:
    """The one property whose name has the telling words of a phrase: "amount claimed" of `damage_claim`."""
    words = {stem(word) for word in split_name(phrase) if word not in FUNCTION_WORDS} - _GENERAL
    found = [name for name in properties if words and words <= {*_stems(name)}]
    return found[0] if len(found) == 1 else None


def measured_in(phrase: str, properties: Sequence[PropertyInfo]) -> str | None:
    """The one property that is measured in the unit that a phrase asks for, or in one of what it is: "the width in
    metres", "volume" of `litres`."""
    asked = _IN_UNIT.search(phrase)
    unit = unit_named(asked["unit"] if asked is not None else _UNITS.get(LEADING.sub("", phrase).lower(), ""))
    names = {info.name: split_name(info.name) for info in properties if info.number}
    own = {name: unit_named(unit_in_name(words) or " ".join(words)) for name, words in names.items()}
    found = [name for name, known in own.items() if unit is not None and known is not None and known[0] == unit[0]]
    return found[0] if len(found) == 1 else None


def called_by(phrase: str, label: str, properties: Sequence[str]) -> str | None:
    """The one property that numbers things of a label or is their code, which a phrase asks for: "job number"."""
    words = [word for word in phrase.lower().split() if word not in split_name(label)]
    kind = next((kind for kind in _CALLED if len(words) == 1 and words[0] in kind), frozenset[str]())
    parted = ((name, split_name(name)) for name in properties)
    found = [name for name, said in parted if said[-1] in kind and {*said[:-1]} <= {*split_name(label)}]
    return found[0] if len(found) == 1 else None


def of_kind(phrase: str, properties: Sequence[PropertyInfo]) -> str | None:
    """The one of some properties that is a date, or money, where words ask for one that do not name it."""
    words = {*split_name(phrase)}
    dates = [info.name for info in properties if info.temporal] if words & _TIMES else []
    money = [info.name for info in properties if info.number and {*split_name(info.name)} & _MONEY]
    found = dates or (money if words & _MONEY else [])
    return found[0] if len(found) == 1 else None


def unknown_word(linked: Linked) -> str | None:
    """The one word of the words for things that means nothing here."""
    readable = linked.readable()
    unknown = [linked.tokens[place] for place in linked.content if place not in readable]
    return unknown[0].text if len(unknown) == 1 else None


def other_forms(word: str) -> Iterator[str]:
    """Forms of a word that a value may be written in: lease of "leased", mended of "mend", rust of "rusty"."""
    for ending in ("ed", "d", "ing", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            yield word.removesuffix(ending)
    yield f"{word.removesuffix('e')}ed"


def label_with(columns: Sequence[Linked]) -> str | None:
    """The one label that has properties for two columns or more, and for more of them than any other."""
    found = Counter(
        label
        for column in columns
        for label in {o for m in column.mentions if m.kind == "property" and not m.cosine for o in m.owners}
    )
    most = max(found.values(), default=0)
    best = [label for label, count in found.items() if count == most]
    return best[0] if most > 1 and len(best) == 1 else None


def _stems(name: str) -> list[str]:
    return [stem(word) for word in split_name(name)]
