"""A graph of people, companies and cities that is the same on every machine, of any size, and questions about it."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_LINKS_EACH = 6
"""Relationships for each person, about: three that they know, a home, a job, and what they own."""
_SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
_SECTORS = ("banking", "energy", "farming", "shipping", "software", "steel", "textiles", "transport")

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Town:
    """The graph of about so many relationships."""

    relationships: int

    @property
    def people(self) -> int:
        return max(50, self.relationships // _LINKS_EACH)

    @property
    def companies(self) -> int:
        return max(10, self.people // 10)

    @property
    def cities(self) -> int:
        return min(500, max(5, self.people // 100))

    def nodes(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Id, label and properties of every node."""
        chance = random.Random(1)
        for number in range(self.cities):
            yield f"c{number}", "City", {"name": _name(number, 2) + "ville"}
        for number in range(self.companies):
            sector, revenue = chance.choice(_SECTORS), int(chance.paretovariate(1.2) * 10_000) + number % 7
            held = {"name": f"{_name(number, 3)} Works", "sector": sector, "revenue": revenue}
            yield f"o{number}", "Company", held
        for number in range(self.people):
            born, wealth = 1940 + chance.randrange(65), int(chance.paretovariate(1.1) * 1_000)
            yield f"p{number}", "Person", {"name": person(number), "born": born, "wealth": wealth}

    def links(self) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
        """Start, type, end and properties of every relationship."""
        chance = random.Random(2)
        for number in range(self.people):
            me = f"p{number}"
            for _ in range(3):
                # A few are known by many.
                other = int(self.people * chance.random() ** 2)
                yield me, "KNOWS", f"p{other}", {"since": 1990 + chance.randrange(35)}
            yield me, "LIVES_IN", f"c{int(self.cities * chance.random() ** 2)}", {}
            yield me, "WORKS_FOR", f"o{int(self.companies * chance.random() ** 2)}", {}
            if chance.random() < 0.9:
                yield me, "OWNS", f"o{chance.randrange(self.companies)}", {"share": chance.randrange(1, 100)}
        for number in range(1, self.companies):
            yield f"o{number}", "SUBSIDIARY_OF", f"o{number // 4}", {}

    def write(self, folder: Path) -> None:
        """The graph as CSV files with the headers of neo4j-admin."""
        names = {"City": ("name",), "Company": ("name", "sector", "revenue:int"), "Person": _PERSON}
        _write(folder, names, ":ID", ((label, (i, *held.values())) for i, label, held in self.nodes()))
        types = {"KNOWS": ("since:int",), "LIVES_IN": (), "WORKS_FOR": (), "OWNS": ("share:int",), "SUBSIDIARY_OF": ()}
        _write(folder, types, ":START_ID,:END_ID", ((t, (a, b, *held.values())) for a, t, b, held in self.links()))

    def questions(self) -> tuple[str, ...]:
        """Twenty questions: look-ups, one and two steps, counts, groups, superlatives, absence."""
        who, other = person(self.people // 2), person(self.people // 3)
        firm, city = f"{_name(self.companies // 2, 3)} Works", _name(self.cities // 2, 2) + "ville"
        return (
            f"When was {who} born?",
            f"What is the wealth of {other}?",
            f"Who does {who} know?",
            f"Who knows {other}?",
            f"Where does {who} live?",
            f"Which company does {other} work for?",
            f"Which companies does {who} own?",
            f"Who owns {firm}?",
            f"Who works for {firm}?",
            f"How many people live in {city}?",
            f"Which companies are subsidiaries of {firm}?",
            f"In which cities do the people who know {who} live?",
            f"Which companies do the people that {who} knows own?",
            "How many people are there?",
            "How many companies are there in each sector?",
            "What are the top 5 companies by revenue?",
            "Which person has the highest wealth?",
            "What is the average revenue of the companies in shipping?",
            f"How many people in {city} were born after 1990?",
            f"Does {who} know {other}?",
        )


_PERSON = ("name", "born:int", "wealth:int")


def person(number: int) -> str:
    """The name of a person, which nobody else has."""
    return f"{_name(number * 7919 % 4_900, 2)} {_name(number, 4)}"


def _name(number: int, syllables: int) -> str:
    said = []
    for _ in range(syllables):
        number, place = divmod(number, len(_SYLLABLES))
        said.append(_SYLLABLES[place])
    return "".join(said).capitalize()


def _write(folder: Path, kinds: dict[str, tuple[str, ...]], ids: str, rows: Iterator[tuple[str, Row]]) -> None:
    files = {kind: (folder / f"{kind}.csv").open("w", newline="", encoding="utf-8") for kind in kinds}
    writers = {kind: csv.writer(file) for kind, file in files.items()}
    for kind, columns in kinds.items():
        writers[kind].writerow([*ids.split(","), *columns])
    for kind, row in rows:
        writers[kind].writerow(row)
    for file in files.values():
        file.close()
