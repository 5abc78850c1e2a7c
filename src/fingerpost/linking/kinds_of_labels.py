"""Labels that are kinds of another, as a Junior is a Player, are meant where they are named and nowhere else.

Whatever is said of a kind can be said of the others, too: who "entered the contest" may be any player.
"""

from __future__ import annotations

from dataclasses import replace

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.scores import SYNONYM


def unnamed_kinds(linked: Linked, schema: GraphSchema) -> frozenset[str]:
    """The labels that are kinds of another and that a question does not name: by what says something else as well."""
    if not schema.kinds:
        return frozenset()
    told = {p for m in linked.mentions if m.name not in schema.kinds for p in range(m.start, m.end)}
    named = (m for m in linked.mentions if m.kind == "label" and m.name in schema.kinds)
    return schema.kinds - {m.name for m in named if _is_whole(m) or told.isdisjoint(range(m.start, m.end))}


def without_unnamed(linked: Linked, unnamed: frozenset[str]) -> Linked:
    """What words can mean without labels that are not named, and without what only these have."""
    if not unnamed:
        return linked
    mentions = []
    for whole in linked.mentions:
        mention = whole._replace(near=whole.near - unnamed) if whole.near else whole
        owners = mention.owners - unnamed
        if mention.kind == "label":
            if mention.name not in unnamed:
                mentions.append(mention)
        elif owners == mention.owners:
            mentions.append(mention)
        elif owners:
            mentions.append(mention._replace(owners=owners))
    return replace(linked, mentions=tuple(mentions))


def _is_whole(mention: Mention) -> bool:
    """Whether a label is called by its name, or by a word for it."""
    return not mention.cosine and mention.score >= SYNONYM
