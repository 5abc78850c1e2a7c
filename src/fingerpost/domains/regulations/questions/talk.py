"""A question about law without what stands around it: greetings, shorthand, a topic in front of what is asked of it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Mention
from fingerpost.domains.regulations.questions.content import everyday_words

_FILE: Final = "talk.toml"
_HIDDEN: Final = re.compile(r"⟦(\d+)⟧")
_LABEL: Final = r"\d+(?:\.\d+)*[A-Z]?(?:\([0-9a-zA-Z.]+\))*"
_PART: Final = rf"(?:s\.?|ss\.?|(?:sub)?sections?|articles?|(?:sub)?paragraphs?) ?{_LABEL}"
_LAW: Final = r"(?:the |la |le |l[’'])?⟦\d+⟧"
_MACROS: Final = {
    "{A}": _PART,
    "{N}": _LAW,
    "{P}": rf"(?:{_PART}(?: of|,| in| de| du)? {_LAW}|{_LAW},? {_PART})",
    "{L}": rf"(?:{_PART}(?: of|,| in| de| du)? )?{_LAW}(?:,? {_PART})?",
    "{K}": r"(?:acts?|statutes?|laws?|regulations?|regs?|orders?|instruments?|documents?|proclamations?)",
    "{S}": r"(?:(?:sub)?sections?|provisions?|(?:sub)?paragraphs?)",
    "{R}": (
        r"(?:(?!\b(?:not|no|never|nor|except|excluding|(?<!the )other|without|since|before|after|between|only|but|and"
        r"|or|than|most)\b)[^⟦\d])*"
    ),
    "{W}": r"(?:who|what|(?:which|what) (?:other )?(?:acts?|statutes?|laws?|regulations?|instruments?|documents?))",
    "{C}": (
        r"(?:cites?|citing|mentions?|mentioning|references?|referencing|refers?|referring|points?|pointing|relies|rely)"
    ),
}
_WORD: Final = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_CUTS: Final = re.compile(r"[.?!;:,()]+(?=\s|$)|[()]|\s[-–—]+\s")
_TOPIC: Final = (
    r"^\W*(?:(?:i[’']?m|i am|we[’']?re|we are|currently|now)\s+)*"
    r"(?:(?:and|so|reading|researching|studying|reviewing|checking|working on"
    r"|as for|regarding|about|concerning|re|on|for|with (?:respect|regard) to|in relation to"
    r"|looking at|considering|consider|taking|take|noting up|question (?:on|about)|comparing|compare|between|of|given)"
    r"\b[\s:]+)*"
    r"(?P<topic>{L}(?:\s*(?:,|and|et|vs\.?|versus|compared (?:to|with)|against|or)\s*(?:the )?{L})?)"
    r"(?:\s*[:;,?]+|\s+[-–—]+|\s*\.\s)\s*(?P<rest>.+)$"
)
_SENTENCE: Final = r"^[^⟦?]*(?P<topic>{L})[^⟦?]*[.;!]\s+(?P<rest>[^⟦]+)$"
_PRONOUN: Final = re.compile(
    r"\bits (?P<regs>regulations|regs)\b|\bits (?P<has>(?:\w+ )?(?:number|title|name|chapter|citation|date|act"
    r"|amendments?|sections?|provisions?|schedules?|parts?|citations?|references?))\b|\b(?P<own>its)\b|\bit\b(?! true)"
    r"|\b(?:this|that) (?:act|law|statute|regulations?|instrument|plan|code|one)\b|(?<=\bwas )that\b|(?<=\bdid )that\b",
    re.I,
)
_PLURAL: Final = re.compile(r"\b(?:they|them|these|those)(?: (?:regulations|rules))?\b", re.I)
_FORMER: Final = re.compile(r"\b(?:the )?(?:former|first(?: one| act| law| of (?:them|the two))?)\b", re.I)
_LATTER: Final = re.compile(r"\b(?:the )?(?:latter|second(?: one| act| law)?|other(?: one)?)\b", re.I)
_OF_EACH_OTHER: Final = re.compile(
    r"[\s.,;?(]*\b(?:ignore|ignoring|leave out|leaving out|exclude|excluding|not counting|apart from|other than|except)"
    r" (?:the |any |their )?(?:references|citations|mentions) (?:(?:that )?they make )?(?:to|of)"
    r" (?:each other|one another)"
    r"[\s.?!)]*$",
    re.I,
)
_VERSUS: Final = re.compile(r"\b(?:vs|versus|compared|against)\b", re.I)
_WHICH: Final = re.compile(r"^\W*(?:and )?(?:which|who|what)\b", re.I)
_EACH: Final = re.compile(r"\beach\b(?! other)", re.I)
_THEY: Final = re.compile(
    r"\b(?:they both|both of (?:them|these)|them both|both|they|them|the two(?: of them)?)\b", re.I
)
_ACTIVE: Final = re.compile(
    r"^\W*(?:who|what|(?:which|what|how many) [\w ]+?)\s+(?:(?:to|has|have)\s+)*"
    r"(?:cites?|mentions?|references?|refers? to|points? to|amend(?:s|ed)?|implements?|repealed|replaced|changed)\W*$",
    re.I,
)
_OF_PARTS: Final = re.compile(r"\b(?P<part>(?:sub)?sections?|provisions?|paragraphs?)\b(?! of\b)", re.I)
_KIND: Final = r"(?P<kind>acts|statutes|regulations|regs|sections)"
_NOT: Final = r"(?:,? (?:and |but )?(?:not|no) (?:the )?(?:acts|statutes|regulations|regs|headings))?"
_ONLY_IN_FRONT: Final = re.compile(rf"^\s*(?:only|just) (?:the )?{_KIND}{_NOT}(?: please)?\s*[:,;–—-]+\s*", re.I)
_ONLY_BEHIND: Final = re.compile(
    rf"[\s,;.?(–—-]+\(?(?:(?:only|just) (?:the )?{_KIND}|{_KIND.replace('kind', 'other')} only){_NOT}"
    r"(?: please)?[\s.?!)]*$",
    re.I,
)
_ANY_KIND: Final = re.compile(
    r"\b(?:acts|statutes|regulations|regs|instruments|documents|laws|provisions|sections)\b", re.I
)
_SAME_KIND: Final = {"statutes": "acts", "regs": "regulations"}
_HEAD: Final = re.compile(
    r"^\s*(?:(?:what (?:is|are|was|were)|what[’']s|give(?: me)?|show(?: me)?|list(?: all)?|name|i need|find|get|provide"
    r"|please|me|the)\s+)*",
    re.I,
)


def plain(question: str, mentions: Sequence[Mention]) -> str:
    """The question as it would be asked without its shorthand, its greetings, and the topic in front of it."""
    names: list[str] = []
    pieces, position = [], 0
    for mention in mentions:
        pieces += [question[position : mention.start], f"⟦{len(names)}⟧"]
        names.append(question[mention.start : mention.end])
        position = mention.end
    hidden = "".join([*pieces, question[position:]])
    text = _plainer(hidden, tuple(names))
    return _HIDDEN.sub(lambda match: names[int(match[1])], text) if text != hidden else question


@lru_cache(maxsize=256)
def _plainer(hidden: str, names: tuple[str, ...]) -> str:
    """`plain`, with the names hidden; the same question is read again where another follows it."""
    ruled = _ruled(_of_kind(hidden))
    text = _of_topic(_without_talk(ruled), names)
    text = _ruled(text) if text != ruled else text
    bare = _HEAD.sub("", text).strip(" ?.!,;:-–—")
    for pattern, instead in _rules("nouns"):
        match = pattern.fullmatch(bare)
        if match is not None:
            return match.expand(instead)
    return text


_TELLS: Final = re.compile(
    r"\b(?:i|i[’']m|i[’']ve|i[’']d|my|me|mine|we|our|us|he|she|his|her|somebody|someone|client|je|j[’']\w+|mon|ma|mes|nous)\b",
    re.I,
)


def is_told(question: str) -> bool:
    """Whether a question tells of somebody's case: "my employer dismissed me, ..."."""
    return _TELLS.search(question) is not None


