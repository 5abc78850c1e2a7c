"""What is said of a query's rows over the samples."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from fingerpost.core.answer import Status
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.parser import parse

Say = Callable[..., str]


def _say(kb: KnowledgeBase, cypher: str, **of: str) -> str:
    plan = lift(parse(cypher))
    result = kb.run(plan)
    text, status = kb.context.composer.compose(
        plan, result.rows, result.total, {int(k[1:]): name for k, name in of.items()}
    )
    assert status == (Status.ANSWERED if result.rows else Status.EMPTY)
    return text


@pytest.fixture(scope="session")
def say(library: KnowledgeBase) -> Say:
    """The text for a query's rows over the library; `r0="Emma"` names what row 0 was read from."""
    return partial(_say, library)


@pytest.fixture(scope="session")
def say_of_house(house: KnowledgeBase) -> Say:
    return partial(_say, house)
