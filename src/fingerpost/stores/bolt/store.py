"""The store of a Bolt server: Neo4j 5 (and what speaks its dialect), and Memgraph by a dialect of its own.

What fingerpost loads keeps two hidden properties: `fp_id`, the source's id of an element, and `fp_at`, where it was
read (`core.names.OWN`). The id of an element is its `fp_id`, else the server's own `elementId`; so it is with
`elementId()` in a query that the gate printed. The driver is an extra, imported when a store is opened.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from fingerpost.core.access import Access
from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.errors import MissingExtra
from fingerpost.core.limits import Limits
from fingerpost.core.schema import GraphSchema
from fingerpost.core.verified import VerifiedQuery, require_verified
from fingerpost.stores.bolt.place import MEMGRAPH, BoltPlace
from fingerpost.stores.bolt.sampling import estimated
from fingerpost.stores.outline import Outline
from fingerpost.stores.protocol import Capabilities, Explanation, Origin, Result
from fingerpost.stores.support.native_lookup import Found, Holding, Place
from fingerpost.stores.support.profile import build_schema

if TYPE_CHECKING:
    from fingerpost.stores.bolt.link import Link
    from fingerpost.stores.bolt.writer import BoltWriter

_NEO4J = Capabilities(
    dialect="neo4j", full_text=True, vectors=True, transactions=False, any_values=False, work_limit=False
)
_MEMGRAPH = Capabilities(dialect=MEMGRAPH, any_values=False, work_limit=False)


class BoltStore:
    """An open database. Safe to use from several threads.

    It ends every query in time: the server is given the limit, and the connection is cut a moment later. A query of
    Neo4j reads what was committed when it comes by, so it may see a part of what is written meanwhile.
    """

    libraries: ClassVar[tuple[str, ...]] = ("neo4j",)

    def __init__(self, link: Link) -> None:
        from fingerpost.stores.bolt.native_lookup import Finder
        from fingerpost.stores.bolt.plans import PlanLock
        from fingerpost.stores.bolt.survey import Survey

        self._link = link
        self._plans = PlanLock(memgraph=link.memgraph)
        self._survey = Survey(link)
        self._finder = Finder(link)

    @classmethod
    def open(cls, place: str, access: Access | None = None) -> BoltStore:
        """Open the database at a URL (see `StoreKind.open`, and `BoltPlace.read` for the URL)."""
        return cls(_linked(place, access))

    @classmethod
    def writer(cls, place: str, access: Access | None = None) -> BoltWriter:
        """A writer that adds to the database at a URL. Raises as `open` does."""
        link = _linked(place, access)
        from fingerpost.stores.bolt.writer import BoltWriter

        return BoltWriter(link, lambda: cls.open(place, access))

    @property
    def link(self) -> Link:
        """The connection, for what keeps things of its own in the database."""
        return self._link

    @property
    def engine(self) -> str:
        """What the server says that it is, with its version: `Neo4j/5.26.30`."""
        return self._link.agent

    @property
    def dialect(self) -> str:
        return self.capabilities.dialect

    @property
    def capabilities(self) -> Capabilities:
        return _MEMGRAPH if self._link.memgraph else _NEO4J

    def run(self, query: VerifiedQuery, limits: Limits | None = None) -> Result:
        """Run a verified query (see `Store.run`).

        Raises:
            QueryRejected: also `query.operator`: the server would do more than read.
        """
        require_verified(query, self.dialect)
        started = time.perf_counter()
        answer = self._link.read(query.text, query.parameters, limits or Limits(), self._plans.check)
        self._survey.told.note(answer.origins)
        spent = (time.perf_counter() - started) * 1000
        total = None if answer.cut else len(answer.rows)
        return Result(query.columns or answer.columns, answer.rows, answer.cut, total, spent)

    def explain(self, query: VerifiedQuery) -> Explanation:
        """How the server would run a query (see `Store.explain`)."""
        require_verified(query, self.dialect)
        given = self._link.given(query.parameters)
        return self._link.look(lambda session: self._plans.explained(session, query.text, given), query.text)

    def schema(self) -> GraphSchema:
        """What the graph holds, counted; `open` where large parts of it were only sampled (see `Store.schema`)."""
        return self.estimate(self.outline())

    def estimate(self, outline: Outline) -> GraphSchema:
        """The schema of an outline, from a sample of what is large (see `FindsValues.estimate`)."""
        if not outline.sampled:
            return build_schema(outline, self.values)
        return estimated(build_schema(outline, partial(self._survey.sampled_values, outline)))

    def outline(self) -> Outline:
        """Labels, types and endpoints with their counts and the names of their properties."""
        return self._survey.outline()

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """Distinct values of a property, streamed from the server (see `Store.values`)."""
        return self._survey.values(owner, name, of_relationship=of_relationship)

    def findable(self) -> frozenset[Place]:
        """The properties in which the server finds texts by an index (see `FindsValues.findable`)."""
        return self._finder.findable()

    def find(self, words: Sequence[str], how: Holding, places: Collection[Place], limit: int) -> list[Found]:
        """Texts that hold words, by the server's indexes of words (see `FindsValues.find`)."""
        return self._finder.find(words, how, places, limit)

    def equal(self, texts: Sequence[str], places: Collection[Place], limit: int) -> list[Found]:
        """Texts that are equal to one of these, by the server's other indexes (see `FindsValues.equal`)."""
        return self._finder.equal(texts, places, limit)

    def elements(self) -> Iterator[tuple[Node | Relationship, Origin | None]]:
        """Every node, then every relationship (see `Store.elements`)."""
        from fingerpost.stores.bolt.elements import elements

        return elements(self._link)

    def nodes(self, element_ids: Sequence[str]) -> Mapping[str, Node]:
        """Nodes by their ids (see `Store.nodes`)."""
        return self._survey.nodes(element_ids)

    def origins(self, elements: Sequence[Node | Relationship]) -> Sequence[Origin | None]:
        """Where elements were read (see `Store.origins`); nothing is known of what fingerpost did not load."""
        return self._survey.origins(elements)

    def close(self) -> None:
        """Give back the connections (see `Store.close`)."""
        self._link.close()


def _linked(url: str, access: Access | None) -> Link:
    try:
        from fingerpost.stores.bolt.link import Link
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "neo4j":
            raise
        hint = 'pip install "fingerpost[neo4j]"'
        raise MissingExtra("a Bolt database needs the driver neo4j", code="extra.missing", hint=hint) from error
    return Link(BoltPlace.read(url, access))
