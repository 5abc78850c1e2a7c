"""What phrases mean in one graph's schema: labels, properties and relationship types by the words people use.

The lexicon maps stems of phrases to readings. It is made from the schema's own names (split, abbreviations written
out), the general English rings, and the pack's synonyms, each with a score that says how directly it was said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from fingerpost.core.schema import GraphSchema, PropertyInfo, ValueType
from fingerpost.linking import quantities
from fingerpost.linking.display import Display, is_family_name, tells_apart
from fingerpost.linking.doers import deed_of, doers_of, receiver_of, verbs_of, who_does_it
from fingerpost.linking.english import English, Stems, english, is_people, stems
from fingerpost.linking.measured_names import alternatives, other_names, rates, shorter, whole_rates
from fingerpost.linking.occasions import MOMENT_WORDS, beginnings, only_dates, other_moments, when_it_was
from fingerpost.linking.pack import EMPTY_PACK, Pack
from fingerpost.linking.people import holds_people, is_membership, kinds_of, people_by_kinds
from fingerpost.linking.relation_forms import Parts, spelled, turned, ways
from fingerpost.linking.scores import DEED, OWN, PART, PREPOSITION, RING, RING_PART, SYNONYM
from fingerpost.linking.spoken import spoken_names
from fingerpost.linking.text import speaking, split_name, stem
from fingerpost.linking.voices import DOER, RECEIVER, End
from fingerpost.plans import VERBS

ITS_NAME = "its name"
"""The reason of a reading that was said by the graph's own name."""
OTHER_WORD = "another word for"
"""How the reason of a reading begins that comes from a ring of the English lexicon."""
A_WORD, WHO_HAVE = "a word of", "who have"
WHO_DID = "who did what"
LAST_WORD, WITHOUT_LAST = "the last word of", "without its last word"
_WITHOUT_UNIT = 0.02
"""What a name loses by its unit: "votes" are `votes` before they are `vote_percent`."""
_PREPOSITIONS = frozenset("in on at by from to with for of within inside".split())
_SLIGHT = _PREPOSITIONS | {"get", "got"}
"""Words that may say an end of what happened, and mostly say something else."""
_SO, _OR_NOT = frozenset("is has was are".split()), frozenset(("yn", "flag", "flg", "indicator"))
"""First and last words of names that tell whether something is so."""
_GENERIC = frozenset("number no id identifier code name value text".split())
_SAYING_WHICH = frozenset(("code", "name", "text"))
"""Last words of names of what the words before them say by themselves: a `city_code` tells the city, or town."""
_KEYS = frozenset("id code number no nr num key".split())
_KEY_ALONE = frozenset((key,) for key in _KEYS)
_NAMES = frozenset(("name", "title"))
"""Last words of properties that tell one thing from another."""
_HEADS = frozenset("date time day year amount".split())
"""First words that say what the rest tells of: `date_of_birth`, `amount_paid`."""
_MOMENTS = MOMENT_WORDS | {"year"}
_TURNED = 0.05
"""What is taken off the score of a name whose words are turned: "date of birth"."""
_AMOUNTS = frozenset("quantity qty count amount level".split())
"""Last words of numbers that the words before say by themselves: `stock_quantity` is the stock."""
BOUNDS = frozenset("min max minimum maximum".split())
"""First words of numbers that bound what the rest names: `min_stock` is no stock."""
_MEMBER: Stems = (stem("member"),)
_AUXILIARY = frozenset(
    "has have had is are was were be been in at by of to from for with on as the a an and us we you me them it".split()
)
_OWNING = frozenset({("own",), ("belong",), ("possess",), ("have",), ("correspond",)})
_HAS = frozenset(("has", "have", "had"))
_HOLDING = (("owner",), ("holder",), ("own",), ("possess",))
PERSON = ("person",)
CALLED_BY = "the name of"  # how the reason of a name begins that is not called so
LONGEST = 5
"""Most words of a phrase."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One meaning of a phrase.

    `kind` is label, property or relation; `name` the graph's own name; `owners` are the labels or types that have a
    property. `way` tells whether the words lead along a relationship's arrow ("forward") or against it ("backward").
    """

    kind: str
    name: str
    score: float
    reason: str
    owners: frozenset[str] = frozenset()
    of_relationship: bool = False
    way: str = ""


