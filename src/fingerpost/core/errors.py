"""All errors. Every surface shows an error in the same way.

    FingerpostError
    ├── QuestionError            the question is empty, overlong or invalid     exit 2
    ├── SourceError              a file to load is missing, damaged or refused  exit 6
    ├── KnowledgeBaseError       the knowledge base is missing, damaged, newer  exit 7
    ├── WorkspaceError           a workspace refuses a write                    exit 7
    ├── PlanError                a plan is invalid                              exit 8
    ├── QueryRejected            the gate refused a query (carries findings)    exit 8
    ├── UnsupportedConstruct     a dialect cannot express this                  exit 8
    ├── StoreError               the graph store failed                         exit 9
    │   └── LimitExceeded        time, memory or work limit reached             exit 9
    ├── ModelError               a language model cannot be asked               exit 9
    ├── MissingExtra             an optional dependency is not installed        exit 11
    ├── SettingsError            a setting or a pack is invalid                 exit 12
    └── InternalError            a bug in fingerpost ended a question           exit 1

`code` is stable and part of the public interface; `exit_code` is the exit code of the command line.
"""

from __future__ import annotations

from typing import Any, ClassVar


class FingerpostError(Exception):
    """Base of all errors raised on purpose by fingerpost.

    `code` is a stable identifier, `hint` says what to do, and `details` has JSON-ready facts (file, line, findings) for
    programs.
    """

    default_code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1

    def __init__(
        self, message: str, *, code: str | None = None, hint: str | None = None, details: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.hint = hint
        self.details: dict[str, Any] = details or {}

    def to_json(self) -> dict[str, Any]:
        """`{"error": {"code", "message", "hint", "details"}}`, the one JSON shape of an error."""
        return {
            "error": {"code": self.code, "message": self.message, "hint": self.hint, "details": self.details},
        }


class QuestionError(FingerpostError):
    """The question is not valid: `question.empty`, `question.too-long`, `question.choice`, `relation.unknown`."""

    default_code = "question.invalid"
    exit_code = 2


class SourceError(FingerpostError):
    """A source cannot be loaded: `source.missing`, `source.format`, `source.unknown-kind`, `source.mapping`,
    `source.strict`; `source.documents`: a place does not take documents.

    `details` holds `file` and, where known, `line`.
    """

    default_code = "source.format"
    exit_code = 6


class KnowledgeBaseError(FingerpostError):
    """A knowledge base cannot be opened: `kb.missing`, `kb.damaged`, `kb.newer`, `kb.older`, `kb.exists` or
    `kb.unwritable`.
    """

    default_code = "kb.damaged"
    exit_code = 7


class WorkspaceError(FingerpostError):
    """A workspace refuses a write: `workspace.name`, `workspace.value`, `workspace.quota`, `workspace.locked`,
    `workspace.missing`, `workspace.closed`, `workspace.version`.
    """

    default_code = "workspace.value"
    exit_code = 7


class PlanError(FingerpostError):
    """A plan is invalid: `plan.scope`, `plan.shape`, `plan.evidence`."""

    default_code = "plan.scope"
    exit_code = 8


class QueryRejected(FingerpostError):
    """The gate refused a query. `details["findings"]` lists every reason with its position."""

    default_code = "query.rejected"
    exit_code = 8


class UnsupportedConstruct(FingerpostError):
    """A dialect cannot express a construct; the message names it."""

    default_code = "query.unsupported"
    exit_code = 8


class StoreError(FingerpostError):
    """The graph store failed while running a verified query."""

    default_code = "store.failed"
    exit_code = 9


class LimitExceeded(StoreError):
    """The query reached a limit: `limit.time`, `limit.memory`, `limit.work`; `limit.busy`: too many wait already."""

    default_code = "limit.time"


class ModelError(FingerpostError):
    """A language model gave no usable reply: `model.time`, `model.unreachable`, `model.refused`, `model.reply`,
    `model.budget`. Questions are then answered without it, and a note gives the reason.
    """

    default_code = "model.reply"
    exit_code = 9
    sent = True
    """Whether anything may have reached the model, and so cost something."""


class MissingExtra(FingerpostError):
    """An optional dependency is needed: `extra.missing`; `hint` holds the command that installs it."""

    default_code = "extra.missing"
    exit_code = 11


class SettingsError(FingerpostError):
    """A setting is invalid (`settings.invalid`), or the pack, learned file or plug-in that it names: `pack.missing`,
    `pack.invalid`, `learned.invalid`, `plugin.broken`, `plugin.twice`.
    """

    default_code = "settings.invalid"
    exit_code = 12


class InternalError(FingerpostError):
    """A bug in fingerpost: `internal.error`. The message names the error and the line that raised it."""

    default_code = "internal.error"
