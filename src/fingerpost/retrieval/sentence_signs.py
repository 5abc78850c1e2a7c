"""Signs that a sentence answers a question beside the words that both have: what is asked for, and what has changed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from fingerpost.linking import commonness, spelled
from fingerpost.retrieval.index import PassageIndex
from fingerpost.retrieval.words import STOP, stem, tokens

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_HALF = re.compile(r"\bhalf an? (?=[a-z])", re.IGNORECASE)
_WHO_OR_WHAT = re.compile(r"\b(?:who|whom|what)\b", re.IGNORECASE)
_WHICH = re.compile(r"\b(?:which|what) ([a-z][a-z-]{2,})\b(?! of\b)", re.IGNORECASE)
_NO_KIND = frozenset("did does are were was has have had can will should would about happened happens kind".split())
CHANGED = re.compile(
    r"\b(?:no longer|not any ?more|any ?more|instead|after all|changed|gave up|given up|moved|postponed|delayed|"
    r"cancel+ed|put off|called off|brought forward|pushed back|rescheduled|ha(?:s|ve|d) to wait|until now|up to now|"
    r"raised?|rises? (?:to|by|from)|rose|increased|lowered|reduced|moves? to|in place of|replaced|renamed|"
    r"switched|updated|(?:take|took|hand)(?:s|ed)? over|from now on|these days|while \w+ (?:am|is|are) away|"
    r"turned out)\b",
    re.IGNORECASE,
)
"""Words of a sentence that says that something is no longer as it was."""
_WEAKLY_CHANGED = re.compile(r"\bnow\b|\bnew\b", re.IGNORECASE)
_FORMERLY = re.compile(
    r"\b(?:before|previously|formerly|originally|used to|until (?:then|now)|up to now|so far|at first|from \w+ to|"
    r"predecessor|took over from|follow(?:s|ed)|"
    r"succeed(?:s|ed)|until (?:\d|[a-z]+ \d)|(?:leaves|left|stops|stopped) (?:on|in|at|us|the|for|after)|"
    r"step(?:s|ped) down|resign(?:s|ed)|retire[sd]|hand(?:s|ed) over)",
    re.IGNORECASE,
)
_HOLDS_FROM = re.compile(
    rf"\b(?:from|as of|effective|starting|with effect from) (?:on )?(?=\d|{_MONTHS})", re.IGNORECASE
)
_SINCE = re.compile(r"\|\s*(?:since|from|valid from|starting|started|appointed)\s*\|", re.IGNORECASE)
_DOES = re.compile(r"\W*(?:who|what|(?:which|what) \w+) (?:has |have )?(\w+)", re.IGNORECASE)
_PART = re.compile(r"\b(?:half|thirds?|quarters?|fifths?|tenths?|parts?|some|most|rest|remainder) of\b", re.IGNORECASE)
_UNTIL_NOW = re.compile(r"\b(?:until|up to) now\b", re.IGNORECASE)
_SIGNED = re.compile(r"[(\[–—-]\s*(?:[A-Z][\w'’.-]*\s?){1,4}[)\]]?\W*")
REFERS = re.compile(
    r"(?:before |then |but |and |so )?(?:it|its|they|their|he|his|she|her|this|that|these|those)\b", re.IGNORECASE
)
"""How a sentence begins that is about what was said before."""
_I = re.compile(r"\bI\b")
_OWN = re.compile(r"\b(?:I|we)\b")
_WRITER = re.compile(r"\b(?:I|(?i:we|us|our|my|me))\b")
_VERSION = re.compile(r"(?<![\w.])\d+(?:\.\d+)+(?![\w.]*\d)")
_CODE = re.compile(
    r"\b(?:[A-Z]{1,4}-?\d+[A-Z]?|(?i:errors?|codes?|status|rooms?|tanks?|ports?|tracks?|platforms?|chapters?|sections?|"
    r"articles?|steps?|tickets?|issues?|orders?|invoices?|items?|machines?|lines?|gates?) (?:(?i:no\.?|number|code) )?"
    r"(\d+))(?![\w.]*\d)"
)
"""What names one of many by a number: "E7", "INC-13", "error 404"."""
_OF = re.compile(r"\b([^\W\d]+) of (?=((?:(?:the|an?|its|his|her|their|our|my) )?(?:[\w'’.&-]+ ?){1,5}))")
"""What is said of something, and the words behind: more than one may name it ("the cost of the repair of the roof")."""
_THAN = re.compile(r"\bthan((?: (?:(?:the|an?|our|your|its|their) )?[^\W_]+){1,2})", re.IGNORECASE)
_IRREGULAR = {
    form: verb
    for verb, forms in (
        line.split(":")
        for line in (
            "begin:began,begun buy:bought bring:brought build:built catch:caught choose:chose,chosen come:came "
            "cost:costs do:done drive:drove,driven eat:ate,eaten fall:fell,fallen find:found fly:flew,flown "
            "forget:forgot,forgotten get:got,gotten give:gave,given go:went,gone grow:grew,grown hold:held keep:kept "
            "know:knew,known lead:led leave:left lend:lent lose:lost make:made mean:meant meet:met pay:paid "
            "rise:rose,risen run:ran see:saw,seen sell:sold send:sent sleep:slept speak:spoke,spoken spend:spent "
            "stand:stood take:took,taken teach:taught think:thought wear:wore,worn win:won write:wrote,written "
            "child:children person:people man:men woman:women foot:feet tooth:teeth mouse:mice goose:geese loaf:loaves "
            "knife:knives shelf:shelves wolf:wolves half:halves thief:thieves calf:calves"
        ).split()
    )
    for form in forms.split(",")
}
_DEEDS = dict(
    pair.split(":")
    for pair in (
        "agreement:agree announcement:announce appointment:appoint belief:believe decision:decide delivery:deliver "
        "departure:depart employment:employ failure:fail growth:grow improvement:improve investment:invest loss:lose "
        "maintenance:maintain management:manage marriage:marry payment:pay proof:prove retirement:retire sale:sell "
        "settlement:settle shipment:ship storage:store treatment:treat"
    ).split()
)
"""Nouns for what verbs say whose stems differ."""
_LEADS_TO = {
    stem(state): frozenset(map(stem, events.split()))
    for state, events in (
        ("live", "move moved rent rented settle settled reside address"),
        ("work", "job hire hired join joined employ employed"),
        ("own", "belong belongs bought acquired took"),
        ("get", "receive received deliver delivered given choose chose"),
        ("rent", "pay lease"),
        ("learn", "study class course lesson"),
        ("birthday", "turn turns born"),
        ("use", "switch switched choose chose decided"),
        ("call", "name named rename renamed known"),
        ("contract", "agree"),
        ("write", "author"),
        ("end", "expire until terminate"),
    )
}
"""What brings about, or amounts to, what a verb says."""
EVENTS = frozenset(map(stem, "happen happened happens become became occur occurred".split()))
"""What "what happened to" asks with: an answer need not say so."""
SAYING = frozenset(map(stem, "write say report tell mention complain announce ask suggest propose warn".split()))
"""What who writes something does by writing it."""
WITH_NAMES = frozenset(
    map(
        stem,
        "agency bank charity city club company contractor country firm insurer organisation organization person "
        "provider school service shop street supplier system team tool town vendor".split(),
    )
)
"""Kinds of things that are called by a name of their own, as firms are."""
_LEAST_LIKE, _LEAST_KIND = 0.55, 0.18
_PRIOR, _PRIOR_OF_COMMON, _SHRUNK = 0.02, 0.3, 20


def change(sentence: str) -> float:
    """How plainly a sentence says that something has changed: 0, 0.5 or 1."""
    return 1.0 if CHANGED.search(sentence) else 0.5 if _WEAKLY_CHANGED.search(sentence) else 0.0


def tells_the_past(sentence: str) -> bool:
    """Whether a sentence says how something was before."""
    return _FORMERLY.search(sentence) is not None


def holds_from(sentence: str, date: str | None, columns: str = "") -> str:
    """The day from which a sentence says that something holds, given the first day that it names; empty if none.

    Of a row of a table, `columns` are their names: "Since" tells it, too.
    """
    return date if date and (_HOLDS_FROM.search(sentence) or _SINCE.search(columns)) else ""


def speaks_of_oneself(sentence: str) -> bool:
    """Whether a sentence is about its speaker alone."""
    return _I.search(sentence) is not None


def speaks_of_its_writer(sentence: str) -> bool:
    """Whether a sentence is about its speaker, alone or with others."""
    return _WRITER.search(sentence) is not None


def of_another(question: str, sentence: str) -> frozenset[str]:
    """The stems that a question asks of something ("the mate of the Petrel"), if a sentence has them of another thing
    alone ("mate of the icebreaker Polhavet")."""
    asked = {verb_stem(match[1].lower()): set(word_stems(match[2])) for match in _OF.finditer(question)}
    said: dict[str, set[str]] = {}
    for match in _OF.finditer(sentence):
        said.setdefault(verb_stem(match[1].lower()), set()).update(word_stems(match[2]))
    others = {one: things for one, things in said.items() if not any(thing[0].isdigit() for thing in things)}
    return frozenset(one for one, things in asked.items() if others.get(one) and things.isdisjoint(others[one]))


def compared_with(question: str, sentence: str) -> frozenset[str]:
    """The stems of what a sentence only compares something with ("less power than Steinbock"), if a question compares
    nothing."""
    if _THAN.search(question):
        return frozenset()
    return frozenset(one for match in _THAN.finditer(sentence) for one in word_stems(match[1]))


def ends_what_was(sentence: str) -> bool:
    """Whether a sentence only says how something was up to its own time: what holds stands beside it."""
    return _UNTIL_NOW.search(sentence) is not None


def asks_twice(question: str) -> bool:
    """Whether a question asks by a verb for what is known by the same verb: "What does the part need that A needs?"."""
    outer, _, inner = question.partition(" that ")
    return bool(inner) and word_stems(inner)[-1:] != [] and word_stems(inner)[-1] in word_stems(outer)


def of_a_part(question: str, sentence: str) -> bool:
    """Whether a sentence gives a number of a part ("a third of the novel"), and the question asks for no part."""
    return _PART.search(sentence) is not None and _PART.search(question) is None


def asks_events(question: str) -> bool:
    """Whether a question, asked without words for its time, asks for nothing but what happened."""
    return EVENTS.issuperset(word_stems(question))


def lacks_subject(sentence: str, question: str) -> bool:
    """Whether a sentence begins with the verb of a question for what does something: "Replaces decision 1."."""
    asked, said = _DOES.match(question), tokens(sentence)
    return asked is not None and bool(said) and verb_stem(said[0].word) == verb_stem(asked[1].lower())


def signs(sentence: str) -> bool:
    """Whether a sentence is only the name of who wrote what stands before it: "(Ada Low)", "— Ada Low"."""
    return _SIGNED.fullmatch(sentence.strip()) is not None


def of_the_writer(question: str, named: Collection[str], sentence: str) -> bool:
    """Whether a question asks about who wrote a sentence ("I", or by name), and the sentence is about them."""
    return bool(named or _OWN.search(question)) and _OWN.search(sentence) is not None


def versions(question: str) -> tuple[str, ...]:
    """Numbers with points in a question ("release 4.2"): they name one thing, so that a like number is another."""
    return tuple(_VERSION.findall(question))


def codes(question: str) -> dict[str, str]:
    """What names one thing by a number in a question, to what a text has of it: of "error 404" the number alone."""
    return {match[0]: match[1] or match[0] for match in _CODE.finditer(question)}


def has_code(code: str, text: str) -> bool:
    """Whether a text has such a name, which is not part of a longer word or number."""
    return re.search(rf"(?<![\w.,]){re.escape(code)}(?![\w]|[.,]\d)", text, re.IGNORECASE) is not None


def word_stems(text: str) -> list[str]:
    """The stems of the words of a text that carry meaning: irregular forms and nouns for deeds as the verb's."""
    return [word_stem(token.word) for token in tokens(text) if token.word not in STOP]


