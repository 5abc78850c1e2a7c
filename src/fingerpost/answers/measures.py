"""How good an answer is, measured without a model and without knowing what is right.

The names are those of RAGAS, and the measures are what each of them can be where an answer is made of rows: claims are
compared with cells, not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import Node, Path, Relationship
from fingerpost.core.schema import Frozen
from fingerpost.linking import is_content, tokenise

_PLACE: Final = re.compile(r"[\w./-]+\.\w+:\d+")
_BULLET: Final = re.compile(r"^\s*- ([^\s(,:]+)")
_QUOTED: Final = re.compile(r"“([^”]+)”")
_NUMBER: Final = re.compile(r"(?<![\w.:])\d+(?:\.\d+)?(?![\w.]*\w)")


class Quality(Frozen):
    """The measures of an answer, each from 0 to 1; `overall_score` is their mean.

    Attributes:
        faithfulness: the share of the claims of the text that the rows, their number or the question have. A claim is
            a name at the head of a line, a place, a quotation, or a number.
        answer_relevance: the share of the question's words that what was read of it, or the answer, has.
        context_precision: how far the rows that the text uses stand before those that it does not use.
    """

    faithfulness: float
    answer_relevance: float
    context_precision: float

    @property
    def overall_score(self) -> float:
        return round((self.faithfulness + self.answer_relevance + self.context_precision) / 3, 4)


def quality(answer: Answer[Any]) -> Quality | None:
    """The measures of an answer; None if the question has no answer (refused, ambiguous, failed)."""
    if answer.status not in (Status.ANSWERED, Status.EMPTY):
        return None
    return Quality(
        faithfulness=round(_faithfulness(answer), 4),
        answer_relevance=round(_relevance(answer), 4),
        context_precision=round(_precision(answer), 4),
    )


def unsupported_claims(answer: Answer[Any]) -> tuple[str, ...]:
    """The claims of the text that neither the rows nor the question have."""
    known = _known(answer)
    return tuple(claim for claim in _claims(answer.text) if claim.lower() not in known)


def _faithfulness(answer: Answer[Any]) -> float:
    claims = list(_claims(answer.text))
    return 1 - len(unsupported_claims(answer)) / len(claims) if claims else 1.0


def _claims(text: str) -> Iterator[str]:
    for line in text.splitlines():
        bullet = _BULLET.match(line)
        if bullet:
            yield bullet[1]
        yield from _QUOTED.findall(line)
        yield from _PLACE.findall(line)
        yield from _NUMBER.findall(_QUOTED.sub(" ", _PLACE.sub(" ", line)))


def _known(answer: Answer[Any]) -> set[str]:
    """What may be claimed: the cells, what is in them, how many rows there are, and what the question says."""
    found = {str(len(answer.rows)), str(answer.citation_total or "")}
    for row in answer.rows:
        for cell in row:
            found.update(text.lower() for text in _texts(cell))
    for citation in answer.citations:
        found.add(str(citation.name or "").lower())
    found.update(claim.lower() for claim in _claims(answer.question))
    found.update(re.findall(r"[\w./:-]+", answer.question.lower()))
    found.update(str(value).lower() for value in answer.parameters.values())
    return found


def _texts(cell: object) -> Iterator[str]:
    """A cell as text, whole and rounded as answers show numbers, and what is in it."""
    if isinstance(cell, Node | Relationship):
        for value in cell.properties.values():
            yield from _texts(value)
    elif isinstance(cell, Path):
        for node in cell.nodes:
            yield from _texts(node)
    elif isinstance(cell, tuple | list):
        for one in cell:
            yield from _texts(one)
    elif isinstance(cell, float):
        yield from (str(cell), f"{cell:.4g}", f"{cell:g}")
    elif cell is not None:
        yield str(cell)


def _relevance(answer: Answer[Any]) -> float:
    asked = {token.stem for token in tokenise(answer.question) if is_content(token.norm)}
    if not asked:
        return 1.0
    held = " ".join([answer.reading, answer.text, *map(str, answer.parameters.values())])
    said = {token.stem for token in tokenise(f"{held.replace('_', ' ')} {held}")}
    lost = {token.stem for word in answer.ignored for token in tokenise(word)}
    return len({stem for stem in asked if stem in said and stem not in lost}) / len(asked)


def _precision(answer: Answer[Any]) -> float:
    """The mean precision at each row that the text uses; of a number, or of no rows, there is nothing that it left."""
    if len(answer.rows) < 2:
        return 1.0
    text = answer.text.lower()
    used = [_uses(text, row) for row in answer.rows]
    hits, total = 0, 0.0
    for rank, one in enumerate(used, 1):
        if one:
            hits += 1
            total += hits / rank
    return total / hits if hits else 0.0


def _uses(text: str, row: Sequence[object]) -> bool:
    return any(len(one) > 1 and one.lower() in text for cell in row for one in _texts(cell))
