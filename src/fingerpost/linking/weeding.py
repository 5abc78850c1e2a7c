"""Readings that others of the same words leave no room for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema, RelationshipInfo, ValueType
from fingerpost.linking.determiners import is_verb
from fingerpost.linking.display import is_person_name
from fingerpost.linking.english import english
from fingerpost.linking.lexicon import A_WORD, BOUNDS, ITS_NAME, OTHER_WORD, WITHOUT_LAST
from fingerpost.linking.measured_names import extreme
from fingerpost.linking.mentions import Mention
from fingerpost.linking.nearby import THEIRS
from fingerpost.linking.occasions import is_year
from fingerpost.linking.scores import OWN, RING, RING_PART
from fingerpost.linking.spans import Spans
from fingerpost.linking.text import Token, singulars, split_name

_SLIGHT = 0.5
"""Below this a noun only is another word for what a type says: "the number of orders" where customers placed them."""
_SPARSE = 0.9
"""What is left of the score of a value that few have, where it is one of what nearly all have."""
_MODIFYING, _MODIFIED = 0.3, 0.9
"""What is left of the score of a property that only tells of which kind another one is, and of this one with it."""
_FEW = 10
"""How many times as many must have a property before it is the likelier one of two with the same value."""
_CHARGES = frozenset("rate price cost fee charge".split())
_HAVING = frozenset(("with", "having", "has", "have", "had"))
_ARTICLES = frozenset(("the", "a", "an"))
_NAME = frozenset(("name", "names"))
_ALL = frozenset("the all any different distinct unique top first me us".split())
_DEGREES = frozenset(("most", "least"))
_DEGREES_OF_MANY = frozenset("most fewest more fewer".split())
_ASKING = frozenset("which what list find show name identify return display".split())
_LIGHT = frozenset("that which who is are was were node nodes associated".split())


def with_modifiers(mentions: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """A property that a word only reminds of, right before another property of the same things, says of which kind this
    is: the "purchase cost" asks for no `boughtOn`, the "bottle price" for none bottled, the "tour language" for no
    `tour_date`. The "earliest hire date" is one of many."""
    named = {m.start: m for m in mentions if m.kind == "property" and m.score >= RING and _is_its_word(m, tokens)}

    def is_modifier(mention: Mention) -> bool:
        begun = mention.reason.endswith(WITHOUT_LAST)
        if mention.kind != "property" or mention.length > 1 or extreme(tokens[mention.start].norm) is not None:
            return False
        if _is_its_word(mention, tokens) and not begun:
            return False
        behind = named.get(mention.end)
        return behind is not None and behind.name != mention.name and not behind.owners.isdisjoint(mention.owners)

    modifiers = [m for m in mentions if is_modifier(m)]
    told = ((m, named[m.end]) for m in modifiers)
    longer = [of._replace(start=m.start, words=of.words + 1, score=of.score * _MODIFIED) for m, of in told]
    lost = set(map(id, modifiers))
    return [*(m._replace(score=m.score * _MODIFYING) if id(m) in lost else m for m in mentions), *longer]


def without_slight(mentions: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """Without types that a word hardly says where it is a label's own name, or a property's.

    "Areas" are no IN_AREA, and "the names of" no NAMED. Nor is what is asked for: "which areas".
    """
    mentions = _without_part_names(mentions)
    labels = {(m.start, m.end) for m in mentions if m.kind == "label" and m.score >= OWN}
    properties = {(m.start, m.end) for m in mentions if m.kind == "property" and m.score >= OWN}

    named = {(m.start, m.end, "".join(split_name(m.name))) for m in mentions if m.kind == "label" and m.score >= OWN}

    columns = {m.start for m in mentions if m.kind == "property" and _is_whole_name(m, tokens)}
    longer = [m for m in mentions if m.kind == "property" and m.length > 1]
    inside = {(i, i + 1) for m in longer for i in range(m.start, m.end)}
    exact = {m.start for m in mentions if m.kind == "label" and _is_said_exactly(m, tokens)}

    def is_slight(mention: Mention) -> bool:
        at = mention.start, mention.end
        had = "".join(word for word in split_name(mention.name) if word not in _HAVING)
        if mention.kind == "relation" and mention.score < OWN and _is_of_charge(mention, tokens):
            return True  # a "hire rate" tells of nothing that was hired
        if mention.kind == "relation" and (*at, had) in named:
            return True  # a loan is a loan, and no HAS_LOAN
        if mention.kind == "property" and _is_count(tokens, mention):
            return True  # "the number of departments" counts them, and asks for no `department_number`
        if mention.kind == "label" and mention.start not in exact and (mention.start, mention.end) in inside:
            return True  # "in working order", where there are Works
        if mention.kind == "label" and mention.start in columns and mention.reason.startswith(OTHER_WORD):
            return True  # "when was it planted", where that is a property of trees
        if mention.kind == "property" and mention.length == 1 and _is_other_form(mention, tokens, exact):
            return True  # "the restoration of a carriage", where that may be `isRestored`
        part = at in properties and mention.score <= RING_PART and mention.reason.startswith(A_WORD)
        noun = at in properties and _is_noun_of(mention, tokens)
        asked = at in labels and is_asked(tokens, mention.start)
        return mention.kind == "relation" and (part or noun or asked or (at in labels and mention.score < _SLIGHT))

    return [mention for mention in mentions if not is_slight(mention)]


def _without_part_names(mentions: list[Mention]) -> list[Mention]:
    """Without properties of which a word is only a part where it is the name of another one, of what is named outright.

    "The minute in which she scored" is that of SCORED, and no `minute_on` of PLAYED.
    """
    named = {m.name for m in mentions if m.kind in ("label", "relation") and m.score >= OWN and not m.cosine}
    exact = {
        (m.start, m.end)
        for m in mentions
        if m.kind == "property" and m.score >= OWN and m.of_relationship and not named.isdisjoint(m.owners)
    }

    def is_part(mention: Mention) -> bool:
        slight = mention.kind == "property" and mention.of_relationship and mention.score <= RING_PART
        return slight and (mention.start, mention.end) in exact

    return [mention for mention in mentions if not is_part(mention)]


def _is_of_charge(mention: Mention, tokens: tuple[Token, ...]) -> bool:
    """Whether a word stands right before one for what it costs."""
    behind = tokens[mention.end].norm if mention.end < len(tokens) else ""
    return mention.length == 1 and not {behind, *singulars(behind)}.isdisjoint(_CHARGES)


def _is_said_exactly(mention: Mention, tokens: tuple[Token, ...]) -> bool:
    """Whether a word is that of a name, and no other form of it."""
    return mention.length == 1 and _is_its_word(mention, tokens)


def _is_whole_name(mention: Mention, tokens: tuple[Token, ...]) -> bool:
    """Whether a word is all of a name."""
    return mention.length == 1 and (tokens[mention.start].norm,) == split_name(mention.name)


def without_lasting(mentions: list[Mention], values: Iterable[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """Without types by a word that is a value behind "still": "still standing" is a status, and no STANDS_ON."""
    states = {m.start for m in values if m.length == 1 and not m.within and m.start > 0}
    lasting = {start for start in states if tokens[start - 1].norm == "still"}
    return [m for m in mentions if m.kind != "relation" or m.length > 1 or m.start not in lasting]


def _is_its_word(mention: Mention, tokens: tuple[Token, ...]) -> bool:
    """Whether a name has the first word that is said, in the singular or plural."""
    norm = tokens[mention.start].norm
    return not {norm, *singulars(norm)}.isdisjoint(split_name(mention.name))


def _is_other_form(mention: Mention, tokens: tuple[Token, ...], exact: Collection[int]) -> bool:
    """Whether a property's name only has another form of a word that is a label's own."""
    return mention.start in exact and not _is_said_exactly(mention, tokens) and mention.reason.startswith(ITS_NAME)


def _is_count(tokens: tuple[Token, ...], mention: Mention) -> bool:
    """Whether a name is made of "the number of" and a noun for several."""
    said = [token.norm for token in tokens[mention.start : mention.end]]
    return len(said) > 2 and said[:2] == ["number", "of"] and bool(singulars(said[-1])) and is_number_name(mention.name)


def is_number_name(name: str) -> bool:
    """Whether a property is the number of one thing, and not how many there are: `department_number`, `dno`."""
    words = split_name(name)
    return words[:2] != ("number", "of") and words[:1] not in (("num",), ("count",))


def is_asked(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a noun stands right behind "which", or the "list" of a sentence."""
    while place > 0 and _is_before_asked(tokens, place - 1):
        place -= 1
    return place > 0 and tokens[place - 1].norm in _ASKING


