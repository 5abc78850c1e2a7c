"""Features of the passages that may answer a question: by themselves, and by the passages that lead to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fingerpost.retrieval.index import PassageIndex
from fingerpost.retrieval.meaning import Meant, blended, columns, meant, unsaid
from fingerpost.retrieval.products import products
from fingerpost.retrieval.question import Asked, contains_name
from fingerpost.retrieval.words import STOP, WORD, stem

ALONE = (
    "bm25 bm25_rank dense dense_rank sentence sentence_rank pinned pin_share pin_unique names_mentioned covered "
    "covered_rest covered_in_sentence title_words questions_names"
).split()
"""The features of a passage by itself, in order."""
LINKED = (
    "is_linked link_score link_seed link_dense link_words link_unique link_pair links "
    "shares share_score share_seed share_dense share_words share_rare share_pair "
    "back back_seed back_dense back_words rank_alone score_alone seed_pinned link_covers share_covers"
).split()
"""The features of a passage by what leads to it, in order."""
MOST_FULL_TEXT = 60
MOST_DENSE = 40
MOST_SEEDS = 10
MOST_ONWARD = 8
_DECAY = 0.7
_SHARING_DECAY = 0.5
_MOST_HOLDERS = 6
_MOST_SHARING = 25
_WINDOW = 60
_LONGEST_PART = 6


@dataclass
class Pool:
    """The candidates for one question, with their features by themselves."""

    asked: Asked
    numbers: list[int]
    alone: Any
    sentence_scores: Any
    rest_scores: Any
    best_rest: list[float]
    passage_scores: Any
    meant: Meant | None = None
    place: dict[int, int] = field(default_factory=dict)


def pooled(asked: Asked, index: PassageIndex) -> Pool:
    """The passages that the question itself finds: by words, by meaning and by name."""
    import numpy

    sentence_scores = products(index.vectors, asked.vector)
    passage_scores = products(index.passage_vectors, asked.vector)
    best_sentence = numpy.maximum.reduceat(sentence_scores, index.first_sentence[:-1])
    by_words = index.full_text(asked.words, MOST_FULL_TEXT)
    dense = _top(passage_scores, MOST_DENSE)
    by_sentence = _top(best_sentence, MOST_DENSE // 2)
    near = meant(asked.text, index.meaning) if index.meaning is not None else None
    by_meaning = near.top if near is not None else ()
    numbers = list(dict.fromkeys([*asked.pinned, *(n for n, _ in by_words), *dense, *by_sentence, *by_meaning]))
    scores = dict(by_words)
    top = max(scores.values(), default=1.0) or 1.0
    ranks = {n: rank for rank, (n, _) in enumerate(by_words)}
    dense_ranks = {n: rank for rank, n in enumerate(dense)}
    sentence_ranks = {n: rank for rank, n in enumerate(by_sentence)}
    total = sum(map(index.weight, asked.stems)) or 1.0
    total_rest = sum(map(index.weight, asked.rest)) or 1.0
    length = max(len(asked.words), 1)
    rows = []
    for n in numbers:
        one = index.passages[n]
        name, holders = asked.pinned.get(n, ("", 0))
        mentioned = sum(1 for phrase in {p.name for p, _ in one.mentions} if phrase in asked.names)
        rows.append(
            (
                scores.get(n, 0.0) / top,
                1 / (1 + ranks[n]) if n in ranks else 0.0,
                passage_scores[n],
                1 / (1 + dense_ranks[n]) if n in dense_ranks else 0.0,
                best_sentence[n],
                1 / (1 + sentence_ranks[n]) if n in sentence_ranks else 0.0,
                float(bool(name)),
                len(name.split()) / length if name else 0.0,
                1 / holders if holders else 0.0,
                min(mentioned, 3) / 3,
                sum(map(index.weight, asked.stems & one.terms)) / total,
                sum(map(index.weight, asked.rest & one.terms)) / total_rest,
                _in_a_sentence(asked, index, n) / total_rest,
                _overlap(one.names, asked),
                min(len(asked.pinned), 4) / 4,
            )
        )
    alone = numpy.array(rows, dtype=numpy.float32).reshape(len(rows), len(ALONE))
    rest_scores = products(index.vectors, asked.rest_vector)
    best_rest = numpy.maximum.reduceat(rest_scores, index.first_sentence[:-1]).tolist()
    place = {n: at for at, n in enumerate(numbers)}
    return Pool(asked, numbers, alone, sentence_scores, rest_scores, best_rest, passage_scores, near, place)


def seeded(pool: Pool, index: PassageIndex, scores: Any) -> Any:
    """Scores (0..1) of the pool's candidates to expand from, by their words alone as given; the pool may grow."""
    import numpy

    if index.meaning is None or pool.meant is None:
        return scores
    scores = blended(scores, pool.numbers, pool.meant)
    more = unsaid(pool.numbers, scores, index.meaning, pool.meant)
    if not more:
        return scores
    numbers = [*pool.numbers, *more]
    pool.alone = _alone_of(pool, index, numbers)
    pool.numbers = numbers
    pool.place = {n: at for at, n in enumerate(numbers)}
    return numpy.concatenate([scores, numpy.zeros(len(more))])


