"""What a question asks for: a time, a count, a measure, an age, somebody, a place, a cause; and if a text has it."""

from __future__ import annotations

import re
from collections.abc import Collection

from fingerpost.retrieval.words import STOP, stem, tokens

MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_TIME_WORDS = "morning|afternoon|noon|evening|night|day|week|weekend|month|year|moment|time|future|past"
_SPANS = r"(?:second|minute|hour|night|day|week|month|quarter|season|year|decade|centur)(?:s|ies|y)?"
_LENGTHS = (
    r"(?:mm|cm|d?m|km|(?:milli|centi|deci|kilo)?met(?:re|er)s?|miles?|yards?|feet|foot|ft|inch(?:es)?|storeys?|stories|"
    r"floors?|acres?|hectares?|ha|pages?)"
)
_WEIGHTS = r"(?:g|kg|mg|(?:kilo)?gram(?:me)?s?|kilos?|tons?|tonnes?|pounds?|lbs?|ounces?|oz)"
_SPEEDS = r"(?:km/h|m/s|mph|kph|knots?|(?:\w+ )?(?:per|an?) (?:second|minute|hour|day)|times)"
_MONEY = r"(?:euros?|dollars?|francs?|pounds?|pence|penn(?:y|ies)|cents?|eur|usd|chf|gbp|crowns?|guilders?|million)"
_CODES = "eur|usd|gbp|chf|sek|nok|dkk|pln|czk|cad|aud|jpy"
"""Codes of currencies, which stand before the sum or behind it."""
_OTHER_UNITS = r"(?:%|per ?cent|degrees?|°|lit(?:re|er)s?|[kmgt]b|[kmg]?w|volts?|points?|o['’]clock|am|pm|a\.m|p\.m)"
SPELLED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen"
).replace(" ", "|")
_AMOUNT = rf"(?:\d[\d.,'’]*|(?:{SPELLED})(?:[ -](?:{SPELLED}))*|an?|half an?|several|few)"
_BETWEEN = r"(?: (?:and )?(?:a )?(?:half|quarter|square|cubic|more|full|whole|good))*"
CLOCK = r"\b\d{1,2}[:.h]\d\d\b|\b\d{1,2} ?(?:am|pm|a\.m|p\.m|o['’]clock)\b"
DATE = rf"\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{MONTHS})\b|\b(?:{MONTHS}) \d{{1,2}}(?:st|nd|rd|th)?\b"
_FROM_TO = re.compile(r"\b(?:from|between) [^,;.]*\d[^,;]*? (?:to|till|until|and) [^,;.]*\d", re.IGNORECASE)
"""The beginning and the end of something, which tell how long it was."""
_YEAR = r"\b1\d{3}s?\b|\b20\d\ds?\b"
_TIMES = (
    rf"{_YEAR}|{CLOCK}|\b\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{1,4}}\b|\b\d{{1,2}}(?:st|nd|rd|th)\b|"
    rf"\b(?:within|after|in) {_AMOUNT} {_SPANS}\b|"
    rf"\b(?:at|by|from|until|till|to|past|around|about) (?:half |quarter |\w+ (?:past|to) )?(?:\d|(?:{SPELLED})\b)|"
    rf"\b(?:{MONTHS}|{DAYS})s?\b|"
    r"\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thu(?:rs)?|fri|sat|sun)\b|"
    r"\b(?:yesterday|today|tonight|tomorrow|now|daily|weekly|monthly|yearly|annually|spring|summer|autumn|fall|winter|"
    r"easter|christmas|morning|midday|noon|afternoon|midnight|evening|night|dawn|dusk|sunrise|sunset|breakfast|lunch|"
    r"dinner|weekend|week|month|year|century|ago|after|before|when|while|during|until|till|since|once|whenever|later|"
    r"earlier|soon|immediately|every|always|never)\b|\bas soon as\b"
)
_COUNTLESS = (
    r"\b(?:no|none|nobody|nothing|both|pair|couple|single|only|once|twice|several|dozens?|hundreds?|thousands?)\b"
)
_SOMEBODY = (
    rf"\b(?!(?:I|It|He|She|We|You|They|The|An?|This|That|These|Those|My|Our|Your|Its|Their|There|In|On|At|If|When|But|And|"
    rf"So|Yes|No|Not|As|For|To|{MONTHS.title()}|{DAYS.title()})\b)[A-Z](?:[^\W\dA-Z][\w'’-]*|['’-][\w'’-]+|[A-Z]+\b)"
)
_IN = "in|at|to|on|near|from|into|under|behind|inside|above|below|beside"
_SOMEWHERE = (
    rf"\b(?:(?:{_IN}) (?:[A-Z]\w*|\d(?!\d{{3}}\b))|(?:{_IN}|by) "
    rf"(?:the|an?|my|our|his|her|their|your) (?!(?:{_TIME_WORDS})\b)\w)"
)
_AGES = (
    rf"\b(?:old|older|young|younger|age[ds]?|birthday|turn(?:s|ed)|{_SPANS}|born|founded|built|opened|"
    r"made|dates? (?:from|back)|since|(?:1[5-9]|20)\d\d)\b"
)
_NUMBERS = rf"\d|\b(?:{SPELLED}|once|twice|daily|weekly|monthly|every)\b"
_CAUSES = (
    r"\b(?:because|since|as|due|owing|thanks to|so that|therefore|thus|hence|caus\w+|reasons?|results?|resulted|"
    r"led to|leads to|why|too|lest|otherwise|in order|to (?!the\b|an?\b|[A-Z0-9])\w+)\b"
)
_TIME_ASKED = re.compile(
    r"^\W*(?:(?:and|but|since|until|by|from) )?when\b|\bwhen\W*$|\b(?:what|which) (?:day|date|time|year|month)s?\b",
    re.IGNORECASE,
)
_COUNT_ASKED = re.compile(r"\b(?:how many|number of) ((?:[\w'’-]+ ){0,3}?[\w'’-]+)", re.IGNORECASE)
_NUMBER_ASKED = re.compile(
    r"\bhow (?:much|many|long|old|far|tall|large|big|often|high|heavy|wide|broad|deep|fast|thick)\b|"
    r"\b(?:number|price|cost)\b",
    re.IGNORECASE,
)
_PACE_ASKED = re.compile(r"\bhow (?:quickly|soon|early|late|frequently)\b", re.IGNORECASE)
"""What asks for a number that may be said without one: "at once"."""
_PRICES = frozenset(map(stem, "cost costs price fee charge pay paid expensive money".split()))
MONEY_SAID = re.compile(
    rf"(?:[€$£]|\b(?:{_CODES})\b)\s?\d|\b{_AMOUNT} (?:{_MONEY})\b|\d\s?(?:[€$£]|(?:{_CODES})\b)|\bfree of charge\b",
    re.IGNORECASE,
)
BARE_CELL = re.compile(r"^\|.*\|\s*[\d.,]+\s*\|")
"""A row of a table with a number without a unit, which the head of its column may have."""
_PRICE_ASKED = re.compile(
    r"\bhow (?:much|high|expensive)\b(?=.*\b(?:costs?|pay|paid|charged?|fees?|prices?|spen[dt]|money)\b)|"
    r"\bwhat (?:do|does|did)\b.*\b(?:cost|pay|charge)\b|"
    r"\bwhat (?:is|was) the (?:\w+ )?(?:price|cost|fee|salary|wage|rent|fare)\b",
    re.IGNORECASE,
)
"""What asks for a sum of money."""
_DIGITS_SAID = re.compile(r"\+?\d(?:[\d ()/-]{5,})\d|(?<![-.\d])\d{3,6}(?![-.\d])")
_PHONE_ASKED = re.compile(
    r"\b(?:tele)?phone number\b|\bnumber (?:of|for) .*\b(?:phone|telephone|line|hotline|desk|mobile)\b", re.IGNORECASE
)
_BY_FORM = (
    (_PRICES, MONEY_SAID),
    (frozenset(map(stem, "phone telephone number".split())), re.compile(r"\+?\d(?:[\d ()/-]{5,})\d")),
    (frozenset(map(stem, "email mail e address".split())), re.compile(r"\w@\w")),
    (frozenset(map(stem, "website web site url address link".split())), re.compile(r"https?://|\bwww\.")),
)
"""Words for what is known by its form."""
_TWO_ASKED = re.compile(r"\band (?:who|when|where|why|how|what|which)\b", re.IGNORECASE)
_NAMING = r"(?!(?:of|in|for|at|on|by|to|from|after|with)\b)[\w'’&.-]+"
_WHAT_IS_ASKED = re.compile(
    r"\W*(?:what|who)(?:['’]s| is| are| was| were) (?:the |an? |our )?"
    rf"({_NAMING}(?: {_NAMING}){{0,3}}(?<!ing)(?<!ed))(?: (?:used )?for)?\W*",
    re.IGNORECASE,
)
"""What asks what or who something is, and for nothing else of it."""
_IS_DEFINED = (
    r"^\W*(?:the |an? |our )?(?:\w+ )?{name}\b(?! (?:is|are|was|were|has been) (?:\w+(?:ed|en)|fed|kept|built|bought|"
    r"sold|held|put|sent|paid|found)\b)|\b(?:is|are|was|were|be|became|becomes|as|called|named|"
    r"nicknamed|dubbed|alias|aka|means?|appointed|elected|made) (?:(?:now|also|still) )?"
    r"(?:(?:the|an?|our|my|its|their) )?\W{{0,2}}{name}\b|"
    r"[\"“'‘(*](?:the )?{name}[\"”'’)*]|"
    r"\b{name}\W{{0,2}} (?:is|are|was|were|means?|stands for)\b(?! \w+(?:ed|en)\b| fed\b)|"
    r"\b{name}[,(:]|^\|"
)
"""How a text says what {name} is, or that something is {name}."""
_WHY_ASKED = re.compile(r"^\W*(?:and |but )?why\b|\bfor what reason\b", re.IGNORECASE)
_CAUSE_ASKED = re.compile(
    rf"{_WHY_ASKED.pattern}|\bwhat (?:has |had )?(?:caus\w+|made|put|led|broke|stopped|triggered|went wrong)\b|"
    r"\bhow (?:did|could|can|come|was it) .*\b(?:get|come|happen|occur|possible|fail|break|end up|go wrong)\b|"
    r"\bwhat (?:is|was|were|are) (?:behind|wrong|the (?:cause|reason))\b|\b(?:is|was|were) behind\b",
    re.IGNORECASE,
)
"""What asks for a cause, in whatever words."""
_OF_CAUSES = re.compile(r"\b(?:causes?|reasons?|why|background|explanation|explained)\b", re.IGNORECASE)
_WHO_ASKED = re.compile(r"\bwho(?:se|m)?\b", re.IGNORECASE)
_MEASURES = {
    "heavy": _WEIGHTS,
    **dict.fromkeys(("tall", "high", "wide", "broad", "deep", "thick"), _LENGTHS),
    "far": rf"(?:{_LENGTHS}|{_SPANS})",
    "long": rf"(?:{_LENGTHS}|{_SPANS})",
    "fast": rf"(?:{_SPEEDS}|{_SPANS})",
}
_MEASURE_ASKED = re.compile(rf"\bhow ({'|'.join(_MEASURES)})\b", re.IGNORECASE)
_ANY_UNIT = rf"(?:{_LENGTHS}|{_WEIGHTS}|{_SPEEDS}|{_MONEY}|{_OTHER_UNITS}|{_SPANS})"
_COUNTED = re.compile(
    rf"(?<![\w.,:/#-])(?:\d[\d.,'’]*|(?:{SPELLED})(?:[ -](?:{SPELLED}))*)(?![\w:/-]){_BETWEEN}"
    rf"(?! ?(?:{_OTHER_UNITS}|[€$£])| (?:{_ANY_UNIT}|{MONTHS})\b)",
    re.IGNORECASE,
)
"""A number that may count things: no part of a date, a clock time, an identifier or a measure."""
_UNCOUNTED = re.compile(
    rf"(?:{DATE})(?:,? \d{{4}})?|{CLOCK}|\b(?:in|since|until|by|of|from) (?:{_YEAR})|"
    r"\b(?:the|this|that|each|every|which|another|no|any)(?: \w+)? one\b",
    re.IGNORECASE,
)
"""Numbers that count nothing: of dates and hours, and "the old one"."""
_DAY = re.compile(rf"(?:{DATE})(?:,? \d{{4}})?|\b\d{{4}}-\d\d-\d\d\b", re.IGNORECASE)
_OF_DAYS = re.compile(r"\bhow (?:old|often)\b", re.IGNORECASE)
"""What asks for a number that days tell, too."""
_ALL_ASKED = re.compile(
    r"^\W*how many [\w'’ -]+? (?:are|is|were|was) there(?: (?:in all|in total|altogether|now|today))?\W*$",
    re.IGNORECASE,
)
_ALL_TOLD = re.compile(
    r"\bthere (?:are|is|were|was)\b|\b(?:has|have|had|owns?|runs?|consists? of|comprises?|counts?|numbers?|"
    r"totals?|in all|in total|altogether|all|makes?|now|\d+(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
_LIMIT_ASKED = re.compile(r"\bhow \w+ (?:may|must)\b|\bat (?:most|least)\b|\b(?:maxim|minim)um\b", re.IGNORECASE)
_LIMIT = re.compile(
    r"\b(?:more|less|fewer|most|least|up to|within|maxim\w+|minim\w+|limit\w*|only|may|must|\w+er than|below|above|"
    r"over|under|until|till|between|from)\b|[<>≤≥]",
    re.IGNORECASE,
)
"""What asks for a limit, and what says one: "the flour was at 16 percent" does not say how moist it may be."""
_SOFT: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(given, flags))
    for asked, given, flags in (
        (r"\bhow old\b", _AGES, re.IGNORECASE),
        (_WHO_ASKED.pattern, _SOMEBODY, re.NOFLAG),
        (r"\bwhere\b", _SOMEWHERE, re.NOFLAG),
        (_WHY_ASKED.pattern, _CAUSES, re.IGNORECASE),
    )
)
"""What may also be said in words that no pattern knows ("the janitor"), so that it only lowers the certainty."""


