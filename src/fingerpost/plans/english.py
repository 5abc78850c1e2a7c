"""Describes a plan in English, exactly enough to tell a wrong plan from a right one.

Stages that fit into one sentence become one: "the number of distinct crimes, for each area, where crime
occurred at location". Others are described step by step. `plans.reached` recognises superlatives, `plans.phrases`
describes the parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fingerpost.plans.model import Condition, Match, Plan, Ref, Stage
from fingerpost.plans.nouns import joined
from fingerpost.plans.phrases import Phrases, many, words
from fingerpost.plans.reached import Reached, superlative_of

__all__ = ["conditions_read", "read", "words"]


def read(plan: Plan) -> str:
    """The plan in English."""
    joint = "; together with: " if plan.union_all else "; or: "
    readers = [_Reader(plan, branch, {}) for branch in plan.branches]
    whole = joint.join(reader.text() for reader in readers)
    if plan.then:
        names = [reader.outputs for reader in readers]
        alike = all(said == names[0] for said in names)
        inputs = names[0] if alike else {name: words(name) for name in plan.branches[0][-1].outputs}
        whole = f"{whole}. Of these: {_Reader(plan, plan.then, inputs).text()}"
    return whole[:1].upper() + whole[1:]


def conditions_read(plan: Plan, conditions: Sequence[Condition]) -> str:
    """Some conditions of a plan's first stage in English: "book's price is more than 100"."""
    stages = plan.branches[0]
    phrases = Phrases(plan, stages, {})
    phrases.take(stages[0].lets)
    for match in stages[0].matches:
        phrases.visible.update(node.name for node in match.pattern.nodes)
    if stages[0].aggregates:
        columns = [phrases.operand(column.operand) for column in stages[0].columns]
        computed = [phrases.aggregate(aggregate) for aggregate in stages[0].aggregates]
        phrases.said.update(zip(stages[0].outputs, [*columns, *computed], strict=True))
    return phrases.conditions(conditions)


@dataclass
class _Sentence:
    """The content of one sentence, for one stage or several consecutive ones."""

    shown: list[str]
    distinct: bool = False
    grouped: bool = False
    keys: list[str] = field(default_factory=list)
    picked: list[str] = field(default_factory=list)
    paired: str = ""
    facts: list[tuple[bool, str]] = field(default_factory=list)
    keeping: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    skip: int | None = None
    limit: int | None = None

    @property
    def cut(self) -> bool:
        return self.skip is not None or self.limit is not None

    def text(self) -> str:
        return "".join((self._head(), self._where(), self._end()))

    def _head(self) -> str:
        keys_only = self.grouped and self.shown == self.keys
        picked_only = self.picked != [] and self.shown == self.picked and not self.grouped
        what = joined(self.shown)
        if self.distinct or keys_only or picked_only:
            text = f"every distinct {what.removeprefix('the ')}"
        elif what.startswith(("the ", "whether ")) or not what[:1].isalpha():
            text = what
        else:
            text = f"the {what}"
        if self.keys and not keys_only:
            text += f", for each {joined(self.keys)}"
        if self.picked and not picked_only:
            text += f", over distinct {joined([many(part) for part in self.picked])}"
        return text

    def _where(self) -> str:
        text = f", over every {self.paired}" if self.paired else ""
        before: bool | None = None
        for optional, fact in self.facts:
            joint = "; " if optional == before else ", optionally where " if optional else ", where "
            text, before = f"{text}{joint}{fact}", optional
        if self.keeping:
            first = not (text or self.grouped)
            text += f", {'where' if first else 'keeping those where'} {' and '.join(self.keeping)}"
        return text

    def _end(self) -> str:
        text = f", sorted by {', then by '.join(self.order)}" if self.order else ""
        text += f", after the first {self.skip}" if self.skip else ""
        if self.limit is None:
            return text
        return f"{text}, only the first" + (f" {self.limit}" if self.limit != 1 else "")


