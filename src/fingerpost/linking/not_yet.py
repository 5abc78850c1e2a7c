""" "Orders that have not been shipped": those of which nobody knows when, where some things have a date of it."""

from __future__ import annotations

from fingerpost.core.schema import GraphSchema, LabelInfo
from fingerpost.linking.mentions import Mention
from fingerpost.linking.occasions import MOMENT_WORDS
from fingerpost.linking.scores import OWN
from fingerpost.linking.text import Token, split_name, stem

_DENYING = frozenset(("not", "never"))
_BETWEEN = frozenset(("been", "be", "yet", "being"))
_WHOSE = frozenset(("by", "to", "from", "with", "for"))
"""Words behind the verb that ask for something else than whether it was done."""


def not_yet(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions; what was not done yet lacks its date, and is no thing that nobody did it to."""
    for place in range(2, len(tokens)):
        before = place - 1
        while before > 0 and tokens[before].norm in _BETWEEN:
            before -= 1
        behind = tokens[place + 1].norm if place + 1 < len(tokens) else ""
        if tokens[before].norm not in _DENYING or behind in _WHOSE:
            continue
        owner = next((m.name for m in found if m.kind == "label" and m.end <= before and m.score >= OWN), "")
        label = schema.label_by_name.get(owner)
        name = _date_of(label, tokens[place]) if label is not None else ""
        if name:
            end = place + 1 + (behind == "yet")
            kept = [m for m in found if not (m.start <= place < m.end and m.kind.startswith("relat"))]
            found = [*kept, Mention("property", before + 1, end, name, OWN, "when it was", frozenset((owner,)))]
    return found


def _date_of(label: LabelInfo, verb: Token) -> str:
    """The moment at which something was done to things of a label, where it was not to all of them."""
    for info in label.properties:
        first, *rest = split_name(info.name) or ("",)
        dated = info.temporal and bool(rest) and MOMENT_WORDS.issuperset(rest)
        if dated and stem(first) == verb.stem and info.present < label.count:
            return info.name
    return ""
