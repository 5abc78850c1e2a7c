"""Which provisions a citation names: the words before a link, "subsections 22(1) and 23(1) of the", read as a list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_LABEL: Final = r"(?:\d+(?:\.\d+)*[A-Z]?|[IVXLC]+(?:\.\d+)?|[A-Z](?=[ ,]))?(?:\([0-9a-zA-Z.]+\))*"
_SEPARATOR: Final = r"(?:\s*,\s*(?:and|or|et|ou)?\s*|\s+(?:and|or|to|et|ou|à)\s+)"
_KIND: Final = (
    r"(?:sub)?(?:section|paragraph|clause)s?|ss?\.|part|parts|division|divisions|schedule|schedules"
    r"|articles?|paragraphes?|alin[ée]as?|partie|parties|annexe|annexes"
)
_GROUP: Final = rf"(?P<kind>{_KIND})\s+(?P<labels>{_LABEL}(?:{_SEPARATOR}{_LABEL})*)"
_LEADS_ON: Final = re.compile(
    r"(?:\s+(?:of|to|in|under)\s+the|\s+(?:of|to|in|under)|\s+de\s+la|\s+de\s+l[’']|\s+du|\s+des)\s*$", re.I
)
_GROUPS: Final = re.compile(rf"(?=[acdps]){_GROUP}", re.I)
"""Each kind begins with one of these letters: elsewhere nothing else is tried."""
_TOKEN: Final = re.compile(rf"(?P<label>{_LABEL})(?P<separator>{_SEPARATOR})?", re.I)
_BEFORE: Final = 300
_LEADS: Final = 16
"""Characters in which the words end that lead from provisions on to their instrument."""
_PARTS: Final = {"part", "parts", "partie", "parties"}
_SCHEDULES: Final = {"schedule", "schedules", "annexe", "annexes"}
_DIVISIONS: Final = {"division", "divisions"}
_RANGE: Final = frozenset(("to", "à"))
_LONGEST_RANGE: Final = 200
MAX_SENTENCE: Final = 600
_ENDS: Final = re.compile(r"(?<=[.;])\s+(?=[A-Z(“])|\n")


@dataclass(frozen=True, slots=True)
class Cited:
    """A provision that a citation names, by its label path ("22(1)", "PART II"); `to` is the end of a range."""

    path: str
    to: str = ""

    def __str__(self) -> str:
        return f"{self.path} to {self.to}" if self.to else self.path


def spelled_out(cited: tuple[Cited, ...]) -> tuple[str, ...]:
    """The provisions that a citation names, each: a range of whole numbers by all of them."""
    found: list[str] = []
    for one in cited:
        found.append(one.path)
        if one.path.isdigit() and one.to.isdigit():
            found.extend(map(str, range(int(one.path) + 1, min(int(one.to), int(one.path) + _LONGEST_RANGE))))
        if one.to:
            found.append(one.to)
    return tuple(found)


def cited_before(text: str, start: int) -> tuple[Cited, ...]:
    """The provisions that the words before a link name, in their order; none where they name none.

    Args:
        text: the text of the document.
        start: where the link begins in it.
    """
    line = text.rfind("\n", max(0, start - _BEFORE), start) + 1 or max(0, start - _BEFORE)
    before = text[line:start]
    connector = _LEADS_ON.search(before, max(0, len(before) - _LEADS))
    if connector is None:
        return ()
    before = before[: connector.start()]
    found: list[Cited] = []
    end = len(before)
    for group in reversed(list(_GROUPS.finditer(before))):
        between = before[group.end() : end]
        if between.strip(" ,") not in ("", "and", "or", "et", "ou"):
            break
        found = [*_listed(group["kind"].lower(), group["labels"]), *found]
        end = group.start()
    return tuple(dict.fromkeys(found))


def _listed(kind: str, labels: str) -> list[Cited]:
    """The labels of one list. "108(1.2) and (1.3)" are 108(1.2) and 108(1.3); "43 to 45" is a range."""
    found: list[Cited] = []
    last = ""
    ranged = False
    for token in _TOKEN.finditer(labels):
        label = token["label"]
        if not label:
            continue
        whole = _completed(label, last)
        if whole.startswith("("):
            # "subsections (10) and (11) and subsection 7(2) of the ...": the first are of the citing section itself.
            continue
        if ranged and found:
            found[-1] = Cited(found[-1].path, _named(kind, whole))
        else:
            found.append(Cited(_named(kind, whole)))
        last = whole
        ranged = (token["separator"] or "").strip().lower() in _RANGE
    return found


def _completed(label: str, last: str) -> str:
    """A label that begins with a bracket takes the beginning of the one before it."""
    if not label.startswith("(") or not last:
        return label
    levels = re.findall(r"\([^)]*\)", last)
    base = last[: last.index("(")] if "(" in last else last
    own = label.count("(")
    keep = max(0, len(levels) - own) if levels else 0
    same = [index for index, level in enumerate(levels) if _shape(level) == _shape(label[: label.index(")") + 1])]
    keep = same[-1] if same else keep
    return base + "".join(levels[:keep]) + label


def _shape(level: str) -> str:
    inner = level.strip("()")
    if inner[:1].isdigit():
        return "number"
    return "capital" if inner[:1].isupper() else "letter"


def _named(kind: str, label: str) -> str:
    if kind in _PARTS:
        return f"PART {label}"
    if kind in _DIVISIONS:
        return f"DIVISION {label}"
    return f"SCHEDULE {label}" if kind in _SCHEDULES else label


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence that holds a span, at most `MAX_SENTENCE` characters of it."""
    low = max(0, start - MAX_SENTENCE // 2)
    before = [match.end() for match in _ENDS.finditer(text, low, start)]
    first = before[-1] if before else low
    after = _ENDS.search(text, end)
    last = min(after.start() if after else len(text), end + MAX_SENTENCE // 2)
    return text[first:last].strip()
