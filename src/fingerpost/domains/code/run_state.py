"""The run of a question about code by the names of the nine steps that agents for Joern know.

analyze, retrieve, enrich, generate, validate, refine, execute, interpret, evaluate: what each of them writes is here
read from the answer and its trace. Steps of ours that do the same are told in `messages`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from fingerpost.answers import quality
from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import encode
from fingerpost.core.errors import FingerpostError
from fingerpost.core.trace import Step
from fingerpost.domains.code.enrichment import Hints
from fingerpost.engine import AskContext, WorkedExample, nearest_examples
from fingerpost.plans import Plan
from fingerpost.query_languages import language

SIMILAR, EXAMPLES, KEYWORDS = 3, 5, 10
_PACK: Final = "code"
_STEP: Final[Mapping[str, str]] = {
    "route": "analyze",
    "recall": "retrieve",
    "enrich": "enrich",
    "intent": "generate",
    "parse": "generate",
    "rank": "generate",
    "generate": "generate",
    "verify": "validate",
    "run": "execute",
    "cite": "interpret",
    "compose": "interpret",
    "show": "interpret",
}
"""The step of the nine that each of ours belongs to; how a question ends is told under its own name."""
_INTENTS: Final = (
    ("security-check", r"\b(?:secur|risk|vulnerab|unsafe|overflow|inject|taint|free|leak|data flow)"),
    ("explain-concept", r"^(?:how (?:does|do|is|are)|why|explain|describe|what is|what are|what does .* do)\b"),
    ("code-analysis", r"\b(?:complex|longest|shortest|average|how many|number of|most|fewest|recursi|unused|dead)"),
)
_WORD: Final = re.compile(r"[“\"'`]([^”\"'`]+)[”\"'`]|\b([A-Za-z_]\w*(?:[_\d]\w*|[a-z][A-Z]\w*)|[A-Z]{2,})\b")


def intent_of(question: str) -> str:
    """find-function, code-analysis, security-check or explain-concept."""
    return next((name for name, said in _INTENTS if re.search(said, question, re.I)), "find-function")


def domain_of(question: str, hints: Hints) -> str:
    """What the question is about, as the worked examples are sorted: memory, system, or general."""
    values = {tag.value for tag in (*hints.tags, *hints.absent)}
    if "memory-management" in values or re.search(r"\b(?:alloc\w*|malloc|calloc|realloc|free\w*|leak\w*)\b", question):
        return "memory"
    if values & {"command-injection", "path-traversal", "networking"} or re.search(
        r"\b(?:system|popen|exec\w*)\b", question
    ):
        return "system"
    return "general"


def keywords_of(question: str, names: Iterable[str], hints: Hints) -> list[str]:
    """At most ten: names of the code, what is quoted, acronyms, and the concepts that the question names."""
    known = frozenset(names)
    said = [quoted or word for quoted, word in _WORD.findall(question)]
    said += [word for word in re.findall(r"[A-Za-z_]\w*", question) if word in known]
    return list(dict.fromkeys([*said, *(tag.value for tag in hints.tags)]))[:KEYWORDS]


def state_of(answer: Answer[Plan], context: AskContext, hints: Hints, names: Iterable[str]) -> dict[str, Any]:
    """The state of a run, all of it JSON; its scores are None if the question has no answer."""
    question = answer.question
    steps = answer.trace.steps
    domain = domain_of(question, hints)
    found = quality(answer)
    done = answer.status in (Status.ANSWERED, Status.EMPTY)
    refused = _findings(steps)
    return {
        "question": question,
        "intent": intent_of(question),
        "domain": domain,
        "keywords": keywords_of(question, names, hints),
        "complexity": _complexity(answer.plan),
        **_retrieved(question, context, domain),
        "enrichment_hints": hints.to_json(),
        "enrichment_coverage": round(hints.coverage, 4),
        "cpgql_query": cpgql_of(answer),
        "generation_time": _seconds(steps, "generate"),
        "query_valid": done or (answer.query is not None and not refused),
        "validation_error": "; ".join(refused) or None,
        "retry_count": _retries(steps),
        "execution_success": done,
        "execution_result": _result(answer) if done else None,
        "execution_time": _seconds(steps, "execute"),
        "execution_error": answer.text if answer.status is Status.FAILED else None,
        "answer": answer.text,
        "answer_confidence": answer.confidence,
        "faithfulness": found.faithfulness if found else None,
        "answer_relevance": found.answer_relevance if found else None,
        "context_precision": found.context_precision if found else None,
        "overall_score": found.overall_score if found else None,
        "messages": [f"{_STEP.get(step.name, step.name)}: {step.name}: {step.decided}" for step in steps],
        "error": answer.error_code,
        "total_time": round(answer.trace.milliseconds / 1000, 6),
    }


def cpgql_of(answer: Answer[Plan]) -> str | None:
    """The answer's plan in CPGQL; None if it has none, or CPGQL cannot say it."""
    if answer.query is not None and answer.query.startswith("cpg."):
        return answer.query
    if answer.plan is None:
        return None
    try:
        return language("cpgql").verify_plan(answer.plan).text
    except FingerpostError:
        return None


def _retrieved(question: str, context: AskContext, domain: str) -> dict[str, Any]:
    near = context.recall.nearest(question, SIMILAR) if context.recall else ()
    examples = nearest_examples(_PACK, question, EXAMPLES, prefer=domain)
    return {
        "similar_qa": [{"question": one.question, "answer": one.plan.reading} for one in near],
        "cpgql_examples": [one.model_dump(mode="json") for one in examples],
        "retrieval_metadata": {
            "qa_count": len(near),
            "cpgql_count": len(examples),
            "domain_filtered": any(one.domain == domain != "general" for one in examples),
            "in_domain": _share(examples, domain),
        },
    }


def _share(examples: tuple[WorkedExample, ...], domain: str) -> float:
    return round(sum(one.domain == domain for one in examples) / len(examples), 4) if examples else 0.0


def _complexity(plan: Plan | None) -> str:
    """By what the plan joins: low for one kind of thing, high for several stages or long paths."""
    if plan is None:
        return "medium"
    stages = [stage for branch in plan.branches for stage in branch]
    edges = sum(len(match.pattern.edges) + len(match.where) for stage in stages for match in stage.matches)
    return "high" if len(stages) > 1 or edges > 3 else "low" if edges <= 1 else "medium"


def _findings(steps: Iterable[Step]) -> list[str]:
    return [str(one.get("message", "")) for step in steps for one in step.details.get("findings", ())]


def _retries(steps: Iterable[Step]) -> int:
    """The number of times that a query was mended: by the gate, or by a model that was told its findings."""
    return sum(bool(step.details.get("repairs")) + max(len(step.details.get("calls", ())) - 1, 0) for step in steps)


def _seconds(steps: Iterable[Step], name: str) -> float:
    return round(sum(step.milliseconds for step in steps if _STEP.get(step.name) == name) / 1000, 6)


def _result(answer: Answer[Plan]) -> dict[str, Any]:
    rows = [[encode(cell) for cell in row] for row in answer.rows]
    return {"columns": list(answer.columns), "rows": rows, "row_count": len(rows), "cut": answer.cut}
