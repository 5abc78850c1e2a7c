"""What a plan's functions and operators are called in Cypher: one table, read by `lift` and by `lower`."""

from __future__ import annotations

import re

from fingerpost.plans import AggregateFunction, Comparison

COMPARISONS: dict[str, Comparison] = {
    "=": Comparison.EQ,
    "<>": Comparison.NE,
    "<": Comparison.LT,
    "<=": Comparison.LE,
    ">": Comparison.GT,
    ">=": Comparison.GE,
    "IN": Comparison.IN,
    "CONTAINS": Comparison.CONTAINS,
    "STARTS WITH": Comparison.STARTS_WITH,
    "ENDS WITH": Comparison.ENDS_WITH,
    "=~": Comparison.MATCHES,
}
OPERATORS: dict[Comparison, str] = {comparison: sign for sign, comparison in COMPARISONS.items()}

MIRRORED: dict[Comparison, Comparison] = {
    Comparison.EQ: Comparison.EQ,
    Comparison.NE: Comparison.NE,
    Comparison.LT: Comparison.GT,
    Comparison.LE: Comparison.GE,
    Comparison.GT: Comparison.LT,
    Comparison.GE: Comparison.LE,
}
"""The same comparison with its sides exchanged."""

ARITHMETIC: dict[str, str] = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "/": "quotient",
    "%": "modulo",
    "^": "power",
    "||": "concatenate",
}
SIGNS: dict[str, str] = {name: sign for sign, name in ARITHMETIC.items()}

AGGREGATES: dict[str, AggregateFunction] = {
    **{function.value.lower(): function for function in AggregateFunction},
    "percentilecont": AggregateFunction.PERCENTILE,
    "percentiledisc": AggregateFunction.PERCENTILE_DISC,
}

COMPONENTS = frozenset(
    "year quarter month week weekYear day dayOfWeek weekDay dayOfQuarter dayOfYear ordinalDay hour minute second "
    "millisecond microsecond nanosecond timezone offset epochSeconds epochMillis years quarters months weeks days "
    "hours minutes seconds milliseconds monthsOfYear daysOfWeek minutesOfHour secondsOfMinute latitude longitude "
    "height crs srid".split()
)
"""Parts of temporal values and points: written `x.year`, a function in a plan."""

FUNCTIONS: dict[str, str] = {
    name.lower(): name
    for name in (
        "abs acos asin atan atan2 avg ceil coalesce collect cos count date datetime degrees distance duration "
        "duration.between duration.inDays duration.inMonths duration.inSeconds e elementId endNode exists exp floor "
        "head id isEmpty isNaN keys labels last left length localdatetime localtime log log10 ltrim max min nodes "
        "nullIf percentileCont percentileDisc pi point point.distance properties radians range relationships replace "
        "reverse right round rtrim sign sin size split sqrt startNode stDev stDevP substring sum tail tan time "
        "toBoolean toFloat toInteger toLower toString toUpper trim type char_length character_length cot haversin "
        "toBooleanOrNull toFloatOrNull toIntegerOrNull toStringOrNull lower upper btrim normalize "
        "date.truncate datetime.truncate localdatetime.truncate time.truncate localtime.truncate "
        "datetime.fromEpoch datetime.fromEpochMillis median valueType char_length rand "
        "date.transaction date.statement date.realtime datetime.transaction datetime.statement datetime.realtime "
        "localdatetime.transaction localdatetime.statement localdatetime.realtime time.transaction time.statement "
        "time.realtime localtime.transaction localtime.statement localtime.realtime"
    ).split()
}
"""Functions that may be called, by their names in lower case; the value is the name as it is written."""

VARYING = frozenset(("rand",))
"""Functions that give another value each time they are called, by their names in lower case."""

ALIASES: dict[str, str] = {
    "toint": "toInteger",
    "distance": "point.distance",
    "lower": "toLower",
    "upper": "toUpper",
    "char_length": "size",
    "character_length": "size",
}
"""Older or other names, by lower case, and what we write for them."""

AGGREGATE_NAMES = frozenset(AGGREGATES)

SELECTOR = re.compile(
    r"(?:ANY|ALL)(?: SHORTEST)?(?: PATHS?)?|ANY \d{1,4}(?: PATHS?)?|SHORTEST(?: \d{1,4})?(?: PATHS?)?(?: GROUPS?)?",
    re.ASCII,
)
"""The path selectors of Neo4j 5, in capitals."""

_SIMPLE_TYPE = (
    "ANY|ANY VALUE|ARRAY|BOOL|BOOLEAN|DATE|DURATION|EDGE|FLOAT|INT|INTEGER|LIST|LOCAL DATETIME|LOCAL TIME|MAP|NODE|"
    "NOTHING|NULL|PATH|POINT|PROPERTY VALUE|RELATIONSHIP|SIGNED INTEGER|STRING|VARCHAR|VERTEX|ZONED DATETIME|ZONED TIME"
)
TYPE = re.compile(rf"((?:LIST|ARRAY)<)*(?:{_SIMPLE_TYPE})(?: NOT NULL)?(>(?: NOT NULL)?)*", re.ASCII)
"""The types after `IS ::`, in capitals."""

TYPE_WORDS = frozenset((*_SIMPLE_TYPE.replace("|", " ").split(), "NOT"))


def function_name(name: str) -> str:
    """A function's usual spelling: `TOINT` is `toInteger`; unknown names stay as they are."""
    lower = name.lower()
    return ALIASES.get(lower) or FUNCTIONS.get(lower) or name
