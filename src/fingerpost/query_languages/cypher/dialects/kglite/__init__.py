"""Cypher as kglite reads it, the embedded store."""

from __future__ import annotations

from fingerpost.core.names import STRUCTURAL
from fingerpost.query_languages.cypher.dialect import COMMON_FUNCTIONS, Dialect, on_tree
from fingerpost.query_languages.cypher.dialects.kglite.aggregating import aggregated_first
from fingerpost.query_languages.cypher.dialects.kglite.checking import in_one_condition
from fingerpost.query_languages.cypher.dialects.kglite.computing import computed_as_meant
from fingerpost.query_languages.cypher.dialects.kglite.ends import ends_as_maps, ends_as_nodes
from fingerpost.query_languages.cypher.dialects.kglite.naming import with_stored_names
from fingerpost.query_languages.cypher.dialects.kglite.printing import KglitePrinter
from fingerpost.query_languages.cypher.dialects.kglite.shortcuts import without_shortcuts
from fingerpost.query_languages.cypher.dialects.kglite.sorting import sorted_by_name
from fingerpost.query_languages.cypher.dialects.kglite.whole_maps import whole_maps_are_only_handed_on
from fingerpost.query_languages.cypher.rewrites.desugar import desugar
from fingerpost.query_languages.cypher.rewrites.hiding import give_own_names
from fingerpost.query_languages.cypher.rewrites.rematching import tested_where_matched_again
from fingerpost.query_languages.cypher.rewrites.renaming import define_once, plain_patterns
from fingerpost.query_languages.cypher.rewrites.stepwise import stepwise

_ABSENT = frozenset(
    "e isEmpty isNaN nullIf char_length character_length toBooleanOrNull toFloatOrNull toIntegerOrNull "
    "toStringOrNull lower upper normalize datetime.fromEpoch datetime.fromEpochMillis stDevP "
    "localtime.truncate time.truncate valueType distance exists btrim duration.between "
    "date.transaction date.statement date.realtime datetime.transaction datetime.statement datetime.realtime "
    "localdatetime.transaction localdatetime.statement localdatetime.realtime time.transaction time.statement "
    "time.realtime localtime.transaction localtime.statement localtime.realtime".split()
)
_NAMED_OTHERWISE = {
    "elementId": "id",
    "point.distance": "distance",
    "percentileCont": "percentile_cont",
    "percentileDisc": "percentile_disc",
    "stDev": "stdev",
}

KGLITE = Dialect(
    name="kglite",
    functions={**{name: here for name, here in COMMON_FUNCTIONS.items() if name not in _ABSENT}, **_NAMED_OTHERWISE},
    printer=KglitePrinter.printed,
    rewrites=(
        computed_as_meant,
        on_tree(sorted_by_name),
        on_tree(aggregated_first),
        on_tree(plain_patterns),
        on_tree(give_own_names),
        on_tree(define_once),
        ends_as_nodes,
        on_tree(tested_where_matched_again),
        desugar,
        whole_maps_are_only_handed_on,
        ends_as_maps,
        with_stored_names,
        on_tree(stepwise),
        on_tree(without_shortcuts),
        on_tree(in_one_condition),
    ),
    inline_where=False,
    quantified_paths=False,
    label_operators=False,
    path_selectors=False,
    collect_subquery=False,
    subquery_return=False,
    kept=STRUCTURAL,
    paths_of_one=False,
    plane_points=False,
)
