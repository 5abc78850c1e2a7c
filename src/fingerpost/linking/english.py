"""The general English lexicon (english.toml), read once when it is first needed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from fingerpost.linking.text import normalise, singulars, stem

Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Adjective:
    """What an adjective measures: `most` is "max" or "min" for its superlative, `on` words of properties, best first.

    `reverse` are properties on which the superlative is the other end ("oldest": least birth date, most age).
    """

    most: str
    on: tuple[str, ...]
    reverse: tuple[str, ...] = ()


@dataclass(frozen=True)
class English:
    """The lexicon, with phrases as stems."""

    abbreviations: dict[str, tuple[str, ...]]
    shorthand: frozenset[str]
    """Those that are always short for the first."""
    whole: frozenset[str]
    """Words that are one, though their parts are words too."""
    rings: dict[Stems, tuple[Stems, ...]]
    relations: dict[Stems, tuple[Stems, ...]]
    values: dict[Stems, tuple[Stems, ...]]
    """The same within values."""
    connectors: frozenset[Stems]
    holding: frozenset[Stems]
    """Verbs for knowing what is another's: "has Anna's phone number"."""
    holding_others: frozenset[str]
    """Stems of verbs for having something in or on oneself."""
    nouns: frozenset[str]
    """Last words of the phrases of rings, as words: "residence" is one, "reside" is not."""
    roles: frozenset[str]
    """Words, not stems: "related" is not "relative"."""
    abodes: frozenset[str]
    """Nouns for the place where a relation leads: "Anna's residence"."""
    doer_types: frozenset[str]
    """Last words of types that lead from what happened to who did it."""
    receiver_types: frozenset[str]
    doer_words: tuple[Stems, ...]
    receiver_words: tuple[Stems, ...]
    people: frozenset[Stems]
    people_words: frozenset[str]
    """The last words of these as they are: an office is no officer."""
    people_roles: frozenset[str]
    """Words for people of whom labels are called so, and who are called so among others: captains, leaders."""
    doers: frozenset[Stems]
    """People by what they do, of whose words the stem is not a verb's alone."""
    people_properties: frozenset[Stems]
    groups: frozenset[str]
    """Nouns for what people are members of."""
    firms: frozenset[str]
    """Nouns for what is a company."""
    agents: frozenset[str]
    """Stems of nouns for what may act as people do."""
    places: frozenset[Stems]
    deeds: dict[str, tuple[str, ...]]
    """By the stem of a noun for what happened, the stems of verbs that say that it did."""
    tolls: dict[str, tuple[str, ...]]
    """By a noun for what may happen to people, the stems of words that say of so many that it did."""
    trades: dict[str, tuple[str, ...]]
    """By a noun for people, the stems of verbs for what they do, of which the noun is not made."""
    mutual: frozenset[str]
    """Stems of words that say relations which have no direction."""
    antonyms: dict[str, tuple[str, ...]]
    """What is so where a yes/no property says that it is not, by the words for the contrary."""
    opposites: dict[str, frozenset[str]]
    """States, each with those that say that it is not so."""
    contraries: dict[str, frozenset[str]]
    """By the stem of a word for how something begins, the stems of those for how it ends, or the other way round."""
    bound_for: dict[str, bool]
    """By the stem of a word for what joins two of a kind, whether it leads from the one that is spoken of."""
    converse: dict[str, frozenset[str]]
    """By the stem of a word of a type's name, words that say it the other way round."""
    adjectives: dict[str, Adjective]
    asks: dict[Stems, tuple[str, ...]]
    occurrences: frozenset[str]
    """Stems of nouns for what takes place at some time, and is not there before and after."""
    attending: frozenset[str]
    """Stems of verbs for being at what takes place, and (`partaking`) of those that are so with "in" or "at"."""
    partaking: frozenset[str]
    whens: frozenset[str]
    """Stems of words of which names are made that plainly tell when something took place."""
    appearing: frozenset[str]
    """Words for when something came out: it took place then where "at the time" is said."""
    happenings: frozenset[str]
    """Verbs, as words, that only say that something came to be or took place: beside a date they say nothing more."""
    occasions: dict[str, str]
    """Nouns for what happened, by the word that tells it: "creation" of what was created."""
    presences: frozenset[str]
    """Words that only say that something is known: "the books listed in the database"."""
    endings: frozenset[str]
    """Last words of names that are written as one word."""
    measures: frozenset[str]
    """Nouns behind a property's name that only say what kind of value it has: "the freight charges"."""
    regards: tuple[tuple[str, ...], ...]
    """Words before what something is looked at by: "in terms of"."""
    wholes: frozenset[str]
    """Nouns for that of which a whole graph may tell: "the club"."""
    things: frozenset[str]
    """Nouns for whatever is meant, where nothing is called so: "which item"."""
    retrieving: frozenset[str]
    """Verbs that ask for what is stored, row by row."""
    classings: frozenset[str]
    """Words before "as" that only say that something is so: "classified as"."""
    obtained: frozenset[str]
    """Participles after a property that only say that it is had: "the score achieved"."""
    relating: frozenset[tuple[str, ...]]
    """Verbs that any relationship allows: "reviewers who contributed three ratings", "where it took place"."""
    departing: frozenset[str]
    """Verbs that only lead to a "from": "the towns they originate from"."""


