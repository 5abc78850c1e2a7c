"""From a question to a request: which instruments it names, which relations, in which direction, what is asked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Catalog, Mention, Title
from fingerpost.domains.regulations.questions.cues import Cue, cues
from fingerpost.domains.regulations.questions.dates import period_in
from fingerpost.domains.regulations.questions.request import Asked, Chain, Period, Request, Step, Target

_LABEL: Final = r"\d+(?:\.\d+)*[A-Z]?(?:\([0-9a-zA-Z.]+\))*"
_PROVISION: Final = re.compile(
    rf"\b(?:sub)?(?:sections?|paragraphs?|clauses?)\s+({_LABEL})|\bss?\.\s*({_LABEL})"
    rf"|\b(?:articles?|paragraphes?|alinéas?)\s+({_LABEL})|\b(part(?:ie)?|schedule|annexe)\s+([IVXLC]+(?:\.\d+)?|\d+)\b",
    re.I,
)
_JOINS: Final = re.compile(r"^\s*(?:of|in|to|under|de|du|des|dans)?\s*(?:the|la|le|les|l’|l')?\s*$", re.I)
_BARE_NUMBER: Final = re.compile(rf"^\s+({_LABEL})(?![\w/-])")
_FRENCH: Final = re.compile(
    r"\b(?:quel(?:le)?s?|qui|est-ce|combien|loi|règlements?|articles?|cite(?:nt)?|modifi|depuis|dans|sont|les|des)\b",
    re.I,
)
_THIS: Final = re.compile(r"\b(?:this|that|these|the same) (?:act|regulations?|law|instrument|section)\b|\bit\b", re.I)
_BE: Final = re.compile(r"\b(?:is|are|was|were|be|been|being|gets?|got|est|sont|été|être)(?:\s+\w+){0,2}\s*$")
_AGENT: Final = re.compile(r"^\s*(?:by|in|within|par|dans)\b")
_YES_NO: Final = re.compile(r"^\s*(?:do|does|did|has|have|had|is|are|was|were|can|est-ce que|est|sont|a|ont)\b")
_ASKS: Final = re.compile(r"\b(?:what|which|who|how|where|when|list|show|give|name|find|qu\w*|combien|où|quand)\b")
_COUNT: Final = re.compile(r"\bhow many\b|\bnumber of\b|\bcount\b|\bcombien\b")
_OFTEN: Final = re.compile(r"\bhow (?:often|many times|strongly)\b|\bcombien de fois\b")
_LAST: Final = re.compile(r"\bwhen\b.*\blast\b|\b(?:last|latest|most recent(?:ly)?)\b|\bquand\b|\bwhen\b|\bdernière\b")
_INDIRECT: Final = re.compile(r"\bindirect(?:ly|ement)?\b|\btwo (?:hops|steps)\b|\bsecond[- ]hand\b")
_MUTUAL: Final = re.compile(r"\bmutual(?:ly)?\b|\beach other\b|\bone another\b|\bréciproques?\b|\bmutuelle?s?\b")
_BETWEEN: Final = re.compile(
    r"\b(?:relationships?|relations?|connections?|links?|related|connected|linked)\b|\bcompare\b|\brelations? entre\b"
)
_MOST: Final = re.compile(r"\b(?:most|top|le plus|les plus)\b")
_TOP: Final = re.compile(r"\b(?:top|the|les)?\s*(\d{1,3})\s+most\b|\btop (\d{1,3})\b|\bles (\d{1,3})\b")
_BOTH: Final = re.compile(r"⟨\d⟩\s*(?:and|et|or|ou)\s*(?:the |la |le )?⟨\d⟩")
_ENABLING: Final = re.compile(
    r"\b(?:enabling|parent|authorizing) (?:act|law|statute)\b|\bstatutory authority\b"
    r"|\b(?:act|law|statute)s? (?:that )?(?:enables?|authori[sz]es?|empowers?)\b"
    r"|\bunder (?:which|what) (?:act|law|statute|authority)\b|\bloi habilitante\b|\bsous quelle loi\b"
)
_WITHIN: Final = re.compile(
    r"\b(?:what is|what's|which sections are|sections?|contents?|provisions?) (?:in|of|under)\b"
)
_SAY: Final = re.compile(r"\b(?:say|said|says|read|provide|text of|state|stated|wording|dit|disait|texte de)\b")
_REPEALED: Final = re.compile(r"\brepealed\b|\babrogée?s?\b|\bstill in force\b")
_IN_FORCE_SINCE: Final = re.compile(
    r"\b(?:when|since when|on what date)\b.*\b(?:in(?:to)? force|take effect|took effect|effective|commence|enacted)\b"
    r"|\b(?:coming[- ]into[- ]force|effective|commencement) date\b|\bquand\b.*\ben vigueur\b"
)
_BARE_UNDER: Final = frozenset(("under", "pursuant to", "en vertu de", "sous le régime de"))
_CHANGED: Final = re.compile(r"\bwhat (?:has )?changed\b|\bhow (?:has|did)\b.*\bchang|\bhistory of\b|\bversions? of\b")
_DEFINED: Final = re.compile(
    r"^\s*(?:what (?:is|are) (?:the )?(?:definitions?|meaning) of|define|definitions? of|(?:what )?does"
    r"|what (?:is|are) meant by|what (?:is|are)|qu[’']est-ce qu(?:e |[’']))\s*(?:an? |the |une? |la |le )?"
    r"[\"“]?(?P<term>[\w’' -]{2,60}?)[\"”]?(?:\s+(?:mean|means))?"
    r"(?:\s+(?:in|under|for the purposes of|according to|within the meaning of|dans) (?:the |la |le )?⟨\d⟩)?\s*\??\s*$"
)
_BARE: Final = re.compile(r"\s*(?:what is |show (?:me )?|read |give me )?(?:the )?⟨0⟩\s*[?.]?\s*")
_KINDS: Final = (
    (re.compile(r"\b(?:regulations?|règlements?|orders?)\b"), ("Regulation",)),
    (re.compile(r"\b(?:acts?|statutes?|lois?)\b"), ("Act",)),
)
_PARTS: Final = re.compile(
    r"\b(?:sections?|provisions?|subsections?|paragraphs?|articles?|dispositions?)\b|\bwhere\b|\boù\b"
)
_HAS_SECTIONS: Final = re.compile(r"\bsections?\b.*⟨0⟩|⟨0⟩.*\bsections?\b")


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a question that is about law cannot be answered: a law the corpus does not have, or no law named."""

    message: str
    words: tuple[str, ...] = ()
    titles: tuple[Title, ...] = ()


