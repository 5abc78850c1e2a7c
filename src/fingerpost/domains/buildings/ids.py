"""Models checked against buildingSMART's Information Delivery Specification (IDS), with ifctester."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import file_digest
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, parse

from fingerpost.core.answer import Citation, SourceRef
from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.domains.buildings.ids_bounds import in_units_of
from fingerpost.domains.buildings.loader.vocabulary import labels_of
from fingerpost.engine import CheckedSpecification, Failure, Requirement, RuleReport, SourceEntry

_NAMESPACE: Final = "{http://standards.buildingsmart.org/IDS}"
_HINT: Final = 'pip install "fingerpost[ids]"'


def check(rules: Path, sources: Sequence[SourceEntry]) -> RuleReport:
    """Check the files of a knowledge base. Raises what `RuleChecker.check_rules` raises."""
    _well_formed(rules)
    try:
        library: Any = import_module("ifctester.ids")
        ifcopenshell: Any = import_module("ifcopenshell")
    except ImportError as error:
        message = f"IDS files are checked with ifctester, which cannot be imported here ({error})"
        raise MissingExtra(message, hint=_HINT) from error
    try:
        specifications = library.open(str(rules), validate=True)
    except Exception as error:  # the library's own errors have no common class
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise SourceError(f"{rules} is not a valid IDS file: {reason}", code="source.format") from error
    checked: list[CheckedSpecification] = []
    for source in sources:
        path = unchanged(source)
        model = ifcopenshell.open(str(path))
        with in_units_of(model, specifications.specifications):
            specifications.validate(model)
        checked += [_checked(one, path.name) for one in specifications.specifications]
    return RuleReport(str(specifications.info.get("title", rules.stem)), tuple(checked))


def _well_formed(rules: Path) -> None:
    """Refuse what is not an IDS file before a library sees it; entities are not expanded."""
    try:
        root = parse(str(rules)).getroot()
    except OSError as error:
        raise SourceError(f"{rules}: {error.strerror or error}", code="source.missing") from error
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise SourceError(f"{rules} is not an IDS file: {error}", code="source.format") from error
    if root.tag != f"{_NAMESPACE}ids":
        message = f"{rules} is not an IDS file: its root is {root.tag}, not ids of {_NAMESPACE.strip('{}')}"
        raise SourceError(message, code="source.format")


def unchanged(source: SourceEntry) -> Path:
    """The file of a source, as it was loaded.

    Raises:
        SourceError: `source.missing` or `source.changed`: it is not there, or no longer that.
    """
    path = Path(source.path)
    try:
        with path.open("rb") as stream:
            digest = file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        message = f"{path}, which was loaded, cannot be read any more: {error.strerror or error}"
        raise SourceError(message, code="source.missing", hint="load the model again") from error
    if digest != source.sha256:
        message = f"{path} is no longer what was loaded"
        raise SourceError(message, code="source.changed", hint="load the model again")
    return path


def _checked(one: Any, file: str) -> CheckedSpecification:
    if not one.is_ifc_version:
        versions = one.ifcVersion if isinstance(one.ifcVersion, str) else ", ".join(one.ifcVersion)
        return CheckedSpecification(one.name, file, 0, skipped=f"it is for {versions}")
    applicable = len(one.applicable_entities)
    usage = one.get_usage()
    problem = ""
    if usage == "required" and not applicable:
        problem = "the model has nothing that it applies to, but must have"
    elif usage == "prohibited" and applicable:
        problem = "the model must not have what it applies to"
    requirements = tuple(_requirements(one, file, applicable, usage == "prohibited"))
    return CheckedSpecification(one.name, file, applicable, requirements, problem)


def _requirements(one: Any, file: str, applicable: int, prohibited: bool) -> Iterator[Requirement]:
    """Each demand with what fails it; of a prohibited specification, its elements are what fails."""
    if prohibited:
        failures = tuple(Failure(_cited(entity, file), "it must not be there") for entity in one.applicable_entities)
        if failures:
            yield Requirement("There must be none", 0, failures)
        return
    for facet in one.requirements:
        text = str(facet.to_string("requirement", one, facet))
        if "'pattern'" in text and getattr(facet, "instructions", None):  # what a pattern is for, in words
            text = str(facet.instructions)
        failures = tuple(Failure(_cited(each["element"], file), str(each["reason"])) for each in facet.failures)
        yield Requirement(text, applicable - len(failures), failures)


def _cited(entity: Any, file: str) -> Citation:
    """An element as an answer cites it: by its GlobalId, with its STEP id."""
    kind, step = entity.is_a(), entity.id()
    guid = getattr(entity, "GlobalId", None) or f"{Path(file).stem}#{step}"
    return Citation(
        element_id=guid,
        label=labels_of(kind)[0],
        name=getattr(entity, "Name", None),
        source=SourceRef(file=file, position=f"#{step}"),
    )
