"""Errors: the codes and exit codes are public, and every error has one JSON form."""

from __future__ import annotations

import json

import pytest

from fingerpost.core import errors
from fingerpost.core.errors import FingerpostError
from fingerpost.query_languages.cypher.errors import CypherSyntaxError

TABLE = {
    "FingerpostError": ("error", 1, "Exception"),
    "QuestionError": ("question.invalid", 2, "FingerpostError"),
    "SourceError": ("source.format", 6, "FingerpostError"),
    "KnowledgeBaseError": ("kb.damaged", 7, "FingerpostError"),
    "WorkspaceError": ("workspace.value", 7, "FingerpostError"),
    "PlanError": ("plan.scope", 8, "FingerpostError"),
    "QueryRejected": ("query.rejected", 8, "FingerpostError"),
    "UnsupportedConstruct": ("query.unsupported", 8, "FingerpostError"),
    "StoreError": ("store.failed", 9, "FingerpostError"),
    "LimitExceeded": ("limit.time", 9, "StoreError"),
    "ModelError": ("model.reply", 9, "FingerpostError"),
    "MissingExtra": ("extra.missing", 11, "FingerpostError"),
    "SettingsError": ("settings.invalid", 12, "FingerpostError"),
    "InternalError": ("internal.error", 1, "FingerpostError"),
}
CLASSES = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, FingerpostError)]


def test_the_table_names_every_error():
    assert {kind.__name__ for kind in CLASSES} == set(TABLE)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_codes_and_exit_codes_are_stable(kind):
    code, exit_code, parent = TABLE[kind.__name__]
    error = kind("what happened")
    assert (error.code, error.exit_code, kind.__bases__[0].__name__) == (code, exit_code, parent)
    assert str(error) == error.message == "what happened"
    assert error.to_json() == {
        "error": {"code": code, "message": "what happened", "hint": None, "details": {}},
    }


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_what_is_given_is_told(kind):
    error = kind("m", code="some.code", hint="do this", details={"line": 3})
    told = {"error": {"code": "some.code", "message": "m", "hint": "do this", "details": {"line": 3}}}
    assert json.loads(json.dumps(error.to_json())) == told


def test_details_are_not_shared_between_errors():
    FingerpostError("one").details["line"] = 1
    assert FingerpostError("other").details == {}


@pytest.mark.parametrize(
    ("code", "expected", "name"),
    [("S010", "query.syntax", "UnexpectedSyntax"), ("W001", "query.writes", None), ("B001", "query.syntax", None)],
)
def test_a_syntax_error_tells_its_place(code, expected, name):
    error = CypherSyntaxError(code, "unexpected", 7, "this")
    assert (error.code, error.exit_code) == (expected, 8)
    found = json.loads(json.dumps(error.to_json()))["error"]["details"]["findings"]
    assert found == [
        {
            "code": code,
            "message": "unexpected",
            "position": 7,
            "severity": "error",
            "suggestion": "this",
            "name": name,
        },
    ]
    assert error.message == f"{code} unexpected (at character 8)"
