"""Questions that compare several instruments, or ask a number or a date of each of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from fingerpost.domains.regulations.questions.catalog import AMENDMENT
from fingerpost.domains.regulations.questions.cues import Cue
from fingerpost.domains.regulations.questions.request import Asked, Chain, Request, Unread
from fingerpost.domains.regulations.questions.template import Named

_ONE: Final = r"(?:the |la |le |l[’'])?⟨\d⟩"
_SEVERAL: Final = (
    rf"{_ONE}(?:\s*,\s*{_ONE})*\s*,?\s*(?:and|or|et|ou|vs\.?|versus)(?: (?:by|under|in|of|to|par|dans))? {_ONE}"
)
_EACH: Final = re.compile(r"\b(?:each|respectively|apiece|individually|chacune?|respectivement)\b(?! other)")
_WHETHER: Final = re.compile(r"^\s*(?:do|does|did|is|are|was|were|has|have)\b")
_OF_BOTH: Final = re.compile(
    rf"^\s*(?:when (?:were|was)|how (?:often|many times) (?:were|have)|how many (?:sub)?sections (?:do|are in))"
    rf" {_SEVERAL}"
)
"""Of two, where no one would ask it of both together: "when were ⟨0⟩ and ⟨1⟩ amended"."""
_UNDER: Final = re.compile(
    rf"^\s*(?:under|by) (?:which|what) (?:acts?|statutes?|laws?) (?:were|was|are|is) {_SEVERAL}"
    r" (?:made|issued|adopted|enacted)"
)
_THAN: Final = re.compile(
    rf"^\s*(?:is|are|was|were|has|have|does|do|did)\b[^⟨]*{_ONE}(?P<said>[^⟨]*)\bthan(?: (?:by|in|that of))? {_ONE}\W*$"
)
_WHICH_OF: Final = re.compile(
    rf"\b(?:which|who|what)\b.*[,:;–—-]\s*(?:between )?{_SEVERAL}\W*$"
    rf"|^\W*(?:(?:between|of|among|out of) )?{_SEVERAL}\s*[,:;–—-]+.*\b(?:which|who|what)\b"
    rf"|\b(?:which|what)(?: one)? (?:of|between) {_SEVERAL}|^\s*(?:is|are|was|were|has|have|does|do|did) {_SEVERAL}"
    rf"|\b(?:laquelle|lequel|quelle|quel)\b.*[,:;–—-]?\s*{_SEVERAL}\W*$"
)
_OF_THE_TWO: Final = re.compile(r"\bwhich (?:one )?of (?:the|these) two\b|\bwhich one\b")
_RANKED: Final = re.compile(
    r"\b(?:more|fewer|less|most|fewest|least|older|oldest|newer|newest|earlier|earliest|later|latest|longer|longest"
    r"|shorter|shortest|bigger|biggest|larger|largest|smaller|smallest|first|last|recent|recently|plus|moins|davantage)\b"
)
COMPARING: Final = re.compile(rf"{_RANKED.pattern}|\b(?:than|each|respectively|chacune?)\b")
"""Words of questions that compare."""
_FIRST: Final = re.compile(r"\b(?:first|older|oldest|earlier|earliest|ago)\b")
_FEWER: Final = re.compile(r"\b(?:fewer|less|older|earlier|shorter|smaller|moins)\b")
_OFTEN: Final = re.compile(
    r"\b(?:how (?:many|often|frequently)|number of|often|times|frequently|amendments|combien|souvent)\b"
)
_CITED_BY: Final = re.compile(
    r"\b(?:how many|number of|more|fewer|most) (?:acts|statutes|laws|regulations|regs|instruments|documents) "
    r"(?:(?:that|which) )?$"
)
_CITING: Final = re.compile(r"\bciting (?:acts|statutes|laws|regulations|instruments|documents)\b")
_TO: Final = re.compile(r"\s*(?:to|of)\b")
_BY: Final = re.compile(r"\b(acts|statutes|lois|regulations|regs|règlements)\b")
_SECTIONS: Final = re.compile(r"\b(?:sections?|articles)\b|\b(?:longer|longest|shorter|shortest)\b")
_REGULATIONS: Final = re.compile(r"\b(?:regulations|regs|règlements)\b")
_REGISTERED: Final = re.compile(r"\b(?:registered|older|oldest|newer|newest|earlier|made|issued|first|recent)\b")


def compared(text: str, named: Sequence[Named], cues: Sequence[Cue], language: str) -> Request | Unread | None:
    """The request for a number or a date of each of several instruments; None for a question of another kind.

    `text` is in lower case with placeholders.
    """
    if len(named) < 2:
        return None
    than = _THAN.match(text) if len(named) == 2 else None
    ranked = _RANKED.search(text) is not None and _WHICH_OF.search(text) is not None
    group = re.search(_SEVERAL, text)
    if group is not None and len(named) > 2 and _OF_THE_TWO.search(text) is not None:
        return Unread("Ask of one of the two after the other: which of them does it more is not compared in that.")
    if than is None and (group is None or len(re.findall(r"⟨\d⟩", group[0])) != len(named)):
        return None  # "do ⟨0⟩ and ⟨1⟩ each cite ⟨2⟩"
    if _UNDER.match(text) and "both" not in text:
        return Unread("Ask of one of them after the other: under which act each was made.")
    each = _EACH.search(text) is not None and _WHETHER.match(text) is None
    if not (than or ranked or each or _OF_BOTH.match(text)):
        return None
    targets = [one.target for one in named]
    metric = _metric(text, cues)
    if not metric or any(one.provision or one.title.label == AMENDMENT for one in targets):
        return Unread("Ask of one of them after the other: these are not compared in that.")
    absent = next((one for one in targets if one.title.label == "Stub" and metric not in ("CITED", "IMPLEMENTS")), None)
    if absent is not None:
        title = absent.title.title
        return Unread(f"“{title}” is cited in this corpus, but its text is not loaded.", (title,))
    if metric == "REGISTERED" and any(one.title.label != "Regulation" for one in targets):
        return Unread("This corpus has the dates on which regulations were registered, and no others of that kind.")
    versus = "" if than is None else "fewer" if _FEWER.search(than["said"]) else "more"
    chains = tuple(Chain(target, ()) for target in dict.fromkeys(targets))
    within, many = tuple(chain.target.title.identifier for chain in chains), len(chains)
    if metric in ("LAST", "REGISTERED"):
        asked = Asked.ALL if metric == "LAST" else Asked.BY_DATE
        first = _FIRST.search(text) is not None
        return Request(
            asked, chains, language=language, latest=True, within=within, most=many, versus=versus, ranked=first
        )
    by = _BY.search(text) if metric in ("CITED", "CITES") else None
    kind = "" if by is None else "Regulation" if by[1].startswith(("reg", "rè")) else "Act"
    other = {"IMPLEMENTS": "Regulation", "HAS_SECTION": "Section"}.get(metric, kind)
    relation = "CITES" if metric == "CITED" else metric
    return Request(
        Asked.MOST, chains, language=language, most=many, relation=relation, other=other, within=within, versus=versus,
        indirect=metric in ("CITES", "HAS_SECTION"),
    )  # fmt: skip


def _metric(text: str, cues: Sequence[Cue]) -> str:
    """What of each instrument is asked for; empty where it is not known."""
    relations = {cue.relation for cue in cues}
    if relations == {"AMENDS"}:
        when = text.lstrip().startswith("when") or re.search(r"\b(?:recent|recently|last|latest|date|ago)\b", text)
        return "AMENDS" if _OFTEN.search(text) and not when else "LAST"
    if relations == {"CITES"}:
        return _citing(text, cues)
    if relations <= {"IMPLEMENTS"} and _REGULATIONS.search(text):
        return "IMPLEMENTS"
    if not relations and _SECTIONS.search(text):
        return "HAS_SECTION"
    return "REGISTERED" if not relations and _REGISTERED.search(text) else ""


def _citing(text: str, cues: Sequence[Cue]) -> str:
    cue = cues[0]
    if any(one.form == "passive" for one in cues) or _CITING.search(text):
        return "CITED"
    if cue.form == "nouns":
        return "CITED" if _TO.match(text[cue.end :]) else ""
    return "CITED" if _CITED_BY.search(text[: cue.start]) else "CITES"
