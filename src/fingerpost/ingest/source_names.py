"""What the name of a source says of what it holds, where the names of its tables say nothing: `movies.db`, `Sheet1`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from fingerpost.linking import is_english, split_name, stem
from fingerpost.plans import is_plural

_NUMBERED = re.compile(
    r"(?:sheet|worksheet|table|page|tabelle|blatt|feuil|feuille|hoja|foglio|blad|ark|planilha|plan|folha|arkusz|"
    r"list|munka|taul|лист|аркуш|工作表|シート|book|mappe|classeur|libro|cartel|map|export|untitled)[ _-]*\d+",
    re.IGNORECASE,
)
"""What programs call a sheet or a file that nobody has named: those of several languages."""
_PLAIN = frozenset(
    "sheet worksheet data daten datos dados donnees données table tables tabelle export exports output result results "
    "records rows query download downloads dump database db main test backup untitled new".split()
)
"""Words that are true of any table: a name of nothing else says nothing."""
_MOST = 3
"""Labels of a source of which its name may still tell one."""


def says_nothing(name: str) -> bool:
    """Whether the name of a sheet, a file or a folder tells nothing of what is in it."""
    return bool(_NUMBERED.fullmatch(name.strip())) or _PLAIN.issuperset(split_name(name))


def other_names(sources: Sequence[Path], labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The label that is called by the name of the only source, too, with that name.

    It is the one of a few whose own name is no English (`omdb`), where the source is named in the plural, after the
    things in it (`movies.db`), or has no other label.
    """
    if len(sources) != 1 or not 0 < len(labels) <= _MOST:
        return
    name = _source_name(sources[0])
    if says_nothing(name) or not _is_spoken(name) or any(stem(name) == stem(label) for label in labels):
        return
    unspoken = [label for label in labels if says_nothing(label) or not _is_spoken(label)]
    if len(unspoken) == 1 and (len(labels) == 1 or is_plural(_words(name)[-1])):
        yield unspoken[0], " ".join(_words(name))


def _source_name(source: Path) -> str:
    path = source.resolve()
    return path.name if path.is_dir() else path.name.partition(".")[0]


def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in split_name(name))


def _is_spoken(name: str) -> bool:
    """Whether a name is made of English words."""
    words = _words(name)
    return bool(words) and all(map(is_english, words))
