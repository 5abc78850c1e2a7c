"""Follow-ups about law: the words that stand for the instruments that were named or found before."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Catalog, Mention, Title
from fingerpost.domains.regulations.questions.template import PROVISION

_ACT: Final = re.compile(
    r"\b(?:this|that|the|the same) (?P<kind>act|regulation|law|instrument|statute)\b|\bthe same regulations\b"
    r"|\bcette (?P<loi>loi)\b|\bce (?P<reglement>règlement)\b",
    re.I,
)
_IT: Final = re.compile(
    r"\b(?:it|its|elle|il|(?:that|this|the same) (?:(?:sub)?section|provision|paragraph|one)|cet article)\b", re.I
)
_EXTREME: Final = re.compile(r"\b(?:newest|most recent|latest|oldest|earliest)\b", re.I)
_MOST: Final = re.compile(r"\b(?:most|longest)\b", re.I)
_KINDS: Final = {
    "act": "Act", "statute": "Act", "loi": "Act", "regulation": "Regulation", "règlement": "Regulation",
}  # fmt: skip
_UNDER_IT: Final = re.compile(r"\b(?:made|issued|adopted) under it\b", re.I)
_SEVERAL: Final = re.compile(r"\b(?:of )?(?:these|those|the same) (regulations|acts|statutes|laws|instruments)\b", re.I)
_LISTED: Final = re.compile(
    r"^\s*(?:which|what|list|name|find|show(?: me)?)\s+(?:all |the )*(regulations|acts|statutes|laws|instruments)\s+"
    r"(?!are there|do )(.+?)\s*[?.]?\s*$",
    re.I,
)
_LISTED_BY: Final = re.compile(r"^\s*what\s+(cite|reference|mention|implement|amend)s\s+(.+?)\s*[?.]?\s*$", re.I)
"""A list of whatever stands in a relation: those of it that are acts are "those acts"."""
_AND: Final = re.compile(
    r"\s*(?:(?:and )?(?:what about|how about|what of)|and|et)(?:\s+(?:for|of|pour|de|du|des|à|au|dans))?"
    r"(?:\s+(?:the|la|le|les))?\s*(?:l[’'])?",
    re.I,
)
_COUNTS: Final = re.compile(r"^\s*(?:and )?how many (?:of )?(?:these|those) \w+(?: are there)?\s*\??\s*$", re.I)
"""What the list before alone answers."""
_SPOKEN_OF: Final = re.compile(r"\bthe (regulations|acts|statutes|laws|instruments) that (\w+)", re.I)
_BY_WHAT: Final = re.compile(
    r"^\s*(?:and |et )?(?:by|par) (?:what|which|quel(?:le)?s?|whom?)(?: \w+)?"
    r"(?: (?:was|were|did) (?:it|that|this)(?: \w+)?)?\s*\??\s*$",
    re.I,
)
_WHEN: Final = re.compile(
    r"^\s*(?:and |et )?(?:since |depuis )?(?:when|quand)(?: (?:was|did) (?:it|that|this)(?: done| happen)?)?\s*\??\s*$",
    re.I,
)
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINAL: Final = re.compile(
    rf"\bthe ({'|'.join(_ORDINALS)}|last)"
    r"(?: (?:one|of (?:them|these|those)|act|regulation|instrument|law)\b|(?=\s*\?*\s*$))",
    re.I,
)
_LISTS: Final = re.compile(
    r"\s*(?:which|what|how many|list|show(?: me)?)\s+(?:of |all |the )*"
    r"(?:acts|regulations|statutes|laws|instruments|orders|documents)\b",
    re.I,
)
_OTHERS: Final = re.compile(r"\b(?:other|else)\b", re.I)
_REPEALED: Final = re.compile(r"\b(?:repeal|revok|abrog)", re.I)
_AMENDED: Final = re.compile(r"\b(?:amend|chang|modif)", re.I)
_LAST: Final = re.compile(r"\b(?:last|latest|most recent(?:ly)?|dernière)\b", re.I)
_PERIOD: Final = re.compile(r"^,?\s+(?:since|in|after|before|between|from|until|on)\b[\w\s,-]*$", re.I)
_OF_ACTS: Final = re.compile(r"\b(?:implement|enabl|made under|under it\b|appliqu)", re.I)
"""What stands in a relation to whole acts, and not to a section of one."""


def as_meant(question: str, before: str, catalog: Catalog, found: Callable[[str, str], Sequence[Title]]) -> str | None:
    """A follow-up with the name of what it refers to in a question before; None if it refers to nothing there.

    `found` gives the instruments that the answer to a question lists, if all are of a kind.
    """
    ordinal = _ORDINAL.search(question)
    listed = found(before, "") if ordinal is not None else ()
    if ordinal is not None and listed:
        at = _ORDINALS.index(ordinal[1].lower()) if ordinal[1].lower() != "last" else len(listed) - 1
        title = listed[at].title if at < len(listed) else ""
        return f"{question[: ordinal.start()]}the {title}{question[ordinal.end() :]}" if title else None
    mentions = catalog.find(before)
    several = with_list(question, before, [mention.end for mention in mentions])
    if several is not None:
        return several
    own = catalog.find(question)
    if len(own) == 1:
        spans = [(mention.start, mention.end) for mention in mentions]
        another = with_another(question, before, spans, (own[0].start, own[0].end))
        if another is not None:
            return another
    if mentions and not own:
        shorter = with_section(question, before) or with_event(question, before, mentions)
        if shorter is not None:
            return shorter
    kind = kind_meant(question) or ("Act" if _UNDER_IT.search(question) else "")
    named = [
        mention
        for mention in mentions
        if len({one.identifier for one in mention.titles}) == 1 and kind in ("", mention.titles[0].label)
    ]
    ranks = _EXTREME.search(before) or (not mentions and _MOST.search(before))
    extreme = bool(ranks) and _IT.search(question) is not None
    only = found(before, kind) if extreme or (not named and kind) else ()
    if not named and len(only) != 1:
        return None
    if len(only) == 1:
        named, kind = [], only[0].label
    meant = named[-1].titles[0] if named else only[0]
    provision = _provision_of(before, mentions) if named and not kind else ""
    said = with_name(question, meant.title, own[0].start if own else None, provision)
    if said is not None and only and len(mentions) == 1 and _OTHERS.search(question):
        return f"{said.rstrip(' ?.')}, other than the {before[mentions[0].start : mentions[0].end]}?"
    return said


def with_event(question: str, before: str, mentions: Sequence[Mention]) -> str | None:
    """ "By which instrument?" and "when?" of what the question before said was repealed or amended."""
    by, when = _BY_WHAT.match(question), _WHEN.match(question)
    if len(mentions) != 1 or not (by or when) or _LISTS.match(before) is not None:
        return None
    provision, title = _provision_of(before, mentions), before[mentions[0].start : mentions[0].end]
    subject = f"{provision} of the {title}" if provision else f"the {title}"
    if _REPEALED.search(before):
        return f"By which instrument was {subject} repealed?" if by else f"When was {subject} repealed?"
    if not _AMENDED.search(before):
        return None
    rest = _PERIOD.match(before[mentions[0].end :].rstrip(" ?.!"))
    period = rest[0] if rest is not None else ""
    if by and _LAST.search(before) and not period:
        return f"What last amended {subject}?"
    return f"What amended {subject}{period}?" if by else f"When was {subject} last amended?"


def _provision_of(question: str, mentions: Sequence[Mention]) -> str:
    """The provision of the only instrument that a question names, in its words."""
    found = PROVISION.findall(question)
    match = PROVISION.search(question) if len(mentions) == 1 and len(found) == 1 else None
    return match[0] if match is not None else ""


def kind_meant(question: str) -> str:
    """The label of the instrument that "that regulation" or "this act" stands for; empty where any will do."""
    match = _ACT.search(question)
    word = next((word for word in match.groups() if word), "") if match is not None else ""
    return _KINDS.get(word.casefold(), "")


def with_list(question: str, before: str, ends: Sequence[int]) -> str | None:
    """The question with what the one before listed, or spoke of, in place of "those regulations".

    `ends` are where the names of instruments end in the question before. The question as it is where it has such words
    and nothing before is of that kind; None where it has no such words.
    """
    several = _SEVERAL.search(question)
    if several is None or _COUNTS.match(question):
        return None
    of = "of the " if several[0].casefold().startswith("of ") else "the "
    every = _LISTED_BY.match(before)
    if every is not None:
        narrowed = f"{of}{several[1]} that {every[1]} {every[2]}"
        return f"{question[: several.start()]}{narrowed}{question[several.end() :]}"
    listed = _LISTED.match(before)
    for found in (listed, *_SPOKEN_OF.finditer(before)):
        if found is None or several[1].casefold() != found[1].casefold():
            continue
        end = found.end(2) if found is listed else next((end for end in ends if end > found.end()), None)
        if end is not None:
            said = before[found.start(2) : end]
            return f"{question[: several.start()]}{of}{several[1]} that {said}{question[several.end() :]}"
    return question


def with_another(question: str, before: str, mentions: Sequence[tuple[int, int]], named: tuple[int, int]) -> str | None:
    """The question before with another instrument: "and the ⟨0⟩?"; None where it says more than that.

    `mentions` are the characters of the instruments of the question before, `named` those of the one in this.
    """
    if len(mentions) != 1 or not (_AND.fullmatch(question[: named[0]]) and not question[named[1] :].strip(" ?.!")):
        return None
    [(start, end)] = mentions
    return f"{before[:start]}{question[named[0] : named[1]]}{before[end:]}"


def with_section(question: str, before: str) -> str | None:
    """The question before about another provision: "and section 4?"; None where it says more than that."""
    own, other = PROVISION.search(question), PROVISION.search(before)
    if (
        own is None
        or other is None
        or not _AND.fullmatch(question[: own.start()])
        or question[own.end() :].strip(" ?.!")
    ):
        return None
    return f"{before[: other.start()]}{own[0]}{before[other.end() :]}"


_AGAIN: Final = re.compile(r"[\s,(]*(?:(?:the|also known as|old|former|la|le) )*$", re.I)
_CLOSING: Final = re.compile(r"\s*[),]+")


def named_once(question: str, mentions: Sequence[Mention]) -> str:
    """The question without what says again what stands before it: "the X Act (S.C. 1996, c. 23)"."""
    for one, again in reversed(list(pairwise(mentions))):
        own, other = ({title.identifier for title in each.titles} for each in (one, again))
        between = question[one.end : again.start]
        if own and own == other and between.strip()[:1] in ("(", ",") and _AGAIN.fullmatch(between):
            closing = _CLOSING.match(question, again.end)
            end = closing.end() if closing is not None else again.end
            question = f"{question[: one.end]}{question[end:]}"
    return question


_EXCEPT: Final = re.compile(
    r"[,(]*\s*\b(?:excluding|except(?: for)?|other than|besides|apart from|aside from|not counting|not including"
    r"|leaving out)\s+(?:the )?$",
    re.I,
)
_BEHIND: Final = re.compile(r"(?: itself)?[),]*")
_ITSELF: Final = re.compile(
    r"[.,;(?]*\s*(?:please )?(?:leave out|leaving out|excluding|exclude|not counting|ignore|ignoring) "
    r"(?:the (?P<kind>act|plan|code|regulations?)|it) itself\)?[.?!]*\s*$",
    re.I,
)


def without_excluded(question: str, mentions: Sequence[Mention]) -> tuple[str, tuple[Title, ...]]:
    """The question without the instruments that its answer is not to have ("other than the ⟨0⟩"), and these."""
    found: list[Title] = []
    itself = _ITSELF.search(question)
    if itself is not None and mentions:
        kind = f" {itself['kind'] or ''}".lower()
        of_kind = [one for one in mentions if one.titles and one.titles[0].title.lower().endswith(kind)]
        found += (of_kind or [one for one in mentions if one.titles])[-1].titles[:1]
        question = question[: itself.start()]
    for one in reversed(mentions if len(mentions) > 1 else ()):
        before = _EXCEPT.search(question[: one.start])
        if before is None or len(one.titles) != 1:
            continue
        behind = _BEHIND.match(question, one.end)
        end = behind.end() if behind is not None else one.end
        found += one.titles
        question = f"{question[: before.start()]}{question[end:]}"
    return question, tuple(found)


def names_several(question: str) -> str:
    """The words that stand for instruments before ("those regulations"); empty without any."""
    match = _SEVERAL.search(question)
    return match[0] if match is not None else ""


def with_name(question: str, title: str, end: int | None = None, before: str = "") -> str | None:
    """The question with a title in place of what stands for it; None if nothing does.

    "It" with a section of its own ("section 7 of it") and a bare section get the title behind them; otherwise "it" is
    the provision of the title that was asked about `before`, if any. Where another instrument is named from the
    character `end` on, only words before it stand for this one.
    """
    head, rest = (question, "") if end is None else (question[:end], question[end:])
    provision = PROVISION.search(head)
    for pattern in (_ACT, _IT):
        match = pattern.search(head)
        if match is not None:
            own = "’s" if match[0].lower() == "its" else ""
            whole = bool(own) or pattern is _ACT or provision is not None or _OF_ACTS.search(question) is not None
            inner = f"{before} of " if before and not whole else ""
            return f"{head[: match.start()]}{inner}the {title}{own}{head[match.end() :]}{rest}"
    if provision is not None and end is None:
        return f"{head[: provision.end()]} of the {title}{head[provision.end() :]}"
    return None
