"""The tree of a CPGQL query: a chain of steps from `cpg`, with literals, chains and lambdas as arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, whole number or Boolean."""

    value: str | int | bool
    position: int = -1


@dataclass(frozen=True, slots=True)
class Step:
    """A step with its lists of arguments: none for `name`, one for `take(3)`, two for `repeat(..)(..)`."""

    name: str
    arguments: tuple[tuple[Expression, ...], ...] = ()
    position: int = -1


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps from `cpg`, from `_`, or from the parameter of a lambda."""

    root: str
    steps: tuple[Step, ...] = ()
    position: int = -1


@dataclass(frozen=True, slots=True)
class Lambda:
    """`x => body`."""

    parameter: str
    body: Expression
    position: int = -1


@dataclass(frozen=True, slots=True)
class Operation:
    """`&&`, `||`, a comparison or arithmetic of two, or `!` or `-` of one."""

    operator: str
    operands: tuple[Expression, ...]
    position: int = -1


@dataclass(frozen=True, slots=True)
class Group:
    """A tuple: `(x.name, x.code)`."""

    items: tuple[Expression, ...]
    position: int = -1


Expression: TypeAlias = Literal | Chain | Lambda | Operation | Group
