"""Texts that are called tables and are something else: a page of an error, a pointer to a file, other data."""

from __future__ import annotations

import re

_FORMS = tuple(
    (re.compile(begins, re.IGNORECASE), what, hint)
    for begins, what, hint in (
        (r"<!doctype html|<html", "an HTML page", "the download may have given the page of a log-in or of an error"),
        (r"<\?xml|<!--|<\w[^<>]*>\s*<", "XML", "rename it to end in .xml, or as its format does"),
        (r"version https://git-lfs", "a pointer of Git LFS", "git lfs pull fetches the file"),
        (r'[\[{]\s*(["\[\]{}]|\Z)', "JSON", "rename it to end in .json, or .jsonl if each line is a record"),
        (r"%PDF-", "a PDF document", "rename it to end in .pdf"),
        (r"@prefix\s|PREFIX\s+\w*:\s*<", "RDF", "rename it to end in .ttl"),
        (r"(CREATE|MERGE|MATCH)\s*\(\s*\w*\s*:|UNWIND\s*\[|:begin\s", "a Cypher script", "rename it to end in .cypher"),
        (r"(CREATE\s+TABLE|INSERT\s+INTO|DROP\s+TABLE)\s", "an SQL dump", "rename it to end in .sql"),
    )
)
_ABOVE = re.compile(r"(?:\s+|(?://|--)[^\n]*\n)*")
"""Blank lines and comments above a script."""


def other_format(head: str) -> tuple[str, str] | None:
    """What a text is if it begins as no table does, and what helps."""
    begin = _ABOVE.sub("", head.removeprefix("\ufeff"), count=1)
    return next(((what, hint) for form, what, hint in _FORMS if form.match(begin)), None)