@dataclass(frozen=True, slots=True)
class _Named:
    """A target with the place of its placeholder in the text."""

    target: Target
    start: int
    end: int


def language_of(question: str) -> str:
    """`fr` for a question with at least two French words, else `en`."""
    return "fr" if len(_FRENCH.findall(question)) >= 2 else "en"


def read(question: str, catalog: Catalog) -> Request | Unread | None:
    """The request of a question; why it cannot be answered; None where it asks for no relationship or text of law."""
    language = language_of(question)
    mentions = catalog.find(question)
    relevant = cues(question.lower(), language)
    lower = question.lower()
    asks = bool(
        relevant or _BETWEEN.search(lower) or _ENABLING.search(lower) or _PROVISION.search(question)
        or _REPEALED.search(lower) or _CHANGED.search(lower)
    )  # fmt: skip
    unknown = [mention for mention in mentions if not mention.titles]
    if unknown and (asks or len(mentions) == len(unknown)):
        words = tuple(question[mention.start : mention.end] for mention in unknown)
        return Unread(f"“{words[0]}” is not in this corpus.", words)
    for mention in mentions:
        if len({title.identifier for title in mention.titles}) > 1 and asks:
            words = (question[mention.start : mention.end],)
            return Unread(f"“{words[0]}” is the title of several instruments: name its number.", words, mention.titles)
    known = [
        Mention(mention.start, mention.end, (catalog.english(mention.titles[0]) if asks else mention.titles[0],))
        for mention in mentions
        if mention.titles
    ]
    text, named, loose = _templated(question, known)
    period, text = period_in(text)
    return _Reader(text, named, loose, period, language).request()


