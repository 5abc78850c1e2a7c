"""What is said of a noun: what it is in, its type, how it is named; each with the condition that it makes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from fingerpost.domains.code.questions.composed.nouns import Noun
from fingerpost.domains.code.questions.composed.resolve import NAME
from fingerpost.domains.code.questions.forms import method
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind, Link
from fingerpost.domains.code.questions.vocabulary import FILE, ORDINALS, TYPE, WORDS, type_name
from fingerpost.plans import Comparison

SUBJECT: Final = (
    r"(?:(?:function|method|file|struct|union|enum|type|macro|header|body of|"
    r"switch (?:statement )?(?:of|in)|loops? (?:of|in)|code of|parser|call(?:s)"
    r"? (?:of|to)) )?"
)
TYPES: Final = ("STRUCT", "UNION", "ENUM", "TYPE_DECL")


@dataclass
class Found:
    """What is read of a question for a noun."""

    noun: Noun
    names: Names
    conditions: list[Condition] = field(default_factory=list)
    edge: str = ""
    of: str = ""
    of_label: str = "FUNCTION"
    label: str = ""
    types: bool = False

    def within(self, said: str) -> bool:
        """What is asked is in, of or used by something that is named."""
        said = said.strip(" `'\"").removesuffix("()")
        label, edge = self.noun.label, self.noun.edge
        if said.lower() in WORDS:
            return False
        if re.fullmatch(FILE, said):
            file = self.names.file(said)
            if label in ("MACRO", "EXTERNAL_FUNCTION"):
                self.conditions.append(Condition(Kind.USED_IN, (file,)))
            elif label in ("GLOBAL_VARIABLE", *TYPES):
                self.conditions.append(Condition(Kind.FILE, (file,)))
            elif label == "IMPORT":
                self.edge, self.of, self.of_label = "INCLUDES", file, "FILE"
            elif label in ("MEMBER", "FILE"):
                return False
            else:
                self.conditions.append(Condition(Kind.PART_IN, (file,), property=edge))
            return True
        if label == "MEMBER":
            if said in self.names.types:
                self.edge, self.of, self.of_label = "HAS_FIELD", said, "TYPE_DECL"
                return True
            if self.noun.noun != "field":
                return False
            self.label = "FIELD_IDENTIFIER"
            self.conditions.append(Condition(Kind.SITE_IN, (method(self.names, said),), property="name"))
            return True
        if label in ("IMPORT", "FILE", *TYPES):
            return False
        name = method(self.names, said)
        if label in ("MACRO", "EXTERNAL_FUNCTION"):
            link = Link("CALLS", "METHOD", (Condition(Kind.NAMED, (name,)),), backwards=True)
            self.conditions.append(Condition(Kind.RELATED, link=link))
        elif label == "GLOBAL_VARIABLE":
            self.conditions.append(Condition(Kind.USED_BY, (name,)))
        elif self.edge:
            return False
        else:
            self.edge, self.of = edge, name
        return True


_IN: Final = (
    r"(?:(?:that |which )?(?:are |is )?(?:(?:used|declared|defined|contained|"
    r"taken|accepted|called|printed|written out|output|accessed|included|found|"
    r"listed|present|passed|there|referenced|needed|expanded|read|written|occurring|appearing|occur|appear|stand|exist|"
    r"imported|invoked|made|done) )?(?:by |in |of |from |inside |within |for |on |at )+|\bof\b )"
)
_DOES: Final = r"(?:(?:does|do|did|can|is|are|has|have) )?"
_VERBS: Final = (
    r"(?:have|has|take|takes|contain|contains|use|uses|using|declare|declares|"
    r"define|defines|need|needs|include|includes|"
    r"access|accesses|read|reads|write|writes|write to|writes to|return|returns|call|calls|pass|passes|compare with|"
    r"compare against|compares? (?:with|against|to)|expand|expands|make|makes|touch|touches|got|print|prints|import|"
    r"imports|consist of|consists of|require|requires|hold|holds|check|checks|"
    r"set|sets|mention|mentions|rely on|relies on|depend on)"
)
Attach = Callable[[re.Match[str], "Found"], bool]


def _within(match: re.Match[str], found: Found) -> bool:
    return found.within(match["of"])


def _passed(match: re.Match[str], found: Found) -> bool:
    """What is in one place, and given to a function there."""
    found.conditions.append(Condition(Kind.GIVEN_TO, (method(found.names, match["to"]),)))
    return found.noun.label in ("STRING_LITERAL", "LITERAL") and found.within(match["of"])


def _not_within(match: re.Match[str], found: Found) -> bool:
    """What is in one place and not in another."""
    before = len(found.conditions)
    if not found.within(match["of"]) or len(found.conditions) != before + 1:
        return False
    found.conditions[-1] = replace(found.conditions[-1], negated=True)
    return True


def _subject(match: re.Match[str], found: Found) -> bool:
    done = found.within(match["of"])
    verb = (match["verb"] or "").lower()
    if found.label == "FIELD_IDENTIFIER" or found.noun.label == "GLOBAL_VARIABLE":
        written = "written" if verb.startswith(("write", "set")) else "read" if verb.startswith("read") else ""
        if written and found.label:
            found.conditions.append(Condition(Kind.HAS, (written == "written",), property="written"))  # type: ignore[arg-type]
        elif written:
            found.conditions[-1] = replace(found.conditions[-1], property=written)
    return done


def _typed(match: re.Match[str], found: Found) -> bool:
    types = found.names.types_like(type_name(match["type"], match["star"]))
    found.conditions.append(Condition(Kind.HAS, types, property="typeFullName"))
    return found.noun.label in ("METHOD_PARAMETER_IN", "LOCAL", "MEMBER", "GLOBAL_VARIABLE")


def _const(_: re.Match[str], found: Found) -> bool:
    found.conditions.append(Condition(Kind.LIKE, (r"(?s)(.*\W)?const\W.*",), property="code"))
    return found.noun.label in ("METHOD_PARAMETER_IN", "LOCAL", "MEMBER", "GLOBAL_VARIABLE")


def _pointer(_: re.Match[str], found: Found) -> bool:
    found.conditions.append(Condition(Kind.LIKE, (r".*[*]",), property="typeFullName"))
    return found.noun.label in ("METHOD_PARAMETER_IN", "LOCAL", "MEMBER", "GLOBAL_VARIABLE")


def _array(_: re.Match[str], found: Found) -> bool:
    found.conditions.append(Condition(Kind.LIKE, (r".*\[.*",), property="typeFullName"))
    return found.noun.label in ("METHOD_PARAMETER_IN", "LOCAL", "MEMBER", "GLOBAL_VARIABLE")


def _static(_: re.Match[str], found: Found) -> bool:
    found.conditions.append(Condition(Kind.LIKE, (r"(?s)(.*\W)?static\W.*",), property="code"))
    return found.noun.label in ("LOCAL", "GLOBAL_VARIABLE")


def _unused(_: re.Match[str], found: Found) -> bool:
    found.conditions.append(Condition(Kind.UNUSED))
    return found.noun.label in ("METHOD_PARAMETER_IN", "LOCAL")


def _named(match: re.Match[str], found: Found) -> bool:
    how = match["how"].lower()
    comparison = (
        Comparison.STARTS_WITH
        if "start" in how or "begin" in how or "prefix" in how
        else Comparison.ENDS_WITH
        if "end" in how
        else Comparison.CONTAINS
        if "contain" in how or "includ" in how
        else Comparison.EQ
    )
    text = match["text"].strip("\"“”`'*")
    if found.noun.label == "STRING_LITERAL":
        text = re.escape(text)
        before = "" if comparison is Comparison.STARTS_WITH else ".*"
        after = "" if comparison is Comparison.ENDS_WITH else ".*"
        found.conditions.append(Condition(Kind.LIKE, (rf'(?s)\w*"{before}{text}{after}"',), property="code"))
    else:
        found.conditions.append(Condition(Kind.NAMED, (text,), comparison=comparison))
    return True


def ordinal(match: re.Match[str], found: Found) -> bool:
    found.conditions.append(Condition(Kind.MEASURE, property="index", number=ORDINALS[match["ordinal"].lower()]))
    return found.noun.label == "METHOD_PARAMETER_IN"


def _given(match: re.Match[str], found: Found) -> bool:
    found.conditions.append(Condition(Kind.GIVEN_TO, (method(found.names, match["of"]),)))
    return found.noun.label in ("STRING_LITERAL", "LITERAL")


_ARTICLE: Final = r"(?:an? |the |any |some )?"
ATTACHMENTS: Final[tuple[tuple[re.Pattern[str], Attach], ...]] = tuple(
    (re.compile(pattern, re.I), attach)
    for pattern, attach in (
        (
            (
                rf"(?:that |which )?(?:does |do |is |are )?(?P<of>{FILE}|{NAME}) (?:pass|"
                rf"passes|hand|hands|give|gives|passing) to (?P<to>{NAME})(?=$|[\s,])"
            ),
            _passed,
        ),
        (
            (
                rf"(?:do|does) (?:all |the |any |every )*functions? (?:of|in) (?P<of>{FILE})"
                r" (?:have|take|declare|contain|use)(?=$|[\s,])"
            ),
            _within,
        ),
        (
            (
                rf"(?:but|and) not (?:(?:used|called|defined) )?(?:in|by|from) (?:the )?{SUBJECT}(?P<of"
                rf">{FILE}|{NAME})(?=$|[\s,])"
            ),
            _not_within,
        ),
        (
            (
                r"(?:that |which )?(?:are |is |have |has )?(?:of|with|whose|having)? ?(?:the )"
                rf"?(?:declared )?type (?:is )?(?P<type>{TYPE})(?P<star> pointers?)?(?=$|"
                r"[\s,])"
            ),
            _typed,
        ),
        (rf"(?:of|in|from) (?:all |the |any |every )*(?:functions?) (?:in|of|from) (?P<of>{FILE})", _within),
        (
            (
                r"(?:that |which )?(?:are |is )?(?:passed|given|handed) (?:in)?to (?:calls (?:of|"
                rf"to) )?(?P<of>{NAME})(?: in calls)?"
            ),
            _given,
        ),
        (
            (
                rf"{_IN}(?:the )?{SUBJECT}(?P<of>{FILE}|{NAME})(?: (?:struct|function|file|"
                r"enum|union|type))?(?=$|[\s,])"
            ),
            _within,
        ),
        (rf"(?:has|have|for) (?:the )?{SUBJECT}(?P<of>{FILE}|{NAME})(?=$|[\s,])", _within),
        (
            (
                rf"(?:that |which )?{_DOES}(?:the )?{SUBJECT}(?P<of>{FILE}|{NAME})"
                rf"(?: {_VERBS.replace('(?:', '(?P<verb>', 1)})(?=$|[\s,])"
            ),
            _subject,
        ),
        (
            (
                r"(?:that |which )?(?:are |is |have |has )?(?:declared )?(?:an? |the )?(?:const|"
                r"constant|const qualified|const-qualified)(?: qualifiers?| ones?)?\b"
            ),
            _const,
        ),
        (r"(?:that |which |whose types? )?(?:are |is )?(?:an? )?pointers?(?: types?)?\b(?! to)", _pointer),
        (r"(?:that |which )?(?:are |is )?(?:declared )?(?:as )?static\b", _static),
        (
            (
                r"(?:that |which )?(?:are |is )?(?:never|not|un)[- ]?(?:used|referenced|"
                r"read)\b|(?:that )?(?:it|they) (?:does not|do not|never) uses?\b"
            ),
            _unused,
        ),
        (
            (
                r"(?:that |which )?(?:are |is |have |has )?(?:of|with|whose|having)? ?(?:the )"
                rf"?(?:declared )?(?:type |type is |type of )(?P<type>{TYPE})(?P<star> pointers?)"
                r"?(?=$|[\s,])"
            ),
            _typed,
        ),
        (
            (
                rf"(?:that |which )?(?:are |is )?(?:of )?{_ARTICLE}(?P<star>pointers?) to {_ARTICLE}(?P"
                rf"<type>{TYPE})(?=$|[\s,])"
            ),
            _typed,
        ),
        (
            (
                r"(?:that |which |whose names? )?(?P<how>(?:starts?|starting|begins?|beginning|"
                r"ends?|ending|contains?|containing|including|includes?|prefixed|named|called)"
                r"(?: with| in)?) (?:the (?:text|word|prefix|string) )?(?P<text>[\"“][^\"”]+[\"”]|"
                r"`[^`]+`|\w+)(?: in (?:them|it|their names?|the names?))?"
            ),
            _named,
        ),
        (rf"(?P<of>{FILE}|{NAME})$", _within),
        (
            (
                r"(?:,|and|also|there|only|names?|that|which|are|is|in total|overall|have|has|do|"
                r"does|directly|exactly|called)(?=$|[\s,])"
            ),
            lambda match, found: True,
        ),
    )
)
BEFORE: Final[tuple[tuple[str, Attach], ...]] = (
    ("const|constant", _const),
    ("pointer", _pointer),
    ("unused", _unused),
    ("static", _static),
    ("array", _array),
)
