"""Second questions about the things of a first, put as columns: "which shows were sold out, and when were they put on?"
is "which shows were sold out: when they were put on".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

_THEY, _BE = r"(?:they|it|each|he|she)", r"(?:was|were|is|are)"
_ANDING, _AND = r"(?:,? (?:and )?|[?.] )", r"(?:,? and |[?.] (?:and )?)"
_THINGS = r"(?P<things>(?:which|what|list|show|give|name|find|any|(?:are|were) there any) .+?)"
_SOME = r"(?P<things>(?:which|what|what's|list|show|give|name|find|any|(?:are|were) there any) [^:]+?)"
_SOME_OR_WHO = _SOME.replace("which|", "which|who|", 1)
_NOUN = r"(?P<noun>[a-z]+(?: [a-z]+)?)"
_PLACED = "(?:in|on|at|to|from|by|with|for|under|of)"
_ENDING = r"(?P<any>,? if (?:any|there is one))?[.?! ]*$"
TOLD_OF = r"(?:when|where|(?:the )?(?:date|day|time|month|year)(?: when| that)?)"
"""What asks when or where something was, by a word or two."""
_WHEN = re.compile(
    rf"^{_THINGS}{_ANDING}(?:(?P<asked>when|where) "
    rf"(?:(?P<be>{_BE})|did|do|does) (?P<it>they|each)|(?<=and )(?P<also>when (?:they|each))"
    rf"|with (?P<told>{TOLD_OF} (?:they|it|each)))(?=(?: [a-z]+){{1,3}}[.?! ]*$)",
    re.IGNORECASE,
)
_ONE_WHEN = re.compile(
    r"^(?P<things>(?:the )?(?:[a-z]+est|most [a-z]+|last|first) .+?),? and (?P<asked>when|where) "
    r"(?:(?P<be>was|is)|did|does) (?P<it>it|he|she)(?=(?: [a-z]+){1,3}[.?! ]*$)",
    re.IGNORECASE,
)
_WHAT_THEY_DO = re.compile(rf"^{_SOME_OR_WHO}{_AND}what (?:do|does|did) {_THEY} do[.?! ]*$", re.IGNORECASE)
_IN_WHICH = re.compile(
    rf"^{_SOME}{_AND}(?:{_PLACED} )?(?:which|what) {_NOUN} {_BE} {_THEY}(?: {_PLACED})?{_ENDING}",
    re.IGNORECASE,
)
_WHICH_HAS_IT = re.compile(
    rf"^{_SOME}{_AND}(?:which|what) (?P<noun>[a-z]+) "
    rf"(?P<deed>(?!(?:{_BE}|{_THEY}|did|do|does|to) )[a-z]+(?: {_PLACED})?) (?:it|them){_ENDING}",
    re.IGNORECASE,
)
_WHO_HAS_IT = re.compile(
    rf"^{_SOME}{_AND}who (?P<deed>(?!(?:{_BE}|did|do|does|to) )[a-z]+(?: {_PLACED})?) (?:it|them){_ENDING}",
    re.IGNORECASE,
)
_WITH_WHAT_IT_IS_ON = re.compile(
    rf"^{_SOME}, (?:along |together )?with the {_NOUN} (?:that )?{_THEY} {_BE} {_PLACED}{_ENDING}",
    re.IGNORECASE,
)
_ANY = re.compile(
    r"^(?P<do>was|were|is|are|did|do|does|has|have) any (?:of (?:the|our|your) )?(?P<noun>[a-z]+) (?P<said>[^?]+)\? "
    r"(?:and )?(?:which|what) (?P<column>(?!ones?\b)[a-z]+)\?$",
    re.IGNORECASE,
)


def _asking(found: re.Match[str]) -> str:
    """Columns that a "when" or "where" asks for; the words behind say what of."""
    parts = found.groupdict()
    be = f" {parts['be']}" if parts["be"] else ""
    told = parts.get("told") or parts.get("also") or f"{parts['asked']} {parts['it']}{be}"
    return f"{found['things']}: {told}{found.string[found.end() :]}"


_SURE = (_WHEN, _ONE_WHEN, _WHAT_THEY_DO, _ANY)
_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_WHEN, _asking),
    (_ONE_WHEN, _asking),
    (_WHAT_THEY_DO, lambda found: f"{found['things']}: what they do"),
    (_IN_WHICH, lambda found: f"{found['things']}: {found['noun']}"),
    (_WHICH_HAS_IT, lambda found: f"{found['things']}: the {found['noun']} that {found['deed']} it"),
    (_WHO_HAS_IT, lambda found: f"{found['things']}: who {found['deed']} it"),
    (_WITH_WHAT_IT_IS_ON, lambda found: f"{found['things']}: {found['noun']}"),
    (_ANY, lambda found: f"which {found['noun']} {found['do']} {found['said']}: {found['column']}"),
)


class Clause(NamedTuple):
    """A question with what its second part asks for behind a colon; `sure` where nothing but columns can be meant."""

    text: str
    sure: bool


def with_columns(text: str) -> Clause | None:
    """The text with its second question put so; None where it has none."""
    for form, put in _FORMS:
        found = form.match(text)
        if found is not None:
            return Clause(put(found), form in _SURE or found["any"] is not None)
    return None
