"""The reader of questions about code, registered for bases of the pack `code`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from fingerpost.core.answer import Answer, Status
from fingerpost.core.errors import QueryRejected
from fingerpost.core.limits import Limits
from fingerpost.domains.code.enrichment import SUBSYSTEM, Tag, hints_of
from fingerpost.domains.code.questions.building import View
from fingerpost.domains.code.questions.citing import Cited, cited_on_server
from fingerpost.domains.code.questions.compose import SNAKE, Composed, beyond, compose
from fingerpost.domains.code.questions.composed.asks import counts_after
from fingerpost.domains.code.questions.composed.plainly import plainly
from fingerpost.domains.code.questions.explain import read
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.plans import plan_of
from fingerpost.domains.code.questions.request import Asked, Kind, NotInGraph, Request, UnknownName
from fingerpost.domains.code.questions.topics import Described, Topics
from fingerpost.domains.code.questions.vocabulary import IDENTIFIER, is_like_a_name
from fingerpost.domains.code.questions.wording import worded
from fingerpost.domains.code.run_state import domain_of, state_of
from fingerpost.engine import AskContext, DomainReading, DomainRefusal, DomainRephrasing
from fingerpost.plans import Column, EdgePattern, Match, NodePattern, Pattern, Plan, Ref, Stage, plural
from fingerpost.stores import Result

_CONFIDENCE: Final = 0.95
_BY_TAGS: Final = 0.7
"""Tags come from names and calls, so that an answer by them is never given as sure (0.8)."""
_BY_WORDS: Final = 0.6
_WORDED: Final = "what functions are about is judged by their names, comments and tags"
_BY_FLOW: Final = 0.75
"""Flows are followed through two calls, and through what is known of library functions: none found is no proof."""
_WRITTEN: Final = "arguments are compared as they are written: a variable may hold the same value"
_MACROS: Final = "a server does not show macros that stand in the arguments of other macros; a loaded graph does"
_USED_MACROS: Final = "the graph has only those macros that the code uses"
_PROTOTYPES: Final = "front ends leave out some declarations of functions that the code defines"
_TAGGED: Final = "what functions are for is judged by tags, which rules derive from names and calls"
_GAPS: Final = "the graph has the lines of functions, not those between them"
_OF_TYPE: Final = "accesses of fields are told apart by the name of the field, not by its type"
_UNTYPED: Final = "ANY"
"""What front ends write for a type that they do not know."""
_UNKNOWN_RETURNS: Final = "the graph does not know of every function what it returns"
_IN_PART: Final = "words of the question that say nothing to the graph were left out"
_GENERAL: Final = "this is none of the forms of questions about code that are known: it was read as one over its nodes"
_LABEL: Final = re.compile(r"\b[A-Z][A-Z_]{2,}\b")
_VERSION: Final = re.compile(r"[-_]v?\d[\w.]*$")
_ANY_NUMBER: Final = Limits(rows=1_000_000)
_HISTORY: Final = re.compile(
    r"\b(?:who (?:wrote|authored|changed|committed|maintains)|author of|when was|last "
    r"(?:changed|modified)|commits?|blame)\b",
    re.I,
)
_BESIDE_CODE: Final = re.compile(
    r"\b(?:race conditions?|deadlocks?|thread[- ]?safe(?:ty)?|safe to (?:call|use)|memory leaks?|leaks?(?: memory)?|"
    r"bugs?|"
    r"vulnerabilit(?:y|ies)|(?:unit )?tests? (?:cover|exercise|check|test)s?|(?:covered|exercised) by (?:unit )?tests?|"
    r"(?:test|code) coverage|(?:since|in) (?:which|what) (?:version|release)|per second|(?:faster|slower) than|"
    r"how (?:fast|slow)|(?:is|are) (?:too |very |the )?(?:slow|fast|slowest|fastest)|performance|"
    r"(?:should|ought to) (?:be|have|call|use)|could (?:[\w.]+ ){1,8}be|"
    r"(?:developed|authored|contributed) by|written by(?! [`\"]?\w*(?-i:_|[a-z][A-Z]))|"
    r"(?:added|introduced|changed|fixed) in (?:version|release)|at run[- ]?time)\b",
    re.I,
)
"""What is asked of code and stands in none. It is refused only where the question is not understood otherwise."""
_ONLY_CODE: Final = (
    "The graph has the code as it is written: it does not say how it runs, how it is tested, whether it is right, who "
    "wrote it, or since when it is there."
)
_FLOW: Final = re.compile(
    r"\b(?:data[- ]?flows?|taint(?:ed|s)?|(?:does|do|can) (?:the )?(?:data|input|values?|user input) (?:from|of|in) .+ "
    r"(?:reach|flow|end up|get)|flows? (?:from .+ )?(?:in)?to|dominat(?:es?|ed|ors?))\b",
    re.I,
)
_NO_FLOW: Final = (
    "Data flow and dominance are known to Joern only: open the graph on its server. The loaded graph has calls. "
    "Ask for a chain of calls between two functions, or which functions call both."
)
_ANY: Final = re.compile(r"(?:(?:is|are) there (?:an?|any)|(?:do|does) any)\b", re.I)
_PRONOUNS: Final = frozenset(
    "every all each we you they i he she anything anyone anybody something someone somebody the a an".split()
)
_FUNCTION: Final = re.compile(r"\bfunctions?\b", re.I)
_CONTAINED: Final = ("CALL", "STRING_LITERAL", "CONTROL_STRUCTURE", "RETURN")
INTENT: Final = "find-function"
_YES_NO: Final = re.compile(
    rf"(?:does|do|can|will|has|have)\s+(?:the\s+)?(?:function\s+)?{IDENTIFIER}\s+(.+?)[?.! ]*", re.I
)


class CodeReader:
    """Reads questions about functions, calls and types. What it does not know is left to the general reader."""

    def __init__(self, context: AskContext) -> None:
        self._context = context

    @cached_property
    def names(self) -> Names:
        """The names of the code base; read once, on the first question."""
        accessed = self._named("FIELD_IDENTIFIER", "canonicalName")
        labels = self._context.schema.label_by_name
        return Names(
            methods=self._named("METHOD"),
            globals=self._named("GLOBAL_VARIABLE"),
            fields=self._named("MEMBER") | accessed,
            accessed=accessed,
            read_identifiers=lambda: self._named("IDENTIFIER"),
            types=self._named("STRUCT") | self._named("ENUM") | self._named("UNION") | self._named("CLASS"),
            classes=self._named("CLASS"),
            qualified=self._named("METHOD", "qualifiedName"),
            modules=self._named("IMPORT", "importedEntity"),
            project=self._project(),
            parameters=self._named("METHOD_PARAMETER_IN"),
            read_owners=self._owners,
            read_strings=lambda: self._named("STRING_LITERAL", "code"),
            read_aliases=self._aliases,
            read_heads=lambda: self._named("FUNCTION", "code"),
            functions=self._named("FUNCTION"),
            macros=self._named("MACRO"),
            macro_properties=frozenset(about.by_name if (about := labels.get("MACRO")) else ()),
            files=self._named("FILE"),
            tags=self.tags,
            all_types=self._named("TYPE") | self._named("TYPE", "fullName"),
            measured=frozenset(self._context.schema.label_by_name["FUNCTION"].by_name),
            read_topics=self._topics,
        )

    def _project(self) -> str:
        """The name of the folder that the graph was made of, without the number of a version; empty if unknown."""
        folders = self._named("META_DATA", "root")
        return _VERSION.sub("", folders.pop().rstrip("/").rpartition("/")[2]) if len(folders) == 1 else ""

    def _aliases(self) -> set[str]:
        """The types that are names of others."""
        about = self._context.schema.label_by_name.get("TYPE_DECL")
        if about is None or "aliasTypeFullName" not in about.by_name:
            return set()
        rows = self._rows(
            Pattern(nodes=(NodePattern(name="n", label="TYPE_DECL"),)), ("n", "name"), ("n", "aliasTypeFullName")
        )
        return {name for name, meant in rows if meant}

    def _owners(self) -> dict[str, set[str]]:
        """The types that have each field."""
        found: dict[str, set[str]] = defaultdict(set)
        for label in sorted({start for start, _ in self._joined("HAS_FIELD")}):
            nodes = (NodePattern(name="n", label=label), NodePattern(name="m", label="MEMBER"))
            having = Pattern(nodes=nodes, edges=(EdgePattern(start="n", end="m", types=("HAS_FIELD",)),))
            for type_, name in self._rows(having, ("n", "name"), ("m", "name")):
                found[name].add(type_)
        return found

    def _topics(self) -> Topics:
        """The functions with their names, places, comments and tags."""
        known = self._context.schema.label_by_name["FUNCTION"].by_name
        inside = self._beside("CONTAINS", "COMMENT", "code")
        parts = {tag.value for tag in self.tags if tag.name == SUBSYSTEM}
        tags = {
            place: [value.replace("-", " ") for value in values if value not in parts]
            for place, values in self._beside("TAGGED_BY", "TAG", "value").items()
        }
        wanted = [("n", name) for name in ("name", "location", "comment") if name in known]
        rows = self._rows(Pattern(nodes=(NodePattern(name="n", label="FUNCTION"),)), *wanted)
        return Topics(
            Described(name, place, "".join(said), tuple(inside.get(place, ())), tuple(tags.get(place, ())))
            for name, place, *said in rows
        )

    def _beside(self, type_: str, label: str, property_: str) -> Mapping[str, list[str]]:
        """What the nodes say that relationships of a type join functions to, by the places of these."""
        found: dict[str, list[str]] = defaultdict(list)
        if ("FUNCTION", label) in self._joined(type_):
            joined = EdgePattern(start="n", end="m", types=(type_,))
            nodes = (NodePattern(name="n", label="FUNCTION"), NodePattern(name="m", label=label))
            for place, text in self._rows(Pattern(nodes=nodes, edges=(joined,)), ("n", "location"), ("m", property_)):
                found[place].append(text)
        return found

    def _joined(self, type_: str) -> set[tuple[str, str]]:
        """The labels that relationships of a type join."""
        found = self._context.schema.relationship_by_type.get(type_)
        return {(end.start, end.end) for end in found.endpoints} if found is not None else set()

    def _rows(self, pattern: Pattern, *wanted: tuple[str, str]) -> list[tuple[str, ...]]:
        """Properties of the nodes of a pattern, as texts."""
        columns = tuple(
            Column(name=f"c{at}", operand=Ref(name=name, property=property_))
            for at, (name, property_) in enumerate(wanted)
        )
        plan = Plan(branches=((Stage(matches=(Match(pattern=pattern),), columns=columns),),))
        rows = self._context.run(plan, _ANY_NUMBER).rows
        return [tuple("" if cell is None else str(cell) for cell in row) for row in rows]

    @cached_property
    def tags(self) -> frozenset[Tag]:
        """The tags that the graph has for functions; those of a graph that is not tagged are none."""
        about = self._context.schema.label_by_name.get("TAG")
        if about is None or not {"name", "value"} <= about.by_name.keys():
            return frozenset()
        columns = tuple(Column(name=each, operand=Ref(name="n", property=each)) for each in ("name", "value"))
        stage = Stage(
            matches=(Match(pattern=Pattern(nodes=(NodePattern(name="n", label="TAG"),))),),
            columns=columns,
            distinct=True,
        )
        rows = self._context.run(Plan(branches=((stage,),)), _ANY_NUMBER).rows
        return frozenset(Tag(str(name), str(value)) for name, value in rows)

    def _named(self, label: str, property_: str = "name") -> set[str]:
        about = self._context.schema.label_by_name.get(label)
        if about is None or property_ not in about.by_name:
            return set()
        node = NodePattern(name="n", label=label)
        columns = (Column(name="name", operand=Ref(name="n", property=property_)),)
        stage = Stage(matches=(Match(pattern=Pattern(nodes=(node,))),), columns=columns, distinct=True)
        rows = self._context.run(Plan(branches=((stage,),)), _ANY_NUMBER).rows
        return {str(row[0]) for row in rows if row[0] is not None and not str(row[0]).startswith("<")}

    def enrich(self, question: str) -> Mapping[str, Any]:
        """The tags that the question names, by list, and what it is about."""
        hints = hints_of(question, self.tags)
        return hints.to_json() | {"coverage": hints.coverage, "domain": domain_of(question, hints)}

    def state(self, answer: Answer[Plan]) -> Mapping[str, Any]:
        """The run of an answer by the names of the nine steps (`run_state`)."""
        return state_of(answer, self._context, hints_of(answer.question, self.tags), self.names.callable)

    def read(self, question: str) -> DomainReading | DomainRefusal | DomainRephrasing | None:
        """The plan of a question about code; a refusal where it names what the code does not have."""
        if "FUNCTION" not in self._context.schema.label_by_name:
            return None
        if _HISTORY.search(question):
            text = "The graph has the code, not its history: it does not say who changed what, or when."
            return DomainRefusal(text, INTENT, (question,))
        flows = "FLOWS_TO" in self._context.schema.relationship_by_type
        if _FLOW.search(question) and not flows:
            return DomainRefusal(_NO_FLOW, "trace-flow", (question,))
        try:
            found = self._request(question)
        except UnknownName as error:
            text = f"The code has no {error.what} named {error.name}."
            return DomainRefusal(text, INTENT, (error.name,), error.similar, {"intent": INTENT})
        except NotInGraph as error:
            return DomainRefusal(str(error), INTENT, (question,), (), {"intent": INTENT})
        if found is None:
            if _BESIDE_CODE.search(question):
                return DomainRefusal(_ONLY_CODE, INTENT, (question,), (), {"intent": INTENT})
            return _half_read(question, self.names) or self._unheard_of(question) or self._left_over(question)
        request, whole = found.request, found.whole
        if request.asked is Asked.FLOW and not flows:
            return DomainRefusal(_NO_FLOW, "trace-flow", (question,))

        if _ANY.match(question) and request.asked is Asked.LIST:
            request = replace(request, asked=Asked.EXISTS)
        if _FUNCTION.search(question) and request.asked is Asked.LIST and request.label in _CONTAINED and not flows:
            request = replace(request, owner=True)

        def words(result: Result) -> tuple[str, Status]:
            return worded(request, result)

        try:
            plan = plan_of(request, self._view)
        except NotInGraph as error:
            return DomainRefusal(str(error), INTENT, (question,), (), {"intent": INTENT})
        try:
            self._context.gate.check_plan(plan)
        except QueryRejected as error:
            lacks_all = request.label not in self._context.schema.label_by_name
            text = f"The graph has no {plural(request.noun)}." if lacks_all else f"The graph cannot tell: {error}."
            return DomainRefusal(text, INTENT, (question,), (), {"intent": INTENT})

        def cite(result: Result) -> Cited | None:
            if request.asked in (Asked.COUNT, Asked.YES_NO) and result.rows == ((0,),):
                return (), 0
            return cited_on_server(self._context, request, self._view, result) if flows else None

        intent = "explain-concept" if request.asked is Asked.EXPLAIN else INTENT
        confidence, notes = _trust(request) if whole else (_BY_WORDS, (_IN_PART,))
        if any(one.kind is Kind.RETURNS for one in request.conditions) and _UNTYPED in self._named(
            "FUNCTION", "returnType"
        ):
            confidence, notes = _BY_FLOW, (*notes, _UNKNOWN_RETURNS)
        if flows and self._uses_a_macro(request):
            confidence, notes = _BY_FLOW, (_MACROS,)
        return DomainReading(plan, intent, confidence, words, {"intent": intent}, notes, cite)

    def _request(self, question: str) -> Composed | None:
        """What a question asks by a known form, or else by its parts.

        Raises:
            UnknownName: it names what the code does not have.
            NotInGraph: it asks what the graph does not say.
        """
        if not _BESIDE_CODE.search(question) and (found := beyond(question, self.names)) is not None:
            return found
        failed: UnknownName | NotInGraph | None = None
        known, composed = None, None
        try:
            known = None if counts_after(question) else read(question, self.names)
        except NotInGraph as error:
            failed = error
        except UnknownName as error:
            failed = None if error.name.lower() in _PRONOUNS else error
        if known is not None and known.asked is Asked.EXPLAIN and _BESIDE_CODE.search(question):
            return None
        if (known is None or known.asked is Asked.EXPLAIN) and not _BESIDE_CODE.search(
            plainly(question, self.names).text
        ):
            try:
                composed = compose(question, self.names, beside=not isinstance(failed, NotInGraph))
            except (UnknownName, NotInGraph) as error:
                failed = failed or error
        if composed is None and known is None and failed is not None:
            raise failed
        return composed or (Composed(known, whole=True) if known is not None else None)

    def _unheard_of(self, question: str) -> DomainRefusal | None:
        """A refusal of a question that is not understood and names what nothing in the code is called."""
        words = [one for one in SNAKE.findall(question) if not self.names.has(one)]
        if not words:
            return None
        others = self._named("LOCAL") | self._named("IDENTIFIER") | self._named("JUMP_TARGET")
        missing = next((one for one in words if one not in others and not self.names.mentions(one)), None)
        if missing is None:
            return None
        error = self.names.unknown(missing, "")
        return DomainRefusal(
            f"The code has nothing named {missing}.", INTENT, (missing,), error.similar, {"intent": INTENT}
        )

    def _left_over(self, question: str) -> DomainRephrasing | None:
        """A question that is no known form, for the general reader: over the nodes of code, that is seldom what is
        meant, unless it names a label as the graph does."""
        if any(word in self._context.schema.label_by_name for word in _LABEL.findall(question)):
            return None
        return DomainRephrasing(question, notes=(_GENERAL,), confidence=_BY_FLOW)

    def _uses_a_macro(self, request: Request) -> bool:
        calls = {value for one in request.conditions if one.kind is Kind.CALLS for value in one.values}
        return bool(calls) and not calls.isdisjoint(self._named("MACRO"))

    @cached_property
    def _view(self) -> View:
        """What plans may use of the graph, which differs between a folder and a server."""
        labels = self._context.schema.label_by_name
        uses = self._context.schema.relationship_by_type.get("USES")
        return View(
            macros="MACRO" in labels,
            written="IDENTIFIER" if uses is None or "written" not in uses.by_name else "USES",
            creates="CREATES" in self._context.schema.relationship_by_type,
            comments="comment" in labels["FUNCTION"].by_name,
            on_server="FLOWS_TO" in self._context.schema.relationship_by_type,
        )


def _trust(request: Request) -> tuple[float, tuple[str, ...]]:
    """The confidence of an answer, and a note on why it is less than sure."""
    if request.asked is Asked.EXPLAIN:
        return _BY_WORDS, (_WORDED,)
    if request.asked is Asked.FLOW:
        return _BY_FLOW, ()
    if request.asked is Asked.TOTAL and request.noun == "file":
        return _BY_FLOW, (_GAPS,)
    if any(one.of for one in request.conditions):
        return _BY_FLOW, (_OF_TYPE,)
    used = any(one.kind in (Kind.USED_IN, Kind.CALLED) for one in request.conditions)
    if request.label == "MACRO" and not (used or request.edge) and request.asked in (Asked.LIST, Asked.COUNT):
        return _BY_FLOW, (_USED_MACROS,)
    if any(one.kind is Kind.NO_MACRO for one in request.conditions):
        return _BY_FLOW, (_PROTOTYPES,)
    if any(one.kind in (Kind.CALLS_WITH, Kind.COMPARES) for one in request.conditions):
        return _BY_FLOW, (_WRITTEN,)
    if any(one.kind is Kind.TAGGED and one.property != SUBSYSTEM for one in request.conditions):
        return _BY_TAGS, (_TAGGED,)
    return _CONFIDENCE, ()


def _half_read(question: str, names: Names) -> DomainRefusal | None:
    """A refusal of a question for yes or no about a function, of which the rest is not understood."""
    match = _YES_NO.fullmatch(question.strip())
    if match is None or not is_like_a_name(match[1]) or names.method(match[1]) is None:
        return None
    text = f"It is not understood what is asked of {match[1]}: “{match[2]}”."
    return DomainRefusal(text, INTENT, (match[2],), (), {"intent": INTENT})
