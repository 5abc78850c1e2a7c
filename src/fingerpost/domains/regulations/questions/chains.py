"""Which way relations lead, and the chains of relations that a question names.

A relation leads by the form of its word and its place before or after what is named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fingerpost.domains.regulations.questions.clauses import NEGATION
from fingerpost.domains.regulations.questions.cues import Cue
from fingerpost.domains.regulations.questions.patterns import AGENT, BOTH, BY_IT, IT, JOINED, KINDS, LEFT_OUT, QUE
from fingerpost.domains.regulations.questions.request import Chain, Step
from fingerpost.domains.regulations.questions.template import Named

_MANY: Final = re.compile(r"\bquel(?:le)?s\s+\w+\s*$")
_HAS: Final = re.compile(r"\b(?:has|have|had) (?:the )?⟨\d⟩\s+(?:(?:ever|also|already|since)\s+)?$")
_ASKS_WHETHER: Final = re.compile(r"\s*(?:(?:when|how|why|how often)\s+)?(?:has|have|had)\b")
_OBJECT: Final = re.compile(
    r"⟨\d⟩|\b(?:acts?|laws?|statutes?|regulations?|instruments?|anything|any|lois?|règlements?)\b"
)
_DID: Final = re.compile(r"\b(?:what|which)\b.*\b(?:did|does|do) (?:the )?⟨\d⟩\s*$")
"""Before a noun that is a verb here: "what did ⟨0⟩ change"."""


def is_passive(cue: Cue, text: str) -> bool:
    """Whether what follows a participle is its agent ("cited by", "amended in") or its object."""
    return cue.form == "passive" and AGENT.match(text[cue.end :]) is not None and not _is_perfect(cue, text)


def _is_perfect(cue: Cue, text: str) -> bool:
    """Whether a participle is what an instrument has done: "which acts has ⟨0⟩ amended"."""
    if cue.form != "passive" or _HAS.search(text[: cue.start]) is None:
        return False
    return _ASKS_WHETHER.match(text) is None or _OBJECT.search(text[cue.end :]) is not None  # "has ⟨0⟩ changed" itself


def before_target(cue: Cue, text: str, language: str) -> Step:
    """The relation of a word before an instrument: "citing ⟨0⟩", "cited by ⟨0⟩", "amendments to ⟨0⟩"."""
    if cue.form == "passive":
        return Step(cue.relation, incoming=not is_passive(cue, text))
    if cue.form == "nouns":
        outgoing = re.match(r"\s*(?:in|from|made by|made in|by|within|dans)\b", text[cue.end :])
        return Step(cue.relation, incoming=outgoing is None)
    if cue.form == "enabling":
        return Step(cue.relation, incoming=False)
    verb = text[cue.start : cue.end].removeprefix("se ").split()[0]
    if (
        language == "fr"
        and cue.form == "active"
        and _MANY.search(text[: cue.start])
        and not verb.endswith(("ent", "ant", "ont"))
    ):
        return Step(cue.relation, incoming=False)  # "quelles lois cite ⟨0⟩": the verb is that of the one that is named
    asks_object = language == "fr" and QUE.search(text[: cue.start]) is not None
    return Step(cue.relation, incoming=not asks_object)


def after_target(cue: Cue, text: str) -> Step:
    """The relation of a word after an instrument: "does ⟨0⟩ cite", "is ⟨0⟩ cited"."""
    if _is_perfect(cue, text):
        return Step(cue.relation, incoming=False)
    if cue.form in ("passive", "enabling"):
        return Step(cue.relation, incoming=True)
    if cue.form == "nouns":
        return Step(cue.relation, incoming=cue.relation != "CITES" and _DID.search(text[: cue.start]) is None)
    if re.match(r"\s+(?:it|them|la|le|les)\b", text[cue.end :]):
        return Step(cue.relation, incoming=True)
    asks_for_authority = not text[cue.end :].strip(" ?.")  # "which law was ⟨0⟩ made under"
    return Step(cue.relation, incoming=cue.form == "under" and not asks_for_authority)


_RELATIVE: Final = re.compile(r"\b(?:that|which|what|que|qu[’'])\s*(?:the |la |le |l[’'])?$")
"""Before an instrument whose relation says what is meant: "the acts that ⟨0⟩ cites"."""


@dataclass(frozen=True, slots=True)
class Chains:
    """The chains of a question. Its answer's own noun stands before the character `head`."""

    found: list[Chain]
    head: int | None = None