def is_role(norm: str) -> bool:
    """Whether a word, in the singular or plural, says a relation and names who stands at its end."""
    return _is_any(norm, english().roles)


def is_noun(norm: str) -> bool:
    """Whether a word, in the singular or plural, names a thing, and is not only of one stem with one that does."""
    return _is_any(norm, english().nouns)


def is_abode(norm: str) -> bool:
    """The same for where it leads: "home", "residences"."""
    return _is_any(norm, english().abodes)


def is_firm(norm: str) -> bool:
    """The same for nouns for what is a company: "manufacturer", "suppliers"."""
    return _is_any(norm, english().firms)


def _is_any(norm: str, words: frozenset[str]) -> bool:
    return norm in words or any(word in words for word in singulars(norm))


def written_out(word: str) -> str:
    """What a part of a name is short for, first of all; itself if it is short for nothing."""
    return next(iter(english().abbreviations.get(word, ())), word)


def is_people(words: tuple[str, ...]) -> bool:
    """Whether the words of a name are of people, by all of them or the last."""
    known = english()
    stemmed = tuple(map(stem, words))
    named = bool({stemmed, stemmed[-1:]} & known.people) and _is_any(words[-1], known.people_words)
    return named or _is_any(words[-1], known.people_roles)


def last_word(phrase: str) -> str:
    """The last word of a phrase, folded."""
    return normalise(phrase).rpartition(" ")[2]


def is_form(norm: str, noun: str) -> bool:
    """Whether a word is a noun, in the singular or plural, and not only of one stem with it."""
    return norm == noun or noun in singulars(norm) or norm in singulars(noun)


def stems(phrase: str) -> Stems:
    """The stems of a phrase's words."""
    return tuple(stem(word) for word in normalise(phrase).split())


