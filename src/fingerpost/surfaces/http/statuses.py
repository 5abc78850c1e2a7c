"""The HTTP status of an error, by its stable code."""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.core.errors import FingerpostError

STATUSES: Mapping[str, int] = {
    "approve": 400,
    "approved": 500,
    "approved.unwritable": 507,
    "base.missing": 404,
    "collection": 400,
    "extra": 501,
    "feedback.off": 404,
    "feedback.unwritable": 507,
    "http.debug-only": 403,
    "http.method": 405,
    "http.path": 404,
    "input": 422,
    "internal": 500,
    "joern": 502,
    "kb": 503,
    "learned": 500,
    "limit": 504,
    "limit.busy": 503,
    "memory": 400,
    "model": 502,
    "namespace": 400,
    "namespace.forbidden": 403,
    "namespace.unknown": 404,
    "pack": 500,
    "plan": 400,
    "plugin": 500,
    "query": 400,
    "query.unsealed": 500,
    "question": 400,
    "question.cancelled": 499,
    "relation": 400,
    "retrieval": 400,
    "session.missing": 404,
    "session.unwritable": 507,
    "settings": 500,
    "source": 503,
    "store": 503,
    "teach": 400,
    "template": 400,
    "template.unknown": 404,
    "workspace": 503,
    "workspace.missing": 404,
}
"""By whole code, or by what stands before its dot."""


def status_of(error: FingerpostError) -> int:
    """The status of an error; 500 where it has none of its own, as for a bug."""
    code = error.code
    return STATUSES.get(code) or STATUSES.get(code.partition(".")[0], 500)
