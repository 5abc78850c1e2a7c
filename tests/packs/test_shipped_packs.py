"""The packs of the wheel: questions that a user of the samples asks, without the pack and with it."""

from __future__ import annotations

import pytest
from opening_with import Opened

from fingerpost.core.answer import Status
from fingerpost.core.settings import Settings
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.packs import check_pack


def _ranked(function: str, label: str, name: str) -> str:
    """The query for the nodes with the most or the least of a property."""
    return f"MATCH (x:{label}) WITH {function}(x.{name}) AS v MATCH (x:{label}) WHERE x.{name} = v RETURN x"


LIBRARY = {
    "How many patrons are there?": "MATCH (m:Member) RETURN count(m)",
    "How many titles are in stock?": "MATCH (b:Book) RETURN count(b)",
    "Which is the thickest book?": _ranked("max", "Book", "pages"),
    "Which books are love stories?": "MATCH (b:Book)-[:IN_GENRE]->(g:Genre {name: 'Romance'}) RETURN b",
    "Which libraries are wheelchair accessible?": "MATCH (b:Branch) WHERE b.stepFree RETURN b",
    "Which is the largest library?": _ranked("max", "Branch", "seats"),
    "Which libraries stock Emma?": "MATCH (b:Book {title: 'Emma'})-[:HELD_AT]->(x:Branch) RETURN x",
}
HOUSE = {
    "How many partitions are there?": "MATCH (w:Wall) WHERE w.typeName CONTAINS 'Partition' RETURN count(w)",
    "How many pillars are there?": "RETURN 0",
    "What is the floor area of each room?": "MATCH (r:Room) RETURN r.name, r.longName, r.netFloorArea",
}


def rows(kb: KnowledgeBase, found: object) -> list[str]:
    """Rows as they can be compared: nodes by their ids, in no order."""
    cells = getattr(found, "rows", ())
    return sorted(repr([getattr(cell, "element_id", cell) for cell in row]) for row in cells)


def right(kb: KnowledgeBase, question: str, gold: str) -> bool:
    answer = kb.ask(question)
    return answer.status in (Status.ANSWERED, Status.EMPTY) and rows(kb, answer) == rows(kb, kb.query(gold))


@pytest.mark.parametrize(("question", "gold"), LIBRARY.items())
def test_the_librarys_words(library: KnowledgeBase, question: str, gold: str) -> None:
    assert not right(library, question, gold)
    with KnowledgeBase(library.place, Settings(pack="library")) as kb:
        assert right(kb, question, gold)


def test_what_a_pack_says_is_no_guess(library: KnowledgeBase) -> None:
    question, gold = (
        "Which novels did Jane Austen write?",
        "MATCH (:Author {name: 'Jane Austen'})-[:WROTE]->(b) RETURN b",
    )
    assert library.ask(question).confidence < 0.8
    with KnowledgeBase(library.place, Settings(pack="library")) as kb:
        assert right(kb, question, gold)
        assert kb.ask(question).confidence >= 0.8


@pytest.mark.parametrize(("question", "gold"), HOUSE.items())
def test_the_buildings_words(house: KnowledgeBase, with_pack: Opened, question: str, gold: str) -> None:
    assert not right(with_pack(house, ""), question, gold)
    assert right(house, question, gold)


LACKING = {
    "acousticRating", "grossFloorArea", "grossVolume", "omniClassNumber", "omniClassTitle", "tag",
    "Actor", "Classification", "CostItem", "Document", "Profile", "Task",
    "ASSIGNED_TO", "CLASSIFIED_AS", "COVERS", "HAS_DOCUMENT", "SERVES",
    "airConditioning", "artificialLighting", "combustible", "compartmentation", "fireExit", "fireRatingMinutes",
    "ABOVE", "NEXT_TO", "bottomElevation", "isSloped", "phaseCreated", "topElevation",
    "handicapAccessible", "naturalVentilation", "occupancyNumber", "publiclyAccessible", "selfClosing", "smokeStop",
    "Equipment", "Port", "HAS_PORT", "airFlowRate", "buildingHeightLimit", "ceilingCovering", "floorCovering",
    "heatingDryBulb", "manufacturer", "nominalPower", "outputCapacity", "wallCovering",
    "ElectricDistributionPoint", "MechanicalFastener", "ReinforcingBar", "ReinforcingMesh", "assemblyPlace",
    "barLength", "flow", "heatTransferCoefficientU", "nominalDiameter", "steelGrade", "thermalResistanceR",
    "ElectricDistributionBoard", "capacityPeople", "capacityWeight", "modelLabel", "modelReference", "color", "neigung",
}  # fmt: skip


def test_they_fit_their_samples(library: KnowledgeBase, house: KnowledgeBase) -> None:
    assert check_pack("library", library).lacking == ()
    assert set(check_pack("buildings", house).lacking) <= LACKING
