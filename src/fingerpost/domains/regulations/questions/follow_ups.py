"""Follow-ups over what the question before listed, or asked of two laws, put as whole questions."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.regulations.questions.rewording import reworded

_KIND: Final = r"(?:acts|statutes|laws|regulations|regs|orders|proclamations|instruments|documents)"
_VERB: Final = r"(?:cite|mention|reference|refer to)"
_LISTED: Final = re.compile(
    rf"^\s*(?:which|what|how many|list|name|find|show(?: me)?|give me)\s+(?:all |of |the |other )*(?P<kind>{_KIND})\s+"
    r"(?P<said>(?!do\b|does\b|did\b|are there\b).+?)\s*[?.]?\s*$",
    re.I,
)
_LISTED_BY: Final = re.compile(
    r"^\s*(?:what|who)\s+(?P<verb>cite|reference|mention|implement|amend|replace|repeal)(?:s|ed|d)?\b"
    r"(?P<said>.+?)\s*\??\s*$",
    re.I,
)
_LISTED_OF: Final = re.compile(
    rf"^\s*(?:what|(?:which|how many) (?P<kind>{_KIND}))\s+(?:do|does)\s+(?P<law>.+?)\s+"
    rf"(?P<verb>{_VERB})\s*\??\s*$",
    re.I,
)
_OF_TWO: Final = re.compile(
    r"^\s*(?i:(?:how often )?(?:do|does)|which (?:sections|provisions) of) (?P<one>(?:the )?[A-ZÀ-Ý].+?) "
    rf"(?P<verb>{_VERB}) (?P<other>(?:the )?[A-ZÀ-Ý].+?)\s*\??\s*$"
)
_THEM: Final = rf"(?:of )?(?:them|these|those)(?! {_KIND})"
_AND: Final = r"\s*(?:and |so |ok,? |but )*"
_YEAR: Final = r"(?:\d{1,2} )?(?:[A-Za-z]+ )?(?:\d{1,2}, )?(?:18|19|20)\d\d"
_PERIOD: Final = rf"(?:in|since|before|after|until|during|as of) {_YEAR}|(?:between|from) {_YEAR} (?:and|to) {_YEAR}"
_SAID_WHEN: Final = re.compile(rf"\b(?:{_PERIOD})\b", re.I)
_INDIRECTLY: Final = re.compile(rf"\b(?P<verb>{_VERB}s?|cited|mentioned|referenced|referred to)\b", re.I)


_BOUND: Final = ("made ", "under ", "cited ", "citing ", "that ", "which ")
"""What stands behind a noun as it is."""
_IN_NUMBER: Final = re.compile(r"\s*how many\b", re.I)


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"{_AND}{pattern}\s*[?.!]?\s*", re.I)


_OF_KIND: Final = _form(
    rf"(?:(?:which|how many) (?:(?:ones? )?{_THEM}|ones) (?:are|were)|only|just)(?: the)? "
    rf"(?P<kind>{_KIND})(?:,? please)?"
)
_WHICH: Final = _form(
    rf"(?P<asks>which|how many) (?:(?:ones? )?{_THEM}|ones|"
    r"(?=(?:do(?: not|n[’']t)|are|were|have|aren[’']t|weren[’']t|haven[’']t)\b))(?: (?:also|then))? ?(?P<said>.+?)"
)
_NAMED: Final = _form(
    r"(?:which(?: ones| are (?:they|those|these))?|(?:list|name|show(?: me)?|give me) (?:them|these|those))"
)
_OTHER_KIND: Final = _form(rf"(?:what about |how about |which |how many )*(?:the )?(?P<kind>{_KIND})")
_SECTIONS: Final = _form(
    r"(?:which|what) (?P<parts>sections|provisions|subsections)(?: of it)? (?:were|was|did it|has it) "
    r"(?P<how>amend|chang|modif|repeal)\w*"
)
_AMENDED: Final = re.compile(
    r"^\s*(?:what amended|when (?:was|were)) (?P<law>.+?)(?: last amended| amended)?"
    rf"(?P<period> (?:{_PERIOD}))?\s*\?*\s*$",
    re.I,
)
_CHANGED: Final = re.compile(
    r"^\s*(?i:(?:when )?(?:was|has)) (?P<law>(?:the )?[A-ZÀ-Ý].+?) (?:last |been )?amended\s*\?*\s*$"
)
_ANY: Final = _form(rf"(?:(?:do|does|did)|(?P<be>were|are|have|has)) any {_THEM} (?P<said>.+?)")
_COUNT: Final = _form(
    rf"how many(?: (?:are there|is that|are they|are those|{_THEM}|in (?:all|total)|altogether)(?: are there)?)?"
)
_LAST: Final = _form(rf"when were (?:they|{_THEM})(?: all)? last amended")
_NEWEST: Final = _form(
    rf"which (?:one )?(?:{_THEM} )?(?:is|was)(?: the)? (?:(?P<new>newest|most recent|latest|(?:registered|made) last)"
    r"|oldest|earliest|(?:registered|made) first)(?: one)?"
)
_WHEN_NEWEST: Final = _form(
    rf"when (?:was|were) the (?:(?P<new>newest|most recent|latest|last)|oldest|earliest|first)(?: one)?(?: {_THEM})? "
    r"(?:registered|made|issued)"
)
_AMONG: Final = _form(
    r"(?:is|are|was|were) (?P<law>(?:the )?.+?) (?:also )?(?:among|one of|part of|in|included in|on) "
    r"(?:them|these|those|that list|the list|it)"
)
_MANY_FRENCH: Final = re.compile(
    r"\s*(?:et )?combien(?: y en a-t-il| sont-(?:ils|elles)| au total| en tout)?\s*\?*\s*", re.I
)
_LISTED_FRENCH: Final = re.compile(r"^\s*quel(?:le)?s (?P<kind>lois|règlements|documents|textes) (?P<said>.+)$", re.I)
_IS: Final = re.compile(r"(?P<be>is|are|was|were) (?P<rest>.+)", re.I)
_PARTS: Final = _form(r"(?:in (?:which|what) (?:sections?|provisions?|paragraphs?)|where(?: exactly)?)")
_OFTEN: Final = _form(r"how (?:often|many times|frequently)")
_TURNED: Final = _form(r"(?:(?:what about |how about )?the other way (?:round|around)|vice versa|conversely)")
_FAR: Final = _form(r"(?:what about )?indirectly(?: too)?")
_WHEN: Final = _form(rf"(?:what about |how about )?(?P<period>{_PERIOD})")
_SAME: Final = _form(r"which (?P<said>(?:cite|mention|reference|refer to|implement|amended)\b.+?)")


def whole(question: str, before: str) -> str | None:
    """The whole question that a follow-up stands for, after one that lists laws or compares two; None if it is none."""
    before = reworded(before)
    french = _LISTED_FRENCH.match(before) if _MANY_FRENCH.fullmatch(question) else None
    if french is not None:
        return f"Combien de {french['kind']} {french['said']}"
    two = _OF_TWO.match(before)
    if two is not None:
        one, verb, other = two["one"], two["verb"], two["other"]
        if _PARTS.fullmatch(question):
            return f"Which sections of {one} {verb} {other}?"
        if _OFTEN.fullmatch(question):
            return f"How often does {one} {verb} {other}?"
        if _TURNED.fullmatch(question):
            return f"Does {other} {verb} {one}?"
    sections, amended = _SECTIONS.fullmatch(question), _AMENDED.match(before)
    if sections is not None and amended is not None:
        how = "repealed" if sections["how"].lower() == "repeal" else "amended"
        return f"Which {sections['parts']} of {amended['law']} were {how}{amended['period'] or ''}?"
    if _OFTEN.fullmatch(question) and (changed := _CHANGED.match(before)) is not None:
        return f"How many times has {changed['law']} been amended?"
    found = _of_list(question, before)
    when = _WHEN.fullmatch(question) if found is None else None
    if when is None:
        return found
    said = before.rstrip(" ?.")
    period = f"{when['period'][0].lower()}{when['period'][1:]}"
    dated, count = _SAID_WHEN.subn(period, said)
    if count > 1:
        return None
    return f"{dated}?" if count else f"{said} {period}?"


def _of_list(question: str, before: str) -> str | None:
    """A follow-up over a list, put as a whole question about what was listed."""
    of = _LISTED_OF.match(before)
    listed = of or _LISTED.match(before) or _LISTED_BY.match(before)
    if listed is None:
        return None
    kind = listed.groupdict().get("kind") or "instruments"
    if of is not None:
        asked, those = f"does {of['law']} {of['verb']}", f"cited by {of['law']}"
    else:
        asked = listed["said"] if listed.re is _LISTED else f"{listed['verb']}{_past(listed)}{listed['said']}"
        those = asked if asked.startswith(_BOUND) else f"that {asked}"
    narrowed = _OF_KIND.fullmatch(question)
    if narrowed is not None:
        asks = "How many" if "how many" in question.lower() else "Which"
        return f"{asks} {narrowed['kind']} {asked}?"
    which, some = _WHICH.fullmatch(question), _ANY.fullmatch(question)
    of_the = "of the " if listed.re is _LISTED and " of the " in before[: listed.start("kind")] else ""
    if _COUNT.fullmatch(question):
        return f"How many {of_the}{kind} {asked}?"
    if _NAMED.fullmatch(question) and _IN_NUMBER.match(before):
        return f"Which {of_the}{kind} {asked}?"
    other = _OTHER_KIND.fullmatch(question)
    if other is not None:
        asks = "How many" if _IN_NUMBER.match(before) else "Which"
        return f"{asks} {of_the}{other['kind']} {asked}?"
    if which is not None:
        return f"{which['asks'].capitalize()} of the {kind} {those} {which['said']}?"
    if some is not None:
        said = " ".join(filter(None, ((some["be"] or "").lower(), some["said"])))
        return f"Which of the {kind} {those} {said}?"
    if _LAST.fullmatch(question):
        return f"When were the {kind} {those} last amended?"
    among = _AMONG.fullmatch(question)
    if among is not None:
        return _whether(among["law"], asked, of)
    newest = _NEWEST.fullmatch(question) or _WHEN_NEWEST.fullmatch(question)
    if newest is not None:
        return f"Which is the {'most recent' if newest['new'] else 'oldest'} of the {kind} {those}?"
    if _FAR.fullmatch(question):
        return _INDIRECTLY.sub(r"indirectly \g<verb>", before, count=1)
    same = _SAME.fullmatch(question)
    if same is not None:
        return f"Which {kind} {same['said']}?"
    if _PARTS.fullmatch(question) and asked.startswith(("cite", "mention", "refer")) and of is None:
        return f"Which sections of {kind} {asked}?"
    return None


def _whether(law: str, asked: str, of: re.Match[str] | None) -> str:
    """Whether an instrument is one of those that were listed."""
    if of is not None:
        return f"Does {of['law']} {of['verb']} {law}?"
    if (be := _IS.match(asked)) is not None:
        return f"{be['be'].capitalize().replace('Are', 'Is').replace('Were', 'Was')} {law} {be['rest']}?"
    if asked.startswith(("made ", "under ", "cited ", "mentioned ", "registered ", "amended ", "repealed ")):
        return f"Is {law} {asked}?"
    return f"Does {law} {asked}?"


def _past(listed: re.Match[str]) -> str:
    """ "ed" where the question said what was done, and not what is: "what amended X"."""
    verb = listed[0].split()[1].lower()
    return "" if verb.endswith("s") or not verb.endswith("d") else verb.removeprefix(listed["verb"].lower())


_TERM: Final = re.compile(
    r"\s*(?:and|what about|how about)\s+(?:what is |who is |the (?:term|word) )?(?:an? |the )?"
    r"[\"“]?(?P<term>[^\W\d_][\w' -]{1,40}?)[\"”]?\s*\?*\s*",
    re.I,
)


def another_term(question: str) -> str:
    """The term of "and a pilot?"; empty for all else."""
    match = _TERM.fullmatch(question)
    return match["term"] if match is not None else ""
