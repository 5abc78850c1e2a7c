"""Puts what a question is about into the place where it refers to that: "f: its callers" asks for the callers of f."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from fingerpost.domains.code.questions.composed.asks import tail_of
from fingerpost.domains.code.questions.composed.openings import CHATTER
from fingerpost.domains.code.questions.composed.plainly import Said
from fingerpost.domains.code.questions.composed.words import is_quoted
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.vocabulary import FILE_NAME, WORDS, is_like_a_name, is_written_as_a_name

NAME: Final = r"[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*(?:\(\))?"
_TOPIC: Final = re.compile(
    rf"(?:(?:in|for|inside|within|about|regarding|concerning|given|take|consider|looking at|as for|of|with) )?(?:the )?"
    r"(?P<kind>(?:function|file|struct|macro|enum|union|global variable|field)"
    rf" )?(?P<name>{FILE_NAME}|{NAME}|`[^`]+`)\s*"
    r"(?::|,| -|\.|;|\?) (?P<rest>.+)",
    re.I,
)
_WHOSE: Final = re.compile(r"\b(?:its|their|this function['’]s|that function['’]s)\s+(own\s+)?", re.I)
_IT: Final = re.compile(
    r"\b(?:it|they|them|(?<=contain )one|(?<=have )one|(?<=use )one|(?:this|"
    r"that|the said|the latter) (?:function|file|struct|"
    r"macro|one)|this one|that one|in there)\b"
    r"(?! (?:is|are) there)",
    re.I,
)
_BOTH: Final = re.compile(r"\b(?:each|both|either|which)(?: one)? of (?:them|the two|these|those)\b|\bthe two\b", re.I)


def code_names(text: str, names: Names) -> list[str]:
    """The names of the code that a text has, in its order."""
    found = []
    for one in re.findall(rf"[\"“][^\"”]*[\"”]|`[^`]+`|{FILE_NAME}|{NAME}", text):
        plain = one.strip("`").removesuffix("()")
        known = is_written_as_a_name(plain) or plain in names.callable or plain in names.types
        if not is_quoted(one) and known and plain.lower() not in _WORDS | WORDS:
            found.append(plain)
    found += [one for one in _KIND_NAMED.findall(text) if names.has(one)]
    return list(dict.fromkeys(found))


_WORDS: Final = frozenset(
    "index write read open close free print time access exit wait signal select file name text string type "
    "types list copy error i.e e.g".split()
)


_LAST_NOUN: Final = re.compile(
    (
        r"\b(?:gotos?|switch(?:es)?|(?:for |while |do-while )?loops?|casts?|macros?|"
        r"global variables?|sizeof|recursion)\b"
    ),
    re.I,
)
_KIND_NAMED: Final = re.compile(r"\b(?:struct|union|enum|function|macro|type|global variable|field) ([A-Za-z_]\w*)")
_MEASURE_AFTER: Final = re.compile(
    (
        r"^(?P<of>.+?)(?:,|;|:| -)\s*(?:and )?(?:the |its )?(?P<what>type|return type|"
        r"length|lines|complexity|signature|location|definition|parameters|fields|"
        r"callers|callees)$"
    ),
    re.I,
)


_WHICH_OF_THEM: Final = re.compile(r"(?:which|what|how many|list those)(?: ones)? of (?:them|these|those) ", re.I)
_FOR_EACH: Final = re.compile(r"for (?:each|every|all)(?: of the)? functions?( (?:of|in|from) \S+?)?$", re.I)
_IS_THAT_SO: Final = re.compile(
    (
        r"(?:do you agree|(?:can|could) (?:you|anybody|someone) confirm (?:this|"
        r"that|it)|(?:true|correct|right)(?: or (?:false|not|wrong))?|confirm (?:this|"
        r"that|it)|is (?:he|she) right|are they right)|(?:is|was) (?:that|this|it)"
        r" (?:so|true|correct|right|the case|accurate)"
        r"(?: at all)?"
    ),
    re.I,
)
_STATED: Final = re.compile(
    rf"\b(?P<name>{NAME}) (?P<verb>is|are|has|have|can|calls|uses|takes|returns|"
    r"contains|allocates|frees|writes|reads|reaches) "
    r"(?P<rest>(?!never|not\b)[^.;?]+)",
    re.I,
)
_WHICH_IS_IT: Final = re.compile(
    (
        r"(?:which|what)(?: functions?| one)? (?:is|are|would) (?:it|that|they|those|"
        r"these)(?: be)?"
    ),
    re.I,
)


def resolved(said: Said, names: Names) -> Iterator[str]:
    """What a question asks with what it is about in its place, in the ways to try."""
    text, before = said.text, said.before
    if not before and (match := re.fullmatch(rf"([a-z][a-z ]*): ({FILE_NAME}|{NAME})", text)):
        yield f"{match[1]} of {match[2]}"
    if not before and (match := _MEASURE_AFTER.match(text)):
        yield f"{match['what']} of {match['of']}"
    if not before and (match := _TOPIC.fullmatch(text)) and _is_topic(match, names):
        before, text = f"{match['kind'] or ''}{match['name']}", match["rest"]
        yield from _about(text, before, names)
        yield said.text
        return
    if before and _IS_THAT_SO.fullmatch(text) and (match := _STATED.search(before)):
        verb = match["verb"].lower()
        if verb in ("is", "are", "has", "have", "can"):
            yield f"{verb} {match['name']} {match['rest']}"
        else:
            yield f"does {match['name']} {verb.removesuffix('s')} {match['rest']}"
        return
    if before and _WHICH_IS_IT.fullmatch(text) and (quoted := re.search(r"[\"“][^\"”]+[\"”]", before)):
        yield f"functions that contain the string {quoted[0]}"
        return
    if before:
        yield from _about(text, before, names)
        return
    yield text


_SETTING: Final = CHATTER | frozenset(
    "change changed changing signature name remove removing rename renaming modify modify"
    "ing edit delete refactor rewrite "
    "reading read when while since wanted starts start began begin one say says think tho"
    "ught believe idea lost bit little "
    "always often today yesterday currently struggle struggling confused confusing unders"
    "tanding follow following trace "
    "debug debugging reviewing review file function struct code source sources library pr"
    "oject as far by with my our your "
    "documentation docs test tests testing document documenting port porting".split()
)


def _says_only(text: str, name: str) -> bool:
    """Whether a text says nothing of what it names."""
    return all(one.lower() in _SETTING for one in re.findall(r"[A-Za-z_]\w*", text.replace(name, " ")))


def _is_topic(match: re.Match[str], names: Names) -> bool:
    name = match["name"].strip("`").removesuffix("()")
    return bool(re.fullmatch(FILE_NAME, name)) or names.has(name) or is_like_a_name(name)


def _about(text: str, before: str, names: Names) -> Iterator[str]:
    if (each := _FOR_EACH.match(before)) and (
        measure := re.match(r"(?:(?:state|give|list) )?(?:its|the|their) (.+)", text)
    ):
        yield f"{measure[1]} of all functions{each[1] or ''}"
        return
    subjects = code_names(before, names)
    if subjects and (match := _WHICH_OF_THEM.match(text)):
        yield f"functions {text[match.end() :]} in {subjects[0]}" if re.fullmatch(FILE_NAME, subjects[0]) else text
        return
    if len(subjects) == 1 and re.search(r"\b(?:be reached|reachable)$", text):
        yield f"{text} from {subjects[0]}"
    if not subjects and (noun := _LAST_NOUN.findall(before)) and _IT.search(text):
        yield _IT.sub(noun[-1], text, count=1)
        return
    bare = len(before.split()) <= 2
    if not subjects:
        if before:
            yield text
        yield f"{text} {before}".strip()
        return
    both = " and ".join(subjects[:2])
    if re.search(r"\b(?:route|path|chain|way|sequence)\b", text):
        yield f"{before} {text}"
    others = [one for one in subjects if not re.fullmatch(FILE_NAME, one)]
    name = subjects[-1] if bare or len(subjects) == 1 else (others or subjects)[0]
    preposition = "in" if re.fullmatch(FILE_NAME, name) else "of"
    if len(subjects) > 1 and _BOTH.search(text):
        between = before[before.index(subjects[0]) : before.rindex(subjects[1]) + len(subjects[1])]
        yield f"{between} {_BOTH.sub(both, text)}"
    if _WHOSE.search(text):
        yield _WHOSE.sub(
            r"",
            re.sub(
                (
                    r"\b(?:its|their) ((?:own |direct )?[a-z]+(?: (?:variables|statements|type|"
                    r"literals|functions|labels|loops|depth))?)"
                ),
                rf"\1 {preposition} {name}",
                text,
                count=1,
            ),
        )
    if _IT.search(text):
        if bare:
            yield _IT.sub(name, text, count=1)
        else:
            yield _IT.sub(name, text, count=1)
            yield f"{_IT.sub('', text, count=1)} {before}"
        return
    if bare:
        tail = tail_of(text)
        if tail:
            yield f"{text[: len(text) - len(tail)].strip(' ,')} {preposition} {name} {tail}"
        yield (
            f"{name} {text}"
            if re.match(r"(?:is|are|has|have|calls?|takes?|returns?|never|not)\b", text)
            else f"{text} {preposition} {name}"
        )
        first = re.match(r"([^,]+), (.+)", text)
        if first:
            yield f"{first[1]} {preposition} {name}, {first[2]}"
    else:
        if len(subjects) == 1 and _says_only(before, subjects[0]):
            yield f"{text} {preposition} {name}"
        yield f"{text} {before}"
        yield f"{before} {text}"
