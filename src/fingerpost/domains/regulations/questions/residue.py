"""Words of a relationship question that nothing was made of: an answer that passes over them is never given as sure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fingerpost.domains.regulations.questions.clauses import NUMBER_WORDS

_EXPECTED: Final = frozenset(
    """a about after all also among an and another any anything are as at be been being between both by came can canada
    canadian changed changes cite cited cites come complete connected connection connections corpus could current
    currently database date dated dates did direct directly do document documents does done each effect either else
    enacted ever every exactly existing far federal find first five following for force four from full get give given
    had has have hop hops how i if in indirect indirectly instrument instruments into is issued it its itself last
    lastly late latest law laws legal legislation link linked links list made make many me mentioned more most
    mutual mutually my name number numbers of often on one ones only or order orders other others our part parts please
    policies policy provision provisions question recent recently regulation regulations regulatory related relation
    relations relationship relationships respectively rule rules schedule section sections see set show since so
    statute statutes still strongly subordinate subsection subsections such tell ten text that the their them then
    there these they third this those three through time times to today together top total two under until up us
    using version versions via was we were what when where whether which who whole whom whose will with within would
    year years yet you act acts bill code article articles clause clauses paragraph paragraphs definition definitions
    corpora entire directed made authority parent enabling authorizes authorizing authorises enables statutory compare
    comparison versus pair pairs strength weight step steps second hand secondhand said says say read mean means
    là a ai as au aux avec ce ces cet cette combien comment dans de depuis des dernière dernier dernières du elle elles
    en entre est et eu fois font il ils l la le les leur leurs loi lois même n nombre nous on ont ou où par parmi pas
    plus plusieurs pour quand que quel quelle quelles quels qu quoi qui qu' règlement règlements réciproque réciproques
    ses si son sont sous sur texte textes tous tout toute toutes un une vigueur y été être article articles
    disposition dispositions loi habilitante prise pris prises mutuelle mutuelles relation relations liste donne donnez
    montre hub hubs belong belongs belonging depend depends requires child prerequisite prerequisites ne
    pertain pertains pertaining everything registered governor council minister ministers thing things""".split()
)
_EVERY: Final = _EXPECTED | frozenset(NUMBER_WORDS)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_PLACEHOLDER: Final = re.compile(r"⟨\d+⟩")
_ELIDED: Final = re.compile(r"^(?:l|d|qu|n|s|c|j)['’]")


def residue(text: str, covered: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """The words of a text that are in no stretch that was read, and that are not expected in such questions."""
    plain = _PLACEHOLDER.sub(lambda match: " " * len(match[0]), text)
    for start, end in covered:
        plain = plain[:start] + " " * (end - start) + plain[end:]
    words = (_ELIDED.sub("", match[0]) for match in _WORD.finditer(plain))
    left = (word.removesuffix("'s").removesuffix("’s") for word in words)
    return tuple(dict.fromkeys(word for word in left if len(word) > 1 and word not in _EVERY))
