"""What operators and functions are given must be of a kind that they take, as far as the graph's properties tell."""

from __future__ import annotations

from fingerpost.core.schema import TextKind
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.fit.families import family
from fingerpost.query_languages.cypher.fit.misfits import Surroundings, asked_of
from fingerpost.query_languages.cypher.fit.typed import Mismatch
from fingerpost.query_languages.cypher.meanings import NUMERIC, typed
from fingerpost.query_languages.cypher.semantics import analyse, operators
from fingerpost.query_languages.cypher.semantics.kinds import NUMBER, Stored

_PARTS_OF_DAYS = {"year": (0, 4), "month": (5, 2), "day": (8, 2)}
"""Where the parts of a date stand in its ISO text, and how long they are."""


def arguments(around: Surroundings) -> None:
    """Report what is given to operators and functions, and as a condition, that are not for it."""
    mismatches = around.typed.mismatches
    if not mismatches:
        return
    told = {each.position for each in analyse(around.tree, around.parameters) if each.code == "S130"}
    for mismatch in mismatches:
        if mismatch.position not in told:
            _report(around, mismatch)


def _report(around: Surroundings, mismatch: Mismatch) -> None:
    node, kind = mismatch.node, mismatch.kind
    wanted = operators.said([str(family(each) or each) for each in mismatch.wanted])
    asked = asked_of(node)
    name = asked[1] if asked is not None else node.name if isinstance(node, ast.Variable) else "this"
    subject = f"{mismatch.what} takes {wanted}" if mismatch.what else f"{wanted} is expected here"
    place, instead, meant = _meant(mismatch)
    around.report(
        "N005",
        f"{subject}, and {name} is {family(kind) or kind}",
        place,
        instead=instead,
        fix=f"the text of {name} was read as {meant}",
        position=mismatch.position,
    )


def _meant(mismatch: Mismatch) -> tuple[ast.AnyNode, ast.Expression | None, str]:
    """Text that means numbers or dates: the replaced node, its replacement, and what it is read as."""
    node, kind, asked = mismatch.node, mismatch.kind, mismatch.asked
    text_kinds = {info.text_kind for info in kind.infos} if isinstance(kind, Stored) else set()
    if text_kinds == {TextKind.NUMERIC} and NUMBER in mismatch.wanted:
        return node, typed(NUMERIC, node), "a number"
    if text_kinds == {TextKind.ISO_DATE} and asked is not None and asked.key in _PARTS_OF_DAYS:
        start, length = map(ast.Literal, _PARTS_OF_DAYS[asked.key])
        part = ast.FunctionCall("substring", (node, start, length))
        return asked, ast.FunctionCall("toInteger", (part,), pos=asked.pos), "a date"
    return node, None, ""
