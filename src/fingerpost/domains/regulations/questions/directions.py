"""Which way a relation leads, by the form of its word and its place before or after what is named."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.regulations.questions.cues import Cue
from fingerpost.domains.regulations.questions.patterns import AGENT, QUE
from fingerpost.domains.regulations.questions.request import Step

_MANY: Final = re.compile(r"\bquel(?:le)?s\s+\w+\s*$")
_HAS: Final = re.compile(r"\b(?:has|have|had) (?:the )?⟨\d⟩\s+(?:(?:ever|also|already|since)\s+)?$")
_ASKS_WHETHER: Final = re.compile(r"\s*(?:(?:when|how|why|how often)\s+)?(?:has|have|had)\b")
_OBJECT: Final = re.compile(
    r"⟨\d⟩|\b(?:acts?|laws?|statutes?|regulations?|instruments?|anything|any|lois?|règlements?)\b"
)
_DID: Final = re.compile(r"\b(?:what|which)\b.*\b(?:did|does|do) (?:the )?⟨\d⟩\s*$")
"""Before a noun that is a verb here: "what did ⟨0⟩ change"."""


def is_passive(cue: Cue, text: str) -> bool:
    """Whether what follows a participle is its agent ("cited by", "amended in") or its object."""
    return cue.form == "passive" and AGENT.match(text[cue.end :]) is not None and not _is_perfect(cue, text)


def _is_perfect(cue: Cue, text: str) -> bool:
    """Whether a participle is what an instrument has done: "which acts has ⟨0⟩ amended"."""
    if cue.form != "passive" or _HAS.search(text[: cue.start]) is None:
        return False
    return _ASKS_WHETHER.match(text) is None or _OBJECT.search(text[cue.end :]) is not None  # "has ⟨0⟩ changed" itself


def before_target(cue: Cue, text: str, language: str) -> Step:
    """The relation of a word before an instrument: "citing ⟨0⟩", "cited by ⟨0⟩", "amendments to ⟨0⟩"."""
    if cue.form == "passive":
        return Step(cue.relation, incoming=not is_passive(cue, text))
    if cue.form == "nouns":
        outgoing = re.match(r"\s*(?:in|from|made by|made in|by|within|dans)\b", text[cue.end :])
        return Step(cue.relation, incoming=outgoing is None)
    if cue.form == "enabling":
        return Step(cue.relation, incoming=False)
    verb = text[cue.start : cue.end].removeprefix("se ").split()[0]
    if (
        language == "fr"
        and cue.form == "active"
        and _MANY.search(text[: cue.start])
        and not verb.endswith(("ent", "ant", "ont"))
    ):
        return Step(cue.relation, incoming=False)  # "quelles lois cite ⟨0⟩": the verb is that of the one that is named
    asks_object = language == "fr" and QUE.search(text[: cue.start]) is not None
    return Step(cue.relation, incoming=not asks_object)


def after_target(cue: Cue, text: str) -> Step:
    """The relation of a word after an instrument: "does ⟨0⟩ cite", "is ⟨0⟩ cited"."""
    if _is_perfect(cue, text):
        return Step(cue.relation, incoming=False)
    if cue.form in ("passive", "enabling"):
        return Step(cue.relation, incoming=True)
    if cue.form == "nouns":
        return Step(cue.relation, incoming=cue.relation != "CITES" and _DID.search(text[: cue.start]) is None)
    if re.match(r"\s+(?:it|them|la|le|les)\b", text[cue.end :]):
        return Step(cue.relation, incoming=True)
    asks_for_authority = not text[cue.end :].strip(" ?.")  # "which law was ⟨0⟩ made under"
    return Step(cue.relation, incoming=cue.form == "under" and not asks_for_authority)