def _templated(question: str, mentions: list[Mention]) -> tuple[str, list[_Named], str]:
    """The question in lower case with a placeholder for each target, the targets, and a provision of no instrument."""
    pieces: list[str] = []
    named: list[_Named] = []
    length = position = 0
    loose = ""
    for mention in mentions:
        start, end, provision = mention.start, mention.end, ""
        for match in _PROVISION.finditer(question, position, start):
            if _JOINS.match(question[match.end() : start]):
                start, provision = match.start(), _path(match)
                break
        after = _PROVISION.match(question[end:].lstrip(" ,"))
        number = _BARE_NUMBER.match(question[end:])
        if not provision and after is not None:
            provision, end = _path(after), end + (len(question[end:]) - len(question[end:].lstrip(" ,"))) + after.end()
        elif not provision and number is not None:
            provision, end = number[1], end + number.end()
        before = question[position:start].lower()
        placeholder = f"⟨{len(named)}⟩"
        pieces += [before, placeholder]
        length += len(before)
        named.append(_Named(Target(mention.titles[0], provision), length, length + len(placeholder)))
        length += len(placeholder)
        position = end
    rest = question[position:]
    alone = _PROVISION.search(question) if not any(one.target.provision for one in named) else None
    if alone is not None:
        loose = _path(alone)
    return "".join([*pieces, rest.lower()]), named, loose


def _path(match: re.Match[str]) -> str:
    if match[4]:
        kind = {"partie": "PART", "part": "PART"}.get(match[4].lower(), "SCHEDULE")
        return f"{kind} {match[5]}"
    return next(group for group in match.groups()[:3] if group)


