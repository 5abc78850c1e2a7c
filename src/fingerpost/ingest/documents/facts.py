"""Facts that sentences state in so many words: two names and a verb between them, by the table of frames.

Only plain statements count: no questions, conditions, choices ("or"), plans, limits ("only", "until"), reports of what
somebody says, no quotations, and no subject inside a phrase ("the owner of the Gateway"). A negated statement is a fact
against; a hedged one ("may", "probably") is less certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.ingest.documents.frame_table import table
from fingerpost.ingest.documents.gazetteer import Gazetteer
from fingerpost.ingest.documents.names import is_named, named
from fingerpost.ingest.documents.passages import parts_of
from fingerpost.ingest.documents.statement import DocumentFact
from fingerpost.ingest.documents.subjects import Subject

_SENTENCE = re.compile(r"\S.*?(?:[.!?](?=\s|$)|$)", re.DOTALL)
_ABBREVIATED = re.compile(r"(?:\b(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|No|vs|e\.g|i\.e|etc|Inc|Ltd|Co))\.$")
_WORD = re.compile(r"[^\W_][\w'’&+#/.-]*[\w+#]|[^\W_][+#]*")
_DETERMINERS = frozenset("the a an its our their this that these those all both some".split())
_BEGINNING = frozenset("and but because since while so however then therefore although whereas".split())
"""Words after which a clause with a subject of its own may begin."""
_PRONOUNS = frozenset(
    "it he she they we you i this that these those who which what nobody everybody somebody everyone someone anyone "
    "none nothing everything something there here one".split()
)
_TITLES = frozenset("Dr Mr Mrs Ms Prof St".split())
_UNPLAIN = re.compile(
    r"\b(?:if|unless|whether|would|should|suppose|in case|instead of|until|till|will|shall|or|nor|neither|either|"
    r"anything|almost|nearly|except|only|partly|wrong|false|untrue|claims?|claimed|says|said|thinks?|thought|"
    r"believes?|believed|doubts?|assumes?|pretend|imagine|hypothetical(?:ly)?|template|placeholder|reports?|reported|"
    r"alleged(?:ly)?|rumou?r\w*|withdrawn|revoked|requires that|needs that|that)\b"
    r"|[\"“”«»]",
    re.IGNORECASE,
)
"""Words, and quotation marks, that make a sentence say less, more or other than its verb and names."""
_BE = frozenset("is are was were be been being".split())
_AUXILIARIES = frozenset("does do did has have had can may might could also still currently now directly yet".split())
_WITH_BASE = frozenset("do does did may might can could don't doesn't didn't don’t doesn’t didn’t can't cannot".split())
"""Words that the base form of a verb stands behind in a statement: without one it is a command."""
_ADVERBS = frozenset("later then soon finally eventually always often mainly partly formally probably likely".split())
_NEGATIONS = frozenset(
    "no longer not never cannot can't doesn't didn't isn't wasn't don't aren't weren't hasn't haven't won't "
    "can’t doesn’t didn’t isn’t wasn’t don’t aren’t weren’t hasn’t haven’t won’t".split()
)
_DENYING = _NEGATIONS - frozenset("no longer cannot can't can’t".split()) | {"untrue", "false"}
_NONE = frozenset("no none nobody nothing neither any some most many few several".split())
"""What a name of one thing does not begin with."""
_NO_LONGER = re.compile(r"\bno (?:longer|more)\b", re.IGNORECASE)
_MANNERS = frozenset("accident mistake hand design default chance error nature surprise".split())
"""What is done "by" these is done so, not by them."""
_BY_SOMEBODY = frozenset(("APPROVED_BY", "AUTHORED_BY", "OWNED_BY"))
"""Relations to somebody, who has a name."""
_POSSIBLE = frozenset("may might can could possibly perhaps maybe".split())
_LIKELY = frozenset("probably likely apparently presumably seems appears".split())
_ENDS = frozenset(
    "and or but by on in at to from for with without since after before because when while which who that as of during "
    "until is are was were be been has have had it them him her us this these those there not so if".split()
)
_JOINED = re.compile(r"\s*(?:,|,?\s+and|,?\s+as well as)\s+")
_WIKI_NAME = re.compile(r"\[\[([^\]\n|#]{2,100})(?:[|#][^\]\n]*)?\]\]")
_LINKED_TEXT = re.compile(r"(?<!!)\[([^\]\n]+)\]\([^)\s]+\)")
_EMPHASIS = re.compile(r"\*\*|__(?=\w)|(?<=\w)__|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)|`")
_MOST_WORDS = 6
_BY_PERSON = frozenset(("APPROVED_BY", "AUTHORED_BY"))


def sentences_in(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of a stretch of a text; of those that are too long for one, their parts."""
    begun = None
    for match in _SENTENCE.finditer(text, start, end):
        first = match.start() if begun is None else begun
        if _ABBREVIATED.search(text[first : match.end()]):
            begun = first
            continue
        begun = None
        yield from parts_of(text, first, match.end())


