"""Tools for named queries over the facts of documents."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from fingerpost.core.errors import QuestionError
from fingerpost.engine import DocumentBase, FolderBase
from fingerpost.surfaces.mcp.querying import shown
from fingerpost.surfaces.mcp.registry import Call, Gives, OnDocuments, tool


class Named(OnDocuments):
    template: str | None = Field(
        default=None, description="The name of a template; without it, all are listed.", max_length=100
    )
    parameters: dict[str, Any] = Field(default_factory=dict, description="The values of its parameters.")


class TemplateListed(BaseModel):
    name: str
    description: str
    parameters: list[str]
    complexity: str


class TemplateResult(Gives):
    templates: list[TemplateListed] | None = Field(default=None, description="All templates, if none was named.")
    columns: list[str] | None = None
    rows: list[dict[str, Any]] | None = None
    count: int | None = None


@tool("Named query", reads=True)
def query_template(call: Call, given: Named) -> TemplateResult:
    """Run a named query over the facts that documents state (a knowledge base of documents), or list all named queries.

    Entities and documents are given by a name or an id. On a knowledge base of documents, template "dependency_chain"
    with parameters {"system_id": "Gateway"} gives what the Gateway depends on.
    """
    with call.within(given) as base:
        documents = base.documents if isinstance(base, FolderBase) else base
        if not isinstance(documents, DocumentBase):
            message = f"{given.graph} is not a knowledge base of documents; use cypher_query"
            raise QuestionError(message, code="template.unknown")
        if given.template is None:
            listed = [
                TemplateListed(
                    name=one.name,
                    description=one.description,
                    parameters=[f"{name}{'' if info.required else '?'}" for name, info in one.parameters.items()],
                    complexity=one.complexity,
                )
                for one in documents.templates().values()
            ]
            return TemplateResult(templates=listed)
        result = documents.template(given.template, **given.parameters)
    rows = [dict(zip(result.columns, map(shown, row), strict=True)) for row in result.rows]
    return TemplateResult(columns=list(result.columns), rows=rows, count=len(rows))
