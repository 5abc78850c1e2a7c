"""What a question about law says that would be passed over: it is refused, or an answer is never given as sure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

from fingerpost.domains.regulations.questions.clauses import NEGATION, NUMBER_WORDS
from fingerpost.domains.regulations.questions.cues import Cue
from fingerpost.domains.regulations.questions.patterns import INDIRECT, ONLY_ONE, PARTS, REPEALED
from fingerpost.domains.regulations.questions.request import Asked, Request, Step, Target, Unread
from fingerpost.domains.regulations.questions.spelling import asks_of_province
from fingerpost.domains.regulations.questions.template import PROVISION

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
_KNOWN: Final = _EXPECTED | frozenset(NUMBER_WORDS)
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
    return tuple(dict.fromkeys(word for word in left if len(word) > 1 and word not in _KNOWN))


_LABEL: Final = r"\d[\w.]*(?:\([\w.]+\))*"
_SEVERAL: Final = re.compile(
    rf"\b(?:sub)?(?:sections?|paragraphs?|articles?|paragraphes?)\s+{_LABEL}"
    rf"(?:\s*(?:,|-|–|\b(?:to|and|or|through|à|et|ou)\b)\s*{_LABEL})+\s+(?:of|in|de|du)\b"
)
_ONLY: Final = re.compile(r"\b(?:only|solely|exclusively|seulement|uniquement)\b")
_COMING: Final = re.compile(
    r"\b(?:came|come|comes|went|entered|took) (?:in(?:to)? )?(?:force|effect)\b|\bentrée?s? en vigueur\b"
)
_ENABLING_PART: Final = re.compile(
    r"\bunder (?:which|what) (?:sections?|provisions?|paragraphs?)\b.*\b(?:made|enacted|issued|adopted)\b"
    r"|\b(?:which|what) (?:sections?|provisions?|paragraphs?)\b.*\b(?:enables?|authori[sz]es?|empowers?)\b"
)
_ONE: Final = re.compile(r"⟨\d⟩")
_EVERY: Final = re.compile(
    r"\s*(?:is so: )?(?:do|does|did|is|are|was|were|has|have|had) (?:the )?(all|every|each|most|many|few|half|none)\b"
)
"""Of all, or of a part of them: what is found is only which do."""
_THROUGH: Final = re.compile(r"\b(?:through|via|by way of) (?:which|what)\b")
_ACTS, _REGULATIONS = r"(?:acts?|statutes?|laws?)", r"(?:regulations?|regs|orders?)"
_APART: Final = r"(?:(?!\b(?:and|or|nor|not|no|but|et|ou)\b|[,⟨]).)*?"
_OF_OTHERS: Final = re.compile(
    rf"\b{_ACTS}\b{_APART}\b{_REGULATIONS}\b[^⟨]*$|\b{_REGULATIONS}\b{_APART}\b{_ACTS}\b[^⟨]*$"
)
"""Nouns of two kinds before a relation, which is that of the second: "which acts have regulations that cite ⟨0⟩"."""
_BY_ANY: Final = re.compile(
    rf"^(?:cited|mentioned|referenced|referred to|named) (?:by|in) (?:an?|any|some|another|other) (?:other )?"
    rf"(?:{_ACTS}|{_REGULATIONS}|instruments?|documents?)\s*\??\s*$"
)
_OF_TEXTS: Final = frozenset(
    (
        Asked.TEXT,
        Asked.EXISTS,
        Asked.MOST_PARTS,
        Asked.SECTIONS,
        Asked.DEFINITIONS,
        Asked.HISTORY,
        Asked.AMENDED_PARTS,
        Asked.MUTUAL,
    )
)
"""What is asked of an instrument's own text."""
_DATED: Final = re.compile(r"\b(?:registered|made|issued|adopted|repealed|revoked)\b")
_RELATIVE: Final = re.compile(
    r"\b(?:last|past|previous|this|next|coming|recent) (?:(?:\d+|couple of|\w+) )?(?:years?|months?|weeks?|decades?)\b"
    r"|(?<!most )(?<!more )\brecently\b|\blately\b|\bl[’']an(?:née)? (?:derni[eè]re?|passée?)\b|\brécemment\b"
)
"""A time that is told by the day on which it is asked."""
_ORDINAL_PART: Final = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|final|opening|next|previous|longest|shortest)"
    r" (?:sub)?(?:sections?|paragraphs?|parts?|articles?|schedules?) (?:of|in) (?:the )?⟨"
)


_NUMBERS: Final = re.compile(r"\bhow many\b|\bcombien d")
_EACH_KIND: Final = re.compile(r"\bhow many (?:acts|regulations),? (?:and|or) how many (?:acts|regulations)\b")
_BY_ALL: Final = re.compile(
    r"\b(?:by|in|cites?|mentions?|refers? to|amends?|amended) (every|each|all)(?: of)? (?:the )?"
    r"(?:acts?|statutes?|laws?|regulations?|regs|orders?|instruments?|documents?)\b(?!\s*(?:in|$|\?))"
)
_NTH: Final = re.compile(
    r"\b(?:second|third|fourth|fifth|next|2nd|3rd|4th|5th)[- ]"
    r"(?:most|least|last|newest|oldest|latest|highest|largest)\b"
)


