"""Names in questions: which document says something, each with the sentence that says it; other names of things."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from fingerpost.core.answer import Answer, Status
from fingerpost.core.trace import Step, Trace
from fingerpost.engine.memory.answering import citation_of, refusal, shown
from fingerpost.engine.memory.library import Library
from fingerpost.ingest import key_of
from fingerpost.plans import Plan
from fingerpost.retrieval import PassageStore

_SAYS = (
    r"says?|said|states?|stated|mentions?|mentioned|tells?(?: us)?|describes?|explains?|defines?|covers?|"
    r"specif(?:y|ies)|(?:is|are) about|talks? about|speaks? (?:of|about)|deals? with"
)
_MENTIONED = re.compile(r"mention|about|speak|describe|cover|deal|define", re.IGNORECASE)
_ASKED = re.compile(
    rf"\s*(?:which|what) (?:documents?|files?|notes?|pages?|texts?|sources?|e?-?mails?|messages?|minutes|contracts?|"
    rf"manuals?|reports?)(?: (?:here|there))? (?P<verb>{_SAYS})(?: that)?\s+(?P<said>\S.*?)[?.\s]*"
    rf"|\s*(?:(?:in )?(?:which|what) (?:documents?|files?|notes?)|where) (?:does|do|is|are) it "
    rf"(?:say|said|written|stated|mentioned)(?: that)?\s+(?P<written>\S.*?)[?.\s]*",
    re.IGNORECASE,
)
_LEAST, _NEARLY = 0.7, 0.9
"""The share of the words of what is sought that a sentence must have, and of the share that the best has."""


@dataclass(frozen=True)
class Sought:
    """What documents should say; `mentioned`: they need only speak of it."""

    statement: str
    mentioned: bool


def sought_of_documents(question: str) -> Sought | None:
    """What a question says that documents say; None if it does not ask which do."""
    match = _ASKED.fullmatch(question)
    if match is None:
        return None
    return Sought(match["said"] or match["written"], _MENTIONED.search(match["verb"] or "") is not None)


def documents_saying(library: Library, question: str, sought: Sought, collections: Sequence[str] = ()) -> Answer[Plan]:
    """The documents that say something, or why there is none.

    Raises:
        QuestionError: `collection.unknown`.
    """
    started = time.perf_counter()
    found, read = library.stating(sought.statement, collections, mentioned=sought.mentioned)
    best = found[0][1] if found else 0.0
    quotes = [quote for quote, share in found if share >= max(_LEAST, _NEARLY * best)]
    milliseconds = (time.perf_counter() - started) * 1000
    trace = Trace(steps=(Step(name="passages", milliseconds=milliseconds, decided=f"{len(quotes)} documents say it"),))
    metadata = {
        "source_type": "passages",
        "collections": list(collections),
        "sources_read": [f"{one.document} {one.position}" for one in read],
        "quotes": [asdict(one) for one in quotes],
    }
    names = [f"{one.title} ({one.document})" if one.title else one.document for one in quotes]
    return Answer[Plan](
        question=question,
        status=Status.ANSWERED if quotes else Status.UNANSWERABLE,
        text="\n".join(["; ".join(names) + ".", *map(shown, quotes)]) if quotes else refusal((), read, None),
        columns=("document",) if quotes else (),
        rows=tuple((one.document,) for one in quotes),
        citations=tuple(citation_of(row, one) for row, one in enumerate(quotes)),
        citation_total=len(quotes),
        confidence=round(min(best, 1.0), 3) if quotes else 0.0,
        reading="the documents that say it" if quotes else "",
        suggestions=() if quotes else tuple(dict.fromkeys(one.title or one.document for one in read[:3])),
        metadata=metadata,
        trace=trace,
    )


def in_full(question: str, names: Mapping[str, str], store: PassageStore) -> tuple[str, list[str]]:
    """A question with other names of things replaced by those that stand for them, and notes about it; `names` are
    keys of both."""
    notes = []
    for name, canonical in sorted(names.items(), key=lambda pair: -len(pair[0])):
        standing = next((text for text in store.written(canonical) if key_of(text) == canonical), canonical)
        for written in store.written(name):
            if key_of(written) != name:
                continue
            literal = standing.replace("\\", r"\\")  # as `re.sub` takes it
            changed = re.sub(rf"(?<![\w-]){re.escape(written)}(?![\w-])", literal, question)
            if changed != question and key_of(standing) not in key_of(question):
                question = changed
                notes.append(f"“{written}” is another name of “{standing}”")
    return question, notes
