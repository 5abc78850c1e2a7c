"""Questions about law: what is asked, by fixture lines, and the answers over the sample statutes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.domains.regulations.questions.intents import intent_of
from fingerpost.domains.regulations.questions.reader import LawReader
from fingerpost.domains.regulations.questions.reading import read
from fingerpost.domains.regulations.questions.request import Period, Request, Unread
from fingerpost.engine import KnowledgeBase
from fingerpost.surfaces.cli.answer_text import show
from fingerpost.surfaces.cli.screen import Screen

FIXTURES = Path(__file__).parent / "fixtures"


def pairs(name: str) -> list[tuple[str, str]]:
    lines = (FIXTURES / name).read_text(encoding="utf-8").splitlines()
    found = [line.rpartition(" ; ") for line in lines if line and not line.startswith("#")]
    return [(question, expected) for question, _, expected in found]


def years(period: Period) -> str:
    if period.day is not None:
        return period.day.isoformat()
    if period.since is not None or period.until is not None:
        return f"{period.begin or ''}..{period.end or ''}"
    return f"{period.first or ''}-{period.last or ''}"


def told(found: Request | Unread | None) -> str:
    """A request in one line."""
    if not isinstance(found, Request):
        return found.message if found is not None else "left alone"
    parts = [found.asked.value]
    chains = []
    for chain in found.chains:
        provision = f"#{chain.target.provision}" if chain.target.provision else ""
        steps = "".join(
            f" {'<' if step.incoming else '>'}{step.relation}{step.kind and f'({step.kind})'}" for step in chain.steps
        )
        others = "".join(f" or {other.title.identifier}" for other in chain.others)
        title = chain.target.title
        name = title.identifier if chain.target.among is None else f"{{{title.title}}}"
        chains.append(("not " if chain.negated else "") + name + provision + others + steps)
    parts += [" & ".join(chains)] if chains else []
    parts += [f"[{', '.join(found.kinds)}]"] if found.kinds else []
    parts += [f"“{found.term}”"] if found.term else []
    if found.strength is not None:
        parts.append(f"above {found.strength.above} below {found.strength.below}".replace(" below None", ""))
    parts += [years(found.period)] if found.period is not None else []
    parts += [f"amended {years(found.amended)}"] if found.amended is not None else []
    parts += [f"registered {years(found.registered)}"] if found.registered is not None else []
    parts += [f"of {found.dated}"] if found.dated else []
    parts += ["ranked"] if found.ranked else []
    parts += ["apart"] if found.apart else []
    parts += [f"section {found.section}"] if found.section else []
    parts += [f"in force: {found.in_force}".lower()] if found.in_force is not None else []
    parts += ["latest"] if found.latest else []
    parts += [f"without {one.identifier}" for one in found.excluded]
    parts += ["indirectly"] if found.indirect and found.chains else []
    parts += [f"ignoring {', '.join(found.ignored)}"] if found.ignored else []
    return " ".join(parts)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "expected"), [*pairs("requests.txt"), *pairs("talk.txt"), *pairs("compared.txt")])
def test_a_question_asks_for(kb: KnowledgeBase, question: str, expected: str) -> None:
    reader = kb.context.reader
    assert isinstance(reader, LawReader)
    assert told(read(question, reader.catalog)) == expected


@pytest.mark.parametrize(("question", "intent"), pairs("passages.txt"))
def test_what_asks_for_no_relation_is_left_alone(kb: KnowledgeBase, question: str, intent: str) -> None:
    reader = kb.context.reader
    assert isinstance(reader, LawReader)
    assert told(read(question, reader.catalog)).partition(" ")[0] in ("left", "definition")
    assert intent_of(question).name == intent


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "_expected"), pairs("requests.txt"))
def test_every_request_is_answered_or_refused(kb: KnowledgeBase, question: str, _expected: str) -> None:
    answer = kb.ask(question)
    assert answer.status in (Status.ANSWERED, Status.EMPTY, Status.UNANSWERABLE), answer.text
    assert answer.metadata["intent"]
    if answer.status in (Status.ANSWERED, Status.EMPTY):
        assert answer.citations, "no answer without a citation"


def test_a_no_cites_the_texts_that_were_looked_at(kb: KnowledgeBase) -> None:
    answer = kb.ask("Does the Tidal Waters Act cite the Lighthouse Fees Regulations?")
    assert answer.text.startswith("No:")
    assert {citation.name for citation in answer.citations} == {"Tidal Waters Act", "Lighthouse Fees Regulations"}
    assert all(citation.source is not None for citation in answer.citations)
    none = kb.ask("What cites section 1 of the Tidal Waters Act?")
    assert none.status is Status.EMPTY
    assert [citation.name for citation in none.citations] == ["Tidal Waters Act, section 1"]


def test_sources_say_up_to_when_they_are_current(kb: KnowledgeBase) -> None:
    for question in ("What references the Harbour Safety Act?", "How do I apply for a pilotage licence?"):
        sources = kb.ask(question).metadata["sources"]
        assert {source["current_to"] for source in sources} == {"2024-11-01"}


def test_direction_and_completeness(kb: KnowledgeBase) -> None:
    incoming = kb.ask("What references the Harbour Safety Act?")
    assert [row[0] for row in incoming.rows] == [
        "Harbour Lights Regulations",
        "Lighthouse Fees Regulations",
        "Pilotage Licences Act",
        "Tidal Waters Act",
    ]
    assert incoming.columns[:4] == ("referencing_document", "referenced_document", "referencing_id", "referenced_id")
    assert incoming.text.startswith("4 instruments cite the Harbour Safety Act:")
    outgoing = kb.ask("What does the Harbour Safety Act reference?")
    assert {row[0] for row in outgoing.rows} == {
        "Harbour Lights Regulations",
        "Lighthouse Fees Regulations",
        "Pilotage Licences Act",
        "Tidal Waters Act",
    }
    assert outgoing.columns[0] == "target_title"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "When were the regulations under the Harbour Safety Act last amended?",
            "Harbour Lights Regulations and Ferry Signals Regulations were last amended, by SOR/2022-55, in force",
        ),
        (
            "When was the act that enables the Harbour Lights Regulations last amended?",
            "Of what is implemented by the Harbour Lights Regulations, Harbour Safety Act was last amended, by",
        ),
        (
            "When were the regulations implementing the Pilotage Licences Act last amended?",
            "None: nothing in this corpus amends regulations that implement the Pilotage Licences Act.",
        ),
        (
            "Were the regulations under the Harbour Safety Act amended in 2023?",
            "No: no regulation in this corpus implements the Harbour Safety Act and was amended in 2023.",
        ),
        (
            "Were any acts that cite the Harbour Safety Act changed since 2020?",
            "Yes: 1 act cites the Harbour Safety Act and was amended since 2020:",
        ),
    ],
)
def test_what_was_amended_is_what_was_asked_of(kb: KnowledgeBase, question: str, said: str) -> None:
    """Not the instrument that a question names, if others are asked about that stand in a relation to it."""
    assert said in kb.ask(question).text


def test_the_most_of_another_number_are_those_that_a_first_question_finds(kb: KnowledgeBase) -> None:
    questions = [
        f"What are the {most} {which}?"
        for which in ("most cited acts", "acts that cite the most")
        for most in (1, 3, 2, 10)
    ]
    asked = [kb.ask(question).rows for question in questions + questions[::-1]]
    for question, rows, again in zip(questions, asked, asked[::-1], strict=False):
        with KnowledgeBase(kb.path) as fresh:
            assert rows == again == fresh.ask(question).rows, question


def test_metadata_has_what_existing_clients_read(kb: KnowledgeBase) -> None:
    metadata = kb.ask("Which regulations implement the Harbour Safety Act?").metadata
    assert metadata["intent"] == "graph_relationship"
    assert metadata["relationship_type"] == "implements"
    assert metadata["relationship_count"] == 3
    assert metadata["query_type"] == "graph_query"
    assert metadata["entities"] == ["Harbour Safety Act"]


@pytest.mark.parametrize(
    "question",
    [
        "Which regulations implement the Harbour Safety Act?",
        "How do I apply for a pilotage licence?",
        "What cites the Ontario Harbour Safety Act?",
        "How many definitions are there?",
    ],
)
def test_metadata_has_the_time_of_every_answer(kb: KnowledgeBase, question: str) -> None:
    answer = kb.ask(question)
    assert answer.metadata["response_time_ms"] == pytest.approx(answer.trace.milliseconds, abs=0.001)
    assert answer.metadata["response_time_ms"] > 0


@pytest.mark.parametrize(
    "question", ["Which section deals with lights?", "Which provisions address a refused licence?"]
)
def test_the_section_about_something_is_looked_for_in_the_texts(kb: KnowledgeBase, question: str) -> None:
    answer = kb.ask(question)
    assert answer.status is Status.ANSWERED
    assert answer.metadata["query_type"] == "passages"
    assert answer.confidence < 0.8


def test_the_text_of_a_date(kb: KnowledgeBase) -> None:
    before = kb.ask("What did section 3(2) of the Harbour Safety Act say on 1 March 2021?")
    assert "three years" in before.text
    assert "held from 2019-05-01 to 2023-06-15" in before.text
    assert "five years" in kb.ask("What does section 3(2) of the Harbour Safety Act say?").text


def test_what_was_in_force_on_a_day_goes_by_that_day(kb: KnowledgeBase) -> None:
    before = kb.ask("Was section 5 of the Harbour Safety Act in force on 1 January 2021?").text
    assert "had not been repealed on 2021-01-01" in before
    after = kb.ask("Was section 5 of the Harbour Safety Act in force on 1 January 2024?").text
    assert "was repealed by 2023, c. 8" in after
    assert "was in force on 2023-01-01" in kb.ask("Was the Tidal Waters Act in force on 1 January 2023?").text
    unknown = kb.ask("Was the Harbour Safety Act in force on 1 January 1990?")
    assert unknown.status is Status.UNANSWERABLE


def test_the_text_of_a_law_that_is_only_cited_is_not_answered_from_others(kb: KnowledgeBase) -> None:
    answer = kb.ask("What does the Old Harbour Lights Regulations say about lamps?")
    assert answer.status is Status.UNANSWERABLE
    assert "its text is not loaded" in answer.text


def test_what_referenced_it_then_is_not_what_references_it_now(kb: KnowledgeBase) -> None:
    then = kb.ask("What does the Harbour Safety Act cite in 2021?")
    now = kb.ask("What does the Harbour Safety Act cite?")
    assert {row[0] for row in then.rows} <= {row[0] for row in now.rows}


def test_a_law_outside_the_corpus_is_never_taken_for_a_near_one(kb: KnowledgeBase) -> None:
    answer = kb.ask("What references the Imaginary Act of 2099?")
    assert answer.status is Status.UNANSWERABLE
    assert answer.missing == ("Imaginary Act",)
    assert answer.confidence < 0.8


def test_french_and_english_have_the_same_plan(kb: KnowledgeBase) -> None:
    french = kb.ask("Quels règlements mettent en œuvre la Loi sur la sécurité des ports ?")
    english = kb.ask("Which regulations implement the Harbour Safety Act?")
    assert french.plan is not None
    assert english.plan is not None
    assert french.plan.fingerprint == english.plan.fingerprint
    assert french.rows == english.rows


def test_answers_say_how_current_they_are(kb: KnowledgeBase) -> None:
    assert kb.ask("What references the Harbour Safety Act?").text.endswith("Current to 2024-11-01.")


@pytest.mark.parametrize(
    "question",
    [
        "Do the Harbour Safety Act and the Pilotage Act cite each other?",
        "Which documents cite both the Harbour Safety Act and the Pilotage Act?",
        "Compare the Harbour Safety Act and the Pilotage Act",
        "Does the Pilotage Act or the Harbour Safety Act cite the Tidal Waters Act?",
    ],
)
def test_an_unknown_law_beside_a_known_one_is_not_passed_over(kb: KnowledgeBase, question: str) -> None:
    answer = kb.ask(question)
    assert answer.status is Status.UNANSWERABLE
    assert answer.text == "“Pilotage Act” is not in this corpus."


def test_what_was_repealed_and_since_when_it_holds(kb: KnowledgeBase) -> None:
    repealed = kb.ask("Which sections of the Harbour Safety Act were repealed?")
    assert repealed.text.startswith("1 section of the Harbour Safety Act was repealed:\nsection 5 (by ")
    assert repealed.text.splitlines()[1] == "section 5 (by 2023, c. 8, s. 22, in force 2023-06-15)"
    assert kb.ask("Which sections of the Harbour Safety Act were repealed since 2022?").rows == repealed.rows
    assert kb.ask("Which sections of the Harbour Safety Act were repealed in 2022?").status is Status.EMPTY
    assert kb.ask("Which sections of the Tidal Waters Act were repealed?").status is Status.EMPTY
    since = kb.ask("When did the Harbour Safety Act come into force?")
    assert since.text.startswith("The text of the Harbour Safety Act is in force since 2019-05-01.")
    assert since.confidence < 0.8, "the text may be newer than the act"


def test_what_no_provision_defines_is_not_answered(kb: KnowledgeBase) -> None:
    answer = kb.ask("What is the penalty for entering a closed harbour?")
    assert (answer.status, answer.rows) == (Status.UNANSWERABLE, ())


@pytest.mark.parametrize(
    ("question", "quote", "provision"),
    [
        ("Am I eligible for a pilotage licence?", "at least 18 years of age", "section 3 of the Pilotage Licences Act"),
        (
            "How long does the harbour master have to decide?",
            "within 60 days",
            "section 4(2) of the Pilotage Licences Act",
        ),
        ("Am I allowed to discharge ballast?", "No person shall discharge", "section 10 of the Tidal Waters Act"),
        ("What is the fine for acting without a licence?", "$5,000", "section 5 of the Pilotage Licences Act"),
        ("How do I apply for a pilotage licence?", "in writing", "section 4(1) of the Pilotage Licences Act"),
        ("Which vessels carry two lights?", "two white lights", "section 2 of the Harbour Lights Regulations"),
    ],
)
def test_what_the_text_says_is_quoted(kb: KnowledgeBase, question: str, quote: str, provision: str) -> None:
    pytest.importorskip("wordllama", reason="needs the extra documents")
    answer = kb.ask(question)
    assert answer.status is Status.ANSWERED
    assert quote in answer.text
    assert provision in answer.text
    assert answer.text.endswith("Current to 2024-11-01.")
    assert answer.confidence < 0.8, "a quotation is never given as sure"
    assert answer.citations
    texts = {row[0].properties["label"]: row[0].properties["text"] for row in answer.rows}
    for one in answer.metadata["quotes"]:
        assert texts[one["provision"]][one["start"] : one["end"]] == one["quote"]


@pytest.mark.parametrize("question", ["Is it legal to dredge at night?", "Can a student apply for a licence?"])
def test_what_no_text_says_is_refused_with_the_nearest(kb: KnowledgeBase, question: str) -> None:
    pytest.importorskip("wordllama", reason="needs the extra documents")
    answer = kb.ask(question)
    assert answer.status is Status.UNANSWERABLE
    assert answer.text.startswith("No provision of this corpus says enough")
    assert len(answer.suggestions) == 3


def test_a_repeal_holds_from_the_day_on_which_it_came_into_force(kb: KnowledgeBase) -> None:
    told = kb.ask("When was section 5 of the Harbour Safety Act repealed?").text
    assert "was repealed by 2023, c. 8, s. 22, in force 2023-06-15." in told
    early = kb.ask("Was section 5 of the Harbour Safety Act repealed in 2022?").text
    assert "had not been repealed on 2022-12-31: it was repealed by 2023, c. 8" in early
    assert "does not say" not in early
    late = kb.ask("Was section 5 of the Harbour Safety Act repealed in 2024?").text
    assert "was repealed before 2024-01-01 by 2023, c. 8" in late


def test_what_holds_as_of_a_day_may_be_of_no_known_date(tmp_path: Path, act: Callable[..., Path]) -> None:
    act("<Section><Label>1</Label><Text>A light is kept.</Text></Section>", "L-1", title="Lights Act")
    link = '<XRefExternal reference-type="act" link="L-1">LIGHTS ACT</XRefExternal>'
    enabled = f"</ShortTitle><EnablingAuthority>{link}</EnablingAuthority>"
    for name, registered in (("C.R.C.,_c._9", ""), ("SOR-2023-1", "2023"), ("SOR-2024-1", "2024")):
        file = act("", name, title=f"Rules {name}", root="Regulation")
        date = f"<RegistrationDate><Date><YYYY>{registered}</YYYY><MM>3</MM><DD>1</DD></Date></RegistrationDate>"
        text = file.read_text(encoding="utf-8").replace("</ShortTitle>", enabled + (date if registered else ""))
        file.write_text(text, encoding="utf-8")
    fingerpost.load([tmp_path], tmp_path / "lights.fp")
    with fingerpost.open(tmp_path / "lights.fp") as lights:
        for when in ("as of 2023-12-01", "as of 2023"):
            rows = lights.ask(f"Which regulations implement the Lights Act {when}?").rows
            assert [row[0] for row in rows] == ["Rules C.R.C.,_c._9", "Rules SOR-2023-1"], when
        rows = lights.ask("Which regulations made in 2023 implement the Lights Act?").rows
        assert [row[0] for row in rows] == ["Rules SOR-2023-1"]


def test_what_is_payable_under_an_act_is_no_regulation(kb: KnowledgeBase) -> None:
    answer = kb.ask("How many days of leave can be paid under the Harbour Safety Act?")
    assert answer.metadata.get("query_type") != "graph_query"
    assert "regulation" not in answer.text


def test_dates_of_registration_and_of_repeal(kb: KnowledgeBase) -> None:
    newest = kb.ask("What is the most recent regulation made under the Harbour Safety Act?")
    assert newest.text.startswith(
        "The most recent regulation of a known date under the Harbour Safety Act is Harbour Lights"
    )
    assert kb.ask("What was the first amendment to the Harbour Safety Act?").text.startswith(
        "The Harbour Safety Act was first amended by 2023, c. 8, in force 2023-06-15."
    )
    registered = kb.ask("Which regulations were registered since 2020?")
    assert [row[0] for row in registered.rows] == ["Harbour Lights Regulations", "Lighthouse Fees Regulations"]
    by = "was repealed by SOR/2022-55, s. 2, in force 2022-04-01."
    assert by in kb.ask("Has the Ferry Signals Regulations been repealed, and by what?").text
    unloaded = kb.ask("Was the Old Harbour Lights Regulations repealed?")
    assert unloaded.status is Status.UNANSWERABLE


def test_what_lies_between_is_one_text_of_each_instrument(kb: KnowledgeBase) -> None:
    answer = kb.ask("Which acts are cited by what the Pilotage Licences Act cites?")
    assert not [row for row in answer.rows if any(str(cell).endswith(":fr") for cell in row)]
    assert answer.rows


def test_what_is_no_statute_is_refused(kb: KnowledgeBase) -> None:
    answer = kb.ask("Which court decisions interpret the Harbour Safety Act?")
    assert answer.text == "This corpus has acts and regulations, and no court decisions."


def test_instruments_are_found_by_the_words_of_their_titles(kb: KnowledgeBase) -> None:
    answer = kb.ask("List all regulations about lights")
    assert [row[0] for row in answer.rows] == ["Harbour Lights Regulations"]
    assert answer.confidence < 0.8
    assert "with “lights” in the title" in answer.text


def test_the_english_text_of_a_day_stands_in_for_the_french_one(kb: KnowledgeBase) -> None:
    answer = kb.ask("Que disait l'article 3(2) de la Loi sur la sécurité des ports le 1er mars 2021 ?")
    assert "three years" in answer.text
    assert answer.notes[0] == "this corpus does not have the French text of that day: this is the English one"
    assert "cinq ans" in kb.ask("Que dit l'article 3(2) de la Loi sur la sécurité des ports ?").text


@pytest.mark.parametrize("width", [80, 240])
def test_a_list_is_told_in_words_on_a_terminal(
    kb: KnowledgeBase, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(width))
    answer = kb.ask("What references the Harbour Safety Act?")
    show(Screen(), kb, answer)
    shown = capsys.readouterr().out
    assert "─" not in shown
    assert " ".join(answer.text.split()) in " ".join(shown.split())
    assert "Current to 2024-11-01." in shown
    assert max(map(len, shown.splitlines())) <= width