@cache
def english() -> English:
    """The lexicon."""
    data = tomllib.loads((files("fingerpost.linking") / "english.toml").read_text(encoding="utf-8"))
    return English(
        abbreviations={word: tuple(long) for word, long in data["abbreviations"].items()},
        shorthand=frozenset(data["shorthand"]["words"]),
        whole=frozenset(data["whole"]["words"]),
        rings=_rings(data["rings"]),
        nouns=frozenset(last_word(phrase) for phrases in data["rings"].values() for phrase in phrases),
        relations=_rings(data["relations"]),
        values=_rings(data["values"]),
        connectors=frozenset(stems(word) for word in data["connectors"]["words"]),
        holding=frozenset(stems(word) for word in data["holding"]["words"]),
        holding_others=frozenset(map(stem, data["holding"]["others"])),
        roles=frozenset(data["roles"]["words"]),
        abodes=frozenset(data["roles"]["places"]),
        doer_types=frozenset(data["events"]["doer"]),
        receiver_types=frozenset(data["events"]["receiver"]),
        doer_words=tuple(stems(word) for word in data["events"]["doer_words"]),
        receiver_words=tuple(stems(word) for word in data["events"]["receiver_words"]),
        people=frozenset(stems(word) for word in data["people"]["words"]),
        people_words=frozenset(last_word(word) for word in data["people"]["words"]),
        people_roles=frozenset(data["people"]["roles"]),
        doers=frozenset(stems(word) for word in data["people"]["words"] if stem(word) == word),
        people_properties=frozenset(stems(word) for word in data["people"]["properties"]),
        groups=frozenset(data["people"]["groups"]),
        firms=frozenset(data["people"]["firms"]),
        agents=frozenset(map(stem, data["people"]["agents"])),
        places=frozenset(stems(word) for word in data["places"]["words"]),
        deeds={stem(noun): tuple(map(stem, verbs)) for noun, verbs in data["deeds"].items()},
        tolls={noun: tuple(map(stem, words)) for noun, words in data["tolls"].items()},
        trades={noun: tuple(map(stem, words)) for noun, words in data["trades"].items()},
        mutual=frozenset(stem(word) for word in data["mutual"]["words"]),
        antonyms={word: tuple(others) for word, others in data["antonyms"].items()},
        opposites=_opposites(data["opposites"]),
        contraries=_either_way(data["contraries"]),
        bound_for={stem(word): way == "outward" for way, words in data["bound_for"].items() for word in words},
        converse={stem(word): frozenset(said) for word, said in data["converse"].items()},
        adjectives={
            word: Adjective(info["most"], tuple(info["on"]), tuple(info.get("reverse", ())))
            for word, info in data["adjectives"].items()
        },
        asks={stems(phrase): tuple(words) for phrase, words in data["asks"].items()},
        occurrences=frozenset(map(stem, data["occurrences"]["nouns"])),
        attending=frozenset(map(stem, data["occurrences"]["attending"])),
        partaking=frozenset(map(stem, data["occurrences"]["partaking"])),
        whens=frozenset(map(stem, data["occurrences"]["when"])),
        appearing=frozenset(data["occurrences"]["appearing"]),
        happenings=frozenset(data["said_of_anything"]["happenings"]),
        occasions=dict(data["occasions"]),
        retrieving=frozenset(data["said_of_anything"]["retrieving"]),
        presences=frozenset(data["said_of_anything"]["presences"]),
        endings=frozenset(data["said_of_anything"]["endings"]),
        measures=frozenset(data["said_of_anything"]["measures"]),
        classings=frozenset(data["said_of_anything"]["classings"]),
        obtained=frozenset(data["said_of_anything"]["obtained"]),
        relating=frozenset(tuple(phrase.split()) for phrase in data["said_of_anything"]["relating"]),
        departing=frozenset(data["said_of_anything"]["departing"]),
        wholes=frozenset(data["said_of_anything"]["wholes"]),
        things=frozenset(data["said_of_anything"]["things"]),
        regards=tuple(tuple(phrase.split()) for phrase in data["said_of_anything"]["regards"]),
    )


def _rings(table: dict[str, list[str]]) -> dict[Stems, tuple[Stems, ...]]:
    """For each phrase, the phrases that share a ring with it."""
    found: dict[Stems, dict[Stems, None]] = {}
    for phrases in table.values():
        ring = [stems(phrase) for phrase in phrases]
        for phrase in ring:
            found.setdefault(phrase, {}).update((other, None) for other in ring if other != phrase)
    return {phrase: tuple(others) for phrase, others in found.items()}


def _opposites(pairs: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    """Words with their opposites, either way, in these forms alone: an opening is not what is not closed."""
    found: dict[str, set[str]] = {}
    for word, others in pairs.items():
        for other in others:
            found.setdefault(word, set()).add(other)
            found.setdefault(other, set()).add(word)
    return {word: frozenset(others) for word, others in found.items()}


def _either_way(pairs: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    """The stems of words with those of their contraries: what ends something is the contrary of what begins it."""
    found: dict[str, set[str]] = {}
    for word, others in pairs.items():
        for other in others:
            found.setdefault(stem(word), set()).add(stem(other))
            found.setdefault(stem(other), set()).add(stem(word))
    return {word: frozenset(others) for word, others in found.items()}