def is_denied(text: str, start: int, end: int) -> bool:
    """Whether one of the sentences that characters are of denies something, or asks; "cannot run without" does not."""
    for first, last in sentences_in(text, 0, len(text)):
        if first < end and start < last:
            sentence = text[first:last].strip()
            words = frozenset(re.findall(r"[\w'’]+", sentence.lower()))
            if sentence.endswith("?") or words & _DENYING or _NO_LONGER.search(sentence):
                return True
    return False


def stated_in(
    text: str, start: int, end: int, subject: Subject | None = None, known: Gazetteer | None = None
) -> Iterator[DocumentFact]:
    """What the verb frames read in one sentence; `subject` is what it is about if it names nothing there, and `known`
    has names that may be written in lower case."""
    sentence, pages = _without_markup(text[start:end])
    if known is not None:
        sentence = known.capitalised(sentence, pages.setdefault)
    if sentence.endswith("?") or _UNPLAIN.search(sentence):
        return
    frames = table()
    for verb in frames.verbs.finditer(_uncapitalised(sentence)):
        frame = frames.frames[verb.group()]
        before = _subject(sentence, verb.start(), frame.passive)
        begins = start
        if before is None and subject is not None and frame.relation != "IS_A":
            before = _taken_over(sentence, verb.start(), frame.passive, subject)
            begins = subject.start
        if before is None:
            continue
        name, between = pages.get(before[0], before[0]), before[1]
        words = {word.lower() for word in between}
        if frame.base and not words & _WITH_BASE:
            continue
        certainty = "possible" if words & _POSSIBLE else "likely" if words & _LIKELY else "supported"
        for found in _objects(sentence, verb.end(), verb.group().rpartition(" ")[2]):
            other = pages.get(found, found)
            ends = (other, name) if frame.reversed else (name, other)
            first = named(ends[0])
            second = named(ends[1], person=frame.relation in _BY_PERSON)
            if first.key == second.key or not all(map(_is_one_thing, ends)):
                continue
            listed = known is not None and second.key in known.entries
            if frame.relation in _BY_SOMEBODY and not (listed or is_named(ends[1])):
                continue
            negated = bool(words & _NEGATIONS) or _NO_LONGER.search(sentence) is not None
            yield DocumentFact(first, frame.relation, second, begins, end, certainty, negated)


def _without_markup(sentence: str) -> tuple[str, dict[str, str]]:
    """A sentence with blanks for links and emphasis, as long as before; pages of a wiki are written as names there, and
    are given as the sentence has them."""
    pages: dict[str, str] = {}

    def page(match: re.Match[str]) -> str:
        name = match[1].strip()
        capital = re.sub(r"\b[^\W\d_]", lambda letter: letter.group().upper(), name)
        capital = capital if len(capital) == len(name) else name
        pages[capital] = name
        return f"  {capital}".ljust(len(match.group()))

    sentence = _WIKI_NAME.sub(page, sentence)
    sentence = _LINKED_TEXT.sub(lambda match: f" {match[1]}".ljust(len(match.group())), sentence)
    return _EMPHASIS.sub(lambda match: " " * len(match.group()), sentence), pages


def _uncapitalised(sentence: str) -> str:
    """A sentence as if it did not begin with a capital: "Approved by Dana Cruz." """
    return sentence[0].lower() + sentence[1:] if sentence[:1].isascii() else sentence


