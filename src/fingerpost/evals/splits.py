"""Splits examples for learning and measuring: by kind of question, or at random.

By kind, a fold contains whole strata: all examples with one kind of return over one set of relationship types.
Otherwise templates of one kind would be on both sides and hide how new kinds fare. A stratum's fold depends on its name
only, so it is the same for any selection of examples. At random, most questions have others of their kind among those
learned from, as in daily use.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Sequence

from fingerpost.evals.data import Example
from fingerpost.evals.golds import lifted
from fingerpost.plans import Plan, Ref

_SALT = 820
"""Chosen so that five folds of ZOGRASCOPE's training questions are of nearly one size (568 to 600)."""
_TYPES = re.compile(r"\[\s*\w*\s*:\s*([\w|:` ]+)")


def relations(example: Example, plan: Plan | None = None) -> tuple[str, ...]:
    """The relationship types that the gold of an example names, sorted."""
    plan = plan or lifted(example.cypher)
    if plan is None:
        named = (name.strip(" :`") for found in _TYPES.findall(example.cypher) for name in found.split("|"))
        return tuple(sorted(set(filter(None, named))))
    edges = (edge for stage in plan.stages for match in stage.matches for edge in match.pattern.edges)
    return tuple(sorted({type_ for edge in edges for type_ in edge.types}))


def kind(example: Example, plan: Plan | None = None) -> str:
    """The kind of return of an example: what its data says, else what its gold returns."""
    if example.group:
        return example.group
    plan = plan or lifted(example.cypher)
    if plan is None:
        return "other"
    last = plan.last
    functions = sorted({aggregate.function.value for stage in plan.stages for aggregate in stage.aggregates})
    if functions:
        return f"{'+'.join(functions)}{' by key' if last.columns else ''}"
    whole = all(isinstance(c.operand, Ref) and c.operand.property is None for c in last.columns)
    first = " first" if last.limit is not None and last.order else ""
    return ("nodes" if whole else "properties") + first


def stratum(example: Example) -> str:
    """Kind of return and set of relations of an example: what a fold takes or leaves whole."""
    plan = lifted(example.cypher)
    return f"{kind(example, plan)} | {' '.join(relations(example, plan))}"


def fold_of(stratum: str, n: int) -> int:
    """The fold, from 0, of a stratum (or another text) among n."""
    return int.from_bytes(hashlib.sha256(f"{_SALT} {stratum}".encode()).digest()[:8], "big") % n


def random_fold_of(example: Example, n: int) -> int:
    """The fold, from 0, of an example among n, whatever its kind: the same for the same question."""
    return fold_of(example.question, n)


def folds(examples: Sequence[Example], n: int) -> list[int]:
    """The fold, from 0, of each example among n; all of one stratum are in one."""
    if n < 2:
        raise ValueError("there are at least two folds")
    return [fold_of(stratum(example), n) for example in examples]


def split(examples: Sequence[Example], n: int, fold: int) -> tuple[list[Example], list[Example]]:
    """The examples to learn from, and those of a fold (from 0) to measure on."""
    if not 0 <= fold < n:
        raise ValueError(f"fold {fold} is none of 0 to {n - 1}")
    numbers = folds(examples, n)
    learn = [example for example, number in zip(examples, numbers, strict=True) if number != fold]
    return learn, [example for example, number in zip(examples, numbers, strict=True) if number == fold]


def split_by_graph(examples: Sequence[Example], graph: str) -> tuple[list[Example], list[Example]]:
    """The examples of all other graphs to learn from, and those of a graph to measure on."""
    return [e for e in examples if e.graph != graph], [e for e in examples if e.graph == graph]


def sample(examples: Sequence[Example], number: int, seed: int) -> list[Example]:
    """So many examples drawn at random, in their order; all where there are no more."""
    if number >= len(examples):
        return list(examples)
    drawn = sorted(random.Random(seed).sample(range(len(examples)), number))  # noqa: S311 - draws no secret
    return [examples[place] for place in drawn]
