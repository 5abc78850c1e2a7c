"""Numbers of two kinds of things beside each other: "how many more A than B", "how many A and how many B are there"."""

from __future__ import annotations

from fingerpost.linking.mentions import Linked
from fingerpost.linking.scores import OWN
from fingerpost.linking.text import singulars
from fingerpost.questions.two_questions import Halves, Joint, same_before, sentence_end

_MORE, _LESS = frozenset(("more",)), frozenset(("fewer", "less"))
_MANY = ("how", "many")
_THERE = (
    ("are", "there"),
    ("were", "there"),
    ("is", "there"),
    ("do", "we", "have"),
    ("have", "we"),
    ("do", "you", "have"),
)
_TAILS = frozenset("are were is was do does did have has exist there".split())
"""Words that begin what is said of both kinds of things: "are there", "do we have"."""
_BARE = frozenset(
    ("", "are there", "do we have", "are there in total", "do you have", "exist", "have we", "are there altogether")
)
"""What may stand behind two kinds of things of which nothing is said but that they are there."""
_ONES = frozenset(("one", "ones"))
_JOINTS = {
    (True, True): Joint.MORE,
    (True, False): Joint.LESS,
    (False, True): Joint.ARE_MORE,
    (False, False): Joint.ARE_LESS,
}
"""How the numbers belong together, by whether it is asked how many more there are, and whether more or fewer."""


def outnumbered(linked: Linked) -> Halves | None:
    """The two questions for the numbers of what is compared; None where nothing is."""
    return _more_than(linked) or _both_counted(linked)


def _more_than(linked: Linked) -> Halves | None:
    """ "How many more books are from 2020 than from 2010", "are there more books than papers"."""
    norms = [token.norm for token in linked.tokens]
    there = next((len(words) for words in _THERE if tuple(norms[: len(words)]) == words), 0)
    marks = [n for n in range(2, len(norms)) if norms[n] in _MORE | _LESS]
    many = next((n - 2 for n in marks if tuple(norms[n - 2 : n]) == _MANY), -1)
    if many < 0 and not (there and there in marks):
        return None
    sign = many + 2 if many >= 0 else there
    joint = _JOINTS[many >= 0, norms[sign] in _MORE]
    if many < 0 and norms.count("or") == 1 and "than" not in norms:
        return _halves(linked, Joint.BESIDE, (sign + 1, norms.index("or")), norms.index("or") + 1)
    if "than" not in norms[sign:]:
        return None
    than = norms.index("than", sign)
    if sentence_end(linked, than) < len(norms):
        return None
    begin = same_before(norms, than + 1, sign + 1, than)
    if begin is None:
        return _halves(linked, joint, (sign + 1, than), than + 1)
    lead = linked.question[: linked.tokens[many + 1].end] if many >= 0 else "How many"
    before, other = linked.text(sign + 1, begin), linked.text(than + 1, len(norms))
    return Halves(joint, f"{lead} {linked.text(sign + 1, than)}?", f"{lead} {before} {other}?")


def _both_counted(linked: Linked) -> Halves | None:
    """ "How many A and how many B are there": nothing says that the ones have to do with the others."""
    norms = [token.norm for token in linked.tokens]
    if tuple(norms[:2]) != _MANY or norms.count("and") != 1:
        return None
    place = norms.index("and")
    again = place + 1 + 2 * (tuple(norms[place + 1 : place + 3]) == _MANY)
    return _halves(linked, Joint.BESIDE, (2, place), again, alone=True)


def _halves(linked: Linked, joint: Joint, first: tuple[int, int], second: int, *, alone: bool = False) -> Halves | None:
    """The questions how many of either there are, each with what is said of both behind; None where one is no kind.

    With `alone` nothing may be said of them but that they are there.
    """
    tokens = linked.tokens
    end = next((n for n in range(second + 1, len(tokens)) if tokens[n].norm in _TAILS), len(tokens))
    nouns = {m.end: m.start for m in linked.mentions if m.kind == "label" and m.score >= OWN}
    noun = first[1] in nouns
    tail = linked.text(end, len(tokens)) if end < len(tokens) else ""
    if alone and (not noun or nouns[first[1]] != first[0] or nouns.get(end) != second or tail not in _BARE):
        return None
    one, other = linked.text(*first), linked.text(second, end)
    if noun and tokens[end - 1].norm in _ONES:
        other = f"{linked.text(second, end - 1)} {linked.text(nouns[first[1]], first[1])}" if end - second > 1 else ""
    elif end not in nouns:
        return None
    elif not noun:
        one = f"{one} {linked.text(nouns[end], end)}"
    if not other or not singulars(tokens[nouns.get(end, nouns.get(first[1], 0))].norm):
        return None
    return Halves(joint, f"How many {one} {tail}".strip() + "?", f"How many {other} {tail}".strip() + "?", (one, other))
