"""Places in the code: where something is called, where a text or a statement stands."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.composed.asks import Ask
from fingerpost.domains.code.questions.composed.nouns import noun_of
from fingerpost.domains.code.questions.composed.resolve import NAME
from fingerpost.domains.code.questions.forms import method
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Request
from fingerpost.domains.code.questions.vocabulary import FILE

_WITHIN: Final = rf"(?: (?:in|of|from|inside|within|by)(?: the)?(?: function| file)? (?P<in>{FILE}|{NAME}))?"
_AT: Final = (
    r"(?:(?:at|on|in|from) )?(?:(?:the |all |which |what |every |exact |how many )"
    r"*(?:lines?|places?|spots?|line numbers?|locations?|"
    r"file and lines?|files? and (?:on |at )?(?:which |what )?lines?)(?: numbers?)"
    rf"?(?P<head> (?:of|in) (?:the )?(?:file |function )?(?:{FILE}|{NAME}))?"
    r"(?: where| at which| in which| on which| that)?|where|whereabouts|how (?:many times|often))"
)
_CALLED: Final = r"(?:called|used|invoked|referenced|expanded|accessed|written|called from|used at)"
_PATTERNS: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        (
            rf"{_AT} (?:exactly )?(?:is|are|does|do|gets?)? ?(?:the )?(?:function |macro )"
            rf"?(?P<of>{NAME}) (?:is |are |gets? |being )?{_CALLED}{_WITHIN}"
        ),
        (
            rf"{_AT} (?:exactly )?(?:does|do|is) (?:the )?(?:function |file )?(?P<by>{FILE}|"
            rf"{NAME}) (?:calls?|uses?|invokes?|calling|using) (?:the )?(?:function |"
            rf"macro )?(?P<of>{NAME})"
        ),
        (
            rf"{_AT} (?:the )?(?:function |file )?(?P<by>{FILE}|{NAME}) (?:calls|uses|"
            rf"invokes) (?:the )?(?:function |macro )?(?P<of>{NAME})"
        ),
        (
            rf"(?:{_AT} )?(?:of )?(?:all |the )*(?:call sites|calls|uses|usages|occurrences|"
            rf"every call|each call) (?:of|to|for) (?:the )?(?:function |macro )?(?P<of>{NAME})"
            rf"(?: (?:are|is) (?:there|made))?{_WITHIN}"
        ),
        (
            r"(?:which |what |the )*lines? (?:contain|have|make)s? (?:a |the |any )?calls? (?:of|"
            rf"to) (?:the )?(?:function |macro )?(?P<of>{NAME}){_WITHIN}"
        ),
        rf"(?P<of>{NAME}) (?:call sites|calls|usages|uses|occurrences){_WITHIN}",
        (
            rf"(?:{_AT})? ?(?:(?:all |the |every )*(?:occurrences?|uses?|places?|locations?)"
            r" (?:of|with) )?(?:do we have |do we use |is there |is |are |does |do |"
            r"have we |"
            r"can i find )?(?:the |a |an )*(?:(?:string literal|string|text|message|"
            r"literal|error message|error) )?"
            r"(?P<text>[\"“][^\"”]+[\"”])(?: (?:is|are|get|gets|used|printed|appear|"
            r"appears|found|defined|set|stand|stands|occur|occurs|mentioned|come from|"
            rf"there|passed|in use))*{_WITHIN}"
        ),
        (
            rf"{_AT} (?:are|is|do|does|have|can i find) (?:the |all the |any |an? |there )"
            r"*(?P<noun>[a-z-]+(?: [a-z]+)?)(?: (?:stand|occur|used|found|appear|located|"
            rf"placed|there))?{_WITHIN}"
        ),
        (
            rf"{_AT} (?:does|do) (?P<in>{NAME}) (?:have|contain|use|has) (?:the |all the |"
            r"any |an? |its )*(?P<noun>[a-z-]+(?: [a-z]+)?)"
        ),
        rf"{_AT} (?:the )?(?P<noun>[a-z-]+(?: statements?)?){_WITHIN}",
    )
)


def read(ask: Ask, text: str, names: Names) -> Request | None:
    """The request of a question for places; a number of them where that is asked."""
    for number, pattern in enumerate(_PATTERNS):
        match = pattern.fullmatch(text)
        if match is None:
            continue
        said = match.groupdict()
        if (
            said.get("text")
            and not re.match(
                r"(?:at|on|in|where|which|lines?|places?|whereabouts|locations?|(?:all |the |every )*occurrences?)\b",
                text,
                re.I,
            )
            and not ask.places
        ):
            continue
        found = _sites(said, names)
        if found is None:
            continue
        label, conditions, noun, show = found
        many = ask.asked is Asked.COUNT or re.match(r"how (?:many times|often)|how many", text, re.I)
        if (
            not many
            and number in (3, 5)
            and not ask.places
            and not re.match(r"(?:at|on|where|call sites|all call|lines|places|which|every|each|the call)", text, re.I)
        ):
            return None
        return Request(Asked.COUNT if many else Asked.LIST, label, conditions, show=show, noun=noun)
    return None


def _sites(said: dict[str, str | None], names: Names) -> tuple[str, tuple[Condition, ...], str, str] | None:
    place = said.get("in") or said.get("by") or ""
    if head := said.get("head"):
        place = re.sub(r"^ (?:of|in) (?:the )?(?:file |function )?", "", head)
    within = _within(place, names)
    if said.get("text"):
        texts = names.literals(str(said["text"]).strip('"“”'))
        return "STRING_LITERAL", (Condition(Kind.HAS, texts, property="code"), *within), "place", "location"
    if said.get("of"):
        of = str(said["of"]).removesuffix("()")
        if names.method(of) is None and (of in names.globals or of in names.fields or of in names.types):
            return None
        return "CALL", (Condition(Kind.NAMED, (method(names, of),)), *within), "call", "location"
    noun = noun_of(said.get("noun") or "")
    if noun is None or noun.edge != "CONTAINS":
        return None
    kinds = (Condition(Kind.HAS, noun.values, property=noun.property),) if noun.values else ()
    return noun.label, (*kinds, *within), noun.noun, "location"


def _within(place: str, names: Names) -> tuple[Condition, ...]:
    place = place.strip("`'\" ").removesuffix("()")
    if not place:
        return ()
    if re.fullmatch(FILE, place):
        return (Condition(Kind.SITE_IN, (names.file(place),), property="filename"),)
    return (Condition(Kind.SITE_IN, (method(names, place),), property="name"),)
