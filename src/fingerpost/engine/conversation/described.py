"""What words describe of the things that a plan is about: "external", "by Emile Zola", "over 20"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.following import LABELS, LATER
from fingerpost.engine.conversation.origins import labels_of, noun_of, shown
from fingerpost.engine.conversation.readings import many, whole_reading
from fingerpost.plans import Plan

SURE = 0.5
"""The confidence from which words are taken for a condition."""


def described_else(
    context: AskContext, words: str, plan: Plan, found: Sequence[tuple[str, Plan, float]]
) -> Iterator[tuple[str, Plan, float]]:
    """What `described` would find of the labels behind the one that it takes to be surely meant."""
    labels = labels_of(plan)[:LABELS]
    if found:
        last = max(labels.index(label) for label, _, _ in found)
        yield from described(context, words, plan, last + 1)


def described(context: AskContext, words: str, plan: Plan, begin: int = 0) -> Iterator[tuple[str, Plan, float]]:
    """Words as conditions on what a plan is about: the label, a plan that lists what meets them, how likely.

    The plan's labels are tried in order, from one of them on, until one is surely meant.
    """
    found: list[tuple[float, str, Plan]] = []
    for place, label in list(enumerate(labels_of(plan)[:LABELS]))[begin:]:
        plural_noun = many(label)
        nouns = rf"(?:ones?|{re.escape(plural_noun)}|{re.escape(noun_of(label))})"
        bare = re.sub(rf"^(?:the |those |these )?{nouns}\b ?", "", words)
        bare = re.sub(rf"^the\b|\b{nouns}$", "", bare).strip() or words
        forms = (
            f"which {plural_noun} {bare}",
            f"{bare} {plural_noun}",
            f"{plural_noun} {bare}",
            f"which {plural_noun} are {bare}",
        )
        for form in forms:
            reading = whole_reading(context, form, alone=True, given=noun_of(label))
            first = shown(reading[0])[:1] if reading is not None else ()
            if reading is not None and first and first[0].label == label:
                found.append((reading[1] * LATER**place, label, reading[0]))
        if found and max(found, key=lambda one: one[0])[0] >= SURE:
            break
    for confidence, label, other in sorted(found, key=lambda one: -one[0]):
        yield label, other, confidence
