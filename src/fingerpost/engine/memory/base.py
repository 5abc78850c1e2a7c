"""A folder of documents as a knowledge base: questions are answered from its passages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fingerpost.core.answer import Answer
from fingerpost.core.cells import Node, Relationship
from fingerpost.core.errors import QuestionError
from fingerpost.core.settings import Settings
from fingerpost.engine.memory.answering import answer_from, with_receipts
from fingerpost.engine.memory.cache import Cache
from fingerpost.engine.memory.fact_graph import CERTAINTY, DOCUMENTS, LEVELS, ORIGIN, SOURCES, key_of_id
from fingerpost.engine.memory.library import Library, Quote
from fingerpost.engine.memory.templates import Template, load_templates, shipped_templates
from fingerpost.engine.memory.templates.template import limits_of
from fingerpost.engine.workspaces.base import WorkspaceBase
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.ingest import own_name
from fingerpost.plans import Plan
from fingerpost.retrieval import PassageStore
from fingerpost.stores import Result

TEMPLATES = "templates.yaml"
"""The file of a folder's own templates."""
_SURE = 0.5
"""The confidence from which the graph of facts answers."""
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
    ) -> None:
        """Wrap an open workspace and its documents; closing the knowledge base closes both."""
        super().__init__(workspace, settings, owned=True)
        self.documents = store
        self.library = library or Library(store)
        self.cache = Cache()
        self._templates: dict[str, Template] | None = None

    def ask(self, question: str, *, choice: int | None = None) -> Answer[Plan]:
        """Answer a question from the graph, with the sentences that state it, else with sentences of the documents.

        What others wrote into the workspace is answered from the graph alone.

        Raises:
            QuestionError: the question is empty or too long.
            KnowledgeBaseError: `kb.damaged`.
        """
        if not self.schema.node_count:
            return answer_from(self.library, question, self.settings)
        answer = super().ask(question, choice=choice)
        if answer.status == "refused" or (choice is not None and answer.status != "answered"):
            return answer
        if answer.status == "answered" and not self._is_of_documents(answer):
            return answer
        passages = answer_from(self.library, question, self.settings)
        receipts, certainty = self._receipts(answer)
        if receipts and answer.confidence >= _SURE and not answer.ignored:
            return with_receipts(answer, receipts, certainty, passages)
        return passages

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
        return own_name(given, document.title).key if document is not None else key_of_id(given)

    def templates(self) -> dict[str, Template]:
        """All templates by name; those of the folder replace shipped ones of the same name. Raises as `template`."""
        own = Path(self.workspace.folder) / TEMPLATES
        if self._templates is None:
            self._templates = {**shipped_templates(), **(load_templates(own) if own.is_file() else {})}
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
            document, _, span = place.rpartition(":")
            start, _, end = span.partition("-")
            quote = self.library.quote(document, int(start), int(end))
            if quote is not None:
                found.append(quote)
        return found, next((level for level in reversed(LEVELS) if level in said), LEVELS[0])

    def close(self) -> None:
        """Close the graph and the documents."""
        super().close()
        self.documents.close()


def open_documents(place: str | Path, settings: Settings | None = None) -> DocumentBase:
    """Open a folder of documents for reading; it sees what another process writes.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer`.
    """
    workspace = Workspace(Path(place), write=False)
    try:
        return DocumentBase(workspace, PassageStore(Path(place), write=False), settings)
    except BaseException:
        workspace.close()
        raise
