"""An open knowledge base: the composition root of everything that answers questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from fingerpost.answers.compose import Composer
from fingerpost.core.answer import Answer, Citation, Evidence, SourceRef
from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.limits import Limits
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine.manifest import Manifest, read_manifest, read_schema
from fingerpost.engine.pipeline import ask
from fingerpost.engine.registry import store_class
from fingerpost.languages.cypher.policy import Policy
from fingerpost.languages.cypher.verify import verify, verify_plan
from fingerpost.linking.display import Display
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.pack import EMPTY_PACK, Pack, read_pack
from fingerpost.linking.value_index import ValueIndex
from fingerpost.plans.model import Plan
from fingerpost.questions.parse import Parser
from fingerpost.questions.vocabulary import with_absent_labels
from fingerpost.stores.protocol import Origin, Result, Store


class KnowledgeBase:
    """An open knowledge base. Safe to ask from several threads; use it as a context manager or call `close`."""

    def __init__(self, path: Path, settings: Settings | None = None) -> None:
        """Open the folder.

        Raises:
            KnowledgeBaseError: `kb.missing`, `kb.damaged` or `kb.newer`.
            SettingsError: its pack is missing or invalid.
        """
        self.path = path
        self.settings = settings or Settings()
        opened = _opened(path)
        self.manifest, self.store, self._index = opened.manifest, opened.store, opened.index
        name = self.settings.pack or self.manifest.pack
        self.pack: Pack = read_pack(name) if name else EMPTY_PACK
        self.schema: GraphSchema = with_absent_labels(opened.schema, self.pack)
        self.display = Display(self.schema, self.pack)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back the store and the index."""
        self.store.close()
        if isinstance(self._index, ValueIndex):
            self._index.close()

    @property
    def index(self) -> ValueIndex:
        """The value index.

        Raises:
            KnowledgeBaseError: `kb.damaged`. Only questions need it: queries of one's own run without it.
        """
        if isinstance(self._index, KnowledgeBaseError):
            raise self._index
        return self._index

    @cached_property
    def parser(self) -> Parser:
        lexicon = Lexicon(self.schema, self.pack)
        return Parser(self.schema, lexicon, self.index, beam_width=self.settings.beam_width)

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
        stored = self._index.spellings if isinstance(self._index, ValueIndex) else None
        return verify(text, self.schema, dialect=said, parameters=parameters, policy=self.policy, stored=stored)

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


@dataclass(frozen=True)
class _Opened:
    """The parts of one state of a knowledge base; in place of an index that cannot be read, why."""

    manifest: Manifest
    schema: GraphSchema
    store: Store
    index: ValueIndex | KnowledgeBaseError


def _opened(path: Path) -> _Opened:
    """Open every part of the folder; again where a load replaced them meanwhile."""
    manifest = read_manifest(path)
    while True:
        try:
            opened = _parts(path / manifest.data, manifest)
        except KnowledgeBaseError:
            current = read_manifest(path)
            if current.data == manifest.data:
                raise
        else:
            if not isinstance(opened.index, KnowledgeBaseError):
                return opened
            current = read_manifest(path)
            if current.data == manifest.data:
                return opened
            opened.store.close()
        manifest = current


def _parts(folder: Path, manifest: Manifest) -> _Opened:
    schema = read_schema(folder, manifest)
    store = store_class(manifest.store).open(str(folder))
    index: ValueIndex | KnowledgeBaseError
    try:
        index = ValueIndex(folder)
    except KnowledgeBaseError as error:
        index = error
    return _Opened(manifest, schema, store, index)


def _position(kind: str, line: int) -> str:
    return f"#{line}" if kind == "step" else f"{kind} {line}"