class Lexicon:
    """The phrases of one graph."""

    def __init__(
        self, schema: GraphSchema, pack: Pack = EMPTY_PACK, spoken: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        """`spoken` is what names say (`spoken_names`), where the caller knows it already."""
        self.schema = schema = schema.without_ends(schema.kinds)  # what junior players do, players do
        self.pack = pack
        self._english: English = english()
        self._entries: dict[Stems, dict[tuple[str, str, frozenset[str]], Entry]] = {}
        self.parts: dict[str, Parts] = {}
        """For each type of two words, the phrases for either, with their scores."""
        self.event_ends: dict[str, End] = {}
        """The types that lead to the doer and the receiver of what happened."""
        self._own_stems: dict[str, frozenset[Stems]] = {}
        self.spoken = spoken_names(schema, pack) if spoken is None else spoken
        """The words of names that their spelling does not tell; whoever uses the lexicon is `speaking` them."""
        with speaking(self.spoken):
            self._fill(schema, pack)
        for name in self.spoken:
            self._add_spelling(name)
        self._found = {key: tuple(_own_first(entries.values())) for key, entries in self._entries.items()}

    def _fill(self, schema: GraphSchema, pack: Pack) -> None:
        for label in schema.labels:
            if label.name not in pack.hidden:
                self._add_label(label.name)
        self._add_people()
        for noun, name in kinds_of(schema):
            if name not in pack.hidden and not any(kind == "label" for kind, *_ in self._entries.get(noun, ())):
                self._add(noun, Entry("label", name, RING_PART, f"what {name} are"))
        self._add_called()
        self._add_properties()
        self._add_own_names()
        for relationship in schema.relationships:
            if relationship.type not in pack.hidden:
                self._add_relation(relationship.type)
        self._add_events()
        for phrase, name, owner, of_type in (*when_it_was(schema, pack.hidden), *who_does_it(schema, pack.hidden)):
            self._add(phrase, Entry("property", name, OWN, f"said of {owner}", frozenset((owner,)), of_type))
        for phrase, name, owner in beginnings(schema, pack.hidden):
            self._add(phrase, Entry("property", name, RING_PART, f"when one came to {owner}", frozenset((owner,))))
        for phrase, name, owner, of_type in only_dates(schema, pack.hidden):
            self._add(phrase, Entry("property", name, PART, f"the only date of {owner}", frozenset((owner,)), of_type))

    def _add_called(self) -> None:
        """Labels by what their own key or name is of: a `County_ID` tells one county from another."""
        for label in self.schema.labels:
            if label.name in self.pack.hidden:
                continue
            shown = self._display.parts(label.name)
            keys = (info.name for info in label.properties if tells_apart(label, info))
            for name in dict.fromkeys((*(shown if len(shown) == 1 else ()), *keys)):
                *words, last = split_name(name) or ("",)
                own = tuple(map(stem, words))
                if own and own not in self._entries and last in (_NAMES if name in shown else _KEYS):
                    score = RING_PART if last in _NAMES else PART
                    self._add(own, Entry("label", label.name, score, f"what a {name} is of"))

    def _add_spelling(self, name: str) -> None:
        """A name as it is written, where people say something else."""
        spelling = tuple(stem(word) for word in split_name(name))
        said = tuple(stem(word) for word in self.spoken[name])
        for entry in tuple(self._entries.get(said, {}).values()):
            if entry.name == name and entry.score >= OWN:
                self._add(spelling, entry)

    def lookup(self, phrase: Stems) -> tuple[Entry, ...]:
        """The meanings of a phrase, by its stems."""
        return self._found.get(phrase, ())

    def is_whole(self, phrase: Stems) -> bool:
        """Whether a label or a property is called so, word for word."""
        return any(e.kind in ("label", "property") and e.score >= OWN for e in self._found.get(phrase, ()))

    def ends(self, type_: str) -> frozenset[str]:
        """The labels of whom a noun for a relation names: people, where it joins any; else all that it joins."""
        relationship = self.schema.relationship_by_type.get(type_)
        pairs = relationship.endpoints if relationship is not None else ()
        found = frozenset(label for pair in pairs for label in (pair.start, pair.end))
        return frozenset(filter(self._of_people, found)) or found

    def abodes(self, type_: str) -> frozenset[str]:
        """The labels of places to which a relation leads people."""
        relationship = self.schema.relationship_by_type.get(type_)
        led = (pair.end for pair in relationship.endpoints if self._of_people(pair.start)) if relationship else ()
        words = {label: tuple(stem(word) for word in split_name(label)) for label in led}
        places = self._english.places
        return frozenset(label for label, own in words.items() if own in places or own[-1:] in places)

    def _is_of_one_kind(self, type_: str) -> bool:
        relationship = self.schema.relationship_by_type.get(type_)
        return relationship is not None and any(pair.start == pair.end for pair in relationship.endpoints)

    def _of_people(self, label: str) -> bool:
        return is_people(split_name(label))

    @property
    def phrases(self) -> Iterator[Stems]:
        """Every phrase that means something."""
        return iter(self._found)

    def _add(self, phrase: Stems, entry: Entry) -> None:
        if not phrase or len(phrase) > LONGEST:
            return
        entries = self._entries.setdefault(phrase, {})
        key = (entry.kind, entry.name, entry.owners)
        known = entries.get(key)
        if known is None or known.score < entry.score:
            entries[key] = replace(entry, way=known.way) if known is not None and not entry.way else entry
        elif entry.way and not known.way:
            entries[key] = replace(known, way=entry.way)

    def _add_label(self, label: str) -> None:
        words = split_name(label)
        if not words:
            return
        for phrase, score, reason in self._names(words):
            self._add(phrase, Entry("label", label, score, reason))
        for deed in self._english.deeds.get(stem(words[-1]), ()):
            self._add((deed,), Entry("label", label, DEED, f"what is done with {label}"))
        if len(words) > 1 and (words[-1],) not in map(split_name, self.schema.label_by_name[label].by_name):
            for phrase, reason in shorter(words):
                self._add(phrase, Entry("label", label, PART, f"{reason} of {label}"))
        for phrase, score, _ in self._names(split_name(self.schema.label_by_name[label].description or "")):
            self._add(phrase, Entry("label", label, score - OWN + RING, f"what its source calls {label}"))
        for synonym in self.pack.labels.get(label, ()):
            self._add(stems(synonym), Entry("label", label, SYNONYM, f"the pack calls {label} so"))

    def _add_people(self) -> None:
        """ "People" are whatever people the graph holds, where no label is called so."""
        if PERSON in self._entries:
            return
        kinds = people_by_kinds(self.schema)
        for label in self.schema.labels:
            if label.name not in self.pack.hidden and (label.name in kinds or holds_people(label)):
                self._add(PERSON, Entry("label", label.name, RING_PART, f"{label.name} are people"))

    def _names(self, words: tuple[str, ...]) -> Iterator[tuple[Stems, float, str]]:
        """A name's own words, written together, abbreviations written out, and its rings."""
        own = tuple(stem(word) for word in words)
        yield own, OWN, ITS_NAME
        spelled = {own}
        if len(words) > 1:
            yield (stem("".join(words)),), OWN, ITS_NAME
            for long in self._english.abbreviations.get("".join(words), ()):  # LName
                spelled.add(stems(long))
                yield stems(long), OWN - 0.03, "its name, written out"
        for index, word in enumerate(words):
            for long in self._english.abbreviations.get(word, ()):
                whole = (*own[:index], *stems(long), *own[index + 1 :])
                spelled.add(whole)
                yield whole, OWN - 0.03, "its name, written out"
        for phrase in spelled:
            for other in self._english.rings.get(phrase, ()):
                yield other, RING, f"{OTHER_WORD} {' '.join(words)}"

    def _add_properties(self) -> None:
        owners: dict[tuple[str, bool], set[str]] = {}
        described: dict[tuple[str, bool], str] = {}
        for owner, info, of_relationship in self._properties():
            if info.name in self.pack.hidden:
                continue
            owners.setdefault((info.name, of_relationship), set()).add(owner)
            if info.description:
                described[info.name, of_relationship] = info.description
        for (name, of_relationship), have in owners.items():
            self._add_property(name, frozenset(have), of_relationship, described.get((name, of_relationship)))

    def _properties(self) -> Iterator[tuple[str, PropertyInfo, bool]]:
        for label in self.schema.labels:
            for info in label.properties:
                yield label.name, info, False
        for relationship in self.schema.relationships:
            for info in relationship.properties:
                yield relationship.type, info, True

    def _add_property(self, name: str, owners: frozenset[str], of_relationship: bool, description: str | None) -> None:
        words = split_name(name)
        if not words:
            return

        def add(phrase: Stems, score: float, reason: str, have: frozenset[str] = owners) -> None:
            self._add(phrase, Entry("property", name, score, reason, have, of_relationship))

        flag = self._holds(name, lambda info: info.type is ValueType.BOOLEAN)
        for phrase, score, reason in self._names(words):
            if not (flag and reason.startswith(OTHER_WORD) and phrase[-1] in self._abodes):
                add(phrase, score, reason)  # whether one is resident is no address
        if description:
            add(stems(description), SYNONYM, "its description")
        for synonym in self.pack.properties.get(name, ()):
            add(stems(synonym), SYNONYM, f"the pack calls {name} so")
        for owner in owners:
            for synonym in self.pack.properties.get(f"{owner}.{name}", ()):
                add(stems(synonym), SYNONYM, f"the pack calls {name} of {owner} so", frozenset((owner,)))
        if len(words) > 1 and (words[0] in _SO or words[-1] in _OR_NOT):
            words = words[1:] if words[0] in _SO else words[:-1]
            add(tuple(stem(word) for word in words), OWN, ITS_NAME)
        for phrase in rates(words):
            add(phrase, PART, f"{OTHER_WORD} {name}")
            for other in self._english.rings.get(phrase, ()):
                add(other, RING_PART, f"{OTHER_WORD} {name}")
        if not quantities.is_rate(words) and self._holds(name, lambda info: info.numeric):
            for called in quantities.other_units(words[-1]):
                add(stems(called), RING if len(words) == 1 else RING_PART, f"{OTHER_WORD} {words[-1]}")
        bare = quantities.without_unit(words)
        if bare != words and self._holds(name, lambda info: info.numeric):
            unit = tuple(map(stem, words[len(bare) :]))
            if words[-1] in quantities.MONEYS:
                add((stem("money"),), RING_PART, f"what {name} is of")
            words = bare
            for phrase, score, reason in self._names(words):
                add(phrase, score - _WITHOUT_UNIT, reason)
                add((*unit, "of", *phrase), score - _TURNED, f"{name} turned")
        for long in self._english.abbreviations.get("".join(words), ()):
            if long.split()[-1] in _GENERIC and " " in long:
                add(stems(long)[:-1], PART, f"{name} {WITHOUT_LAST}")  # the "first" and last names of `fname`
        if len(words) == 1:
            return
        for phrase in (*other_names(words), *whole_rates(words)):
            add(phrase, OWN - 0.05, f"{OTHER_WORD} {name}")
        for one in alternatives(words):
            for phrase, score, reason in self._names(one):
                add(phrase, score - OWN + PART, reason)
        own = tuple(stem(word) for word in words)
        last = words[-1]
        if last == "id":
            for before in (own[:-1], *self._english.rings.get(own[:-1], ())):
                add((*before, stem("number")), RING, f"{OTHER_WORD} {name}")
        if words[0] in _HEADS and last not in _GENERIC:
            add(own[:1], PART, f"the first word of {name}")
            for other in self._english.rings.get(own[:1], ()):
                add(other, RING_PART, f"{OTHER_WORD} {words[0]}")
        if last == "by" and len(words) == 2:
            for noun in doers_of(words[0]):
                add(noun, OWN - 0.1, f"{WHO_DID} {name} says")
        if len(own) == 2 and not any(self._has_part(owner, own) for owner in owners):
            add((own[1], "of", own[0]), OWN - _TURNED, f"{name} turned")
        # A major incident is one kind of them, and a former player no player: the word by itself names all.
        others = frozenset(owner for owner in owners if tuple(map(stem, split_name(owner)))[-1:] != own[-1:])
        if own[-1:] in self._labels and self._holds(name, lambda info: info.type is ValueType.BOOLEAN):
            others = frozenset()
        if last not in _GENERIC and last != "by" and others:
            bound = words[0] in BOUNDS  # who scores most has no `max_score`
            add(own[-1:], PREPOSITION if bound else PART, f"{LAST_WORD} {name}", others)
            if last in _AMOUNTS and self._holds(name, lambda info: info.numeric):
                add(own[:-1], PART, f"{name} {WITHOUT_LAST}")
            for other in () if flag or bound else self._english.rings.get(own[-1:], ()):
                add(other, RING_PART, f"{OTHER_WORD} {last}")
            if last in _MOMENTS:
                for phrase, score, how in other_moments(own, RING, RING_PART, OTHER_WORD):
                    add(phrase, score, f"{how} {name} {WITHOUT_LAST}".strip())
        elif own[:-1] not in {tuple(stem(w) for w in split_name(owner)) for owner in owners}:
            add(own[:-1], PART, f"{name} {WITHOUT_LAST}")
            for other in self._english.rings.get(own[:-1], ()) if last in _SAYING_WHICH else ():
                add(other, RING_PART, f"{OTHER_WORD} {name} {WITHOUT_LAST}")
        for owner in owners:
            if (short := self._without_owner(own, owner)) is not None and not self._has_part(owner, own):
                have = frozenset((owner,))
                add(short, OWN - 0.1, f"{name} of {owner}", have)
                for long in self._english.abbreviations.get(last, ()):
                    add(stems(long), OWN - 0.12, f"{name} of {owner}", have)
                for other in () if short[-1] in _GENERIC else self._english.rings.get(short, ()):
                    add(other, RING_PART, f"{OTHER_WORD} {name} of {owner}", have)

    def _add_own_names(self) -> None:
        """The name of what has no property called so is what it is called by: `full_name`, `company`; its full name is
        that, too. What is called by two properties is found by the first."""
        for label in self.schema.labels:
            parts = self._display.parts(label.name)
            of_person = len(parts) == 2 and is_family_name(parts[1])
            words = split_name(parts[0]) if len(parts) == 1 or of_person else ()
            if not words or words[-1] in _GENERIC - {"name"} or label.by_name[parts[0]].temporal:
                continue
            entry = Entry("property", parts[0], OWN - 0.1, f"{CALLED_BY} {label.name}", frozenset((label.name,)))
            if ("name",) not in map(split_name, label.by_name):
                self._add(("name",), entry)
            if of_person or words[-1] == "name":
                self._add(("full", "name"), entry)

    @cached_property
    def _display(self) -> Display:
        return Display(self.schema, self.pack)

    @cached_property
    def _labels(self) -> frozenset[Stems]:
        """What labels are called, by their stems."""
        return frozenset(tuple(map(stem, split_name(label.name))) for label in self.schema.labels)

    @cached_property
    def _abodes(self) -> frozenset[str]:
        """The stems of words for where people live."""
        return frozenset(map(stem, self._english.abodes))

    def _holds(self, name: str, kind: Callable[[PropertyInfo], bool]) -> bool:
        """Whether a property of this name is of a kind."""
        return any(map(kind, self._called.get(name, ())))

    @cached_property
    def _called(self) -> dict[str, list[PropertyInfo]]:
        """The properties by their names: a building has thousands of them."""
        found: dict[str, list[PropertyInfo]] = {}
        for _, info, _ in self._properties():
            found.setdefault(info.name, []).append(info)
        return found

    def _has_part(self, owner: str, own: Stems) -> bool:
        """Whether a label has a property that is called by what is left of another's name without the label's."""
        short = self._without_owner(own, owner)
        return short is not None and short in self._stems_of(owner)

    def _stems_of(self, owner: str) -> frozenset[Stems]:
        """The names of a label's properties, by their stems; found once, since a label may have thousands."""
        if owner not in self._own_stems:
            label = self.schema.label_by_name.get(owner)
            names = label.by_name if label is not None else ()
            self._own_stems[owner] = frozenset(tuple(map(stem, split_name(name))) for name in names)
        return self._own_stems[owner]

    def _without_owner(self, own: Stems, owner: str) -> Stems | None:
        """`call_date` of PhoneCall is its date, and `mID` of Movie its ID."""
        words = split_name(owner)
        if own[1:] in _KEY_ALONE and own[0] == "".join(word[0] for word in words):
            return own[1:]
        owner_stems = set(map(stem, words))
        rest = tuple(word for word in own if word not in owner_stems)
        return rest if 0 < len(rest) < len(own) else None

    def _add_relation(self, type_: str) -> None:
        words = split_name(type_)
        own = tuple(stem(word) for word in words)
        content = tuple(stem(word) for word in words if word not in _AUXILIARY)

        def add(phrase: Stems, score: float, reason: str) -> None:
            self._add(phrase, Entry("relation", type_, score, reason))

        add(own, OWN if content or len(own) > 1 else PREPOSITION, ITS_NAME)
        if len(words) > 1:
            add((stem("".join(words)),), OWN, ITS_NAME)
        if content:
            add(content, OWN, ITS_NAME)
        if len(content) == 2:
            add(content[::-1], RING, f"{type_} turned")
        for phrase, score in turned(self._english, content or own, own).items():
            vague = phrase in self._english.connectors
            add(phrase, PREPOSITION if vague else score, f"another way to say {type_}")
        two = tuple(word for word in words if word not in _AUXILIARY)
        if len(two) == 2:
            self.parts[type_] = ways(self._english, two[0]), ways(self._english, two[1])
            for phrase, score in spelled(self._english, two, self.parts[type_]).items():
                add(phrase, score, f"another way to say {type_}")
        if content and words[0] in _HAS:
            for phrase in _HOLDING:
                add(phrase, RING_PART, f"what one does who {' '.join(words)}")
        for word in words:
            for verb in verbs_of(word):
                add((verb,), RING, f"what makes one {word}")
            if word in VERBS or word.endswith("ed"):
                add((deed_of(word),), RING, f"that somebody {word}")
                add((receiver_of(word),), RING, f"to whom somebody {word}")
        if len(content) > 1:
            for word in content:
                add((word,), RING_PART, f"{A_WORD} {type_}")
        for word in own if self._is_of_one_kind(type_) else ():
            for other in map(stem, self._english.converse.get(word, ())):
                if (other,) not in self._labels:
                    add((other,), RING, f"another way to say {type_}")
        if is_membership(self.schema.relationship_by_type.get(type_)):
            add(_MEMBER, RING, f"another way to say {type_}")
        for word in own:
            if word in _PREPOSITIONS and (word != "of" or words[0] == "of" or not content):
                add((word,), PREPOSITION, f"{A_WORD} {type_}")
        for noun in [noun for word in words for noun in doers_of(word)]:
            for label in self.ends(type_) if noun in self._english.doers else ():
                if self._of_people(label):
                    self._add(noun, Entry("label", label, PART, f"{WHO_HAVE} {type_}"))
        said = self.pack.relations.get(type_)
        for synonym, way in said.ways if said is not None else ():
            phrase = stems(synonym)
            # A word that says of anything that it belongs somewhere may say this relation, and need not.
            score = PREPOSITION if not way and self._is_vague(phrase) else SYNONYM
            self._add(phrase, Entry("relation", type_, score, f"the pack says {type_} so", way=way))

    def _is_vague(self, phrase: Stems) -> bool:
        content = tuple(word for word in phrase if word not in _AUXILIARY)
        return content in self._english.connectors or content in _OWNING

    def _add_events(self) -> None:
        """Types that tell who did something from to whom it was done: "calls made by", "calls received"."""
        ends: dict[frozenset[tuple[str, str]], list[str]] = {}
        for relationship in self.schema.relationships:
            if relationship.type not in self.pack.hidden:
                pairs = frozenset((pair.start, pair.end) for pair in relationship.endpoints)
                ends.setdefault(pairs, []).append(relationship.type)
        for pairs, types in ends.items():
            doers = [t for t in types if split_name(t)[-1:] and split_name(t)[-1] in self._english.doer_types]
            receivers = [t for t in types if split_name(t)[-1:] and split_name(t)[-1] in self._english.receiver_types]
            if len(doers) == len(receivers) == 1:
                self._add_ends(doers[0], self._english.doer_words)
                self._add_ends(receivers[0], self._english.receiver_words)
                event = min(pairs)[0]
                self.event_ends[doers[0]] = End(DOER, event, receivers[0])
                self.event_ends[receivers[0]] = End(RECEIVER, event, doers[0])

    def _add_ends(self, type_: str, said: Iterable[Stems]) -> None:
        for phrase in said:
            slight = len(phrase) == 1 and phrase[0] in _SLIGHT
            score = PREPOSITION if slight else RING
            self._add(phrase, Entry("relation", type_, score, f"a word for an end like {type_}"))


def _own_first(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The meanings of a phrase, without other words for labels and types where one has this for its name.

    The name of a label is no other word for a property either.
    """
    found = tuple(entries)
    named = {entry.kind for entry in found if entry.score >= OWN}
    for entry in found:
        if entry.kind == "property" and "label" in named and entry.reason.startswith(OTHER_WORD):
            continue
        if entry.kind == "label" and "label" in named and entry.reason.startswith(WHO_HAVE):
            continue
        if entry.kind != "label" or "label" not in named or entry.score > RING or entry.score in (PART, RING_PART):
            yield entry
