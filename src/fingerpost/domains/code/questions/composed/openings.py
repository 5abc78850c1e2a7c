"""What questions begin with that asks nothing: greetings, wishes, what somebody is up to."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.composed.words import mentions
from fingerpost.domains.code.questions.names import Names

_OPENING: Final = re.compile(
    r"^(?:(?:hi|hello|hey|ok|okay|so|well|yo|now|and|also|dear \w+|good (?:morning|day|evening)|quick (?:one|question)|"
    r"(?:just )?a (?:small|quick|short|little|silly) (?:thing|question)|question|"
    r"sorry|thanks in advance|one more(?: thing| question)?|(?:any|some)(?:body|"
    r"one) know|any idea)\b(?: there| all| everyone)?[,:!.]*\s+|"
    r"(?:can|could|would|will|may) (?:you|some(?:body|one)|any(?:body|one)|we|"
    r"i|one)(?: please| perhaps| maybe| kindly)?"
    r"(?: be so kind (?:as|and) to| be able to)? "
    r"(?:tell|show|give|list|name|find|help|get|enumerate|explain to|point|ask|"
    r"see|know|have|look up|check)(?: out)?(?: (?:me|us))?(?: please)?"
    r"(?: with| to| out)?(?: if| whether)?\s+|"
    r"(?:gimme|lemme (?:see|know)|show me|give me)\s+|"
    r"what (?:i|we) (?:really |actually |would )?(?:need|want|like|am looking for|"
    r"are looking for)(?: to know| to see)? (?:is|are)(?: a list of)?[,:]?\s+|"
    r"(?:please|kindly) (?:tell|show|give|list|name|find|get)(?: (?:me|us))?\s+|"
    r"(?:please|pls|plz|kindly)[,]?\s+|(?:tell|show|give|get|list) (?:me|us)\s+|"
    r"(?:i|we)(?: am| are| be|['’]m|['’]re| was| were| would|['’]d| have| need| want)*(?: just| really| also)* "
    r"(?:wondering|curious|like to (?:know|see|find out|learn|have|get)|love to (?:know|see)|"
    r"(?:need|want|have) to (?:know|see|find out|find|check|learn)|interested in|looking for|trying to find(?: out)?|"
    r"after|glad to (?:know|learn)|grateful (?:to (?:know|learn)|for)|need|want)\b"
    r"(?: about| if| whether| to know)?[,:]?\s+|"
    r"do (?:you|we) (?:happen to )?know\s+|let me (?:know|see)\s+|remind me[,:]?\s+)",
    re.I,
)
ASKS: Final = re.compile(
    r"\b(?:(?:in|on|at|from|by|through|to) )?(?:which|what|who|whom|whose|where|"
    r"how (?:many|often|long|much|complex|far|big|deep)|list|find|show|name|"
    r"give|"
    r"count|is there|are there|number of)\b",
    re.I,
)
_IS_IT: Final = re.compile(
    (
        r"(?:is|are|does|do|can|could|has|have|will) (?:the )?(?:function )?[a-z_]*(?:_\w+|"
        r"[a-z][A-Z]\w*)"
    ),
    re.I,
)
_NOUN_FIRST: Final = re.compile(
    r"(?:(?:all|the|every|any|static|non-static|recursive|public|unused|longest|"
    r"shortest|most complex|top \w+|\w+) )?(?:functions?|fns?|funcs?|routines?|"
    r"methods?|"
    r"structs?|structures?|files?|macros?|fields?|members?|parameters?|params?|"
    r"callers?|callees?|locals?|globals?|strings?|lines?|calls?)\b",
    re.I,
)
_ANYTHING: Final = re.compile(r"(?:(?:any|every|some|no)(?:thing|one|body)|those|all|code)\b", re.I)
_OF_CODE: Final = re.compile(
    r"\b(?:functions?|fns?|structs?|structures?|unions?|enums?|types?|macros?|"
    r"fields?|members?|parameters?|params?|callers?|callees?|"
    r"locals?|globals?|variables?|strings?|literals?|gotos?|loops?|switch(?:es)"
    r"?|labels?|casts?|ifs|returns?|headers?|includes?)\b",
    re.I,
)
_EXISTS: Final = re.compile(r"(?:is|are) there\b", re.I)
_DROPPED: Final = re.compile(
    r"^(?:i|we|they|he|she|a colleague|someone|somebody|people|my|our|it|this|that|there)\b", re.I
)
_WHETHER: Final = re.compile(
    r"^(?:whether|if)(?: or not)? (?:the )?(?:function )?(?P<name>[A-Za-z_]\w*)(?:\(\))? "
    r"(?P<verb>is|are|has|have|can|could|does|may|might|was|will|calls|uses|"
    r"reaches|takes|returns|contains|allocates|frees|writes|reads)\b ?(?P<rest>.*)"
    r"$",
    re.I,
)


def _wishes(text: str, opened: str) -> bool:
    """Whether what a text was opened with says that something is wanted."""
    before = text[: len(text.rstrip(" ,")) - len(opened)] if text.rstrip(" ,").endswith(opened) else text
    return opened != text.strip(" ,") and any(one in _ASKING for one in re.findall(r"[a-z]+", before.lower()))


CHATTER: Final = frozenset(
    "keep keeps kept forgetting forget remember recall remind confirm i we you me us he s"
    "he they would could can may might should will do did does have had am are was were b"
    "e "
    "been like love want need wish appreciate please kindly tell show give list get obtain provide present "
    "report find check see know learn hear ask wonder wondering curious interested if so just really very "
    "much mind minding telling giving showing listing help helping possible it is that to a an the of for all "
    "complete full whole set some quick question here now then anyone anybody somebody someone maybe perhaps "
    "happy glad grateful thankful great nice good about on and in calculate compute determine identify name "
    "state specify list enumerate say explain out up let lets kind enough able look looking lookup trying try "
    "figure understand work working d ll m re s ve also again still first next finally well ok okay hi hello".split()
)
"""Words of which the beginnings of polite and chatty questions are made."""
_CONTENT: Final = re.compile(
    r"(?:which|what|who|whose|whom|where|how|count|number|is|are|does|do|can|whether|if)$", re.I
)


_ASKING: Final = frozenset(
    "forgetting forget remember recall remind tell show see know want need like love list"
    " give find appreciate provide present report wondering wonder "
    "curious interested glad grateful happy learn hear obtain get help identify specify state name enumerate "
    "determine calculate compute check explain wish ask".split()
)


def _without_chatter(sentence: str) -> str:
    """A sentence from the first word that says something, where there is only chatter, with a wish, before that."""
    asked = False
    for match in re.finditer(r"[\w'’]+", sentence):
        words = [one for one in re.split(r"['’]", match[0].lower()) if one]
        content = _CONTENT.match(match[0]) and match[0].lower() not in ("is", "are", "do", "does", "can", "if")
        if content or any(one not in CHATTER for one in words):
            return sentence[match.start() :] if asked and match.start() else sentence
        asked = asked or any(one in _ASKING for one in words)
    return sentence


def opened(sentence: str) -> str:
    """A sentence without what it is opened with."""
    sentence = sentence.strip(" ,")
    while (shorter := _OPENING.sub("", sentence, count=1)) != sentence:
        sentence = shorter.strip(" ,")
    sentence = _without_chatter(sentence)
    if match := _WHETHER.match(sentence):
        name, verb, rest = match["name"], match["verb"].lower(), match["rest"]
        plain = verb in ("is", "are", "has", "have", "can", "could", "does", "may", "might", "was", "will")
        return f"{verb} {name} {rest}" if plain else f"does {name} {verb.removesuffix('s')} {rest}"
    return sentence


def cut(sentence: str, names: Names) -> tuple[str, str, bool]:
    """What a sentence asks, what stands before that and is named, and whether anything was left out."""
    for match in re.finditer(
        (
            r"(?:[,;:.]|\b(?:and|so|but|that|wondering|know|ask|asked me|asks me|asked|asks|me|"
            r"see|learn|need|want|tell me|find out|understand)|\b\w+(?= (?:which functions|"
            r"how many|which of the|what is|what are)\b))\s+"
        ),
        sentence,
    ):
        after = sentence[match.end() :]
        rest = opened(after)
        head = sentence[: match.start()]
        asks = (
            bool(ASKS.match(rest))
            or _wishes(after, rest)
            or bool(_IS_IT.match(rest))
            or bool(_EXISTS.match(rest))
            or match[0].strip() in ("need", "want", "tell me")
        )
        if ASKS.match(head) or _NOUN_FIRST.match(head) or _ANYTHING.match(head) or head.endswith("?") or not asks:
            continue
        if mentions(head, names):
            return rest, head, False
        if (
            (mentions(rest, names) or ASKS.match(rest) or _EXISTS.match(rest) or _wishes(after, rest))
            and not ASKS.match(sentence)
            and not _OF_CODE.search(head)
            and (_DROPPED.match(head) or len(head.split()) > 2 or match[0].strip() == ":")
        ):
            return rest, "", False
    return sentence, "", False
