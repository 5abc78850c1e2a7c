"""Follow-ups as questions of their own: words for what was found before are replaced by its name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from fingerpost.linking import extreme
from fingerpost.plans import is_plural, plural, words

_THEM = r"(?:those|these|them)"
_OPENING = re.compile(
    r"^(?:(?:ok(?:ay)?|great|good|thank(?:s| you)|nice|cool|i see|well|so|now|then|and|but|also|please|yes|no)"
    r"\b[ ,.!]*)+",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^(?:can|could|would|will) you (?:please |also )*(?=\w)|^(?:i(?: would|'d) like to|i want to) (?:know|see) ",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"(?:(?:ok(?:ay)?|alright|all right|great|good|fine|nice|cool|perfect|super|wow|i see|got it|understood|thanks?"
    r"|thank you|cheers|hello|hi|hey|(?:good)?bye|never ?mind|that(?: i|['’])s (?:all|it|great|good|fine|helpful)"
    r"|(?:very|so) much|a lot|so far|for (?:that|now|your help)|now|then|well|and|you|all)\b[ ,.!]*)+",
    re.IGNORECASE,
)
"""What is said to be polite, and asks nothing."""
_CLOSING = re.compile(r"[ ,]+(?:too|as well|also|instead|please|then|again|though|now)$", re.IGNORECASE)
_ANAPHOR = re.compile(
    r"\b(?:its|his|her|hers|their|theirs|it|him|he|she|they|them|those|these|this|ones|such)\b"
    r"|\b(?:which|what|the|this|that)(?: \w+)? one\b"
    r"|(?:^|\b(?:of|in|for|at|on|from|to|by|with|is|are|was|were|about) )that\b|\bthat$"
    r"|\beach(?: one)?(?=$| (?:do|does|did|has|have|had|is|are|was|were|of|\w+(?:ed|able|ible))\b)"
    r"|(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!^)\bthere\b(?! (?:is|are|was|were|any)\b)",
    re.IGNORECASE,
)
"""Words for what was found or named before."""
_ONE = re.compile(r"\b(?:its|his|her|it|him|he|she|this|that|there)\b", re.IGNORECASE)
_WITHIN = re.compile(r"\b(?:and|with|by|or|than|including) (?:its|his|her|their)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:its|his|her|their)\b(?: own)?", re.IGNORECASE)
_OF_THEM = re.compile(
    rf"^(?:of|among|from|out of|for|in|with(?:in)?) (?:all (?:of )?)?{_THEM}(?P<noun>(?: \w+)??), *", re.IGNORECASE
)
_EACH = re.compile(
    rf"\beach(?: one)?(?: of {_THEM})?(?=$| (?:do|does|did|has|have|had|is|are|was|were|\w+(?:ed|able|ible))\b)"
    rf"|\beach of {_THEM}\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"^(?:which|what|who)(?: ones?| of (?:(?:the|those|these|them) )?(?:two|both|them|those|these))? "
    r"(?P<is>is|are|was|were) (?:the )?(?P<degree>(?:more|less) \w+?|\w+er|better|worse|more|less)(?: ones?)?$",
    re.IGNORECASE,
)
"""Which of a few things has more of something, said without what it has more of it than: "which is cheaper?"."""
_COMPARED_BY = re.compile(
    r"^(?P<who>(?:which|what|who)(?: ones?| of (?:(?:the|those|these|them) )?(?:two|both|them|those|these))?)"
    r" (?P<has>has|have|had) (?:the |a )?(?P<degree>more|less|fewer|\w+er|better|worse) (?P<what>(?:(?!than\b)\w+ ?)+)"
    r"$",
    re.IGNORECASE,
)
"""The same by name: "who has the higher score?"."""
_SO_MANY = re.compile(
    r"^(?:which|what|who) (?P<number>two|three|four|five|six|seven|eight|nine|ten|\d+)"
    r"(?: ones?| of (?:them|those|these))? (?:are|were) (?:the )?(?P<degree>\w+est)(?: ones?)?$",
    re.IGNORECASE,
)
"""So many at an end: "which three are the cheapest?"."""
_BEST = {"more": "most", "less": "least", "fewer": "fewest", "better": "best", "worse": "worst"}
_WHICH_OF = re.compile(
    rf"\b(?P<how>which|what|who|how many|how much|any|some|each|all|one)(?: ones?)?(?: of| among| from| out of)"
    rf" (?:all )?{_THEM}\b",
    re.IGNORECASE,
)
_OF_BOTH = re.compile(
    r"\b(?:of|among) (?:the (?:two|three|four|five)|both|them both)(?: of them)?(?! \w+s\b)", re.IGNORECASE
)
_WHICH_OF_THOSE = re.compile(r"\b(?P<how>which|what|how many) (?:of|among) (?:those|these) (?=\w+ \w)", re.IGNORECASE)
_WHICH_ONE = re.compile(r"\b(?P<how>which|what) (?P<one>ones?)\b", re.IGNORECASE)
_ONES = re.compile(r"\b(?:(?P<the>the|those|these) )?(?P<one>ones?)\b", re.IGNORECASE)
_THOSE = re.compile(r"\b(?:those|these|that|this|such)(?= \w)", re.IGNORECASE)
_BARE_MANY = re.compile(rf"\b(?:of |among )?(?:they|{_THEM})\b", re.IGNORECASE)
_BARE_ONE = re.compile(r"\b(?:it|he|she|him|that|this)\b", re.IGNORECASE)
_THERE = re.compile(r"\bthere\b(?!\?? (?:is|are|was|were|any))", re.IGNORECASE)
_HOW_MANY = re.compile(
    r"^how many (?=are|is|were|was|have|has|had|do|does|did|can|in|on|at|with|from)\b", re.IGNORECASE
)
_ANY = re.compile(
    r"^(?:are|is|were|was) there any(?= (?:in|on|at|from|with|without|by|of|above|below|over|under|between|before|after"
    r"|near|that|who|which|more|less|fewer|older|younger|longer|shorter|cheaper)\b)",
    re.IGNORECASE,
)
"""Any of what is not said: "are there any above 30?"."""
_SAID_FIRST = re.compile(
    r"^(?:(?:but|so|ok(?:ay)?|and(?= (?:what|how) about| as for))[ ,]+)?(?:(?:what|how) about|as for|and) "
    r"(?P<about>[^,?]+), (?:and )?"
    r"(?P<rest>(?:who|whom|whose|which|what|where|when|how|do|does|did|is|are|was|were|has|have|had)\b[^,]*)$",
    re.IGNORECASE,
)
"""What a question is about, said before it: "what about Emma, who wrote it?"."""
_WHICH_ARE_THEY = re.compile(r"(?:who|which|what)(?: ones)? (?:is|are|was|were) (?:that|they|those|these|it)\W*", re.I)
_LINKED = re.compile(r"(?:in|on|at|from|for|with|to|of)\b", re.IGNORECASE)
_SUBJECT = re.compile(r"\b(?:it|he|she|him|her|they|them|that|those)\b", re.IGNORECASE)
_HIS_MOST = re.compile(
    r"^(?:which|what) (?P<is>is|was) (?:his|her|its|their) (?=(?:most \w+|least \w+|\w+est)(?: one)?$)", re.IGNORECASE
)
"""The one with the most of what somebody has: "which is her latest?"."""
_GENERAL = (
    (re.compile(r"\b(?:that|this) (?:person|man|woman|guy)['’]s\b", re.IGNORECASE), "his"),
    (re.compile(r"\b(?:that|this) (?:person|man|woman|guy)\b", re.IGNORECASE), "he"),
    (re.compile(r"\b(?:those|these) (?:people|persons|men|women|guys)\b", re.IGNORECASE), "they"),
)
"""Nouns for anybody, which stand for a pronoun."""
_BARE_ANY = re.compile(r"^any (?=\w)(?!of\b|others?\b|more\b|ideas?\b|one\b)", re.IGNORECASE)
_ANY_OF = re.compile(rf"^(any(?: ones?)? of {_THEM}) (?=\w)", re.IGNORECASE)
"""A question to be answered by yes or no without its verb: "any by Ann?", "any of them in stock?"."""
_LEFT_OUT = re.compile(
    r"^(?P<how>how many(?: of (?:those|these|them))?|(?:what|which|who) (?:else|others?))"
    r" (?P<rest>(?:do|does|did|have|has|had) (?:they|he|she|it)\b.*"
    r"|(?<=many )(?!(?:is|are|was|were|do|does|did|have|has|had|can|of)\b)\w+"
    r" (?:there|(?:in|at|for|on|with|by) (?:it|them))\b.*)$",
    re.IGNORECASE,
)
"""Something unsaid that what was found does or has, or that does something there: "how many did they write?", "how many
work there?"."""
_THING = re.compile(r"\b(?:it|its)\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"\b(?:he|she|him|his|her|hers)\b", re.IGNORECASE)
_WHO_IS = re.compile(r"^(?:who|which|what) (?:is|are|was|were) (?P<which>the .+)$", re.IGNORECASE)
_WHO_HAS = re.compile(r"^(?:who|which) (?P<rest>(?!is|are|was|were)\w+ .+)$", re.IGNORECASE)
_TAIL = re.compile(r"(?P<own>\b(?:its|his|her|their)\b(?: own)?) (?P<what>[^,?]+)$", re.IGNORECASE)


def plainly(question: str) -> str:
    """A question without what only keeps a conversation going: "ok, can you show their names too?"."""
    text = " ".join(question.split()).rstrip("?.! ")
    before = None
    while before != text:
        before = text
        text = _CLOSING.sub("", _REQUEST.sub("", _OPENING.sub("", text, count=1), count=1), count=1)
    text = _OF_BOTH.sub("of them", text)
    text = _HIS_MOST.sub(r"which one \g<is> the ", text)
    for nouns, pronoun in _GENERAL:
        text = nouns.sub(pronoun, text)
    text = _ANY_OF.sub(r"are \1 ", _BARE_ANY.sub("are there any ", text))
    return _superlative(text) or text or " ".join(question.split())


def in_its_place(question: str) -> str | None:
    """A question with what it is about in the place of its pronoun: "what about Emma, who wrote it?"; None for others.

    Of some of what was found only the question which they are may be asked so: it is the same as no question.
    """
    found = _SAID_FIRST.match(" ".join(question.split()))
    if found is None:
        return None
    about, rest = found["about"], found["rest"]
    if _ONES.search(about) is not None:
        return f"what about {about}?" if _WHICH_ARE_THEY.fullmatch(rest) is not None else None
    if (there := re.search(r" ?\bthere\b", rest, re.IGNORECASE)) is not None:
        at = about if _LINKED.match(about) is not None else f"at {about}"
        return f"{rest[: there.start()]} {at}{rest[there.end() :]}"
    if _OWN.search(rest) is not None:
        return _OWN.sub(f"{about}'s", rest, count=1)
    return _SUBJECT.sub(about, rest, count=1) if _SUBJECT.search(rest) is not None else None


def asks_nothing(text: str) -> bool:
    """Whether a text is only polite: "ok, thanks!"."""
    return _COURTESY.fullmatch(" ".join(text.split())) is not None


def _superlative(text: str) -> str | None:
    """ "Which is cheaper" as "which one is the cheapest"; None for other texts."""
    by = _COMPARED_BY.match(text)
    if by is not None:
        degree = by["degree"].lower()
        most = _BEST.get(degree) or f"{degree[:-2]}est"
        by_number = degree in ("more", "less", "fewer")
        return f"{by['who']} {by['has']} the {most} {by['what']}" if by_number or extreme(most) is not None else None
    some = _SO_MANY.match(text)
    if some is not None and extreme(some["degree"]) is not None:
        return f"just the {some['number']} {some['degree']}"
    found = _COMPARED.match(text)
    if found is None:
        return None
    degree, _, rest = found["degree"].lower().partition(" ")
    most = _BEST.get(degree) or f"{degree[:-2]}est"
    words = f"{most} {rest}" if rest else most
    return f"which one {found['is']} the {words}" if extreme(words) is not None else None


def refers(text: str, nouns: Collection[str] = ()) -> bool:
    """Whether a text refers to something found or named before; `nouns` are words for it: "that book"."""
    if _ANAPHOR.search(text) is not None:
        return True
    named = "|".join(re.escape(noun) for noun in nouns)
    return bool(named) and re.search(rf"\bthat (?:{named})\b", text, re.IGNORECASE) is not None


def refers_to_one(text: str) -> bool:
    """Whether a text refers to one thing: "which mountain is that?"."""
    return _ONE.search(text) is not None


def refers_to_some(text: str) -> bool:
    """Whether a text refers to some of what was found or counted: "how many of these are red?"."""
    return _WHICH_OF.search(text) is not None


def means_one(text: str) -> bool:
    """Whether a text has a pronoun for one person or thing."""
    return means_somebody(text) or _THING.search(text) is not None


def means_somebody(text: str) -> bool:
    """Whether a text has a pronoun for one person."""
    return _SOMEBODY.search(text) is not None


def refers_within(text: str) -> bool:
    """Whether all that a text refers to may be named in it: "the students and their ages"."""
    return _WITHIN.search(text) is not None and not refers(_WITHIN.sub("", text))


def fitting(text: str, labels: Sequence[str], people: Collection[str], living: Collection[str]) -> tuple[str, ...]:
    """Those of the labels that a text may refer to, likeliest first: "it" is hardly anybody, and "she" is somebody."""
    found = tuple(labels)
    said = [label for label in labels if _says(text, label)]
    if said:
        return tuple(said)
    if means_somebody(text):
        found = tuple(label for label in labels if label in living)
    elif _THING.search(text) is not None:
        found = tuple(sorted(labels, key=lambda label: label in people))  # a customer may be a shop
    return found or tuple(labels)


def _says(text: str, label: str) -> bool:
    """Whether a text refers to things of a label by their noun: "that category"."""
    one = words(label).lower()
    nouns = "|".join(re.escape(noun) for noun in (one, plural(one)))
    return re.search(rf"\b(?:this|that|these|those) (?:{nouns})\b", text, re.IGNORECASE) is not None


def said_whole(text: str, nouns: Iterable[str]) -> Iterator[str]:
    """Forms of an incomplete text, each with one of the nouns; else the text alone."""
    left_out = _LEFT_OUT.match(text)
    if left_out is None:
        yield text
    else:
        how = "how many" if left_out["how"].lower().startswith("how many") else "which other"
        yield from (f"{how} {noun} {left_out['rest']}" for noun in nouns)


def reworded(text: str, noun: str) -> Iterator[str]:
    """Forms of a follow-up with a noun for each reference, likeliest first."""
    many = noun if is_plural(noun) else plural(noun)
    seen: set[str] = set()
    for form in _forms(text, noun, many):
        if form not in seen:
            seen.add(form)
            yield form


def _forms(text: str, one: str, many: str) -> Iterator[str]:
    begun = _OF_THEM.match(text)
    if begun is not None:
        text = text[begun.end() :]
        many = begun["noun"].strip() or many
        text = _HOW_MANY.sub(f"how many {many} ", text)
        text = re.sub(r"^(which|what|who)(?: ones?)? (?=\w)", rf"which {many} ", text, flags=re.IGNORECASE)
    if _WHICH_OF_THOSE.search(text):
        yield _WHICH_OF_THOSE.sub(lambda m: f"{m['how']} ", text)
    text = _EACH.sub(f"each {one}", text)
    text = _WHICH_OF.sub(lambda m: f"{'which' if m['how'].lower() == 'who' else m['how']} {many}", text)
    text = _WHICH_ONE.sub(lambda m: f"{m['how']} {many if m['one'].lower() == 'ones' else one}", text)
    text = _ONES.sub(lambda m: f"{'the ' if m['the'] else ''}{many if m['one'].lower() == 'ones' else one}", text)
    tail = _TAIL.search(text)
    if tail is not None:
        yield f"{text[: tail.start()]}the {tail['what']} of the {many}"
    own = _OWN.sub(f"the {many}'" if many.endswith("s") else f"the {many}'s", text)
    those = _THOSE.sub("the", own) if not _bare(own) else own
    bare = _BARE_MANY.sub(f"the {many}", those)
    bare = _BARE_ONE.sub(f"the {one}", bare)
    bare = _THERE.sub(f"at the {one}", bare)
    yield bare


def _bare(text: str) -> bool:
    """Whether "that" or "those" stand alone: "how many is that?", "of those that are red"."""
    found = list(_THOSE.finditer(text))
    return bool(found) and all(
        re.match(
            r" (?:is|are|was|were|have|has|that|who|which|in|on|at|with|from|of)\b", text[m.end() :], re.IGNORECASE
        )
        for m in found
    )


def about(text: str, noun: str) -> Iterator[str]:
    """Forms of a question without a subject, each with a noun for it: "who is the youngest?"."""
    many = noun if is_plural(noun) else plural(noun)
    if _HOW_MANY.match(text):
        yield _HOW_MANY.sub(f"how many {many} ", text)
        return
    if _ANY.match(text):
        yield _ANY.sub(lambda found: f"{found[0]} {many}", text)
        return
    found = _WHO_IS.match(text)
    if found is not None:
        yield f"who is {found['which']} {noun}"
    found = _WHO_HAS.match(text)
    if found is not None:
        yield f"which {noun} {found['rest']}"
    yield f"{text} of the {many}"
    yield f"which {many} are {text}"
    yield f"{text} {many}"
    yield f"{many} {text}"