def word_stem(word: str) -> str:
    """The stem of a word in lower case as `verb_stem` has it; that of the verb for nouns such as "decision", too."""
    return verb_stem(_DEEDS.get(word.removesuffix("s"), word))


def verb_stem(word: str) -> str:
    """The stem of a word in lower case; of an irregular form of a verb ("written", "rewritten"), that of the verb."""
    again = _IRREGULAR.get(word[2:]) if word.startswith("re") else None
    return stem(f"re{again}" if again else _IRREGULAR.get(word, word))


def asked_kind(question: str) -> str:
    """The stem of the kind of thing that a question asks for ("which colour"): its answer need not name it."""
    match = _WHICH.search(question)
    return word_stem(match[1].lower()) if match and match[1].lower() not in _NO_KIND | STOP else ""


def numbers_of(sentence: str) -> frozenset[str]:
    """The numbers that a sentence has, in digits or in words, as digits."""
    digits = (match.group().replace(",", "") for match in _NUMBER.finditer(sentence))
    halves = ("0.5" for _ in _HALF.finditer(sentence))
    words = spelled(sentence.lower(), bytearray(len(sentence.lower())))
    return frozenset([*digits, *halves, *(f"{value:g}" for value, _, _ in words)])


def focus(question: str) -> str:
    """The stem of what a question asks of what it names: its first word of meaning behind "who" or "what", or the last
    before it if it ends there; empty for other questions."""
    match = _WHO_OR_WHAT.search(question)
    if match is None:
        return ""
    behind = word_stems(question[match.end() :])
    before = word_stems(question[: match.start()])
    return behind[0] if behind else before[-1] if before else ""


