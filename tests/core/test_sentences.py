"""Where sentences end: at stops, items of lists, and lines that are no wrapped prose."""

from __future__ import annotations

import pytest

from fingerpost.core.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Ann left. Dr. Lee came, too.", ["Ann left.", "Dr. Lee came, too."]),
        ("- red\n- blue", ["- red", "- blue"]),
        (
            "Invoice 11\n12 February 2025\nTranslation of the spring catalogue: 2,576 euros\nTotal: 2,750 euros",
            [
                "Invoice 11",
                "12 February 2025",
                "Translation of the spring catalogue: 2,576 euros",
                "Total: 2,750 euros",
            ],
        ),
        ("passport\nchair for the office\ndesk", ["passport", "chair for the office", "desk"]),
        (
            "The radar was replaced in Molde, because the old\none leaked. One is planned, but the\nprice is unknown.",
            [
                "The radar was replaced in Molde, because the old\none leaked.",
                "One is planned, but the\nprice is unknown.",
            ],
        ),
        ("Whatever the tenant\nhas paid before\nthe end of the year is paid back to them.", 1),
    ],
)
def test_sentences(text, sentences):
    found = [text[start:end] for start, end in sentence_spans(text)]
    assert (len(found) if isinstance(sentences, int) else found) == sentences
