"""Which words make a question a follow-up, and what kind of edit they ask for."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from fingerpost.engine.conversation.rewording import plainly, refers
from fingerpost.linking import extreme
from fingerpost.plans import Comparison


class Edit(StrEnum):
    """A kind of follow-up."""

    WHY = "why"
    COUNT = "count"
    LIST = "list"
    SORT = "sort"
    TURN = "turn"
    FIRST = "first"
    PLACE = "place"
    GROUP = "group"
    EACH = "each"
    EXTREME = "extreme"
    HAVING = "having"
    NARROW = "narrow"
    EXCLUDE = "exclude"
    BEYOND = "beyond"
    DISTINCT = "distinct"
    COMPLEMENT = "complement"
    NONE = "none"
    SAME = "same"
    OVER = "over"
    CHANGE = "change"


@dataclass(frozen=True)
class FollowUp:
    """A kind of edit, and the words that say what to edit."""

    edit: Edit
    words: str = ""


_THEM = r"(?:them|those|these|they|it|that|this|the (?:results?|rows?|list)|(?:them|those|these) all)"
_SHOW = r"(?:show|list|give|tell|name|display|print|provide|see|get|find|return|what (?:is|are)|who (?:is|are))"
_MOST = r"(?P<most>most|highest|largest|greatest|biggest|maximum|max|top|least|fewest|lowest|smallest|minimum|min)"
_MORE = (
    r"(?P<more>more than|over|above|greater than|larger than|at least|no less than|fewer than|less than|under|below"
    r"|at most|no more than|exactly|equal to)"
)
_NUMBER = r"(?P<number>\d[\d,]*(?:\.\d+)?|two|three|four|five|six|seven|eight|nine|ten|one)"
_WHICH = rf"(?:which|who|what)(?: one| of {_THEM}| \w+)?"
_COMPARATIVE = r"(?:more|fewer|less|(?:high|low|great|larg|small)er)"
_HAVING = r"with|have|has|having|is|are|\w+ (?:in|by|to|on|for|at)"
_GREATER = r"(?:high|great|tall|long|larg|bigg|heavi|pric|old|new|lat)(?:er|ier)|more (?:expensive|recent)"
_LESSER = r"(?:low|small|short|light|cheap|young|earli)er|less expensive"
_THAT = r"(?:(?:that|this)(?: \w+)?|it|he|she|him|her)"
_ORDINAL = r"(?:second|third|fourth|fifth|2nd|3rd|4th|5th)"
_ONE = r"(?:it|him|her|them|that|this|those|these)(?: \w+)?"
_SORT = r"(?:sort|order|rank|arrange)"
_BY = r"(?:by|of|in (?:the )?order of|according to)"
_WAY = r"(?P<words>descending|ascending|reversed?|the opposite|decreasing|increasing)(?: order)?"
_KEEP = r"(?:only |just )?(?:(?:show|list|give|keep|which|what)(?: me)? )?(?:only |just )?(?:the )?"
_GROUPS = rf"(?:{_THEM}|ones?|which(?: (?!of\b)\w+)?|(?:\w+ )?of {_THEM}(?: \w+)?|(?:those|these) \w+)?"
_NOT = r"(?:ha(?:ve|s|d)|d(?:o|id|oes)|are|is|were|was)(?:n['’]t| not)"
_LEAVE_OUT = (
    r"(?:(?:drop|remove)(?= (?:those|the ones)\b)|exclude|excluding|except(?: for)?|leave out|omit|skip|without|but not"
    r"|not)"
)
_LINK = "(?:in|on|at|by|from|for|with|of|that|which|who)"
_ONES = r"(?:those|the ones|which|which ones)(?: that| which| who)?"
_OF = rf"(?: (?:number|count|total|ones?|of {_THEM}|value|amount))?(?: of {_THEM})?"
THINGS_OF_EACH = (
    rf"how many (?P<things>(?:(?!do\b|does\b|did\b|has\b|have\b|of\b)\w+ )+?)(?:do|does|did|has|have|had|is|are|were)"
    rf"(?: there)?(?: (?:in|for|of|from|at|on|with|to|by))? each(?: one| of {_THEM})?(?: have| has| got)*"
)
"""How many things of a kind each value has that was listed."""
_PATTERNS = (
    (Edit.WHY, r"why(?: is that| that)?|how do you know(?: that)?|how did you (?:get|find) (?:that|this)"),
    (Edit.COUNT, rf"how many (?:is|are|was|were) (?:that|{_THEM}|there)(?: in total| altogether| in all)?"),
    (Edit.COUNT, r"how many (?:(?:of them )?(?:remain|are left)|(?:do|does) that leave|does that make)"),
    (Edit.COUNT, rf"how many|count(?: {_THEM})?|how many of {_THEM}"),
    (Edit.COUNT, rf"(?:what is )?(?:the|their) (?:total )?number(?: of {_THEM})?"),
    (Edit.LIST, rf"{_SHOW}(?: me)?(?: all(?: of)?)? {_THEM}(?: all)?|list"),
    (Edit.LIST, r"which(?: ones?)?(?: (?:are (?:they|those|these)|(?:is|was) it))?"),
    (Edit.LIST, r"which(?: ones?)? (?:is|are|was|has|have|had|got|costs?) (?:that|this)(?: \w+)?"),
    (
        Edit.OVER,
        (
            r"(?:what(?: is|['’]s) |and |show |give )*(?:the |their |in )*(?P<words>total|sum|average|mean|altogether)"
            rf"(?: number)?(?: of {_THEM}| for {_THEM}| overall)?"
        ),
    ),
    (Edit.SORT, rf"{_SORT}(?: {_THEM})? {_BY} (?P<words>.+)"),
    (Edit.SORT, rf"{_SHOW}(?: me)? {_THEM} (?:sorted|ordered|ranked|in (?:the )?order) {_BY} (?P<words>.+)"),
    (Edit.SORT, rf"(?:sorted|ordered|ranked|in (?:the )?order) {_BY} (?P<words>.+)"),
    (Edit.SORT, rf"(?:{_SORT}(?: {_THEM})? )?(?P<words>from \w+ to \w+)"),
    (Edit.TURN, rf"(?:(?:show|list|put|{_SORT}) (?:{_THEM} )?)?in (?:an? )?{_WAY}"),
    (Edit.TURN, rf"(?P<words>reverse)(?: the order| {_THEM})?"),
    (Edit.TURN, rf"(?:(?:put|{_SORT}) {_THEM} )?(?:the )?(?P<words>other way) a?round"),
    (Edit.FIRST, rf"{_KEEP}(?:first|top) {_NUMBER}?(?: (?:of {_THEM}|ones?|rows?|results?))?(?: only)?"),
    (
        Edit.PLACE,
        rf"(?:{_WHICH} (?:is|was|comes|came) )?(?:(?:in|the) )*(?P<words>{_ORDINAL})(?: ones?| place)?",
    ),
    (
        Edit.EACH,
        (
            rf"how many(?: of {_THEM})? (?:(?:is|are|was|were) (?:there )?|(?!does\b|do\b|did\b|has\b|have\b)\w+ )?"
            rf"(?:in|for|of|from|at|on|with|to|by) each(?: one| of {_THEM})?(?P<words>(?: \w+){{0,3}})"
        ),
    ),
    (Edit.EACH, THINGS_OF_EACH),
    (Edit.GROUP, r"(?:do )?(?:the )?same (?:thing )?(?P<words>(?:for each|per|by(?! wh)|in each|of each) .+)"),
    (
        Edit.GROUP,
        rf"(?P<words>(?:for each|per|by(?! wh)|grouped by|group (?:{_THEM} )?by|in each|of each|broken down by) .+)",
    ),
    (
        Edit.EXTREME,
        (
            rf"(?:which|what|who)(?: ones?| of {_THEM}|(?: \w+){{0,3}}?) "
            rf"(?:(?:has|have|had) the|(?:is|are|was)(?: the)?) {_MOST}{_OF}"
        ),
    ),
    (Edit.EXTREME, rf"(?:which|what|who)(?: ones?| of {_THEM}| \w+)? (?!about\b)\w+ the {_MOST}{_OF}"),
    (Edit.EXTREME, r"(?:which|what|who)(?: \w+){0,2} (?:has|have|had) more"),
    (Edit.EXTREME, rf"(?:(?:only|just) )?(?:the )?(?:ones?|{_THEM}) (?:with|that ha(?:s|ve)|having) the {_MOST}{_OF}"),
    (
        Edit.HAVING,
        rf"{_KEEP}{_GROUPS} ?(?:(?:that|which|who) )?(?:{_HAVING}) {_MORE} {_NUMBER}( [a-z ]+)?",
    ),
    (
        Edit.HAVING,
        rf"{_WHICH} (?:have|has|had) (?:exactly |only |just )?{_NUMBER}( [a-z ]+)?",
    ),
    (Edit.DISTINCT, r"(?:list|show|give)(?: me)?(?: only)? (?:the )?(?:distinct|unique|different)(?: ones| values)?"),
    (Edit.DISTINCT, r"(?:show them )?without duplicates"),
    (
        Edit.EXCLUDE,
        rf"{_LEAVE_OUT}(?: the| those| ones)* (?P<words>.+)",
    ),
    (Edit.BEYOND, rf"(?:(?:which|what|who|how many|list|show|find)\b.*)? ?{_MORE} (?:that|this|(?:the )?average)"),
    (
        Edit.BEYOND,
        rf"(?:{_SHOW}|which|what|who|how many)\b.* {_COMPARATIVE}(?: \w+){{0,3}} than {_THAT}",
    ),
    (
        Edit.BEYOND,
        rf"(?:{_SHOW}|which|what|who|how many)\b.* (?:{_GREATER}|{_LESSER}) than (?:{_THAT}|the average)",
    ),
    (
        Edit.NARROW,
        rf"{_SHOW}(?: me)?(?: only| just)? (?:the ones|those) (?P<words>{_LINK} .+)",
    ),
    (Edit.NARROW, r"(?:only|just)(?: the)? (?P<words>.+?) ones"),
    (Edit.NARROW, r"(?:the )?(?P<words>(?!other\b|second\b|third\b).+?) ones only"),
    (Edit.NARROW, r"(?:the ones|those|these) (?P<words>.+) only"),
    (Edit.NARROW, r"(?:only|just) (?:the ones|those|these|them) (?P<words>.+)"),
    (Edit.NARROW, r"(?:only|just) (?P<words>(?!give|show|list|tell|the names?\b).+)"),
    (
        Edit.COMPLEMENT,
        rf"(?:(?:what|how) about |{_SHOW}(?: me)? )?(?:{_ONES}|which \w+) {_NOT}",
    ),
    (Edit.COMPLEMENT, r"(?:which|who)(?: (?!else\b|others?\b)\w+)? (?:do|does|did|are|has|have|had)"),
    (Edit.COMPLEMENT, rf"(?:(?:what|how) about |{_SHOW}(?: me)? )?the (?:others|rest|other ones)"),
    (Edit.NONE, r"(?:which|what|who)(?: ones?| \w+){0,3} (?:has|have|had|got) (?:none|nothing|nobody|no one|zero)"),
    (Edit.NONE, r"(?:which|what|who)(?: \w+){1,3} none"),
    (
        Edit.SAME,
        (
            r"(?:who|which|what) (?:other \w+|others?|else)\b.* "
            rf"(?:there|then|(?:the same|that|this)(?: (?!as\b)\w+)?)(?: as {_ONE})?"
        ),
    ),
    (
        Edit.SAME,
        r"(?:who|which|what) (?:else|others?|other \w+) (?:do|does|did|has|have|had|is|are|was|were)(?: so)?",
    ),
    (
        Edit.SAME,
        (
            r"(?:who|which(?: \w+)?) "
            r"(?:(?:have|has|had|do|does|did) (?:it|that|this|so)(?: too)?|(?:are|is) (?:so|(?:it|that|this) too))"
        ),
    ),
    (Edit.SAME, rf"(?:who|which \w+)(?: else)? (?:is|are|has|have|had|was|were) (?:of )?the same \w+ as {_ONE}"),
    (
        Edit.CHANGE,
        r"(?:i (?:mean|meant|said|wanted)|make (?:that|it)|rather|sorry|actually)[ ,:]+(?P<words>.+)",
    ),
    (
        Edit.CHANGE,
        r"(?:do )?(?:the )?same (?:thing )?(?=(?:for|with|in|of|about|from)\b)(?:(?:for|with|about) )?(?P<words>.+)",
    ),
    (Edit.CHANGE, r"(?:what|how) about (?P<words>.+)"),
)
_CUES = tuple((edit, re.compile(pattern, re.IGNORECASE)) for edit, pattern in _PATTERNS)
_THE_MOST = rf"(?:with )?(?:the )?((?:{_NUMBER} )?(?P<end>(?:(?:most|least) )?\w+))(?: ones?)?"
_AND = re.compile(
    r"^(?:(?:ok(?:ay)?|great|good|thanks?|thank you|nice|cool|i see|well|so|now|yes|no)\b[ ,.!]*)*"
    r"(?:and|but) (?P<words>.+)$|^(?:no|sorry|oops|wait|actually), *(?P<meant>.+)$",
    re.IGNORECASE,
)
_SAYS = (
    r"(?:which|what|who|whom|whose|where|when|how|why|is|are|was|were|do|does|did|has|have|had|can|list|show|give|find|"
    r"name|count|each)"
)
_SAID_PART = rf"(?:(?!{_SAYS}\b)\S+ ?)+"
_OF_THOSE = re.compile(
    rf"(?:of|among|from|out of) (?:those|them|these|the ones),? (?P<words>{_SAID_PART})", re.IGNORECASE
)
"""A condition on what a number was computed of: "of those in Uganda?"."""
_PART = re.compile(
    r"(?:(?:in|on|at|by|from|for|with|without|of|before|after|since|until|between|during|under|over|above|below|near)"
    rf"|(?:more |less )?\w+ than) {_SAID_PART}",
    re.IGNORECASE,
)
"""A part of a question alone, which asks nothing: "in 1997?", "younger than 30?"."""
_LEAST = frozenset("least fewest lowest smallest minimum min".split())
_COMPARISONS = {
    **dict.fromkeys(("more than", "over", "above", "greater than", "larger than"), Comparison.GT),
    **dict.fromkeys(("at least", "no less than"), Comparison.GE),
    **dict.fromkeys(("fewer than", "less than", "under", "below"), Comparison.LT),
    **dict.fromkeys(("at most", "no more than"), Comparison.LE),
    **dict.fromkeys(("exactly", "equal to"), Comparison.EQ),
}
_COMPARED = {
    **{word: word for word in "above below over under before after".split()},
    **{word: f"{word} than" for word in "more less fewer greater higher lower larger smaller older younger".split()},
}
"""A comparison by itself, and as it stands before a value."""
_COMPARISON = "|".join(_COMPARED.values())
_MEASURED = re.compile(
    r"(?:the |their |its |that |this )?(?:count|number|total|amount|frequency)s?(?: of (?P<of>[\w ]+))?", re.IGNORECASE
)
_AMOUNT = re.compile(
    rf"(?:between|from) [\d.,]*\d (?:and|to) [\d.,]*\d|{re.sub('[?]P<.+?>', '?:', f'{_MORE} {_NUMBER}')}", re.IGNORECASE
)
"""A comparison with a number, or with two."""
_DIRECTION = re.compile(
    r",? (?:in )?(?:an )?(?:(?P<up>ascending|increasing)|(?:the )?(?:(?P<least>least|fewest|lowest|smallest|cheapest)"
    r"|most|greatest|highest|largest|biggest) first|descending|decreasing)(?: order)?$",
    re.IGNORECASE,
)
SPELLED = {word: n for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}


def follow_up(question: str) -> FollowUp | None:
    """What a question edits; None if it does not begin or end like a follow-up."""
    text = plainly(question)
    for edit, pattern in _CUES:
        found = pattern.fullmatch(text)
        if found is not None:
            words = (found.groupdict().get("words") or "").strip()
            return FollowUp(edit, words if edit is Edit.EACH else words or text)
    told = _OF_THOSE.fullmatch(text)
    if told is not None:
        return FollowUp(Edit.NARROW, told["words"])
    if _PART.fullmatch(text) is not None and refers(text) is False:
        return FollowUp(Edit.CHANGE, text)
    added = _AND.match(" ".join(question.split()).rstrip("?.! "))
    return FollowUp(Edit.CHANGE, plainly(added["words"] or added["meant"])) if added is not None else None


def turned_round(question: str, words: str) -> str | None:
    """A question with its superlative or comparison replaced by the one that `words` are ("and the lowest?", "and
    below?"); None if one of them has none."""
    new = re.fullmatch(_THE_MOST, words.strip(), re.IGNORECASE)
    if new is not None and _asks_for_most(new["end"]):
        olds = [*re.finditer(r"\b(?:most|least) \w+", question), *re.finditer(r"\w+", question)]
        old = next((word for word in olds if _asks_for_most(word[0])), None)
        return question[: old.start()] + new[1] + question[old.end() :] if old is not None else None
    compared = _COMPARED.get(words.strip().lower().removesuffix(" than"))
    if compared is None:
        return None
    found, times = re.subn(rf"\b(?:{_COMPARISON})\b", compared, question, count=1, flags=re.IGNORECASE)
    return found if times else None


def renumbered(question: str, words: str) -> str | None:
    """A question with its one comparison with a number replaced by another: "between 5 and 9?"; None for others."""
    if _AMOUNT.fullmatch(words.strip()) is None:
        return None
    anew, times = _AMOUNT.subn(words.strip().lower(), question)
    return anew if times == 1 else None


def measure_in(words: str) -> str | None:
    """What a text with a number for each group counts, or "": "number of books"."""
    found = _MEASURED.fullmatch(words.strip())
    return (found["of"] or "") if found is not None else None


def _asks_for_most(word: str) -> bool:
    return re.fullmatch(_MOST, word, re.IGNORECASE) is not None or extreme(word.lower()) is not None


def without_direction(words: str) -> tuple[str, bool | None]:
    """The sort key in a text, and whether the greatest comes first, if stated: "price, highest first"."""
    found = _DIRECTION.search(words)
    if found is None:
        return words, None
    return words[: found.start()], not (found["up"] or found["least"])


def goes_down(words: str) -> bool:
    """Whether a superlative or an order asks for the greatest first."""
    last = re.search(_MOST, words, re.IGNORECASE)
    return last is None or last["most"].lower() not in _LEAST


_MORE_OF_IT = re.compile(
    r"\b(?:(?P<more>more|higher|greater|larger)|fewer|less|lower|smaller)\b.* than \w+$", re.IGNORECASE
)


def place_in(words: str) -> int:
    """The place that an ordinal names, from 1."""
    ordinals = "first second third fourth fifth".split()
    return int(words[0]) if words[0].isdigit() else ordinals.index(words.lower()) + 1


def than_that(question: str) -> FollowUp | None:
    """A comparison without its second side, after a number was computed: "which cost more?"."""
    text = plainly(question)
    found = re.fullmatch(
        rf"(?:{_SHOW}|which|what|who|how many)\b.* (?:{_COMPARATIVE}|{_GREATER}|{_LESSER})", text, re.I
    )
    return FollowUp(Edit.BEYOND, f"{text} than that") if found is not None else None


def compares_with_thing(words: str, values: Collection[str]) -> bool:
    """Whether a text compares with a thing, and not with one of the values called so: "cheaper than that one"."""
    found = re.search(r"\bthan (?:it|he|she|him|her|(?:that|this) (\w+))$", words, re.IGNORECASE)
    return found is not None and (found[1] or "").lower() not in values


def direction_in(words: str, *, of_moments: bool = False) -> Comparison | None:
    """How a text compares: "above that", "more rooms than that"; of moments the older ones are less."""
    if of_moments and (of_age := re.search(r"\b(old|young)er than\b", words, re.IGNORECASE)) is not None:
        return Comparison.LT if of_age[1].lower() == "old" else Comparison.GT
    of_it = _MORE_OF_IT.search(words)
    if of_it is not None:
        return Comparison.GT if of_it["more"] else Comparison.LT
    if re.search(rf"\b(?:{_GREATER}|{_LESSER}) than \w+(?: \w+)?$", words, re.I) is not None:
        return Comparison.GT if re.search(rf"\b(?:{_GREATER}) than", words, re.I) is not None else Comparison.LT
    found = re.search(_MORE, words, re.IGNORECASE)
    return _COMPARISONS[found["more"].lower()] if found is not None else None


def comparison_in(words: str) -> tuple[Comparison, int | float] | None:
    """A comparison with a number: "at least 3"."""
    found = re.search(rf"{_MORE} {_NUMBER}", words, re.IGNORECASE)
    number = number_in(found["number"]) if found is not None else None
    return (_COMPARISONS[found["more"].lower()], number) if found is not None and number is not None else None


def comparison_alone(words: str) -> tuple[Comparison, int | float] | None:
    """The same of a text that says nothing else: "with fewer than 50"."""
    alone = rf"(?:(?:with|for|of|in|those|these|ones|that|which|the|are|is) )*{_MORE} {_NUMBER}"
    return comparison_in(words) if re.fullmatch(alone, words.strip(), re.IGNORECASE) is not None else None


def number_in(words: str) -> int | float | None:
    """The first number of a text, in digits or as a word up to ten."""
    found = re.search(_NUMBER, words, re.IGNORECASE)
    if found is None:
        return None
    text = found["number"].lower().replace(",", "")
    if text in SPELLED:
        return SPELLED[text]
    return float(text) if "." in text else int(text)
