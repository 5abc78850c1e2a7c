"""What rooms and elements are in English, by their names in the languages of the exporters."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_ROOM_WORDS: Final = """
kitchen: küche, kueche, teeküche, wohnküche, cuisine, cocina, cucina, keuken, kjøkken, kök
bathroom: bad, badezimmer, duschbad, salle de bain, salle de bains, baño, bagno, badkamer
shower: dusche, douche
toilet: wc, toilette, toilettes, gäste-wc, wc damen, wc herren, damen-wc, herren-wc, aseo, restroom, washroom, lavatory
bedroom: schlafzimmer, schlafen, chambre, dormitorio, camera da letto, slaapkamer, kinderzimmer, kind, gästezimmer
living room: wohnen, wohnzimmer, salon, séjour, sala de estar, soggiorno, woonkamer
corridor: flur, gang, diele, korridor, couloir, pasillo, corridoio, hallway
entrance: eingang, windfang, entrée, entrada, ingresso, entree
lobby: foyer, empfang, eingangshalle
office: büro, buero, bureau, oficina, ufficio, kantoor, arbeitszimmer
storage: abstellraum, abstell, lager, lagerraum, abstellkammer, stockage, almacén, deposito, berging
pantry: speisekammer, vorrat, vorratsraum
dining room: esszimmer, essen, salle à manger, comedor, sala da pranzo
stairwell: treppenhaus, treppenraum, cage d'escalier, escalera
gallery: galerie
basement: keller, kellerraum, cave
garage: garage, garaje
meeting room: besprechung, besprechungsraum, konferenzraum, salle de réunion
utility room: hauswirtschaftsraum, hwr, waschküche, hauswirtschaft, buanderie
technical room: technik, technikraum, haustechnik, hausanschlussraum, heizung, heizungsraum, local technique
server room: serverraum, server
archive: archiv
workshop: werkstatt, atelier
classroom: klassenzimmer, klassenraum, unterrichtsraum, seminarraum, hörsaal, salle de classe, aula
laboratory: labor
cloakroom: garderobe, vestiaire
dressing room: ankleide
balcony: balkon, balcon, balcón, balcone
loggia: loggia
terrace: terrasse, dachterrasse, terraza, terrazza
shaft: schacht, installationsschacht, aufzugsschacht
lift: aufzug, fahrstuhl, ascenseur
attic: dachboden, spitzboden, grenier
"""
_ELEMENT_WORDS: Final = """
rafter: sparren, dachsparren, chevron
purlin: pfette, firstpfette, mittelpfette, fusspfette, fußpfette, panne
ridge beam: first, firstbalken, faîtière
collar beam: kehlbalken
downstand beam: unterzug
beam: balken, träger, stahlträger, poutre, trave, viga
column: stütze, stuetze, säule, poteau, pilastro
ground slab, base slab, foundation slab: bodenplatte, fundamentplatte, sohlplatte, dalle de fondation
floor slab: geschossdecke, decke, rohdecke, stahlbetondecke, dalle
roof: dach, dachfläche, flachdach, satteldach
foundation: fundament, streifenfundament, einzelfundament
parapet: attika, brüstung
interior door: innentür, innentuer, zimmertür, zimmertuer
front door, entrance door: haustür, haustuer, eingangstür, eingangstuer, wohnungstür
patio door, terrace door: terrassentür, terrassentuer, balkontür, balkontuer
fire door: brandschutztür, brandschutztuer
sliding door: schiebetür, schiebetuer
garage door: garagentor
skylight, roof window: dachfenster, dachflächenfenster
spiral stair, spiral staircase: wendeltreppe
stair: treppe, escalier, scala
landing: podest
railing: geländer, gelaender, garde-corps
guard rail: absturzsicherung
handrail: handlauf
canopy: vordach
chimney: schornstein, kamin
radiator: heizkörper, heizkoerper
washbasin, sink: waschbecken, waschtisch, lavabo
bathtub, bath: badewanne, baignoire
shower: dusche, duschwanne
toilet: wc, wc-becken, klosett
urinal: urinal
partition: trennwand
load-bearing wall: tragwand
shelf: regal
table: tisch
chair: stuhl
desk: schreibtisch
cupboard, cabinet: schrank
bed: bett
sofa: sofa, couch
lamp: leuchte, lampe
socket: steckdose
switch: schalter
"""
_IN_FAMILIES: Final = re.compile(
    r"(?<![a-z])(pile cap|pile|footing|truss|joist|lintel|purlin|rafter|brace|girder|stringer|corbel|parapet)(?![a-z])"
)
"""English nouns that a family's name may have although the class is another: pile caps are exported as slabs."""
_NUMBERED: Final = re.compile(r"(?:[\s_.\-]*\d+[a-z]?)+$", re.IGNORECASE)
_SHORTEST_ENDING: Final = 5
"""How many letters the last part of a compound must have to be known by it: a Holzsparren is a rafter."""


def _table(text: str) -> dict[str, tuple[str, ...]]:
    lines = (line.partition(":") for line in text.strip().splitlines())
    return {
        word.strip(): tuple(one.strip() for one in english.split(","))
        for english, _, words in lines
        for word in words.split(",")
    }


ROOMS: Final = _table(_ROOM_WORDS)
ELEMENTS: Final = _table(_ELEMENT_WORDS)


def room_in_english(name: str) -> str:
    """What a room is called in English; its name where that is not known to be in another language."""
    return ROOMS.get(name.lower(), (name,))[0]


@lru_cache(maxsize=4096)
def element_in_english(name: str) -> tuple[str, ...]:
    """The name of an element without its number, and what that is in English: "Sparren-14" is a Sparren, a rafter.

    Empty if the name is not known to be in another language.
    """
    said = _NUMBERED.sub("", name.partition(":")[0].strip())
    family = _IN_FAMILIES.search(name.partition(":")[0].lower().replace("_", " ")) if ":" in name else None
    if family is not None:
        return (family[1],)
    lower = said.lower()
    if lower in ELEMENTS:
        return (said, *ELEMENTS[lower])
    if not lower.isalpha():
        return ()
    endings = (lower[place:] for place in range(1, len(lower) - _SHORTEST_ENDING + 1))
    return next(((said, *ELEMENTS[ending]) for ending in endings if ending in ELEMENTS), ())
