"""Questions about services and equipment, levels side by side, and whether things are so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.engine.knowledge_base import KnowledgeBase

Make = Callable[..., Any]


@pytest.fixture(scope="module")
def clinic(model_in: Callable[[Path], Make], tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Two levels with doors, ducts of two systems, pumps of two makers and a door that says nothing of itself."""
    folder = tmp_path_factory.mktemp("clinic")
    one = model_in(folder)("IFC4")
    one.level.Name, one.level.Elevation = "Ground Floor", 0.0
    upper = one.rooted("IfcBuildingStorey", "First Floor", Elevation=3600.0)
    one.aggregate(one.building, upper)
    for number, closing in enumerate((True, True, False, None), 1):
        door = one.rooted("IfcDoor", f"D-{number}", OverallWidth=900.0, OverallHeight=2100.0)
        one.contain(upper if number == 4 else one.level, door)
        one.properties(door, "Pset_DoorCommon", IsExternal=("IfcBoolean", number == 1))
        if closing is not None:
            one.properties(door, "Pset_DoorExtra", SelfClosing=("IfcBoolean", closing), FireExit=("IfcBoolean", True))
    ducts = []
    for number, weight in enumerate((40.0, 60.0, 25.0), 1):
        duct = one.element("IfcDuctSegment", f"DU-{number}")
        weighed = one.add("IfcQuantityWeight", Name="GrossWeight", WeightValue=weight)
        one.quantities(duct, "Qto_DuctSegmentBaseQuantities", weighed)
        one.properties(duct, "Insulation", InsulationThickness=("IfcLengthMeasure", 25.0 if number == 1 else 0.0))
        ducts.append(duct)
    steel = one.add("IfcMaterial", Name="Galvanised Steel G90")
    one.rooted("IfcRelAssociatesMaterial", None, RelatedObjects=ducts, RelatingMaterial=steel)
    for _ in range(2):
        one.element("IfcDiscreteAccessory", "HANGER M8")
    for name, members in (("Supply Air 1", ducts[:2]), ("Extract Air 1", ducts[2:])):
        system = one.rooted("IfcDistributionSystem", name)
        one.rooted("IfcRelAssignsToGroup", None, RelatedObjects=members, RelatingGroup=system)
    terminals = []
    for name, kind in (("SA-1", "WASHHANDBASIN"), ("SA-2", "TOILETPAN")):
        terminals.append(one.rooted("IfcSanitaryTerminal", name, PredefinedType=kind))
    for name, kind in (("SE-1", "SMOKESENSOR"), ("SE-2", "CO2SENSOR")):
        one.element("IfcSensor", name, PredefinedType=kind)
    for name, maker, power in (("PU-1", "Grundfos", 0.5), ("PU-2", "Wilo", 0.7)):
        pump = one.element("IfcPump", name)
        made = {"Manufacturer": ("IfcLabel", maker), "ModelLabel": ("IfcLabel", f"{maker[0]}50")}
        one.properties(pump, "Pset_ManufacturerTypeInformation", **made)
        one.properties(pump, "Pset_ElectricalDeviceCommon", NominalPower=("IfcReal", power))
        one.properties(pump, "Circuits", Panel=("IfcLabel", f"DB-{name[-1]}"))
        one.properties(pump, "Pset_PumpTotals", TotalLoss=("IfcPowerMeasure", power))
    plant = one.rooted("IfcSpace", "B01", LongName="Plant Room")
    restrooms = [
        one.rooted("IfcSpace", f"0{at}", LongName=f"Restroom {who}") for at, who in enumerate(("Women", "Men"))
    ]
    one.aggregate(one.level, plant, *restrooms)
    for room, terminal in zip(reversed(restrooms), terminals, strict=True):
        one.contain(room, terminal)
    one.contain(plant, one.rooted("IfcUnitaryEquipment", "AH-1", Tag="77", PredefinedType="AIRHANDLER"))
    lift = one.element("IfcTransportElement", "Lift", PredefinedType="ELEVATOR")
    one.properties(lift, "Pset_TransportElementCommon", CapacityPeople=("IfcCountMeasure", 8))
    one.path.write_text(one.text(), encoding="ascii")
    fp.load([one.path], folder / "clinic.fp")
    with fp.open(folder / "clinic.fp") as kb:
        yield kb


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Are all doors self-closing?", "Not all: 2 of 4 are. Of 1 the model does not say."),
        ("Are any of the doors self closing?", "Yes: 2 of 4 are. Of 1 the model does not say."),
        ("Is D-1 self closing?", "Yes."),
        ("Can D-2 be used as a fire exit?", "Yes."),
        ("Is D-4 a fire exit?", "The model does not say whether it is fire exit."),
        ("Are any ground floor doors external?", "Yes: 1 of 3 is."),
        ("Are there more doors on the first floor than on the ground floor?", "No. Ground Floor: 3, First Floor: 1."),
        ("Does the first floor have fewer doors than the ground floor?", "Yes. Ground Floor: 3, First Floor: 1."),
        ("What is the noise level of PU-1?", "The model does not say the noise level of PU-1."),
        ("What is the acoustic rating of D-1?", "The model does not say the acoustic rating of D-1."),
        ("When was the last inspection of PU-1?", "The model does not say anything of maintenance."),
        ("How high is the ground floor, floor to floor?", "The height between them is 3.6 m."),
        ("How much do the ducts of Supply Air 1 weigh in total?", "The total weight is 100 kg."),
        ("Sum up the weight of the ducts in the extract air system", "The total weight is 25 kg."),
        ("What model are the pumps?", "2 values of model label: "),
        ("What make is PU-1?", "The manufacturer of PU-1 is Grundfos."),
        ("What is the total loss of the pumps?", "The total loss is 1.2 W."),
        ("What is the tag of the AHU?", "The tag of AH-1 is 77."),
        ("Where is the air handling unit?", "AH-1 (room: Plant Room, level: Ground Floor)."),
        ("List the manufacturers", "2 manufacturers: "),
        ("How many people can the lift carry?", "Lift has 8 "),
        ("Are there more doors than ducts?", "Yes. Doors: 4, ducts: 3."),
        ("Compare the number of pumps and ducts", "Pumps: 2, ducts: 3."),
        ("What manufacturer does PU-2 have?", "The manufacturer of PU-2 is Wilo."),
        ("What is the name of the air handling unit with tag 77?", "AH-1"),
        ("How much weight do the ducts on the ground floor have?", "The total weight is 125 kg."),
        ("What does DU-1 weigh?", "The total weight is 40 kg."),
        ("What is the weight per level of the ducts?", "Ground Floor (total weight: 125 kg)."),
        ("What is the noise level of the pumps?", "The model does not say the noise level of the pumps."),
        ("List the materials of the ducts", "Galvanised Steel G90."),
    ],
)
def test_the_answer_says_so(clinic: KnowledgeBase, question: str, said: str) -> None:
    assert clinic.ask(question).text.startswith(said)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which equipment is made by Grundfos?", {"PU-1"}),
        ("Which ducts belong to the extract air system?", {"DU-3"}),
        ("Which ducts are in Supply Air 1?", {"DU-1", "DU-2"}),
        ("Which doors are called D-2?", {"D-2"}),
        ("Which rooms contain a toilet?", {"00"}),
        ("Which systems are in the model?", {"Supply Air 1", "Extract Air 1"}),
        ("Which ducts are made of G90?", {"DU-1", "DU-2", "DU-3"}),
        ("Which ducts have no insulation?", {"DU-2", "DU-3"}),
        ("Which pumps are fed from panel DB-2?", {"PU-2"}),
    ],
)
def test_the_things_that_are_meant(clinic: KnowledgeBase, question: str, names: set[str]) -> None:
    answer = clinic.ask(question)
    assert {row[0].properties["name"] for row in answer.rows} == names
    assert answer.confidence >= 0.8


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("How many wash basins are there?", (1,)),
        ("How many smoke detectors are there?", (1,)),
        ("How many sensors are there?", (2,)),
        ("How many hangers are there?", (2,)),
        ("How many instances of IfcDuctSegment are in the model?", (3,)),
        ("How many ducts on the ground floor are heavier than 30 kg?", (2,)),
        ("How many toilets are in the women's restroom?", (1,)),
        ("How many toilets are in the men's restroom?", (0,)),
        ("How many doors are external and how many are internal?", (1, 3)),
    ],
)
def test_how_many_there_are(clinic: KnowledgeBase, question: str, numbers: tuple[int, ...]) -> None:
    assert clinic.ask(question).rows == (numbers,)


def test_levels_stand_side_by_side_with_those_that_have_none(clinic: KnowledgeBase) -> None:
    for question in (
        "Compare the number of ducts on the ground floor and the first floor",
        "How many ducts are on the ground floor compared to the first floor?",
    ):
        assert set(clinic.ask(question).rows) == {("Ground Floor", 3), ("First Floor", 0)}


def test_how_many_people_needs_a_number_of_them(clinic: KnowledgeBase) -> None:
    answer = clinic.ask("How many people is the first floor designed for?")
    assert (answer.status, answer.text) == (
        Status.UNANSWERABLE,
        "The model does not say how many people anything is for.",
    )
