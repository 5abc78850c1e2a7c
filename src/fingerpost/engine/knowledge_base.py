"""An open knowledge base: the composition root of everything that answers questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from os import PathLike, fspath
from pathlib import Path
from types import TracebackType
from typing import Self

from fingerpost.answers.compose import Composer
from fingerpost.core.answer import Answer, Citation, Evidence, SourceRef
from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.limits import Limits
from fingerpost.core.places import shown
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine.opening import Opened, opened
from fingerpost.engine.pipeline import ask
from fingerpost.engine.remote import Progress
from fingerpost.linking.display import Display
from fingerpost.linking.learned import Learned, learned_for
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.pack import EMPTY_PACK, read_pack
from fingerpost.linking.value_index import ValueIndex
from fingerpost.plans.model import Plan
from fingerpost.query_languages.cypher.fit import StoredValues
from fingerpost.query_languages.cypher.policy import Policy
from fingerpost.query_languages.cypher.verify import verify, verify_plan
from fingerpost.questions.parse import Parser
from fingerpost.questions.vocabulary import seen_with
from fingerpost.stores.protocol import Origin, Result

_CHECKED = 256
"""Queries without parameters that are remembered as they were let through."""


class KnowledgeBase:
    """An open knowledge base. Safe to ask from several threads; use it as a context manager or call `close`."""

    def __init__(
        self, place: str | PathLike[str], settings: Settings | None = None, *, progress: Progress | None = None
    ) -> None:
        """Open a folder, or a database behind a URL; `progress` is told how far looking through a database is.

        Raises:
            KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer` or `kb.unwritable`.
            StoreError: a database cannot be reached, or does not let one in.
            MissingExtra: the library for this kind of database is not installed.
            SettingsError: its pack is missing or invalid.
        """
        self._place = fspath(place)
        self.place = shown(place)
        self.settings = settings or Settings()
        self._take(opened(self._place, self.settings, progress))

    def _take(self, found: Opened) -> None:
        """Make what was opened the state that is asked."""
        name = self.settings.pack or found.manifest.pack
        try:
            pack = read_pack(name) if name else EMPTY_PACK
            learned = learned_for(self.settings.learned, found.folder, name)
        except BaseException:
            found.close()
            raise
        self._opened, self.pack, self.learned = found, pack, learned
        self.path, self.manifest, self.store, self._index = found.folder, found.manifest, found.store, found.index
        self.schema: GraphSchema = seen_with(found.schema, pack)
        self.display = Display(self.schema, pack)
        stored = self._index.spellings if isinstance(self._index, ValueIndex) else None
        self._check = _checks(self.schema, self.policy, stored)
        self._checked = lru_cache(maxsize=_CHECKED)(self._check)
        for name in ("parser", "composer"):
            self.__dict__.pop(name, None)

    def refresh(self, progress: Progress | None = None) -> bool:
        """Take over what has changed since it was opened; True where something has. Not while others are asking.

        Raises as opening does; what was open stays open then.
        """
        found = opened(self._place, self.settings, progress)
        before = self._opened
        changed = (found.manifest.data, found.manifest.stamp) != (before.manifest.data, before.manifest.stamp)
        self._take(found)
        before.close()
        return changed

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back the store and the index."""
        self._opened.close()

    @property
    def index(self) -> ValueIndex:
        """The value index.

        Raises:
            KnowledgeBaseError: `kb.damaged`. Only questions need it: queries of one's own run without it.
        """
        if isinstance(self._index, KnowledgeBaseError):
            raise self._index
        return self._index

    @property
    def unfound(self) -> tuple[str, ...]:
        """Properties in which questions find nothing by its value, as `Label.property`: they are too large to copy."""
        return tuple(map(str, self._opened.unfound))

    @cached_property
    def parser(self) -> Parser:
        return self.parser_with(self.learned)

    def parser_with(self, learned: Learned, *, noting: bool = False) -> Parser:
        """A parser with something else learned; `noting` gives the features of every reading, for learning."""
        lexicon = Lexicon(self.schema, self.pack)
        width = self.settings.beam_width
        return Parser(self.schema, lexicon, self.index, beam_width=width, learned=learned, noting=noting)

    @cached_property
    def composer(self) -> Composer:
        return Composer(self.schema, self.display, self.settings.list_limit)

    @property
    def limits(self) -> Limits:
        return self.settings.limits

    @property
    def policy(self) -> Policy:
        """What the gate asks for here."""
        settings = self.settings
        return Policy(
            max_hops=settings.max_hops,
            max_product=settings.max_product,
            procedures=frozenset(map(str.lower, settings.allowed_procedures)),
            extra_functions=frozenset(map(str.lower, settings.allowed_functions)),
        )

    def ask(self, question: str, *, choice: int | None = None) -> Answer[Plan]:
        """Answer a question. `choice` (from 1) picks one of the readings of an ambiguous question.

        Raises:
            QuestionError: the question is empty or too long.
        """
        return ask(self, question, choice)

    def query(self, text: str, parameters: Mapping[str, Cell] | None = None) -> Result:
        """Run Cypher of one's own, through the gate.

        Raises:
            QueryRejected: the gate found something against it.
            StoreError: it failed, or a limit ended it.
        """
        return self.store.run(self.verify(text, parameters), self.limits)

    def verify(
        self, text: str, parameters: Mapping[str, Cell] | None = None, *, dialect: str | None = None
    ) -> VerifiedQuery:
        """Check Cypher of one's own against this knowledge base, without running it.

        It is printed for this knowledge base's store, or for another dialect.

        Raises:
            QueryRejected: the gate found something against it.
            UnsupportedConstruct: the dialect cannot say it.
        """
        said = dialect or self.store.dialect
        return self._check(text, said, parameters) if parameters else self._checked(text, said)

    def run(self, plan: Plan, limits: Limits | None = None) -> Result:
        """Run a plan, through the gate. Raises as `query` does."""
        query = verify_plan(plan, self.schema, dialect=self.store.dialect, policy=self.policy)
        return self.store.run(query, limits or self.limits)

    def evidence(self, plan: Plan, row: Sequence[Cell], *, limit: int = 1_000) -> Evidence:
        """The matches that stand behind one row of a plan's answer.

        Raises:
            PlanError: the row does not have the plan's columns.
        """
        result = self.run(plan.evidence(row, limit=limit + 1))
        rows = result.rows[:limit]
        cut = len(result.rows) > limit
        return Evidence(columns=result.columns, rows=rows, total=None if cut else len(rows), cut=cut)

    def cite(self, elements: Sequence[Node | Relationship], rows: Sequence[int | None]) -> tuple[Citation, ...]:
        """Citations of elements: label or type, name, and the place in the source where it is known.

        A relationship is named by the nodes that it joins.
        """
        joining = [element for element in elements if isinstance(element, Relationship)]
        ends = self.store.nodes([end for element in joining for end in (element.start, element.end)])
        origins = self.store.origins(elements)
        return tuple(
            self._citation(element, ends, origin, row)
            for element, origin, row in zip(elements, origins, rows, strict=True)
        )

    def _citation(
        self, element: Node | Relationship, ends: Mapping[str, Node], origin: Origin | None, row: int | None
    ) -> Citation:
        source = None
        if origin is not None and origin.file < len(self.manifest.sources):
            entry = self.manifest.sources[origin.file]
            source = SourceRef(file=Path(entry.path).name, position=_position(entry.positions, origin.line))
        if isinstance(element, Relationship):
            joined = [ends[end] for end in (element.start, element.end) if end in ends]
            name = " → ".join(map(self.display.name, joined)) if len(joined) == 2 else None
            return Citation(
                element_id=element.element_id,
                kind="relationship",
                label=element.type,
                name=name,
                source=source,
                row=row,
            )
        name = self.display.name(element)
        return Citation(
            element_id=element.element_id,
            label=element.labels[0] if element.labels else None,
            name=None if name == element.element_id else name,
            source=source,
            row=row,
        )


def _checks(schema: GraphSchema, policy: Policy, stored: StoredValues | None) -> Callable[..., VerifiedQuery]:
    """The gate of one state of a graph."""

    def check(text: str, dialect: str, parameters: Mapping[str, Cell] | None = None) -> VerifiedQuery:
        return verify(text, schema, dialect=dialect, parameters=parameters, policy=policy, stored=stored)

    return check


def _position(kind: str, line: int) -> str:
    return f"#{line}" if kind == "step" else f"{kind} {line}"
