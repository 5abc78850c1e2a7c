"""Reads the conditions of a question about functions, one after another, until nothing is left.

A question of which a word is left over is not read at all: half a condition is a wrong answer.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from fingerpost.domains.code.questions.declared import DECLARED_RULES
from fingerpost.domains.code.questions.further import EARLIER_RULES, FURTHER_RULES
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind, UnknownName
from fingerpost.domains.code.questions.rules import RULES, negated as opposite
from fingerpost.domains.code.questions.tagged import TAG_RULES
from fingerpost.domains.code.questions.variables import TEXT_RULES, UNUSED_RULES, VARIABLE_RULES
from fingerpost.domains.code.questions.vocabulary import (
    CALL,
    FILLER,
    HAVE,
    IDENTIFIER,
    INDIRECTLY,
    LIBRARY,
    NEGATION,
    READ,
    TYPE,
    WORDS,
    WRITE,
    is_like_a_name,
    type_name,
)

_VERB: Final = re.compile(
    r"(?:can\s+|may\s+|could\s+)?"
    rf"((?:(?:directly|indirectly|transitively|eventually|ultimately)\s+)?(?:{CALL}|reach(?:es|ing)?|gets? to|"
    r"ends? up (?:in|calling)|leads? to|depends? on|relies on|rely on|"
    r"(?:are |is |be )?(?:only )?(?:called|invoked|used|(?P<reached>reached|reachable)) (?:only )?(?:by|from)))\s+"
    r"(?:(?:both|either|the|any of|to)\s+)*(?:(?:function|functions|macro|macros|method|"
    r"global variable|global|variable|constant|error code|flag)\s+)?",
    re.I,
)
_DOING: Final = re.compile(
    r"(?!(?:and|or|but|in|on|part|mutually|involved|that|which|who|are|is|be|have|has|having|take|takes|contain|contains|return|returns|"
    r"whose|where|names?|named|starts?|begins?|ends?|"
    rf"{CALL})\b)"
    r"(?:\w+s\s+|(?:(?!(?:not|never|no|nor|neither|without|starts?|ends?|begins?)\b)\w+\s+){2,6}?)"
    r"(?:with|using|via|through|by means of|by (?:calling|using))\s+"
    r"(?:the (?:function|macro|method)\s+)?(?=[`']?([A-Za-z_][\w.]*))",
    re.I,
)
"""What is done by calling a function: `compare strings with strcmp`, `raise an error by calling luaM_error`."""
_BOTH: Final = re.compile(rf"\b({HAVE}|{CALL}|{READ}|{WRITE})\s+both\b", re.I)
_ANOTHER: Final = re.compile(
    rf"(?:an?\s+|the\s+)({TYPE})(\s+pointers?)?"
    r"(?:\s+(?:parameter|argument))?(?=[\s,]|$)",
    re.I,
)
"""A further type of a parameter: `... take a lua_State pointer and a Table pointer`."""
_FURTHER_FIELD: Final = re.compile(
    r"(?:the\s+)?(?:(?:field|member)s?\s+([A-Za-z_]\w*)|([A-Za-z_]\w*)\s+(?:field|member)s?)(?=[\s,]|$)", re.I
)
_FAR: Final = (
    "reach", "get", "end", "lead", "depend", "rel", "indirectly", "transitively", "eventually", "ultimately"
)  # fmt: skip
_ALONE: Final = re.compile(rf"{IDENTIFIER}(?=\s*(?:$|,|(?:and|or|but|in|of|from)\b))")
_AGAIN: Final = {
    Kind.CALLS: re.compile(""),
    Kind.GLOBAL: re.compile(""),
    Kind.REACHES: re.compile(""),
    Kind.CALLED_BY: re.compile(r"(?:by|from)\s+", re.I),
    Kind.REACHED_FROM: re.compile(r"(?:by|from)\s+", re.I),
}
"""What stands before names alone that go on a condition: `called by f but not by g`."""


class ConditionReader:
    """Reads the conditions in a text."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._found: list[Condition] = []
        self.lacking: list[str] = []
        """Names that were listed beside others, and that the code does not have."""

    def read(self, text: str) -> tuple[Condition, ...] | None:
        """The conditions; None if some of the text is none.

        Raises:
            UnknownName: a name that the code does not have.
        """
        self._found = []
        text = _BOTH.sub(r"\1", text.strip())
        negated = False
        while text:
            if match := NEGATION.match(text):
                negated, text = True, text[match.end() :]
                continue
            rest = self._one(text, negated)
            if rest is None:
                filler = FILLER.match(text)
                if filler is None:
                    return None
                text = text[filler.end() :]
                continue
            negated, text = False, rest.strip()
        return None if negated else self._with_other_files()

    def _with_other_files(self) -> tuple[Condition, ...] | None:
        """The conditions; "called from other files" means other files than the one that is named."""
        own = [one.values for one in self._found if one.kind is Kind.FILE and not one.negated]
        others = [one for one in self._found if one.kind is Kind.USED_IN and not one.values]
        if others and (len(own) != 1 or len(own[0]) != 1):
            return None
        return tuple(replace(one, values=own[0]) if one in others else one for one in self._found)

    def _one(self, text: str, negated: bool) -> str | None:
        """Read one condition at the beginning; what is left of the text."""
        failed: UnknownName | None = None
        last = self._found[-1].kind if self._found else None
        if last is Kind.PARAMETER_TYPE and not negated and (match := _ANOTHER.match(text)):
            self._found.append(Condition(last, self._names.types_like(type_name(match[1], match[2])), any=True))
            return text[match.end() :]
        if last is Kind.FIELD and (match := _FURTHER_FIELD.match(text)):
            name = match[1] or match[2]
            if name in self._names.fields:
                self._found.append(replace(self._found[-1], values=(self._names.field(name, None),), negated=negated))
                return text[match.end() :]
        if self._doing(text) or (negated and last in _AGAIN and self._is_function(text)):
            return self._call(text, negated)
        for pattern, make in (
            *EARLIER_RULES,
            *TEXT_RULES,
            *TAG_RULES,
            *UNUSED_RULES,
            *RULES,
            *DECLARED_RULES,
            *VARIABLE_RULES,
            *FURTHER_RULES,
        ):
            if match := pattern.match(text):
                try:
                    made = make(match, self._names)
                except UnknownName as error:
                    if is_like_a_name(error.name):
                        raise
                    failed, made = failed or error, None  # a word of English may belong to another condition
                if made is None:
                    continue
                if isinstance(made, tuple):
                    if negated:
                        return None
                    self._found += made
                else:
                    self._found.append(opposite(made) if negated else made)
                return text[match.end() :]
        rest = self._call(text, negated)
        if rest is None and failed is not None:
            raise failed
        return rest

    def _is_function(self, text: str) -> bool:
        """Whether a text begins with a function's name alone, as in `call malloc but not free`."""
        match = _ALONE.match(text)
        return match is not None and match[1] in self._names.callable

    def _call(self, text: str, negated: bool) -> str | None:
        """Calls of named methods, uses of globals: `call strlen and memcpy`, or names alone after `but not`."""
        done = self._doing(text)
        verb = None if done else _VERB.match(text)
        last = self._found[-1].kind if self._found else None
        begun = done or verb
        again = _AGAIN[last].match(text) if begun is None and negated and last in _AGAIN else None
        if begun is None and again is None:
            return None
        rest = text[(begun or again).end() :]  # type: ignore[union-attr]
        try:
            listed = self._listed(rest)
        except UnknownName as error:
            match = re.compile(IDENTIFIER).match(rest)
            if not (negated and self._found and match is not None and is_like_a_name(error.name)):
                raise
            self.lacking.append(error.name)  # nothing calls what is not there, so the condition holds of all
            return rest[match.end() :]
        if listed is None:
            return None
        names, any_, rest = listed
        word = verb[1].lower() if verb else "call"
        indirectly = re.compile(INDIRECTLY, re.I).match(rest)
        if indirectly:
            rest = rest[indirectly.end() :]
        rest = re.sub(r"^\s+directly\b", "", rest)
        far = bool(indirectly) or word.startswith(_FAR) or bool(verb and verb["reached"])
        kind = Kind.REACHES if far else Kind.CALLS
        if again is not None and last is not None and last not in (Kind.CALLS, Kind.GLOBAL):
            kind = last
        elif verb and names[0] in self._names.classes:
            kind = Kind.CREATES
        elif names[0] in self._names.fields and names[0] not in self._names.callable | set(self._names.globals):
            kind, names = Kind.FIELD, tuple(self._names.field(one, None) for one in names)
        elif self._names.method(names[0]) is None:
            kind = Kind.GLOBAL
        elif word.endswith(("by", "from")):
            kind = Kind.REACHED_FROM if far else Kind.CALLED_BY
            if re.search(r"\bonly\b", word):
                self._found.append(Condition(Kind.MEASURE, property="callerCount", number=len(names)))
        self._found.append(Condition(kind, names, negated, any_))
        return rest

    def _doing(self, text: str) -> re.Match[str] | None:
        """What is done by calling a function of the code, which is called by a name that is no English word."""
        match = _DOING.match(text)
        if match is None or match[1].lower() in WORDS:
            return None
        return match if match[1] in LIBRARY or self._names.method(match[1]) is not None else None

    def _listed(self, text: str) -> tuple[tuple[str, ...], bool, str] | None:
        """Names at the beginning of a text, whether they are joined by or, and the rest; None where there are none.

        Raises:
            UnknownName: the first could be a name of the code, and is not.
        """
        found: list[str] = []
        lacking: list[str] = []
        any_ = False
        separator = re.compile(r"\s*(?:,\s*(and |or )?|\s(and|or)\s)\s*(?:the |by |from )?", re.I)
        rest = text
        while match := re.compile(IDENTIFIER).match(rest):
            name = self._names.method(match[1]) or self._variable(match[1])
            if name is not None:
                found.append(name)
            elif not (found or lacking):
                if match[1].lower() in WORDS:
                    return None
                lacking.append(match[1])
            elif is_like_a_name(match[1]):
                lacking.append(match[1])
            else:
                break
            text = rest = rest[match.end() :]
            joined = separator.match(rest)
            if joined is None:
                break
            any_ = any_ or (joined[1] or joined[2] or "").strip().lower() == "or"
            rest = rest[joined.end() :]
        if lacking and not (found and any_):
            raise self._names.unknown(lacking[0], "function, macro or global variable")
        self.lacking += lacking
        return (tuple(found), any_, text) if found else None

    def _variable(self, name: str) -> str | None:
        names = self._names
        return name if name in names.globals or name in names.fields or name in names.classes else None