_AUXILIARY: Final = re.compile(r"(?:i|we|he|she|they|it|you|that|there)'(?:ve|d|m|ll|s|re)|\w+n't|ai|a", re.I)


def telling(text: str, question: str) -> str:
    """The words of `text`, of a question that tells of a case, by which a provision is found.

    Those that any story has are left out.
    """
    if not is_told(question):
        return text
    left_out = _fillers() - everyday_words(question)
    kept = []
    for word in text.split():
        plain_ = word.strip(',.;:?!()"“”').lower().replace("’", "'")
        if plain_ not in left_out and _AUXILIARY.fullmatch(plain_) is None:
            kept.append(word)
    if kept and not kept[0].isupper() and question.lstrip().startswith(kept[0]):
        kept[0] = kept[0].lower()  # the first word of a sentence is no name
    return " ".join(kept) or text


def _ruled(text: str) -> str:
    for pattern, instead in _rules("rules"):
        text = pattern.sub(instead, text)
    return text


def _of_kind(text: str) -> str:
    """ "Only acts: what cites ⟦0⟧": the kind is that of the noun of the question."""
    match = _ONLY_IN_FRONT.search(text) or _ONLY_BEHIND.search(text)
    if match is None:
        return text
    kind = (match.groupdict().get("kind") or match.groupdict().get("other") or "").lower()
    rest = text[match.end() :] if match.start() == 0 else f"{text[: match.start()]}?"
    noun = _ANY_KIND.search(rest)
    if noun is None:
        asked = re.sub(r"^\s*(?:what|who)\b", f"Which {kind}", rest, count=1, flags=re.I)
        return asked if asked != rest else text
    said = _SAME_KIND.get(noun[0].lower(), noun[0].lower())
    if said in (_SAME_KIND.get(kind, kind), "instruments", "documents", "laws") or (kind, said) == (
        "sections",
        "provisions",
    ):
        return f"{rest[: noun.start()]}{kind}{rest[noun.end() :]}"
    return text


