"""Questions about two functions: the way from one to the other, and which of them has more of something."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.composed.asks import Ask
from fingerpost.domains.code.questions.composed.resolve import NAME, code_names
from fingerpost.domains.code.questions.forms import method
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Request
from fingerpost.domains.code.questions.vocabulary import FILE_NAME, MEASURES, one_of

_WAY: Final = re.compile(
    (
        r"^from\b|\b(?:(?:get|go|come) from|chain|path|route|way|trace|sequence|"
        r"steps|hops|how do|how does|how can)\b|->|→|=>"
    ),
    re.I,
)
_REACH: Final = re.compile(
    r"^(?:is it possible (?:that|for|to get from)|(?:can|could|does|do|may|might|"
    r"will|would|is|are))\s+(?:a |any |the )?(?:calls? (?:of|to) |calling )?"
    rf"(?:function )?(?P<first>{NAME})(?:\(\))? (?:ever |also |then |to |able to |"
    r"be )*(?P<verb>reach(?:es)?|call|calls|lead to|get to|reached from|reachable from|"
    r"called by|called from|used by)"
    rf" (?:the )?(?:function )?(?P<last>{NAME})(?P<far>.*)$",
    re.I,
)
_STATES: Final = re.compile(
    rf"^(?P<first>{NAME}) (?:calls|uses|invokes) (?:the )?(?:function |macro )?(?P<last>{NAME})$", re.I
)
_FAR: Final = re.compile(
    r",?\s*(?:directly or indirectly|indirectly|(?:at all|in the end|eventually|somehow|through .+|via .+))?\s*", re.I
)
_MORE: Final = {
    "longer": "lines",
    "bigger": "lines",
    "larger": "lines",
    "shorter": "lines",
    "smaller": "lines",
    "lengthier": "lines",
    "more complex": "complexity",
    "less complex": "complexity",
    "simpler": "complexity",
    "more complicated": "complexity",
    "called more often": "callCount",
    "called from more places": "callCount",
    "used more often": "callCount",
    "called more": "callCount",
    "called in more places": "callCount",
    "called by more functions": "callerCount",
    "used by more functions": "callerCount",
    "calls more functions": "calleeCount",
    "called more frequently": "callCount",
    "called by fewer functions": "callerCount",
    "calls fewer functions": "calleeCount",
    "called less often": "callCount",
}
_LESS: Final = re.compile(r"\b(?:shorter|smaller|simpler|less|fewer|fewest|least|shortest|smallest)\b", re.I)
_MEASURED: Final = re.compile(
    r"\b(?:more|fewer|most|fewest|many|higher|lower|greater|larger|less|number of)"
    rf"\s+(?:number of |different |direct )?(?P<measure>{one_of(MEASURES)})\b"
    rf"|\b(?P<other>complexity|lines)\b",
    re.I,
)
_COMPARING: Final = re.compile(
    (
        r"\b(?:vs|than|difference|compare[ds]?|comparison|more|longer|shorter|bigger|"
        r"larger|smaller|fewer|simpler|complex)\b"
    ),
    re.I,
)


def read(ask: Ask, text: str, names: Names) -> Request | None:
    """The request of a question about two functions."""
    if (found := _of_files(ask, text, names)) is not None:
        return found
    named = code_names(text, names)
    if match := _REACH.match(text):
        if not _FAR.fullmatch(match["far"]):
            return None
        first, last = method(names, match["first"]), method(names, match["last"])
        if "by" in match["verb"].split() or "from" in match["verb"].split():
            first, last = last, first
        if match["verb"].lower().startswith(("call", "used")) and not match["far"].strip():
            return Request(Asked.YES_NO, "FUNCTION", (Condition(Kind.NAMED, (first,)), Condition(Kind.CALLS, (last,))))
        return Request(Asked.CAN_REACH, ends=(first, last))
    if match := _STATES.match(text):
        first, last = method(names, match["first"]), method(names, match["last"])
        return Request(Asked.YES_NO, "FUNCTION", (Condition(Kind.NAMED, (first,)), Condition(Kind.CALLS, (last,))))
    if len(named) != 2 or re.search(r"\bnot\b|\bnever\b|\bbut\b", text):
        return None
    if _WAY.search(text) and not re.search(r"\bboth\b", text):
        return _way(text, named, names)
    return _compared(ask, text, named, names)


_FILES: Final = re.compile(
    r"(?:(?:which|what) (?:of the )?(?:two )?(?:files? )?)?(?:has|have|defines?|"
    r"contains?|with) (?P<more>more|fewer|most|fewest) functions[,:]? "
    rf"(?:of )?(?P<first>{FILE_NAME}) (?:or|and|vs) (?P<last>{FILE_NAME})"
    rf"|(?:which of )?(?P<first_>{FILE_NAME}) (?:or|and|vs) (?P<last_>{FILE_NAME})"
    r",? (?:which (?:one )?)?(?:has|defines|contains) (?:the )?(?P<more_>more|"
    r"fewer|most|fewest) functions",
    re.I,
)


def _of_files(ask: Ask, text: str, names: Names) -> Request | None:
    """Which of two files has more functions."""
    match = _FILES.fullmatch(text)
    if match is None:
        return None
    said = {key.rstrip("_"): value for key, value in match.groupdict().items() if value}
    either = Condition(Kind.NAMED, (names.file(said["first"]), names.file(said["last"])), any=True)
    if ask.counts:
        return Request(Asked.LIST, "FILE", (either,), noun="file", also=("functionCount",))
    return Request(
        Asked.MOST, "FILE", (either,), measure="functionCount", least="few" in said["more"].lower(), noun="file"
    )


def _way(text: str, named: list[str], names: Names) -> Request | None:
    left = text
    for one in named:
        left = left.replace(one, " ")
    words = re.findall(r"[a-z]+", left.lower())
    if any(one not in _WAY_WORDS for one in words):
        return None
    first, last = (method(names, one) for one in named)
    if re.search(rf"\bto {re.escape(named[0])}\b.*\bfrom {re.escape(named[1])}\b", text):
        first, last = last, first
    return Request(Asked.PATH, ends=(first, last))


_WAY_WORDS: Final = frozenset(
    "a an and the shortest quickest call calls chain path route way trace sequence steps hops how do does can "
    "i we you one from to of by what is via through get gets function functions reach reaches between that "
    "leads leading lead go goes in is it possible so then starting ending at with if some"
    "body someone anybody calls called show list "
    "down up until which are on it some any execution control flow there order start end starts ends connects "
    "into connecting all complete full end up finally s come comes program runs run".split()
)


def _compared(ask: Ask, text: str, named: list[str], names: Names) -> Request | None:
    """Two functions by a measure: both with it where numbers are asked, else the one that has more."""
    if not _COMPARING.search(text):
        return None
    low = text.lower()
    measure = next((_MORE[one] for one in sorted(_MORE, key=len, reverse=True) if re.search(rf"\b{one}\b", low)), "")
    if not measure and re.search(r"^(?:compare|difference)|\bvs\b", low):
        measure = next(
            (MEASURES[one] for one in sorted(MEASURES, key=len, reverse=True) if re.search(rf"\b{one}\b", low)), ""
        )
    if not measure and (match := _MEASURED.search(low)):
        measure = MEASURES[(match["measure"] or match["other"]).lower()]
    if not measure:
        return None
    left = low
    for one in (*named, *_MORE):
        left = re.sub(rf"(?<!\w){re.escape(one.lower())}(?!\w)", " ", left)
    left = re.sub(rf"\b(?:{one_of(MEASURES)})\b", " ", left)
    if any(one not in _COMPARE_WORDS for one in re.findall(r"[a-z]+", left)):
        return None
    functions = tuple(method(names, one) for one in named)
    label = "FUNCTION" if all(one in names.functions for one in functions) else "METHOD"
    either = Condition(Kind.NAMED, functions, any=True)
    numbers = (
        ask.counts
        or ask.asked is Asked.COUNT
        or re.search(r"\bhow (?:many|long|complex|much)|number of|each|both|counts|compare", low)
    )
    plain_pair = not re.search(rf"\b(?:which|what|who|is|has|does)\b|\b(?:{one_of(_MORE)})\b", low)
    if (
        numbers
        or plain_pair
        or "difference" in low
        or re.search(r"\b(?:is that so|is that true|is it true|whether)\b", low)
    ):
        return Request(Asked.VALUE, label, (either,), measure=measure)
    return Request(Asked.MOST, label, (either,), measure=measure, least=bool(_LESS.search(low)))


_COMPARE_WORDS: Final = frozenset(
    "a an and or the is are of vs than compare compared difference with to in by which one has have more "
    "fewer most fewest less least what who number for both each how many long does do much many that so true "
    "it whether someone told me somebody said says told i heard claims claim s ones function functions two "
    "them between there actually really correct right higher lower greater larger callers called calls be "
    "complex counts count exactly respectively takes take got".split()
)
