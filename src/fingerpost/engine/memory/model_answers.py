"""Answers that a language model writes from numbered passages. What it writes stands only as far as they hold it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict

from fingerpost.core.answer import Answer, Status
from fingerpost.core.errors import ModelError
from fingerpost.core.trace import Step, Trace
from fingerpost.engine.generation.evidence import drafting, held, messages_about
from fingerpost.engine.memory.answering import citation_of
from fingerpost.engine.memory.library import Quote
from fingerpost.engine.question_reader import Evidence
from fingerpost.llm import LanguageModel, Wish
from fingerpost.plans import Plan, counted


def written(question: str, answer: Answer[Plan], read: Sequence[Quote], model: LanguageModel) -> Answer[Plan]:
    """An answer of the passages that were read, as a model words it; the given one, with a note, if it cannot.

    If the model finds nothing in the passages, or nothing that it writes is held by them, the question is refused.
    """
    started = time.perf_counter()
    evidence = [Evidence(one.title, one.quote) for one in read]
    try:
        wish = Wish(on_text=drafting(evidence))
        reply = model.complete(messages_about(question, evidence), model.settings.seconds, wish).text
    except ModelError as error:
        note = f"the language model {model.name} could not be asked: {error.message} [{error.code}]"
        return answer.model_copy(update={"notes": (*answer.notes, note)})
    kept, dropped = held(reply, evidence)
    decided = f"{len(kept)} sentences kept, {dropped} removed"
    milliseconds = (time.perf_counter() - started) * 1000
    step = Step(name="model", milliseconds=milliseconds, decided=decided, details={"model": model.name})
    update: dict[str, object] = {"trace": Trace(steps=(*answer.trace.steps, step))}
    if dropped:
        removed = f"{counted(dropped, 'sentence')} of the language model removed: not stated by the passages cited"
        update["notes"] = (*answer.notes, removed)
    metadata = {**answer.metadata, "written_by": model.name, "sentences_removed": dropped}
    if not kept:
        nearest = tuple(dict.fromkeys(one.title or one.document for one in read[:3]))
        text = f"That is not in these documents. Nearest: {'; '.join(nearest)}."
        gone = {"rows": (), "columns": (), "citations": (), "citation_total": 0, "confidence": 0.0}
        metadata.pop("quotes", None)
        refused = {"status": Status.UNANSWERABLE, "text": text, "suggestions": nearest, "metadata": metadata, **gone}
        return answer.model_copy(update={**update, **refused})
    numbers = list(dict.fromkeys(number for _, cited in kept for number in cited))
    place = {number: at for at, number in enumerate(numbers, 1)}
    text = " ".join(f"{said} [{', '.join(str(place[number]) for number in cited)}]" for said, cited in kept)
    sources = [read[number - 1] for number in numbers]
    metadata["quotes"] = [asdict(one) for one in sources]
    rows = tuple(
        (said, read[number - 1].document, read[number - 1].start, read[number - 1].end)
        for said, cited in kept
        for number in cited
    )
    return answer.model_copy(
        update={
            **update,
            "status": Status.ANSWERED,
            "text": text,
            "columns": ("sentence", "document", "start", "end"),
            "rows": rows,
            "citations": tuple(citation_of(None, one) for one in sources),
            "citation_total": len(sources),
            "missing": (),
            "suggestions": (),
            "confidence": answer.confidence or 0.5,
            "reading": "written by a language model from numbered passages",
            "metadata": metadata,
        }
    )
