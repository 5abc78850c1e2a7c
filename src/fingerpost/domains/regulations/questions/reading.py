"""From a question to a request: which instruments it names, which relations, in which direction, what is asked."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.domains.regulations.questions.catalog import Catalog, Mention
from fingerpost.domains.regulations.questions.chains import chains_of, is_passive, through
from fingerpost.domains.regulations.questions.clauses import (
    NEGATION,
    amended_in,
    blank,
    in_force_in,
    latest_in,
    unamended_in,
)
from fingerpost.domains.regulations.questions.comparing import COMPARING, compared
from fingerpost.domains.regulations.questions.content import beside, language_of
from fingerpost.domains.regulations.questions.corpus_reading import first_kind
from fingerpost.domains.regulations.questions.cues import cues
from fingerpost.domains.regulations.questions.dates import dates_in
from fingerpost.domains.regulations.questions.misread import doubted, misread, other_noun, residue, unread
from fingerpost.domains.regulations.questions.pair_reading import PairReader
from fingerpost.domains.regulations.questions.patterns import (
    ABOUT,
    ANY_KIND,
    AS_WELL,
    ASKS,
    AWAY,
    BACK,
    BARE,
    BARE_UNDER,
    BETWEEN,
    CHANGED,
    CHILDREN,
    CITATION_OF,
    COMPARE,
    COUNT,
    COUNTED_PARTS,
    DEFINITIONS,
    DEPENDS,
    EITHER,
    ENABLING,
    EXISTS,
    FURTHER,
    HAS_SECTIONS,
    IN_FORCE_SINCE,
    IN_KIND,
    INDIRECT,
    INTERPRETED,
    ITS_REGULATIONS,
    LAST,
    MADE,
    MOST_OF_PARTS,
    MOST_PARTS,
    MUTUAL,
    NEWEST,
    NUMBERED,
    OF_PLACES,
    OF_WHOLE_ACTS,
    OFTEN,
    OLDEST,
    ONE_WAS,
    OR_OTHERS,
    OWN_REGULATIONS,
    PARTS,
    PLAIN_WORDS,
    REPEALED,
    SAY,
    SECTION_DEFINES,
    SHOWN,
    SINCE_WHEN,
    SUPERLATIVE,
    SUPERLATIVE_DATE,
    THERE_IS,
    TOPS,
    TWO_TERMS,
    WHAT_CHANGED,
    WHEN,
    WHICH,
    WITHIN,
    YES_NO,
)
from fingerpost.domains.regulations.questions.referring import named_once, names_several, without_excluded
from fingerpost.domains.regulations.questions.request import (
    OF_RELATIONS,
    Asked,
    Chain,
    Period,
    Request,
    Step,
    Target,
    Unread,
)
from fingerpost.domains.regulations.questions.rewording import reworded
from fingerpost.domains.regulations.questions.sets import with_set
from fingerpost.domains.regulations.questions.talk import plain
from fingerpost.domains.regulations.questions.template import PROVISION, templated
from fingerpost.domains.regulations.questions.titled import described, series_in

_IN_TIME = (Step("AMENDS", incoming=True), Step("IMPLEMENTS", incoming=True))
"""Relations whose first and last have a date: the amendments of an instrument, the regulations under an act."""
_FRENCH_TEXT = re.compile(
    r"(?<=\bsay) in french\b|\b(?:the )?french (?:version|text|wording) of |\s+in french(?=\s*\?*$)", re.I
)
_OF_PARTS = (Asked.PROVISIONS, Asked.CITING_PARTS)
_NOTHING = ("no", "nothing", "none", "anything", "aucun", "aucune")
_PLAIN = frozenset((Asked.SECTIONS, Asked.ABOUT, Asked.DEFINITIONS, Asked.REPEALED_PARTS))
"""What is answered without a relation; where a question has words beside, these are asked of the text."""
_LISTED = frozenset((Asked.ALL, Asked.NOT_IN_FORCE, Asked.REPEALED))
"""What is asked without a relation, and of the words beside it nothing is made."""
_IN_WORDS = frozenset((Asked.TEXT, Asked.DEFINITION, Asked.DEFINITIONS, Asked.SECTIONS, Asked.ABOUT))
"""What is answered with words of the text: in French, with those of the French text."""


def read(question: str, catalog: Catalog) -> Request | Unread | None:
    """The request of a question; why it cannot be answered; None where it asks for no relationship or text of law."""
    question, series = series_in(question)
    if series:
        found = read(question, catalog)
        if not isinstance(found, Request):
            return found
        if found.asked not in (Asked.LIST, Asked.COUNT, Asked.ALL) or found.kinds not in ((), ("Regulation",)):
            return Unread("Regulations alone have numbers of a series, and lists of them are narrowed by it.")
        return replace(found, kinds=("Regulation",), sort=series)
    several = names_several(question)
    if several:
        return Unread(f"Which instruments are meant by “{several}”?", (several,))
    mentions = catalog.find(question)
    once = named_once(question, mentions)
    question = plain(once, mentions if once == question else catalog.find(once))
    question, in_french = _said_in_french(reworded(question))
    mentions = catalog.find(question)
    if len(mentions) > 1:
        once = named_once(question, mentions)
        question, mentions = once, mentions if once == question else catalog.find(once)
    said, excluded = without_excluded(question, mentions)
    if excluded:
        question, mentions = said, catalog.find(said)
    mentions = mentions or described(question, catalog.all)
    language = language_of(beside(question, mentions))
    relevant = cues(question.lower(), language)
    lower = question.lower()
    asks = bool(
        relevant or BETWEEN.search(lower) or ENABLING.search(lower) or PROVISION.search(question)
        or REPEALED.search(lower) or CHANGED.search(lower)
    )  # fmt: skip
    unknown = [mention for mention in mentions if not mention.titles]
    if unknown and (asks or len(mentions) == len(unknown)):
        words = tuple(question[mention.start : mention.end] for mention in unknown)
        return Unread(f"“{words[0]}” is not in this corpus.", words)
    for mention in mentions:
        if len({title.identifier for title in mention.titles}) > 1 and asks:
            words = (question[mention.start : mention.end],)
            return Unread(f"“{words[0]}” is the title of several instruments: name its number.", words, mention.titles)
    known = [
        Mention(mention.start, mention.end, (catalog.english(mention.titles[0]) if asks else mention.titles[0],))
        for mention in mentions
        if mention.titles
    ]
    text, named, loose = templated(question, known)
    word = "et" if language == "fr" else "and"
    text = AS_WELL.sub(lambda match: word.ljust(len(match[0])), text)  # nothing else changes its place
    dates, text = dates_in(text)
    if not loose:
        told = with_set(text, named, dates, language)
        if told is None:
            return Unread("What the last clause of this question narrows is not understood.")
        text, named, dates = told
    if dates.others and asks:
        return Unread("Two dates are named here; what each belongs to is not understood.")
    found = _Reader(text, named, loose, dates, language).request()
    if excluded and isinstance(found, Request):
        if found.asked not in (Asked.LIST, Asked.COUNT) or found.last_step.relation == "AMENDS":
            return Unread(f"What is asked beside “{excluded[0].title}” is not understood.", (excluded[0].title,))
        found = replace(found, excluded=excluded)
    if isinstance(found, Request) and in_french and found.asked not in _IN_WORDS:
        return Unread("Only texts and definitions can be asked for in French.")
    if isinstance(found, Request) and (language == "fr" or in_french) and found.asked in _IN_WORDS and found.chains:
        chain, *others = found.chains
        if in_french and catalog.french(chain.target.title) is chain.target.title:
            return Unread(f"The French text of the {chain.target.title.title} is not in this corpus.")
        target = Target(catalog.french(chain.target.title), chain.target.provision)
        return replace(found, chains=(replace(chain, target=target), *others))
    return found


def _said_in_french(question: str) -> tuple[str, bool]:
    """A question without the words that ask for the French text, and whether it had any."""
    text, count = _FRENCH_TEXT.subn("", question) if PROVISION.search(question) else (question, 0)
    return text, count > 0


class _Reader(PairReader):
    """One question, with its placeholders."""

    def _narrow(self) -> None:
        """Take out the clauses that narrow what another relation leads to."""
        if not self.named or OFTEN.search(self.text):
            return
        if LAST.search(self.text):
            self._latest()
            return
        never, text = unamended_in(self.text)
        left = cues(text, self.language)
        if never and left and self.kinds:
            self.unamended, self.period = self.period or Period(), None
            self.text, self.cues = text, left
        found, text = amended_in(self.text)
        left = cues(text, self.language)
        if found and left and (self.kinds or ASKS.search(self.text)):
            self.amended, self.period = self.period or Period(), None
            self.text, self.cues = text, left
        holds, text = in_force_in(self.text)
        listed = self.kinds or (ASKS.match(self.text.lstrip()) and ANY_KIND.search(self.text[: self.named[0].start]))
        if holds is not None and listed and self.cues:
            self.in_force, self.text = holds, text

    def _latest(self) -> None:
        """Take out "was amended most recently", where instruments of a kind are asked for, and not when."""
        found, text = latest_in(self.text)
        left = cues(text, self.language)
        if found and left and self.kinds and WHEN.search(text) is None:
            self.latest, self.text, self.cues = True, text, left

    def request(self) -> Request | Unread | None:
        """What the question asks; words that nothing was made of are named, and a negation that is not read refused."""
        self._narrow()
        found = misread(self.text, relates=bool(self.cues)) or self._request()
        parts = COUNTED_PARTS.search(self.text)
        if isinstance(found, Request) and found.asked is Asked.PROVISIONS and NUMBERED.search(self.text):
            found = replace(found, numbered=True)
        if isinstance(found, Request) and found.asked in _OF_PARTS and parts is not None:
            found = replace(found, counted=parts["part"])
        if isinstance(found, Request) and found.kinds == ("Regulation",) and self.sort:
            found = replace(found, sort=self.sort)
        if isinstance(found, Request) and self.strength is not None and not found.is_bounded:
            return Unread("How often, or by how many, is not understood in this question.")
        why = unread(found, self.text, self.cues) if isinstance(found, Request) else None
        if why is not None:
            return why
        if isinstance(found, Request) and found.asked in _LISTED:
            return doubted(found, self.text, self.cues)
        if not isinstance(found, Request) or found.asked not in OF_RELATIONS | _PLAIN:
            return found
        if found.asked in _PLAIN:
            # "which section deals with death benefits": other words than these are asked of the text
            left = residue(PLAIN_WORDS.sub(" ", self.text), ())
            return None if left else found
        if (
            found.chains
            and found.chains[0].steps
            and found.last_step.relation == "CITES"
            and SINCE_WHEN.search(self.text)
        ):
            return Unread("Ask what is cited in a year or as of a day: since when something is cited is not answered.")
        used = {target for chain in found.chains for target in (chain.target, *chain.others)}
        for one in self.named:
            if one.target not in used:
                words = (one.target.title.title,)
                return Unread(f"What is asked of “{words[0]}” in this question is not understood.", words)
        covered = [(cue.start, cue.end) for cue in self.cues]
        covered += [match.span() for match in ENABLING.finditer(self.text)]
        if found.asked in (Asked.FIRST, Asked.LAST, Asked.BY_DATE):
            covered += [match.span() for pattern in (NEWEST, OLDEST) for match in pattern.finditer(self.text)]
        if found.chains and found.within is not None:
            covered += [match.span() for match in COMPARING.finditer(self.text)]
        ignored = residue(self.text, covered)
        negated = found.asked in (Asked.UNAMENDED, Asked.NONE) or any(chain.negated for chain in found.chains)
        none = "no" in ignored and found.asked is not Asked.NONE
        if (NEGATION.search(self.text) or none) and not negated:
            word = next(iter(NEGATION.findall(self.text)), "no")
            return Unread(f"What “{word}” leaves out here is not understood.", (word,))
        no = _NOTHING if found.asked is Asked.NONE else ("but", "mais", "nor")
        left = tuple(word for word in ignored if not NEGATION.search(word) and word not in no)
        other = other_noun(self.text[: self.cues[0].start], left) if self.cues else ""
        if other:
            return Unread(f"This corpus has acts and regulations, and no {other}.", (other,))
        bare = all(self.text[cue.start : cue.end] in BARE_UNDER for cue in self.cues)
        if left and bare and ASKS.search(self.text) is None:
            return None  # "may crews wait after an order under ⟨0⟩": that is asked of the text
        if found.asked is Asked.YES_NO and left and len(found.chains) == 1:
            return Unread(f"What “{left[0]}” asks for here is not understood.", left)
        aside = [pattern.search(self.text) for pattern in (DEPENDS, OF_PLACES)]
        left += tuple(match[0].strip() for match in aside if match is not None)
        if found.asked is Asked.COUNT and OFTEN.search(self.text) and found.last_step.relation == "CITES":
            left += ("times",)  # those that cite it are counted, and not how often each does
        several = len(found.chains) > 1 or any(chain.others for chain in found.chains)
        if found.asked in (Asked.LAST, Asked.FIRST) and several and found.last_step == Step("AMENDS", incoming=True):
            return Unread("Ask of one instrument after the other: when each of several was amended is not answered.")
        return replace(found, ignored=left) if left else found

    def _request(self) -> Request | Unread | None:
        if not self.named:
            return self.of_corpus()
        each = compared(self._whole, self.named, self.cues, self.language)
        if each is not None:
            return each
        if self.cues and ITS_REGULATIONS.search(self.text):
            return Unread(
                f"Name one regulation, or ask about “regulations made under the {self.named[0].target.title.title}”."
            )
        if len(self.named) == 1 and self.cues and EITHER.search(self.text[self.cues[0].end : self.cues[-1].start]):
            return Unread("Ask for one relation after the other: what stands in either of two is not looked for.")
        if not self.cues and AWAY.search(self.text):
            return Unread("Ask what cites, or what is cited by, one of them indirectly.")
        others = OR_OTHERS.search(self.text)
        if others is not None:
            return Unread(f"What “{others[0][3:].strip(' ,')}” asks for here is not understood.")
        if len(self.named) == 1:
            special = self.of_repeals() or self.of_own_parts() or self._of_one()
        else:
            special = self.of_both() or self.of_two()
        most = SUPERLATIVE.search(self.text)
        if isinstance(special, Request) and special.asked is Asked.PROVISIONS and most is not None:
            return Unread(f"What “{most[0]}” asks for here is not understood.", (most[0],))
        if special is not None:
            return special
        several = chains_of(self.text, self.named, self.cues, self.language)
        chains = several.found
        if not chains:
            return None
        if several.head is not None:
            self.kinds = first_kind(self.text[: several.head])
        elif not self.kinds and len(chains) == 1 and is_passive(self.cues[-1], self.text):
            self.kinds = first_kind(self.text[self.cues[-1].end :])  # "is ⟨0⟩ cited by any regulation"
        elif not self.kinds and len(chains) == 1 and self.cues[-1].start > self.named[-1].end:
            behind = WHICH.match(self.text[self.cues[-1].end :])
            self.kinds = first_kind(behind[0]) if behind is not None else ()  # "⟨0⟩ refers to which regulations"
        behind_all = IN_KIND.search(self.text, self.named[-1].end)
        if behind_all is not None and not self.kinds:
            self.kinds = first_kind(behind_all[1])
        if all(chain.negated for chain in chains) and not self.kinds:
            return None
        chains = sorted(dict.fromkeys(chains), key=lambda chain: chain.negated)
        if any(chain.negated and chain.target.among is not None for chain in chains):
            return Unread(f"What stands in no relation to {chains[0].target.title.title} is not looked for.")
        if self.registered is not None and self.kinds not in ((), ("Regulation",)):
            return Unread("This corpus has the dates on which regulations were registered, and no others of that kind.")
        between = INDIRECT.search(self.text)
        if FURTHER.search(self.text):
            return Unread("Ask what is related directly, or indirectly: in exactly two steps.")
        if chains[0].steps[-1] == Step("AMENDS", incoming=True):
            self.kinds = self.amending_kinds()
        elif chains[0].steps == (Step("AMENDS", incoming=False),) and SUPERLATIVE_DATE.search(self.text):
            return Unread("Ask what it amended: which of them it amended last is not answered.")
        request = Request(
            self._asked(chains), through(chains, between), self.kinds, self.period, self.language,
            indirect=between is not None, strength=self.strength, amended=self.amended,
            in_force=self.in_force, section=self._section(chains), latest=self.latest, registered=self.registered,
            dated=self._dated(chains), most=self._wanted(), unamended=self.unamended,
        )  # fmt: skip
        return self._ranked(request)

    def _wanted(self) -> int:
        """How many are wanted; of those that were amended last, one where one is asked for."""
        several = self.latest and ONE_WAS.search(self._whole) is None
        return self.number(SHOWN if several else 1)

    def _dated(self, chains: list[Chain]) -> str:
        """The relation that the period is said of: amendments before all, else that of the nearest word before it."""
        relations = {step.relation for chain in chains for step in chain.steps}
        if self.period is None or len(relations) < 2:
            return ""
        if "AMENDS" in relations:
            return "AMENDS"
        before = [cue for cue in self.cues if cue.start < self.at]
        return (before[-1] if before else self.cues[0]).relation

    def _ranked(self, request: Request) -> Request | Unread:
        """ "Which acts cite ⟨0⟩ most": the strongest first. What else a "most" asks for is not passed over."""
        found = SUPERLATIVE.search(self.text) or (self.strength is not None and MOST_OF_PARTS.match(self.text))
        if not found or request.latest or request.asked in (Asked.FIRST, Asked.LAST):
            return request
        chain = request.chains[0]
        passive = self.cues[-1].form == "passive" and self.cues[-1].start > self.named[0].end
        if request.asked is Asked.PROVISIONS and passive and not chain.target.provision:
            return self.most_parts("CITES")
        alone = len(request.chains) == 1 and len(chain.steps) == 1 and chain.steps[0].relation == "CITES"
        if request.asked is Asked.LIST and alone and not chain.target.provision and found[0] != "least":
            return replace(request, ranked=True)
        return Unread(f"What “{found[0]}” asks for here is not understood.", (found[0],))

    def _section(self, chains: list[Chain]) -> str:
        """The section in which others cite: "in their section 2"."""
        return self.loose if not any(chain.target.provision for chain in chains) else ""

    def _of_one(self) -> Request | Unread | None:
        target = self.named[0].target
        own = all(cue.form == "active" and cue.start >= self.named[0].end for cue in self.cues)
        if self.loose and not target.provision and own:  # "what does ⟨0⟩ say in section 12"
            target = Target(target.title, self.loose)
            self.named = [replace(self.named[0], target=target)]
            said = PROVISION.search(self.text)
            self.text = blank(self.text, said) if said is not None else self.text
        alone = (Chain(target, ()),)
        most = MOST_PARTS.search(self.text) if not target.provision and len(self.cues) == 1 else None
        if most is not None and self.cues[0].relation in ("CITES", "AMENDS"):
            return self.most_parts(self.cues[0].relation)
        if target.provision and any(cue.relation == "IMPLEMENTS" for cue in self.cues):
            return Unread(OF_WHOLE_ACTS)
        if CITATION_OF.search(self.text) and not target.provision:
            return Request(Asked.ABOUT, alone, language=self.language)
        if WHAT_CHANGED.search(self.text) and not target.provision and len(self.cues) == 1:
            return Request(Asked.AMENDED_PARTS, alone, period=self.period, language=self.language)
        top = next((label for pattern, label in TOPS if pattern.search(self.text)), "")
        gone = REPEALED.search(self.text) is not None
        if (
            top
            and not self.cues
            and not gone
            and not target.provision
            and (MADE.search(self.text[: self.named[0].start]) or COUNT.search(self.text))
        ):
            asked = Asked.COUNT if COUNT.search(self.text) else Asked.SECTIONS
            return Request(asked, alone, (top,), language=self.language)
        if ENABLING.search(self.text) and not self._is_composed():
            under = self.kinds == ("Regulation",) and target.title.label != "Regulation"
            step = Step("IMPLEMENTS", incoming=under)
            return Request(Asked.LIST, (Chain(target, (step,)),), self.kinds if under else (), language=self.language)
        if self.cues and (MUTUAL.search(self.text) or BACK.search(self.text)):
            return Request(Asked.MUTUAL, alone, self.kinds, language=self.language)
        if gone and not self.cues and not target.provision and (top or self.asks_for_parts()):
            kinds = () if top == "Part" else (top,) if top else self.repealed_kinds()
            return Request(Asked.REPEALED_PARTS, alone, kinds, self.period, self.language)
        if not self.cues and DEFINITIONS.search(self.text) and not target.provision:
            if gone:
                return Unread("Ask which provisions are repealed: the definitions among them are named.")
            return Request(Asked.DEFINITIONS, alone, language=self.language)
        if not self.cues and not target.provision and (BARE.fullmatch(self.text) or ABOUT.search(self.text)):
            return Request(Asked.ABOUT, alone, language=self.language)
        if not self.cues and target.provision and CHILDREN.search(self.text[: self.named[0].start]):
            return Request(Asked.SECTIONS, alone, ("Section",), language=self.language)
        if IN_FORCE_SINCE.search(self.text) and not self.cues:
            return Request(Asked.SINCE, alone, language=self.language)
        if gone and not self.cues:
            holds, _ = in_force_in(self.text)
            whether = YES_NO.match(self.text) is not None
            return Request(
                Asked.REPEALED, alone, period=self.period, language=self.language, in_force=holds, whether=whether
            )
        if not target.provision and self.asks_for_parts() and self.is_amended_here():
            if SUPERLATIVE.search(self.text) or self.strength is not None:
                return self.most_parts("AMENDS")
            return Request(Asked.AMENDED_PARTS, alone, period=self.period, language=self.language)
        if target.provision and EXISTS.match(self.text):
            return Request(Asked.EXISTS, alone, language=self.language)
        if target.provision and not self.cues and COMPARE.search(self.text):
            return Request(Asked.HISTORY, alone, language=self.language)
        if target.provision and CHANGED.search(self.text):
            return Request(Asked.HISTORY, alone, period=self.period, language=self.language)
        if (
            target.provision
            and not self.cues
            and (
                SAY.search(self.text)
                or INTERPRETED.match(self.text)
                or self.period is not None
                or BARE.fullmatch(self.text)
            )
        ):
            if target.provision.startswith("PART"):
                return Request(Asked.SECTIONS, alone, ("Section",), language=self.language)
            return Request(Asked.TEXT, alone, period=self.period, language=self.language)
        if target.provision.startswith("PART") and not self.cues and WITHIN.search(self.text):
            return Request(Asked.SECTIONS, alone, ("Section",), language=self.language)
        if not self.cues and not target.provision and BETWEEN.search(self.text) and not TWO_TERMS.search(self.text):
            return Request(Asked.BETWEEN, alone, self.kinds, language=self.language)
        defines = SECTION_DEFINES.search(self.text) if not self.cues else None
        if defines is not None:
            term = next(filter(None, defines.groups())).strip()
            return Request(Asked.DEFINITION, alone, language=self.language, term=term)
        asks = ASKS.search(self.text) or COUNT.search(self.text)
        if not self.cues and HAS_SECTIONS.search(self.text) and asks and not target.provision:
            asked = Asked.COUNT if COUNT.search(self.text) else Asked.SECTIONS
            return Request(asked, alone, ("Section",), language=self.language)
        if not self.cues:
            return self.definition() or self._regulations_of(target)
        return None

    def _is_composed(self) -> bool:
        """Whether an enabling act is asked for of regulations that another relation tells: "enabling acts of ..."."""
        return any(cue.form == "enabling" for cue in self.cues) and len({cue.relation for cue in self.cues}) > 1

    def _regulations_of(self, target: Target) -> Request | None:
        if not OWN_REGULATIONS.search(self.text):
            return None
        step = Step("IMPLEMENTS", incoming=True)
        asks = YES_NO.match(self.text) and not ASKS.search(self.text)
        asked = Asked.COUNT if COUNT.search(self.text) else Asked.YES_NO if asks else Asked.LIST
        return Request(
            asked, (Chain(target, (step,)),), ("Regulation",), self.period, self.language, amended=self.amended,
            registered=self.registered, in_force=self.in_force,
        )  # fmt: skip

    def _asked(self, chains: list[Chain]) -> Asked:
        relation = chains[0].steps[-1].relation
        if relation == "AMENDS" and LAST.search(self.text) and not OLDEST.search(self.text):
            return Asked.LAST
        if chains[0].steps[-1] in _IN_TIME and not COUNT.search(self.text):
            if OLDEST.search(self.text):
                return Asked.FIRST
            if NEWEST.search(self.text):
                return Asked.LAST
        if COUNT.search(self.text):
            parts = relation == "CITES" and len(chains) == 1 and len(chains[0].steps) == 1
            return Asked.PROVISIONS if parts and COUNTED_PARTS.search(self.text) else Asked.COUNT
        several = len(chains) > 1 and THERE_IS.match(self.text) is not None
        if YES_NO.match(self.text) and not ASKS.search(self.text) and not several:
            return Asked.YES_NO
        if relation == "CITES" and PARTS.search(self.text) and len(chains) == 1 and len(chains[0].steps) == 1:
            return Asked.PROVISIONS
        return Asked.LIST
