"""Linking a question: every reading of every stretch of words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from fingerpost.core.schema import GraphSchema, TextKind
from fingerpost.linking.abbreviated import SHORT, Abbreviations
from fingerpost.linking.asides import asides, said_now
from fingerpost.linking.colloquial import plainer
from fingerpost.linking.contents import contents
from fingerpost.linking.coordination import rearranged
from fingerpost.linking.corrections import Corrector
from fingerpost.linking.counting import without_counts
from fingerpost.linking.courtesy import asked
from fingerpost.linking.denied import with_denied
from fingerpost.linking.derived import derived
from fingerpost.linking.determiners import is_led, is_verb, only_holds, own_article, refers, says_what_is
from fingerpost.linking.directions import HAVING, Directions
from fingerpost.linking.display import Display
from fingerpost.linking.english import english, is_form, is_noun, is_role
from fingerpost.linking.families import both_names, by_people
from fingerpost.linking.follow_ups import followed
from fingerpost.linking.had_as import had, had_as, without_held, without_trades
from fingerpost.linking.hierarchies import Hierarchies
from fingerpost.linking.holders import roles, with_members, without_deeds
from fingerpost.linking.how_long import put_plainly
from fingerpost.linking.identifiers import types_as_written, without_lookalikes, without_their_nouns
from fingerpost.linking.in_texts import in_texts
from fingerpost.linking.last_done import last_done
from fingerpost.linking.lasting import Span, lasting, spans
from fingerpost.linking.late import punctual
from fingerpost.linking.learned import LearnedPhrase
from fingerpost.linking.learned_words import LearnedWords
from fingerpost.linking.lexicon import ITS_NAME, LONGEST, OTHER_WORD, PERSON, WHO_DID, WITHOUT_LAST, Entry, Lexicon
from fingerpost.linking.light_words import light_words, reaching
from fingerpost.linking.literals import Literal, literals
from fingerpost.linking.meaning.compounds import Compounds
from fingerpost.linking.meaning.nearest import Meanings, is_told, may_mean
from fingerpost.linking.measured_names import is_superlative, whole_rates_said
from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.moments import MONTHS
from fingerpost.linking.nearby import (
    beside,
    going_on,
    in_common,
    is_joined,
    placed,
    says_of_subject,
    together,
)
from fingerpost.linking.not_yet import alive, done, not_yet, still_open, undone
from fingerpost.linking.nouns_of_deeds import with_nouns_of_deeds
from fingerpost.linking.occasions import says_when
from fingerpost.linking.of_years import year_in_name, year_last
from fingerpost.linking.others import of_their_own, others
from fingerpost.linking.own_names import without_own_names
from fingerpost.linking.owning import coordinated, described, measuring, owned, told_from
from fingerpost.linking.pack_words import PackWords, without_shorter
from fingerpost.linking.parted import parted, parted_properties
from fingerpost.linking.respelling import Respeller
from fingerpost.linking.scores import OWN, RING_PART
from fingerpost.linking.service import of_service
from fingerpost.linking.sorts import by_their_kind, kinds, sorts, without_kinds
from fingerpost.linking.spans import Spans
from fingerpost.linking.standing import (
    as_noun,
    is_conjoined,
    is_fresh,
    is_of_whom,
    is_vague,
    says_more,
)
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.stored_lengths import Length, lengths, with_stored_lengths
from fingerpost.linking.streams import Streams
from fingerpost.linking.text import Token, normalise, quotations, singulars, speaking, split_name, stem, tokenise
from fingerpost.linking.thesaurus import said_otherwise
from fingerpost.linking.units_of import counting_labels, held_counts, units_of
from fingerpost.linking.used import done_to, used
from fingerpost.linking.value_index import ValueIndex
from fingerpost.linking.valued import ValueLinker, without_everyday
from fingerpost.linking.voices import voiced
from fingerpost.linking.weeding import (
    whole_quotations,
    with_fuller,
    with_included,
    with_its_name,
    with_modifiers,
    without_articled,
    without_clauses,
    without_done,
    without_having,
    without_lasting,
    without_misplaced,
    without_part_labels,
    without_parts,
    without_references,
    without_slight,
    without_states,
    without_taken_apart,
    without_whole,
)
from fingerpost.linking.within import whole_literals
from fingerpost.plans import VERBS

_LETTER = re.compile(r"\b(letters?|characters?) ([A-Za-z])(?![\w'’])")
"""A letter that is named, and no article: "contains the letter a"."""


class Linker:
    """Links questions to one graph."""

    def __init__(self, lexicon: Lexicon, index: ValueIndex, learned: Sequence[LearnedPhrase] = ()) -> None:
        self._lexicon = lexicon
        self._index = index
        self._month_first = _is_month_first(lexicon.schema)
        with speaking(lexicon.spoken):
            self._values = ValueLinker(index, lexicon.pack.hidden)
            stems = {word for phrase in lexicon.phrases for word in phrase}
            self._respeller = Respeller(lexicon.schema, stems, index.has_word)
            self._corrector = Corrector(lexicon, self._values)
            self._learned_words = LearnedWords(lexicon.schema, learned)
            self._pack_words = PackWords(lexicon.schema, lexicon.pack)
            self._directions = Directions(lexicon.schema, english())
            self._hierarchies = Hierarchies(lexicon, self._directions.words)
            self._streams = Streams(self._directions.words)
            self._display = Display(lexicon.schema, lexicon.pack)
            self._meanings = Meanings(lexicon.schema, lexicon.pack)
            self._compounds = Compounds(lexicon)
            self._abbreviations = Abbreviations(lexicon.schema, lexicon.pack.hidden)

    @cached_property
    def _spans(self) -> list[Span]:
        return list(spans(self._lexicon.schema))

    @cached_property
    def _lengths(self) -> list[Length]:
        return list(lengths(self._lexicon.schema))

    @cached_property
    def _counting(self) -> frozenset[str]:
        return counting_labels(self._lexicon.schema)

    def link(self, question: str) -> Linked:
        """Every mention in a question. Quotation marks that a backslash stands before are read as those without."""
        with speaking(self._lexicon.spoken):
            return self._link(question)

    def respelled(self, question: str) -> tuple[tuple[Token, ...], Mapping[int, str]]:
        """The tokens of a question without its courtesies, slips put right, and the right words by their places."""
        with speaking(self._lexicon.spoken):
            plain = followed(asked(tokenise(question), question), question)
            plain = self._abbreviations.joined(plain, question)
            plain = plainer(put_plainly(plain, self._lexicon.schema), self._lexicon.is_whole)
            plain = done(undone(plain, self._index.has_word), self._lexicon.schema, self._index.has_word)
            plain = units_of(plain, self._lexicon.schema, self._index.has_word)
            plain = held_counts(plain, self._counting)
            plain = still_open(self._hierarchies.plainer(plain), self._lexicon.schema, self._index.has_word)
            plain = alive(plain, self._lexicon.schema, self._index.has_word)
            dated = year_last(year_in_name(rearranged(plain), self._lexicon), self._lexicon)
            return self._respeller.put_right(dated)

    def _link(self, question: str) -> Linked:
        question = _LETTER.sub(r'\1 "\2"', question.replace("\\'", "'").replace('\\"', '"'))
        question = of_service(question, self._lexicon.schema)
        question = punctual(question, self._lexicon.schema, self._index.has_word)
        tokens, corrected = self.respelled(question)
        read = [(span, each) for each in self._read(question) if (span := _span(tokens, each.start, each.end))]
        if not MONTHS.keys().isdisjoint(corrected.values()):
            read = self._corrected_dates(question, tokens, corrected)
        written = types_as_written(self._names(tokens), question, tokens)
        found = [
            *voiced(without_shorter(written, tokens), tokens, self._lexicon.event_ends),
            *self._literals(tokens, read),
            *self._pack_words.mentions(tokens),
            *self._hierarchies.mentions(tokens),
            *self._streams.mentions(tokens),
        ]
        found.extend(self._written_short(tokens, found))
        found = without_their_nouns(without_part_labels(found), tokens)
        found = without_having(without_slight(without_references(found, tokens), tokens), tokens)
        found = without_done(found, tokens, self._lexicon.schema)
        found.extend(kinds(tokens, found, self._lexicon.schema))
        found = without_kinds(found, tokens)
        found = last_done(not_yet(found, tokens, self._lexicon.schema), tokens, self._lexicon.schema)
        found.extend([*self._people(tokens), *light_words(tokens, found)])
        found = with_denied(self._lexicon, tokens, found)
        found.extend([*parted(tokens, self._lexicon.parts), *parted_properties(tokens, self._lexicon.lookup)])
        found.extend(used(tokens, found, self._lexicon.schema))
        found = without_clauses(found, tokens, self._lexicon.schema.relationship_by_type)
        found.extend(self._learned_words.mentions(tokens))
        found = with_members(found, tokens)
        found = without_deeds([*found, *roles(self._lexicon, tokens, found)], tokens)
        found = had_as(had(found, tokens), tokens)
        found = with_nouns_of_deeds(tokens, found, self._lexicon.schema)
        schema = self._lexicon.schema
        stored = whole_literals(self._values.link(question, tokens, read), read, schema)
        values = with_fuller(without_everyday(stored, tokens, schema), schema)
        values = list(without_own_names(values, found, tokens, self._display))
        found = without_lasting(found, values, tokens)
        names = {(m.start, m.end) for m in found if m.kind in ("label", "property", "relation") and m.score >= 0.6}
        kept = without_held(without_trades(without_parts(values, found), found), found, tokens)
        kept = without_articled(without_misplaced(kept, found, tokens), found, tokens)
        found.extend(_doubted(mention, tokens, names) for mention in kept)
        found = [placed(m, tokens) if m.kind == "value" else m for m in found]
        found.extend(contents(tokens, found, schema))
        covered = {i for mention in found for i in range(mention.start, mention.end)}
        now = said_now(tokens)
        found = [m for m in found if m.kind == "value" or not now.issuperset(range(m.start, m.end))]
        covered |= now | ({0} if _is_imperative(tokens, 0) else set())
        found.extend([*self._corrector.readings(question, tokens, covered), *self._near(tokens, covered)])
        found.extend(done_to(tokens, found, self._lexicon.schema))
        found.extend([*self._phrases(tokens, found), *self._compound(tokens, found)])
        found.extend(self._states(tokens, found))
        found = [*whole_quotations(without_counts(found, tokens), tokens), *self._texts(question, tokens, found)]
        found = without_lookalikes(found, question, tokens, self._lexicon.schema.names)
        found = without_states(without_whole(list(in_texts(found, tokens)), tokens), tokens)
        found = with_included(found, tokens)
        found = derived(with_its_name(found, tokens), tokens, self._lexicon.schema)
        found = lasting(found, tokens, self._lexicon.schema, self._spans)
        found = with_stored_lengths(found, tokens, self._lengths)
        found = with_modifiers(whole_rates_said(without_taken_apart(found), tokens), tokens)
        found = [*found, *described(found, tokens), *measuring(found, tokens)]
        found = by_people(both_names(found, tokens), tokens)
        found.extend(others(tokens, found, self._lexicon.schema.relationship_by_type))
        found = of_their_own(found, tokens)
        found = by_their_kind(sorts(found, tokens, self._lexicon.schema), tokens)
        labels = [mention for mention in found if mention.kind == "label"]
        told = told_from(found)
        found = [owned(mention, tokens, labels, told) if mention.kind == "property" else mention for mention in found]
        found.extend([*reaching(tokens, found), *asides(question, tokens, found)])
        called = {m.start for m in found if m.kind in ("value", "text")}
        # "The owner of the card 1234" speaks of no card that was named before.
        found = [m._replace(led=False) if m.led and m.end in called else m for m in found]
        found = together(going_on(in_common(coordinated(found, tokens), tokens), tokens), tokens, self._lexicon.schema)
        found = beside(found, tokens)
        found.sort(key=lambda mention: (mention.start, -mention.end, -mention.score))
        return Linked(question, tokens, tuple(found), corrected)

    def _names(self, tokens: tuple[Token, ...]) -> Iterator[Mention]:
        """Labels, properties and relations, by their phrases."""
        count = len(tokens)
        for start in range(count):
            for end in range(start + 1, min(count, start + LONGEST) + 1):
                for entry in _without_verbs(list(self._entries(tokens, start, end)), tokens, end):
                    score = entry.score
                    if entry.kind == "property" and end - start == 1 and _is_imperative(tokens, start):
                        continue
                    if entry.kind == "relation" and end == 1 and tokens[0].norm in HAVING:
                        continue  # "has a card been declined" says of nobody that they have one
                    if entry.kind == "property" and _is_share(tokens, start, entry.name):
                        continue
                    if entry.kind == "property" and is_superlative(split_name(entry.name), tokens, start, end):
                        continue
                    other = entry.kind == "property" and not entry.reason.startswith(WHO_DID)
                    if other and score < OWN and _is_whose(tokens[end - 1].norm, entry.name):
                        continue  # a resident is no residence, though they have one stem
                    if end - start == 1:
                        if entry.kind != "relation" and only_holds(tokens, start):
                            continue
                        score *= as_noun(tokens, start, entry.kind)
                    yield self._named(entry, tokens, start, end, score)

    def _written_short(self, tokens: tuple[Token, ...], found: Iterable[Mention]) -> Iterator[Mention]:
        """Names that are short for the words that none names as they stand."""
        named = {place for mention in found for place in range(mention.start, mention.end)}
        for entry, start, end in self._abbreviations.meant(tokens, named, self._entries):
            yield self._named(entry, tokens, start, end, entry.score)._replace(cosine=SHORT)

    def _named(self, entry: Entry, tokens: tuple[Token, ...], start: int, end: int, score: float) -> Mention:
        """A meaning of a stretch of words, with what the words beside it say of it."""
        return Mention(
            entry.kind,
            start,
            end,
            entry.name,
            score,
            entry.reason,
            entry.owners,
            entry.of_relationship,
            definite=start > 0 and tokens[start - 1].norm in _DEFINITE,
            fresh=entry.kind == "label" and is_fresh(tokens, start, end),
            joined=entry.kind == "label" and is_joined(tokens, start),
            led=entry.kind == "label" and is_led(tokens, start),
            words=max(1, sum(token.norm not in FUNCTION_WORDS for token in tokens[start:end])),
            way=entry.way or self._way(entry, tokens, start, end),
            conjoined=is_conjoined(tokens, start)
            if entry.kind == "relation"
            else entry.kind == "label" and is_of_whom(tokens, start),
            article=own_article(tokens, start, end) if entry.kind == "label" else -1,
            predicate=entry.kind == "label" and says_what_is(tokens, start),
            vague=entry.kind == "relation" and is_vague(tokens[start:end]),
            theirs=refers(tokens, start, end)
            if entry.kind == "relation" or (entry.kind == "label" and is_verb(tokens[end - 1].norm))
            else entry.kind == "property" and says_of_subject(tokens, start),
        )

    def _phrases(self, tokens: tuple[Token, ...], found: Collection[Mention]) -> Iterator[Mention]:
        """What several words mean together where none of them does alone: a "movie theater" is a cinema, and no film.

        Not where the words stand in a name that is said, nor for what one of them names: the "number of seats" of
        `seats` is a number, of which there may be an average.
        """
        known = Spans(((m.start, m.end) for m in found), len(tokens))
        own = [m for m in found if m.kind in _NAMED and m.score >= OWN]
        called = Spans(((m.start, m.end) for m in own), len(tokens))
        for start in range(len(tokens) - 1):
            for end in range(start + 2, min(len(tokens), start + _PHRASE) + 1):
                ends = {tokens[start].norm, tokens[end - 1].norm}
                if ends <= FUNCTION_WORDS or known.hold(start, end):
                    continue
                named = called.touch(start, end)
                said = {(m.kind, m.name) for m in own if start <= m.start and m.end <= end} if named else set()
                for near in self._meanings.called(" ".join(token.norm for token in tokens[start:end])):
                    if (near.entry.kind, near.entry.name) in said or (named and near.entry.kind == "relation"):
                        continue  # who borrowed a book in May did not book in
                    yield self._named(near.entry, tokens, start, end, near.entry.score)._replace(cosine=near.cosine)

    def _states(self, tokens: tuple[Token, ...], found: Collection[Mention]) -> Iterator[Mention]:
        """Values that are one of few, by what else is said for them: "finished" jobs are those that are done."""
        if is_told(self._lexicon.pack):
            return
        surely = Spans(((m.start, m.end) for m in found if m.score >= _SURELY and not m.cosine), len(tokens))
        wanted: dict[tuple[int, int], frozenset[str]] = {}
        for start in range(len(tokens)):
            for end in range(start + 1, min(len(tokens), start + _PHRASE) + 1):
                alone = end - start == 1
                if surely.touch(start, end) or (alone and not may_mean(tokens[start], start)):
                    continue
                others = said_otherwise(" ".join(token.norm for token in tokens[start:end]))
                if others and not tokens[start].quoted:
                    wanted[start, end] = others
        yield from self._values.called_otherwise(wanted, self._lexicon.schema) if wanted else ()

    def _compound(self, tokens: tuple[Token, ...], found: Collection[Mention]) -> Iterator[Mention]:
        """What several words mean together of which some mean parts of a name; not inside a name that is said."""
        said = [m for m in found if m.kind in ("label", "property", "relation", "value", "text") and not m.cosine]
        for entry, start, end, nearness in self._compounds.meant(tokens):
            if not any(m.start <= start and end <= m.end for m in said):
                yield self._named(entry, tokens, start, end, entry.score)._replace(cosine=nearness)

    def _near(self, tokens: tuple[Token, ...], covered: Collection[int]) -> Iterator[Mention]:
        """What the words that nothing covers may mean, by the names nearest in meaning."""
        for start, token in enumerate(tokens):
            if start in covered or not may_mean(token, start):
                continue
            places = [(start, start + 1)]
            if start + 1 < len(tokens) and start + 1 not in covered and may_mean(tokens[start + 1], start + 1):
                places.append((start, start + 2))
            for first, last in places:
                noun = first > 0 and tokens[first - 1].norm in _BEFORE_NOUNS
                for near in self._meanings.near(" ".join(each.norm for each in tokens[first:last])):
                    if noun and near.entry.kind == "relation":
                        continue  # "what medication" asks for no doctors who treat
                    yield self._named(near.entry, tokens, first, last, near.entry.score)._replace(cosine=near.cosine)

    def _way(self, entry: Entry, tokens: tuple[Token, ...], start: int, end: int) -> str:
        return self._directions.way(entry.name, tokens, start, end) if entry.kind == "relation" else ""

    def _people(self, tokens: tuple[Token, ...]) -> Iterator[Mention]:
        """ "Those who", "those living", "others": people, where something is said of them."""
        for index, token in enumerate(tokens):
            following = tokens[index + 1].norm if index + 1 < len(tokens) else ""
            somebody = token.norm in _SOMEBODY and index > 0 and (following in _TOLD or says_more(following))
            if somebody or token.norm == "others" or (token.norm == "those" and says_more(following)):
                for entry in self._lexicon.lookup(PERSON):
                    if entry.kind == "label":
                        joined = is_joined(tokens, index)
                        yield Mention(
                            "label",
                            index,
                            index + 1,
                            entry.name,
                            RING_PART,
                            entry.reason,
                            joined=joined,
                            fresh=somebody,
                        )

    def _entries(self, tokens: tuple[Token, ...], start: int, end: int) -> Iterator[Entry]:
        """The meanings of a stretch of words, what is light inside it left out: "scored a goal", "number is known"."""
        stems = tuple(token.stem for token in tokens[start:end])
        yield from self._lexicon.lookup(stems)
        if end - start > 2 and any(token.norm in _ARTICLES for token in tokens[start + 1 : end - 1]):
            inner = tuple(t.stem for t in tokens[start + 1 : end - 1] if t.norm not in _ARTICLES)
            yield from self._lexicon.lookup((stems[0], *inner, stems[-1]))
        elif end - start > 2 and any(token.norm in _BEING for token in tokens[start + 1 : end - 1]):
            inner = tuple(t.stem for t in tokens[start + 1 : end - 1] if t.norm not in _BEING)
            for entry in self._lexicon.lookup((stems[0], *inner, stems[-1])):
                if entry.kind == "relation":
                    yield entry

    def _corrected_dates(
        self, question: str, tokens: tuple[Token, ...], corrected: Mapping[int, str]
    ) -> list[tuple[tuple[int, int], Literal]]:
        """The literals of a question in which the name of a month was put right."""
        slips = [(token.start, token.end, corrected[i]) for i, token in enumerate(tokens) if i in corrected]
        text, moved = question, 0
        places = list(range(len(question) + 1))
        for start, end, word in slips:
            text = text[: start + moved] + word + text[end + moved :]
            places[start + moved : end + moved] = [start] * len(word)
            moved += len(word) - (end - start)
        read = [(each, places[each.start], places[each.end]) for each in self._read(text)]
        return [(span, each) for each, start, end in read if (span := _span(tokens, start, end))]

    def _read(self, question: str) -> list[Literal]:
        """The literals of a question, dates in the graph's own order."""
        found = literals(question, month_first=self._month_first)
        # "In the morning" may be when a shift is that is called so.
        return [one for one in found if not (one.part_of_day and self._index.has_word(one.part_of_day))]

    def _literals(
        self, tokens: tuple[Token, ...], read: Iterable[tuple[tuple[int, int], Literal]]
    ) -> Iterator[Mention]:
        for (start, end), literal in read:
            yield Mention(literal.kind, start, end, "", 1.0, "a literal", value=literal.value, literal=literal)
            if literal.kind == "number" and start and tokens[start - 1].norm == "year":
                # "Before the year 1900": the year says no more than the number.
                yield Mention("number", start - 1, end, "", 1.0, "a year", value=literal.value, literal=literal)
            if literal.unit is not None and end - start == 2 and self._lexicon.lookup((tokens[end - 1].stem,)):
                # "More than two years" where the graph has years: so many of them.
                bare = replace(literal, end=tokens[start].end, unit=None, scale=1.0)
                yield Mention(literal.kind, start, end - 1, "", 1.0, "a number", value=literal.value, literal=bare)

    def _texts(self, question: str, tokens: tuple[Token, ...], found: Iterable[Mention]) -> Iterator[Mention]:
        """What stands in quotation marks, as it is; but not the label of "all 'Book'"."""
        labels = {(m.start, m.end) for m in found if m.kind == "label" and m.score >= OWN}
        for start, end in quotations(question):
            span = _span(tokens, start, end)
            if span is None:
                continue
            if not (span in labels and span[0] and tokens[span[0] - 1].norm in _OF_EACH):
                yield Mention("text", *span, "", 1.0, "quoted", value=question[start:end])