class _Reader:
    """One question, with its placeholders."""

    def __init__(self, text: str, named: list[_Named], loose: str, period: Period | None, language: str) -> None:
        self.text = text
        self.named = named
        self.loose = loose
        self.period = period
        self.language = language
        self.cues = cues(text, language)
        self.kinds = self._kinds()
        # "benefits under the Act" are no regulations: what is made under an act is named, or said to be made.
        self.cues = [cue for cue in self.cues if self.kinds or text[cue.start : cue.end] not in _BARE_UNDER]

    def request(self) -> Request | Unread | None:
        if not self.named:
            return self._of_no_instrument()
        special = self._of_one() if len(self.named) == 1 else self._of_both() or self._of_two()
        if special is not None:
            return special
        chains = self._chains()
        if not chains:
            return None
        return Request(
            self._asked(chains), tuple(chains), self.kinds, self.period, self.language,
            indirect=bool(_INDIRECT.search(self.text)),
        )  # fmt: skip

    def _of_no_instrument(self) -> Request | Unread | None:
        if self.cues and _MUTUAL.search(self.text):
            return Request(Asked.MUTUAL, kinds=self.kinds, language=self.language)
        if self.cues and _MOST.search(self.text):
            return self._most()
        if self.kinds and not self.cues and not self.loose and _REPEALED.search(self.text):
            return Request(Asked.NOT_IN_FORCE, kinds=self.kinds, language=self.language)
        if len(self.cues) == 1 and self.cues[0].form == "passive" and self.cues[0].relation == "AMENDS" and self.kinds:
            return Request(Asked.AMENDED, kinds=self.kinds, period=self.period, language=self.language)
        if self.loose and (self.cues or _SAY.search(self.text) or _REPEALED.search(self.text)):
            return Unread(f"Section {self.loose} of which act or regulation?", (self.loose,))
        if self.cues and _THIS.search(self.text):
            return Unread("Which act or regulation is meant?", (_THIS.findall(self.text)[0],))
        return self._definition()

    def _most(self) -> Request:
        cue = self.cues[0]
        match = _TOP.search(self.text)
        most = int(next(group for group in match.groups() if group)) if match is not None else 1
        incoming = cue.form == "passive" or (cue.form == "nouns" and " to" in self.text[cue.end : cue.end + 4])
        kinds = next((kinds for pattern, kinds in _KINDS if pattern.search(self.text)), ())
        return Request(
            Asked.MOST, chains=(), kinds=kinds, period=self.period, language=self.language, most=most,
            relation=cue.relation, indirect=not incoming,
        )  # fmt: skip

    def _definition(self) -> Request | None:
        match = _DEFINED.match(self.text)
        if match is None or self.cues:
            return None
        chains = (Chain(self.named[0].target, ()),) if self.named else ()
        return Request(Asked.DEFINITION, chains, language=self.language, term=match["term"].strip())

    def _of_one(self) -> Request | None:
        target = self.named[0].target
        alone = (Chain(target, ()),)
        if _ENABLING.search(self.text):
            return Request(Asked.LIST, (Chain(target, (Step("IMPLEMENTS", incoming=False),)),), language=self.language)
        if _MUTUAL.search(self.text) and self.cues:
            return Request(Asked.MUTUAL, alone, self.kinds, language=self.language)
        if _REPEALED.search(self.text) and not self.cues and not target.provision and self._asks_for_parts():
            return Request(Asked.REPEALED_PARTS, alone, language=self.language)
        if _IN_FORCE_SINCE.search(self.text) and not self.cues:
            return Request(Asked.SINCE, alone, language=self.language)
        if _REPEALED.search(self.text) and not self.cues:
            return Request(Asked.REPEALED, alone, language=self.language)
        if target.provision and _CHANGED.search(self.text):
            return Request(Asked.HISTORY, alone, period=self.period, language=self.language)
        if (
            target.provision
            and not self.cues
            and (_SAY.search(self.text) or self.period is not None or _BARE.fullmatch(self.text))
        ):
            return Request(Asked.TEXT, alone, period=self.period, language=self.language)
        if target.provision.startswith("PART") and not self.cues and _WITHIN.search(self.text):
            return Request(Asked.SECTIONS, alone, ("Section",), language=self.language)
        if not self.cues and not target.provision and _BETWEEN.search(self.text):
            return Request(Asked.BETWEEN, alone, self.kinds, language=self.language)
        if not self.cues and _HAS_SECTIONS.search(self.text) and _ASKS.search(self.text) and not target.provision:
            asked = Asked.COUNT if _COUNT.search(self.text) else Asked.SECTIONS
            return Request(asked, alone, ("Section",), language=self.language)
        if not self.cues:
            return self._definition() or self._regulations_of(target)
        return None

    def _asks_for_parts(self) -> bool:
        """Whether provisions of an instrument are asked for: "which sections of ⟨0⟩ were repealed"."""
        return _PARTS.search(self.text[: self.named[0].start]) is not None

    def _is_bare(self) -> bool:
        return (
            re.fullmatch(r"\s*(?:what is |show (?:me )?|read |give me )?(?:the )?⟨0⟩\s*[?.]?\s*", self.text) is not None
        )

    def _regulations_of(self, target: Target) -> Request | None:
        if not re.search(r"\b(?:regulations?|règlements?) (?:of|for|to|de|du)\b|⟨0⟩(?:’s|'s) regulations", self.text):
            return None
        step = Step("IMPLEMENTS", incoming=True)
        asked = Asked.COUNT if _COUNT.search(self.text) else Asked.LIST
        return Request(asked, (Chain(target, (step,)),), ("Regulation",), self.period, self.language)

    def _of_both(self) -> Request | None:
        """ "Do both ⟨0⟩ and ⟨1⟩ cite ⟨2⟩?": the relation of each to the last."""
        joined = _BOTH.search(self.text)
        if len(self.named) != 3 or joined is None or not self.cues or not joined.end() <= self.cues[0].start:
            return None
        first, second, third = (one.target for one in self.named)
        cue = self.cues[0]
        chain = Chain(third, (Step(cue.relation, incoming=not self._is_passive(cue)),))
        asked = Asked.YES_NO if _YES_NO.match(self.text) else Asked.PROVISIONS
        return Request(asked, (chain, Chain(first, ()), Chain(second, ())), (), self.period, self.language)

    def _of_two(self) -> Request | None:
        first, second = self.named[:2]
        if not self.cues and _BETWEEN.search(self.text):
            return Request(Asked.BETWEEN, (Chain(first.target, ()), Chain(second.target, ())), language=self.language)
        between = [cue for cue in self.cues if first.end <= cue.start and cue.end <= second.start]
        before = [cue for cue in self.cues if cue.end <= first.start]
        after = [cue for cue in self.cues if cue.start >= second.end]
        if not between and not before and after and _PARTS.search(self.text[: first.start]):
            chain = Chain(second.target, (self._after(after[0]),))
            chains = (chain, Chain(first.target, ()))
            return Request(Asked.PROVISIONS, chains, (), self.period, self.language)
        if not between or before or _BOTH.search(self.text):
            return None
        cue = between[-1]
        if after and cue.form == after[0].form == "active" and cue.relation == after[0].relation:
            both = Step(cue.relation, incoming=False)
            chains = (Chain(first.target, (both,)), Chain(second.target, (both,)))
            return Request(Asked.LIST, chains, self.kinds, self.period, self.language)
        chain = Chain(second.target, (Step(cue.relation, incoming=not self._is_passive(cue)),))
        if _OFTEN.search(self.text):
            asked = Asked.STRENGTH
        elif _PARTS.search(self.text[: first.start]) or _PARTS.search(self.text[second.end :]):
            asked = Asked.PROVISIONS
        elif _YES_NO.match(self.text) and not _ASKS.search(self.text):
            asked = Asked.YES_NO
        else:
            asked = Asked.PROVISIONS
        return Request(asked, (chain, Chain(first.target, ())), (), self.period, self.language)

    def _asked(self, chains: list[Chain]) -> Asked:
        relation = chains[0].steps[-1].relation
        if relation == "AMENDS" and _LAST.search(self.text):
            return Asked.LAST
        if _COUNT.search(self.text):
            return Asked.COUNT
        if _YES_NO.match(self.text) and not _ASKS.search(self.text):
            return Asked.YES_NO
        if relation == "CITES" and _PARTS.search(self.text) and len(chains) == 1 and len(chains[0].steps) == 1:
            return Asked.PROVISIONS
        return Asked.LIST

    def _chains(self) -> list[Chain]:
        """A chain for each target that a cue leads to; targets that are joined share the cues."""
        found: list[Chain] = []
        position = 0
        joined = bool(_BOTH.search(self.text))
        for number, one in enumerate(self.named):
            last = number == len(self.named) - 1
            before = [cue for cue in self.cues if position <= cue.start and cue.end <= one.start]
            after = [cue for cue in self.cues if cue.start >= one.end] if last or joined else []
            if joined:
                before = [cue for cue in self.cues if cue.end <= self.named[0].start]
            if joined and after:
                after = [cue for cue in after if cue.start >= self.named[-1].end]
            steps = [self._before(cue) for cue in reversed(before)] + [self._after(cue) for cue in after]
            if steps:
                found.append(Chain(one.target, tuple(steps)))
            position = one.end
        return found

    def _before(self, cue: Cue) -> Step:
        behind = self.text[cue.end :]
        if cue.form == "passive":
            return Step(cue.relation, incoming=not self._is_passive(cue))
        if cue.form == "nouns":
            outgoing = re.match(r"\s*(?:in|from|made by|made in|by|within|dans)\b", behind)
            return Step(cue.relation, incoming=outgoing is None)
        return Step(cue.relation, incoming=True)

    def _after(self, cue: Cue) -> Step:
        if cue.form == "passive":
            return Step(cue.relation, incoming=True)
        if cue.form == "nouns":
            return Step(cue.relation, incoming=cue.relation != "CITES")
        if re.match(r"\s+(?:it|them|la|le|les)\b", self.text[cue.end :]):
            return Step(cue.relation, incoming=True)
        return Step(cue.relation, incoming=cue.form == "under")

    def _is_passive(self, cue: Cue) -> bool:
        """Whether what follows a participle is its agent ("cited by", "amended in") or its object."""
        return cue.form == "passive" and _AGENT.match(self.text[cue.end :]) is not None

    def _kinds(self) -> tuple[str, ...]:
        """The kind of instrument that the question asks for: the first noun before anything that is named."""
        head = self.text[: self.named[0].start] if self.named else self.text
        if self.cues and self.cues[0].end <= len(head):
            head = head[: self.cues[0].start] or head
        found = [(match.start(), kinds) for pattern, kinds in _KINDS if (match := pattern.search(head)) is not None]
        both = re.search(r"\b(?:acts? (?:and|or) regulations?|regulations? (?:and|or) acts?)\b", head)
        return () if both or not found else min(found)[1]
