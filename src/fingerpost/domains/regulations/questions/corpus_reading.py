"""Questions about the corpus as a whole, and what all questions about law have in common."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.domains.regulations.questions.chains import is_passive
from fingerpost.domains.regulations.questions.clauses import NEGATION, NUMBER_WORDS, bound_in, in_force_in, latest_in
from fingerpost.domains.regulations.questions.cues import Cue, cues
from fingerpost.domains.regulations.questions.dates import Dates
from fingerpost.domains.regulations.questions.misread import residue
from fingerpost.domains.regulations.questions.patterns import (
    ALL,
    ALL_OF_SORT,
    ANY_KIND,
    ASKS,
    BARE_UNDER,
    BE,
    BY_CITING,
    CORPUS,
    COUNT,
    COUNTED,
    DEFINED,
    DEFINES,
    DEFINITIONS,
    DOCUMENTS,
    EACH,
    ENABLING,
    EXTREME,
    HUBS,
    KINDS,
    MOST,
    MOST_REGULATIONS,
    MUTUAL,
    NONE,
    OF_ANY,
    OFTEN_BEHIND,
    OLDEST,
    OTHERS,
    REGISTERED,
    REPEALED,
    REPEALING,
    SAY,
    SORT,
    SUPERLATIVE,
    THIS,
    TOP,
    TWO_TERMS,
    WITH_REGULATIONS,
    WITHOUT_REGULATIONS,
)
from fingerpost.domains.regulations.questions.request import Asked, Bound, Chain, Period, Request, Unread
from fingerpost.domains.regulations.questions.template import PROVISION, Named


class CorpusReader:
    """One question, with its placeholders; reads it where it names no instrument."""

    def __init__(self, text: str, named: list[Named], loose: str, dates: Dates, language: str) -> None:
        self._whole = text
        self.strength, text = bound_in(text)
        self.text = text
        self.named = named
        self.loose = loose
        self.period = dates.period
        self.at = dates.at
        self.registered = dates.registered
        self.language = language
        self.amended: Period | None = None
        self.unamended: Period | None = None
        self.in_force: bool | None = None
        self.latest = False
        self.cues = joined(cues(text, language), text)
        self.sort = ""
        self.kinds = self._kinds()
        # "benefits under the Act" are no regulations: what is made under an act is named, or said to be made.
        if not named and not self.cues:
            self.period, self.registered = self.period or self.registered, None
        self.cues = [
            cue
            for cue in self.cues
            if self.kinds or text[cue.start : cue.end] not in BARE_UNDER or _MADE.search(text[: cue.start])
        ]

    def of_corpus(self) -> Request | Unread | None:
        if self.cues and MUTUAL.search(self.text):
            if (most := SUPERLATIVE.search(self.text)) is not None:
                return Unread(f"What “{most[0]}” asks for here is not understood.", (most[0],))
            return Request(Asked.MUTUAL, kinds=self.kinds, language=self.language)
        found, left = latest_in(self.text)
        least = _LEAST.search(self.text) if self.cues else None
        if least is not None:
            return Unread(f"Ask for the most: the “{least[0]}” are not ranked.", (least[0],))
        if self._amending_most():
            return Unread("Ask what one of them amended: which of them amended the most is not counted.")
        any_kind = self.kinds or ANY_KIND.search(self.text) is not None
        if found and any_kind and not cues(left, self.language) and not re.search(r"\bwhen\b|\bquand\b", self.text):
            several = _SEVERAL if _MANY.search(self.text) else 1
            return Request(
                Asked.ALL, kinds=self.kinds, period=self.period, language=self.language, latest=True,
                most=self.number(several),
            )  # fmt: skip
        if self.cues and COUNT.search(self.text) and EACH.search(self.text):
            return self._of_each()
        if self.cues and (MOST.search(self.text) or self.strength is not None):
            return self._most()
        if self._cites_any():
            return replace(self._most(), strength=Bound(above=0))
        if self.strength is not None and self.kinds == ("Regulation",) and ENABLING.search(self._whole):
            return Request(
                Asked.MOST, kinds=self.kinds, language=self.language, relation="IMPLEMENTS", indirect=True,
                strength=self.strength,
            )  # fmt: skip
        if not self.cues and self.kinds == ("Act",) and MOST_REGULATIONS.search(self.text):
            return Request(
                Asked.MOST, kinds=self.kinds, language=self.language, most=self.number(), relation="IMPLEMENTS",
                other="Regulation",
            )  # fmt: skip
        under = all(cue.relation == "IMPLEMENTS" for cue in self.cues)
        if under and self.kinds == ("Act",) and WITH_REGULATIONS.search(self.text) and not NONE.search(self.text):
            return Request(
                Asked.MOST, kinds=self.kinds, language=self.language, relation="IMPLEMENTS", other="Regulation",
                strength=Bound(above=0),
            )  # fmt: skip
        readers = (self._by_date, self._counted, self._all, self._registered, self._hubs, self._none)
        read: Request | Unread | None = None
        for reader in readers:
            read = read or reader()
        if read is not None:
            return read
        if not self.cues and REPEALING.search(self.text):
            return Unread("Ask what repeals one instrument, or what one instrument repeals.")
        of_any = self.kinds or (ANY_KIND.search(self.text) is not None and ASKS.match(self.text.lstrip()) is not None)
        if of_any and not self.cues and not self.loose and REPEALED.search(self.text):
            holds, _ = in_force_in(self.text)
            if holds and NEGATION.search(self.text) is None:
                return Request(Asked.ALL, kinds=self.kinds, language=self.language, in_force=True)
            return Request(Asked.NOT_IN_FORCE, kinds=self.kinds, language=self.language)
        if self.is_amended() and (self.kinds or self.period is not None):
            asked = Asked.UNAMENDED if NEGATION.search(self.text) else Asked.AMENDED
            return Request(
                asked, kinds=self.kinds, period=self.period, language=self.language, registered=self.registered
            )
        if self.registered is not None and self.cues:
            return Unread("What was registered then is not understood together with the rest of this question.")
        alone = not residue(_TO_READ.sub(" ", PROVISION.sub(" ", self.text)), ())
        if self.loose and (self.cues or SAY.search(self.text) or REPEALED.search(self.text) or alone):
            return Unread(f"Section {self.loose} of which act or regulation?", (self.loose,))
        if self.cues and THIS.search(self.text):
            return Unread("Which act or regulation is meant?", (THIS.findall(self.text)[0],))
        return self.definition()

    def _amending_most(self) -> bool:
        """ "Which act amended the most documents": of those that amend, and not of what is amended."""
        cue = self.cues[0] if len(self.cues) == 1 and self.cues[0].relation == "AMENDS" else None
        if cue is None or cue.form == "nouns" or MOST.search(self.text[cue.end :]) is None:
            return False
        return BE.search(self.text[: cue.start]) is None and OFTEN_BEHIND.match(self.text[cue.end :]) is None

    def _cites_any(self) -> bool:
        """ "Which acts cite regulations": those that stand in the relation to any."""
        [cue] = self.cues if len(self.cues) == 1 else [None]
        if cue is None or cue.relation != "CITES" or OF_ANY.match(self.text[cue.end :]) is None:
            return False
        return bool(self.kinds) and ASKS.match(self.text.lstrip()) is not None and COUNT.search(self.text) is None

    def is_amended(self) -> bool:
        """Whether the question asks for all that was amended."""
        if len(self.cues) != 1 or self.cues[0].relation != "AMENDS" or self.cues[0].form != "passive":
            return False
        return ASKS.match(self.text.lstrip()) is not None and not is_passive(self.cues[0], self.text)

    def _all(self) -> Request | None:
        """ "List all regulations": every document of a kind."""
        if self.cues or self.period is not None or not (ALL.match(self.text) or ALL_OF_SORT.match(self.text)):
            return None
        return Request(Asked.ALL, kinds=self.kinds, language=self.language)

    def _registered(self) -> Request | None:
        """ "Which regulations were registered in 2022": only they have such a date."""
        if self.cues or self.loose or self.period is None or self.kinds != ("Regulation",):
            return None
        if not REGISTERED.search(self.text) or not (ASKS.search(self.text) or _NOUN_FIRST.match(self.text)):
            return None
        return Request(Asked.ALL, kinds=self.kinds, period=self.period, language=self.language)

    def _by_date(self) -> Request | Unread | None:
        """The oldest or the newest of the regulations: only they have a date on which they came about."""
        found = EXTREME.search(self.text)
        if found is None or self.cues or self.loose or THIS.search(self.text) or NEGATION.search(self.text):
            return None
        if self.kinds != ("Regulation",):
            return Unread("This corpus has the dates on which regulations were registered, and no others of that kind.")
        latest = OLDEST.search(found[0]) is None
        return Request(
            Asked.BY_DATE, kinds=self.kinds, period=self.period, language=self.language, most=self.number(),
            latest=latest,
        )  # fmt: skip

    def _none(self) -> Request | None:
        """What stands in no relation: "which acts have no regulations", "which acts are cited by no regulation"."""
        any_kind = ANY_KIND.search(self.text[: self.cues[0].start]) if self.cues else None
        if not (self.kinds or any_kind) or self.period is not None or not ASKS.match(self.text.lstrip()):
            return None
        if WITHOUT_REGULATIONS.search(self.text) and self.kinds == ("Act",):
            return Request(
                Asked.NONE, kinds=self.kinds, language=self.language, relation="IMPLEMENTS", other="Regulation"
            )
        if len(self.cues) != 1 or self.cues[0].relation == "AMENDS" or not NONE.search(self.text):
            return None
        cue, others = self.cues[0], OTHERS.search(self.text)
        by_none = (
            others is not None and others.end() <= cue.start and cue.form == "active"
        )  # "which acts does no act cite"
        other = next((kinds[0] for pattern, kinds in KINDS if others and pattern.search(others["kind"])), "")
        return Request(
            Asked.NONE, kinds=self.kinds, language=self.language, relation=cue.relation,
            indirect=cue.form != "passive" and not by_none, other=other,
        )  # fmt: skip

    def _hubs(self) -> Request | None:
        """The instruments that most others cite."""
        if self.cues or not HUBS.search(self.text):
            return None
        match = re.search(r"\b\d{1,3}\b", self.text)
        return Request(Asked.MOST, kinds=self.kinds, language=self.language, most=int(match[0]) if match else 10)

    def _counted(self) -> Request | None:
        """How many documents or provisions the corpus has."""
        match = CORPUS.match(self.text)
        if match is None or self.cues or self.loose or self.period is not None:
            return None
        what = match["what"]
        codes = {code for word, code in _LANGUAGES.items() if word in match[0]}
        if len(codes) > 1:
            return None  # the statistics count a text in both languages once
        language = next(iter(codes), "")
        where = _LANGUAGE.sub(" ", match["where"] or "")
        labels = tuple(label for pattern, label in COUNTED if pattern.search(what))
        rest = _LANGUAGE.sub(" ", f"{what} {where}")
        for pattern, _ in COUNTED:
            rest = pattern.sub(" ", rest)
        if re.sub(_PLAIN, "", rest):
            return None
        if not labels and COUNT.search(self.text):
            return None
        return Request(Asked.STATISTICS, kinds=labels, language=self.language, term=language)

    def _of_each(self) -> Request | Unread:
        """How many stand in a relation to each of a kind."""
        each, cue = EACH.search(self.text), self.cues[0]
        assert each is not None
        kinds, counted = first_kind(each["kind"]), first_kind(self.text[: each.start()])
        before = cue.start < each.start()
        incoming = before != (cue.form == "passive") if cue.relation != "AMENDS" else True
        if cue.form == "nouns" and cue.relation != "AMENDS":
            return Unread("Ask how many cite each of them, or how many each of them cites.")
        return Request(
            Asked.MOST, kinds=kinds, period=self.period, language=self.language, most=_EACH, relation=cue.relation,
            indirect=not incoming, strength=self.strength, other=counted[0] if counted else "",
        )  # fmt: skip

    def _most(self) -> Request:
        cue = self.cues[0]
        incoming = (
            cue.form == "passive"
            or (cue.form == "under" and self.kinds == ("Act",))
            or BY_CITING.search(self.text) is not None
            or (cue.form == "nouns" and _OUTWARD.search(self.text) is None)
        )
        behind = first_kind(self._whole[cue.end :])
        kinds, other = self.kinds, behind[0] if behind else ""
        if cue.form == "under" and kinds == ("Act",):  # "under which act have the most regulations been made"
            other = "Regulation"
        if not kinds and cue.form == "passive" and not is_passive(cue, self.text):  # "the most cited acts"
            kinds, other = behind, ""
        return Request(
            Asked.MOST, chains=(), kinds=kinds, period=self.period, language=self.language,
            most=self.number(_SEVERAL if _MANY.search(self.text) else 1), relation=cue.relation,
            indirect=not incoming, strength=self.strength, other=other,
            sort="document" if not kinds and DOCUMENTS.search(self.text[: cue.start]) else "",
        )  # fmt: skip

    def number(self, unsaid: int = 1) -> int:
        """How many of the most are wanted."""
        match = TOP.search(self.text)
        if match is None:
            return unsaid
        said = next(group for group in match.groups() if group)
        return NUMBER_WORDS.get(said) or int(said)

    def definition(self) -> Request | None:
        if self.cues:
            return None
        chains = tuple(Chain(one.target, ()) for one in self.named)
        two = TWO_TERMS.search(self.text)
        if two is not None:
            terms = [group.strip() for group in two.groups() if group]
            return Request(Asked.DEFINITION, chains, language=self.language, term=terms[0], versus=terms[1])
        defines = DEFINES.match(self.text)
        match = DEFINED.match(self.text)
        found = defines or match
        term = next(filter(None, found.groupdict().values()), None) if found is not None else None
        if term is not None and "⟨" not in term:
            kinds = self.kinds if defines is not None and defines["which"] and not chains else ()
            english = defines is not None and defines["translated"] and _FROM_FRENCH.match(self.text) is not None
            return Request(
                Asked.DEFINITION, chains, kinds, language=self.language, term=term.strip(), translated=bool(english)
            )
        if chains and DEFINITIONS.search(self.text):
            return Request(Asked.DEFINITIONS, chains, language=self.language)
        return None

    def _kinds(self) -> tuple[str, ...]:
        """The kind of instrument that the question asks for: the first noun before anything that is named."""
        head = self.text[: self.named[0].start] if self.named else self.text
        if self.cues and self.cues[0].end <= len(head):
            head = head[: self.cues[0].start] or head
        if _BOTH.search(head):
            return ()
        kinds = {match[0] for pattern, _ in KINDS for match in pattern.finditer(head)}
        if len(kinds) == 1 and SORT.fullmatch(kind := kinds.pop()):
            self.sort = _SORTS.get(kind.removesuffix("s"), kind.removesuffix("s"))
        return first_kind(head)


_LEAST = re.compile(r"\b(?:fewest|least|lowest number of|smallest number of)\b")
_TO_READ = re.compile(r"\b(?:explain|interpret|clarify|summari[sz]e|describe|please|explique[rz]?)\b")
_FROM_FRENCH = re.compile(r"^\s*(?:what is |what's )?(?:the )?english\b")
_NOUN_FIRST = re.compile(r"\s*(?:(?:all|any|the|number of) )*(?:regulations?|regs?|orders?|proclamations?)\b")
_MADE = re.compile(r"\b(?:regulations?|regs?|règlements?)\s*$")
_OUTWARD = re.compile(
    r"\boutgoing\b|\bmak(?:e|es|ing)\b|\bcontain(?:s|ing)?\b"
    r"|(?:citation|reference|mention)s? (?:to|of) (?:other |any |different )*"
    r"(?:acts|laws|statutes|regulations|instruments)\b"
)
"""A number of citations that instruments make, and not of those that others make of them."""
_MANY = re.compile(
    r"^(?:(?!\b(?:act|law|statute|regulation|instrument|document|loi|règlement)\b).)*?"
    r"\b(?:acts|laws|statutes|regulations|instruments|documents|lois|règlements)\b"
)
"""The first noun for law is plural: several are asked for."""
_SEVERAL = 10
_EACH = 10_000
"""All of a kind, where a number is asked for of each."""
_LANGUAGES = {"french": "fr", "english": "en", "français": "fr", "anglais": "en"}
_LANGUAGE = re.compile(r"\b(?:french|english|français(?:es?)?|anglais(?:es?)?)\b")
_PLAIN = (
    r"\b(?:and|or|the|this|your|all|et|les|about|on|of|for|in|en|how|many|corpus|database|collection|graph|base|data|"
    r"different|here)\b|[ ,?.]"
)
"""Words of a question for numbers that say nothing of what is counted."""
_SORTS = {"décret": "order"}
"""Sorts of regulations by the words of their English titles."""
_BOTH = re.compile(
    r"\b(?:acts?|statutes?|laws?) (?:and|or) (?:the |which |what )?reg(?:ulation)?s?\b"
    r"|\breg(?:ulation)?s? (?:and|or) (?:the |which |what )?(?:acts?|statutes?|laws?)\b"
    r"|\blois? (?:et|ou) (?:les |quels )?règlements?\b|\brèglements? (?:et|ou) (?:les |quelles )?lois?\b"
)
_JOINS = re.compile(r"\s*(?:,|/|or|and|ou|et|and/or)\s*(?:to\s+)?")


def joined(found: list[Cue], text: str) -> list[Cue]:
    """Words for one relation that are joined ("cite or mention") are one."""
    kept: list[Cue] = []
    for cue in found:
        last = kept[-1] if kept else None
        if last is not None and last.relation == cue.relation and _JOINS.fullmatch(text[last.end : cue.start]):
            kept[-1] = replace(cue, start=last.start)
        else:
            kept.append(cue)
    return kept


def first_kind(text: str) -> tuple[str, ...]:
    """The kind of instrument that is said first, if any is."""
    found = [(match.start(), kinds) for pattern, kinds in KINDS if (match := pattern.search(text)) is not None]
    return min(found)[1] if found else ()
