"""What repeals and is repealed, by the texts that say so and by those that are gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fingerpost.core.schema import GraphSchema
from fingerpost.domains.regulations.questions.answered import finds_nothing
from fingerpost.domains.regulations.questions.plans import plan_of
from fingerpost.domains.regulations.questions.request import Asked, Chain, Request, Step
from fingerpost.plans import Plan
from fingerpost.stores import Result


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
