"""Properties that say of each thing whether something is so: booleans, and text or bits that stand for them."""

from __future__ import annotations

from functools import lru_cache

from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.linking.text import split_name

Answers = tuple[bool | int | str, bool | int | str]
"""What a property holds for no and for yes."""
_WORDS = (("no", "yes"), ("false", "true"), ("n", "y"), ("f", "t"))
_BITS = ("0", "1")
_CASES = frozenset("is has was can allows needs if".split())
_STATES = frozenset("active flag flg alive dead public private yn".split())
_ENDED = ("ed", "able", "ible")
"""Endings of words for states: discontinued, deleted, refundable."""


@lru_cache(maxsize=20_000)
def is_flag(name: str) -> bool:
    """Whether a name is what is or is not the case: `discontinued`, `is_open`, `hasGarden`, `active`, `returned_yn`."""
    spoken = split_name(name)
    if not spoken:
        return False
    return (len(spoken) > 1 and spoken[0] in _CASES) or spoken[-1] in _STATES or spoken[-1].endswith(_ENDED)


def answers(info: PropertyInfo) -> Answers | None:
    """The values of a property for no and yes, if it is one that says so: `False` and `True`, text such as "No" and
    "Yes" as it is stored, or 0 and 1 where the name is that of a state."""
    if info.type is ValueType.BOOLEAN:
        return False, True
    if info.distinct != 2 or not info.distinct_is_exact:
        return None
    if info.type is ValueType.INTEGER:
        return (0, 1) if tuple(sorted(info.samples)) == _BITS and is_flag(info.name) else None
    if info.type is not ValueType.STRING:
        return None
    said = {sample.strip().casefold(): sample for sample in info.samples}
    return next(((said[no], said[yes]) for no, yes in _WORDS if said.keys() == {no, yes}), None)
