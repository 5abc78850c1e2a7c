"""What materials are, in plain English, by the words of their names: "Stahlbeton C25/30" is reinforced concrete.

Names of materials are the exporters': "Metal - Steel - 345 MPa", "Leichtbeton 102890359", "Béton banché". The words by
which people ask for them are few.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_WORDS: Final = """
reinforced concrete, concrete: stahlbeton, reinforced concrete, beton arme, béton armé, hormigon armado,
    hormigón armado, cemento armato, calcestruzzo armato, gewapend beton, ortbeton bewehrt
concrete: concrete, beton, béton, hormigon, hormigón, calcestruzzo, betong, betoni
brick, masonry: brick, ziegel, backstein, klinker, brique, ladrillo, mattone, mattoni, baksteen, tegelsten
masonry: masonry, mauerwerk, maçonnerie, maconnerie, muratura, mampostería, metselwerk, kalksandstein, cmu*, poroton
wood: wood, timber, lumber, holz, bois, madera, legno, hout, plywood, osb*, glulam, sperrholz, brettschicht,
    hardwood, mdf*
wood: oak*, eiche, chêne, roble, pine*, kiefer, pino*, spruce, fichte, larch, lärche, beech, buche, maple, ahorn, birch,
    birke, cherry, walnut, nussbaum, teak, cedar, mahogany, douglas fir, bambus, bamboo
steel, metal: steel, stahl, edelstahl, acier, acero, acciaio, staal
metal: metal, metall, métal, metallo
aluminium, metal: aluminium, aluminum, alu*
copper, metal: copper, kupfer, cuivre, cobre, rame*
zinc, metal: zinc, zink
glass: glass, glas, verre*, vidrio, vetro*, glazing, verglasung
insulation: insulation, dämmung, daemmung, dämmstoff, wärmedämm, isolant, isolation, aislamiento, isolante, isolatie,
    mineralwolle, mineral wool, glaswolle, steinwolle, rockwool, eps*, xps*, polystyrene, polystyrol, styropor
plasterboard, gypsum: plasterboard, gypsum wall board, gypsum board, gypsum wallboard, gipskarton, drywall, placo,
    plaque de plâtre, cartongesso
gypsum: gypsum, gips
plaster: plaster, putz, render*, stucco, enduit, intonaco, yeso
tile: tile*, tiles*, fliese, carrelage, azulejo, piastrelle
ceramic: ceramic, keramik, céramique, cerámica
stone: natural stone, naturstein, stone*, granite, granit, marble, marmor, pierre*, piedra, limestone, sandstone
screed: screed, estrich, chape*
membrane: membrane, bitumen, epdm*, abdichtung, vapour barrier, vapor barrier, waterproofing
plastic: plastic, pvc*, kunststoff, vinyl
carpet: carpet, teppich, moquette
gravel: gravel, kies*, gravier
air, air layer: air space, air layer, air gap, air cavity, luftschicht, luft*, lame d'air, cámara de aire
"""


def _table() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for line in re.sub(r"\n {4}", " ", _WORDS).strip().splitlines():
        kinds, _, roots = line.partition(":")
        table |= {root.strip(): tuple(kind.strip() for kind in kinds.split(",")) for root in roots.split(",")}
    return table


ROOTS: Final = _table()
"""A part of a name, whole words where it ends in `*`, and what a material of such a name is."""


def _pattern(root: str) -> str:
    return rf"\b{re.escape(root[:-1])}\b" if root.endswith("*") else re.escape(root)


_ROOT: Final = re.compile("|".join(f"({_pattern(root)})" for root in sorted(ROOTS, key=len, reverse=True)))
_BY_GROUP: Final = [ROOTS[root] for root in sorted(ROOTS, key=len, reverse=True)]


def material_words() -> frozenset[str]:
    """The English words for what materials are."""
    return frozenset(kind for kinds in ROOTS.values() for kind in kinds)


@lru_cache(maxsize=1024)
def kinds_of(name: str) -> tuple[str, ...]:
    """What a material is by its name, in the order of the words in it; longer words are taken before shorter ones."""
    found = (_BY_GROUP[match.lastindex - 1] for match in _ROOT.finditer(name.lower()) if match.lastindex)
    return tuple(dict.fromkeys(kind for kinds in found for kind in kinds))