def _in_a_sentence(asked: Asked, index: PassageIndex, number: int) -> float:
    """The weight of the question's words outside names that one sentence of a passage has, at most."""
    if not asked.rest & index.passages[number].terms:
        return 0.0
    return max(sum(map(index.weight, asked.rest & said)) for said in index.passages[number].sentence_terms)


def _top(scores: Any, most: int) -> list[int]:
    import numpy

    if len(scores) <= most:
        return [int(n) for n in numpy.argsort(-scores, kind="stable")]
    found = numpy.argpartition(-scores, most)[:most]
    return [int(n) for n in found[numpy.argsort(-scores[found], kind="stable")]]


def _overlap(names: tuple[str, ...], asked: Asked) -> float:
    """The greatest share of a passage's name that the question has."""
    best = 0.0
    for name in names:
        words = [stem(word) for word in name.split() if word not in STOP]
        if words:
            best = max(best, sum(word in asked.stems for word in words) / len(words))
    return best


@dataclass(slots=True)
class _Best:
    """The best way from a seed to a passage."""

    score: float = 0.0
    seed: float = 0.0
    dense: float = 0.0
    words: float = 0.0
    rare: float = 0.0
    by: int = -1
    count: int = 0


@dataclass(slots=True)
class _Ways:
    """The best way to each passage: by a link, by what both mention, and from a passage that mentions its subject."""

    links: dict[int, _Best] = field(default_factory=dict)
    shares: dict[int, _Best] = field(default_factory=dict)
    back: dict[int, _Best] = field(default_factory=dict)


def linked(pool: Pool, index: PassageIndex, scores: Any) -> tuple[list[int], Any]:
    """Expand from the best candidates to those that they lead to; all candidates, and their features of both kinds.

    `scores` are the scores (0..1) of the pool's candidates by themselves. A passage is linked if it is about something
    that a seed mentions, shares if it mentions the same, and leads back if it mentions what the seed is about.
    """
    import numpy

    order = [int(n) for n in numpy.argsort(-scores, kind="stable")]
    ways = _ways(pool, index, scores, order)
    numbers = list(pool.numbers)
    keep = sorted(ways.shares, key=lambda n: -ways.shares[n].score)[:60]
    keep += sorted(ways.back, key=lambda n: -ways.back[n].score)[:40]
    numbers.extend(n for n in dict.fromkeys([*ways.links, *keep]) if n not in pool.place)
    alone = _alone_of(pool, index, numbers) if len(numbers) > len(pool.numbers) else pool.alone
    ranks = {pool.numbers[at]: rank for rank, at in enumerate(order)}
    rows = [_linked_row(pool, index, ways, scores, n, ranks.get(n)) for n in numbers]
    found = [alone, numpy.array(rows, dtype=numpy.float32).reshape(len(rows), len(LINKED))]
    if index.meaning is not None and pool.meant is not None:
        seeds = [pool.numbers[at] for at in order[:MOST_SEEDS]]
        found.append(columns(numbers, seeds, (ways.links, ways.shares, ways.back), index.meaning, pool.meant))
    return numbers, numpy.hstack(found)


