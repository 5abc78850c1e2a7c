"""Templates: how they are read from YAML, what refuses to load, and how values are bound."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from fingerpost.core.cells import Cell
from fingerpost.core.errors import MissingExtra, QueryRejected, QuestionError, SettingsError, UnsupportedConstruct
from fingerpost.core.limits import Limits
from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, ValueType
from fingerpost.core.verified import VerifiedQuery
from fingerpost.plans import Plan
from fingerpost.query_languages import Policy, language

LABEL = "Entity"
RELATIONSHIPS = (
    "AFFECTS APPROVED_BY AUTHORED_BY CAUSED_BY DEPENDS_ON IS_A MEMBER_OF MENTIONS OWNED_BY PART_OF POSSIBLE_SAME_AS "
    "REFERENCES RELATED_TO RENAMED_TO RESOLVED_BY SUPERSEDES"
).split()
"""The relationships that facts have."""
MOST_ROWS, MOST_HOPS, MOST_RELATIONSHIPS, TIME_MS = 100, 2, 20, 30_000
_LONGEST = 1_000
_SIZE = 1_000
_LIMIT = re.compile(r"\bLIMIT\s+\$limit\s*\Z")
_PARAMETER = re.compile(r"\$(\w+)")
_MOST_TEMPLATES = 200


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Parameter(_Strict):
    """A parameter. `entity` and `document` are names or ids, `relationships` a list of types (default: all)."""

    type: Literal["entity", "document", "text", "relationships"]
    required: bool = False


class LimitRange(_Strict):
    """The number of rows: by default, and at most."""

    default: int = Field(ge=1, le=MOST_ROWS)
    maximum: int = Field(ge=1, le=MOST_ROWS)


class Template(_Strict):
    """A named query, and what it costs (`complexity`)."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{1,60}$")
    description: str = Field(min_length=1, max_length=_LONGEST)
    complexity: str = Field(min_length=1, max_length=60)
    query: str = Field(min_length=1, max_length=20_000)
    parameters: dict[str, Parameter]
    limit: LimitRange

    @model_validator(mode="before")
    @classmethod
    def _limit_apart(cls, given: Any) -> Any:
        """In the file, the limit is one of the parameters."""
        if isinstance(given, dict) and isinstance(given.get("parameters"), dict) and "limit" not in given:
            others = dict(given["parameters"])
            limit = others.pop("limit", None)
            return {**given, "parameters": others, **({} if limit is None else {"limit": limit})}
        return given

    def checked(self, values: Mapping[str, Cell], dialect: str | None = None) -> VerifiedQuery:
        """The query with its values, through the gate.

        Raises:
            QueryRejected: the gate refused it.
            UnsupportedConstruct: the dialect cannot express it.
        """
        policy = Policy(max_hops=MOST_HOPS)
        return language().verify(self.query, _schema(), dialect=dialect, parameters=values, policy=policy)

    def bound(self, given: Mapping[str, Any]) -> dict[str, Cell]:
        """Values for all parameters; names of entities are left as given.

        Raises:
            QuestionError: `template.parameter`: one is missing, unknown or of the wrong type.
        """
        unknown = sorted(set(given) - set(self.parameters) - {"limit"})
        if unknown:
            known = ", ".join([*self.parameters, "limit"])
            raise _wrong(f"{self.name} has no parameter {unknown[0]}; it has {known}")
        values: dict[str, Cell] = {"limit": self._rows(given.get("limit"))}
        for name, parameter in self.parameters.items():
            value = given.get(name)
            if value is None and parameter.required:
                raise _wrong(f"{self.name} needs {name}")
            values[name] = _relationships(name, value) if parameter.type == "relationships" else _text(name, value)
        if self.parameters and not any(given.get(name) is not None for name in self.parameters):
            raise _wrong(f"{self.name} needs one of {', '.join(self.parameters)}")
        return values

    def _rows(self, given: Any) -> int:
        if given is None:
            return self.limit.default
        if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= self.limit.maximum:
            raise _wrong(f"limit is a number from 1 to {self.limit.maximum}")
        return given


def limits_of(limits: Limits) -> Limits:
    """The limits of a template's run: never more than templates may have."""
    return Limits(
        time_ms=min(limits.time_ms, TIME_MS),
        rows=min(limits.rows, MOST_ROWS),
        work_units=limits.work_units,
        memory_mb=limits.memory_mb,
    )


def _wrong(message: str) -> QuestionError:
    return QuestionError(message, code="template.parameter")


def _text(name: str, value: Any) -> str | None:
    if value is not None and (not isinstance(value, str) or not value.strip() or len(value) > _LONGEST):
        raise _wrong(f"{name} is a text of 1 to {_LONGEST:,} characters")
    return value


