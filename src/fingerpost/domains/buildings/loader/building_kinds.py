"""What people call a building by its use or form, where its names say so: a hotel, a school, a duplex."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from fingerpost.ingest import NodeRecord

_WORDS: Final = """
hotel: hotel, motel, hostel
duplex: duplex, doppelhaus
apartment building, apartment block: apartments?, apartment building, apartment block, wohnhaus, mehrfamilienhaus
office, office building: offices?, office building, bürogebäude, bürohaus, bureaux
school: school, schule, école, escuela
hospital: hospital, krankenhaus, klinikum, hôpital
clinic: clinic, klinik, clinique
library: library, bibliothek, bibliothèque
museum: museum, musée
theatre, theater: theatre, theater, théâtre
cinema: cinema, kino
church: church, kirche, église
warehouse: warehouse, lagerhalle, entrepôt
factory: factory, werkhalle, fabrik, usine
station: station, bahnhof, gare
villa: villa
cottage: cottage
tower: tower, turm
laboratory: laboratory, labor, laboratoire
university: university, universität, université
kindergarten: kindergarten, nursery
restaurant: restaurant
stadium: stadium, stadion, stade
shopping mall, shopping centre: mall, shopping mall, shopping centre, shopping center, einkaufszentrum
car park, parking garage: car park, parking garage, parkhaus
"""
_TABLE: Final = tuple(
    (tuple(one.strip() for one in called.split(",")), re.compile(rf"\b(?:{said.strip().replace(', ', '|')})\b", re.I))
    for called, _, said in (line.partition(":") for line in _WORDS.strip().splitlines())
)
_NAMING: Final = re.compile(r"name|longName|objectType|.*(?:[cC]ategory|[oO]ccupancy|[uU]sage|Type)(?:Description)?")
"""Properties of a building that say what it is. A description may speak of anything."""


def read_building_kinds(nodes: Collection[NodeRecord]) -> None:
    """Set `kinds` on the buildings whose names or types say what they are.

    The name of a project is also that of its building, where there is one only.
    """
    buildings = [node for node in nodes if node.labels[0] == "Building"]
    projects = [node for node in nodes if node.labels[0] == "Project"] if len(buildings) == 1 else []
    of_project = " / ".join(str(node.properties.get(one, "")) for node in projects for one in ("name", "longName"))
    for node in buildings:
        said = [str(value) for name, value in node.properties.items() if _NAMING.fullmatch(name)]
        text = " / ".join((*said, of_project))
        called = tuple(kind for kinds, words in _TABLE if words.search(text) for kind in kinds)
        if called:
            node.properties["kinds"] = called
