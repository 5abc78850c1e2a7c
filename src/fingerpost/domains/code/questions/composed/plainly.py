"""Puts questions in plain words: without what is only polite or chatty, and with one word for each concept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from fingerpost.domains.code.questions.composed.openings import ASKS, cut, opened
from fingerpost.domains.code.questions.composed.words import mentions, plain_words
from fingerpost.domains.code.questions.forms import ALL, F
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.vocabulary import NUMBER

_SENTENCE: Final = re.compile(r"(?<=[\w)\"”`][.?!])\s+(?=\S)|(?<=[?!])\s+|\s*\n\s*")
_ASIDE: Final = re.compile(r"\s*\((?:the (?:ones|functions) |i\.e\.|that is|so |meaning |as in |e\.g\.)[^()]*\)", re.I)
_WITHOUT: Final = re.compile(
    r"\s*\((?=(?:no|not|without|but|in|with|own|except|only|excluding|incl)\b)([^()]*)\)", re.I
)
_NOT: Final = re.compile(r"\b(do|does|did|is|are|was|were|have|has|can|could|will|would)(?:n['’]t|nt)\b", re.I)


@dataclass(frozen=True)
class Said:
    """A question in plain words, and what was said before it that it may refer to."""

    text: str
    before: str = ""
    dropped: bool = False
    """Whether words were left out that may mean something."""


def plainly(question: str, names: Names) -> Said:
    """A question in plain words."""
    text = _NOT.sub(r"\1 not", re.sub(r"\s+", " ", question).strip())
    text = _WITHOUT.sub(r", \1", _ASIDE.sub("", text))
    text = re.sub(r"(?<=[\w)\"”`*]) +(?:-|–|—)+ +(?=[a-z])", ", ", text)
    text = _AVERAGE.sub(_averaged, text)
    text = _TRUE.sub(r"\2 \1 ", _IS_CALLED.sub(r"is \2 called", text))
    text = re.sub(
        rf",? (?:from )?(?:in|within|inside|throughout|across|over|all over|anywhere in) {ALL}\b(?! of)",
        "",
        text,
        flags=re.I,
    )
    text = re.sub(r"(?<![\w)\]])->(?=[A-Za-z_])", "the field ", text)
    text = _ADAPT.sub("", _AFTERTHOUGHT.sub("", text))
    text = re.sub(r"\b(?:the )?names of (?=(?:its|their|all|the)\b)", "", text, flags=re.I)
    text = re.sub(r" of all(?=,|$| is\b)", "", text)
    text = re.sub(
        (
            r"\bhow (often|many times) (?:the )?(?:function )?([A-Za-z_]\w*)(?:\(\))"
            r"? (call|use|invoke)s\b"
        ),
        r"how \1 does \2 \3",
        text,
    )
    text = re.sub(
        (
            r"\bwithout (?:an? |any )(?=(?:return|local|parameter|argument|loop|caller|"
            r"callee))"
        ),
        "with no ",
        text,
    )
    text = re.sub(r"(?<=\w) directly(?=[?. ]*$)", "", text)
    text = re.sub(r"\b(which|what) other (?=functions?\b)", r"\1 ", text, flags=re.I)
    text = re.sub(r"(?<=[\w)]) only(?=[?. ]*$)", "", text)
    text = re.sub(r" or not(?=[?. ]*$)", "", text)
    text = _AMONG.sub(r"\2 \1 ", text)
    said = [one.strip(" ,") for one in _SENTENCE.split(text)]
    before = {opened(one): one for one in said if opened(one)}
    sentences = list(before)
    telling = [
        one for one in sentences if one != before[one] or mentions(one, names) or not _is_instruction(one)
    ] or sentences
    asking = [one for one in telling if _asks(one, before[one]) and not _EMPTY.match(before[one])] or telling[:1]
    if not asking:
        return Said("")
    main = max(
        asking[:2],
        key=lambda one: (one.endswith("?"), bool(ASKS.match(one)), mentions(one, names), -sentences.index(one)),
    )
    sentences = [one for one in sentences if not _EMPTY.match(before[one])]
    others = [one for one in sentences if one is not main and (mentions(one, names) or not _is_instruction(one))]
    whole = main
    main, topic, dropped = cut(main, names)
    later = sentences[sentences.index(whole) + 1 :]
    dropped = dropped or any(_RESTRICTS.search(one) and not _is_instruction(one) for one in later)
    named = [one for one in others if mentions(one, names)] or (others if _PRONOUN.search(main) else [])
    context = " ".join((*named, topic)).strip()
    plain = _of_prefixes(plain_words(main.rstrip(" .?!"), names), names)
    context = _of_prefixes(plain_words(context, names), names)
    return Said(_NUMBERED.sub(_compared, plain), context, dropped)


_AVERAGE: Final = re.compile(
    rf"(?:on average,? )?how (?:(?P<how>long|big|complex)|many (?P<what>[a-z ]+?)) (?:are|is|do|does|have|has)"
    rf"(?: the| a| an| all| our)* (?P<of>(?:[\w-]+ )?{F}\b[^?,]*?)(?: (?:have|has|take|takes|contain|contains))?"
    r"(?P<end>,? on average)?(?=[?. ]*$)",
    re.I,
)


def _averaged(match: re.Match[str]) -> str:
    """`average length of functions` for `how long are functions on average`."""
    if not (match["end"] or match[0].lower().startswith("on average")):
        return match[0]
    what = {"long": "length", "big": "length", "complex": "complexity"}.get(
        match["how"] or "", f"number of {match['what']}"
    )
    return f"what is the average {what} of {match['of']}"


_NUMBERED: Final = re.compile(
    (
        rf"(?<!between )\b{NUMBER}(?:(?P<plus>\+)|(?P<noun> [a-z]+(?: [a-z]+)?) (?:or|"
        r"and) (?P<or>more|fewer|less|longer|up|above))(?=$|[ ,.?])"
    ),
    re.I,
)


def _compared(match: re.Match[str]) -> str:
    """`at least five parameters` for `five parameters or more`, and for `5+ parameters`."""
    less = (match["or"] or "").lower() in ("fewer", "less")
    return f"{'at most' if less else 'at least'} {match[1]}{match['noun'] or ''}"


def _of_prefixes(text: str, names: Names) -> str:
    """A text with functions in the place of `shelf_*`."""

    def put(match: re.Match[str]) -> str:
        is_type = match[1] in names.all_types and not match[0].endswith("functions")
        return match[0] if is_type else f"functions whose name starts with {match[1]} and that"

    return re.sub(r"(?:\bfunctions )?\b(?:(?:named|called) )?([A-Za-z_]\w*)\*(?= |$|,)(?: functions)?", put, text)


_AMONG: Final = re.compile(
    (
        r"^(?:among|amongst|out of|of|from|considering)(?: all)?(?: of)?(?: the)"
        rf"? ({F}\b[^,?]*), (which|what|list|show|how many)(?: ones?| of them| of these|"
        rf" {F})?\s+(?:are |is )?"
    ),
    re.I,
)
"""`among the functions in a.c, which one ...`"""
_AFTERTHOUGHT: Final = re.compile(
    r"(?:,| -)?\s*\b(?i:and|but|so|because|since|as|though|although) (?i:i|we|they|he|she|nobody|that) "
    r"(?i:have|had|am|was|are|were|do|did|would|could|can|cannot|need|keep|think|guess|really|just|is|will|must)\b"
    r"(?! (?i:wondering|like|curious|need|want))"
    r"(?:(?![\"“`_]|\d|[a-z][A-Z]|[?]|\b(?:which|what|how|where|who|whether)\b)[^.;])*(?=[.;]|$)"
)
_ADAPT: Final = re.compile(
    r"\b(?:would|do|must|should|will|can|could|might|may) (?:i|we|you|one|they|"
    r"somebody|someone) (?:have to |need to |want to |be able to |then )?"
    r"(?:adapt|change|fix|edit|look at|check|review|consider|know about|expect|"
    r"worry about|update|modify|revisit|inspect|read|visit|see|find)\b",
    re.I,
)
_TRUE: Final = re.compile(
    (
        r"\b(?:is it (?:true|correct|right|the case|so|possible)|(?:would|do) you agree|"
        r"am i right|can you confirm) that (?:the )?(?:function )"
        r"?([A-Za-z_]\w*)(?:\(\))? (is|are|has|can|does)\b ?"
    ),
    re.I,
)
_IS_CALLED: Final = re.compile(
    r"^(?:does|do) (?:the |this |any of the |our |your )?(?:library|code|program|"
    r"project|code ?base|sources?)(?: ever| actually| itself)? (?:make )?"
    r"(call|use|invoke)s? (?:of )?(?:the )?(?:function |macro )?([A-Za-z_]\w*)"
    r"(?:\(\))?(?: at all| anywhere)?(?=\W*$)",
    re.I,
)
_RESTRICTS: Final = re.compile(r"\b(?:those|ones|only|not|except|excluding|without|both)\b", re.I)
"""What a later sentence may take back of a question."""
_EMPTY: Final = re.compile(
    r"(?:(?:can|could|would|will) (?:you|someone|anybody|anyone)(?: please)? )"
    r"(?:say|tell(?: me)?|help(?: me)?(?: out)?|check(?: that| it| this)?|"
    r"count (?:them|it)(?: for me)?|remind me|do that|find (?:out|it|that)|look(?: it up|"
    r" that up)?|explain|show me|list them)"
    r"(?:,? please| that| for me| with that| again)*\W*$",
    re.I,
)
"""A sentence that asks for no more than the one before it."""
_PRONOUN: Final = re.compile(r"\b(?:it|its|they|them|their|(?<=contain )one|(?<=have )one|(?<=use )one)\b", re.I)
_INSTRUCTION: Final = re.compile(
    r"(?:please |also )?(?:give|state|list|name|sort|order|include|report|return|"
    r"file|one|the|names?|just|only|show|say|"
    r"with|ignore|count|answer)\b",
    re.I,
)


def _asks(sentence: str, before: str) -> bool:
    """Whether a sentence asks something: in its words, by its mark, or as a wish that it was opened with."""
    return bool(ASKS.search(sentence)) or sentence.endswith("?") or sentence != before


def _is_instruction(sentence: str) -> bool:
    return bool(_INSTRUCTION.match(sentence))
