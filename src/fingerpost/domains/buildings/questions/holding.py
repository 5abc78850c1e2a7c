"""What things have, and how many: rooms windows and desks, walls doors, levels and assemblies what is there."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from fingerpost.domains.buildings.questions.conditions import SPELT, sign_of
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase, moved
from fingerpost.domains.buildings.questions.readings import NotHeld
from fingerpost.domains.buildings.questions.vocabulary import ELEMENT, Vocabulary
from fingerpost.plans import AnyOf, Comparison, CountOf, EdgePattern, Exists, Match, NodePattern, Pattern, Ref, Test

FIXED: Final = frozenset({"Door", "Window", "Wall", "Slab", "Covering", "Ceiling", "Floor", "Roof", "CurtainWall"})
"""Labels whose nodes bound a room rather than stand in it."""
_ASSEMBLIES: Final = frozenset({"ElementAssembly", "Stair", "Roof", "CurtainWall", "Ramp", "Element"})
_OR: Final = {"more": Comparison.GE, "fewer": Comparison.LE, "less": Comparison.LE}
_SAID: Final = {
    Comparison.GT: "more than",
    Comparison.GE: "at least",
    Comparison.LT: "fewer than",
    Comparison.LE: "at most",
    Comparison.EQ: "exactly",
}
COUNTS: Final = "|".join(word for word, number in SPELT.items() if number == int(number))
"""Words for numbers, as a pattern."""
NEIGHBOURS: Final = ("NEXT_TO", True)
BESIDE: Final[dict[str, tuple[str, bool]]] = {
    **dict.fromkeys(("above", "over"), ("ABOVE", True)),
    **dict.fromkeys(("below", "beneath", "underneath", "under"), ("ABOVE", False)),
    **dict.fromkeys(("next to", "adjacent to", "beside", "adjoining", "neighbouring", "neighboring"), NEIGHBOURS),
}
"""The relationship that a word for a side means between rooms, and whether it starts at the room that is asked for."""
_PART: Final = "part"


def require_bounds(words: Vocabulary, label: str) -> None:
    """Return if the model says which doors or windows are of which rooms, or if nothing is asked of these.

    Raises:
        NotHeld: it does not: they are on the same levels, and no more is known.
    """
    if label not in ("Door", "Window") or not words.is_here(label):
        return
    ways = (("BOUNDED_BY", "room", ONE), ("IN_SPACE", ONE, "room"))
    for kind, start, end in ways:
        pattern = Pattern(
            nodes=(NodePattern(name=ONE, label=label), NodePattern(name="room", label="Room")),
            edges=(EdgePattern(start=start, end=end, types=(kind,)),),
        )
        if words.exists(Match(pattern=pattern), {}):
            return
    raise NotHeld(f"which {label.lower()}s are of which rooms")


def held_by(phrase: Phrase, inner: Phrase, name: str, types: Collection[str]) -> EdgePattern | None:
    """How the things of a phrase have those of another, as an edge between `one` and a name; None where they do not."""
    if phrase.label == "Room":
        kind, start, end = ("BOUNDED_BY", ONE, name) if inner.label in FIXED else ("IN_SPACE", name, ONE)
    elif phrase.label == "Wall" and inner.label in ("Door", "Window"):
        kind, start, end = "FILLS", name, ONE
    elif phrase.label == "Level" and inner.label != "Level":
        kind, start, end = "ON_LEVEL", name, ONE
    elif phrase.label in _ASSEMBLIES and inner.label not in ("Room", "Level"):
        kind, start, end = "PART_OF", name, ONE
    else:
        return None
    return EdgePattern(start=start, end=end, types=(kind,)) if kind in types else None


def with_number(phrase: Phrase, inner: Phrase, found: re.Match[str], words: Vocabulary, types: Collection[str]) -> bool:
    """Add that things have so many of others; which ones have is looked up first. Whether that was understood."""
    edge = held_by(phrase, inner, _PART, types)
    if edge is None or inner.most is not None or any(isinstance(test, Exists) for test in inner.where):
        return False
    if not words.has(phrase.label, "globalId"):
        return False
    trial = Phrase(phrase.label, list(phrase.where), dict(phrase.parameters))
    where = [moved(test, trial, inner, {ONE: _PART}) for test in inner.where]
    pattern = Pattern(nodes=(NodePattern(name=ONE), NodePattern(name=_PART, label=inner.label)), edges=(edge,))
    numbers = words.numbers(trial, CountOf(name="number", pattern=pattern, where=tuple(where)))
    if numbers is None:
        return False
    said = found["count"].lower()
    wanted = int(SPELT[said]) if said in SPELT else int(said)
    sign = Comparison.EQ
    if found["or"]:
        sign = _OR[found["or"].lower()]
    elif found["bound"] and found["bound"].lower() != "exactly":
        sign = sign_of(found["bound"])
    ids = tuple(one for one, number in numbers if _holds(number, sign, wanted))
    left = Ref(name=ONE, property="globalId")
    phrase.where.append(Test(left=left, comparison=Comparison.IN, right=phrase.value(ids)))
    phrase.notes.append(f"looked up first: {len(ids)} of {len(numbers)} have {_SAID[sign]} {wanted} {found['part']}")
    return True


def counted_once(phrase: Phrase, words: Vocabulary, types: Collection[str], quantity: str = "") -> None:
    """Count a roof and not its slabs, where it has the quantity, and of other assemblies the parts alone.

    Without a quantity: of what is made of a material, the parts alone.
    """
    if "PART_OF" not in types:
        return
    if not quantity and not any(isinstance(one, Exists) and _is_of_material(one) for one in phrase.where):
        return
    parts = Pattern(
        nodes=(NodePattern(name="part", label=ELEMENT), NodePattern(name=ONE)),
        edges=(EdgePattern(start="part", end=ONE, types=("PART_OF",)),),
    )
    has_none = Exists(pattern=parts, negated=True)
    of_roof = parts.model_copy(update={"nodes": (parts.nodes[0], NodePattern(name=ONE, label="Roof"))})
    if not quantity or not words.has("Roof", quantity) or not words.exists(Match(pattern=of_roof), {}):
        phrase.where.append(has_none)
        return
    is_roof = Test(left=Ref(name=ONE), comparison=Comparison.IS_LABEL, label="Roof")
    roof = Pattern(
        nodes=(NodePattern(name=ONE), NodePattern(name="roof", label="Roof")),
        edges=(EdgePattern(start=ONE, end="roof", types=("PART_OF",)),),
    )
    known = Test(left=Ref(name="roof", property=quantity), comparison=Comparison.IS_NULL, negated=True)
    phrase.where += [AnyOf(tests=(is_roof, has_none)), Exists(pattern=roof, where=(known,), negated=True)]


def _is_of_material(condition: Exists) -> bool:
    return any("HAS_MATERIAL" in edge.types for edge in condition.pattern.edges)


def _holds(number: int, sign: Comparison, wanted: int) -> bool:
    if sign in (Comparison.GT, Comparison.GE):
        return number > wanted or (sign is Comparison.GE and number == wanted)
    if sign in (Comparison.LT, Comparison.LE):
        return number < wanted or (sign is Comparison.LE and number == wanted)
    return number == wanted
