"""The graph of the sample statutes."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from laws_reader import Laws, read_laws

import fingerpost
from fingerpost.ingest import NodeRecord


def test_instruments_carry_title_number_and_dates(laws: Laws) -> None:
    act = laws.nodes["H-99"]
    assert act.labels == ("Act", "Instrument")
    assert act.properties["title"] == "Harbour Safety Act"
    assert act.properties["number"] == "S.C. 2019, c. 44"
    assert act.properties["currentTo"] == dt.date(2024, 11, 1)
    assert laws.nodes["SOR-2010-40"].properties["inForce"] is False
    assert laws.nodes["A-999"].labels == ("Stub", "Instrument")


def test_provisions_hang_together_in_order(laws: Laws) -> None:
    assert laws.from_to("H-99#7(2)(b)", "PART_OF", "H-99#7(2)").properties["order"] == 2
    assert laws.from_to("H-99#7", "PART_OF", "H-99#PART II").properties["order"] == 2
    assert ("H-99", "H-99#7") in laws.between("HAS_SECTION")
    assert laws.nodes["H-99#7(2)"].properties["heading"] == "Powers"


def test_a_repealed_provision_says_by_what_and_when(laws: Laws) -> None:
    properties = laws.nodes["H-99#5"].properties
    assert (properties["repealed"], properties["repealedBy"], properties["repealedIn"]) == (
        True,
        "2023, c. 8, s. 22",
        2023,
    )


def test_a_citation_names_provision_section_and_sentence(laws: Laws) -> None:
    found = laws.from_to("H-99#8", "CITES", "T-99").properties
    assert found["section"] == "12 to 14"
    assert found["quote"] == "Tidal Waters Act"
    assert str(found["sentence"]).startswith("8 A person who is refused a licence may")
    assert {("H-99#8", "T-99#12"), ("H-99#8", "T-99#13"), ("H-99#8", "T-99#14")} <= laws.between("CITES_PROVISION")
    assert laws.from_to("H-99", "REFERENCES", "T-99").properties["strength"] == 2


def test_an_act_does_not_cite_itself(laws: Laws) -> None:
    assert not any(start.startswith("H-99#") and end == "H-99" for start, end in laws.between("CITES"))


def test_regulations_implement_every_enabling_act(laws: Laws) -> None:
    assert laws.between("IMPLEMENTS") == {
        ("SOR-2010-40", "H-99"),
        ("SOR-2020-901", "H-99"),
        ("SOR-2020-901", "P-99"),
        ("SOR-2021-17", "H-99"),
    }


def test_amendments_name_instrument_date_and_sections(laws: Laws) -> None:
    found = laws.from_to("amendment:2023, c. 8", "AMENDS", "H-99").properties
    assert (found["date"], found["sections"]) == (dt.date(2023, 6, 15), ("s. 21", "s. 22", "s. 23"))
    assert laws.from_to("amendment:2023, c. 8", "AMENDS", "H-99#3").properties["section"] == "s. 21"
    assert not any(start == "amendment:2019, c. 44" for start, _ in laws.between("AMENDS")), (
        "what made it amends nothing"
    )


def test_one_replaces_another_only_where_the_text_says_so(laws: Laws) -> None:
    assert laws.between("REPLACES") == {("SOR-2021-17", "SOR-2005-300")}


def test_one_repeals_another_where_the_text_says_so_without_a_condition(act: Callable[..., Path]) -> None:
    said = ("is repealed.", "is repealed on the day that is fixed.", "applies.", "<Sup>1</Sup> is repealed.")
    body = "".join(
        f'<Section><Label>{n}</Label><Text>The <XRefExternal reference-type="act" link="O-{n}">Old Act {n}'
        f"</XRefExternal> {words}</Text></Section>"
        for n, words in enumerate(said, 1)
    )
    laws = read_laws(act(body))
    assert laws.between("REPEALS") == {("X-1", "O-1"), ("X-1", "O-4")}
    found = laws.from_to("X-1", "REPEALS", "O-1").properties
    assert (found["provision"], found["citing"]) == ("X-1#1", "1")


def test_french_and_english_are_joined_by_document_and_label(laws: Laws) -> None:
    assert {("H-99:fr", "H-99"), ("H-99:fr#7(2)(b)", "H-99#7(2)(b)")} <= laws.between("TRANSLATION_OF")
    assert ("H-99:fr#4(b)", "SOR-2020-901") in laws.between("CITES"), "the French number leads to the same regulation"


def test_each_text_of_a_provision_is_kept_once_with_its_dates(laws: Laws) -> None:
    versions = sorted(start for start, end in laws.between("VERSION_OF") if end == "H-99#3(2)")
    texts = [laws.nodes[version].properties for version in versions]
    assert [(text.get("from"), text.get("to")) for text in texts] == [
        (dt.date(2019, 5, 1), dt.date(2023, 6, 15)),
        (dt.date(2023, 6, 15), None),
    ]
    assert "three years" in str(texts[0]["text"])
    assert "five years" in str(texts[1]["text"])
    assert not any(end == "H-99#4" for _, end in laws.between("VERSION_OF")), "what did not change is not stored again"


def test_a_first_text_that_says_a_later_date_holds_from_the_beginning(tmp_path: Path, act: Callable[..., Path]) -> None:
    said = {"2022-11-01": ("2024-05-01", "three"), "2024-11-01": ("2023-06-15", "five")}
    for folder, (date, years) in said.items():
        section = f"<Section lims:lastAmendedDate='{date}'><Label>1</Label><Text>For {years} years.</Text></Section>"
        place = tmp_path / "laws" / folder / "X-1.xml"
        place.parent.mkdir(parents=True)
        act(section).rename(place)
    laws = read_laws(tmp_path / "laws")
    texts = [laws.nodes[f"X-1#1@{number}"].properties for number in (1, 2)]
    assert [(text.get("from"), text.get("to")) for text in texts] == [
        (None, dt.date(2023, 6, 15)),
        (dt.date(2023, 6, 15), None),
    ]


def test_every_citation_slices_back_to_the_words_that_cite(laws: Laws) -> None:
    for one in laws.relationships:
        if one.type == "CITES" and "to" not in one.properties:
            _slices_back(laws.nodes[one.start], one.properties)


def _slices_back(provision: NodeRecord, citation: dict[str, object]) -> None:
    first = int(str(provision.properties["start"]))
    start, end = int(str(citation["start"])) - first, int(str(citation["end"])) - first
    assert str(provision.properties["text"])[start:end] == citation["quote"]


def test_the_kind_is_found_by_itself(statutes: Path, tmp_path: Path) -> None:
    report = fingerpost.load([statutes], tmp_path / "laws.fp")
    assert report.pack == "regulations"
    assert not report.problems


def test_progress_counts_every_byte_of_a_folder(statutes: Path, tmp_path: Path) -> None:
    corpus = shutil.copytree(statutes, tmp_path / "laws")
    (corpus / "INDEX.json").write_text("[]" * 100, encoding="utf-8")
    read: list[int] = []
    fingerpost.load([corpus], tmp_path / "laws.fp", progress=read.append)
    assert sum(read) == sum(file.stat().st_size for file in corpus.rglob("*") if file.is_file())


@pytest.mark.shared
def test_the_public_subset_has_its_citations_and_enabling_acts(shared) -> None:  # type: ignore[no-untyped-def]
    laws = read_laws(shared("regulations"))
    assert not laws.problems
    english = {key for key, node in laws.nodes.items() if node.properties.get("language") == "en"}
    cites = [one for one in laws.relationships if one.type == "CITES"]
    assert sum(one.end in english and ":fr#" not in one.start for one in cites) == 1714
    assert len({pair for pair in laws.between("IMPLEMENTS") if pair[0] in english and pair[1] in english}) == 79
    for one in cites:
        if "Instrument" not in laws.nodes[one.start].labels:
            _slices_back(laws.nodes[one.start], one.properties)


def test_labels_are_those_that_people_cite(act: Callable[..., Path]) -> None:
    paragraph = "<Paragraph><Label>a)</Label><Text>two.</Text></Paragraph>"
    section = f"<Section><Label>*110</Label><Text>One</Text>{paragraph}</Section>"
    assert {"X-1#110", "X-1#110(a)"} <= set(read_laws(act(section)).nodes)


def test_an_instrument_that_comes_into_force_by_and_by_amends_at_each_date(act: Callable[..., Path]) -> None:
    note = "<HistoricalNote><HistoricalNoteSubItem>2024, c. 7, s. {}</HistoricalNoteSubItem></HistoricalNote>"
    body = "".join(
        f'<Section lims:lastAmendedDate="{date}"><Label>{n}</Label><Text>It holds.</Text>{note.format(n)}</Section>'
        for n, date in ((1, "2024-06-20"), (2, "2025-01-01"))
    )
    recent = "".join(
        f"<Amendment><AmendmentCitation>2024, c. 7</AmendmentCitation><AmendmentDate>{date}</AmendmentDate></Amendment>"
        for date in ("2025-01-01", "2024-06-20")
    )
    file = act(body)
    text = file.read_text(encoding="utf-8").replace("</Body>", f"</Body><RecentAmendments>{recent}</RecentAmendments>")
    file.write_text(text, encoding="utf-8")
    found = [one for one in read_laws(file).relationships if one.type == "AMENDS"]
    assert {(one.end, one.properties["date"], one.properties.get("sections")) for one in found if one.end == "X-1"} == {
        ("X-1", dt.date(2024, 6, 20), ("s. 1",)),
        ("X-1", dt.date(2025, 1, 1), ("s. 2",)),
    }
    assert {one.end: one.properties["date"] for one in found if "#" in one.end} == {
        "X-1#1": dt.date(2024, 6, 20),
        "X-1#2": dt.date(2025, 1, 1),
    }


def test_amendments_and_repeals_are_dated_by_their_own_notes(act: Callable[..., Path]) -> None:
    def section(
        label: str, notes: Iterable[tuple[str, str]], text: str = "<Text>It holds.</Text>", more: str = ""
    ) -> str:
        items = "".join(
            f'<HistoricalNoteSubItem lims:inforce-start-date="{date}">{note}</HistoricalNoteSubItem>'
            for date, note in notes
        )
        dated = 'lims:inforce-start-date="2022-09-25" lims:lastAmendedDate="2022-09-25"'
        history = f"<HistoricalNote>{items}</HistoricalNote>" if items else ""
        return f"<Section {dated}><Label>{label}</Label>{text}{more}{history}</Section>"

    joined = (("2017-12-03", "2001, c. 5, s. 4; 2016, c. 7, s. 209"), ("2021-09-26", "2021, c. 23, s. 303"))
    begun = (("2003-01-01", "1995, c. 9, s. 2"), ("2007-04-01", "2006, c. 9, s. 145"))
    newest = (("2008-06-18", "2001, c. 4, s. 95; 2008, c. 28, s. 155"),)
    gone = "<Text><Repealed>[Repealed, {}]</Repealed></Text>"
    inner = "".join(
        f"<Subsection><Label>({number})</Label>{gone.format(by)}</Subsection>"
        for number, by in ((1, "2012, c. 19, s. 604"), (2, "2006, c. 9, s. 145"))
    )
    whole = section("3", (), gone.format("2021, c. 23, s. 9"))
    laws = read_laws(act(section("1", joined) + section("2", begun, more=inner) + whole + section("4", newest)))
    dates = {(one.start, one.end): one.properties.get("date") for one in laws.relationships if one.type == "AMENDS"}
    assert dates["amendment:2021, c. 23", "X-1#1"] == dt.date(2021, 9, 26)
    assert dates["amendment:2006, c. 9", "X-1#2"] == dates["amendment:2006, c. 9", "X-1"] == dt.date(2007, 4, 1)
    assert dates["amendment:2016, c. 7", "X-1#1"] is None, "the day of a note on several is that of none"
    assert dates["amendment:2008, c. 28", "X-1#4"] == dt.date(2008, 6, 18), "but of that of the same year"
    assert dates["amendment:2001, c. 4", "X-1#4"] is None
    assert dates["amendment:1995, c. 9", "X-1#2"] is None, "the record begins then"
    repealed = {label: laws.nodes[f"X-1#{label}"].properties for label in ("2(1)", "2(2)", "3")}
    assert {label: (one.get("repealedOn"), one["repealedIn"]) for label, one in repealed.items()} == {
        "2(1)": (None, 2012),
        "2(2)": (dt.date(2007, 4, 1), 2007),
        "3": (dt.date(2022, 9, 25), 2022),
    }


def test_terms_that_are_defined_in_one_sentence_are_each_defined(act: Callable[..., Path]) -> None:
    terms = "<DefinedTermEn>oath</DefinedTermEn> includes a promise, <DefinedTermEn>sworn</DefinedTermEn> means so"
    laws = read_laws(act(f"<Section><Label>2</Label><Definition><Text>{terms}.</Text></Definition></Section>"))
    defined = {node.properties["term"] for node in laws.nodes.values() if node.labels == ("Definition",)}
    assert defined == {"oath", "sworn"}


def test_ranges_that_are_cited_are_spelled_out(laws: Laws) -> None:
    assert laws.from_to("H-99#8", "CITES", "T-99").properties["sections"] == ("12", "13", "14")


def test_an_enabling_act_that_changed_holds_until_the_edition_without_it(tmp_path: Path) -> None:
    for date, enabling in (("2022-01-01", "H-99"), ("2023-01-01", "P-99")):
        file = tmp_path / date / "SOR-2020-1.xml"
        file.parent.mkdir()
        link = f'<XRefExternal reference-type="act" link="{enabling}">AN ACT</XRefExternal>'
        head = f"<EnablingAuthority>{link}</EnablingAuthority><LongTitle>Some Rules</LongTitle>"
        text = f"<Regulation><Identification>{head}</Identification><Body/></Regulation>"
        file.write_text(text, encoding="utf-8")
    laws = read_laws(tmp_path)
    assert laws.from_to("SOR-2020-1", "IMPLEMENTS", "H-99").properties == {"to": dt.date(2023, 1, 1)}
    assert laws.from_to("SOR-2020-1", "IMPLEMENTS", "P-99").properties == {"from": dt.date(2023, 1, 1)}


def test_several_folders_are_one_corpus(statutes: Path, tmp_path: Path) -> None:
    newest = statutes / "2024-11-01"
    together = tmp_path / "together.fp"
    report = fingerpost.load([newest / "eng", newest / "fra"], together)
    assert not report.problems
    assert report.nodes == fingerpost.load([newest], tmp_path / "whole.fp").nodes