class _Reader:
    """Describes one pipeline."""

    def __init__(self, plan: Plan, stages: Sequence[Stage], inputs: Mapping[str, str]) -> None:
        self._stages = stages
        self._phrases = Phrases(plan, stages, inputs)
        self._settled: set[str] = set()
        self._single = False
        """Whether the previous stage has a single row."""

    @property
    def outputs(self) -> dict[str, str]:
        """The description of what the previous stage passes on."""
        return {name: self._phrases.name(name) for name in self._stages[-1].outputs}

    def text(self) -> str:
        stages = self._stages
        found = superlative_of(stages)
        while found is not None:
            stages = self._told(found)
            found = superlative_of(stages)
        sentences: list[_Sentence] = []
        inputs = tuple(self._phrases.visible)
        for stage in stages:
            sentence = self._sentence(stage, inputs)
            whole = _together(sentences[-1], sentence, stage) if sentences else None
            sentences[-1:] = [whole] if whole is not None else [*sentences[-1:], sentence]
            inputs = stage.outputs
            self._single = bool(stage.aggregates) and not stage.columns
        parts = [sentence.text() for sentence in sentences]
        return parts[0] if len(parts) == 1 else "first, " + "; then, ".join(parts)

    def _told(self, found: Reached) -> Sequence[Stage]:
        """The remaining stages once a superlative is described."""
        which = found.which
        if found.number is not None:
            over = joined([many(self._phrases.name(name)) for name in found.over])
            which = f"among the {found.number} {which}" + (f" over distinct {over}" if over else "")
        else:
            self._settled.add(found.key)
        self._phrases.best[found.name] = f"{which} (ties included)"
        return found.stages

    def _sentence(self, stage: Stage, inputs: Sequence[str]) -> _Sentence:
        phrases = self._phrases
        phrases.visible = set(inputs)
        if stage.unwind is not None:
            phrases.said[stage.unwind.name] = f"item of {phrases.operand(stage.unwind.source)}"
            phrases.visible.add(stage.unwind.name)
        for match in stage.matches:
            phrases.visible.update(node.name for node in match.pattern.nodes)
        phrases.take(stage.lets)
        columns = [phrases.operand(column.operand) for column in stage.columns]
        aggregates = [phrases.aggregate(aggregate) for aggregate in stage.aggregates]
        sentence = _Sentence(
            shown=aggregates or columns,
            distinct=stage.distinct and not stage.aggregates,
            grouped=bool(stage.aggregates),
            keys=columns if stage.aggregates else [],
            paired=self._paired(stage, inputs),
            facts=[(match.optional, fact) for match in stage.matches if (fact := self._match(match))],
            skip=stage.skip or None,
            limit=stage.limit,
        )
        names = [*(column.name for column in stage.columns), *(aggregate.name for aggregate in stage.aggregates)]
        phrases.said.update(zip(names, [*columns, *aggregates], strict=True))
        phrases.visible.update(names)
        if stage.having:
            sentence.keeping = [phrases.conditions(stage.having)]
        sentence.order = [
            f"{phrases.operand(order.operand)}, {'greatest' if order.descending else 'least'} first"
            for order in stage.order
            if not (isinstance(order.operand, Ref) and order.operand.name in self._settled)
        ]
        return sentence

    def _match(self, match: Match) -> str:
        return self._phrases.pattern(match.pattern, match.where)

    def _paired(self, stage: Stage, inputs: Sequence[str]) -> str:
        """Nodes not connected to the rest, which form a product."""
        patterns = [match.pattern for match in stage.matches]
        new = dict.fromkeys(n.name for p in patterns for n in p.nodes if n.name not in inputs)
        ends = {end for pattern in patterns for edge in pattern.edges for end in (edge.start, edge.end)}
        unwound = [] if stage.unwind is None else [stage.unwind.name]
        alone = [*unwound, *(name for name in new if name not in ends)]
        others = len(alone) < len(new) + len(unwound) or (bool(inputs) and not self._single)
        if len(alone) > 1 or (others and alone != unwound):
            return f"pairing of {joined([self._phrases.name(name) for name in alone])}" + " with the rest" * others
        used = [*(column.operand for column in stage.columns), *(a.operand for a in stage.aggregates)]
        named = {operand.name for operand in used if isinstance(operand, Ref)}
        unsaid = [self._phrases.name(name) for name in alone if name not in named and not stage.lets]
        return "".join(unsaid)


def _together(first: _Sentence, second: _Sentence, stage: Stage) -> _Sentence | None:
    """Both sentences as one; None if that would change the meaning."""
    projects = not (second.grouped or second.distinct or second.keeping or second.order or second.cut)
    if stage.matches or stage.unwind is not None or (first.cut and not projects):
        return None
    if first.grouped and (second.grouped or first.distinct):
        return None
    if (first.distinct and first.picked) or (first.order and second.grouped):
        return None
    facts, keeping = first.facts, first.keeping
    if second.grouped and keeping:  # here rows are kept, not groups
        whole = " and ".join([*(fact for _, fact in facts[-1:]), *keeping])
        if facts and facts[-1][0]:
            return None
        facts, keeping = [*facts[:-1], (False, whole)], []
    picked = [] if second.distinct else _elements(first.shown) if first.distinct else first.picked
    return _Sentence(
        shown=second.shown,
        distinct=second.distinct,
        grouped=first.grouped or second.grouped,
        keys=first.keys or second.keys,
        picked=picked,
        paired=first.paired,
        facts=facts,
        keeping=[*keeping, *second.keeping],
        order=second.order or first.order,
        skip=first.skip if first.cut else second.skip,
        limit=first.limit if first.cut else second.limit,
    )


def _elements(shown: Sequence[str]) -> list[str]:
    """The listed items, without properties of items that are themselves listed."""
    return [
        text
        for text in shown
        if not any(text.startswith(f"{other}'s ") or text.endswith(f" of {other}") for other in shown)
    ]
