"""What a question about code asks, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from fingerpost.plans import Comparison


class Asked(Enum):
    """The form of the answer."""

    LIST = auto()
    COUNT = auto()
    YES_NO = auto()
    MOST = auto()
    VALUE = auto()
    AVERAGE = auto()
    TOTAL = auto()
    PATH = auto()
    CAN_REACH = auto()
    PER_FILE = auto()
    CARD = auto()
    RECURSION = auto()
    FLOW = auto()
    USERS = auto()
    EXPLAIN = auto()
    EACH = auto()
    TWICE = auto()
    EXISTS = auto()


class Kind(Enum):
    """What a condition tests of a function."""

    CALLS = auto()
    REACHES = auto()
    CALLED_BY = auto()
    REACHED_FROM = auto()
    CALLS_INTO = auto()
    CALLS_WITH = auto()
    UNUSED_PART = auto()
    UNUSED = auto()
    PART_IN = auto()
    MEASURE = auto()
    FLAG = auto()
    FILE = auto()
    RETURNS = auto()
    STRUCTURE = auto()
    STRING = auto()
    PARAMETER_TYPE = auto()
    PARAMETER_NAME = auto()
    LOCAL_NAME = auto()
    NAMED = auto()
    FIELD = auto()
    GLOBAL = auto()
    CALLED = auto()
    INCLUDES = auto()
    USED_IN = auto()
    CREATES = auto()
    VISIBLE = auto()
    CALL_OF = auto()
    RAISES = auto()
    METHOD_OF = auto()
    SUBCLASS_OF = auto()
    INHERITS = auto()
    BASE_OF = auto()
    HAS_METHOD = auto()
    FIELD_TYPE = auto()
    TAGGED = auto()
    SITE_IN = auto()
    PLACED = auto()
    HAS = auto()
    LIKE = auto()
    MARKED = auto()
    STATEMENT = auto()
    CALLS_FIELD = auto()
    AROUND = auto()
    THAN = auto()
    PARAMETER_LIKE = auto()
    LABEL = auto()
    LOCAL_TYPE = auto()
    ANY_GLOBAL = auto()
    USED_BY = auto()
    GIVEN_TO = auto()
    NO_MACRO = auto()
    OPERATOR = auto()
    CASTS = auto()
    LITERAL = auto()
    TEXT_LIKE = auto()
    COMPARES = auto()
    CALLS_LIBRARY = auto()
    RELATED = auto()
    EITHER = auto()


@dataclass(frozen=True)
class Link:
    """A relationship to a node of a label of which conditions hold; `far` follows chains of it."""

    edge: str
    label: str
    conditions: tuple[Condition, ...] = ()
    backwards: bool = False
    far: bool = False


@dataclass(frozen=True)
class Condition:
    """One condition. `values` are joined by or if `any` is set, else by and.

    `property` is the measure or flag that is tested, or the file of a calling function; `comparison` and `number` are
    of a measure or a name, `of` the type whose field is meant, `link` to what is related, and `parts` those
    of which one is enough.
    """

    kind: Kind
    values: tuple[str, ...] = ()
    negated: bool = False
    any: bool = False
    property: str = ""
    comparison: Comparison = Comparison.EQ
    number: int = 0
    of: str = ""
    link: Link | None = None
    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Part:
    """What is counted in each function: nodes that a relationship joins to it, by one of their properties."""

    noun: str
    label: str
    property: str = ""
    values: tuple[str, ...] = ()
    edge: str = "CONTAINS"
    backwards: bool = False
    having: Condition | None = None


@dataclass(frozen=True)
class Request:
    """A question about the nodes of `label`, or about those that a relationship joins to `of`.

    Attributes:
        edge: the relationship from the node named `of` to what is asked, if there is one.
        show: the property that names what is asked.
        measure: the property of MOST, VALUE, AVERAGE and TOTAL, and the one that COUNT tells things apart by; `count`
            and `least` are of MOST.
        ends: the first and last function of a PATH or CAN_REACH.
        part: what EACH, and MOST without a measure, count in each function.
        also: further properties that a list shows.
        owner: whether a list also shows the function that each is in.
        lacking: names that the question lists beside others, and that the code does not have.
    """

    asked: Asked
    label: str = "FUNCTION"
    conditions: tuple[Condition, ...] = ()
    edge: str = ""
    of: str = ""
    of_label: str = "FUNCTION"
    show: str = "name"
    measure: str = ""
    count: int = 1
    least: bool = False
    ends: tuple[str, str] = ("", "")
    noun: str = "function"
    part: Part | None = None
    also: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    owner: bool = False


class NotInGraph(Exception):
    """The question asks what the graph does not say; the text says so."""


class UnknownName(Exception):
    """A name that stands where a name of the code belongs, and that the code does not have."""

    def __init__(self, name: str, what: str, similar: tuple[str, ...] = ()) -> None:
        super().__init__(name)
        self.name, self.what, self.similar = name, what, similar