def _relationships(name: str, value: Any) -> tuple[str, ...]:
    if value is None:
        return tuple(RELATIONSHIPS)
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, (list, tuple)) or len(given) > MOST_RELATIONSHIPS or not all(map(_is_type, given)):
        raise _wrong(f"{name} is a list of at most {MOST_RELATIONSHIPS} types of relationships")
    return tuple(given)


def _is_type(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Z][A-Z_]{0,60}", value) is not None


@cache
def shipped_templates() -> dict[str, Template]:
    """The templates that come with fingerpost, by name. Raises as `load_templates` does."""
    text = files("fingerpost.engine.memory.templates").joinpath("templates.yaml").read_text(encoding="utf-8")
    return _loaded(text, "templates.yaml")


def load_templates(path: Path) -> dict[str, Template]:
    """The templates of a file, by name.

    Raises:
        SettingsError: `template.invalid`: a template is malformed, has no limit or more than two hops, uses parameters
            that it does not declare, or the gate refuses its query.
        MissingExtra: PyYAML is not installed.
    """
    try:
        return _loaded(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}", code="template.invalid") from error


def _loaded(text: str, where: str) -> dict[str, Template]:
    try:
        import yaml
    except ImportError as error:
        raise MissingExtra("templates need PyYAML", hint='pip install "fingerpost[documents]"') from error
    try:
        rows = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as error:
        raise SettingsError(f"{where} is not YAML: {error}", code="template.invalid") from error
    if not isinstance(rows, list) or len(rows) > _MOST_TEMPLATES:
        message = f"{where} is not a list of at most {_MOST_TEMPLATES} templates"
        raise SettingsError(message, code="template.invalid")
    found: dict[str, Template] = {}
    for row in rows:
        template = _template(row, where)
        if template.name in found:
            raise SettingsError(f"{where}: {template.name} occurs twice", code="template.invalid")
        found[template.name] = template
    return found


def _template(row: Any, where: str) -> Template:
    named = row.get("name") if isinstance(row, dict) else None
    place = f"{where}: {named}" if isinstance(named, str) else where
    try:
        template = Template.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise SettingsError(f"{place}: {field}: {first['msg']}", code="template.invalid") from error
    used, declared = set(_PARAMETER.findall(template.query)), {*template.parameters, "limit"}
    if not _LIMIT.search(template.query.strip()):
        raise SettingsError(f"{place} does not end with LIMIT $limit", code="template.invalid")
    if used != declared:
        names = ", ".join(sorted(used ^ declared))
        raise SettingsError(f"{place}: declared and used parameters differ: {names}", code="template.invalid")
    values: dict[str, Cell] = {
        name: ("A",) if parameter.type == "relationships" else "a" for name, parameter in template.parameters.items()
    }
    try:
        template.checked({**values, "limit": 1})
        if _hops(language().lift(template.query, {**values, "limit": 1})) > MOST_HOPS:
            message = f"{place}: a pattern has more than {MOST_HOPS} hops, or no bound"
            raise SettingsError(message, code="template.invalid")
    except (QueryRejected, UnsupportedConstruct) as error:
        raise SettingsError(f"{place} is refused: {error.message}", code="template.invalid") from error
    return template


def _hops(plan: Plan) -> float:
    """The longest chain of relationships that one pattern may match."""
    stages = [stage for branch in plan.branches for stage in branch] + list(plan.then)
    chains = [
        sum((edge.hops.maximum or math.inf) if edge.hops else 1 for edge in match.pattern.edges)
        for stage in stages
        for match in stage.matches
    ]
    return max(chains, default=0)


@cache
def _schema() -> GraphSchema:
    """The schema that facts may have, whichever of it a graph has at the time."""

    def info(name: str, kind: ValueType = ValueType.STRING) -> PropertyInfo:
        return PropertyInfo(name=name, type=kind, present=_SIZE, distinct=_SIZE)

    node = [info(name) for name in ("label", "type", "name", "id", "kind", "origin")]
    more = (info("aliases", ValueType.LIST), info("confidence", ValueType.FLOAT))
    entity = LabelInfo(name=LABEL, count=_SIZE, properties=(*node, *more))
    ends = (Endpoints(start=LABEL, end=LABEL, count=_SIZE),)
    own = (info("certainty"), info("date"), info("relation"), info("sources", ValueType.LIST))
    relationships = tuple(
        RelationshipInfo(type=name, count=_SIZE, endpoints=ends, properties=own) for name in RELATIONSHIPS
    )
    total = _SIZE * len(relationships)
    return GraphSchema(labels=(entity,), relationships=relationships, node_count=_SIZE, relationship_count=total)
