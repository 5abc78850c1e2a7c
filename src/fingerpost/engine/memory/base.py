"""A folder of documents as a knowledge base: questions are answered from its passages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from fingerpost.core.answer import Answer
from fingerpost.core.cells import Node, Relationship
from fingerpost.core.errors import KnowledgeBaseError, QuestionError, StoreError, WorkspaceError
from fingerpost.core.settings import Settings
from fingerpost.engine.add_report import AddReport
from fingerpost.engine.debugging import logged
from fingerpost.engine.knowledge_base import GRAPH
from fingerpost.engine.memory.answering import (
    answer_from,
    chained_answer,
    is_outdated,
    require_question,
    split,
    together,
    with_receipts,
    with_rows_of_tables,
)
from fingerpost.engine.memory.cache import Cache
from fingerpost.engine.memory.chains import chain_of
from fingerpost.engine.memory.fact_graph import CERTAINTY, DOCUMENTS, LEVELS, ORIGIN, SOURCES, key_of_id
from fingerpost.engine.memory.library import Library, Quote
from fingerpost.engine.memory.namespaces import OpenNamespaces
from fingerpost.engine.memory.naming import documents_saying, in_full, sought_of_documents
from fingerpost.engine.memory.place import documents_folder, folders_of, place_of, require_namespace
from fingerpost.engine.memory.retrieving import (
    Link,
    Retrieval,
    Seek,
    links_of,
    names_in,
    retrieved,
)
from fingerpost.engine.memory.switch import EMPTY_NOTE, FALLBACK_NOTE, graph_enabled
from fingerpost.engine.memory.tables import Tables
from fingerpost.engine.memory.templates import Template, load_templates, shipped_templates
from fingerpost.engine.memory.templates.template import limits_of
from fingerpost.engine.memory.writing import AnyPath, document_writer
from fingerpost.engine.workspaces.base import WorkspaceBase
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.ingest import key_of, own_name
from fingerpost.llm import LanguageModel
from fingerpost.plans import Plan
from fingerpost.retrieval import PassageStore
from fingerpost.stores import Result

TEMPLATES = "templates.yaml"
"""The file of a folder's own templates."""
_SURE = 0.5
"""The confidence from which the graph of facts answers."""
_MOST_PASSAGES = 100
_ROWS, _MATCHES = 20, 50
"""The numbers of rows, and of matches of each, whose sentences are shown."""


