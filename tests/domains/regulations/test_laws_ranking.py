"""Which provision is quoted first: of several that have the words of a question, the one that says what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.domains.regulations.questions.content import alternatives, in_law_words
from fingerpost.domains.regulations.questions.ranking import words_of
from fingerpost.domains.regulations.questions.talk import telling
from fingerpost.engine import KnowledgeBase
from fingerpost.retrieval import stems

BODY = """
<Section><MarginalNote>Grain allowance</MarginalNote><Label>2</Label>
<Subsection><MarginalNote>Meaning</MarginalNote><Label>(1)</Label>
<Text>The terms miller, grain allowance and allowance
 of a miller mean what the Schedule says of them, and a grain allowance is one of a miller.</Text></Subsection>
</Section>
<Section><MarginalNote>Request that allowance cease</MarginalNote><Label>3</Label>
<Subsection><Label>(1)</Label>
<Text>A miller may ask the Wardens in writing that it cease to be payable.</Text></Subsection>
<Subsection><MarginalNote>Effect</MarginalNote><Label>(2)</Label>
<Text>It ends on the last day of that month.</Text>
</Subsection></Section>
<Section><MarginalNote>Regulations</MarginalNote><Label>4</Label>
<Text>The Wardens may make regulations respecting the
 inspection of mills, the inspection of mill wheels, and who is told of an inspection.</Text>
</Section>
<Section><MarginalNote>Inspection of wheels</MarginalNote><Label>5</Label>
<Subsection><Label>(1)</Label>
<Text>Wheels are examined each spring by a person whom the Wardens choose.</Text></Subsection>
<Subsection><MarginalNote>Report</MarginalNote><Label>(2)</Label>
<Text>That person reports in writing.</Text></Subsection>
</Section>
<Section><MarginalNote>Board of Wardens</MarginalNote><Label>6</Label>
<Text>The Board of Wardens sits in June, and its
 decision binds every miller.</Text>
</Section>
<Section><MarginalNote>Members</MarginalNote><Label>7</Label>
<Text>A director of a mill company may not be a member.</Text>
</Section>
<Section><MarginalNote>Rights of carters</MarginalNote><Label>8</Label>
<Text>No closing order has the effect of keeping a
 carter from demanding payment at once for flour that was carried after the order.</Text>
</Section>
"""


@pytest.fixture
def mills(act: Callable[..., Path], tmp_path: Path) -> Iterator[KnowledgeBase]:
    fingerpost.load([act(BODY, "M-9", title="Grain Mills Act")], tmp_path / "mills.fp")
    with KnowledgeBase(tmp_path / "mills.fp") as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "provision"),
    [
        ("How can a miller have the grain allowance stopped?", "3(1)"),  # not what the words mean
        ("Who does the inspection of mill wheels?", "5(1)"),  # by the heading of its section; not who may make rules
        ("When does the Board of Wardens sit?", "6"),  # a word of a name is no board of directors
        (
            "May a carter still demand payment after an order under the Grain Mills Act?",
            "8",
        ),  # "under" says no relation
    ],
)
def test_the_provision_that_says_it_comes_first(mills: KnowledgeBase, question: str, provision: str) -> None:
    answer = mills.ask(question)
    assert [source["provision"] for source in answer.metadata["sources"]][:1] == [provision], answer.text
    assert answer.confidence < 0.8


def test_each_section_is_quoted_once(mills: KnowledgeBase) -> None:
    sections = [one["provision"].partition("(")[0] for one in mills.ask("Who inspects wheels?").metadata["sources"]]
    assert len(sections) == len(set(sections))


def test_words_that_people_say_stand_for_those_of_the_law() -> None:
    words = words_of("Is a child of mine stopped?")
    assert words.asked == ("child", "mine", "stop")
    held = frozenset(("child", "ceas"))
    weights = dict.fromkeys(words.asked, 1.0)
    assert words.covered(held, weights, 1.0) == pytest.approx(1.8 / 3)
    assert in_law_words("Does the Tax Court sit?") == ""
    assert alternatives("Is there a Board of Appeal?") == {}
    assert "resid" in alternatives("I live in Canada")["live"]


def test_what_every_story_has_is_not_searched_for() -> None:
    told = "Hi, my boss quit and I still have to wait for my licence, what does the law say about that?"
    assert stems(telling(told, told)) == stems("boss quit licence")
    asked = "How is a licence renewed?"
    assert telling(asked, asked) == asked


@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("Hi, my brother wants to become a pilot, how does he apply for a pilotage licence?", True),
        ("How do I renew my licence for a dog at the harbour of Paris?", False),
    ],
)
def test_words_that_are_far_in_meaning_say_something_else(kb: KnowledgeBase, question: str, answered: bool) -> None:
    answer = kb.ask(question)
    assert (answer.status is Status.ANSWERED) is answered, answer.text
    assert answer.confidence < 0.8
