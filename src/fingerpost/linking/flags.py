"""Properties that say of each thing whether something is so: booleans, and text or bits that stand for them."""

from __future__ import annotations

from functools import lru_cache

from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.linking.english_words import is_english
from fingerpost.linking.text import singulars, split_name

Answers = tuple[bool | int | str, bool | int | str]
"""What a property holds for no and for yes."""
_WORDS = (("no", "yes"), ("false", "true"), ("n", "y"), ("f", "t"))
_BITS = ("0", "1")
_CASES = frozenset("is has was can allows needs if".split())
_STATES = frozenset("active flag flg alive dead public private yn".split())
_ENDED = ("ed", "able", "ible")
"""Endings of words for states: discontinued, deleted, refundable."""


_NUMBERS = frozenset(
    "amount class code count division floor gender grade group id key level login mf no num number order phase "
    "position priority qty quantity rank rating round score season sex size stage step version year".split()
)
"""Last words of names whose values are numbers, though there may be none but 0 and 1."""
_FEW = 8
"""Fewer values say little of what a property of 0 and 1 holds."""


@lru_cache(maxsize=20_000)
def is_flag(name: str) -> bool:
    """Whether a name is what is or is not the case: `discontinued`, `is_open`, `hasGarden`, `active`, `returned_yn`."""
    spoken = split_name(name)
    if not spoken:
        return False
    return (len(spoken) > 1 and spoken[0] in _CASES) or spoken[-1] in _STATES or spoken[-1].endswith(_ENDED)


def answers(info: PropertyInfo) -> Answers | None:
    """The values of a property for no and yes, if it is one that says so: `False` and `True`, text such as "No" and
    "Yes" as it is stored, or 0 and 1 where the name is that of a state, or no number's: `organic`, but not `goals`."""
    if info.type is ValueType.BOOLEAN:
        return False, True
    if info.distinct != 2 or not info.distinct_is_exact:
        return None
    if info.type is ValueType.INTEGER:
        bits = tuple(sorted(info.samples)) == _BITS and (is_flag(info.name) or not _counts(info))
        return (0, 1) if bits else None
    if info.type is not ValueType.STRING:
        return None
    said = {sample.strip().casefold(): sample for sample in info.samples}
    return next(((said[no], said[yes]) for no, yes in _WORDS if said.keys() == {no, yes}), None)


def _counts(info: PropertyInfo) -> bool:
    """Whether 0 and 1 may be numbers: of what there may be several, or what things are numbered by.

    There are no several of what is short for a word: `trans`.
    """
    last = split_name(info.name)[-1:]
    return info.present < _FEW or not last or last[0] in _NUMBERS or any(map(is_english, singulars(last[0])))
