"""What a sentence claims of what a question asks about: that it is so, that it is not, or neither.

A sentence may have every word of a question and still not say that it is so: "The invoice was not approved by Ann",
"A rename has to be approved", "Ask Ann to approve it", "answer that Ann approved it". Nothing of that says who did.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from fingerpost.retrieval.asked_for import asks_number, asks_price
from fingerpost.retrieval.direction import turned
from fingerpost.retrieval.words import STOP, stem as plain_stem, tokens

_ASKS_FOR = re.compile(r"\b(?:who|whom|whose|which|what|when|where|how|why)\b", re.IGNORECASE)
_ASKS_WHY = re.compile(r"\b(?:why|when|if|how)\b", re.IGNORECASE)
_ASKS_WHETHER = re.compile(
    r"\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must)\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[,;:.!?—–()\"“”]")
_NEGATIONS = frozenset("not never cannot".split())
_NOTHING = frozenset(
    "no nobody none nothing neither nor without fail fails failed refuse refuses refused decline declines declined "
    "lack lacks lacked unable missing absent".split()
)
"""Words of a sentence that denies something without "not"."""
_MODALS = frozenset("must shall should can could may might would needs need has have had ought".split())
"""Words behind which a verb says what is to be, or may be: "has to be approved", "must approve"."""
_OBLIGING = frozenset("needs need has have had ought".split())
"""Those of them that say so only with "to"."""
_ASKED_TO = frozenset(
    "ask asks asked tell tells told remind reminds reminded want wants wanted propose proposes proposed proposal "
    "request requests requested plan plans planned intend intends intended refuse refuses refused decline "
    "declines declined forget forgets forgot hope hopes hoped offer offers offered promise promises promised "
    "order orders ordered instruct instructs instructed invite invites invited recommend recommends recommended "
    "supposed going motion idea".split()
)
"""Words behind which "to" and a verb say what somebody is to do: "asked Ann to approve it"."""
_PLANNED = re.compile(
    r"(?:is|are|was|were|has been|have been)(?: (?:now|still|only|currently|again|yet)){0,2} "
    r"(?:planned|scheduled|expected|foreseen|due|intended|postponed|delayed|deferred|cancell?ed|put off|called off)\b"
)
"""What says of the words before it that they are to happen, or were to: "The release is planned for May"."""
_INTENDED = re.compile(
    r"\b(?:plans?|intends?|hopes?|wants?|wishes|aims?|would like|going) to\b|\b(?:am|is|are|was|were) planning\b",
    re.IGNORECASE,
)
"""What says that somebody means to do something: "Ann is planning a trip" does not say that she went."""
_PROPOSED = re.compile(
    r"\b(?:(?:asks?|asked|quoted?|hopes?|hoped|wish(?:es)?) for|offer(?:s|ed)?|suggest(?:s|ed)?|propos(?:es?|ed|al)|"
    r"estimate[sd]?|expects?|expected|would (?:be|have|cost|like)|could (?:offer|have|cost|be)|feared|"
    r"demand(?:s|ed)?)\b",
    re.IGNORECASE,
)
"""What says of a number that somebody wants or expects it: "asks for a shed (EUR 900)" is not what one cost."""
_OF_PLANS = frozenset(
    map(plain_stem, "planned scheduled expected foreseen intended postponed delayed deferred cancelled".split())
)
_BETWEEN = frozenset("be been have has had not never to always first only also then".split())
_AFTER_ALL = frozenset("until till before unless only just except merely".split())
"""What makes a denial a limit: "not approved until May"."""
_SUBORDINATE = frozenset("because although though since while whereas which who when if but".split())
_TOLD_TO_SAY = re.compile(
    r"(?:^|[,;:.!]\s+|\b(?:and|then|please|(?<!i )(?<!we )(?:must|should)|"
    r"(?<!sorry )(?<!glad )(?<!happy )(?<!sad )(?<!have )to)\s+)"
    r"(?:answer|say|reply|respond|pretend|claim|repeat|output|print|"
    r"tell (?:the )?(?:users?|readers?|people|everyone|everybody|anyone|them))\s+(?:that|with)\b",
    re.IGNORECASE,
)
"""Where a text tells somebody what to say."""
_SAYING = re.compile(r"\b(?:say|answer|reply|respond|pretend|claim|tell|told)\b", re.IGNORECASE)
_UNKNOWN = re.compile(
    r"\b(?:unknown|unclear|undetermined|undecided|(?:not|never|n['’]t)(?: yet| been| be){0,2} (?:known|clear|decided|"
    r"determined|established|found out|chosen|settled|fixed|agreed|appointed)|"
    r"(?:nobody|no one|none of \w+) (?:knows|knew|remembers|can (?:say|tell)))\b",
    re.IGNORECASE,
)
"""Words of a sentence that says that something is not known, and of a question that asks for what is not."""
_CEASED = re.compile(
    r"\b(?:left|leaves|leaving|resign(?:s|ed)|retire[sd]|quits?|step(?:s|ped) down|withdrew|withdraws|dismissed)\b",
    re.IGNORECASE,
)
"""Words of a sentence that says that somebody is no longer something."""
_ASKING = re.compile(r"\b(?:whether|(?:asks?|asked|wonders?|wondered|knows?|check|see) if)\b[^.;]*", re.IGNORECASE)
"""What somebody wants to know, within a sentence."""
_FORM = re.compile(
    r"\b(?:for example|for instance|e\.g\.|example|template|placeholder|should (?:read|say)|"
    r"could (?:read|say)|is how)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“«][^\"”»]{8,}[\"”»]")
_REACH = 4
"""Words between a negation or a modal and its verb, at most."""
_PRESENT, _PAST = frozenset("is are".split()), frozenset("did was were had".split())
_FINITE = frozenset("is are was were has have had will would can".split())
_ARTICLES = frozenset("the a an".split())
_STOPS = frozenset(".!?:")
_FORBIDDING = re.compile(r"(?:please )?(?:do not|don['’]t|never|always|please)(?: ever)?")
"""What a command begins with: "Do not open the vents before May"."""

VerbStem = Callable[[str], str]
"""The stem of a word in lower case, of irregular forms of verbs that of the verb."""


@dataclass(frozen=True)
class _Said:
    """A word of a text, and whether it is denied (`denied`) or required (`demanded`)."""

    stem: str
    denied: bool
    demanded: bool


class Stance:
    """What a question asks about: that something is so, or that it is not."""

    def __init__(self, question: str, stem: VerbStem) -> None:
        """Read a question; one that asks whether something is so fits sentences that deny it, too."""
        self._question, self._stem = question, stem
        self.whether = _ASKS_WHETHER.match(question) is not None
        self._applies = self.whether or _ASKS_FOR.search(question) is not None
        self._of_saying = _SAYING.search(question) is not None
        self._of_knowing = _UNKNOWN.search(question) is not None
        said = _said(question, stem) if self._applies else []
        denied = frozenset(one.stem for one in said if one.denied)
        self._stems = frozenset(one.stem for one in said) - denied
        self._events = frozenset(_events(question, stem)) & self._stems
        if not _OF_PLANS.isdisjoint(self._stems):  # it asks what was planned, or put off
            self._events = frozenset()
        self._modals = _MODALS if asks_number(question) else _MODALS | {"will"}
        self._denies = bool(denied) and not self.whether and _ASKS_WHY.search(question) is None

    @property
    def denies(self) -> bool:
        """Whether the question asks who or what does not do something."""
        return self._denies

    @property
    def events(self) -> frozenset[str]:
        """The stems of what happened, according to the question."""
        return self._events

    @property
    def of_deeds(self) -> bool:
        """Whether the question has a verb of the past: it asks what happened, not how things are."""
        return any(_is_past(token.word, self._stem) for token in tokens(self._question))

    def is_over(self, sentence: str) -> bool:
        """Whether a sentence says who is no longer what a question asks who is."""
        asked = self._question
        return not self.of_deeds and not _CEASED.search(asked) and _CEASED.search(sentence) is not None

    def against(self, sentence: str) -> frozenset[str]:
        """The stems of the question that a sentence has, but denies, demands, turns or only tells somebody to say."""
        if not self._applies:
            return frozenset()
        if not self._of_saying and _TOLD_TO_SAY.search(sentence):
            return self._stems
        if not self._of_knowing and _UNKNOWN.search(sentence):
            return self._stems
        plain = _without_forms(_ASKING.sub(" ", sentence))
        found: dict[str, list[_Said]] = {}
        for one in _said(plain, self._stem, self._modals):
            found.setdefault(one.stem, []).append(one)
        unsaid = frozenset(one.stem for one in _said(sentence, self._stem)) - found.keys()
        done = any(_is_past(word, self._stem) for word in _WORD.findall(plain.lower()))
        intended = bool(self._events) and not done and _INTENDED.search(plain) is not None
        return (
            turned(self._question, plain, self._stem)
            | (self._stems & (unsaid | found.keys() if intended else unsaid))
            | {s for s in self._stems & found.keys() if not self.whether and all(one.denied for one in found[s])}
            | {stem for stem in self._events & found.keys() if all(one.demanded for one in found[stem])}
        )


def _without_forms(sentence: str) -> str:
    """A sentence without the quotations that it gives as an example of what could be said."""
    plain = _QUOTED.sub(" ", sentence)
    return plain if _FORM.search(plain) else sentence


def only_proposes(question: str, sentence: str) -> bool:
    """Whether a question asks for a number that is so, and a sentence gives one that somebody wants or expects."""
    proposed = _PROPOSED.search(sentence) is not None and _PROPOSED.search(question) is None
    return proposed and (asks_number(question) or asks_price(question))


def denies(sentence: str) -> bool:
    """Whether a sentence says of something that it is not so."""
    words = (match.group().lower() for match in _WORD.finditer(sentence))
    return any(_is_negation(word) or word in _NOTHING for word in words)


def _is_negation(word: str) -> bool:
    return word in _NEGATIONS or word.endswith(("n't", "n’t"))


def _events(question: str, stem: VerbStem) -> Iterator[str]:
    """The stems of what happened according to a question; none if it asks about the present or the future."""
    words = [token.word for token in tokens(question)]
    past = _PAST.intersection(words)
    if (_MODALS - _OBLIGING | {"need", "needs", "will"}).intersection(words) or (
        _PRESENT.intersection(words) and not past
    ):
        return
    done = words.index("did") + 1 if "did" in words else len(words)
    subject = next((at for at in range(done, len(words)) if words[at] not in _ARTICLES), len(words))
    for at, word in enumerate(words):
        if word not in STOP and (at > subject or _is_past(word, stem)):
            yield stem(word)


def _is_past(word: str, stem: VerbStem) -> bool:
    return word.endswith("ed") or (stem(word) != plain_stem(word) and not word.endswith("s"))


def _said(text: str, stem: VerbStem, modals: Collection[str] = _MODALS) -> list[_Said]:
    """The content words of a text, each with its stance."""
    words = [match.group().lower() for match in _WORD.finditer(text)]
    found = []
    for at, word in enumerate(words):
        if word[0].isalnum() and word not in STOP and not _is_negation(word):
            denied = _is_denied(words, at)
            to_be = not denied and (_is_demanded(words, at, stem, modals) or _is_planned(words, at))
            found.append(_Said(stem(word), denied, to_be))
    return found


def _is_denied(words: Sequence[str], at: int) -> bool:
    """Whether a word is the first that carries meaning behind a negation in its clause; "not until May" denies not."""
    for back in range(at - 1, max(at - 1 - _REACH, -1), -1):
        word = words[back]
        if _is_negation(word):
            return words[back + 1] != "only" and not _AFTER_ALL.intersection(_clause(words, at))
        if not word[0].isalnum() or word not in STOP or word in _SUBORDINATE:
            return False
    return False


def _is_planned(words: Sequence[str], at: int) -> bool:
    """Whether the clause goes on behind a word that it is planned, put off or cancelled, before it has another verb."""
    clause = _clause(words, at)[1:]
    verb = next((n for n, word in enumerate(clause) if word in _FINITE), len(clause))
    if not (_FINITE | _PAST).isdisjoint(_behind_stop(words, at)) or not _SUBORDINATE.isdisjoint(clause[:verb]):
        return False  # "The ferry was painted when the trip was planned"
    return _PLANNED.match(" ".join(clause[verb:])) is not None


def _clause(words: Sequence[str], at: int) -> Sequence[str]:
    """The words from one to the end of its clause."""
    end = next((n for n in range(at, len(words)) if not words[n][0].isalnum()), len(words))
    return words[at:end]


def _behind_stop(words: Sequence[str], at: int) -> Sequence[str]:
    """The words from the beginning of the sentence, or a stop in it, to a word."""
    return words[next((n + 1 for n in range(at - 1, -1, -1) if words[n] in _STOPS), 0) : at]


def _is_demanded(words: Sequence[str], at: int, stem: VerbStem, modals: Collection[str]) -> bool:
    """Whether a word stands behind one for what is to be, or is asked for; or is a command that begins a sentence."""
    base = not words[at].endswith(("s", "ing")) and not _is_past(words[at], stem)
    if _FORBIDDING.fullmatch(" ".join(_behind_stop(words, at))):
        return base
    if at == 0 or words[at - 1] in _STOPS:
        clause = _clause(words, at)[1:]
        return base and bool(clause) and not any(one in _FINITE or _is_past(one, stem) for one in clause)
    to = False
    for back in range(at - 1, max(at - 1 - _REACH, -1), -1):
        word = words[back]
        to = to or word == "to"
        if word in modals and (to or word not in _OBLIGING):
            return True
        if word not in _BETWEEN:
            break
    return to and not _ASKED_TO.isdisjoint(words[max(at - 2 * _REACH, 0) : at])
