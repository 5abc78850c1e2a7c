"""Which models and versions a question is about: "in the model duplex_A", "in project 25-01-161", "in version 2"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from fingerpost.domains.buildings.loader.project import DISCIPLINES
from fingerpost.domains.buildings.questions.catalog import Catalog, KnownModel, KnownProject

_IN: Final = r"(?:in|of|from|for|within|on|at|by)"
_NUMBER: Final = r"\d{2}[-/.]?(?:0[1-9]|1[0-2])[-/.]?\d{3}"
_LATEST: Final = re.compile(
    rf"(?:,? ?\b{_IN})? ?\b(?:the |its |their )?(?:latest|newest|most recent|current|last) version"
    rf"(?P<of>s?(?= (?:of|in) )|)(?=\W|$)",
    re.IGNORECASE,
)
_VERSION: Final = re.compile(rf",? ?\b{_IN} (?:the )?version (?:no\.? |number )?(?P<number>\d+)\b", re.IGNORECASE)
_VERSION_HAS: Final = re.compile(
    r"\b(?:does|did) (?P<version>(?:the )?version \d+|the (?:first|initial|previous|latest|last) version) "
    r"(?:have|contain|include)\b",
    re.IGNORECASE,
)
_FIRST: Final = re.compile(rf",? ?\b{_IN} the (?P<which>first|previous|initial) version\b", re.IGNORECASE)
_NEXT: Final = (
    r"(?:and|is|are|was|were|has|have|had|with|without|that|which|who|on|in|of|by|per|do|does|need|contain|contains|"
    r"use|uses|made|there)"
)
"""Words that no name of a project begins with, and that end it."""
_PROJECT: Final = re.compile(
    rf",? ?\b{_IN} (?:the )?project (?:no\.? |number |called |named )?(?!{_NEXT}\b)"
    rf"(?P<name>\"[^\"]+\"|“[^”]+”|{_NUMBER}|[^?!,;]+?)(?=\s*(?:[?!,;]|\.$|$|\b{_NEXT}\b))",
    re.IGNORECASE,
)
_BARE_NUMBER: Final = re.compile(rf",? ?\b{_IN} (?P<name>{_NUMBER})\b", re.IGNORECASE)
_MODEL: Final = re.compile(
    rf",? ?\b{_IN} (?:the )?(?:model|file) (?P<called>called |named )?(?P<name>\"[^\"]+\"|“[^”]+”|[\w.~-]+)"
    r"(?P<end>\W*$)?",
    re.IGNORECASE,
)
_KIND_OF_MODEL: Final = re.compile(
    rf",? ?\b{_IN} (?:the |our )?(?P<name>(?:(?!\b(?:the|this|that|our|whole|entire|each|every|all|same|a|{_NEXT})\b)"
    r"[\w-]+ ){1,3}?)models?\b",
    re.IGNORECASE,
)
_BRACKETS: Final = re.compile(r"\s*\([^)]*\)")
_LOOKS_LIKE_A_NAME: Final = re.compile(r"[\d_\"“]")
_ABOUT_MODELS: Final = re.compile(
    r"\b(?:projects?|models?|versions?|users?|own(?:s|er|ed)?|created?|who)\b", re.IGNORECASE
)

_IN_WHOLE: Final = re.compile(
    r" (?:in (?:the|this|our) (?:whole |entire )?(?:model|project)|"
    r"(?:does|do) (?:the|this|our) (?:model|project) (?:have|contain|include))(?=\W*$)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Scope:
    """The models that a question is about, and the number of the version, if it names one.

    `question` is the question without the words for them, `said` what they are. `is_named` is false for a scope of all
    models, of which only the version may be named.
    """

    question: str
    models: tuple[KnownModel, ...]
    said: str = ""
    number: int | None = None
    is_named: bool = False
    projects: Mapping[str, tuple[KnownModel, ...]] = field(default_factory=dict)
    """The models of each project, where the question names several."""

    @property
    def digests(self) -> tuple[str, ...]:
        """The digests of the versions in question, by default the latest ones."""
        if self.number is None:
            return tuple(one.latest for one in self.models)
        return tuple(digest for one in self.models if (digest := one.version(self.number)) is not None)


@dataclass(frozen=True)
class UnknownScope:
    """What a question names and the knowledge base does not have, and what it has."""

    what: str
    name: str
    known: tuple[str, ...]


def scope_of(question: str, catalog: Catalog, *, with_version: bool = True) -> Scope | UnknownScope:
    """The scope of a question; without `with_version`, words for versions stay in the question."""
    said: list[str] = []
    models, is_named = catalog.models, False
    question = _VERSION_HAS.sub(r"are there in \g<version>", question)
    question, names = _named_projects(question, catalog)
    projects: dict[str, KnownProject] = {}
    for name in names:
        called = catalog.projects_called(name)
        if not called:
            return UnknownScope("project", name, tuple(one.name for one in catalog.projects))
        projects |= {one.name: one for one in called}
    if projects:
        models, is_named = catalog.models_of(tuple(projects.values())), True
        said.append(f"project {' and '.join(projects)}")
    shorter, of = _called_model(question, catalog)
    if isinstance(of, str):
        return UnknownScope("model", of, tuple(one.title for one in models))
    if of:
        question, models, is_named = shorter, tuple(one for one in of if one in models), True
        said.append(f"model {', '.join(dict.fromkeys(one.name for one in of))}")
    question, number = _version(question, models) if with_version else (question, None)
    if number is not None:
        said.append(f"version {number}")
        if not any(one.version(number) for one in models):
            known = tuple(f"version {one.number}" for model in models for one in model.versions)
            return UnknownScope("version", str(number), tuple(dict.fromkeys(known)))
    sides = {name: tuple(m for m in catalog.models_of((one,)) if m in models) for name, one in projects.items()}
    parts = sides if len(names) > 1 else {}
    return Scope(" ".join(question.split()), models, ", ".join(said), number, is_named, parts)


_OF_WHOM: Final = re.compile(
    r"^(?P<ask>who (?:owns|owned|created|made|leads|is the (?:owner|author|creator) of)|"
    r"how many (?:models|versions) (?:does|do|has|have)) (?:the )?(?!project)(?P<name>.+?)(?P<end>(?: have)?\W*)$",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(
    r"^(?P<ask>when (?:was|were)) (?:the )?(?!project|version|model)(?P<name>.+?)"
    r"(?P<end> (?:created|started|set up|begun|opened|made)\W*)$",
    re.IGNORECASE,
)
_OF_PROJECT: Final = re.compile(
    rf"\b(?P<of>{_IN}) (?:the )?(?P<name>[^?!,;]+?)(?P<end>(?: (?:have|has))?\W*)$", re.IGNORECASE
)


def with_project(question: str, catalog: Catalog) -> str:
    """A question about models or users with the project that it names called one, by its number or whole name.

    "Who owns Westlake Tower?" is asked as "Who owns project 24-01-161?".
    """
    for pattern, before in ((_PROJECT, "of"), (_OF_WHOM, ""), (_WHEN, ""), (_OF_PROJECT, "")):
        found = pattern.search(question)
        projects = catalog.projects_called(found["name"].strip(' "“”')) if found is not None else ()
        if found is None or len(projects) != 1:
            continue
        called = f"project {projects[0].number or projects[0].name}"
        groups = found.groupdict()
        lead = next((groups[name] for name in ("ask", "of") if groups.get(name)), f" {before}")
        return f"{question[: found.start()]}{lead} {called}{groups.get('end') or ''}{question[found.end() :]}"
    return question


def is_about_models(question: str) -> bool:
    """Whether a question asks for projects, models, versions or users themselves, and not for what is in the model."""
    return _ABOUT_MODELS.search(_IN_WHOLE.sub("", question)) is not None


def _called_model(question: str, catalog: Catalog) -> tuple[str, tuple[KnownModel, ...] | str]:
    """The question without the name of a model, and the models of that name, or the name where there are none.

    Words behind "model" that are not known may be any part of the sentence, unless they look like a name or end it.
    """
    found = _MODEL.search(question)
    if found is not None:
        name = found["name"].strip(' "“”.')
        called = catalog.models_called(name)
        if called:
            return question[: found.start()] + question[found.end("name") :], called
        if found["called"] or found["end"] is not None or _LOOKS_LIKE_A_NAME.search(found["name"]):
            return question, name
    found = _KIND_OF_MODEL.search(question)
    if found is not None:
        name = found["name"].strip()
        called = catalog.models_called(name)
        if called or name.lower() in DISCIPLINES:
            return question[: found.start()] + question[found.end() :], called or name
    return question, ()


def _taken(question: str, pattern: re.Pattern[str]) -> tuple[str, str | None]:
    """The question without what a pattern finds, and the name in it."""
    found = pattern.search(question)
    if found is None:
        return question, None
    return question[: found.start()] + question[found.end() :], found["name"]


def _named_projects(question: str, catalog: Catalog) -> tuple[str, tuple[str, ...]]:
    """The question without the projects that it names, and their names: "in Westlake and Harbour House"."""
    known = "|".join((_NUMBER, *map(re.escape, sorted(_own_words(catalog), key=len, reverse=True))))
    several = rf"(?:{known})(?:(?:,? (?:and|or) |, )(?:{_IN} )?(?:the )?(?:project )?(?:{known}))+"
    found = re.search(rf",? ?\b{_IN} (?:the )?(?:projects? )?(?P<names>{several})\b", question, re.IGNORECASE)
    if found is not None:
        names = tuple(re.findall(known, found["names"], re.IGNORECASE))
        return question[: found.start()] + question[found.end() :], names
    for pattern in (_PROJECT, _BARE_NUMBER):
        question, name = _taken(question, pattern)
        if name is not None:
            return question, (name.strip(' "“”'),)
    question, name = _named_project(question, catalog)
    return question, () if name is None else (name,)


def _own_words(catalog: Catalog) -> frozenset[str]:
    """Names of projects, and the words of these that no other project has."""
    if len(catalog.projects) < 2:
        return frozenset()
    return frozenset(
        word
        for project in catalog.projects
        for word in (project.name, _BRACKETS.sub("", project.name), *re.findall(r"[^\W\d_]{4,}", project.name))
        if len(catalog.projects_called(word)) == 1
    )


def _named_project(question: str, catalog: Catalog) -> tuple[str, str | None]:
    """A project by its name, or a word of it that no other project has, without the word project: "in Westlake"."""
    for word in sorted(_own_words(catalog), key=len, reverse=True):
        found = re.search(rf",? ?\b(?:{_IN} (?:the )?|\()(?P<name>{re.escape(word)})\b\)?", question, re.IGNORECASE)
        if found is not None:
            return question[: found.start()] + question[found.end() :], found["name"]
    return question, None


def _version(question: str, models: tuple[KnownModel, ...]) -> tuple[str, int | None]:
    """The question without the version, and its number; None for the latest."""
    found = _VERSION.search(question)
    if found is not None:
        return question[: found.start()] + question[found.end() :], int(found["number"])
    found = _FIRST.search(question)
    if found is not None:
        most = max((len(one.versions) for one in models), default=1)
        number = max(1, most - 1) if found["which"].lower() == "previous" else 1
        return question[: found.start()] + question[found.end() :], number
    return _LATEST.sub("", question), None
