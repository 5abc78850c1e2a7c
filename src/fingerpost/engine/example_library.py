"""Worked examples of a pack: questions with a query in the language of its domain, and those nearest to another."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from pydantic import ValidationError

from fingerpost.core.errors import SettingsError
from fingerpost.core.schema import Frozen
from fingerpost.linking import pack_folder, tokenise

EXAMPLES_FILE = "cpgql.jsonl"
"""The file of examples beside `pack.toml`; a pack need not have one."""
_NEAR = 0.15
"""The least similarity (0 to 1) of an example that is near."""
_VALUE = 0.25
"""How much a word counts that is only a value of the example: another function is called in the same way."""
_QUOTED = re.compile(r'"([^"]*)"|\b(\d+)\b')


class WorkedExample(Frozen):
    """A question with its CPGQL.

    Attributes:
        intent: find-function, code-analysis, security-check or explain-concept.
        shape: what kind of thing is asked: calls, measures, signatures, ...
        domain: what it is about: memory, system, or general.
    """

    question: str
    cpgql: str
    intent: str
    shape: str
    domain: str = "general"


@cache
def worked_examples(pack: str | None) -> tuple[WorkedExample, ...]:
    """The examples of a pack, in the order of its file; none if it has none.

    Raises:
        SettingsError: `pack.missing`; `pack.invalid`: a line is not an example.
    """
    file = pack_folder(pack) / EXAMPLES_FILE if pack is not None else None
    if file is None or not file.is_file():
        return ()
    found: list[WorkedExample] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.append(WorkedExample.model_validate_json(line))
        except ValidationError:
            message = f"{EXAMPLES_FILE} of the pack {pack}: line {number} is not an example"
            raise SettingsError(message, code="pack.invalid") from None
    return tuple(found)


def nearest_examples(
    pack: str | None,
    question: str,
    most: int,
    *,
    intent: str | None = None,
    shape: str | None = None,
    domain: str | None = None,
    prefer: str = "",
) -> tuple[WorkedExample, ...]:
    """The examples whose words are most like those of a question, the nearest first; only those that are near.

    Words count the more, the fewer examples have them; those that none has do not count. Without `intent`, examples of
    the intent that the near ones have most stand before others, and those of the domain `prefer` before all. Without a
    question, all, in the order of the file.

    Raises:
        SettingsError: as `worked_examples` does.
    """
    known, weights = _known(pack)
    if not known:
        return ()
    known = tuple(
        (stems, one)
        for stems, one in known
        if intent in (None, one.intent) and shape in (None, one.shape) and domain in (None, one.domain)
    )
    if not question:
        return tuple(one for _, one in known)
    said = frozenset(_stems(question)) & weights.keys()
    found: list[tuple[float, WorkedExample]] = []
    for stems, one in known:
        values = _values(one)
        shared, either = (
            sum(weights[stem] * (_VALUE if stem in values else 1) for stem in some)
            for some in (stems & said, stems | said)
        )
        if shared >= _NEAR * either:
            found.append((shared / either, one))
    found.sort(key=lambda pair: -pair[0])
    votes: defaultdict[str, float] = defaultdict(float)
    for likeness, one in found[:most]:
        votes[one.intent] += likeness
    meant = max(votes, key=lambda each: votes[each], default=None)
    found.sort(key=lambda pair: (bool(prefer) and pair[1].domain != prefer, pair[1].intent != meant))
    return tuple(one for _, one in found[:most])


@cache
def _known(pack: str | None) -> tuple[tuple[tuple[frozenset[str], WorkedExample], ...], Mapping[str, float]]:
    """The examples with their stems, and the weight of each stem."""
    known = tuple((frozenset(_stems(one.question)), one) for one in worked_examples(pack))
    common = Counter(stem for stems, _ in known for stem in stems)
    return known, {stem: math.log(1 + len(known) / count) for stem, count in common.items()}


@cache
def _values(one: WorkedExample) -> frozenset[str]:
    """The stems of the texts and numbers in its query."""
    return frozenset(stem for text in _QUOTED.findall(one.cpgql) for stem in _stems(" ".join(text)))


def _stems(text: str) -> Iterator[str]:
    return (token.stem for token in tokenise(text))
