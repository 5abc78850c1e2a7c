"""What form of answer a question wants, wherever it says so: how many, is there any, the most, per function."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from fingerpost.domains.code.questions.composed.nouns import noun_of
from fingerpost.domains.code.questions.request import Asked
from fingerpost.domains.code.questions.vocabulary import MEASURES, NUMBER, NUMBERS, number, one_of


@dataclass(frozen=True)
class Ask:
    """The form of an answer: how it is asked, the most or least of what, how many of these, and what else is shown."""

    asked: Asked = Asked.LIST
    most: str = ""
    least: bool = False
    count: int = 1
    counts: bool = False
    lengths: bool = False
    types: bool = False
    lines: bool = False
    returns: bool = False
    places: bool = False
    exists: bool = False
    sorted_by: str = ""


_SHOW: Final = (
    r"(?:,|\+|&|(?:,? ?(?:and|with|plus|including|incl\.?|along with|as well as|showing|giving)))\s+"
    r"(?:also\s+)?(?:each with\s+)?(?:each\s+)?(?:names? and\s+)?(?:give\s+|"
    r"show\s+|list\s+)?(?:(?:all|the|its|their|each|both|"
    r"of|for|how many|what are|respective|exact)\s+)*"
)
_END: Final = (
    r"(?: (?:for|of|in|has|have|are|is|do|does|there|they|it|each|both|all|them|"
    r"one|these|those|every|case|that|please))*$"
)
_TAILS: Final = (
    ("lines", re.compile(rf"{_SHOW}(?:on|at|in) (?:which|what) lines?(?: of code)?{_END}", re.I)),
    (
        "types",
        re.compile(
            (
                rf"{_SHOW}(?:what |which |of what |of which )?types?(?: do they have| are they|"
                rf" they have| they are)?{_END}"
            ),
            re.I,
        ),
    ),
    (
        "places",
        re.compile(
            (
                r",? (?:with )?(?:the )?(?:file(?: name)?s? and lines?|line numbers?|locations?)"
                r" (?:included|too|as well|each)$"
            ),
            re.I,
        ),
    ),
    (
        "places",
        re.compile(
            rf"(?:{_SHOW})(?:(?:file(?: name)?s?|path)(?:\s*(?:and|:|/|,|with)\s*(?:the )"
            r"?lines?(?: numbers?)?)?|line numbers?|"
            rf"places?|locations?|(?:function and )?file: ?lines?|function names?|where)"
            rf"(?: (?:is|are|it|they|defined|starts?))*{_END}",
            re.I,
        ),
    ),
    ("returns", re.compile(rf"{_SHOW}return types?{_END}", re.I)),
    (
        "counts",
        re.compile(
            rf"{_SHOW}(?:counts|(?<!, )count|lines|lengths?|number(?: of)?(?: (?:them|\w+(?: \w+)?))?|"
            r"complexit(?:y|ies)|values?|how (?:many|long|often|complex)"
            rf"(?: (?!(?:does|do)\b)\w+){{0,4}}|by how (?:much|many))(?: (?:it|they|each|both)(?: \w+)?)?{_END}",
            re.I,
        ),
    ),
)
_LIST: Final = re.compile(
    r"^(?:(?:list|show|find|name|give|print|get|display|which|what|tell|all|"
    r"the|of|those|any|every|each|me|us|are|is|was|were|out)\s+)+"
    r"(?:names of (?:all |the )*)?(?=\S)",
    re.I,
)
_TRAILING: Final = re.compile(
    r"(?:,\s*|\s+)(?:which(?: ones?)?|list(?: them)?(?: all)?|what are they|who|all of them|where|show)$", re.I
)
_OF_EACH: Final = re.compile(
    (
        r"^(?:(?:list|show|give|report|what (?:is|are)) )*(?:the )?(?P<by>return types?|"
        rf"signatures?|{one_of(MEASURES)}) (?:of|for) (?:all |the |each |every |any |"
        r"of )+(?P<rest>functions?\b.*)$"
    ),
    re.I,
)
_FOR_EACH: Final = re.compile(
    r"^for (?:each|every|all)(?: of the)? functions?(?P<rest> (?:of|in|from)"
    r" \S+?)?,? (?:state |give |list |show |what is |how many )?(?:its |the |"
    r"their )?"
    rf"(?P<by>return types?|signatures?|{one_of(MEASURES)})(?: (?:does it have|it has|in lines))?$",
    re.I,
)
_NUMBER_EACH: Final = re.compile(
    r"^for (?:each|every|all)(?: of)?(?: the)? functions?(?P<rest> (?:of|in|from) \S+?)?,? "
    r"(?:list |state |give |show )?(?:how many|the number of|its number of|count) "
    r"(?P<by>[a-z][a-z -]*?)(?: (?:does|do|has|have|are|is)\b.*)?$|"
    r"^(?:how many|number of) (?P<by_>[a-z][a-z -]*?)(?: (?:does|do|has|have|are there|is there))?"
    r"(?: (?:per|in|by|for))? (?:each|every|(?<=per )(?:the )?)(?:of the )?functions?(?P<rest_> (?:of|in|from) \S+?)?"
    r"(?: (?:have|has|contain|take|make|use))?$",
    re.I,
)
_HOW_EACH: Final = re.compile(
    r"^how (?P<how>long|big|large|complex) are (?:all |the |each of the )*(?P<rest>functions\b.*)$", re.I
)
_COUNT_AND_NAMES: Final = re.compile(
    (
        r"^how many (.+?),? and (?:what are they(?: called)?|which(?: ones)?(?: are they)"
        r"?|what are their names|what are these)$"
    ),
    re.I,
)
_LENGTH: Final = re.compile(r"\b(?:lines|lengths?|long)\b", re.I)
_EXISTS: Final = re.compile(
    r"^(?:(?:is|are|might|could|would|may|can) there (?:be |perhaps |maybe )"
    r"?(?:an?|any|some|at least one|one)?\s*|(?:do|does|has|have) (?:any|some|"
    r"one) (?:of the )?|"
    r"(?:are|is) any (?:of the )?|any\s+(?=\w)|(?:do|does|did|have|has) (?:we|"
    r"you|they|it|the code|the library) (?:ever )?"
    r"(?:have|use|contain|got) (?:an?|any|some)?\s*|"
    r"(?:does|do) (?:anything|anyone|anybody|something|someone|somebody|any code)(?: else)?\s+(?=\w))",
    re.I,
)
_COUNT: Final = re.compile(
    (
        r"^(?:(?:in|by|from|at|through) )?(?:how many|(?:what is |give |list |show |find |tell )?(?:the )?number of|"
        r"count(?: of)?|how much)\s+(?:(?:of|the|all|different|distinct)\s+)*"
    ),
    re.I,
)
_COUNT_AFTER: Final = re.compile(
    (
        r"(?:,\s*|\s+-\s+|\s+)(?:how many(?: (?:are there|are they|of them))?|how many in all)$|"
        r"(?:,\s*|\s+-\s+)(?:(?:their )?number|count(?: them)?)$"
    ),
    re.I,
)
_MOST_WORDS: Final = (
    r"(?P<most>most|fewest|largest number of|highest number of|greatest number of|smallest number of|lowest number of|"
    r"highest|largest|greatest|biggest|lowest|smallest|least|maximum|minimum|max|min|maximal|longest|shortest|deepest)"
)
_LEAST: Final = ("fewest", "smallest", "lowest", "least", "minimum", "min", "shortest", "simplest")
_NUMBER_OF: Final = r"(?:(?:the )?(?:number|count) of )?"
_TOP: Final = re.compile(
    r"^(?:the )?(?:top|first|biggest|largest|highest|worst|greatest|leading|"
    rf"longest)?\s*(?P<count>\d+|{one_of(NUMBERS)})?\s*(?P<head>[\w ]+?)(?P<rest>(?: (?:in|"
    r"of|from) \S+)?),? "
    r"(?:(?:sorted|ranked|ordered|measured|rated|judged) )?by (?:the )?(?:highest |"
    rf"largest |most |descending )?{_NUMBER_OF}"
    r"(?P<by>[\w -]+?)(?P<after> (?:in|of|from) \S+)?(?: descending)?$",
    re.I,
)
_SORTED: Final = re.compile(
    rf"^(?P<head>.+?),? (?:sorted|ranked|ordered) by (?:the |their )?{_NUMBER_OF}(?P<by>[a-"
    r"z][\w -]*?)(?: descending| decreasing)?"
    rf"(?:, (?:the )?(?:top|first) (?P<count>\d+|{one_of(NUMBERS)}))?$",
    re.I,
)
_USING_MOST: Final = re.compile(
    (
        r"^(?P<head>.+?) (?:that |which )?(?:use|uses|contain|contains|have|has|"
        r"call|calls) (?:the )?(?P<by>[a-z][a-z -]*?) (?:the )?most(?: often)?$"
    ),
    re.I,
)
_MOST_OF: Final = re.compile(
    (
        r"^(?:the )?(?P<most>most|fewest) (?P<by>[a-z][a-z -]*?)(?P<rest> (?:in|"
        r"of) \S+\.\w+)?$"
    ),
    re.I,
)
_MOST_OF_ANY: Final = re.compile(
    r"^(?:the )?(?:max(?:imum|imal)?|highest|largest|greatest|biggest)(?: number of)"
    r"? (?P<by>[a-z][a-z -]*?) (?:of|in|for|that) "
    r"(?:any|all|a|a single|the|any single|one)(?: (?:of the|single))? functions?(?: (?:ha"
    r"s|have|takes?))?(?P<rest>(?: (?:in|of) \S+)?)$",
    re.I,
)
_WITH_MOST: Final = re.compile(
    r"\s*(?:that |which )?(?:with|having|has|have|contains?|uses?|using|makes?|"
    r"takes?|declares?|defines?|calls?|containing|got|needs?|includes?)"
    rf" (?:by far )?(?:the )?{_MOST_WORDS} (?:number of |amount of |count of )"
    r"?(?:different |distinct |other )*(?P<by>[a-z][a-z -]*?)(?=$|,| (?:in|of|"
    r"from|among) \S+)",
    re.I,
)
_SUPERLATIVES: Final = {
    "longest": ("lines", False),
    "shortest": ("lines", True),
    "largest": ("lines", False),
    "biggest": ("lines", False),
    "smallest": ("lines", True),
    "lengthiest": ("lines", False),
    "tiniest": ("lines", True),
    "most complex": ("complexity", False),
    "most complicated": ("complexity", False),
    "least complex": ("complexity", True),
    "simplest": ("complexity", True),
    "most called": ("calls", False),
    "most frequently called": ("calls", False),
    "most often called": ("calls", False),
    "most used": ("calls", False),
    "busiest": ("calls", False),
    "most popular": ("callers", False),
    "most deeply nested": ("loop depth", False),
    "deepest nested": ("loop depth", False),
}
_SUPERLATIVE: Final = re.compile(
    (
        rf"\b(?:the )?(?:top )?(?:(?P<count>\d+|{one_of(NUMBERS)}) )?(?P<most>{one_of(_SUPERLATIVES)}"
        rf")\b(?: (?P<after>\d+|{one_of(NUMBERS)})\b)?"
    ),
    re.I,
)
_MOST_CALLED: Final = re.compile(
    r"\s*(?:that |which )?(?:(?:is|are|gets?) )?(?:called|used|invoked|expanded|referenced) (?:by )?(?:the )?"
    r"(?P<most>most often|most frequently|(?:from|in|at) (?:the )?(?:most|largest number of)"
    r" (?:places|sites|locations|lines)|"
    r"in the (?:most|largest number of) (?:other |different )*(?:functions|callers)"
    r"|the most times|most|fewest|(?:the )?(?:most|largest number of)(?: other|"
    r" different)* (?:functions|callers)|"
    r"(?:by )?most(?: other| different)* functions|least)(?: often)?\b",
    re.I,
)


def counts_after(question: str) -> bool:
    """Whether a question says at its end that it asks for a number: `gotos in f, how many?`"""
    said = _COUNT_AFTER.search(question.rstrip(" ?.!"))
    return said is not None and not re.search(r"\b(?:by|and)$", question[: said.start()])


def tail_of(text: str) -> str:
    """What a text ends with that says only what else is to be shown."""
    left = text
    for _ in _TAILS:
        for _, pattern in _TAILS:
            left = pattern.sub("", left) or left
    return text[len(left) :].strip()


def asked_for(text: str) -> tuple[Ask, str]:
    """The form that a question wants, and what is left of it."""
    said: dict[str, Any] = {}
    text = re.sub(r"\s+", " ", text).strip(" ,;:.?!")
    text = re.sub(r"^((?:what|which) .+?) (?:is|are)(?=$|, (?:and )?how)", r"\1", text, flags=re.I)
    if re.search(
        r", (?:and )?how many (?:are there|are they|of them)(?: are there)?$", text, re.I
    ) and not _COUNT.match(text):
        text = f"how many {_LIST.sub('', _COUNT_AFTER.sub('', text))}"
    changed = not re.match(r"how (?:many|long)\b.*\bhow (?:many|long|complex)\b", text, re.I)
    while changed:
        changed = False
        for name, pattern in _TAILS:
            if (shorter := pattern.sub("", text)) != text and shorter.strip():
                said["lengths"] = said.get("lengths", False) or bool(_LENGTH.search(text[len(shorter) :]))
                said[name] = changed = True
                text = shorter.strip(" ,;:+")
    text = _TRAILING.sub("", text).strip(" ,;:") or text
    if match := _FOR_EACH.match(text):
        return Ask(sorted_by=match["by"].lower(), **said), f"functions{match['rest'] or ''}"
    if match := _NUMBER_EACH.match(text):
        by, rest = match["by"] or match["by_"], match["rest"] or match["rest_"] or ""
        return Ask(sorted_by=by.strip().lower(), **said), f"functions{rest}"
    if match := _OF_EACH.match(text):
        return Ask(sorted_by=match["by"].lower(), **said), match["rest"]
    if match := _HOW_EACH.match(text):
        return Ask(
            sorted_by={"long": "lines", "big": "lines", "large": "lines"}.get(match["how"], "complexity")
        ), match["rest"]
    if match := _COUNT_AND_NAMES.match(text):
        text = match[1]
    exists = bool(_EXISTS.match(text))
    text = _EXISTS.sub("", text)
    ask = Ask(exists=exists, **said)
    if _COUNT.match(text) or _COUNT_AFTER.search(text):
        return Ask(Asked.COUNT, **said), _COUNT_AFTER.sub("", _COUNT.sub("", text)).strip(" ,;:")
    plain = _LIST.sub("", text)
    return _most(plain, said) or (ask, plain)


def _most(text: str, said: dict[str, Any]) -> tuple[Ask, str] | None:
    """The most or the least of something."""
    if match := _MOST_CALLED.search(text):
        how = match["most"].lower()
        by = "callers" if re.search("functions|callers", how) else "calls"
        left = text[: match.start()] + text[match.end() :]
        first = re.match(rf"(?:the )?(?:top )?({NUMBER}) ", left, re.I)
        left = left[first.end() :] if first else left
        many = number(first[1]) if first else 1
        return Ask(Asked.MOST, by, "fewest" in how or "least" in how, many, **said), left.strip(" ,")
    if (match := _TOP.match(text)) and (
        match["count"] or re.match("top|first|biggest|largest|highest|worst|greatest|leading|longest", text, re.I)
    ):
        count = number(match["count"]) if match["count"] else 1
        return Ask(
            Asked.MOST, match["by"].strip(), count=count, **said
        ), f"{match['head']}{match['rest']}{match['after'] or ''}".strip()
    if match := _SORTED.match(text):
        if match["count"]:
            return Ask(Asked.MOST, match["by"].strip(), count=number(match["count"]), **said), match["head"]
        return Ask(**said | {"sorted_by": match["by"].strip()}), match["head"]
    if match := _USING_MOST.match(text):
        return Ask(Asked.MOST, match["by"].strip(), **said), match["head"]
    if (match := _MOST_OF.match(text)) and (noun_of(match["by"]) or match["by"].lower() in MEASURES):
        return Ask(
            Asked.MOST, match["by"].strip(), match["most"].lower() == "fewest", **said
        ), f"functions{match['rest'] or ''}"
    if match := _MOST_OF_ANY.match(text):
        return Ask(Asked.MOST, match["by"].strip(), **said), f"functions{match['rest']}"
    if match := _WITH_MOST.search(text):
        left = f"{text[: match.start()]}{text[match.end() :]}"
        first = re.match(rf"(?:the )?(?:top )?({NUMBER}) ", left, re.I)
        left = left[first.end() :] if first else left
        count = number(first[1]) if first else 1
        how = match["most"].lower()
        by = match["by"].strip()
        return Ask(Asked.MOST, by, how.startswith(_LEAST), count, **said), left.strip(" ,") or "functions"
    if match := _SUPERLATIVE.search(text):
        by, least = _SUPERLATIVES[match["most"].lower()]
        count = number(match["count"] or match["after"]) if match["count"] or match["after"] else 1
        left = f"{text[: match.start()]} {text[match.end() :]}"
        return Ask(Asked.MOST, by, least, count, **said), re.sub(r"\s+", " ", left).strip(" ,")
    return None
