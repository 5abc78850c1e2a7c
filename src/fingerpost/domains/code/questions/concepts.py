"""Forms of questions that name a concept: hashing functions, security risks."""

from __future__ import annotations

import re

from fingerpost.domains.code.questions.forms import LIST, F, rest, rule
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Request
from fingerpost.domains.code.questions.tagged import CONCEPTS, RISKS, any_risk, concept


@rule(rf"(?:(?P<many>how many )|{LIST})(?P<concept>{CONCEPTS}) {F}(?: are there| exist)?(?P<rest>.*)")
def _of_concept(match: re.Match[str], names: Names) -> Request | None:
    conditions = rest(match, names)
    if conditions is None:
        return None
    asked = Asked.COUNT if match["many"] else Asked.LIST
    return Request(asked, conditions=(concept(match["concept"], names), *conditions))


@rule(
    rf"(?:{LIST}|are there )(?:any )?(?:potential |possible )?"
    rf"(?P<risk>security|{RISKS}) (?:risks|vulnerabilities|issues)"
)
def _risks(match: re.Match[str], names: Names) -> Request | None:
    said = match["risk"]
    made = any_risk(names) if said.lower() == "security" else concept(said, names)
    return Request(Asked.LIST, conditions=(made,))
