"""Functions that fulfil conditions, as a list, a number, the most of something, or whether there are any."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from fingerpost.domains.code.questions.composed.asks import Ask
from fingerpost.domains.code.questions.composed.nouns import counted_part, noun_of, part_condition
from fingerpost.domains.code.questions.composed.resolve import NAME
from fingerpost.domains.code.questions.conditions import ConditionReader
from fingerpost.domains.code.questions.forms import F, method
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Part, Request
from fingerpost.domains.code.questions.vocabulary import (
    INDIRECTLY,
    LIBRARY_WORDS,
    MEASURES,
    NUMBER,
    is_like_a_name,
    number,
)

_FAR: Final = re.compile(rf"{INDIRECTLY}|\b(?:directly or indirectly|indirectly|transitively|eventually)\b", re.I)
_CALL: Final = r"(?:call|use|invoke|need|require|reach|depend on|rely on|run|access)"
_KINDS: Final = (
    r"(?P<own>(?:its )?(?:own|internal|project|\w+['’]s own) )?(?P<kind>external |"
    rf"{LIBRARY_WORDS} )?(?:other |different |direct )?"
)
_OF: Final = rf"(?:the )?(?:function )?(?P<of>{NAME})"
_CALLEES: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"{_KINDS}callees (?:of|in|for|from) {_OF}",
        rf"{_OF} {_KINDS}callees",
        (
            rf"{_KINDS}(?:{F}|what|whom|everything|anything|all) (?:(?:\w+ )?{F} )?(?:does|"
            rf"do|can|could|may|might|is|will) {_OF} (?:(?:end up )?calling|{_CALL})"
        ),
        (
            rf"{_KINDS}(?:{F}|what|everything|anything) (?:that |which )?"
            r"(?:(?:are|is|get|gets|can be|being|could be) )?"
            rf"(?:called|used|invoked|reached|reachable|needed) (?:by|from|in|inside|within|out of) {_OF}(?! and)"
        ),
        (
            rf"{_KINDS}(?:{F}|what|everything|anything) (?:that |which )?{_OF} (?:{_CALL}s?|"
            rf"depends on|relies on|can {_CALL})"
        ),
        rf"{_OF} (?:{_CALL}s?|depends on|relies on|can call|can reach) (?:what|which|whom)(?: {_KINDS}{F})?",
    )
)
_ONLY_OWN: Final = re.compile(
    r",?\s*(?:(?:counting|considering|including|taking)(?: only)?|only) (?:the |"
    r"its |those of the )?(?:own|library|project|code)"
    r"(?: (?:functions|ones|itself))?\b",
    re.I,
)
_STEPS_AFTER: Final = re.compile(
    rf"^(?P<before>.*?{F}) (?:that |which )?(?:are |is |can be )?(?:reachable|"
    rf"reached|called) from (?P<of>{NAME}) (?:in|within|through|with|over) (?:at most |"
    r"up to |no more than )?"
    rf"(?P<steps>{NUMBER}) (?:calls?|steps?|hops?|levels?)$",
    re.I,
)
_STEPS: Final = re.compile(
    rf"^(?P<before>.*?{F}) (?:that |which )?(?:are |is |can be reached )?(?:at most|"
    rf"within|no more than|up to|in at most|in) (?P<steps>{NUMBER}) (?:calls?|"
    r"steps?|hops?|levels?)"
    rf"(?: (?:away|down|deep|below))? (?:from|of|below) (?P<of>{NAME})$",
    re.I,
)
_NOT_LIBRARY: Final = re.compile(
    (
        r",?\s*(?:(?:but|and) )?(?:excluding|without|no|not)(?: the| any| those of the|"
        r" calls to)? (?:external functions?|macros|library|libc|the c library)\b"
    ),
    re.I,
)
_SUBJECT: Final = re.compile(
    (
        r"(?:who|what|which|whoever|anyone|anything|everything|everyone|those|code|"
        rf"parts? of the code|all)\s+(?:code |{F} )?(?:that |which )?(?=\w)"
    ),
    re.I,
)
_VERB_FIRST: Final = re.compile(
    r"(?:calls?|uses?|calling|using|reads?|writes?|sets?|returns?|returning|"
    r"called|used|in|takes?|taking|allocates?|frees?|contains?|access(?:es)?|has|have|reach(?:es)"
    r"?|"
    r"never|not|is|are|can|cast|casts|allocating|freeing|call|defined|static|"
    r"recursive|leaf|unused|dead|without|with|only|both|whose)\b",
    re.I,
)
_CALLERS: Final = re.compile(
    rf"^(?P<before>(?:(?!callers)[\w-]+ )*?)callers (?:of|for|to) (?P<rest>.+)$|^{_OF} callers(?P<after>.*)$", re.I
)
_ADJECTIVES: Final = r"(?P<adjectives>(?:[\w-]+ ){0,3}?)"
_HEAD: Final = re.compile(
    (
        r"(?:the |all |any |every |each |of |other |different |distinct |project |"
        rf"library )*{_ADJECTIVES}{F}\b(?P<rest>.*)"
    ),
    re.I,
)
_REACHABLE: Final = re.compile(
    (
        rf"^{F} from (?:which|where) (?P<name>{NAME}) (?:is |can be |may be )(?:directly or ind"
        r"irectly )?(?:reachable|reached|called directly or indirectly)(?P<rest>.*)"
        r"$"
    ),
    re.I,
)
_STANDS: Final = re.compile(r" (?:appear|occur|stand|used|found|present)$", re.I)
_AFFECTED: Final = re.compile(
    (
        r"\b(?:that |which )?(?:(?:could|would|can|might|may|will) be |are |is )"
        r"?(?:affected|impacted|broken|hit|touched) by (?:(?:any |a )?changes? (?:of|"
        r"to|in) |changing )?(?=[A-Za-z_]\w*)"
    ),
    re.I,
)
_CALLING_IT: Final = re.compile(
    r"^(?P<before>.*\b(?:call|calls|calling|reach|use|uses) (?:the )?(?:function )"
    rf"?)(?P<name>{NAME})(?P<then>.*?\b(?:without|but (?:do |does )?(?:not|never)"
    r")) "
    r"(?:calling|call|using|use|reaching) (?:it|them)(?: themselves| itself)?(?P<rest>.*)$",
    re.I,
)
_AGAIN_IT: Final = re.compile(
    r"^(?P<before>.*?\b)(?P<name>(?:the )?(?:field |global variable |macro )"
    r"[A-Za-z_]\w*|[A-Za-z_]\w* (?:field|global variable)) "
    r"(?P<then>(?:without|but|and|never|nor).*?) it\b(?P<rest>.*)$",
    re.I,
)
_OCCURS: Final = re.compile(
    r",? (?:in|inside|within) (?:which|whose (?:body|bodies|code)) (?:there (?:is|"
    r"are) |we find |one finds )?(?:an? |the |any )?"
    r"(?:statement |keyword |literal )?(.+?) (?:occurs?|appears?|(?:is|are) (?:used|"
    r"found|present|contained|made|done)|stands?|can be found)(?=$|[, ])",
    re.I,
)
_IN_WHICH: Final = re.compile(
    rf"^in (?:which |what )?(?:of the )?(?P<head>{F}(?: (?:in|of) \S+)?) (?:is|are|do|does|can) (?:we |there |i |one )?"
    r"(?:find |see |have |use |come across )?(?:an? |the |any )*(?:statement |keyword |literal |call |calls )?"
    r"(?P<what>[^,]+?)(?: (?P<not>not))?"
    r"(?: (?:used|found|contained|present|there|in use|made|done|appear|occur|stand))?"
    r"(?P<rest>,.*|(?: in (?:the file )?\S+\.\w+))?$",
    re.I,
)
_FROM_WHICH: Final = re.compile(
    r"^(?:from|by|in|through|via|within|inside) (?:which |what )?(?:of the )"
    rf"?(?P<head>.*?{F}.*?) (?:can|may|could|is|are|does|do) "
    rf"(?P<name>{NAME}) (?:be |get |gets )?(?P<verb>reached|called|used|invoked)(?P<rest>.*)$",
    re.I,
)


def functions(ask: Ask, text: str, names: Names) -> Request | None:
    """The request of a question about functions."""
    if (again := _FROM_WHICH.match(text)) is not None:
        verb = "contain" if noun_of(again["name"]) else "reach" if again["verb"].lower() == "reached" else "call"
        text = f"{again['head']} that {verb} {again['name']}{again['rest']}"
    text = re.sub(
        rf"^(?=(?:an? |the |any )?{F} (?:does|do|is|are) )",
        "in " if ask.asked is Asked.COUNT and not text.startswith("in ") and _STANDS.search(text) else "",
        text,
    )
    text = _AFFECTED.sub("reach ", text)
    if match := _CALLING_IT.match(text):
        text = f"{match['before']}{match['name']}{match['then']} call {match['name']}{match['rest']}"
    if match := _AGAIN_IT.match(text):
        text = f"{match['before']}{match['name']} {match['then']} {match['name']}{match['rest']}"
    text = _OCCURS.sub(r" that contain \1", text)
    if (inside := _IN_WHICH.match(text)) is not None:
        verb = "contain" if noun_of(inside["what"]) or inside["what"][0] in '"“' else ""
        verb = "" if inside["what"].lower().startswith("return ") else verb or "use"
        text = (
            f"{inside['head']} that {'do not ' if inside['not'] else ''}{verb} {inside['what']} {inside['rest'] or ''}"
        )
    if (reachable := _REACHABLE.match(text)) is not None:
        text = f"functions that reach {reachable['name']} {reachable['rest']}"
    if re.match(r"(?:called|used|invoked|reached|reachable) (?:by|from)\b", text, re.I):
        text = f"functions {text}"
    if (near := _STEPS.match(text) or _STEPS_AFTER.match(text)) is not None:
        reached = Condition(Kind.REACHED_FROM, (method(names, near["of"]),), number=number(near["steps"]))
        return formed(ask, Request(Asked.LIST, "METHOD", (reached,)), names)
    found = _common(text, names) or _callees(text, names) or _plain(text, names)
    return None if found is None else formed(ask, found, names)


def formed(ask: Ask, found: Request, names: Names) -> Request | None:
    """A list of functions in the form that is asked for."""
    if ask.asked is Asked.MOST:
        return _most(ask, found, names)
    if ask.asked is Asked.COUNT:
        return replace(found, asked=Asked.COUNT)
    if ask.exists and found.asked is Asked.LIST:
        return replace(found, asked=Asked.EXISTS)
    if ask.returns and found.label == "FUNCTION" and found.asked is Asked.LIST:
        return replace(found, also=("returnType",))
    if ask.sorted_by and found.asked is Asked.LIST:
        shown = {
            "return type": "returnType",
            "return types": "returnType",
            "signature": "signature",
            "signatures": "signature",
        }
        measure = shown.get(ask.sorted_by) or MEASURES.get(ask.sorted_by, "")
        if not measure and (part := counted_part(ask.sorted_by, names)) is not None:
            others = tuple(
                one for one in found.conditions if one.kind is not Kind.STRUCTURE or one.values != part.values
            )
            return replace(found, asked=Asked.EACH, conditions=others, part=part)
        return replace(found, also=(measure,)) if measure and found.label == "FUNCTION" else None
    calls = [one for one in found.conditions if one.kind is Kind.CALLS and not one.negated and len(one.values) == 1]
    if ask.lines and len(calls) == 1 == len(found.conditions) and found.asked is Asked.LIST:
        named = Condition(Kind.NAMED, calls[0].values)
        return Request(Asked.LIST, "CALL", (named,), show="location", noun="call", owner=True)
    structures = [one for one in found.conditions if one.kind is Kind.STRUCTURE and not one.negated]
    if ask.counts and len(structures) == 1 and found.label == "FUNCTION" and found.asked is Asked.LIST:
        rest = tuple(one for one in found.conditions if one is not structures[0])
        kinds = structures[0].values
        part = Part(f"{kinds[0].lower()} statement", "CONTROL_STRUCTURE", "controlStructureType", kinds)
        return replace(found, asked=Asked.EACH, conditions=rest, part=part)
    if ask.counts and found.asked is Asked.LIST and found.label == "FUNCTION":
        measures = [one.property for one in found.conditions if one.kind is Kind.MEASURE]
        called = [one for one in found.conditions if one.kind is Kind.CALLS and len(one.values) == 1]
        if called and not measures:
            rest = tuple(one for one in found.conditions if one is not called[0])
            part = Part("call", "CALL", "name", called[0].values)
            return replace(found, asked=Asked.EACH, conditions=rest, part=part)
        statements = [one for one in found.conditions if one.kind is Kind.STATEMENT and not one.negated]
        if len(statements) == 1 and not measures:
            rest = tuple(one for one in found.conditions if one is not statements[0])
            code = statements[0].values[0]
            label = "RETURN" if code.startswith("return") else "CONTROL_STRUCTURE"
            part = Part(f"{code} statement", label, "code", (code, f"{code};"))
            return replace(found, asked=Asked.EACH, conditions=rest, part=part)
        if not (measures or ask.lengths):
            return None
        return replace(found, also=tuple(dict.fromkeys(measures or ["lines"])))
    return found


def _most(ask: Ask, found: Request, names: Names) -> Request | None:
    by = ask.most.lower().strip()
    called = {"calls": "callCount", "callers": "callerCount", "direct callers": "callerCount"}
    measure = (
        called.get(by)
        or MEASURES.get(by)
        or ({"functions": "calleeCount", "callees": "calleeCount", "others": "calleeCount"}).get(by, "")
    )
    if measure == "callerCount" and found.label == "FUNCTION":
        return (
            replace(
                found,
                asked=Asked.MOST,
                part=Part("caller", "FUNCTION", edge="CALLS", backwards=True),
                count=ask.count,
                least=False,
            )
            if not ask.least
            else None
        )
    if measure:
        return replace(found, asked=Asked.MOST, measure=measure, least=ask.least, count=ask.count)
    if by in ("external functions", "own functions"):
        label = "EXTERNAL_FUNCTION" if by.startswith("ext") else "FUNCTION"
        return (
            replace(found, asked=Asked.MOST, part=Part(by[:-1], label, edge="CALLS"), count=ask.count)
            if not ask.least
            else None
        )
    part = counted_part(by, names)
    if part is None or ask.least:
        return None
    return replace(found, asked=Asked.MOST, part=part, count=ask.count)


_BOTH_CALL: Final = re.compile(
    (
        rf"^{F} (?:that |which )?(?:are )?(?:(?:both )?(?P<one>{NAME}) and (?P<two>{NAME})"
        rf" (?:both )?(?:call|use)|(?:called|used) by (?:both )?(?P<one_>{NAME}) and (?:also )"
        rf"?(?:by )?(?P<two_>{NAME}))$"
    ),
    re.I,
)


def _common(text: str, names: Names) -> Request | None:
    """What two functions both call."""
    match = _BOTH_CALL.match(text)
    if match is None:
        return None
    said = {key.rstrip("_"): value for key, value in match.groupdict().items() if value}
    both = tuple(method(names, said[one]) for one in ("one", "two"))
    return Request(Asked.LIST, "METHOD", (Condition(Kind.CALLED_BY, both),))


def _callees(text: str, names: Names) -> Request | None:
    """What a function calls, directly or through others, with further conditions."""
    for pattern in _CALLEES:
        match = pattern.search(text)
        if match is None or (names.method(match["of"]) is None and not is_like_a_name(match["of"])):
            continue
        if match.start() and not re.fullmatch(r"(?:[\w-]+ ){1,4}", text[: match.start()]):
            continue
        name = method(names, match["of"].removesuffix("()"))
        left = _ONLY_OWN.sub(" own ", f"{text[: match.start()]} {text[match.end() :]}")
        far = bool(_FAR.search(left)) or bool(re.search(r"reach|depend|rel(?:y|ies)", match[0], re.I))
        left = re.sub(r"\b(?:directly|only|just|not the (?:external|library|libc) ones)\b", " ", _FAR.sub(" ", left))
        own = bool(match["own"]) or bool(re.search(r"\b(?:own|internal)(?: functions?)?\b", left))
        own = own or bool(names.project and re.search(rf"\b{re.escape(names.project)}\b", left + match[0], re.I))
        own = (
            bool(re.search(r"\bown\b", left))
            or own
            or bool((said := _NOT_LIBRARY.search(left)) and "macros" not in said[0])
        )
        left = re.sub(r"\b(?:own|internal)(?: functions?)?\b", " ", _NOT_LIBRARY.sub(" ", left))
        library = bool(match["kind"]) or "external functions" in left
        if re.search(r"\band\b.*\b(?:called|calls?|callers)\b", left):
            return None
        left = re.sub(r"\bexternal functions\b", " ", left).strip(" ,")
        conditions = (
            ConditionReader(names).read(re.sub(r"^(?:functions?|that|which)\b", "", left).strip(" ,")) if left else ()
        )
        if conditions is None:
            return None
        kind = Kind.REACHED_FROM if far else Kind.CALLED_BY
        label = "EXTERNAL_FUNCTION" if library and not own else "FUNCTION" if own or conditions else "METHOD"
        noun = "external function" if label == "EXTERNAL_FUNCTION" else "function"
        return Request(Asked.LIST, label, (Condition(kind, (name,)), *conditions), noun=noun)
    return None


def _plain(text: str, names: Names) -> Request | None:
    """Functions with conditions after, or before, the noun."""
    if (match := _CALLERS.match(text)) and (match["of"] is None or names.method(match["of"])):
        called = match["rest"] or f"{match['of']} {match['after']}"
        text = f"{match['before'] or ''}functions that call {called}"
    elif (subject := _SUBJECT.match(text)) and _VERB_FIRST.match(text[subject.end() :]):
        text = f"functions {text[subject.end() :]}"
    head = _HEAD.fullmatch(text)
    if head is None:
        if not _VERB_FIRST.match(text):
            return None
        adjectives, rest = "", text
    else:
        adjectives, rest = re.sub(r"\b(?:own|internal) ", "", head["adjectives"]), head["rest"]
    taken, rest = part_condition(rest, names)
    reader = ConditionReader(names)
    conditions = reader.read(f"{adjectives} {rest}".strip())
    if conditions is None and adjectives and re.fullmatch(rf"(?:{NAME}) ", adjectives):
        conditions = reader.read(f"whose name starts with {adjectives}{rest}") if "_" in adjectives else None
    if conditions is None or not (conditions or taken):
        return None if head is None or adjectives.strip() or rest.strip() else Request(Asked.LIST)
    called = any(one.kind is Kind.CALLED_BY and not one.negated for one in conditions)
    label = "METHOD" if called and not any(one.kind is Kind.MEASURE for one in conditions) else "FUNCTION"
    if taken is not None:
        return Request(Asked.EACH, conditions=conditions, part=taken)
    return Request(Asked.LIST, label, conditions, lacking=tuple(reader.lacking))
