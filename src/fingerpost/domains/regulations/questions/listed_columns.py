"""The columns of lists of instruments, by the relation that leads to them."""

from __future__ import annotations

from fingerpost.domains.regulations.questions.pattern_builder import PatternBuilder
from fingerpost.domains.regulations.questions.request import Request
from fingerpost.plans import Column


def columns_of(built: PatternBuilder, request: Request, answer: str, edge: str, before: str) -> tuple[Column, ...]:
    """The columns of the relation functions that existing clients know."""
    last, target = request.last_step, request.chains[0].target
    if not before:  # only what is left out is named
        return built.columns(("title", answer, "title"), ("identifier", answer, "identifier"))
    inner = bool(target.provision) and len(request.chains[0].steps) == 1 and not request.indirect
    if last.relation == "AMENDS" and last.incoming:
        return built.columns(
            ("amending_document", answer, "instrument"),
            ("amended_document", before, "label" if inner else "title"),
            ("effective_date", edge, "date"),
            ("year", edge, "year"),
            ("section", edge, "section" if inner else "sections"),
            *((("amended_sections", edge, "amended"),) if not inner and len(request.chains[0].steps) == 1 else ()),
            *(() if inner else (("amended_id", before, "identifier"),)),
            *((("provision_id", before, "identifier"),) if inner else ()),
        )
    far = request.is_far
    own, key = ("document", "documentId") if inner and target.is_loaded_part else ("title", "identifier")
    new, old = (answer, "title", "identifier"), (before, own, key)
    if last.relation == "IMPLEMENTS":
        (first, second), names = (new, old), (("regulation", "act") if last.incoming else ("act", "regulation"))
    elif last.incoming:
        (first, second), names = (new, old), ("referencing", "referenced")
    else:
        (first, second), names = (new, old), ("target", "source")
    titles = ("document", "document") if names[0] == "referencing" else ("title", "title")
    found = [
        (f"{names[0]}_{titles[0]}", first[0], first[1]),
        (f"{names[1]}_{titles[1]}", second[0], second[1]),
        (f"{names[0]}_id", first[0], first[2]),
        (f"{names[1]}_id", second[0], second[2]),
    ]
    if last.relation == "CITES" and not inner:
        if not far:  # of the citation of what lies between, the provision is enough
            found += [("cited_section", edge, "cited"), ("citing_section", edge, "citing")]
        found += [("strength", edge, "strength")]
        found += [("provision_id", edge, "provision")]
    elif last.relation == "CITES" and built.citing:
        found += [("citing_section", built.citing, "label"), ("provision_id", built.citing, "identifier")]
    if last.relation == "CITES" and not far:
        found += [("sentence", edge, "sentence"), ("start", edge, "start"), ("end", edge, "end")]
    if last.relation == "REPEALS":
        found += [("citing_section", edge, "citing"), ("provision_id", edge, "provision")]
        found += [("sentence", edge, "sentence"), ("start", edge, "start"), ("end", edge, "end")]
    if last.relation == "IMPLEMENTS":
        found += [("registered", edge, "from")]
    return built.columns(*found)
