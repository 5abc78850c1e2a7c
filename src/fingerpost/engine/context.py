"""The immutable value that the steps of answering a question share, so that they need no knowledge base."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.answers import Composer
from fingerpost.core.limits import Limits
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.engine.approved.recall import Recall
from fingerpost.engine.gate import Gate
from fingerpost.engine.manifest import SourceEntry
from fingerpost.engine.question_reader import QuestionReader
from fingerpost.linking import Display, Learned
from fingerpost.plans import Plan
from fingerpost.questions import Parser
from fingerpost.stores import Result, Store

if TYPE_CHECKING:
    from fingerpost.llm import LanguageModel


@dataclass(frozen=True)
class AskContext:
    """One state of a graph, and everything needed to read questions about it, run their plans and answer.

    Attributes:
        sources: the files that the graph was read from; an element's origin is an index into them.
        unfound: properties whose values questions cannot find, as `Label.property`, because there are too many to
            copy and the database has no index of them.
        model: the language model that writes plans for questions that the parser does not understand.
        folder: where a domain may keep what it derives from this state of the graph; each state has its own.
        recall: what people approved for questions.
        pack: the name of the pack, which may have worked examples.
    """

    schema: GraphSchema
    parser: Parser
    gate: Gate
    store: Store
    composer: Composer
    display: Display
    settings: Settings
    learned: Learned
    sources: tuple[SourceEntry, ...] = ()
    unfound: tuple[str, ...] = ()
    reader: QuestionReader | None = None
    model: LanguageModel | None = None
    folder: Path | None = None
    recall: Recall | None = None
    pack: str | None = None

    def run(self, plan: Plan, limits: Limits | None = None) -> Result:
        """Check a plan and run it.

        Raises:
            QueryRejected: the gate refused the query.
            StoreError: the query failed or reached a limit.
        """
        return self.store.run(self.gate.check_plan(plan), limits or self.settings.limits)
