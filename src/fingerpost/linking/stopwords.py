"""Words that hold a question together: they name nothing by themselves."""

from __future__ import annotations

FUNCTION_WORDS = frozenset(
    "a about above across after again all along also am among an and another any are around as at be because been "
    "before being below between both but by calculate can compute consider considering could determine did display do "
    "does doing down during each either else ever "
    "every fetch few find for from further get give given gives had has have having he her here hers him his how "
    "i identify if in inside into is it its itself just least less let list many may me might more most much must "
    "my near neither no nor not now of off on once one only or other our out outside over own per please provide "
    "rather retrieve return same shall she should show showing so some still such tell than that the their them then "
    "there these they this those through to together too under until up upon us using very via was we were what "
    "when where whether which while who whom whose why will with within without would yes you your "
    "himself herself themselves oneself".split()
)
"""Function words, and the verbs with which people ask for something."""

INDEFINITE = frozenset(
    "anyone anybody someone somebody everyone everybody anything something everything nothing nobody "
    "none anywhere somewhere everywhere nowhere".split()
)
"""Words for whatever, or wherever, stands at the other end of a relation."""

ASKING = frozenset(
    "find list show select give tell return retrieve display identify provide fetch get calculate compute determine "
    "include what which".split()
)
"""Words that begin what is asked for."""

GRAPH_WORDS = frozenset(
    "node nodes relationship relationships edge edges graph database dataset data entity entities record records "
    "property properties attribute attributes field fields label labels model list lists info information details "
    "detail result results value values output order question answer corresponding respective associated along "
    "based come comes coming contain contains include includes schema platform exist exists existing instance "
    "instances table tables".split()
)
"""Words for the graph itself: passed over where they name nothing in it."""


def is_content(norm: str) -> bool:
    """Whether a folded word says something of its own, and not only holds a question together."""
    return norm not in FUNCTION_WORDS and norm not in GRAPH_WORDS
