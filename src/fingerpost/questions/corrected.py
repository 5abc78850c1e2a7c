"""What a reading put right in a question: no correction is made silently."""

from __future__ import annotations

from fingerpost.questions.candidates import Candidate, Parsed


def corrections(parsed: Parsed, candidate: Candidate) -> tuple[str, ...]:
    """A note for every misspelt word that a candidate reads as another."""
    skipped = set(candidate.state.skipped)
    named = {(f.start, f.end, f.property, f.value) for f in candidate.state.filters}
    found: dict[tuple[int, int], str] = {}
    for place, meant in parsed.linked.corrected.items():
        found[place, place + 1] = f"“{parsed.linked.tokens[place].text}” was read as “{meant}”"
    for mention in parsed.linked.mentions:
        stretch = mention.start, mention.end
        value = (*stretch, mention.name, mention.value)
        said = parsed.linked.text(*stretch)
        if mention.corrected and mention.kind == "value" and value in named:
            found[stretch] = f"“{said}” was read as “{mention.value}”"
        elif mention.corrected and mention.kind != "value" and mention.start not in skipped:
            found.setdefault(stretch, f"“{said}” was read as “{mention.corrected}”")
    return tuple(found.values())
