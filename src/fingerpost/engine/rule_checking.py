"""The check of what was loaded against a file of rules, as a domain does it, and its report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from fingerpost.core.answer import Citation


@dataclass(frozen=True)
class Failure:
    """An element that does not meet a requirement, and why."""

    element: Citation
    reason: str


@dataclass(frozen=True)
class Requirement:
    """What a specification demands, in words; how many elements meet it, and which do not."""

    text: str
    passed: int
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True)
class CheckedSpecification:
    """One specification on one file.

    `applicable` is the number of elements that it is about. `problem` says why it fails as a whole: elements that must
    be there are not, or ones that must not be are. `skipped` says why it was not checked.
    """

    name: str
    file: str
    applicable: int
    requirements: tuple[Requirement, ...] = ()
    problem: str = ""
    skipped: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problem and not any(one.failures for one in self.requirements)


@dataclass(frozen=True)
class RuleReport:
    """All specifications of a file of rules, on each file that was loaded."""

    title: str
    specifications: tuple[CheckedSpecification, ...]

    @property
    def passed(self) -> bool:
        """Whether every specification passed, and at least one was checked."""
        return any(not one.skipped for one in self.specifications) and all(one.passed for one in self.specifications)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON has it."""
        return {
            "title": self.title,
            "passed": self.passed,
            "specifications": [
                {
                    "name": one.name,
                    "file": one.file,
                    "passed": one.passed,
                    "applicable": one.applicable,
                    "problem": one.problem,
                    "skipped": one.skipped,
                    "requirements": [
                        {
                            "text": requirement.text,
                            "passed": requirement.passed,
                            "failures": [
                                {"element": failure.element.model_dump(mode="json"), "reason": failure.reason}
                                for failure in requirement.failures
                            ],
                        }
                        for requirement in one.requirements
                    ],
                }
                for one in self.specifications
            ],
        }


@runtime_checkable
class RuleChecker(Protocol):
    """A reader of a domain that has a format of rules."""

    def check_rules(self, rules: Path) -> RuleReport:
        """The report.

        Raises:
            SourceError: `source.missing`, `source.format`: the rules cannot be read; `source.changed`: a file is no
                longer what was loaded.
            MissingExtra: the library that checks is not installed.
        """
        ...

    def rules_of(self, requirement: str) -> str:
        """A requirement in words as a file of rules, in the format that `check_rules` takes.

        Raises:
            QuestionError: `question.unknown`; it is not understood.
            MissingExtra: the library that writes it is not installed.
        """
        ...

    def issues(self, report: RuleReport) -> bytes:
        """The failed requirements as a file of issues for the domain's programs.

        Raises:
            MissingExtra: the library that writes it is not installed.
        """
        ...