def _ways(pool: Pool, index: PassageIndex, scores: Any, order: list[int]) -> _Ways:
    """What the candidates lead to, the best of them first, in two steps."""
    ways = _Ways()
    total = sum(map(index.weight, pool.asked.rest)) or 1.0
    for at in order[:MOST_SEEDS]:
        _expand(pool, index, pool.numbers[at], float(scores[at]), total, ways.links, ways.shares)
        _backwards(pool, index, pool.numbers[at], float(scores[at]), total, ways.back)
    # What the first step found may lead on: a question of three or four hops needs a second step.
    expanded = {pool.numbers[at] for at in order[:MOST_SEEDS]}
    onward = {n: _DECAY * way.score for n, way in ways.links.items() if n not in expanded}
    for n, way in ways.shares.items():
        if n not in expanded:
            onward[n] = max(onward.get(n, 0.0), _SHARING_DECAY * way.score)
    for n in sorted(onward, key=lambda n: (-onward[n], n))[:MOST_ONWARD]:
        known = float(scores[pool.place[n]]) if n in pool.place else 0.0
        weight = min(max(onward[n], known), 1.0)
        _expand(pool, index, n, weight, total, ways.links, ways.shares)
        _backwards(pool, index, n, weight, total, ways.back)
    return ways


_NO_WAY = _Best()


def _linked_row(
    pool: Pool, index: PassageIndex, ways: _Ways, scores: Any, n: int, rank: int | None
) -> tuple[float, ...]:
    """The features of `LINKED` of one candidate; `rank` is its place among the candidates by themselves."""
    asked = pool.asked
    link, share, lead = (kind.get(n, _NO_WAY) for kind in (ways.links, ways.shares, ways.back))
    return (
        float(link.by >= 0),
        link.score,
        link.seed,
        link.dense,
        link.words,
        link.rare,
        _pair(asked, index, link.by, n),
        min(link.count, 5) / 5,
        float(share.by >= 0),
        share.score,
        share.seed,
        share.dense,
        share.words,
        share.rare,
        _pair(asked, index, share.by, n),
        float(lead.by >= 0),
        lead.seed,
        lead.dense,
        lead.words,
        1 / (1 + rank) if rank is not None else 0.0,
        float(scores[pool.place[n]]) if n in pool.place else 0.0,
        float(link.by in asked.pinned),
        _rest_covered(asked, index, link.by, n),
        _rest_covered(asked, index, share.by, n),
    )


def _alone_of(pool: Pool, index: PassageIndex, numbers: list[int]) -> Any:
    """The features by themselves of the pool's candidates and of those that were added behind them."""
    import numpy

    asked = pool.asked
    total = sum(map(index.weight, asked.stems)) or 1.0
    total_rest = sum(map(index.weight, asked.rest)) or 1.0
    rows = []
    for n in numbers[len(pool.numbers) :]:
        one = index.passages[n]
        first, last = index.first_sentence[n], index.first_sentence[n + 1]
        mentioned = sum(1 for phrase in {p.name for p, _ in one.mentions} if phrase in asked.names)
        row = [0.0] * len(ALONE)
        row[2] = float(pool.passage_scores[n])
        row[4] = float(pool.sentence_scores[first:last].max())
        row[9] = min(mentioned, 3) / 3
        row[10] = sum(map(index.weight, asked.stems & one.terms)) / total
        row[11] = sum(map(index.weight, asked.rest & one.terms)) / total_rest
        row[12] = _in_a_sentence(asked, index, n) / total_rest
        row[13] = _overlap(one.names, asked)
        row[14] = min(len(asked.pinned), 4) / 4
        rows.append(row)
    return numpy.vstack([pool.alone, numpy.array(rows, dtype=numpy.float32)])