def gives(question: str, text: str, known: str = "") -> bool:
    """Whether a text has all that a question asks for; True if it asks for nothing that can be told by its form.

    `known` is named beside the question, and no answer to it.
    """
    said = frozenset(_stems(f"{question} {known}"))
    soft = [given for asked, given in _SOFT if asked.search(question)]
    paid = not asks_price(question) or MONEY_SAID.search(text) is not None or BARE_CELL.search(text) is not None
    reached = _PHONE_ASKED.search(question) is None or _DIGITS_SAID.search(_DAY.sub(" ", text)) is not None
    return (
        paid
        and reached
        and defines(question, text)
        and may_give(question, text)
        and all(_given(given, text, said) for given in soft)
    )


def may_give(question: str, text: str) -> bool:
    """Whether a text has the time, the count or the measure that a question asks for, whose forms are known."""
    if _TIME_ASKED.search(question) and not re.search(_TIMES, text, re.IGNORECASE):
        return False
    if not _NUMBER_ASKED.search(question):
        return True
    measure = _MEASURE_ASKED.search(question)
    if measure is not None:
        how = measure[1].lower()
        other = {"long": _FROM_TO, "high": MONEY_SAID}.get(how)  # a fee may be high, too
        return (other is not None and other.search(text) is not None) or _measured(_MEASURES[how], text)
    text = text if _OF_DAYS.search(question) else _DAY.sub(" ", text)
    if re.search(_NUMBERS, text, re.IGNORECASE) is None and re.search(_COUNTLESS, text, re.IGNORECASE) is None:
        return False
    return _counts(question, text)