def chains_of(text: str, named: Sequence[Named], cues: Sequence[Cue], language: str) -> Chains:
    """A chain for each target that a cue leads to; targets that are joined share the cues."""
    found: list[Chain] = []
    head: int | None = None
    position = 0
    both = BOTH.search(text)
    joined = both is not None
    for number, one in enumerate(named):
        if found and LEFT_OUT.match(text[position : one.start]):
            found.append(Chain(one.target, found[-1].steps, negated=True))
            position = one.end
            continue
        last = number == len(named) - 1
        before = [cue for cue in cues if position <= cue.start and cue.end <= one.start]
        after = [cue for cue in cues if cue.start >= one.end] if last or joined else []
        if joined:
            before = [cue for cue in cues if cue.end <= named[0].start]
        if joined and after:
            after = [cue for cue in after if cue.start >= named[-1].end]
        negated = NEGATION.search(text[position : one.start]) is not None and bool(before)
        by_it = [cue for cue in after if before and BY_IT.match(text[cue.end :])]  # "but are not cited by it"
        of_it = [cue for cue in after if before and (IT.match(text[cue.end :]) or cue in by_it)]
        said_again = {  # "and what changed it"
            cue
            for at, cue in enumerate(after)
            if IT.match(text[cue.end :]) and any(one.relation == cue.relation for one in after[:at])
        }
        after = [cue for cue in after if cue not in of_it and cue not in said_again]
        if len(before) == 2 and not after and JOINED.fullmatch(text[before[0].end : before[1].start]):
            found += [Chain(one.target, (before_target(cue, text, language),)) for cue in before]
            position = one.end
            continue
        steps, within = _steps(text, before, after, (position, one.start), language)
        head = within if number == 0 else head
        if steps:
            found.append(Chain(one.target, tuple(steps), negated=negated))
        for cue in of_it:
            left_out = NEGATION.search(text[one.end : cue.start]) is not None
            found.append(Chain(one.target, (Step(cue.relation, incoming=cue not in by_it),), negated=left_out))
        position = one.end
    if both is not None and both["join"] in ("or", "ou") and len({chain.steps for chain in found}) == 1:
        first, *others = found
        found = [Chain(first.target, first.steps, tuple(other.target for other in others), first.negated)]
    return Chains(found, head)


def through(chains: Sequence[Chain], said: re.Match[str] | None) -> tuple[Chain, ...]:
    """Chains of one step with the kind of the intermediate, if words for an indirect relation name it."""
    kind = next((kinds[0] for pattern, kinds in KINDS if said is not None and pattern.search(said["kind"] or "")), "")
    if not kind or any(len(chain.steps) != 1 for chain in chains):
        return tuple(chains)
    return tuple(replace(chain, steps=(replace(chain.steps[0], kind=kind),)) for chain in chains)


def _steps(
    text: str, before: Sequence[Cue], after: Sequence[Cue], span: tuple[int, int], language: str
) -> tuple[list[Step], int | None]:
    """The steps from a target outwards, with the kinds of what lies between; and where the answer's own noun ends.

    `span` is what stands before the target, from the one before.
    """
    starts = [span[0], *(cue.end for cue in before)]
    kinds = [_last_kind(text, start, cue.start) for start, cue in zip(starts, before, strict=False)]
    steps = [before_target(cue, text, language) for cue in before]
    later = [after_target(cue, text) for cue in after]
    if before and later and _RELATIVE.search(text[before[-1].end : span[1]]):
        kind, _ = _last_kind(text, before[-1].end, span[1])
        inner = replace(later[0], kind=kind)
        return [inner, *_kept(steps, kinds, later[1:])], None
    head = kinds[0][1] if kinds and later else None
    return _kept(steps, kinds, later), head


def _kept(steps: Sequence[Step], kinds: Sequence[tuple[str, int]], later: Sequence[Step]) -> list[Step]:
    """Steps before a target and after it, the nearest first; the last leads to the answer, whose kind is its own."""
    between = [replace(step, kind=kind) for step, (kind, _) in zip(steps, kinds, strict=True)][::-1]
    found = [*between, *later]
    return [*found[:-1], replace(found[-1], kind="")] if found else []


def _last_kind(text: str, start: int, end: int) -> tuple[str, int]:
    """The label of the kind of instrument that is said last in a stretch, and where its noun begins."""
    found = [(match.start(), kinds[0]) for pattern, kinds in KINDS for match in pattern.finditer(text, start, end)]
    at, kind = max(found, default=(start, ""))
    return kind, at
