"""Whether a sentence has the kind of thing that a question asks for."""

from __future__ import annotations

import pytest

from fingerpost.retrieval.fitting import Fit, fit, names_known

KNOWN = names_known(["The shed was built by Ann Roe for Bram.", "At noon Ola rows to Kirkby."])


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Who mended the pump?", "Ola mended it.", Fit.HAS),
        ("Who mended the pump?", "The caretaker mended it.", Fit.UNKNOWN),
        ("Who mended the pump?", "It was mended by the town.", Fit.UNKNOWN),
        ("Who mended the pump?", "Since the pump was mended the cellar is dry.", Fit.LACKS),
        ("Who mended the pump of Ann?", "Ann Roe has a pump.", Fit.HAS),
        ("Who drew Kirkby's page?", "The page of Kirkby has a fault.", Fit.LACKS),
        ("Which bank lent us the money?", "The bank lends no more than 900.", Fit.LACKS),
        ("Which bank lent us the money?", "The savings bank lent it.", Fit.HAS),
        ("Which bank lent us the money?", "The money came from Kirkby.", Fit.UNKNOWN),
        ("Which loaves have seeds?", "The walnut loaf and the carrot bread.", Fit.HAS),
        ("Which boat yard did it?", "It was done at the yard.", Fit.LACKS),
        ("Which breed is Bram's dog?", "The dog is a setter.", Fit.UNKNOWN),
        ("Which colour has the door?", "Doors are in dark red.", Fit.UNKNOWN),
        ("Why is the pump loud?", "A bearing is worn.", Fit.LACKS),
        ("When is the pump oiled?", "It is oiled every week.", Fit.UNKNOWN),
        ("When is the pump oiled?", "It is oiled on Mondays.", Fit.HAS),
        ("Which doors are there?", "Doors are painted white.", Fit.UNKNOWN),
        ("What extra do rowers get?", "It rises to 22 percent.", Fit.UNKNOWN),
        ("What put the lamp out?", "The wind did.", Fit.UNKNOWN),
        ("How many benches are in the hall?", "The hall has 12 old benches.", Fit.HAS),
        ("How many benches are in the hall?", "The hall cost EUR 300.", Fit.LACKS),
        ("After how many kilometres is it oiled?", "It is oiled every 900 km.", Fit.HAS),
        ("What did the bench cost?", "The bench is for three.", Fit.LACKS),
        ("What did the bench cost?", "The bench was SEK 300.", Fit.HAS),
        ("What did the bench cost?", "The bench was 300 EUR.", Fit.HAS),
        ("How much oil goes in?", "Pour the oil in slowly.", Fit.LACKS),
        ("How high is the mast?", "The mast was lengthened by two metres.", Fit.LACKS),
        ("How high is the mast?", "The mast is nine metres high.", Fit.HAS),
        ("How old is Bram?", "Bram comes back within 14 days.", Fit.LACKS),
        ("How old is the barn?", "The barn is from 1911.", Fit.HAS),
        ("At what time is it closed?", "It is closed on Mondays.", Fit.LACKS),
        ("On which day is it closed?", "It closes at 15:30.", Fit.LACKS),
        ("On which weekday is it closed?", "It is closed on Mondays.", Fit.HAS),
        ("When was the barn sold?", "The barn was sold.", Fit.LACKS),
        ("Why did Ola leave?", "Ola left.", Fit.LACKS),
        ("Why did Ola leave?", "Ola left, because the pay was low.", Fit.HAS),
        ("Where is the key?", "The key is new.", Fit.LACKS),
        ("Where is the key?", "The key hangs behind the door.", Fit.HAS),
        ("Is the barn sold?", "The barn was sold.", Fit.UNKNOWN),
    ],
)
def test_what_is_asked_for(question, text, expected):
    assert fit(question, text, "", KNOWN) is expected


def test_the_kind_may_stand_in_the_title():
    assert fit("Which bank lent the money?", "It came from Kirkby.", "The bank", KNOWN) is Fit.HAS


def test_names_are_those_within_sentences_and_of_several_words():
    assert {"Ann", "Roe", "Bram", "Ola", "Kirkby"} == KNOWN
    assert not names_known(["Flour is white. Rye is not."])


def test_what_stands_below_a_heading_for_causes_needs_no_word_for_them():
    assert fit("Why is the pump loud?", "A bearing is worn.", "Report: the pump. Cause", KNOWN) == Fit.HAS