def _expand(
    pool: Pool,
    index: PassageIndex,
    seed: int,
    weight: float,
    total: float,
    links: dict[int, _Best],
    shares: dict[int, _Best],
) -> None:
    asked = pool.asked
    one = index.passages[seed]
    own = set(one.names)
    first = index.first_sentence[seed]
    for phrase, number in one.mentions:
        if phrase.name in own or contains_name(phrase.name, asked.names):
            continue
        dense = float(pool.rest_scores[first + number])
        overlap = 0.0
        if asked.rest & one.terms:
            near = one.text[max(phrase.start - _WINDOW, 0) : phrase.end + _WINDOW]
            words = {stem(m.group().lower()) for m in WORD.finditer(near)}
            overlap = sum(map(index.weight, asked.rest & words)) / total
        score = weight * (0.3 + dense + overlap)
        holders = _holders(phrase.name, index)
        for target in holders:
            if target != seed:
                _better(links, target, _Best(score, weight, dense, overlap, 1 / len(holders), seed))
        sharing = index.by_mention.get(phrase.name, ())
        if len(sharing) <= _MOST_SHARING:
            for target in sharing:
                if target != seed:
                    rest = pool.best_rest[target]
                    value = weight * (0.3 + float(rest) + 0.5 * overlap)
                    _better(shares, target, _Best(value, weight, float(rest), overlap, 1 / len(sharing), seed))


def _holders(name: str, index: PassageIndex) -> list[int]:
    """The passages about a name, or else about the longest part of it that has any."""
    found = index.by_name.get(name, ())
    if not found:
        words = name.split()
        for size in range(min(len(words) - 1, _LONGEST_PART), 1, -1):
            parts = (" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
            found = [n for part in parts for n in index.by_name.get(part, ())]
            if found:
                break
    return list(found) if len(found) <= _MOST_HOLDERS else []


def _backwards(pool: Pool, index: PassageIndex, seed: int, weight: float, total: float, back: dict[int, _Best]) -> None:
    for name in index.passages[seed].names:
        sharing = index.by_mention.get(name, ())
        if len(sharing) > 2 * _MOST_SHARING:
            continue
        for target in sharing:
            if target == seed:
                continue
            rest = pool.best_rest[target]
            overlap = sum(map(index.weight, pool.asked.rest & index.passages[target].terms)) / total
            _better(back, target, _Best(weight * (0.3 + float(rest)), weight, float(rest), overlap, 0.0, seed))


def _better(found: dict[int, _Best], target: int, new: _Best) -> None:
    known = found.get(target)
    new.count = 1 + (known.count if known else 0)
    if known is None or new.score > known.score:
        found[target] = new
    else:
        known.count = new.count


def _pair(asked: Asked, index: PassageIndex, seed: int, number: int) -> float:
    """The share of the question's words that a passage and the one that leads to it have together."""
    if seed < 0:
        return 0.0
    both = index.passages[seed].terms | index.passages[number].terms
    return sum(map(index.weight, asked.stems & both)) / (sum(map(index.weight, asked.stems)) or 1.0)


def _rest_covered(asked: Asked, index: PassageIndex, seed: int, number: int) -> float:
    """The share of the question's words that a passage has and the one that leads to it lacks."""
    if seed < 0:
        return 0.0
    new = (asked.stems & index.passages[number].terms) - index.passages[seed].terms
    return sum(map(index.weight, new)) / (sum(map(index.weight, asked.stems)) or 1.0)