def shown_by_form(wanted: Collection[str], text: str) -> frozenset[str]:
    """Those of the wanted stems that ask for a sum of money, a telephone number or an address of mail or the web, if a
    text has one: "it was sold for 90 euros"."""
    return frozenset(stem_ for stems_, form in _BY_FORM if form.search(text) for stem_ in stems_.intersection(wanted))


def asks_total(question: str) -> bool:
    """Whether a question asks how many of a kind there are, and for nothing else of them."""
    return _ALL_ASKED.search(question) is not None


def tells_total(text: str) -> bool:
    """Whether a text says how many of something there are, and not what some of them do."""
    return _ALL_TOLD.search(text) is not None


def asks_limit(question: str) -> bool:
    """Whether a question asks how much something may or must be at most or at least."""
    return _LIMIT_ASKED.search(question) is not None


def tells_limit(text: str) -> bool:
    """Whether a text has a word or a sign for a limit."""
    return _LIMIT.search(text) is not None


def asks_number(question: str) -> bool:
    """Whether a question asks for a number of something: how many, how long, what price."""
    return _NUMBER_ASKED.search(question) is not None or _PACE_ASKED.search(question) is not None


def asks_for_two(question: str) -> bool:
    """Whether a question goes on to ask for a second thing: "how long was it closed, and why"."""
    return _TWO_ASKED.search(question) is not None


