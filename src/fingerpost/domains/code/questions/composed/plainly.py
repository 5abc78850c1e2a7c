"""Puts questions in plain words: without what is only polite or chatty, and with one word for each concept."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from fingerpost.domains.code.questions.forms import ALL, F
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.vocabulary import FILE, FILE_NAME, LIBRARY, NUMBER, WORDS, is_like_a_name

_TOKEN: Final = re.compile(
    rf"[\"“][^\"”]*[\"”]|`[^`]*`|{FILE_NAME}|->|=>|→|[<>=!]=|\.\.\.|…|"
    r"[A-Za-z]+(?:-[A-Za-z]+)+(?![\w>])|[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)*(?:\(\)|\*)?|\d[\w.]*\+?|'\w+|[^\w\s]",
)
_SENTENCE: Final = re.compile(r"(?<=[\w)\"”`][.?!])\s+(?=\S)|(?<=[?!])\s+|\s*\n\s*")
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
_ASKS: Final = re.compile(
    r"\b(?:which|what|who|whom|whose|where|how (?:many|often|long|much|complex|far|big|deep)|list|find|show|name|give|"
    r"count|is there|are there|number of)\b",
    re.I,
)
_DROPPED: Final = re.compile(
    r"^(?:i|we|they|he|she|a colleague|someone|somebody|people|my|our|it|this|that|there)\b", re.I
)
_ASIDE: Final = re.compile(r"\s*\((?:the (?:ones|functions) |i\.e\.|that is|so |meaning |as in |e\.g\.)[^()]*\)", re.I)
_WITHOUT: Final = re.compile(
    r"\s*\((?=(?:no|not|without|but|in|with|own|except|only|excluding|incl)\b)([^()]*)\)", re.I
)
_NOT: Final = re.compile(r"\b(do|does|did|is|are|was|were|have|has|can|could|will|would)(?:n['’]t|nt)\b", re.I)
_PREVIOUS: Final = frozenset(
    "call calls calling called use uses using of to by from function functions macro field member variable parameter "
    "argument local global struct enum union type access accesses read reads write writes reach named and or not "
    "callers".split()
)
"""Words after which a word that the code has as a name is that name."""


@dataclass(frozen=True)
class Said:
    """A question in plain words, and what was said before it that it may refer to."""

    text: str
    before: str = ""
    dropped: bool = False
    """Whether words were left out that may mean something."""


def _forms(phrase: str) -> tuple[str, str, str, str]:
    """A verb in its forms: call, calls, called, calling."""
    first, _, rest = phrase.partition(" ")
    rest = f" {rest}" if rest else ""
    irregular = {
        "get": ("gets", "got", "getting"),
        "give": ("gives", "given", "giving"),
        "be": ("is", "was", "being"),
        "make": ("makes", "made", "making"),
        "let": ("lets", "let", "letting"),
        "hand": ("hands", "handed", "handing"),
        "issue": ("issues", "issued", "issuing"),
        "come": ("comes", "come", "coming"),
        "do": ("does", "done", "doing"),
        "find": ("finds", "found", "finding"),
        "put": ("puts", "put", "putting"),
        "run": ("runs", "run", "running"),
        "wind": ("winds", "wound", "winding"),
        "write": ("writes", "written", "writing"),
        "show": ("shows", "shown", "showing"),
        "cast": ("casts", "cast", "casting"),
        "have": ("has", "had", "having"),
        "take": ("takes", "taken", "taking"),
        "lead": ("leads", "led", "leading"),
        "hold": ("holds", "held", "holding"),
        "spit": ("spits", "spat", "spitting"),
    }
    if first in irregular:
        third, past, going = irregular[first]
    else:
        stem = first.removesuffix("e")
        y = first.endswith("y") and first[-2] not in "aeiou"
        third = first[:-1] + "ies" if y else first + ("es" if first.endswith(("s", "x", "ch", "sh")) else "s")
        past = first[:-1] + "ied" if y else stem + "ed"
        going = stem + "ing"
    return phrase, third + rest, past + rest, going + rest


@cache
def _phrases() -> Mapping[tuple[str, ...], str]:
    """Each phrase, in its words, and what it is put as; empty for what says nothing."""
    table = tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))
    found: dict[tuple[str, ...], str] = {}
    for alternatives, plain in table["verbs"].items():
        for one in alternatives.split("|"):
            for said, meant in zip(_forms(one), _forms(plain), strict=True):
                found[_words(said)] = meant
    for alternatives, plain in table["words"].items():
        found |= {_words(one): plain for one in alternatives.split("|")}
    return found | {_words(one): "" for one in table["noise"]["words"].split("|")}


def _words(text: str) -> tuple[str, ...]:
    return tuple(one.lower() for one in _TOKEN.findall(text))


def _is_name(token: str, before: str, names: Names) -> bool:
    """Whether a token is of the code: it is written so, quoted, or the code has it and it stands where names do."""
    plain = token.removesuffix("()").removesuffix("*")
    if token.lower() in _COMMON or (len(token) == 1 and not is_quoted(token)):
        return False
    if is_quoted(token) or token != plain or re.fullmatch(FILE, token):
        return True
    if is_like_a_name(plain) and re.match(r"[A-Za-z_]", plain) and plain not in LIBRARY:
        return True
    return before in _PREVIOUS and names.has(token)


_COMMON: Final = WORDS | frozenset(
    "functions function calls call files file lines line of to in macros macro names name fields field by called used "
    "inside within own direct directly indirectly string strings type types struct loops loop".split()
)
"""Words of questions that are not taken for names of the code, though it may have them."""


def _plain_words(text: str, names: Names) -> str:
    """A text with the plainer words for its phrases."""
    tokens = _TOKEN.findall(text)
    phrases, longest = _phrases(), max(map(len, _phrases()))
    out: list[str] = []
    at = 0
    while at < len(tokens):
        before = out[-1].lower() if out else ""
        if not _is_name(tokens[at], before, names):
            for size in range(min(longest, len(tokens) - at), 0, -1):
                plain = phrases.get(tuple(one.lower() for one in tokens[at : at + size]))
                if plain is not None and not any(is_quoted(one) for one in tokens[at : at + size]):
                    out += plain.split()
                    at += size
                    break
            else:
                out.append(tokens[at])
                at += 1
            continue
        out.append(tokens[at])
        at += 1
    return _spaced(out)


def is_quoted(token: str) -> bool:
    """Whether a token is a text in quotation marks."""
    return token[0] in '"“`'


def _spaced(tokens: list[str]) -> str:
    text = " ".join(tokens)
    text = re.sub(r" ([,.:;?!)\]])", r"\1", text)
    text = re.sub(r"([(\[]) ", r"\1", text)
    text = re.sub(r"\(\s*\)", " ", text)
    text = re.sub(r"(?:,\s*)+(?=,|$|[.?!])", "", text)
    return re.sub(r"\s+", " ", text).strip(" ,;")


def mentions(text: str, names: Names) -> bool:
    """Whether a text names anything of the code."""
    words = _TOKEN.findall(text)
    return any(
        is_quoted(one)
        or re.fullmatch(FILE, one)
        or (is_like_a_name(one.removesuffix("()")) and one[0].isalpha() | (one[0] == "_"))
        or (one in names.callable and one not in _ENGLISH and (at == 0 or words[at - 1].lower() in _PREVIOUS))
        for at, one in enumerate(words)
    )


_ENGLISH: Final = frozenset("print read write free open close find list name error index time copy get set".split())


def plainly(question: str, names: Names) -> Said:
    """A question in plain words."""
    text = _NOT.sub(r"\1 not", re.sub(r"\s+", " ", question).strip())
    text = _WITHOUT.sub(r", \1", _ASIDE.sub("", text))
    text = re.sub(r"(?<=[\w)\"”`*]) +(?:-|–|—)+ +(?=[a-z])", ", ", text)
    text = _TRUE.sub(r"\2 \1 ", _IS_CALLED.sub(r"is \2 called", text))
    text = re.sub(
        rf",? (?:from )?(?:in|within|inside|throughout|across|all over|anywhere in) {ALL}\b(?! of)",
        "",
        text,
        flags=re.I,
    )
    text = re.sub(r" or not(?=[?. ]*$)", "", text)
    text = _AMONG.sub(r"\2 \1 ", text)
    sentences = [one for one in map(_opened, _SENTENCE.split(text)) if one]
    telling = [one for one in sentences if not (_is_instruction(one) and not mentions(one, names))] or sentences
    asking = [one for one in telling if _ASKS.search(one) or one.endswith("?")] or telling[:1]
    if not asking:
        return Said("")
    main = max(asking[:2], key=lambda one: (mentions(one, names), bool(re.match(_ASKS, one)), -sentences.index(one)))
    others = [one for one in sentences if one is not main and not _is_instruction(one)]
    main, before, dropped = _cut(main, names)
    named = [one for one in others if mentions(one, names)] or (others if _PRONOUN.search(main) else [])
    context = " ".join((*named, before)).strip()
    plain = _of_prefixes(_plain_words(main.rstrip(" .?!"), names), names)
    context = _of_prefixes(_plain_words(context, names), names)
    return Said(_NUMBERED.sub(_compared, plain), context, dropped)


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

    return re.sub(r"(?:\bfunctions )?\b([A-Za-z_]\w*)\*(?= |$|,)(?: functions)?", put, text)


_AMONG: Final = re.compile(
    (
        r"^(?:among|amongst|out of|of|from|considering)(?: all)?(?: of)?(?: the)"
        rf"? ({F}\b[^,?]*), (which|what|list|show|how many)(?: ones?| of them| of these|"
        rf" {F})?\s+(?:are |is )?"
    ),
    re.I,
)
"""`among the functions in a.c, which one ...`"""
_TRUE: Final = re.compile(
    (
        r"\bis it (?:true|correct|right|the case|so|possible) that (?:the )?(?:function )"
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
_PRONOUN: Final = re.compile(r"\b(?:it|its|they|them|their)\b", re.I)
_WHETHER: Final = re.compile(
    r"^(?:whether|if)(?: or not)? (?:the )?(?:function )?(?P<name>[A-Za-z_]\w*)(?:\(\))? "
    r"(?P<verb>is|are|has|have|can|could|does|may|might|was|will|calls|uses|"
    r"reaches|takes|returns|contains|allocates|frees|writes|reads)\b ?(?P<rest>.*)"
    r"$",
    re.I,
)
_INSTRUCTION: Final = re.compile(
    r"(?:please |also )?(?:give|state|list|name|sort|order|include|report|return|"
    r"file|one|the|names?|just|only|show|say|"
    r"with|ignore|count|answer)\b",
    re.I,
)


def _is_instruction(sentence: str) -> bool:
    return bool(_INSTRUCTION.match(sentence))


_CHATTER: Final = frozenset(
    "i we you me us he she they would could can may might should will do did does have ha"
    "d am are was were be been like love "
    "want need wish appreciate please kindly tell show give list get obtain provide prese"
    "nt report find check see know learn "
    "hear ask wonder wondering curious interested if so just really very much mind mindin"
    "g telling giving showing listing help "
    "helping possible it is that to a an the of for all complete full whole set some quic"
    "k question here now then anyone "
    "anybody somebody someone maybe perhaps happy glad grateful thankful great nice good "
    "about on and in calculate compute "
    "determine identify name state specify list enumerate say explain out up let lets kin"
    "d enough able look looking lookup "
    "trying try figure understand work working d ll m re s ve also again still first next"
    " finally well ok okay hi hello".split()
)
"""Words of which the beginnings of polite and chatty questions are made."""
_CONTENT: Final = re.compile(
    r"(?:which|what|who|whose|whom|where|how|count|number|is|are|does|do|can|whether|if)$", re.I
)


def _without_chatter(sentence: str) -> str:
    """A sentence from the first word that asks something, where there is only chatter before that."""
    for match in re.finditer(r"[\w'’]+", sentence):
        if (
            match.start()
            and _CONTENT.match(match[0])
            and match[0].lower() not in ("is", "are", "do", "does", "can", "if")
        ):
            return sentence[match.start() :]
        if any(one not in _CHATTER for one in re.split(r"['’]", match[0].lower()) if one):
            return sentence
    return sentence


def _opened(sentence: str) -> str:
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


def _cut(sentence: str, names: Names) -> tuple[str, str, bool]:
    """What a sentence asks, what stands before that and is named, and whether anything was left out."""
    for match in re.finditer(
        r"(?:[,;:.]|\b(?:and|so|but|that|wondering|know|ask|see|learn|need|want|tell me|find out|understand))\s+",
        sentence,
    ):
        rest = _opened(sentence[match.end() :])
        head = sentence[: match.start()]
        if (
            _ASKS.match(head)
            or head.endswith("?")
            or not _ASKS.match(rest)
            or not (mentions(rest, names) or mentions(head, names))
        ):
            continue
        if mentions(head, names):
            if match[0].strip() in (",", ";", ":") and (
                _DROPPED.match(head)
                or re.match(
                    r"(?:in|for|if|when|with|the|as for|about|of|regarding|inside|given|take|looking at|[\w]+)\b",
                    head,
                    re.I,
                )
            ):
                return rest, head, False
            if match[0].strip() not in (",", ";", ":") and _DROPPED.match(head):
                return rest, head, False
            continue
        if not _ASKS.match(sentence) and (_DROPPED.match(head) or len(head.split()) > 2):
            return rest, "", False
    return sentence, "", False


def phrases() -> Iterator[tuple[tuple[str, ...], str]]:
    """The table, to be checked."""
    yield from _phrases().items()
