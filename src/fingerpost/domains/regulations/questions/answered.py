"""What an answer about law says beside its text, for existing clients."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fingerpost.core.cells import Cell
from fingerpost.domains.regulations.questions.intents import RELATIONSHIP, intent_of
from fingerpost.domains.regulations.questions.phrases import Rows
from fingerpost.domains.regulations.questions.request import Asked, Request
from fingerpost.stores import Result

_PART_NOUNS: Final = {"section": "section", "article": "section", "subsection": "subsection"}
_LABEL: Final = re.compile(r"([\w.]+)((?:\([\w.]+\))*)")
_BRACKETS: Final = re.compile(r"\([\w.]+\)")


def metadata_of(request: Request, question: str, intent: str) -> dict[str, Any]:
    """What existing clients read beside the answer."""
    relation = request.chains[0].steps[-1] if request.chains and request.chains[0].steps else None
    kind = relation.relation.lower() if relation is not None else request.asked.value
    asked = intent_of(question)
    return {
        "intent": intent,
        "cue": asked.why,
        "relationship_type": kind,
        "direction": None if relation is None else "incoming" if relation.incoming else "outgoing",
        "query_type": "graph_query",
        "entities": [chain.target.title.title for chain in request.chains],
        "language": request.language,
    }


_OTHER: Final = {
    Asked.TEXT: "search",
    Asked.EXISTS: "search",
    Asked.HISTORY: "search",
    Asked.REPEALED: "search",
    Asked.REPEALED_PARTS: "search",
    Asked.SINCE: "search",
    Asked.DEFINITION: "definition",
    Asked.SECTIONS: "search",
    Asked.DEFINITIONS: "definition",
    Asked.STATISTICS: "statistics",
    Asked.ALL: "search",
    Asked.BY_DATE: "search",
    Asked.ABOUT: "search",
}


def intent_by(asked: Asked) -> str:
    """The intent of what is asked for."""
    return _OTHER.get(asked, RELATIONSHIP)


def is_by_document(request: Request) -> bool:
    """Whether the answer are provisions, which know their document but not what kind it is."""
    if request.asked in (Asked.PROVISIONS, Asked.DEFINITION):
        return True
    [first] = request.chains[:1] or [None]
    if first is None or not first.target.provision:
        return False
    if not first.steps:
        return True
    return request.last_step.incoming and request.last_step.relation != "AMENDS"  # what it cites are instruments


def finds_nothing(request: Request, result: Result) -> bool:
    """Whether the answer is that there is none."""
    return not result.rows or (_is_counted(request) and not result.rows[0][0])


def _is_counted(request: Request) -> bool:
    """Whether the only cell of the answer is a number; a yes without a second instrument is a list."""
    return request.asked is Asked.COUNT or (request.asked is Asked.YES_NO and len(request.chains) > 1)


def parts_counted(request: Request, rows: Sequence[Mapping[str, Cell]]) -> tuple[int, str]:
    """How many sections, subsections or provisions the rows name, and which of these they are."""
    noun = _PART_NOUNS.get(request.counted.removesuffix("s"), "provision")
    depth = {"section": 0, "subsection": 1}.get(noun)
    places = set()
    for row in rows:
        label = _LABEL.match(str(row["section"]))
        parts = [label[1], *_BRACKETS.findall(label[2])] if label is not None else [str(row["section"])]
        places.add((row["document"], *(parts if depth is None else parts[: depth + 1])))
    return len(places), noun


def number_of(request: Request, result: Result) -> int:
    if _is_counted(request) and result.rows:
        return int(str(result.rows[0][0]))
    if request.counted:
        return parts_counted(request, Rows(result))[0]
    return result.total if result.total is not None else len(result.rows)
