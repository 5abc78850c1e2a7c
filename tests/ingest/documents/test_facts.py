"""What sentences state in so many words, and what they do not."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fingerpost.ingest import Document, facts_of
from fingerpost.ingest.documents.plain import read_plain
from scripts.eval.facts import FILE, outcomes


def stated(text: str) -> list[tuple[str, str, str]]:
    """The facts of sentences; that a document refers to an identifier is one, too, and left out here."""
    found = facts_of(read_plain("key", "name", text))
    return [(f.subject.text, f.relation, f.object.text) for f in found if f.relation != "REFERENCES"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("The Gateway depends on the Auth Service.", [("Gateway", "DEPENDS_ON", "Auth Service")]),
        ("The Auth Service is required by the Gateway.", [("Gateway", "DEPENDS_ON", "Auth Service")]),
        ("ADR-001 was signed off by Dana Cruz.", [("ADR-001", "APPROVED_BY", "Dana Cruz")]),
        ("Dana Cruz approved ADR-001.", [("ADR-001", "APPROVED_BY", "Dana Cruz")]),
        ("INC-002 was caused by a full disk.", [("INC-002", "CAUSED_BY", "full disk")]),
        ("CHG-002 fixed INC-002 on 3 March 2026.", [("INC-002", "RESOLVED_BY", "CHG-002")]),
        ("EdgeProxy was renamed to the Gateway.", [("EdgeProxy", "RENAMED_TO", "Gateway")]),
        ("The Platform Team owns the Gateway.", [("Gateway", "OWNED_BY", "Platform Team")]),
        ("The Gateway is owned by the Platform Team.", [("Gateway", "OWNED_BY", "Platform Team")]),
        ("The Ledger was affected by INC-001.", [("INC-001", "AFFECTS", "Ledger")]),
        ("ADR-002 was superseded by ADR-004.", [("ADR-004", "SUPERSEDES", "ADR-002")]),
        ("The Billing Engine is part of the Core Platform.", [("Billing Engine", "PART_OF", "Core Platform")]),
        (
            "The Gateway needs the Cache, Redis and the Key Store.",
            [("Gateway", "DEPENDS_ON", name) for name in ("Cache", "Redis", "Key Store")],
        ),
        (
            "The Gateway depends on the Cache, on Redis and on the Key Store.",
            [("Gateway", "DEPENDS_ON", name) for name in ("Cache", "Redis", "Key Store")],
        ),
        ("Пётр Иванов wrote ADR-009.", [("ADR-009", "AUTHORED_BY", "Пётр Иванов")]),
        ("The **Hoist** needs the [key box](keys.md).", [("Hoist", "DEPENDS_ON", "key box")]),
        ("C++ replaced C#.", [("C++", "SUPERSEDES", "C#")]),
        ("Redis is old, and because Redis failed, the Ledger depends on Kafka.", []),
        ("Dr. Ann Lee wrote the Manual.", [("Manual", "AUTHORED_BY", "Dr. Ann Lee")]),
    ],
)
def test_what_is_stated(text, facts):
    assert stated(text) == facts


def test_pages_of_a_wiki_are_names():
    found = stated("The [[boom crane]] depends on [[Power grid#Phases|the grid]] and [[main winch]].")
    assert [fact for fact in found if fact[1] == "DEPENDS_ON"] == [
        ("boom crane", "DEPENDS_ON", "Power grid"),
        ("boom crane", "DEPENDS_ON", "main winch"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Does the Gateway depend on the Ledger?",
        "If the Gateway depends on the Ledger, restart both.",
        "The owner of the Gateway depends on Bob.",
        "It depends on the weather.",
        "We would approve ADR-001.",
        "The Gateway depends.",
        "Nobody approved them.",
        "approved by Bob",
        "ADR-007 was approved by no one.",
        "ADR-007 was approved by neither Alice nor Bob.",
        "ADR-007 was approved by almost everyone.",
        "ADR-007 was accepted by mistake.",
        "ADR-007 was written by hand.",
        "INC-003 was caused by accident.",
        "Alice accepted that Bob left.",
        "Alice approved ADR-007 in error; the approval was withdrawn.",
        "The Gateway depends on no other service.",
        "The Gateway depends on anything but Redis.",
        "The Gateway depends on Redis or Memcached.",
        "The Gateway depends on either Redis or the Cache.",
        "The Gateway depended on Redis until 2020.",
        "The Gateway will depend on Redis.",
        "The Gateway requires that Redis runs.",
        "The Gateway depends on Redis, except in Europe.",
        "No Service depends on Redis.",
        "Few Teams own Redis.",
        '"The Gateway depends on Redis" is wrong.',
        "Bob claims: the Gateway depends on Redis.",
        "It is false that the Gateway depends on Redis.",
        "CHG-002 fixed INC-002 only partly.",
    ],
)
def test_what_is_not_stated(text):
    assert stated(text) == []


@pytest.mark.parametrize(
    ("text", "certainty", "negated"),
    [
        ("The Gateway depends on Redis.", "supported", False),
        ("The Gateway probably depends on Redis.", "likely", False),
        ("The Gateway may depend on Redis.", "possible", False),
        ("The Gateway does not depend on Redis.", "supported", True),
        ("The Gateway was never approved by Bob.", "supported", True),
        ("The Gateway no longer depends on Redis.", "supported", True),
        ("The Gateway depends on Redis no longer.", "supported", True),
        ("The Gateway does not yet depend on Redis.", "supported", True),
        ("The Gateway can't depend on Redis.", "supported", True),
        ("The Gateway cannot depend on Redis.", "supported", True),
        ("The Gateway hasn't depended on Redis since 2019.", "supported", True),
        ("The Gateway is no longer owned by Team Blue.", "supported", True),
    ],
)
def test_how_certain_it_is(text, certainty, negated):
    [fact] = facts_of(read_plain("key", "name", text))
    assert (fact.certainty, fact.negated) == (certainty, negated)


WORDS = st.sampled_from(
    "The Gateway depends on is was not approved by Auth Service , . ? and fixed INC-1 a it C++ \n\n - of if may".split(
        " "
    )
)


@given(st.lists(WORDS, max_size=40))
def test_every_fact_slices_back_to_a_sentence_with_its_names(words):
    document: Document = read_plain("key", "name", " ".join(words))
    for fact in facts_of(document):
        if fact.relation == "REFERENCES":
            continue
        quote = document.text[fact.start : fact.end]
        assert quote == quote.strip()
        flat = " ".join(quote.split())
        assert fact.subject.text in flat
        assert fact.object.text in flat


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ledger: a service that books payments.", "System"),
        ("- **Ledger**: the shared payment service of the bank", "System"),
        ("Ledger\n: A small team in Oslo.", "Team"),
        ("Note: a service was restarted.", None),
        ("Ledger: a good idea.", None),
        ("Owner: the service team", None),
    ],
)
def test_a_definition_says_what_kind_of_thing_it_is(text, kind):
    found = [fact for fact in facts_of(read_plain("key", "", text)) if fact.relation == "IS_A"]
    assert [fact.subject.kind for fact in found if fact.subject.text == "Ledger"] == ([kind] if kind else [])
    assert all(text[fact.start : fact.end].startswith("Ledger") for fact in found)


def test_a_table_of_names_says_their_kinds_and_other_names():
    text = "| Name | Type | Also known as | Owner |\n|---|---|---|---|\n| Ledger | System | Books | Ann Lee |\n"
    found = facts_of(read_plain("key", "", text))
    assert {fact.subject.kind for fact in found} == {"System"}
    assert [(f.relation, f.object.text) for f in found] == [("SAME_AS", "Books"), ("OWNED_BY", "Ann Lee")]


def test_sentences_with_known_facts_are_read_right():
    counted = [(len(stated & read), len(stated), len(read)) for _, stated, read in outcomes(FILE)]
    right, stated, read = map(sum, zip(*counted, strict=True))
    assert right == read  # nothing that is not stated
    assert right >= 0.85 * stated


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("Approved by: Ann Roe (harbour treasurer)", [("ADR-009", "APPROVED_BY", "Ann Roe")]),
        (
            "Author: Bo Hart (skipper), Ann Roe",
            [("ADR-009", "AUTHORED_BY", "Bo Hart"), ("ADR-009", "AUTHORED_BY", "Ann Roe")],
        ),
        ("Author: 29 October 2024", []),
        ("Depends on: Tide Table (TT)", [("ADR-009", "DEPENDS_ON", "Tide Table (TT)")]),
    ],
)
def test_a_post_in_brackets_is_no_part_of_a_name_and_a_day_is_nobody(line, facts):
    found = facts_of(read_plain("key", "ADR-009: Boats", line))
    read = [(f.subject.text, f.relation, f.object.text) for f in found]
    assert [fact for fact in read if fact[1] not in ("SAME_AS", "REFERENCES")] == facts
