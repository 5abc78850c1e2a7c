"""Writes which words the patterns of markers, moments and small talk need, for `fingerpost.linking.sought`.

python -m scripts.tables.needed_words
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from re import _constants as codes, _parser as parser  # type: ignore[attr-defined]
from typing import Any

from fingerpost.linking.colloquial import forms
from fingerpost.linking.moments import FORMS as MOMENTS
from fingerpost.linking.sought import TABLE, digest
from fingerpost.questions.markers import PATTERNS as MARKERS

PATTERNS = (*MARKERS, *(said for said, _ in forms()), *(form for form, _ in MOMENTS))

_MOST = 64
"""Texts that one stretch of a pattern may stand for."""
_SHORTEST, _TELLING = 2, 4
"""Letters of a text that is of use, and from which on fewer texts are better than longer ones."""
_Texts = frozenset[str]


def needed(pattern: str) -> tuple[str, ...]:
    """Texts of which one is in every text that a pattern matches; none where nothing is sure."""
    found = _needed(parser.parse(pattern))
    shortest = sorted(found or (), key=len)
    return tuple(sorted(text for text in shortest if not any(one in text for one in shortest if one != text)))


def table(patterns: Iterable[str]) -> dict[str, list[str]]:
    """The texts that patterns need, by the digest of each that needs any."""
    found = {digest(pattern): needed(pattern) for pattern in patterns}
    return {name: list(texts) for name, texts in found.items() if texts}


def _needed(items: Sequence[Any]) -> _Texts | None:
    """The best of the stretches of a sequence: of a few letters at least, and the fewest texts."""
    stretches: list[_Texts] = []
    run: _Texts = frozenset(("",))
    for code, value in items:
        texts = _texts(code, value)
        if texts is not None and len(run) * len(texts) <= _MOST:
            run = frozenset(before + text for before in run for text in texts)
            continue
        stretches.append(run)
        run = frozenset(("",)) if texts is None else texts
        inner = _inner(code, value)
        if inner is not None:
            stretches.append(inner)
    stretches.append(run)
    sure = [texts for texts in stretches if min(map(len, texts)) >= _SHORTEST]
    return max(sure, key=_worth, default=None)


def _worth(texts: _Texts) -> tuple[int, int, int]:
    shortest = min(map(len, texts))
    return min(shortest, _TELLING), -len(texts), shortest


def _inner(code: Any, value: Any) -> _Texts | None:
    """What an item needs that stands for too many texts, or for what only lies before or after."""
    if code is codes.BRANCH:
        parts = [_needed(branch) for branch in value[1]]
        sure = [part for part in parts if part is not None]
        return frozenset().union(*sure) if len(sure) == len(parts) else None
    if code is codes.SUBPATTERN:
        return _needed(value[3])
    if code is codes.ASSERT:
        return _needed(value[1])
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT) and value[0]:
        return _needed(value[2])
    return None


def _texts(code: Any, value: Any) -> _Texts | None:
    """All texts that an item stands for; None if they are too many."""
    if code is codes.LITERAL:
        return frozenset((chr(value),))
    if code is codes.IN and all(one is codes.LITERAL for one, _ in value):
        return frozenset(chr(character) for _, character in value)
    if code in (codes.ASSERT_NOT, codes.AT):
        return frozenset(("",))
    if code is codes.SUBPATTERN:
        return _all_texts(value[3])
    if code is codes.BRANCH:
        parts = [_all_texts(branch) for branch in value[1]]
        whole = [part for part in parts if part is not None]
        return frozenset().union(*whole) if len(whole) == len(parts) else None
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT) and value[:2] == (0, 1):
        texts = _all_texts(value[2])
        return None if texts is None else texts | {""}
    return None


def _all_texts(items: Sequence[Any]) -> _Texts | None:
    run: _Texts = frozenset(("",))
    for code, value in items:
        texts = _texts(code, value)
        if texts is None or len(run) * len(texts) > _MOST:
            return None
        run = frozenset(before + text for before in run for text in texts)
    return run


def main() -> None:
    found = table(one.pattern for one in PATTERNS)
    lines = (
        f'"{name}":{json.dumps(texts, ensure_ascii=False, separators=(",", ":"))}' for name, texts in found.items()
    )
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{TABLE.name}: {len(found)} of {len(PATTERNS)} patterns need some word")


if __name__ == "__main__":
    main()