_BEFORE_NOUNS = frozenset("a an the what which many much every each all any some no per of their his her its".split())
_ARTICLES = frozenset("a an the any some all his her their its".split())
_PHRASE = 4
"""Most words of a phrase that is looked up in the thesaurus."""
_NAMED = ("label", "property", "value", "text")
_SURELY = 0.6
"""From which score on words surely mean what they were taken for."""
_SOMEBODY = frozenset(("somebody", "someone", "anybody", "anyone"))
_TOLD = frozenset("in at from with of".split())
"""What tells something of somebody: "someone in Finance"."""
_BEING = frozenset("is are was were be been being am".split())
_OF_EACH = frozenset("a an the all every each any some everyone everybody those people three two five ten".split())


def _is_imperative(tokens: Sequence[Token], start: int) -> bool:
    """Whether "name" says what to do: "name the officers" asks for officers, as "list the officers" does."""
    return (
        start == 0
        and len(tokens) > 1
        and tokens[0].norm == "name"
        and (tokens[1].norm in _OF_EACH or tokens[1].norm.isdecimal())
    )


def _without_verbs(entries: Sequence[Entry], tokens: tuple[Token, ...], end: int) -> list[Entry]:
    """The meanings without the noun that a verb shares its stem with: who resides somewhere asks for no residence.

    Nor does "in which they scored" ask for the score, but "named Emma" for the name, "shipped before 2020" for a date.
    """
    last, following = tokens[end - 1], tokens[end] if end < len(tokens) else None
    related = any(entry.kind == "relation" for entry in entries)
    said = related and not is_noun(last.norm)
    verb = said and is_verb(last.norm)
    told = following is not None and (following.quoted or following.numeric or following.capitalised)
    told = told or (verb and says_when(tokens, end))
    past = related and last.norm.endswith("ed") and not told

    def is_noun_only(entry: Entry) -> bool:
        other = entry.reason.startswith(OTHER_WORD) or (verb and entry.reason.endswith(WITHOUT_LAST))
        noun = split_name(entry.name)[-1]
        if told and entry.reason.endswith(WITHOUT_LAST):
            return any(last.stem in map(stem, split_name(owner)) for owner in entry.owners)  # who called made calls
        if related and entry.reason == ITS_NAME and singulars(noun) and not is_form(last.norm, noun):
            return True  # "who follow Ann": not their followers
        return (said and other) or (past and split_name(entry.name)[-1:] != (last.norm,))

    return [e for e in entries if not (e.kind == "property" and is_noun_only(e))]