def by_form(question: str) -> bool:
    """Whether a question asks for what is known by its form: a time, a number, somebody, a place, a cause."""
    return asks_time(question) or asks_number(question) or any(asked.search(question) for asked, _ in _SOFT)


def asks_price(question: str) -> bool:
    """Whether a question asks for a sum of money."""
    return _PRICE_ASKED.search(question) is not None


def defines(question: str, text: str) -> bool:
    """Whether a text says what something is, begins with it or gives it as another name, where a question asks nothing
    but what or who that is ("What is the grey box?"); True for other questions."""
    asked = _WHAT_IS_ASKED.fullmatch(question)
    if asked is None:
        return True
    name = r"\W+".join(map(re.escape, asked[1].split()))
    return re.search(_IS_DEFINED.format(name=name), text, re.IGNORECASE) is not None


def asks_time(question: str) -> bool:
    """Whether a question asks when something is."""
    return _TIME_ASKED.search(question) is not None


def asks_why(question: str) -> bool:
    """Whether a question asks for a reason."""
    return _WHY_ASKED.search(question) is not None


def asks_cause(question: str) -> bool:
    """Whether a question asks what brought something about: why, how it could happen, what is behind it."""
    return _CAUSE_ASKED.search(question) is not None


def heads_causes(heading: str) -> bool:
    """Whether a heading stands above causes or reasons."""
    return _OF_CAUSES.search(heading) is not None


