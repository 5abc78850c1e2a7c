"""Learning what words mean in one graph, from questions with golds: those that the lexicon does not know there.

What a gold names and its question says in no known way must be said by the words that nothing explains. Counted over
many questions, a phrase and a thing that are found together more often than by chance belong together. The surest pair
is taken first, its words count as explained from then on, and the rest is counted again.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.evals.sketch import Need
from fingerpost.evals.unsaid import mentions_of
from fingerpost.linking import LearnedPhrase, Linked, is_content
from fingerpost.questions import Role, find_markers

Thing = tuple[str, str, str, Cell]
"""Kind, name, owner and value of what can be meant."""

_LONGEST = 4
_ROUNDS = 12
_EACH_ROUND = 40
_SIGNIFICANT = 15.0
"""Least log-likelihood ratio: one pair in ten thousand has it by chance, and very many pairs are looked at."""
_SURE = 0.6
"""Least share of the questions with a phrase whose golds name the thing."""
_BEST_SCORE = 0.95
_PARTS = ("path", "conditions", "columns", "grouping")
_SAYING_LITTLE = (Role.NEGATE, Role.ASK, Role.CHECK, Role.NAMED, Role.EITHER, Role.WHERE, Role.WHO)
_JOINING = frozenset("with in at on of to from by for into".split())
"""Words that a phrase for a relation may end with; no phrase ends with another word that means nothing."""


@dataclass
class _Case:
    """One question: its stems, which of them nothing explains yet, what its gold names, and what of that is unsaid."""

    stems: tuple[str, ...]
    plain: tuple[bool, ...]
    free: set[int]
    things: frozenset[Thing]
    unsaid: set[Thing]
    phrases: dict[tuple[str, ...], tuple[int, int]] = field(default_factory=dict)
    every: frozenset[tuple[str, ...]] = frozenset()

    def look(self) -> None:
        """Find the phrases among the words that nothing explains."""
        self.phrases = {self.stems[a:b]: (a, b) for a, b in self._spans()}

    def _spans(self) -> Iterator[tuple[int, int]]:
        for start in sorted(self.free):
            if self.plain[start]:
                continue
            for end in range(start + 1, min(start + _LONGEST, len(self.stems)) + 1):
                if end - 1 not in self.free:
                    break
                if self.plain[end - 1] and self.stems[end - 1] not in _JOINING:
                    continue
                yield start, end


def learned_phrases(cases: Sequence[tuple[Linked, Sequence[Need]]]) -> list[LearnedPhrase]:
    """The phrases that mean something in these questions and are not known to, the surest first."""
    found: dict[tuple[tuple[str, ...], Thing], LearnedPhrase] = {}
    held = [_case(linked, needs) for linked, needs in cases]
    for _ in range(_ROUNDS):
        for case in held:
            case.look()
        pairs = [pair for pair in _pairs(held) if pair[1:3] not in found]
        if not pairs:
            break
        for _, phrase, thing, sure, seen in _compatible(pairs):
            kind, name, owner, value = thing
            score = round(_BEST_SCORE * sure, 3)
            found[phrase, thing] = LearnedPhrase(
                stems=phrase, kind=kind, name=name, owner=owner, value=value, score=score, seen=seen
            )
            for case in held:
                if phrase in case.phrases and thing in case.things:
                    start, end = case.phrases[phrase]
                    case.free -= set(range(start, end))
                    case.unsaid.discard(thing)
    return list(found.values())


def _case(linked: Linked, needs: Sequence[Need]) -> _Case:
    things: set[Thing] = set()
    unsaid: set[Thing] = set()
    explained: set[int] = set()
    for need in needs:
        thing = _thing(need)
        if thing is None:
            continue
        things.add(thing)
        saying = mentions_of(need, linked)
        explained.update(i for mention in saying for i in range(mention.start, mention.end))
        if not saying:
            unsaid.add(thing)
    for marker in find_markers(linked):
        if marker.role not in _SAYING_LITTLE:
            explained.update(range(marker.start, marker.end))
    for need in needs:
        # A label that a value or property of it stands for is not unsaid.
        if need.kind in ("value", "property") and _thing(need) is not None and _thing(need) not in unsaid:
            unsaid.discard(("label", need.owner, "", None))
    free = {
        i
        for i, token in enumerate(linked.tokens)
        if i not in explained and not token.quoted and not any(c.isdigit() for c in token.norm)
    }
    plain = tuple(not is_content(t.norm) or len(t.norm) < 2 for t in linked.tokens)
    case = _Case(tuple(token.stem for token in linked.tokens), plain, free, frozenset(things), unsaid)
    whole = replace(case, free=set(range(len(plain))))
    whole.look()
    return replace(case, every=frozenset(whole.phrases))


def _thing(need: Need) -> Thing | None:
    if need.part not in _PARTS or "|" in need.name or need.name == "any":
        return None
    if need.kind == "value":
        if need.denied or not isinstance(need.value, (str, int, float, bool)):
            return None
        return "value", need.name, need.owner, need.value
    return need.kind, need.name, need.owner if need.kind == "property" else "", None


_Pair = tuple[float, tuple[str, ...], Thing, float, int]
"""Significance, phrase, thing, share of the questions with the phrase that name the thing, and how many do."""


def _pairs(cases: Sequence[_Case]) -> list[_Pair]:
    """The phrases and things that belong together, most significant first."""
    with_phrase: Counter[Any] = Counter()
    anywhere: Counter[Any] = Counter()
    with_thing: Counter[Thing] = Counter()
    both: Counter[Any] = Counter()
    named: dict[Any, Counter[Thing]] = defaultdict(Counter)
    for case in cases:
        with_thing.update(case.unsaid)
        anywhere.update(case.every)
        for phrase in case.phrases:
            with_phrase[phrase] += 1
            named[phrase].update(case.things)
            both.update((phrase, thing) for thing in case.unsaid)
    found = []
    for (phrase, thing), joint in both.items():
        number = with_phrase[phrase]
        # A phrase that says something else in most questions hardly says this in others.
        usual = number / max(number, anywhere[phrase])
        sure = usual * (named[phrase][thing] + 0.5) / (number + 1)
        if joint < 2 or sure < _SURE or (phrase[-1] in _JOINING and thing[0] != "relation"):
            continue
        significance = _likelihood_ratio(joint, number, with_thing[thing], len(cases))
        if significance >= _SIGNIFICANT:
            found.append((significance, phrase, thing, sure, joint))
    return sorted(_surest(found), key=lambda pair: (-pair[0], len(pair[1]), pair[1], str(pair[2])))


def _surest(pairs: Sequence[_Pair]) -> list[_Pair]:
    """Of each phrase the thing that is named in most questions with it; where several are, the label before what
    joins it with others."""
    best: dict[tuple[str, ...], _Pair] = {}
    for pair in pairs:
        known = best.get(pair[1])
        if known is None or _rank(pair) > _rank(known):
            best[pair[1]] = pair
    return list(best.values())


def _rank(pair: _Pair) -> tuple[float, bool, float]:
    significance, _, thing, sure, _ = pair
    return round(sure, 1), thing[0] == "label", significance


def _compatible(pairs: Sequence[_Pair]) -> list[_Pair]:
    """The first of the pairs that share no word with each other."""
    chosen: list[_Pair] = []
    words: set[str] = set()
    for pair in pairs:
        if words.isdisjoint(pair[1]):
            words.update(pair[1])
            chosen.append(pair)
            if len(chosen) >= _EACH_ROUND:
                break
    return chosen


def _likelihood_ratio(joint: int, first: int, second: int, whole: int) -> float:
    """Dunning's log-likelihood ratio of two things that are found together; 0 if it is less often than by chance."""
    if joint * whole <= first * second:
        return 0.0

    def term(seen: float, expected: float) -> float:
        return seen * math.log(seen / expected) if seen > 0 else 0.0

    rows, columns = (first, whole - first), (second, whole - second)
    cells = ((joint, first - joint), (second - joint, whole - first - second + joint))
    return 2 * sum(term(cells[a][b], rows[a] * columns[b] / whole) for a in (0, 1) for b in (0, 1))
