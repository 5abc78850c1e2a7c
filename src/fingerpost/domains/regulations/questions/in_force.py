"""From when an instrument is in force, by the section of it that says so; what repeals and is repealed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fingerpost.core.schema import GraphSchema
from fingerpost.domains.regulations.questions.answered import finds_nothing
from fingerpost.domains.regulations.questions.pattern_builder import PatternBuilder
from fingerpost.domains.regulations.questions.plans import plan_of
from fingerpost.domains.regulations.questions.request import Asked, Chain, Request, Step, Target
from fingerpost.plans import Comparison, Plan
from fingerpost.stores import Result

_SAYS: Final = re.compile(
    r"(?:^|[\n.)\]]|\d)\s*\*?\s*(?:(?:subject to|except as)\b[^.;]{0,80}, )?"
    r"(?:the provisions of |les dispositions de )?(?:this act|these (?:regulations|rules)|this (?:order|regulation)"
    r"|la présente loi|(?:le présent|les présents) \w+)\b"
    r"[^.;\n]{0,200}?\b(?:c[oa]mes? into (?:force|operation|effect)|entre(?:nt)? en vigueur|entrées? en vigueur)\b",
    re.I,
)
"""A sentence that begins with the instrument itself: in others, its coming into force is only a point in time."""
_WORDS: Final = {"en": " into ", "fr": "en vigueur"}
DOUBT: Final = "this is the date of the text as it stands: the instrument may have come into force before"


def says_from_when(text: str) -> bool:
    """Whether a section says from when its instrument is in force."""
    return _SAYS.search(text) is not None


def by_its_words(request: Request, schema: GraphSchema, run: Callable[[Plan], Result]) -> tuple[Request, list[str]]:
    """The request for the section that says from when an instrument is in force; where none does, a note of doubt."""
    if request.asked is not Asked.SINCE or request.chains[0].target.provision:
        return request, []
    title = request.chains[0].target.title
    built = PatternBuilder(schema)
    section = built.node("Section", "section")
    built.require(section, "documentId", Comparison.EQ, title.identifier)
    built.require(section, "text", Comparison.CONTAINS, _WORDS.get(request.language, _WORDS["en"]))
    rows = run(built.plan(columns=built.columns(*((name, section, name) for name in ("label", "text"))))).rows
    labels = [str(label) for label, text in rows if says_from_when(str(text))]
    if len(labels) != 1:
        return request, [DOUBT]
    return replace(request, asked=Asked.TEXT, chains=(Chain(Target(title, labels[0]), ()),)), []


def with_repeals(request: Request, schema: GraphSchema, run: Callable[[Plan], Result]) -> Request:
    """What repeals, where what replaces is asked for and no text says so: new law repeals what it follows.

    What one instrument repeals is read from what is gone, where its own text does not say it.
    """
    chain = request.chains[0] if len(request.chains) == 1 else None
    if chain is not None and chain.steps == (Step("REPEALS", incoming=False),) and request.asked is Asked.LIST:
        gone = replace(request, asked=Asked.NOT_IN_FORCE, chains=(Chain(chain.target, ()),))
        known, told = (len(run(plan_of(one, schema)).rows) for one in (gone, request))
        return gone if known > told else request
    if chain is None or len(chain.steps) != 1 or chain.steps[0].relation != "REPLACES" or chain.negated:
        return request
    other = replace(request, chains=(replace(chain, steps=(replace(chain.steps[0], relation="REPEALS"),)),))
    both = (run(plan_of(one, schema)) for one in (request, other))
    said_so, repealing = (not finds_nothing(request, result) for result in both)
    return other if repealing and not said_so else request
