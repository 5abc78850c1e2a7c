"""What every part of the kit shares: what is said of a store, and its graphs, each written once for a class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import ClassVar, TypeVar
from zlib import crc32

import pytest

from fingerpost.core.access import Access
from fingerpost.stores import Capabilities, GraphWriter, Store, StoreKind
from fingerpost.testing import graphs, town
from fingerpost.testing.asking import WAYS, Case, check, needs
from fingerpost.testing.shelf import Shelf

_Value = TypeVar("_Value")
_Test = TypeVar("_Test", bound=Callable[..., None])
Make = Callable[[Callable[[GraphWriter], None]], Store]


def shared(name: str, values: Iterable[str], parts: int, turn: int = 0) -> Callable[[_Test], _Test]:
    """Parametrizes a test by those of the values that its class runs (`Conformance.share`)."""

    def mark(test: _Test) -> _Test:
        vars(test)["shared"] = (name, tuple(values), parts, turn)
        return test

    return mark


class Conformance:
    """What a subclass says of its store.

    Attributes:
        kind: the class of the store.
        access: how it gets in, where it is a server.
        reading: read what a writer holds (`GraphWriter.reading`) instead of what it saved and the store opened.
        unheld: kinds of values that a property cannot hold, by their names in `graphs.CELLS`, and why; writing one must
            be refused. A store that holds all of them has the capability `any_values`.
        ungiven: kinds of values that a parameter cannot have; giving one must be refused.
        overrun_ms: by how much a query may miss its time limit.
        part: None runs every case. Classes with the parts 0, 1, 2, ... share the widest products: each runs every value
            of each factor, and any few of them together run all pairs of values (`share`).
        slower: how many times fewer values of the longest lists it runs where cases are shared; a server may be one of
            a kind whose every query costs much.
        large: the number of nodes of a large label, more than the store reads at once.
    """

    kind: ClassVar[type[StoreKind]]
    access: ClassVar[Access | None] = None
    reading: ClassVar[bool] = False
    unheld: ClassVar[Mapping[str, str]] = {}
    ungiven: ClassVar[Mapping[str, str]] = {}
    overrun_ms: ClassVar[int] = 150
    part: ClassVar[int | None] = None
    slower: ClassVar[int] = 1
    large: ClassVar[int] = 21_000

    def share(self, values: Iterable[_Value], parts: int, turn: int = 0) -> list[_Value]:
        """What this class runs of one factor of a product, beside value number `turn` of the other factor."""
        listed = list(values)
        if self.part is None:
            return listed
        return [value for number, value in enumerate(listed) if (number + turn + self.part) % parts == 0]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """The values of a factor that this class runs (`shared`)."""
        factor = vars(metafunc.function).get("shared")
        if factor is not None:
            name, values, parts, turn = factor
            metafunc.parametrize(name, self.share(values, parts * self.slower, turn), ids=ascii)

    def check(self, store: Store, case: Case) -> None:
        """Ask a case as a text and as the plan that it lifts to; in one of the two ways where cases are shared."""
        check(store, case, self.share(WAYS[:1] if case.raw else WAYS, 1 if case.raw else 2, crc32(case.text.encode())))

    def place(self, folder: Path) -> str:
        """Where a graph is kept: a folder or file in a new, empty folder, or a URL that may be the same each time."""
        return str(folder)

    def clear(self, place: str) -> None:
        """Empty a place outside the folder; called before each graph that is written there."""
        pytest.fail(f"{place} is not in the folder that place() was given: clear() must empty it")

    @pytest.fixture
    def shelf(self, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shelf:
        """The graphs of this class, as far as they are written."""
        return Shelf.of(self, request.node, tmp_path_factory)

    @pytest.fixture
    def make(self, shelf: Shelf) -> Make:
        """Makes stores that hold what a function writes; the last one made is open."""
        return shelf.fresh

    @pytest.fixture
    def cells(self, shelf: Shelf) -> Store:
        """Every kind of value (`graphs.write_cells`)."""
        return shelf.store("cells", lambda writer: graphs.write_cells(writer, self.unheld))

    @pytest.fixture
    def capabilities(self, shelf: Shelf) -> Capabilities:
        """What the store can do."""
        return shelf.any_store("people", graphs.write_people).capabilities

    @pytest.fixture
    def names(self, shelf: Shelf, capabilities: Capabilities) -> Store:
        """Hostile names (`graphs.write_names`)."""
        needs(capabilities, "any_names", "labels, types and properties have names that Cypher must quote")
        return shelf.store("names", graphs.write_names)

    @pytest.fixture
    def people(self, shelf: Shelf) -> Store:
        """People and a town (`graphs.write_people`)."""
        return shelf.store("people", graphs.write_people)

    @pytest.fixture
    def authors(self, shelf: Shelf, capabilities: Capabilities) -> Store:
        """People who are authors too (`graphs.write_authors`)."""
        needs(capabilities, "several_labels", "some nodes have several labels")
        return shelf.store("authors", graphs.write_authors)

    @pytest.fixture
    def town(self, shelf: Shelf) -> Store:
        """A small town (`town.write_town`)."""
        return shelf.store("town", town.write_town)