def misread(text: str, *, relates: bool) -> Unread | None:
    """Why a lower-case question with placeholders is not read; None if nothing in it would be passed over.

    `relates`: whether it has a word for a relation.
    """
    every = _EVERY.match(text) if relates else None
    if every is not None:
        return Unread("Ask which do, or which do not: whether all or most of them do is not answered.", (every[1],))
    if relates and len(_NUMBERS.findall(text)) > 1 and _EACH_KIND.search(text) is None:
        return Unread("Ask for one number after the other: this question asks for several.")
    if relates and (all_of := _BY_ALL.search(text)) is not None:
        return Unread("What stands in a relation to all of them, or to each, is not looked for.", (all_of[1],))
    if (nth := _NTH.search(text)) is not None:
        return Unread(f"Ask for the first of them: which is the “{nth[0]}” is not answered.", (nth[0],))
    if _ORDINAL_PART.search(text):
        return Unread("Name a section by its number.")
    if (relates or _DATED.search(text)) and _RELATIVE.search(text):
        return Unread("Name the years or the dates: which are meant is not known here.")
    if relates and asks_of_province(text):
        return Unread("This corpus is federal law: it has no laws of a province.")
    if _SEVERAL.search(text):
        return Unread("Ask about one provision at a time: this question names several.")
    only = _ONLY.search(text)
    if relates and only is not None and not ONLY_ONE.search(text):
        return Unread(f"What “{only[0]}” leaves out here is not understood.", (only[0],))
    if _ENABLING_PART.search(text):
        return Unread("The source names the act that regulations are made under, and not the section of it.")
    one = _ONE.search(text)
    if one is not None and _COMING.search(text) and PARTS.search(text[: one.start()]):
        return Unread("Ask from when one provision is in force: which came into force then is not answered.")
    return None


def unread(found: Request, text: str, cues: Sequence[Cue]) -> Unread | None:
    """Why a request is not all that a lower-case question with placeholders asks; None if it is."""
    targets = [target for chain in found.chains for target in (chain.target, *chain.others)]
    absent = _not_loaded(found)
    if absent is not None:
        title = absent.title.title
        return Unread(f"“{title}” is cited in this corpus, but its text is not loaded.", (title,))
    if any(one.provision for one in targets) and PROVISION.search(text):
        return Unread("Ask about one provision at a time: this question names several.")
    if found.asked in (Asked.PROVISIONS, Asked.STRENGTH) and (INDIRECT.search(text) or _THROUGH.search(text)):
        return Unread("Ask what cites it indirectly: through what it does is said of each.")
    single = len(found.chains) == 1 and len(found.chains[0].steps) == 1 and cues
    if single and found.asked in (Asked.LIST, Asked.COUNT) and _OF_OTHERS.search(text[: cues[0].start]):
        return Unread("What is asked of acts, and what of their regulations, is not understood.")
    pair = [one.title.identifier for one in targets] if found.asked in (Asked.PROVISIONS, Asked.YES_NO) else []
    if len(pair) == 2 and pair[0] == pair[1]:
        return Unread("What an instrument cites within itself is not in this corpus.")
    far = len(found.chains) > 1 or any(len(chain.steps) > 1 for chain in found.chains)
    if far and cues and _BY_ANY.search(text[cues[-1].start :]):
        return Unread("Whether any other cites it is not looked for in this question.")
    return None


def _not_loaded(found: Request) -> Target | None:
    """What is only cited in the corpus, where the answer would be in its text."""
    if not found.chains:
        return None
    first, *others = found.chains
    own = [chain.target for chain in found.chains if _is_in_its_text(chain.steps[:1])]
    if found.asked in _OF_TEXTS or (found.asked is Asked.COUNT and not first.steps):
        own += [chain.target for chain in found.chains]
    elif others and first.steps and not any(chain.steps for chain in others):  # ⟨0⟩ is cited by ⟨1⟩
        turned = replace(first.steps[0], incoming=not first.steps[0].incoming)
        own += [chain.target for chain in others] if _is_in_its_text((turned,)) else []
    return next((target for target in own if target.title.label == "Stub"), None)


def _is_in_its_text(steps: Sequence[Step]) -> bool:
    """Whether the first step from an instrument is said in its own text: what it cites, and what amended it."""
    return bool(steps) and steps[0].incoming == (steps[0].relation == "AMENDS")


def doubted(found: Request, text: str, cues: Sequence[Cue]) -> Request | Unread:
    """A request without a relation, with the words that nothing was made of; a negation among them refuses it."""
    gone = found.asked in (Asked.NOT_IN_FORCE, Asked.REPEALED) or found.in_force is not None
    left = REPEALED.sub(lambda match: " " * len(match[0]), text) if gone else text
    negated = NEGATION.search(left)
    if negated is not None:
        return Unread(f"What “{negated[0]}” leaves out here is not understood.", (negated[0],))
    return replace(found, ignored=residue(left, [(cue.start, cue.end) for cue in cues]))