def _is_talk(text: str) -> bool:
    words = _WORD.findall(text.lower().replace("’", "'"))
    return bool(words) and "⟦" not in text and not re.search(r"\d", text) and _talk().issuperset(words)


def _without_talk(text: str) -> str:
    """The text without what stands before and behind it and asks for nothing."""
    while True:
        cuts = list(_CUTS.finditer(text.rstrip(" ?.!)")))
        if not cuts or not _is_talk(text[cuts[-1].end() :]) or not text[: cuts[-1].start()].strip():
            break
        text = text[: cuts[-1].start()] + ("?" if "?" in cuts[-1][0] else "")
    while (cut := _CUTS.search(text)) is not None and _is_talk(text[: cut.start()]) and text[cut.end() :].strip(" ?.!"):
        text = text[cut.end() :].lstrip()
    return text


def _of_topic(text: str, names: Sequence[str]) -> str:
    """What is asked of a topic in front, with the topic in it."""
    match = _topic().match(text)
    if match is None:
        told = _sentence().match(text)
        return (
            _with_it(text, told["topic"], told["rest"]) if told is not None and _PRONOUN.search(told["rest"]) else text
        )
    topic, rest = match["topic"], match["rest"]
    laws = re.findall(_MACROS["{L}"], topic, re.I)
    if len(laws) == 2:
        return _of_two(text, laws, rest)
    if "⟦" in rest and _PRONOUN.search(rest) is None:
        part = _OF_PARTS.search(rest)
        return f"{rest[: part.end()]} of {topic}{rest[part.end() :]}" if part is not None else text
    if _PRONOUN.search(rest):
        return _with_it(text, topic, rest)
    said = names[int(_HIDDEN.findall(topic)[0])]
    if said.endswith("s") and _PLURAL.search(rest):
        return _PLURAL.sub(topic, rest)
    if _ACTIVE.match(rest):
        return f"{rest.rstrip(' ?.!')} {topic}?"
    bare = f"{_HEAD.sub('', rest).strip(' ?.!')} of {topic}"
    return bare if any(pattern.fullmatch(bare) for pattern, _ in _rules("nouns")) else text


def _with_it(text: str, topic: str, rest: str) -> str:
    def said(match: re.Match[str]) -> str:
        if match["regs"]:
            return f"{match['regs']} made under {topic}"
        if match["has"]:
            return f"the {match['has']} of {topic}"
        return f"{topic}’s" if match["own"] else topic

    return _PRONOUN.sub(said, rest)


def _of_two(text: str, laws: Sequence[str], rest: str) -> str:
    one, other = laws
    if _EACH.search(rest):
        return text
    if _FORMER.search(rest) and _LATTER.search(rest):
        apart = _OF_EACH_OTHER.search(rest)
        rest = f"{rest[: apart.start()]}, other than {other}?" if apart is not None else rest
        return _LATTER.sub(other, _FORMER.sub(one, rest, count=1), count=1)
    they = _THEY.search(rest)
    if they is None or "⟦" in rest:
        joint = text[: text.find(rest)]
        told_apart = _VERSUS.search(joint) is not None or re.search(r"\b(?:and|or|et)\b", joint, re.I) is None
        versus = told_apart and _WHICH.search(rest) is not None
        return f"{one} or {other}: {rest}" if versus else text
    both = " both" if "both" in they[0].lower() else ""
    before = re.search(r"\b(?:by|in|of)\s+$", rest[: they.start()])
    said = f"both {one} and {other}" if before is not None else f"{one} and {other}{both}"
    return f"{rest[: they.start()]}{said}{rest[they.end() :]}"


def _macro(pattern: str) -> str:
    for name, instead in _MACROS.items():
        pattern = pattern.replace(name, instead)
    return pattern


@cache
def _topic() -> re.Pattern[str]:
    return re.compile(_macro(_TOPIC), re.I | re.S)


@cache
def _sentence() -> re.Pattern[str]:
    return re.compile(_macro(_SENTENCE), re.I | re.S)


@cache
def _table() -> dict[str, object]:
    return tomllib.loads((files(__package__) / _FILE).read_text(encoding="utf-8"))


@cache
def _talk() -> frozenset[str]:
    return frozenset(str(_table()["words"]).split())


@cache
def _fillers() -> frozenset[str]:
    return frozenset(str(_table()["fillers"]).split())


@cache
def _rules(name: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    rules = _table()[name]
    assert isinstance(rules, dict)
    return tuple((re.compile(_macro(pattern), re.I), instead) for pattern, instead in rules.items())
