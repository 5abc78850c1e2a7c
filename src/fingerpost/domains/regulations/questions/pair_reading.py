"""Questions about two or three instruments: what one is to the other, and what both are to a third."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.regulations.questions.catalog import AMENDMENT
from fingerpost.domains.regulations.questions.chains import after_target, is_passive
from fingerpost.domains.regulations.questions.corpus_reading import CorpusReader, first_kind
from fingerpost.domains.regulations.questions.patterns import (
    ANY_PART,
    ASKS,
    BE,
    BETWEEN,
    BOTH,
    BY_WHICH,
    COMPARE,
    COMPARED,
    COUNT,
    DEFINED,
    FROM_TO,
    IN_COMMON,
    MUTUAL,
    OF_WHOLE_ACTS,
    OFTEN,
    ONLY_ONE,
    PARTS,
    PARTS_OF,
    REPEALED,
    REPEALED_BY,
    REPEALED_BY_ONE,
    THAT,
    THAT_DOES_NOT,
    WITHIN_OTHER,
    YES_NO,
)
from fingerpost.domains.regulations.questions.request import Asked, Chain, Request, Step, Unread

_WHEN: Final = re.compile(r"^\s*(?:when|quand)\b(?! did an?\b)")


class PairReader(CorpusReader):
    """One question, with its placeholders; reads it where it names two or three instruments."""

    def repealed_kinds(self) -> tuple[str, ...]:
        """The labels of what was repealed: provisions of any kind, or sections."""
        return () if ANY_PART.search(self.text[: self.named[0].start]) else ("Section",)

    def most_parts(self, relation: str) -> Request:
        """The sections of an instrument that others cite or amended most, or more often than a number."""
        chain = Chain(self.named[0].target, (Step(relation, incoming=True),))
        return Request(
            Asked.MOST_PARTS, (chain,), (), self.period, self.language, most=self.number(), strength=self.strength
        )

    def asks_for_parts(self) -> bool:
        """Whether provisions of an instrument are asked for: "which sections of ⟨0⟩ were repealed"."""
        counted = COUNT.search(self.text) is not None  # "⟨0⟩: how many repealed sections"
        return PARTS.search(self.text if counted else self.text[: self.named[0].start]) is not None

    def is_amended_here(self) -> bool:
        """ "Which sections of ⟨0⟩ were amended": with nothing else, and no instrument that did it."""
        [cue] = self.cues if len(self.cues) == 1 else [None]
        if cue is None or cue.relation != "AMENDS" or cue.form != "passive" or cue.start < self.named[0].end:
            return False
        return not is_passive(cue, self.text)

    def amending_kinds(self) -> tuple[str, ...]:
        """The kind of the amending instrument, if stated: "which acts amended ⟨0⟩", "by which act was ⟨0⟩ amended"."""
        cue = next(cue for cue in self.cues if cue.relation == "AMENDS")
        before = self.text[: cue.start]
        if len(self.cues) > 1 and _WHEN.match(before):  # "when were the acts that cite ⟨0⟩ amended"
            return ()
        amends = cue.form != "nouns" and BE.search(before) is None
        return first_kind(before) if amends or is_passive(cue, self.text) or BY_WHICH.match(before) else ()

    def of_repeals(self) -> Request | Unread | None:
        """ "Which regulations were repealed by ⟨0⟩": what the texts that are gone say."""
        target = self.named[0].target
        if self.cues or not REPEALED.search(self.text):
            return None
        if REPEALED_BY_ONE.search(self.text) and ASKS.search(self.text) and not PARTS.search(self.text):
            chains = (Chain(target, ()),)
            return Request(Asked.NOT_IN_FORCE, chains, self.kinds, self.period, self.language)
        if target.title.label == AMENDMENT:
            return Unread(
                f"The text of {target.title.title} is not in this corpus: whether it is in force is not known."
            )
        return None

    def of_own_parts(self) -> Request | None:
        """ "Which sections of ⟨0⟩ cite regulations": its provisions, and not those that it cites."""
        one, [cue] = self.named[0], self.cues if len(self.cues) == 1 else [None]
        if cue is None or cue.relation != "CITES" or cue.form != "active" or cue.start < one.end:
            return None
        if PARTS_OF.search(self.text[: one.start]) is None or THAT.fullmatch(self.text[one.end : cue.start]) is None:
            return None
        chain = Chain(one.target, (Step("CITES", incoming=False),))
        kinds = first_kind(self.text[cue.end :])
        return Request(Asked.CITING_PARTS, (chain,), kinds, self.period, self.language)

    def of_both(self) -> Request | None:
        """ "Do both ⟨0⟩ and ⟨1⟩ cite ⟨2⟩?": the relation of each to the last; or of sections of the first to each."""
        joined = BOTH.search(self.text)
        if len(self.named) != 3 or joined is None or not self.cues:
            return None
        first, second, third = (one.target for one in self.named)
        if joined.start() >= self.cues[-1].end:
            if YES_NO.match(self.text) and len(self.cues) == 1 and is_passive(self.cues[0], self.text):
                if self.named[0].end > self.cues[0].start or joined["join"] in ("or", "ou"):
                    return None
                step = Step(self.cues[0].relation, incoming=True)
                chains = (Chain(first, (step,)), Chain(second, ()), Chain(third, ()))
                return Request(Asked.YES_NO, chains, (), self.period, self.language)
            cue = self.cues[0]
            between = self.named[0].end <= cue.start and cue.end <= self.named[1].start
            if YES_NO.match(self.text) and len(self.cues) == 1 and cue.form == "active" and between:
                if joined["join"] in ("or", "ou"):
                    return None
                chains = (Chain(first, (Step(cue.relation, incoming=False),)), Chain(second, ()), Chain(third, ()))
                return Request(Asked.YES_NO, chains, (), self.period, self.language)
            cites = len(self.cues) == 1 and self.cues[0].relation == "CITES" and self.cues[0].form == "active"
            if not cites or joined["join"] in ("or", "ou") or PARTS_OF.search(self.text[: self.named[0].start]) is None:
                return None
            chain = Chain(first, (Step("CITES", incoming=False),))
            chains = (chain, Chain(second, ()), Chain(third, ()))
            return Request(Asked.CITING_PARTS, chains, ("Section",), self.period, self.language)
        if joined.end() > self.cues[0].start:
            return None
        cue = self.cues[0]
        chain = Chain(third, (Step(cue.relation, incoming=not is_passive(cue, self.text)),))
        asked = Asked.YES_NO if YES_NO.match(self.text) else Asked.PROVISIONS
        return Request(asked, (chain, Chain(first, ()), Chain(second, ())), (), self.period, self.language)

    def of_two(self) -> Request | Unread | None:
        first, second = self.named[:2]
        compared = COMPARED.search(self.text) if not self.cues and len(self.named) == 2 else None
        if compared is not None:
            chains = (Chain(first.target, ()), Chain(second.target, ()))
            return Request(
                Asked.DEFINITION, chains, language=self.language, term=(compared["term"] or compared["means"]).strip()
            )
        if not self.cues and BETWEEN.search(self.text) is None and DEFINED.match(self.text):
            return self.definition()
        if not self.cues and REPEALED_BY.search(self.text) and PARTS.search(self.text[: first.start]):
            chains = (Chain(first.target, ()), Chain(second.target, ()))
            return Request(Asked.REPEALED_PARTS, chains, self.repealed_kinds(), self.period, self.language)
        if not self.cues and len(self.named) == 2 and YES_NO.match(self.text) and REPEALED_BY.search(self.text):
            by = (Chain(first.target, ()), Chain(second.target, ()))
            return Request(Asked.REPEALED, by, language=self.language, in_force=False)
        if THAT_DOES_NOT.search(self.text) and len(self.cues) == 1 and self.cues[0].form == "active":
            step = Step(self.cues[0].relation, incoming=False)
            chains = (Chain(first.target, (step,)), Chain(second.target, (step,), negated=True))
            return Request(Asked.LIST, chains, self.kinds, self.period, self.language)
        if self.cues and self.cues[0].relation == "CITES" and MUTUAL.search(self.text) and len(self.named) == 2:
            return Request(Asked.MUTUAL, (Chain(first.target, ()), Chain(second.target, ())), language=self.language)
        pair = (Chain(first.target, ()), Chain(second.target, ()))
        cites = bool(self.cues) and {cue.relation for cue in self.cues} == {"CITES"}
        if cites and len(self.named) == 2 and ONLY_ONE.search(self.text):
            return Request(Asked.BETWEEN, pair, language=self.language, apart=True)
        if not self.cues and (BETWEEN.search(self.text) or IN_COMMON.search(self.text)):
            return Request(Asked.BETWEEN, pair, language=self.language, apart=COMPARE.search(self.text) is not None)
        if cites and len(self.named) == 2 and IN_COMMON.search(self.text):
            step = Step("CITES", incoming=all(is_passive(cue, self.text) for cue in self.cues))
            chains = (Chain(first.target, (step,)), Chain(second.target, (step,)))
            kinds = self.kinds or first_kind(self.text)
            return Request(Asked.LIST, chains, kinds, self.period, self.language)
        between = [cue for cue in self.cues if first.end <= cue.start and cue.end <= second.start]
        before = [cue for cue in self.cues if cue.end <= first.start]
        after = [cue for cue in self.cues if cue.start >= second.end]
        if not between and not before and after and PARTS.search(self.text[: first.start]):
            chain = Chain(second.target, (after_target(after[0], self.text),))
            chains = (chain, Chain(first.target, ()))
            return Request(Asked.PROVISIONS, chains, (), self.period, self.language)
        if cites and len(self.named) == 2 and WITHIN_OTHER.search(self.text):
            chain = Chain(first.target, (Step("CITES", incoming=True),))
            often = COUNT.search(self.text) and not PARTS.search(self.text)
            asked = Asked.STRENGTH if often else Asked.YES_NO if YES_NO.match(self.text) else Asked.PROVISIONS
            return Request(asked, (chain, Chain(second.target, ())), (), self.period, self.language)
        if before and before[-1].form == "nouns" and FROM_TO.search(self.text):
            chain = Chain(second.target, (Step(before[-1].relation, incoming=True),))
            asked = Asked.YES_NO if YES_NO.match(self.text) else Asked.PROVISIONS
            return Request(asked, (chain, Chain(first.target, ())), (), self.period, self.language)
        if not between or before or BOTH.search(self.text):
            return None
        cue = between[-1]
        if after and cue.form == after[0].form == "active" and cue.relation == after[0].relation:
            both = Step(cue.relation, incoming=False)
            chains = (Chain(first.target, (both,)), Chain(second.target, (both,)))
            return Request(Asked.LIST, chains, self.kinds, self.period, self.language)
        if cue.relation == "IMPLEMENTS" and (first.target.provision or second.target.provision):
            return Unread(OF_WHOLE_ACTS)
        if cue.relation != "CITES" and OFTEN.search(self.text):
            return Unread("How often is known only for citations.")
        incoming = cue.form != "enabling" and not is_passive(cue, self.text)
        if cue.relation == "AMENDS" and incoming:  # the amendments are those of the one that amends
            first, second, incoming = second, first, False
        chain = Chain(second.target, (Step(cue.relation, incoming=incoming),))
        if OFTEN.search(self.text):
            asked = Asked.STRENGTH
        elif PARTS.search(self.text[: first.start]) or PARTS.search(self.text[second.end :]):
            asked = Asked.PROVISIONS
        elif YES_NO.match(self.text) and not ASKS.search(self.text):
            asked = Asked.YES_NO
        else:
            asked = Asked.PROVISIONS
        return Request(asked, (chain, Chain(first.target, ())), (), self.period, self.language)
