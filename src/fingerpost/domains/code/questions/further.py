"""Conditions of functions in the wordings that are less usual; they are tried after all others."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from fingerpost.domains.code.questions.further_conditions import (
    accessing,
    calling_library,
    cast,
    declared_in,
    declaring,
    measured,
    named,
    not_named,
    returning,
    several,
    taking,
    with_both,
    with_field_of,
    with_literal,
    with_neither,
    with_parameter,
    with_text,
)
from fingerpost.domains.code.questions.request import Condition, Kind
from fingerpost.domains.code.questions.rules import ARTICLE, Rule, compiled, flag, not_flag
from fingerpost.domains.code.questions.variables import CONST_TYPE, const_parameter
from fingerpost.domains.code.questions.vocabulary import (
    BE,
    CALL,
    FILE,
    HAVE,
    IDENTIFIER,
    MEASURES,
    MORE,
    NUMBER,
    ORDINALS,
    READ,
    STRUCTURES,
    TYPE,
    WRITE,
    one_of,
)
from fingerpost.plans import Comparison

_ONE: Final = r"(?:(?:at least|more than|any of)\s+)?(?:an?|one|any|some|the)\s+(?:or more\s+)?"
_PARAMETER: Final = r"(?:parameters?|arguments?)"
_MEASURE: Final = rf"(?P<measure>{one_of(MEASURES)})"


_S: Final = one_of(STRUCTURES)
EARLIER_RULES: Final[tuple[tuple[re.Pattern[str], Rule], ...]] = (
    (
        compiled(rf"(?:{CALL})\s+(?:any external function|(?:any |some )?external functions)"),
        lambda match, names: Condition(Kind.CALLS_LIBRARY),
    ),
    (
        compiled(
            rf"{BE}(?:defined|implemented|located)\s+outside(?:\s+of)?\s+(?:the file\s+)"
            rf"?{FILE}"
        ),
        lambda match, names: Condition(Kind.FILE, (names.file(match[1]),), True, any=True),
    ),
    (
        compiled(
            rf"(?:takes?|taking|have|has|having|with)\s+(?:an?|the)\s+{CONST_TYPE}\s+(?:as|"
            rf"for|in)\s+(?:(?:their|its|the|a)\s+)?(?P<ordinal>{one_of(ORDINALS)})\s+{_PARAMETER}"
        ),
        lambda match, names: replace(const_parameter(match, names), number=ORDINALS[match["ordinal"].lower()]),
    ),
    (
        compiled(
            rf"(?:{CALL})\s+(?:anything|something|any function|a function)\s+(?:named|"
            rf"called)\s+{IDENTIFIER}"
        ),
        lambda match, names: Condition(Kind.CALLS, (match[1],)) if names.method(match[1]) else None,
    ),
    (compiled(rf"{HAVE}\s+no\s+(?:function )?calls?(?: at all)?"), flag("leaf")),
)
"""Those that come before all others, as these would take only a part of them."""
FURTHER_RULES: Final[tuple[tuple[re.Pattern[str], Rule], ...]] = (
    (
        compiled(
            (
                r"(?:(?:compar(?:es?|ing)|check(?:s|ing)?|test(?:s|ing)?)\s+(?:(?:an?|the|"
                rf"its|some|any|for)\s+)?(?:[a-z]+\s+)?(?:against|with|to|for)|{HAVE}\s+{ARTICLE}(?:com"
                r"parisons?|checks?|tests?)\s+(?:with|to|for|against|of))\s+(?P<value>NULL|"
                r"-?\d\w*|true|false|[A-Z][A-Z0-9]*_[A-Za-z0-9_]+|'[^']+')"
            )
        ),
        lambda match, names: Condition(Kind.COMPARES, (match["value"],)),
    ),
    (
        compiled(
            rf"{BE}(?:called|used|invoked)\s+(?:by|from)\s+(?:any|another|some)(?:\s+other)"
            r"?\s+functions?(?:\s+at all)?"
        ),
        lambda match, names: Condition(Kind.CALLED),
    ),
    (
        compiled(
            rf"{HAVE}\s+{_ONE}(?:fields?|members?)\s+(?:whose type is|(?:that|which) (?:is|"
            rf"are)(?: of type)?|with (?:the )?type|of (?:the )?type)\s+{ARTICLE}(?P<type>{TYPE})"
            r"(?P<star>\s+pointers?)?"
        ),
        with_field_of,
    ),
    (
        compiled(
            rf"{HAVE}\s+(?:the statement\s+)?return\s+(?:the value\s+)?(?P<value>NULL|"
            r"-?\d+|true|false|[A-Z][A-Z0-9]*_[A-Z0-9_]+)"
        ),
        lambda match, names: Condition(Kind.STATEMENT, (f"return {match['value']}",)),
    ),
    (
        compiled(rf"{HAVE}\s+{ARTICLE}(while|for|do)(?:\s+(?:loops?|statements?))?"),
        lambda match, names: Condition(Kind.STRUCTURE, (match[1].upper(),)),
    ),
    (compiled(rf"{IDENTIFIER}"), calling_library),
    (compiled(rf"excluding\s+(?:the )?(?:function\s+)?{IDENTIFIER}"), not_named),
    (
        compiled(
            rf"{BE}(?:called|used|invoked)\s+(?:from\s+)?outside(?:\s+of)?\s+(?:the file\s+)"
            rf"?{FILE}"
        ),
        lambda match, names: Condition(Kind.USED_IN, (names.file(match[1]),), comparison=Comparison.NE),
    ),
    (
        compiled(
            r"whose\s+names?\s+(?:has|have|contains?|includes?)\s+[\"“`]?(?P<text>\w+)"
            r"[\"”`]?(?:\s+in\s+(?:it|them))?"
        ),
        lambda match, names: Condition(Kind.NAMED, (match["text"],), comparison=Comparison.CONTAINS),
    ),
    (
        compiled(r"(?:an?\s+|any\s+)?default(?: case| label| branch)?"),
        lambda match, names: Condition(Kind.LABEL, ("default",)),
    ),
    (
        compiled(
            rf"(?:{HAVE}\s+)?{BE}(?P<more>{one_of(MORE)})?\s*(?P<amount>{NUMBER})\s+{_MEASURE}(?P<o"
            r"r>\s+(?:or|and) (?:more|over|longer|fewer|less|up|above|higher|below|shorter)"
            r")?(?:\s+long)?(?: each| each of them)?"
        ),
        measured,
    ),
    (
        compiled(
            rf"(?:{HAVE}\s+)?{BE}(?P<amount>\d+)\s*(?P<or>\+|(?:or|and) (?:more|over|"
            rf"longer|fewer|less|up|above|higher))\s*{_MEASURE}(?:\s+long)?"
        ),
        measured,
    ),
    (compiled(rf"{BE}(?P<more>{one_of(MORE)})?\s*(?P<amount>{NUMBER})[ -]lines?(?:[ -]long)?"), measured),
    (
        compiled(
            rf"{HAVE}\s+{ARTICLE}{_MEASURE}\s+(?:that is |which is |of |is |being )*(?P<more>{one_of(MORE)}"
            rf"|equal to)?\s*(?P<amount>{NUMBER})"
        ),
        lambda match, names: measured(match, names) if match["more"] != "equal to" else None,
    ),
    (
        compiled(
            rf"whose\s+{_MEASURE}\s+(?:is |are )?(?P<more>{one_of(MORE)})?\s*(?P<amount>{NUMBER}"
            r")"
        ),
        measured,
    ),
    (compiled(rf"(?:{HAVE}\s+)?(?:several|multiple|many|two or more|more than one)\s+{_MEASURE}"), several),
    (
        compiled(
            r"return(?:s|ing)?\s+(?:(?:from|in|at)\s+)?(?:more than once|several times|"
            r"(?:from |in |at )?(?:several|multiple|more than one) (?:places?|points?)"
            r")"
        ),
        lambda match, names: Condition(Kind.MEASURE, property="returnCount", comparison=Comparison.GT, number=1),
    ),
    (
        compiled(
            r"(?:casts?|casting|convert(?:s|ing)?)\s+(?:(?:an?|the|some|any|its|their|"
            r"the result(?: of)?|something|anything|values?|pointers?|results?|expressions?|"
            r"operands?|parameters?|arguments?|variables?|to|it|a call)\s+)*?"
            rf"(?:in)?to\s+{ARTICLE}(?:type\s+)?(?P<type>{TYPE})(?P<star>\s+pointers?)?"
        ),
        cast,
    ),
    (
        compiled(
            rf"{HAVE}\s+{ARTICLE}(?:explicit\s+)?casts?\s+to\s+{ARTICLE}(?:type\s+)?(?P<type>{TYPE}"
            r")(?P<star>\s+pointers?)?"
        ),
        cast,
    ),
    (compiled(rf"{HAVE}\s+{ARTICLE}(?P<type>{TYPE})(?P<star>\s+pointers?)?\s+casts?"), cast),
    (
        compiled(
            r"(?:whose\s+(?:return |result )?type\s+(?:is|are)|(?:with|having|have|of)"
            r"\s+(?:the |an? )?(?:return|result) type(?: of| is)?|(?:that )?(?:is|are)"
            r" of (?:return )?type|"
            r"return(?:s|ing)?\s+(?:an? |the )?(?:values? of )?(?:the )?type(?: of)?|"
            rf"return(?:s|ing)?\s+(?:an?\s+)?values? of type)\s+{ARTICLE}(?P<type>{TYPE})"
            r"(?P<star>\s+pointers?)?"
        ),
        returning,
    ),
    (compiled(rf"{HAVE}\s+(?:{_ONE})?{CONST_TYPE}\s+{_PARAMETER}"), const_parameter),
    (
        compiled(
            rf"{HAVE}\s+(?:{_ONE})?(?:(?P<ordinal>{one_of(ORDINALS)})\s+)?(?:(?P<type>{TYPE})"
            rf"(?P<star>\s+pointers?)?)\s+{_PARAMETER}"
        ),
        taking,
    ),
    (
        compiled(
            rf"{HAVE}\s+{_ONE}{_PARAMETER}\s+(?:(?:that|which)\s+(?:is|are)\s+)?(?:of\s+)"
            rf"?(?:(?:the\s+)?type\s+)?{ARTICLE}(?:(?P<star>pointers?)\s+to\s+{ARTICLE})"
            rf"?(?P<type>(?!that|which|of|type|pointer|named|called){TYPE})"
        ),
        taking,
    ),
    (
        compiled(
            rf"(?:one of )?whose\s+(?:(?P<ordinal>{one_of(ORDINALS)})\s+)?{_PARAMETER}\s+(?:is|"
            rf"are|has type|have type|is of type)\s+{ARTICLE}(?:(?P<star>pointers?)\s+to\s+{ARTICLE}"
            rf")?(?P<type>{TYPE})"
        ),
        taking,
    ),
    (
        compiled(
            rf"{HAVE}\s+{_ONE}(?:{_PARAMETER}\s+(?:that is|which is|of type|whose type is)"
            r"\s+)?(?:an?\s+)?(?:pointers? to (?:an? )?pointers?|double pointers?|pointer pointers"
            rf"?)(?:\s+{_PARAMETER})?"
        ),
        lambda match, names: Condition(Kind.PARAMETER_LIKE, (r"(?s).*[*]\s*(const\s*|restrict\s*)?[*].*",)),
    ),
    (
        compiled(rf"{HAVE}\s+{_ONE}const(?:ant)?(?:[ -]qualified)?\s+{_PARAMETER}"),
        lambda match, names: Condition(Kind.PARAMETER_LIKE, (r"(?s)(.*\W)?const\W.*",)),
    ),
    (
        compiled(rf"{HAVE}\s+{_ONE}(?:array|array-typed)\s+{_PARAMETER}"),
        lambda match, names: Condition(Kind.PARAMETER_LIKE, (r"(?s).*\[.*",)),
    ),
    (compiled(rf"{HAVE}\s+{_ONE}{_PARAMETER}\s+(?:named\s+|called\s+)?(?P<name>[A-Za-z_]\w*)"), with_parameter),
    (
        compiled(
            rf"(?P<verb>{WRITE}|{READ}|{CALL}|touch(?:es)?)\s+(?:to\s+)?(?:the\s+)?(?:(?P<field>[A-"
            r"Za-z_]\w*)\s+(?:field|member|pointer|attribute)s?|(?:field|member)s?\s+(?P<field_>[A"
            r"-Za-z_]\w*))(?:\s+(?:of|in)\s+(?:an?|the|its|their|some|any)\s+[a-z]+(?:\s+(?:struct"
            r"|node|item|object))?)?"
        ),
        accessing,
    ),
    (
        compiled(
            rf"(?:{HAVE}|declar(?:es?|ing)|defin(?:es?|ing))\s+{ARTICLE}(?:local\s+)?(?:variable\s+"
            r")?(?:named\s+|called\s+)(?P<name>[A-Za-z_]\w*)"
        ),
        declaring,
    ),
    (
        compiled(
            rf"(?:{HAVE}|declar(?:es?|ing)|defin(?:es?|ing))\s+{ARTICLE}local(?:\s+variable)"
            r"?\s+(?P<name>[A-Za-z_]\w*)"
        ),
        declaring,
    ),
    (
        compiled(
            r"(?:whose names?|(?:with|have|having) (?:the |a )?(?:names?|prefix))\s+(?:is |"
            r"are |that )?(?:(?:start|begin)s?(?:ning)? with\s+)?(?P<text>[\"“`]?\w+[\"”`]?\*?)"
        ),
        named,
    ),
    (
        compiled(
            rf"{HAVE}\s+{ARTICLE}(?P<first>{_S})(?:\s+statements?)?,?\s+(?:and|as well as|"
            rf"plus|together with)\s+(?:also\s+)?{ARTICLE}(?P<second>{_S})(?:\s+statements?)"
            r"?"
        ),
        with_both,
    ),
    (
        compiled(rf"{HAVE}\s+(?:an?|any)\s+{_MEASURE}"),
        lambda match, names: Condition(
            Kind.MEASURE, property=MEASURES[match["measure"].lower()], comparison=Comparison.GT
        ),
    ),
    (
        compiled(rf"(?:{HAVE}\s+)?{ARTICLE}conditional operators?"),
        lambda match, names: Condition(Kind.OPERATOR, ("<operator>.conditional",)),
    ),
    (
        compiled(
            rf"{HAVE}\s+{ARTICLE}(?:string literals?|strings?|messages?|texts?)\s+(?:that |"
            r"which )?(?P<how>start(?:s|ing)? with|begin(?:s|ning)? with|end(?:s|ing)"
            r"? (?:with|in)|contain(?:s|ing)?|includ(?:es?|ing))\s+(?:the (?:text|word)"
            r" )?(?P<text>[\"“][^\"”]+[\"”]|\w+)"
        ),
        with_text,
    ),
    (compiled(rf"(?:takes?|taking)\s+{CONST_TYPE}"), const_parameter),
    (compiled(rf"(?:takes?|taking)\s+(?P<type>{TYPE})(?P<star>\s+pointers?)?"), taking),
    (
        compiled(
            rf"(?:{HAVE}\s+)?(?:no|neither)\s+(?P<first>{_S})(?:\s+statements?)?,?\s+(?:and|"
            rf"or|nor)\s+(?:no\s+)?(?P<second>{_S})(?:\s+statements?)?"
        ),
        with_neither,
    ),
    (
        compiled(rf"{HAVE}\s+{ARTICLE}(?:else|else branch(?:es)?)"),
        lambda match, names: Condition(Kind.STRUCTURE, ("ELSE",)),
    ),
    (
        compiled(
            rf"{HAVE}\s+{ARTICLE}(?:literal|number|constant|magic number|value|numeric literal)"
            r"?\s*(?P<literal>-?\d[\w.]*|'[^']*')"
        ),
        with_literal,
    ),
    (
        compiled(r"(?:loop|iterate)s?(?:\s+over\s+(?:anything|something))?"),
        lambda match, names: Condition(Kind.MEASURE, property="loopCount", comparison=Comparison.GT),
    ),
    (
        compiled(rf"{HAVE}\s+(?:(no)|an?|any)\s+(?:body of )?(?:loops?|iterations?)"),
        lambda match, names: Condition(
            Kind.MEASURE, property="loopCount", comparison=Comparison.EQ if match[1] else Comparison.GT
        ),
    ),
    (
        compiled(rf"(?:{HAVE}\s+)?no\s+return values?|return(?:s|ing)? void"),
        lambda match, names: Condition(Kind.RETURNS, ("void",)),
    ),
    (compiled(rf"{BE}(?:void)"), lambda match, names: Condition(Kind.RETURNS, ("void",))),
    (compiled(rf"{BE}(?:declared|prototyped)\s+in\s+(?:the )?(?:header )?{FILE}"), declared_in),
    (compiled(r"(?:do |does )?(?:not )?call(?:s|ing)?\s+(?:any )?(?:other )?(?:own )?functions? at all"), flag("leaf")),
    (
        compiled(
            rf"(?:take|accept|have)s?\s+(?:no|zero)\s+{_PARAMETER}(?: at all)?|(?:are|"
            r"is)?\s*parameterless|(?:take|accept)s?\s+nothing|(?:have|having|with) an empty param"
            r"eter list|have an empty argument list"
        ),
        lambda match, names: Condition(Kind.MEASURE, property="parameterCount"),
    ),
    (
        compiled(
            rf"{BE}(?:global|extern|visible outside(?: of)? (?:their|its) file|visible to other fil"
            r"es)"
        ),
        not_flag("static"),
    ),
    (compiled(rf"{BE}(?:only visible|visible only) (?:in|within|inside) (?:their|its) (?:own )?file"), flag("static")),
    (compiled(rf"{BE}self[ -]+recursive"), flag("recursive")),
    (
        compiled(
            rf"{BE}(?:called|used|invoked)\s+(?:by|from|in)\s+(?:exactly |only |just )"
            r"?(?:one|a single)\s+(?:other )?(?:function|caller|place)"
        ),
        lambda match, names: Condition(Kind.MEASURE, property="callerCount", number=1),
    ),
    (
        compiled(
            rf"{BE}(?:called|used|invoked)\s+(?:by|from)\s+(?:many|several|multiple)\s+(?:other )"
            r"?(?:functions|callers|places)"
        ),
        lambda match, names: Condition(Kind.MEASURE, property="callerCount", comparison=Comparison.GT, number=1),
    ),
)
"""The conditions by their words."""
