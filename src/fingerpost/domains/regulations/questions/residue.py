"""Words of a relationship question that nothing was made of: an answer that passes over them is never given as sure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from fingerpost.domains.regulations.questions.clauses import NUMBER_WORDS

_EXPECTED: Final = frozenset(
    """a about act acts adopted after ai all also among an and another any anything anywhere are article articles as at
    au autre autres authorises authority authorizes authorizing autorise aux avec back be been being belong
    belonging belongs between biggest bill both by came can canada canadian ce ces cet cette changed changes
    chapitre chapter child cite cited cites clause clauses code collection combien come comment common commun contain
    contained containing contains comparaison compare comparer comparez comparison complete context connected
    connection connections corpora corpus could council current currently dans database date dated dates de
    décret décrets definition definitions depend depends depuis differ differs difference differences dernier
    dernière dernières des did direct directed directly disposition dispositions do document documents does done
    donne donnez du each effect either elle elles else en enables enabling enacted entire entre est et eu ever
    every everything exactly exist existing exists fall falling falls far federal find first five fois following
    font for force four frequently from full get give given governor greatest habilitante habilite had hand has
    have highest fait hop hops how hub hubs i if il ils in indirect indirectement indirectly instrument
    instruments into is issued it its itself l la laquelle largest last lastly late latest law laws le legal legislation
    les leur leurs link linked links list liste loi lois là made make many me mean means mentioned minister
    ministers montre more most mutual mutually mutuelle mutuellement mutuelles my même n name ne need nombre
    nous number numbers of often on one ones only ont or order orders other others ou our où pair pairs par
    paragraph paragraphs parent parmi part parts pas pertain pertaining pertains please plus plusieurs policies
    policy pour prerequisite prerequisites pris prise prises proclamation proclamations provision provisions qu
    qu' quand que quel quelle quelles quels question qui quoi read recent recently reg registered regs
    regulation regulations regulatory relate related relates relation relations relationship relationships
    requires respectively rule rules règlement règlements réciproque réciproquement réciproques said say says
    schedule schedules se second secondhand section sections see ses set show si since so somewhere son sont
    sous souvent statute statutes statutory step steps still strength strongly subordinate subsection subsections such
    sur tell ten text texte textes that the their them then there these they thing things third this those three
    through time times to today together top total tous tout toute toutes two un under une until up us using
    version versions versus via vigueur want was we weight were what when where whether which who whole whom
    whose will with within would y year years yet you été être""".split()
)
_EVERY: Final = _EXPECTED | frozenset(NUMBER_WORDS)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\b(?:18|19|20)\d\d[’']?s?\b")
"""Years are words, too: a date that is not read is not passed over."""
_PLACEHOLDER: Final = re.compile(r"⟨\d+⟩")
_ELIDED: Final = re.compile(r"^(?:l|d|qu|n|s|c|j)['’]")


_ASKED_FOR: Final = re.compile(
    r"\s*(?:which|what|how many|quel(?:le)?s?|combien d[e’'])\s*"
    r"(?!no\b|not\b|never\b|else\b)(?P<noun>(?:[\w’'-]+\s+)+?)"
    r"(?:(?:do|does|did|are|is|were|was|have|has|had|been|that|which|also|now|currently|directly|ont|sont|qui)\s+)*$"
)


def other_noun(before: str, ignored: Collection[str]) -> str:
    """What is asked for, if it is no instrument and no part of one: "which courts cite ..."; else nothing.

    `before` is what stands before the first word for a relation, `ignored` what `residue` gives.
    """
    match = _ASKED_FOR.fullmatch(before)
    words = match["noun"].split() if match is not None else []
    return " ".join(words) if words and not set(words).difference(ignored) else ""


def residue(text: str, covered: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """The words of a text that are in no stretch that was read, and that are not expected in such questions."""
    plain = _PLACEHOLDER.sub(lambda match: " " * len(match[0]), text)
    for start, end in covered:
        plain = plain[:start] + " " * (end - start) + plain[end:]
    words = (_ELIDED.sub("", match[0]) for match in _WORD.finditer(plain))
    left = (word.removesuffix("'s").removesuffix("’s") for word in words)
    return tuple(dict.fromkeys(word for word in left if len(word) > 1 and word not in _EVERY))
