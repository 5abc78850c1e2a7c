"""Instruments that a question tells by what happened to them, and not by their titles: "acts amended since 2026"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Title
from fingerpost.domains.regulations.questions.cues import cues
from fingerpost.domains.regulations.questions.dates import Dates
from fingerpost.domains.regulations.questions.pattern_builder import INSTRUMENT
from fingerpost.domains.regulations.questions.phrases import within
from fingerpost.domains.regulations.questions.request import Among, Period, Target
from fingerpost.domains.regulations.questions.template import Named

_KIND: Final = r"(?P<{}>acts?|statutes?|laws?|regulations?|orders?|instruments?|lois?|règlements?)"
_FALLEN: Final = r"repealed|revoked|abrogée?s?|no longer in force|not in force"
_HOLDING: Final = r"(?:still |currently )?in force|en vigueur"
_MADE: Final = r"registered|issued|adopted|made|enregistrée?s?|pris(?:es?)?"
_CHANGED: Final = r"amended|modified|changed|modifiée?s?"
_SET: Final = re.compile(
    rf"\b(?:{_KIND.format('kind')}\s+(?:(?:that|which|qui)\s+)?"
    rf"(?:(?:were|was|are|is|have been|has been|had been|ont été|a été|sont|est)\s+)?(?:also |last |ever |recently )?"
    rf"(?:(?P<changed>{_CHANGED})|(?P<fallen>{_FALLEN})|(?P<holding>{_HOLDING})|(?P<made>{_MADE}))\b"
    rf"|(?P<before>repealed|revoked|amended)\s+{_KIND.format('thing')}\b)"
    r"(?!\s*(?:by|par|under|pursuant|en vertu)\b)"
)
_LEADS: Final = re.compile(r"\s*(?:by|par|to|of|from|de|des|d[’'])?\s*(?:the |an? |any |some |les |des |all )?$")
"""What may stand between the word of a relation and the set that it leads to."""
_RELATIVE: Final = re.compile(r"\s*,?\s*(?:and|but|that|which|qui|et)\b")
_PLACEHOLDER: Final = re.compile(r"⟨(\d+)⟩")
_ACTS: Final = re.compile(r"(?:act|statute|loi)")
_REGULATIONS: Final = re.compile(r"(?:regulation|order|règlement)")


def with_set(text: str, named: list[Named], dates: Dates, language: str) -> tuple[str, list[Named], Dates] | None:
    """A lower-case question with a placeholder for the set that a relation leads to, before what else is `named`.

    Gives the question, what is named now, and the dates that are left; all as they were where there is no set. None
    where it cannot be told whether the set or the answer is narrowed by what follows.
    """
    match = None
    while (match := _SET.search(text, match.start() + 1 if match is not None else 0)) is not None:
        if named and match.end() > named[0].start:
            break
        before = [cue for cue in cues(text, language) if cue.end <= match.start()]
        if not before or _LEADS.fullmatch(text[before[-1].end : match.start()]) is None:
            continue
        found = _among(match, dates)
        if found is None:
            return text, named, dates
        if named and _RELATIVE.match(text, match.end()):
            return None
        among, left = found
        word = match["kind"] or match["thing"]
        label = "Act" if _ACTS.match(word) else "Regulation" if _REGULATIONS.match(word) else INSTRUMENT
        target = Target(Title("", _said(label, among), label), among=among)
        placeholder = "⟨0⟩"
        end = match.start() + len(placeholder)
        shift = end - match.end()
        others = [replace(one, start=one.start + shift, end=one.end + shift) for one in named]
        rest = _PLACEHOLDER.sub(lambda one: f"⟨{int(one[1]) + 1}⟩", text[match.end() :])
        at = left.at + shift if left.at >= match.end() else left.at
        named = [Named(target, match.start(), end), *others]
        return f"{text[: match.start()]}{placeholder}{rest}", named, replace(left, at=at)
    return text, named, dates


def _among(match: re.Match[str], dates: Dates) -> tuple[Among, Dates] | None:
    """What tells the set, and the dates of what else is asked; None where it is not understood."""
    own = dates.period is not None and dates.at >= match.start()  # said of the set, and not of what stands before it
    if match["made"]:
        if dates.registered is None:
            return None
        return Among(registered=dates.registered), replace(dates, registered=None)
    if match["changed"] or match["before"] == "amended":
        amended = dates.period if own and dates.period is not None else Period()
        return Among(amended=amended), replace(dates, period=None) if own else dates
    return None if own else (Among(in_force=bool(match["holding"])), dates)


def _said(label: str, among: Among) -> str:
    noun = f"{label.lower()}s"
    if among.amended is not None:
        return f"{noun} amended{within(among.amended)}"
    if among.registered is not None:
        return f"{noun} registered{within(among.registered)}"
    return f"{noun} {'in force' if among.in_force else 'no longer in force'}"