def _is_month_first(schema: GraphSchema) -> bool:
    """Whether the graph's own dates have the month before the day."""
    of_labels = [info.text_kind for label in schema.labels for info in label.properties]
    kinds = {*of_labels, *(info.text_kind for r in schema.relationships for info in r.properties)}
    return TextKind.MONTH_FIRST_DATE in kinds and TextKind.DAY_FIRST_DATE not in kinds


def _doubted(mention: Mention, tokens: tuple[Token, ...], names: set[tuple[int, int]]) -> Mention:
    """A common word that names something in the schema is hardly meant as a value, unless it is written like one."""
    token = tokens[mention.start]
    written = token.quoted or (token.capitalised and mention.start > 0)
    if mention.length == 1 and not written and token.norm in VERBS and normalise(str(mention.value)) != token.norm:
        return mention._replace(score=mention.score * 0.4)  # "made" is hardly Mad
    if mention.length > 1 or written or (mention.start, mention.end) not in names:
        return mention
    return mention._replace(score=mention.score * 0.4)


def _is_whose(norm: str, name: str) -> bool:
    """Whether a word says who somebody is, and is no word of a property's name: `number_of_employees`."""
    return is_role(norm) and set(split_name(name)).isdisjoint((norm, *singulars(norm)))


_DEFINITE = frozenset("the these those that this their such said corresponding respective same each".split())


def _span(tokens: tuple[Token, ...], start: int, end: int) -> tuple[int, int] | None:
    """The tokens that a stretch of characters covers."""
    inside = [i for i, token in enumerate(tokens) if token.start < end and token.end > start]
    return (inside[0], inside[-1] + 1) if inside else None


def _is_share(tokens: tuple[Token, ...], start: int, name: str) -> bool:
    """ "What share of posts": no property `shares`."""
    behind = [token.norm for token in tokens[start + 1 : start + 2]]
    of_one = start + 2 < len(tokens) and tokens[start + 2].capitalised  # "what share of Skua": that which is stored
    return tokens[start].norm == "share" and behind == ["of"] and not of_one and name.lower() != "share"