def _taken_over(sentence: str, verb: int, passive: bool, subject: Subject) -> tuple[str, list[str]] | None:
    """The thing that is meant before a verb that begins a sentence, or has "it" before it, and the words between."""
    words = [word.lower() for word in _WORD.findall(sentence[:verb])]
    if not words:
        return (subject.name.text, words) if passive else None
    between = words[1:]
    if words[0] != "it" or not subject.said or not set(between) <= _BE | _AUXILIARIES | _ADVERBS | _NEGATIONS:
        return None
    return (subject.name.text, between) if passive == any(word in _BE for word in between) else None


def _is_one_thing(name: str) -> bool:
    words = name.lower().split()
    return words[0] not in _NONE and words[-1] not in _MANNERS


def _subject(sentence: str, verb: int, passive: bool) -> tuple[str, list[str]] | None:
    """The name before a verb, and the words between; None if the clause has another subject."""
    words = [(m.group(), m.start(), m.end()) for m in _WORD.finditer(sentence, 0, verb)]
    at = len(words)
    while at and (words[at - 1][0].lower() in _BE | _AUXILIARIES | _ADVERBS | _NEGATIONS):
        at -= 1
    between = [word for word, _, _ in words[at:]]
    if passive != any(word.lower() in _BE for word in between) or not at:
        return None
    if sentence[words[at - 1][2] : words[at][1] if at < len(words) else verb].strip():
        return None  # punctuation stands between
    first = at
    while first and is_named(words[first - 1][0]) and (first == at or _adjoins(sentence, words, first)):
        first -= 1
    if first == at or words[at - 1][0].lower() in _PRONOUNS:
        return None
    if not _begins(sentence, words, first):
        return None
    while first < at - 1 and words[first][0].lower() in _DETERMINERS:
        first += 1
    return sentence[words[first][1] : words[at - 1][2]], between


def _begins(sentence: str, words: list[tuple[str, int, int]], first: int) -> bool:
    """Whether a clause begins with the word at an index, but for its article."""
    if first and words[first - 1][0].lower() in _DETERMINERS and words[first - 1][0].islower():
        first -= 1
    if not first:
        return not sentence[: words[0][1]].strip(" -*•|\"'“(")
    if words[first - 1][0].lower() in _DETERMINERS and first == 1:
        return True
    gap = sentence[words[first - 1][2] : words[first][1]].strip()
    return words[first - 1][0].lower() in _BEGINNING or gap in (";", ":")


def _adjoins(sentence: str, words: list[tuple[str, int, int]], at: int) -> bool:
    gap = sentence[words[at - 1][2] : words[at][1]].strip()
    word = words[at - 1][0]
    return not gap or (gap == "." and (word in _TITLES or (len(word) == 1 and word.isupper())))


def _objects(sentence: str, verb: int, preposition: str) -> Iterator[str]:
    """The names after a verb, joined by commas and "and"; or one phrase in lower case.

    The `preposition` that the verb ends with may stand again: "depends on the Ledger and on Redis".
    """
    at = verb
    again = re.compile(rf"{preposition}\s+")
    while True:
        found = _phrase(sentence, at, named=at != verb)
        if found is None:
            return
        name, at, named = found
        yield name
        joint = _JOINED.match(sentence, at)
        if joint is None or not named:
            return
        repeated = again.match(sentence, joint.end())
        at = repeated.end() if repeated is not None else joint.end()


def _phrase(sentence: str, at: int, *, named: bool) -> tuple[str, int, bool] | None:
    """The name that begins at a place, where it ends, and whether it is written as a name."""
    words: list[tuple[str, int, int]] = []
    for match in _WORD.finditer(sentence, at):
        word = match.group()
        if sentence[words[-1][2] if words else at : match.start()].strip(" \n\t\"“'"):
            break
        if not words and word.lower() in _DETERMINERS:
            at = match.end()
            continue
        if word.lower() in _ENDS | _PRONOUNS or len(words) == _MOST_WORDS:
            break
        if words and is_named(words[0][0]) and not is_named(word):
            break
        words.append((word, match.start(), match.end()))
    if not words or (named and not is_named(words[0][0])):
        return None
    return sentence[words[0][1] : words[-1][2]], words[-1][2], is_named(words[0][0])
