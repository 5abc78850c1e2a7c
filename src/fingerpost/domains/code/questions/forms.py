"""Forms of questions: a table of patterns that match whole questions, tried in order."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Final

from fingerpost.domains.code.questions.conditions import ConditionReader
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Request
from fingerpost.domains.code.questions.tagged import CONCEPTS
from fingerpost.domains.code.questions.vocabulary import FILE, IDENTIFIER, STRUCTURES, number, one_of

LIST: Final = (
    r"(?:(?:which|what|list|show|find|give|name|display|print|get|tell|enumerate)(?: me)?(?: are| is)?\s+)?"
    r"(?:(?:all|the|of|every|any|each|those)\s+)*"
)
F: Final = r"(?:functions?|methods?|routines?|procedures?)"
ADJECTIVE: Final = (
    r"(?P<adjectives>(?:(?:(?:directly |indirectly |mutually )?recursive|unused|uncalled|dead|static|non-static|leaf|"
    r"public|protected|private|own|different)"
    r"\s+)*)"
)

_PLAINER: Final = "plainer.toml"
Rule = Callable[[re.Match[str], Names], Request | None]
_COURTESY: Final = re.compile(
    r"^(?:(?:please|can you|could you|would you|i(?: want|'d like| would like| need) to (?:know|see)|"
    r"tell me(?! about))\s+(?!me\b))+",
    re.I,
)
_POSSESSIVE: Final = re.compile(
    r"\b([A-Za-z_]\w*)(?:'s|’s) (callers|callees|parameters|arguments|fields|members|local variables|locals|length|"
    r"complexity|cyclomatic complexity|return type|signature)\b",
    re.I,
)
_NOBODY_BUT: Final = r"(?:nobody|nothing|no one|no function) (?:but|except|besides|other than)"
ALL: Final = (
    r"(?:the |this |our )(?:whole |entire |full )?"
    r"(?:code ?base|code|program|project|source(?: code)?|repository|repo|library|application)"
)
_SHOW: Final = r"(?:(?:find|show|list|give)(?: me)? |what (?:is|are) )?(?:all |the )*"
_OTHER_WORDS: Final = (
    (r"\b(?:call(?:s|ing)? function pointers|mak(?:e|es|ing) indirect calls)$", "that call through a function pointer"),
    (r"^(\S+) (?:is|are|gets?) (?:called|used|invoked) by (?:what|whom|which functions)$", r"which functions call \1"),
    (
        rf"^{_SHOW}(?:usages?|uses|users) of (?:the )?((?:function |macro |field |global variable |global )?\S+)$",
        r"where is \1 used",
    ),
    (r"\bat least one of (\S+) (?:and|or) (?=\S+)", r"\1 or "),
    (r"^is there (?:an?|any) (?:direct )?calls? (?:to|of) (\S+) (?:in|from|inside|within) (\S+)$", r"does \2 call \1"),
    (r" (?:in|through|of) the call graph$", ""),
    (
        r"^what (?:do|must|should|can) (?:i|we|you|one) (?:have to |need to )?pass (?:in)?to (?=\S+$)",
        "what are the parameters of ",
    ),
    (r"^where does (the (?:string|text|literal)[^\"]*\"[^\"]+\") occur$", r"where is \1 used"),
    (
        rf"^where (?:is|are) (?:an? |the )?((?:{one_of(STRUCTURES)})(?: statements?)?) used$",
        r"which functions contain \1",
    ),
    (r"^where is (?:the )?memory allocated$", "which functions allocate memory"),
    (r"^where is (?:the )?memory (?:freed|released|deallocated)$", "which functions free memory"),
    (
        r"\b(?:with|having|making|that make) (?:indirect )?calls? (?:via|through) (?:a |function )*pointers?\b",
        "that call through a function pointer",
    ),
    (
        (
            r"^(?:on|at|in) (?:which|what) lines? (?:do|are|is) (?:the |a )?calls? (?:to|of) (\S+)"
            r"(?: (?:occur|happen|appear))?$"
        ),
        r"at which lines is \1 called",
    ),
    (r"\bprefixed (?:with|by) ", "whose name starts with "),
)
"""Wordings and the plainer ones that say the same."""


def _plainer() -> Iterator[tuple[re.Pattern[str], str]]:
    """The wordings of the table, and the plainer ones; pieces of patterns stand in it in angle brackets."""
    table = tomllib.loads((files(__package__) / _PLAINER).read_text(encoding="utf-8"))
    for pattern, instead in table.items():
        yield (
            re.compile(pattern.replace("⟨F⟩", F).replace("⟨FILE⟩", FILE).replace("⟨CONCEPT⟩", CONCEPTS), re.I),
            instead,
        )


_REWORDED: Final = (
    (re.compile(r"^(what|who|where)(?:'s|’s) ", re.I), r"\1 is "),
    *_plainer(),
    *((re.compile(pattern, re.I), instead) for pattern, instead in _OTHER_WORDS),
    (
        re.compile(
            rf"^(?:everything|anything|all|(?:all |the )*{F}) (?:that |which )?(?!that|which){IDENTIFIER} "
            r"(?:can |may |could )?(call|reach)(?:s|es)?\b",
            re.I,
        ),
        r"what does \1 \2",
    ),
    (
        re.compile(
            rf"\b({F}) (?:that |which |is )?(\S+) (?:(?:is|gets) )?(?:called|used|invoked) (?:from|in|by)$", re.I
        ),
        r"\1 that call \2",
    ),
    (
        re.compile(r"^what (?:is|are) (?:inside|in)(?: of)? (?:the )?(?:struct |enum |union )?([A-Za-z_]\w*)$", re.I),
        r"fields of \1",
    ),
    (
        re.compile(
            r"^what (?:does|do) (?:the )?(?:struct |enum |union )?([A-Za-z_]\w*) "
            r"(?:consist of|hold|contain|look like)$",
            re.I,
        ),
        r"fields of \1",
    ),
    (re.compile(r"\bdoes (\S+) get (?=called|used|invoked)", re.I), r"is \1 "),
    (re.compile(rf" (?:does|do) {ALL} (?:have|contain|define|declare|keep|hold)\b", re.I), ""),
    (re.compile(rf" (?:(?:does|do) {ALL} (?:call|use)|(?:that |which )?{ALL} (?:calls|uses))$", re.I), " are used"),
    (re.compile(r"\b(have|has|having|with|contain|contains) neither (.+?) nor ", re.I), r"\1 no \2 and no "),
    (re.compile(r"\b(call|calls|use|uses) neither (.+?) nor ", re.I), r"do not \1 \2 and do not \1 "),
    (re.compile(r"\b(?:does|do) only (\S+) calls?\b", re.I), r"are only called by \1"),
    (re.compile(r"\b(calls?|calling|uses?|using) (\S+) (?:instead of|rather than) ", re.I), r"\1 \2 but not "),
    (
        re.compile(
            r"\b(called|used|invoked) by (\S+) and (?:by )?(?:nobody|nothing|no one|no(?: other)? function)(?: else)?",
            re.I,
        ),
        r"only \1 by \2",
    ),
    (
        re.compile(
            rf"\b(?:that |which )?(?:does )?{_NOBODY_BUT} (\S+) calls?\b",
            re.I,
        ),
        r"are only called by \1",
    ),
    (
        re.compile(
            rf"\b(called|used|invoked) by {_NOBODY_BUT} (\S+)",
            re.I,
        ),
        r"only \1 by \2",
    ),
    (
        re.compile(r"^how many (lines(?: of code)?|loops|fields|members) (?:are )?(?:of|in) (?!.*\.\w)", re.I),
        r"how many \1 has ",
    ),
    (re.compile(r"\b(?:end|ends|ended) up (calling|using)\b", re.I), "eventually call"),
    (
        re.compile(
            rf",? (?:anywhere|at all)?\s*\b(?:in|within|inside|throughout|of|across) {ALL}\b(?! of)",
            re.I,
        ),
        "",
    ),
    (re.compile(r"\b\w+->(?=\w)"), ""),
)
"""Wordings of which a plainer one says the same; `p->f` is the field f."""
_NAMED_FIRST: Final = re.compile(
    r"\bthe ([A-Za-z_]\w*) (macro|function|method|global variable|struct|enum)\b(?! name)", re.I
)
_MARK_FIRST: Final = re.compile(rf"\b(?!{F} )([A-Z][A-Z0-9_]{{2,}}) ({F})\b(?! marked)")
_DIFFERENT: Final = re.compile(
    r"^how many (?:different|distinct|unique) ((?:string )?literals?|strings?|texts?)\b", re.I
)
_AND_TYPES: Final = re.compile(
    r",? (?:with|and|including)(?: all)? (?:their|its|the|(?:of )?(?:which|what))(?: data)? types?"
    r"(?: (?:are|do) they(?: have)?)?$",
    re.I,
)
_TYPED: Final = frozenset(("MEMBER", "METHOD_PARAMETER_IN", "LOCAL", "GLOBAL_VARIABLE"))
_RULES: list[tuple[re.Pattern[str], Rule]] = []


def read(question: str, names: Names) -> Request | None:
    """What a question asks; None if it is not understood in every word.

    Raises:
        UnknownName: it names a function, type or file that the code does not have.
    """
    text = re.sub(r"\s+", " ", question).strip().rstrip("?.! ").strip()
    text = _COURTESY.sub("", text)
    text = _POSSESSIVE.sub(r"\2 of \1", text)
    text = _NAMED_FIRST.sub(lambda found: f"the {found[2]} {found[1]}" if names.has(found[1]) else found[0], text)
    if names.project and names.method(names.project) is None and names.project not in names.types:
        text = re.sub(rf" (?:in|of|within|across) {re.escape(names.project)}\b(?![.\w])", "", text, flags=re.I)
    for pattern, instead in _REWORDED:
        text = pattern.sub(instead, text)
    text = _MARK_FIRST.sub(lambda found: f"{found[2]} marked {found[1]}" if found[1] in names.marks else found[0], text)
    if (different := _DIFFERENT.sub(r"how many \1", text)) != text:
        found = read(different, names)
        return replace(found, measure="code") if found and found.label == "STRING_LITERAL" else None
    plain = _AND_TYPES.sub("", text)
    for pattern, make in _RULES:
        match = pattern.fullmatch(plain)
        found = make(match, names) if match else None
        if found is not None and plain != text:
            return replace(found, also=("typeFullName",)) if found.label in _TYPED else None
        if found is not None:
            return found
    return None


def rule(pattern: str) -> Callable[[Rule], Rule]:
    """Register what makes a request of a whole question of this form."""

    def register(make: Rule) -> Rule:
        _RULES.append((re.compile(pattern, re.I), make))
        return make

    return register


def method(names: Names, name: str) -> str:
    """The method of that name. Raises `UnknownName`."""
    found = names.method(name)
    if found is None:
        raise names.unknown(name, "function or macro")
    return found


def wanted(match: re.Match[str]) -> int:
    """How many are asked for: one where no number is said."""
    return number(match["count"]) if match["count"] else 1


def rest(match: re.Match[str], names: Names) -> tuple[Condition, ...] | None:
    """The conditions after the head; None where not all of it is read."""
    groups = match.groupdict()
    text = f"{groups.get('adjectives') or ''} {groups.get('rest') or ''}"
    return ConditionReader(names).read(text)