def _is_before_asked(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a word only says which or how many: "the 5 most recent", "the oldest"."""
    word = tokens[place]
    ranked = word.norm.endswith("est") or (place > 0 and tokens[place - 1].norm in _DEGREES)
    return word.norm in _ALL or word.norm in _DEGREES or word.numeric or ranked


def _is_noun_of(mention: Mention, tokens: tuple[Token, ...]) -> bool:
    """Whether these are "the names of", which are only of one stem with a type."""
    follows = mention.end < len(tokens) and tokens[mention.end].norm == "of"
    return follows and mention.length == 1 and tokens[mention.start].norm in _NAME


def _noun(tokens: tuple[Token, ...], place: int) -> int:
    """Where a noun stands behind its articles."""
    while place < len(tokens) and tokens[place].norm in _ARTICLES:
        place += 1
    return place


def without_having(mentions: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """Without relations that only lead to a property of what was just named.

    "The genre with the name Gothic", "the genre that is associated with the name Gothic".
    """
    labels = [mention for mention in mentions if mention.kind == "label"]
    own = {(m.start, owner) for m in mentions if m.kind == "property" and m.score >= OWN for owner in m.owners}

    def leads_on(relation: Mention) -> bool:
        last = tokens[relation.end - 1].norm
        if last not in _HAVING or not (relation.length == 1 or relation.vague):
            return False
        place = _noun(tokens, relation.end)
        before = [m for m in labels if m.end <= relation.start]
        near = max(before, key=lambda m: m.end, default=None)
        light = near is not None and all(t.norm in _LIGHT for t in tokens[near.end : relation.start])
        return near is not None and light and (place, near.name) in own

    return [m for m in mentions if not (m.kind == "relation" and leads_on(m))]


def with_its_name(mentions: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """ "The name of the manufacturer", where that is no thing but a property: the property, and no name beside it."""
    things = {m.start for m in mentions if m.kind in ("label", "relation", "relative", "relative of", "value")}
    named: dict[int, int] = {}
    for place in range(len(tokens) - 2):
        if tokens[place].norm in _NAME and tokens[place + 1].norm == "of":
            named[_noun(tokens, place + 2)] = place
    own = [
        m for m in mentions if m.kind == "property" and m.start in named and m.score >= OWN and m.start not in things
    ]
    names = {named[m.start] for m in own}
    kept = [m for m in mentions if m not in own and not (m.kind == "property" and m.start in names and m.length == 1)]
    return [*kept, *(m._replace(start=named[m.start], words=m.words + 1) for m in own)]


def without_clauses(
    mentions: list[Mention], tokens: tuple[Token, ...], types: Mapping[str, RelationshipInfo]
) -> list[Mention]:
    """Without relations that take in a verb and what it is said of: in "prizes were won" prizes are what was won."""
    labels = {(m.start, m.name) for m in mentions if m.kind == "label" and m.score >= OWN}

    def is_clause(mention: Mention) -> bool:
        if mention.kind != "relation" or mention.length < _CLAUSE or mention.name not in types:
            return False
        if all(token.norm not in _BEING for token in tokens[mention.start + 1 : mention.end - 1]):
            return False
        ends = types[mention.name].endpoints
        return any((mention.start, label) in labels for pair in ends for label in (pair.start, pair.end))

    return [mention for mention in mentions if not is_clause(mention)]


_BEING = frozenset("is are was were be been being".split())
_CLAUSE = 3
_WHOLE = 0.7
"""Least score of a value that takes in those inside it."""
_LONG = 3
"""Words of a value that are not said by chance."""


def without_references(found: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions; "how many physicians" asks for these, and for no number of others that is called so."""
    labels = {(m.start, m.end): split_name(m.name) for m in found if m.kind == "label" and m.score >= OWN}

    def is_bound(m: Mention) -> bool:
        # "The most members" are those there are, and not how many there may be at most.
        most = m.kind == "property" and m.start > 0 and tokens[m.start - 1].norm in _DEGREES_OF_MANY
        return most and (m.start, m.end) in labels and split_name(m.name)[0] in BOUNDS

    def refers(m: Mention) -> bool:
        asked = m.kind == "property" and m.start > 0 and tokens[m.start - 1].norm == "many"
        return asked and split_name(m.name) == labels.get((m.start, m.end))

    return [m for m in found if not refers(m) and not is_bound(m)]


def without_parts(values: Iterable[Mention], others: Iterable[Mention]) -> list[Mention]:
    """Without values inside a longer one of the same property: "science fiction" is no science.

    Not where a label is the rest of it: "history books" may be books on history. Inside a long one that is there as it
    is said ("Zone Air Temperature Sensor"), or of which a word means nothing else, those of other properties are none
    either.
    """
    found, others = list(values), list(others)
    labels = [m for m in others if m.kind == "label"]
    long: dict[tuple[str, frozenset[str]], list[Mention]] = {}
    for mention in found:
        labelled = any(mention.start <= m.start and m.end <= mention.end for m in labels)
        if mention.length > 1 and mention.score >= _WHOLE and not labelled:
            long.setdefault((mention.name, mention.owners), []).append(mention)
    if not long:
        return found
    size = max(mention.end for mention in found)
    exact = [m for same in long.values() for m in same if m.score >= OWN and not m.within]
    known = {m.start for m in (*found, *others) if m.length == 1}
    # Of "Westby B" the "B" is nothing by itself.
    exact = [m for m in exact if m.length >= _LONG or not known.issuperset(range(m.start, m.end))]
    around = Spans(((m.start, m.end) for m in exact), size)
    same = {key: Spans(((m.start, m.end) for m in held), size) for key, held in long.items()}
    return [mention for mention in found if not _is_part(mention, around, same.get((mention.name, mention.owners)))]


def with_fuller(values: Iterable[Mention], schema: GraphSchema) -> list[Mention]:
    """The values, less surely those of a property that few of the things have, where nearly all have another one with
    the same value."""
    found = list(values)
    most: dict[tuple[int, int, frozenset[str]], int] = {}
    for mention in found:
        place = mention.start, mention.end, mention.owners
        most[place] = max(most.get(place, 0), _present(mention, schema))
    return [
        m._replace(score=m.score * _SPARSE)
        if _present(m, schema) * _FEW <= most[m.start, m.end, m.owners] and not m.of_relationship
        else m
        for m in found
    ]


def _present(mention: Mention, schema: GraphSchema) -> int:
    held = (schema.label_by_name.get(owner) for owner in mention.owners)
    infos = (label.by_name.get(mention.name) for label in held if label is not None)
    return sum(info.present for info in infos if info is not None)


def _is_part(mention: Mention, around: Spans, same: Spans | None) -> bool:
    place = (mention.start, mention.end)
    return around.hold_more(*place) or (same is not None and same.hold_more(*place))


def without_articled(values: Iterable[Mention], others: Iterable[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """Without values made of a label with its article: "the mountains" are those, though a photo is "The Mountain"."""
    labels = {(m.start, m.end) for m in others if m.kind == "label" and m.score >= OWN}

    def is_label(mention: Mention) -> bool:
        articled = tokens[mention.start].norm in _ARTICLES and (mention.start + 1, mention.end) in labels
        written = any(token.quoted or token.capitalised for token in tokens[mention.start : mention.end])
        return articled and not written

    return [mention for mention in values if not is_label(mention)]


def without_misplaced(values: Iterable[Mention], others: Iterable[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """Without values of others, where the property of one stands right behind it: an area in "North Coast area"."""
    found = list(values)
    named = {(m.start, m.name, owner) for m in others if m.kind == "property" and m.score >= OWN for owner in m.owners}
    told = {
        (m.start, m.end, m.name)
        for m in found
        for owner in m.owners
        if (m.end, m.name, owner) in named and tokens[m.end].start - tokens[m.end - 1].end == 1
    }
    spans = {(start, end) for start, end, _ in told}
    return [m for m in found if (m.start, m.end) not in spans or (m.start, m.end, m.name) in told]


def whole_quotations(mentions: Iterable[Mention], tokens: tuple[Token, ...]) -> Iterator[Mention]:
    """What stands in quotation marks is meant as a whole, not word by word."""
    for mention in mentions:
        quoted = {token.quoted for token in tokens[mention.start : mention.end]}
        if quoted == {0}:
            yield mention
        elif len(quoted) == 1:
            number = next(iter(quoted))
            before = mention.start > 0 and tokens[mention.start - 1].quoted == number
            after = mention.end < len(tokens) and tokens[mention.end].quoted == number
            person = mention.kind == "value" and is_person_name(mention.name) and mention.score > 0.9
            if person or (not before and not after):
                yield mention


def without_taken_apart(mentions: list[Mention]) -> list[Mention]:
    """Without properties that only a part of another's whole name sounds like: a "unit price" is no unit."""
    whole = [m for m in mentions if m.kind == "property" and m.score >= OWN and m.length > 1]
    if not whole:
        return mentions

    def is_part(mention: Mention) -> bool:
        outer = [m for m in whole if m.start <= mention.start and mention.end <= m.end and mention.length < m.length]
        other = bool(outer) and all(m.name != mention.name for m in outer)
        return mention.kind == "property" and mention.score < OWN and other

    return [m for m in mentions if not is_part(m)]


def with_included(mentions: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """ "Total fees, cancelled loans included": nothing is left out."""
    ends = [place for place, token in enumerate(tokens) if token.norm == "included" and _ends_clause(tokens, place)]
    spans = [
        (m.start, end)
        for m in mentions
        for end in ends
        if m.kind == "value" and m.start > 1 and 0 < end - m.end + 1 <= _INCLUDED
    ]
    if not spans:
        return mentions
    start, end = min(spans)
    kept = [m for m in mentions if not start <= m.start <= end]
    return [*kept, Mention("filler", start, end + 1, "", 1.0, "leaves nothing out")]


def _ends_clause(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a word stands at the end, or before something other than a blank."""
    return place + 1 == len(tokens) or tokens[place + 1].start - tokens[place].end > 1


def without_done(mentions: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """Yes/no properties of what nobody spoke of as words that say no more, where somebody did what is measured.

    "Farms that have paid the most fees" speak of no `paid` deliveries.
    """
    labels = {m.name for m in mentions if m.kind == "label"}
    measured = {m.start for m in mentions if m.kind == "property" and _types(m, schema) & _NUMERIC}

    def is_deed(mention: Mention) -> bool:
        told = mention.kind == "property" and mention.length == 1 and not mention.of_relationship
        if not told or mention.owners & labels or not measured or _types(mention, schema) != {ValueType.BOOLEAN}:
            return False
        before = [token.norm for token in tokens[max(mention.start - _SUBJECT, 0) : mention.start]]
        done = is_verb(tokens[mention.start].norm) and not _HAVING.isdisjoint(before[-2:])
        return done or not _DO.isdisjoint(before)

    return [
        m._replace(kind="filler", name="", reason="says no more", owners=frozenset()) if is_deed(m) else m
        for m in mentions
    ]


def _types(mention: Mention, schema: GraphSchema) -> set[ValueType]:
    """The types of a property of what may be meant."""
    known = schema.relationship_by_type if mention.of_relationship else schema.label_by_name
    owners = [known[owner] for owner in mention.owners if owner in known]
    return {owner.by_name[mention.name].type for owner in owners if mention.name in owner.by_name}


_INCLUDED = 3
"""Most words from a value to the "included" behind it, and that itself."""
_NUMERIC = {ValueType.INTEGER, ValueType.FLOAT}
_DO = frozenset(("do", "does", "did"))
_SUBJECT = 4
"""Most words from "did" to its verb."""


def without_part_labels(found: list[Mention]) -> list[Mention]:
    """The mentions without labels of which a word says a part, where it is the whole name of another: "boats" are no
    boat classes."""
    whole = {(m.start, m.end) for m in found if m.kind == "label" and m.score >= OWN}
    return [m for m in found if m.kind != "label" or m.score >= RING or (m.start, m.end) not in whole]


def without_states(mentions: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """Without values that are a verb with its date: who was "registered in 2010" has no status "Registered" by that.

    Nor need a ticket that was "closed in January", where it is known when each was, be "closed".
    """
    named = {(m.start, m.end) for m in mentions if m.kind == "property" and split_name(m.name)[-1:] in _AT}
    moments = {m.start for m in mentions if m.kind in _MOMENTS or (m.kind == "number" and _may_be_year(m.value))}

    def is_dated(mention: Mention) -> bool:
        word = tokens[mention.start]
        if mention.kind != "value" or mention.length > 1 or word.quoted:
            return False
        if word.norm not in english().happenings and (mention.start, mention.end) not in named:
            return False
        place = mention.end
        while place < len(tokens) and place not in moments and tokens[place].norm in _UP_TO_DATE:
            place += 1
        return place in moments and place > mention.end

    return [mention for mention in mentions if not is_dated(mention)]


def without_whole(mentions: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """Without the values of "have 'red' in their colours": text that something holds, and not all of it."""
    texts = {(m.start, m.end) for m in mentions if m.kind == "text"}

    def is_part(mention: Mention) -> bool:
        behind = [token.norm for token in tokens[mention.end : mention.end + 2]]
        inside = len(behind) > 1 and behind[0] == "in" and behind[1] in THEIRS
        return inside and isinstance(mention.value, str) and (mention.start, mention.end) in texts

    return [m for m in mentions if not (m.kind == "value" and is_part(m))]


_AT = (("at",), ("on",), ("date",), ("time",))
"""Last words of names of moments."""


def _may_be_year(value: Cell) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and is_year(value)


_MOMENTS = ("date", "month", "period", "time")


_UP_TO_DATE = frozenset(
    "on in at of the year years between from since after before during until by or to and prior".split()
)
