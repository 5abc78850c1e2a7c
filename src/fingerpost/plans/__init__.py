"""The plan of a question as data, its JSON form, its English reading and its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.plans.canonical import canonical_json as canonical_json, fingerprint as fingerprint
    from fingerpost.plans.chains import Chain as Chain, chains_of as chains_of, in_order as in_order
    from fingerpost.plans.durations import (
        DAY as DAY,
        in_seconds as in_seconds,
        lasting as lasting,
        lasting_seconds as lasting_seconds,
    )
    from fingerpost.plans.english import conditions_read as conditions_read, words as words
    from fingerpost.plans.irregular import BASE_FORMS as BASE_FORMS, NOUNS as NOUNS, VERBS as VERBS
    from fingerpost.plans.merge import merged as merged
    from fingerpost.plans.model import (
        OPPOSITE as OPPOSITE,
        ORDERINGS as ORDERINGS,
        Aggregate as Aggregate,
        AggregateFunction as AggregateFunction,
        AnyOf as AnyOf,
        Call as Call,
        Choose as Choose,
        Column as Column,
        Comparison as Comparison,
        Condition as Condition,
        Conditions as Conditions,
        CountOf as CountOf,
        Each as Each,
        EdgePattern as EdgePattern,
        Exists as Exists,
        Holds as Holds,
        Hops as Hops,
        Let as Let,
        Match as Match,
        NodePattern as NodePattern,
        Operand as Operand,
        Order as Order,
        Pattern as Pattern,
        Plan as Plan,
        Quantifier as Quantifier,
        Ref as Ref,
        Shortest as Shortest,
        SmallAny as SmallAny,
        Stage as Stage,
        Test as Test,
        Unwind as Unwind,
        Value as Value,
    )
    from fingerpost.plans.nouns import (
        apart_from_unit as apart_from_unit,
        counted as counted,
        is_plural as is_plural,
        joined as joined,
        plural as plural,
        singular as singular,
        with_article as with_article,
    )
    from fingerpost.plans.phrases import plain_names as plain_names
    from fingerpost.plans.reached import Reached as Reached, superlative_of as superlative_of
    from fingerpost.plans.rename import rename_condition as rename_condition, rename_stage as rename_stage
    from fingerpost.plans.scope import (
        check as check,
        names_in as names_in,
        parameters_of as parameters_of,
        tests_of as tests_of,
        with_used as with_used,
    )
    from fingerpost.plans.simpler import ToOne as ToOne, simplified as simplified
    from fingerpost.plans.sources import with_sources as with_sources
    from fingerpost.plans.work import estimated_work as estimated_work

__getattr__ = lazy_exports(
    __name__,
    {
        "canonical": "canonical_json fingerprint",
        "chains": "Chain chains_of in_order",
        "durations": "DAY in_seconds lasting lasting_seconds",
        "english": "conditions_read words",
        "irregular": "BASE_FORMS NOUNS VERBS",
        "merge": "merged",
        "model": (
            "OPPOSITE ORDERINGS Aggregate AggregateFunction AnyOf Call Choose Column Comparison Condition Conditions "
            "CountOf Each EdgePattern Exists Holds Hops Let Match NodePattern Operand Order Pattern Plan Quantifier "
            "Ref Shortest SmallAny Stage Test Unwind Value"
        ),
        "nouns": "apart_from_unit counted is_plural joined plural singular with_article",
        "phrases": "plain_names",
        "reached": "Reached superlative_of",
        "rename": "rename_condition rename_stage",
        "scope": "check names_in parameters_of tests_of with_used",
        "simpler": "ToOne simplified",
        "sources": "with_sources",
        "work": "estimated_work",
    },
)