class DocumentBase(WorkspaceBase):
    """A workspace that has documents. Questions read its graph first, if it has one, then its passages."""

    def __init__(
        self,
        workspace: Workspace,
        store: PassageStore,
        settings: Settings | None = None,
        library: Library | None = None,
        *,
        graph: bool | None = None,
    ) -> None:
        """Wrap an open workspace and its documents; closing the knowledge base closes both.

        `graph`: whether questions use the facts; default: what `GRAPH_RAG_ENABLED` says, or else yes.
        """
        super().__init__(workspace, settings, owned=True)
        self.documents = store
        self.library = library or Library(store, self.settings)
        self.cache = Cache(self.settings.memory.cache_seconds)
        self._namespaces = OpenNamespaces(
            place_of(workspace.folder), lambda folder: open_documents(folder, self.settings, graph=graph)
        )
        self.graph = graph_enabled(True) if graph is None else graph
        self._tables = Tables(self.settings)
        self._templates: dict[str, Template] | None = None
        self._model: LanguageModel | None = None
        self._folders: tuple[object, tuple[str, ...]] | None = None

    def ask(
        self,
        question: str,
        *,
        choice: int | None = None,
        filters: Mapping[str, object] | None = None,
        collections: Sequence[str] = (),
    ) -> Answer[Plan]:
        """Answer a question from the graph, with the sentences that state it, else with sentences of the documents.

        What others wrote into the workspace is answered from the graph alone. A question of two requests gets both
        answers. With `collections`, only their documents are read, and facts that they state.

        Raises:
            QuestionError: the question is empty or too long; `collection.unknown`.
            KnowledgeBaseError: `kb.damaged`.
        """
        require_question(question, self.settings)
        if filters:  # documents have none
            return super().ask(question, choice=choice, filters=filters)
        within = [name for name in collections if name != GRAPH]
        parts = (question,) if choice is not None else split(question)
        asked = [(part, partial(self._answered, part, choice, within)) for part in parts]
        if len(asked) == 1:
            return logged(self.settings, asked[0][1])
        return logged(self.settings, lambda: together(question, [(part, answered()) for part, answered in asked]))

    def _answered(self, question: str, choice: int | None, collections: Sequence[str]) -> Answer[Plan]:
        """The answer to one request."""
        sought = sought_of_documents(question) if choice is None else None
        if sought is not None:
            return documents_saying(self.library, question, sought, collections)
        if not self.graph:
            return self._from_passages(question, collections)
        try:
            if not self.schema.node_count:
                return self._from_tables(question, collections, self._from_passages(question, collections, EMPTY_NOTE))
            asked, renamed = in_full(question, self.documents.identities(), self.documents)
            if choice is None and not collections:
                chained = self._chained(question)
                if chained is not None and len(chained.metadata["path"]) > 1:
                    return chained
            answer = super().ask(asked, choice=choice).model_copy(update={"question": question})
            answer = answer.model_copy(update={"notes": (*answer.notes, *renamed)})
            if answer.status == "refused" or (choice is not None and answer.status != "answered"):
                return answer
            if answer.status == "answered" and not self._is_of_documents(answer):
                return answer
            receipts, certainty = self._receipts(answer)
        except (StoreError, WorkspaceError, KnowledgeBaseError):
            return self._from_passages(question, collections, FALLBACK_NOTE)
        failed = () if answer.status != "failed" else (FALLBACK_NOTE,)
        passages = self._from_passages(question, collections, *failed)
        within = not collections or all(self.library.collection_of(q.document) in collections for q in receipts)
        if receipts and is_outdated(receipts, passages):
            return passages
        if receipts and within and answer.confidence >= _SURE and not answer.ignored:
            return with_receipts(answer, receipts, certainty, passages)
        single = None if collections or choice is not None else self._chained(question)
        return single or (passages if choice is not None else self._from_tables(asked, collections, passages))

    def _from_tables(self, question: str, collections: Sequence[str], passages: Answer[Plan]) -> Answer[Plan]:
        """The answer of the tables in the documents, with the rows that it rests on, if they have a sure one; else that
        of the passages, which goes before all that a row says of what is only named, too."""
        found = self._tables.answer(question, self.documents.stamp, self.documents.documents)
        cut = self._tables.note
        if cut:
            passages = passages.model_copy(update={"notes": (*passages.notes, cut)})
        if found is None or found.gives_way(passages):
            return passages
        if collections and not all(self.library.collection_of(one.document) in collections for one in found.places):
            return passages
        receipts = [self.library.quote(one.document, one.start, one.end) for one in found.places]
        answer = found.answer.model_copy(update={"question": passages.question})
        return with_rows_of_tables(answer, [one for one in receipts if one is not None], passages)

    def _chained(self, question: str) -> Answer[Plan] | None:
        """The answer to a question over two relationships that documents state, with the sentences of both."""
        canonical = self.documents.identities()
        names = [canonical.get(name, name) for name in names_in(key_of(question), self.documents)]
        named = list(dict.fromkeys(name for name in names if self.documents.written(name)))
        found = chain_of(question, named, self._neighbours) if len(names) == 1 else None
        if found is None:
            return None
        places = dict.fromkeys(str(place) for link in found.links for place in link["sources"])
        receipts = [quote for place in places if (quote := self._quoted(place)) is not None]
        said = {str(link["certainty"]) for link in found.links}
        certainty = next((level for level in reversed(LEVELS) if level in said), LEVELS[0])
        answer = chained_answer(question, found, receipts)
        return with_receipts(answer, receipts, certainty, self._from_passages(question, ()))

    def _quoted(self, place: str) -> Quote | None:
        """What stands at `document:start-end`."""
        document, _, span = place.rpartition(":")
        start, _, end = span.partition("-")
        return self.library.quote(document, int(start), int(end))

    def _from_passages(self, question: str, collections: Sequence[str], *notes: str) -> Answer[Plan]:
        asked, said = in_full(question, self._names(question), self.documents) if self.graph else (question, [])
        answer = answer_from(self.library, asked, self.settings, collections, self._worded())
        if asked != question and answer.status != "answered":
            said, answer = [], answer_from(self.library, question, self.settings, collections, self._worded())
        notes = (*said, *notes)
        answer = answer.model_copy(update={"question": question})
        return answer.model_copy(update={"notes": (*answer.notes, *notes)}) if notes else answer

    def _names(self, question: str) -> dict[str, str]:
        """Other names of things, and the old names in a question, each with the one that stands for it."""
        names = self.documents.identities()
        try:
            links, _ = self._neighbours(names_in(key_of(question), self.documents))
        except (StoreError, WorkspaceError, KnowledgeBaseError):
            return names
        renamed = [link for link in links if link["relationship"] == "RENAMED_TO"]
        return {**{key_of_id(str(link["source"])): key_of_id(str(link["target"])) for link in renamed}, **names}

    @property
    def folders(self) -> tuple[str, ...]:
        """See `KnowledgeBase.folders`."""
        stamp = self.documents.stamp
        if self._folders is None or self._folders[0] != stamp:
            self._folders = (stamp, folders_of(self.documents.keys()))
        return self._folders[1]

    def _worded(self) -> Callable[[str, Answer[Plan], Sequence[Quote]], Answer[Plan]] | None:
        """What words answers: the language model of the settings, if there is one."""
        if not self.settings.model:
            return None
        from fingerpost.engine.memory.model_answers import written
        from fingerpost.llm import model_of

        self._model = self._model or model_of(self.settings.model, self.settings.models)
        model = self._model
        return lambda question, answer, read: written(question, answer, read, model)

    @contextmanager
    def within(self, namespace: str) -> Iterator[DocumentBase]:
        """The documents of a namespace of this place, for the length of a block; these themselves, without one.

        Raises:
            QuestionError: `namespace.unknown`, `namespace.invalid`.
            KnowledgeBaseError: `kb.damaged`, `kb.newer`.
        """
        if not namespace:
            yield self
            return
        with self._namespaces.using(namespace) as base:
            yield base

    def add(self, sources: AnyPath | Sequence[AnyPath], *, collection: str = "") -> AddReport:
        """Add or update documents. Raises as `Memory.add` does."""
        with document_writer(self.workspace.folder, self.settings) as writer:
            return writer.add(sources, collection=collection)

    def forget(self, key: str) -> bool:
        """Remove a document, with all that came from it; whether it was there."""
        with document_writer(self.workspace.folder, self.settings) as writer:
            return writer.forget(key)

    def retrieve(
        self, question: str, count: int = 5, *, budget: int | None = None, collections: Sequence[str] = ()
    ) -> Retrieval:
        """Passages and facts for a question as the context of a model, at most `budget` tokens (default: the setting).

        Raises:
            QuestionError: the question is empty or too long; `collection.unknown`; `retrieval.budget`.
        """
        require_question(question, self.settings)
        budget = self.settings.memory.budget if budget is None else budget
        if not 1 <= count <= _MOST_PASSAGES or budget < 1:
            message = f"a retrieval has 1 to {_MOST_PASSAGES} passages and a budget of at least one token"
            raise QuestionError(message, code="retrieval.budget")
        wanted = tuple(sorted(set(collections)))
        version = (self.documents.stamp, self.graph and self._version())
        key = (question, count, budget, wanted)
        found, cached = self.cache.get(
            "retrieval", version, key, lambda: retrieved(self._seek(question, count, budget, wanted))
        )
        return replace(found, cache_hit=True) if cached else found

    def _seek(self, question: str, count: int, budget: int, collections: tuple[str, ...]) -> Seek:
        has_facts = (lambda: self.schema.node_count > 0) if self.graph else None
        bounds = self.settings.memory
        return Seek(question, count, budget, collections, self.library, self._neighbours, has_facts, bounds)

    def _neighbours(self, keys: Sequence[str]) -> tuple[list[Link], bool]:
        """The relationships of entities, in order, read from the graph without a query; whether from the cache."""
        version = self._version()  # which also brings the workspace up to date

        def run() -> list[Link]:
            _, joined = self.workspace.around(list(keys))
            ends = {end for one in joined for end in (one.start, one.end)}
            nodes = self.workspace.nodes(sorted(ends))
            return links_of(keys, joined, nodes)

        return self.cache.get("graph", version, ("around", *keys), run)

    def _version(self) -> str | None:
        """The version of the graph; None if it cannot be read."""
        try:
            return self._snapshot.opened.manifest.stamp
        except (StoreError, WorkspaceError, KnowledgeBaseError):
            return None

    def template(self, name: str, /, **parameters: object) -> Result:
        """Run a named query: one that is shipped, or one of the file `templates.yaml` in the folder.

        Entities and documents are given by any of their names or by their id.

        Raises:
            QuestionError: `template.unknown`, `template.parameter`.
            SettingsError: `template.invalid`: the folder's own file.
            StoreError: the query failed or reached a limit.
        """
        return self._run_template(name, parameters)[0]

    def _run_template(self, name: str, parameters: Mapping[str, object]) -> tuple[Result, bool]:
        template = self.templates().get(name)
        if template is None:
            known = ", ".join(sorted(self.templates()))
            raise QuestionError(f"there is no template {name}; there are {known}", code="template.unknown")
        values = template.bound(parameters)
        canonical = self.documents.identities()
        for parameter, info in template.parameters.items():
            value = values[parameter]
            if isinstance(value, str) and info.type in ("entity", "document"):
                key = self._document_key(value) if info.type == "document" else key_of_id(value)
                values[parameter] = canonical.get(key, key)
        snapshot = self._snapshot
        version = snapshot.opened.manifest.stamp

        def run() -> Result:
            store = snapshot.opened.store
            return store.run(template.checked(values, store.dialect), limits_of(self.limits))

        return self.cache.get("graph", version, (name, *sorted(values.items())), run)

    def _document_key(self, given: str) -> str:
        """The key of a document's node, which is an identifier if its title or name begins with one."""
        document = self.documents.document(given)
        if document is None:  # a service tells the end of its name only
            wanted = key_of_id(given).removeprefix("document ")
            last = wanted.rpartition(" ")[2]
            keys = [key for key in self.documents.keys() if last in key.casefold()]  # noqa: SIM118 - ours
            found = [key for key in keys if f" {key_of(key)}".endswith(f" {wanted}")]
            document = self.documents.document(found[0]) if len(found) == 1 else None
        return own_name(document.key, document.title).key if document is not None else key_of_id(given)

    def templates(self) -> dict[str, Template]:
        """All templates by name: those of a namespace replace those of the folder, and these replace shipped ones.

        Raises as `template` does.
        """
        if self._templates is None:
            own, found = Path(self.workspace.folder), dict(shipped_templates())
            for file in [folder / TEMPLATES for folder in dict.fromkeys((documents_folder(place_of(own)), own))]:
                found.update(load_templates(file) if file.is_file() else {})
            self._templates = found
        return self._templates

    def _is_of_documents(self, answer: Answer[Plan]) -> bool:
        """Whether an answer rests on what documents state."""
        shown = [cell for row in answer.rows for cell in row if isinstance(cell, Node)]
        if any(node.properties.get(ORIGIN) == DOCUMENTS for node in shown):
            return True
        return not shown and any(CERTAINTY in info.by_name for info in self.schema.relationships)

    def _receipts(self, answer: Answer[Plan]) -> tuple[list[Quote], str]:
        """The sentences that state or deny the relationships behind an answer, each once; and the least certainty."""
        plan = answer.plan
        if answer.status != "answered" or plan is None:
            return [], LEVELS[0]
        places: dict[str, None] = {}
        said: set[str] = set()
        for row in answer.rows[:_ROWS]:
            matches = self.evidence(plan, row, limit=_MATCHES)
            for cell in (cell for match in matches.rows for cell in match if isinstance(cell, Relationship)):
                places.update(dict.fromkeys(cell.properties.get(SOURCES) or ()))
                said.add(str(cell.properties.get(CERTAINTY) or ""))
        found = []
        for place in places:
            quote = self._quoted(place)
            if quote is not None:
                found.append(quote)
        return found, next((level for level in reversed(LEVELS) if level in said), LEVELS[0])

    def close(self) -> None:
        """Close the graph and the documents."""
        self._namespaces.close()
        self._tables.close()
        super().close()
        self.documents.close()


def open_documents(
    place: str | Path, settings: Settings | None = None, *, namespace: str = "", graph: bool | None = None
) -> DocumentBase:
    """Open a folder of documents, or those beside a graph; it sees what another process writes.

    Raises:
        QuestionError: `namespace.unknown`, `namespace.invalid`.
        KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer`.
    """
    folder = require_namespace(place, namespace)
    workspace = Workspace(folder, write=False)
    try:
        return DocumentBase(workspace, PassageStore(folder, write=False), settings, graph=graph)
    except BaseException:
        workspace.close()
        raise