def asks_who(question: str) -> bool:
    """Whether a question asks for somebody."""
    return _WHO_ASKED.search(question) is not None


def _stems(text: str) -> list[str]:
    return [stem(token.word) for token in tokens(text) if token.word not in STOP]


def _measured(unit: str, text: str) -> bool:
    return re.search(rf"\b{_AMOUNT}{_BETWEEN}[ -]?{unit}\b", text, re.IGNORECASE) is not None or (
        BARE_CELL.search(text) is not None
    )


def _counts(question: str, text: str) -> bool:
    """Whether a text has a number of things, where a question asks how many; units may be counted, too."""
    asked = _COUNT_ASKED.search(question)
    if asked is None or any(re.fullmatch(_ANY_UNIT, word, re.IGNORECASE) for word in asked[1].split()):
        return True
    return (
        _COUNTED.search(_UNCOUNTED.sub(" ", text)) is not None or re.search(_COUNTLESS, text, re.IGNORECASE) is not None
    )


def _given(given: re.Pattern[str], text: str, said: frozenset[str]) -> bool:
    """Whether a text has such words; the name of somebody must not be one that the question says itself."""
    if given.pattern == _SOMEWHERE:
        return any(said.isdisjoint(_stems(match.group())) for match in given.finditer(text))
    if given.pattern != _SOMEBODY:
        return given.search(text) is not None
    return any(stem(match.group().lower()) not in said for match in given.finditer(text))