def brought_about(wanted: Iterable[str], own: Collection[str]) -> frozenset[str]:
    """Those of the wanted stems that name a state which an event of a sentence brings about: who moved, lives there."""
    return frozenset(one for one in wanted if _LEADS_TO.get(one, frozenset()) & frozenset(own))


def _is_doer(one: str, other: str) -> bool:
    """Whether one of two stems is who or what does the other: own, owner; write, writer."""
    short, long = sorted((one, other), key=len)
    return long in (f"{short}er", f"{short}r", f"{short}or")


class Likeness:
    """Which words of a question a sentence says in other words; what was compared is kept."""

    def __init__(self, index: PassageIndex, asked: Iterable[str]) -> None:
        """`asked` are words of the question in lower case. Without an embedder, no word is another's."""
        self._embedder = index.embedder
        words = list(dict.fromkeys(asked)) if index.embedder is not None else []
        stems_ = [word_stem(word) for word in words]
        self._asked: dict[str, Any] = dict(zip(stems_, self._embedded(words), strict=True))
        self._known: dict[str, Any] = {}

    def _embedded(self, words: Sequence[str]) -> Any:
        return self._embedder.embed(words) if self._embedder is not None and words else ()

    def said(self, wanted: Iterable[str], sentence: str, kind: str = "") -> frozenset[str]:
        """Those of the wanted stems that a sentence has in another word; `kind` needs an instance of it only."""
        left = [one for one in wanted if one in self._asked and not one[0].isdigit()]  # no number is another
        if not left:
            return frozenset()
        words = list(dict.fromkeys(token.word for token in tokens(sentence) if token.word not in STOP))
        new = [word for word in words if word not in self._known]
        self._known.update(zip(new, self._embedded(new), strict=True))
        found = set()
        for one in left:
            if any(_is_doer(one, stem(word)) for word in words):
                found.add(one)
                continue
            near = (float(self._asked[one] @ self._known[word]) for word in words if stem(word) not in self._asked)
            if max(near, default=0.0) >= (_LEAST_KIND if one == kind else _LEAST_LIKE):
                found.add(one)
        return frozenset(found)


def weigher(index: PassageIndex) -> Callable[[str], float]:
    """How much a stem says: its inverse document frequency, shrunk where there are few passages.

    Of two passages, both have most words that matter, and none has most that do not.
    """
    size = max((math.exp(index.unknown_weight) - 1) / 2 - 0.5, 0.0)
    common = commonness()

    def weight(term: str) -> float:
        ratio = math.exp(index.weight(term)) - 1
        held = max((size + 0.5 - 0.5 * ratio) / (1 + ratio), 0.0)
        prior = _PRIOR + _PRIOR_OF_COMMON * common.get(term, 0.0)
        share = (held + _SHRUNK * prior) / (size + _SHRUNK)
        return math.log(1 + (1 - share) / share)

    return weight
