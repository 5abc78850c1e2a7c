"""Questions about law as analysts asked them, over the sample statutes: each a kind that was once answered wrongly."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.domains.regulations.questions.catalog import Catalog, Title
from fingerpost.domains.regulations.questions.cues import cues
from fingerpost.domains.regulations.questions.reader import LawReader
from fingerpost.domains.regulations.questions.reading import read
from fingerpost.domains.regulations.questions.request import Request
from fingerpost.domains.regulations.questions.titled import described, of_sort
from fingerpost.engine import KnowledgeBase


def test_the_kind_of_what_a_provision_cites_is_known_of_stubs_too(kb: KnowledgeBase) -> None:
    rows = kb.ask("Which acts does section 14 of the Tidal Waters Act cite?").rows
    assert [row[0] for row in rows] == ["Maritime Tribunals Act"]
    assert kb.ask("How many acts does section 14 of the Tidal Waters Act cite?").rows == ((1,),)
    assert kb.ask("Which regulations does section 14 of the Tidal Waters Act cite?").status is Status.EMPTY


def test_what_an_instrument_amended_is_cited_by_what_it_amended(kb: KnowledgeBase) -> None:
    answer = kb.ask("What did SOR/2022-55 amend?")
    assert answer.text.startswith("2 instruments are amended by SOR/2022-55:")
    assert {citation.element_id for citation in answer.citations} == {"SOR-2021-17", "SOR-2010-40"}


def test_the_first_and_the_last_are_as_many_as_are_asked_for(kb: KnowledgeBase) -> None:
    oldest = kb.ask("Which is the oldest regulation?").text
    assert oldest.startswith(
        "The oldest regulation of a known date is Ferry Signals Regulations, registered 2010-03-01."
    )
    under = kb.ask("What are the two most recent regulations made under the Harbour Safety Act?").text
    assert under.splitlines()[:3] == [
        "The most recent 2 of 3 regulations of a known date under the Harbour Safety Act:",
        "1. Harbour Lights Regulations (registered 2021-02-10)",
        "2. Lighthouse Fees Regulations (registered 2020-12-01)",
    ]


def test_a_relation_that_no_law_says_is_never_sure(kb: KnowledgeBase) -> None:
    assert kb.ask("Which regulations are prerequisites of the Harbour Lights Regulations?").confidence < 0.8


def test_a_title_is_known_without_what_stands_in_brackets_behind_it() -> None:
    rules = Title("C.R.C.,_c._390", "Pension Appeals Board Rules of Procedure (Benefits)", "Regulation")
    fishing = Title("SOR-96-445:fr", "Règlement sur l’assurance-emploi (pêche)", "Regulation", "fr")
    catalog = Catalog([rules, fishing])
    [mention] = catalog.find("What repealed the Pension Appeals Board Rules of Procedure?")
    assert mention.titles == (rules,)
    question = "Le Règlement sur l'assurance-emploi (pêche) a-t-il été modifié ?"
    [mention] = catalog.find(question)
    assert question[mention.start : mention.end].endswith("(pêche)")


def test_a_section_cites_what_stands_in_it_and_no_more(kb: KnowledgeBase) -> None:
    assert kb.ask("Does section 4 of the Harbour Safety Act cite the Tidal Waters Act?").text.startswith("Yes:")
    assert kb.ask("Does section 3 of the Harbour Safety Act cite the Tidal Waters Act?").text.startswith("No:")
    assert kb.ask("Is section 7 of the Harbour Safety Act cited by the Lighthouse Fees Regulations?").text.startswith(
        "Yes:"
    )
    assert kb.ask("Is section 3 of the Harbour Safety Act cited by the Lighthouse Fees Regulations?").text.startswith(
        "No:"
    )
    often = kb.ask("How often does section 8 of the Harbour Safety Act cite the Tidal Waters Act?").text
    assert often.startswith("Section 8 of the Harbour Safety Act cites the Tidal Waters Act once.")
    two = kb.ask("Does section 4 of the Harbour Safety Act cite section 10 of the Tidal Waters Act?").text
    assert two.startswith("Yes:")
    assert kb.ask("Does section 4 of the Harbour Safety Act cite section 12 of the Tidal Waters Act?").text.startswith(
        "No:"
    )


def test_provisions_that_cite_a_subsection_cite_its_section(kb: KnowledgeBase) -> None:
    rows = kb.ask("Which provisions cite section 7 of the Harbour Safety Act?").rows
    assert [row[:2] for row in rows] == [("Lighthouse Fees Regulations", "4")]


def test_sections_are_counted_as_sections(kb: KnowledgeBase) -> None:
    answer = kb.ask("How many sections of the Harbour Safety Act cite the Lighthouse Fees Regulations?")
    assert answer.text.startswith("1 section cites the Lighthouse Fees Regulations")
    assert answer.metadata["relationship_count"] == 1
    assert kb.ask("How many sections of the Pilotage Licences Act cite the Tidal Waters Act?").text.startswith(
        "None: no section"
    )


def test_the_act_that_enables_is_implemented(kb: KnowledgeBase) -> None:
    question = "Is the {} the enabling act of the Harbour Lights Regulations?"
    assert kb.ask(question.format("Harbour Safety Act")).text.startswith("Yes:")
    assert kb.ask(question.format("Tidal Waters Act")).text.startswith("No:")


def test_what_is_as_high_or_as_late_is_named_too(kb: KnowledgeBase) -> None:
    most = kb.ask("Which two acts are cited by the most acts?")
    assert [row[2] for row in most.rows] == [2, 1, 1, 1], "one of them is cited and not loaded"


def test_a_provision_that_does_not_exist_is_said_so(kb: KnowledgeBase) -> None:
    for question in (
        "Has section 99 of the Harbour Safety Act been amended?",
        "What cites section 99 of the Harbour Safety Act?",
        "Does section 99 of the Harbour Safety Act cite the Tidal Waters Act?",
    ):
        answer = kb.ask(question)
        assert answer.status is Status.EMPTY
        assert answer.text.startswith("This corpus has no section 99 of the Harbour Safety Act.")


def test_orders_are_no_other_regulations(kb: KnowledgeBase) -> None:
    assert kb.ask("Which orders were made under the Harbour Safety Act?").text.startswith("None: no order")
    assert kb.ask("How many proclamations are there?").text.startswith("None: no proclamation")
    order = Title("SI-98-4", "Flood Relief Payments Remission Order", "Regulation")
    garnishment = Title("SOR-88-181", "Family Support Orders Garnishment Regulations", "Regulation")
    assert of_sort("order", [order, garnishment]) == ("SI-98-4",)


def test_a_list_of_what_a_section_cites_has_one_line_each(kb: KnowledgeBase) -> None:
    text = kb.ask("What cites section 4 of the Harbour Safety Act?").text
    assert text.splitlines()[:2] == [
        "1 instrument cites section 4 of the Harbour Safety Act:",
        "1. Harbour Lights Regulations (section 4)",
    ]


def test_how_often_goes_by_what_held_then(kb: KnowledgeBase) -> None:
    question = "How often {} the Harbour Safety Act cite the Tidal Waters Act{}?"
    assert "the Tidal Waters Act once in 2021." in kb.ask(question.format("did", " in 2021")).text
    assert "the Tidal Waters Act 2 times." in kb.ask(question.format("does", "")).text
    section = kb.ask("How often does the Harbour Safety Act cite section 10 of the Tidal Waters Act?")
    assert section.text.startswith("The Harbour Safety Act cites section 10 of the Tidal Waters Act once.")


def test_what_has_not_changed_since_then_is_said_so(kb: KnowledgeBase) -> None:
    text = kb.ask("What changed in section 3(2) of the Harbour Safety Act since 2024?").text
    assert text.startswith("Section 3(2) of the Harbour Safety Act has not changed since 2024-01-01: from 2023-06-15")


def test_who_no_longer_cites_is_never_who_cites(kb: KnowledgeBase) -> None:
    assert kb.ask("What no longer cites the Harbour Safety Act?").status is Status.UNANSWERABLE


def test_whether_an_instrument_amended_another_or_one_section_of_it(kb: KnowledgeBase) -> None:
    assert kb.ask("Did 2023, c. 8 amend the Harbour Safety Act?").text.startswith("Yes:")
    assert kb.ask("Did 2023, c. 8 amend the Pilotage Licences Act?").text.startswith("No:")
    assert kb.ask("Did 2023, c. 8 amend section 3 of the Harbour Safety Act?").text.startswith("Yes:")
    assert kb.ask("Was section 4 of the Harbour Safety Act amended by 2023, c. 8?").text.startswith("No:")
    assert kb.ask("Did 2023, c. 8 amend the Harbour Safety Act in 2021?").text.startswith("No:")
    assert [row[0] for row in kb.ask("Which regulations has SOR/2022-55 amended?").rows] == [
        "Ferry Signals Regulations",
        "Harbour Lights Regulations",
    ]


def test_whether_one_instrument_repealed_another(kb: KnowledgeBase) -> None:
    assert kb.ask("Was SOR/2010-40 repealed by SOR/2022-55?").text.startswith("Yes:")
    other = kb.ask("Was SOR/2010-40 repealed by 2023, c. 8?").text
    assert other.startswith("No: the Ferry Signals Regulations was repealed by SOR/2022-55")


def test_every_answer_says_to_which_day_it_is_current(kb: KnowledgeBase) -> None:
    for question in ("How many acts cite the Maritime Tribunals Act?", "Which acts cite repealed acts?"):
        answer = kb.ask(question)
        assert answer.text.endswith("Current to 2024-11-01.")
        assert all(citation.element_id for citation in answer.citations)


@pytest.mark.parametrize(
    "question", ["What did SOR/2022-55 repeal?", "Which regulations were repealed by SOR/2022-55?"]
)
def test_what_an_instrument_repealed_is_what_it_ended(kb: KnowledgeBase, question: str) -> None:
    answer = kb.ask(question)
    assert [row[0] for row in answer.rows] == ["Ferry Signals Regulations"]
    assert "repealed by SOR/2022-55" in answer.text
    assert kb.ask(question.replace("2022-55", "2022-5")).status is not Status.ANSWERED


def test_the_provisions_that_cite_are_no_provisions_that_are_cited(kb: KnowledgeBase) -> None:
    answer = kb.ask("How many sections of the Harbour Safety Act cite other acts?")
    assert answer.text.startswith("3 sections of the Harbour Safety Act cite acts:")
    assert {citation.element_id for citation in answer.citations} == {"H-99#3(1)", "H-99#4(a)", "H-99#8"}
    none = kb.ask("Which provisions of the Tidal Waters Act cite regulations?")
    assert none.text.startswith("None: no provision of the Tidal Waters Act cites regulations.")


def test_who_did_it_is_no_yes_or_no(kb: KnowledgeBase) -> None:
    assert kb.ask("Who repealed section 5 of the Harbour Safety Act?").text.startswith("Section 5 of the Harbour")
    assert kb.ask("How many acts do not cite the Tidal Waters Act?").text.startswith("1 act does not cite")


def test_numbers_of_each_name_all(kb: KnowledgeBase) -> None:
    text = kb.ask("How many acts does each regulation cite?").text
    assert text.splitlines()[:3] == [
        "1. Lighthouse Fees Regulations: 2",
        "2. Harbour Lights Regulations: 1",
        "All others: 0.",
    ]


def test_documents_are_counted_by_language(kb: KnowledgeBase) -> None:
    assert kb.ask("How many documents are in French?").text.startswith("This corpus has 1 act in French.")
    assert kb.ask("How many acts are in Alberta?").status is Status.UNANSWERABLE
    assert kb.ask("How many regulations are in French?").text.startswith("This corpus has no regulations in French.")


def test_what_amends_is_of_the_kind_that_is_asked_for(kb: KnowledgeBase) -> None:
    assert kb.ask("Which regulations amended the Harbour Safety Act?").status is Status.EMPTY
    assert kb.ask("Which acts amended section 3 of the Harbour Safety Act?").rows[0][0] == "2023, c. 8"
    assert kb.ask("Which acts amended the Harbour Lights Regulations?").status is Status.EMPTY


def test_sections_that_cite_two_cite_each(kb: KnowledgeBase) -> None:
    asked = "Which sections of the Harbour Safety Act cite both the Tidal Waters Act and the {}?"
    assert [row[1] for row in kb.ask(asked.format("Lighthouse Fees Regulations")).rows] == ["4"]
    assert kb.ask(asked.format("Pilotage Licences Act")).status is Status.EMPTY


def test_two_terms_are_compared_by_their_definitions(kb: KnowledgeBase) -> None:
    answer = kb.ask("What is the difference between a harbour and a vessel for hire under the Harbour Safety Act?")
    assert answer.metadata["intent"] == "comparison"
    assert len(answer.text.splitlines()) > 2
    assert kb.ask("What is the difference between a harbour and a lagoon?").metadata.get("relationship_type") is None


def test_instruments_are_told_by_what_they_are_about() -> None:
    one, two, three = (
        Title(
            f"SI-{year}-1",
            f"Proclamation Giving Notice of the Agreement on Social Security between Canada and {country}",
            "Regulation",
        )
        for year, country in ((2001, "Freedonia"), (2002, "Sylvania"), (2003, "Sylvania in Force"))
    )
    asked = "What does the social security agreement with {} cite?"
    [mention] = described(asked.format("Freedonia"), [one, two, three])
    assert mention.titles == (one,)
    [mention] = described(asked.format("Sylvania"), [one, two, three])
    assert mention.titles == (two, three)
    assert described(asked.format("Ruritania"), [one, two, three]) == []
    assert described("What does the agreement cite?", [one, two, three]) == []


def test_a_subject_is_no_title_of_its_own() -> None:
    act = Title("O-9", "Old Age Security Act", "Act")
    cited = Title("title:old age security", "Old Age Security", "Stub")
    assert Catalog([act, cited]).find("Who is eligible for an Old Age Security pension?") == []


def test_a_provision_of_what_is_not_loaded_is_told_by_the_words_before_the_link(kb: KnowledgeBase) -> None:
    asked = "{} section 5 of the Maritime Tribunals Act?"
    rows = kb.ask(asked.format("What cites")).rows
    assert [(row[0], row[4]) for row in rows] == [("Tidal Waters Act", "14")]
    assert [row[1] for row in kb.ask(asked.format("Which provisions cite")).rows] == ["14"]
    assert kb.ask(asked.format("How many acts cite")).rows == ((1,),)
    assert kb.ask(asked.format("Does the Tidal Waters Act cite")).text.startswith("Yes:")
    assert kb.ask(asked.format("Does the Harbour Safety Act cite")).text.startswith("No:")
    assert kb.ask("What cites section 3 of the Maritime Tribunals Act?").status is Status.EMPTY


def test_who_cites_a_section_does_not_cite_its_part(kb: KnowledgeBase) -> None:
    assert kb.ask("What cites section 7 of the Harbour Safety Act?").rows
    assert kb.ask("What cites Part II of the Harbour Safety Act?").status is Status.EMPTY


def test_terms_are_found_by_those_of_the_other_language(kb: KnowledgeBase) -> None:
    assert kb.ask("What is the English term for “maître de port”?").rows[0][2] == "harbour master"


def test_what_is_no_longer_in_force_is_cited(kb: KnowledgeBase) -> None:
    answer = kb.ask("Which instruments are no longer in force?")
    assert [row[0] for row in answer.rows] == ["Ferry Signals Regulations"]
    assert answer.citations


def test_of_titles_alike_that_are_not_loaded_the_linked_one_is_meant() -> None:
    linked, written = Title("F-1", "Fees Act", "Stub"), Title("title:fees act.", "Fees Act.", "Stub")
    [mention] = Catalog([linked, written]).find("What cites the Fees Act?")
    assert mention.titles == (linked,)


def test_the_most_of_several_are_several(kb: KnowledgeBase) -> None:
    assert len(kb.ask("Which regulations are cited by the most acts?").rows) == 2
    assert "All others: 0." in kb.ask("Which acts are amended most often?").text
    assert "All others" not in kb.ask("Which act is amended most often?").text
    text = kb.ask("Which acts cite the Tidal Waters Act but are not cited by it?").text
    assert text.startswith("None: no act in this corpus cites the Tidal Waters Act but are not cited by")


def test_what_was_never_amended_is_told_among_others(kb: KnowledgeBase) -> None:
    asked = "Which regulations that implement the Harbour Safety Act {} amended?"
    assert [row[0] for row in kb.ask(asked.format("have never been")).rows] == ["Lighthouse Fees Regulations"]
    since = kb.ask(asked.format("haven't been").replace("?", " since 2023?"))
    assert len(since.rows) == 3


def test_what_no_other_cites_is_not_what_cites_no_other(kb: KnowledgeBase) -> None:
    reader = kb.context.reader
    assert isinstance(reader, LawReader)
    no_other, cites_none = (
        read(question, reader.catalog)
        for question in ("Which acts does no regulation cite?", "Which acts cite no regulation?")
    )
    assert isinstance(no_other, Request)
    assert not no_other.indirect
    assert isinstance(cites_none, Request)
    assert cites_none.indirect


def test_the_title_of_an_act_tells_no_intent(act: Callable[..., Path], tmp_path: Path) -> None:
    text = "The Minister is responsible for the administration of this Act and of the bureau."
    file = act(f"<Section><Label>3</Label><Text>{text}</Text></Section>", title="Statistics Act")
    fingerpost.load([file], tmp_path / "laws.fp")
    with fingerpost.open(tmp_path / "laws.fp") as opened:
        answer = opened.ask("Who is responsible for the administration of the Statistics Act?")
    assert answer.metadata["intent"] == "interpretation"
    assert answer.citations


def test_a_definition_that_was_repealed_is_said_so(act: Callable[..., Path], tmp_path: Path) -> None:
    defined = (
        "<Definition><Text><DefinedTermEn>spouse</DefinedTermEn><Repealed>[Repealed, 2000, c. 12, s. 192]</Repealed>"
        "</Text></Definition>"
    )
    act(f"<Section><Label>2</Label><Text>In this Act,</Text>{defined}</Section>")
    fingerpost.load([tmp_path / "X-1.xml"], tmp_path / "x.fp")
    with KnowledgeBase(tmp_path / "x.fp") as kb:
        assert "spouse [Repealed, 2000" in kb.ask("What's the definition of spouse in the Example Act?").text


def test_what_people_say_finds_what_the_law_says(act: Callable[..., Path], tmp_path: Path) -> None:
    said = {
        "Can I collect benefits if I was sacked?": (
            "7",
            "A claimant who was dismissed for misconduct is disqualified.",
        ),
        "Do strikers get benefits?": (
            "8",
            "A claimant who takes part in a labour dispute is not entitled to benefits.",
        ),
        "What happens if I lied about my earnings?": ("9", "Whoever makes a false or misleading statement is guilty."),
        "How are benefits paid?": (
            "10",
            "Benefits are paid to a claimant at the end of each week of the benefit period.",
        ),
    }
    act("".join(f"<Section><Label>{at}</Label><Text>{text}</Text></Section>" for at, text in said.values()))
    fingerpost.load([tmp_path / "X-1.xml"], tmp_path / "x.fp")
    with KnowledgeBase(tmp_path / "x.fp") as kb:
        texts = [kb.ask(question).text for question in said]  # that say too little are named, the nearest first
    assert [re.findall(r"section (\d+)", text)[:1] for text in texts] == [[at] for at, _ in said.values()]


def test_by_any_other_act_or_regulation_is_by_either(act: Callable[..., Path], tmp_path: Path) -> None:
    link = '<XRefExternal reference-type="act" link="{}">{}</XRefExternal>'
    cited = f"<Section><Label>1</Label><Text>See the {link}.</Text></Section>"
    act("", "A-1", title="Apple Act")
    act("", "B-1", title="Bread Act")
    act(cited.format("A-1", "Apple Act"), "SOR-1", title="Apple Regulations", root="Regulation")
    fingerpost.load([tmp_path / f"{name}.xml" for name in ("A-1", "B-1", "SOR-1")], tmp_path / "x.fp")
    with KnowledgeBase(tmp_path / "x.fp") as kb:
        answer = kb.ask("Which acts aren't cited by any other act or regulation?")
    assert [row[0] for row in answer.rows] == ["Bread Act"]


@pytest.mark.parametrize(
    ("question", "plainer"),
    [
        ("Which act has the highest number of citations?", "Which act is cited by the most instruments?"),
        ("Which 2 acts have the most references to them?", "What are the 2 most cited acts?"),
        ("What are the top 2 most citing acts?", "Which 2 acts cite the most instruments?"),
        ("Which 2 acts make the most references to other laws?", "Which 2 acts cite the most instruments?"),
        ("Which 2 acts contain the most citations of other acts?", "Which 2 acts cite the most acts?"),
    ],
)
def test_the_most_citations_are_those_that_are_made_or_received(kb: KnowledgeBase, question: str, plainer: str) -> None:
    assert kb.ask(question).rows == kb.ask(plainer).rows


def test_which_of_two_is_answered_by_the_number_of_each(kb: KnowledgeBase) -> None:
    def counts(question: str) -> list[tuple[object, object]]:
        return [(row[0], row[-1]) for row in kb.ask(question).rows]

    both = "the Harbour Safety Act or the Tidal Waters Act"
    assert counts(f"Which is cited more often, {both}?") == [("Harbour Safety Act", 4), ("Tidal Waters Act", 1)]
    assert counts(f"Which cites more instruments, {both}?") == [("Harbour Safety Act", 4), ("Tidal Waters Act", 2)]
    answer = kb.ask(f"Is {both} cited by more regulations?")
    assert answer.text.startswith("1. Harbour Safety Act: 2\nTidal Waters Act: 0\n")
    assert answer.citations


def test_what_is_replaced_and_not_loaded_has_a_kind(kb: KnowledgeBase) -> None:
    answer = kb.ask("Which regulations were replaced by the Harbour Lights Regulations?")
    assert [row[0] for row in answer.rows] == ["Old Harbour Lights Regulations"]


def test_what_courts_said_is_in_no_law(kb: KnowledgeBase) -> None:
    for question in (
        "How did the courts rule on ballast under the Tidal Waters Act?",
        "Has a judge held that fees lapse?",
    ):
        answer = kb.ask(question)
        assert answer.text == "This corpus has acts and regulations, and no court decisions."
    assert kb.ask("May the Tribunal set aside a decision?").status is Status.ANSWERED


def test_a_french_act_is_named_behind_a_contracted_article(kb: KnowledgeBase) -> None:
    assert (
        "règlement" not in kb.ask("Quels règlements ont été pris en vertu de la Loi sur la sécurité des ports ?").text
    )
    assert [cue.relation for cue in cues("pris en vertu du régime, et renvoient aux articles", "fr")] == [
        "IMPLEMENTS",
        "CITES",
    ]


def test_a_heading_is_no_section_that_cites(act: Callable[..., Path], tmp_path: Path) -> None:
    link = '<XRefExternal reference-type="act" link="{}">{}</XRefExternal>'
    act("<Section><Label>1</Label><Text>Oats are grain, and so is rye.</Text></Section>", "O-1", title="Oats Act")
    heading = f'<Heading level="1"><Label>PART 2</Label><TitleText>Changes to the {link.format("O-1", "Oats Act")}'
    body = (
        f"{heading}</TitleText></Heading><Section><Label>2</Label>"
        f"<Text>The {link.format('O-1', 'Oats Act')} holds.</Text></Section>"
    )
    act(body, "B-1", title="Barley Act")
    fingerpost.load([tmp_path], tmp_path / "grain.fp")
    with KnowledgeBase(tmp_path / "grain.fp") as grain:
        rows = grain.ask("Which sections of the Barley Act cite the Oats Act?").rows
        assert [row[1] for row in rows] == ["2"]
        assert grain.ask("How many sections of the Barley Act cite the Oats Act?").text.startswith("1 section")
        assert len(grain.ask("Where does the Barley Act cite the Oats Act?").rows) == 2


def test_what_is_excluded_is_not_in_the_answer(kb: KnowledgeBase) -> None:
    question = "Which acts cite the Harbour Safety Act{}"
    every = {row[0] for row in kb.ask(question.format("?")).rows}
    answer = kb.ask(question.format(" other than the Tidal Waters Act?"))
    assert {row[0] for row in answer.rows} == every - {"Tidal Waters Act"}
    assert "Left out: Tidal Waters Act." in answer.text
    assert {row[0] for row in kb.ask(question.format(", except the Tidal Waters Act itself?")).rows} == every - {
        "Tidal Waters Act"
    }
