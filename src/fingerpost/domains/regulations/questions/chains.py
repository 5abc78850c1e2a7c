"""The chains of relations that a question names, and what each set between its instruments and its answer is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fingerpost.domains.regulations.questions.clauses import NEGATION
from fingerpost.domains.regulations.questions.cues import Cue
from fingerpost.domains.regulations.questions.directions import after_target, before_target
from fingerpost.domains.regulations.questions.patterns import BOTH, BY_IT, IT, JOINED, KINDS, LEFT_OUT
from fingerpost.domains.regulations.questions.request import Chain, Step
from fingerpost.domains.regulations.questions.template import Named

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
