"""What each dialect of Cypher can say, and how: data that the printer and the gate read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import OWN, STRUCTURAL, quoted, stored_name
from fingerpost.query_languages.cypher.vocabulary import FUNCTIONS


@dataclass(frozen=True)
class Dialect:
    """One dialect.

    `functions` maps a function's usual name to the name it has here; a function that is absent cannot be called.
    `kept`: property names that the engine, or we, keep for themselves. They are written with an underscore after
    them, in the store and in queries alike (`stored_name`), as keys of maps too, as what is a map is not always known.
    `own_ids`: elements that we loaded keep the source's id, which is what `elementId` gives of them.
    `paths_of_one`: `p = (:A)` is a path also where its node has no name.
    `plane_points`: a point has x and y, where it is not on the globe.
    `hiding`: an alias may hide a name that was there before.
    `same_ends`: a shortest path is asked for between a node and itself without failing.
    """

    name: str
    functions: dict[str, str] = field(hash=False)
    inline_where: bool = True
    quantified_paths: bool = True
    label_operators: bool = True
    path_selectors: bool = True
    collect_subquery: bool = True
    subquery_return: bool = True
    kept: frozenset[str] = frozenset()
    own_ids: bool = False
    paths_of_one: bool = True
    plane_points: bool = True
    hiding: bool = True
    same_ends: bool = True
    extra_functions: frozenset[str] = frozenset()
    """Further functions that may be called, by their names in lower case: what a policy allows."""

    def stored_name(self, name: str) -> str:
        """The name under which the engine keeps a property; one to one, whatever the name is (`core.names`)."""
        return stored_name(name, self.kept) if self.kept else name

    def function(self, name: str) -> str:
        """How a function is called here.

        Raises:
            UnsupportedConstruct: this dialect does not have it.
        """
        here = self.functions.get(name)
        if here is None and name.lower() in self.extra_functions:
            return ".".join(map(quoted, name.split(".")))
        if here is None:
            raise UnsupportedConstruct(f"{name}() cannot be called in the {self.name} dialect")
        return here


_COMMON = {name: name for name in FUNCTIONS.values()}
_NOT_IN_KGLITE = (
    "e isEmpty isNaN nullIf char_length character_length toBooleanOrNull toFloatOrNull toIntegerOrNull "
    "toStringOrNull lower upper normalize datetime.fromEpoch datetime.fromEpochMillis percentileDisc stDevP "
    "localtime.truncate time.truncate valueType distance exists btrim duration.between "
    "date.transaction date.statement date.realtime datetime.transaction datetime.statement datetime.realtime "
    "localdatetime.transaction localdatetime.statement localdatetime.realtime time.transaction time.statement "
    "time.realtime localtime.transaction localtime.statement localtime.realtime"
).split()

KGLITE = Dialect(
    name="kglite",
    functions={
        **{name: here for name, here in _COMMON.items() if name not in _NOT_IN_KGLITE},
        "elementId": "id",
        "point.distance": "distance",
        "percentileCont": "percentile_cont",
        "stDev": "stdev",
    },
    inline_where=False,
    quantified_paths=False,
    label_operators=False,
    path_selectors=False,
    collect_subquery=False,
    subquery_return=False,
    kept=STRUCTURAL,
    paths_of_one=False,
    plane_points=False,
    hiding=False,
)

NEO4J = Dialect(
    name="neo4j",
    functions={name: here for name, here in _COMMON.items() if name not in ("median", "distance", "exists")},
    kept=OWN,
    own_ids=True,
    same_ends=False,
)

PLAIN = replace(NEO4J, kept=frozenset(), own_ids=False, same_ends=True)
"""Neo4j's Cypher for a graph in which nothing of ours is kept: what is printed reads back as the same tree."""

LADYBUG = Dialect(
    name="ladybug",
    functions={name: here for name, here in _COMMON.items() if name != "median"},
    inline_where=False,
    quantified_paths=False,
    label_operators=False,
    path_selectors=False,
    collect_subquery=False,
    subquery_return=False,
    kept=OWN,
    hiding=False,
)
"""Its own printer (`dialects.ladybug`) refuses those of these functions that the engine does not have."""

_NOT_IN_MEMGRAPH = (
    "isEmpty isNaN nullIf percentileCont percentileDisc stDev stDevP median cot degrees haversin radians normalize "
    "btrim lower upper char_length character_length distance exists time datetime.fromEpoch datetime.fromEpochMillis "
    "duration.between duration.inDays duration.inMonths duration.inSeconds"
).split()

MEMGRAPH = Dialect(
    name="memgraph",
    functions={
        name: here
        for name, here in _COMMON.items()
        if name not in _NOT_IN_MEMGRAPH and not name.endswith((".truncate", ".transaction", ".statement", ".realtime"))
    },
    inline_where=False,
    quantified_paths=False,
    label_operators=False,
    path_selectors=False,
    collect_subquery=False,
    subquery_return=False,
    kept=OWN,
    own_ids=True,
)
"""Written by a printer of its own (`dialects.memgraph`), from its documentation; not run by our tests."""

DIALECTS: dict[str, Dialect] = {dialect.name: dialect for dialect in (KGLITE, NEO4J, LADYBUG, MEMGRAPH)}
