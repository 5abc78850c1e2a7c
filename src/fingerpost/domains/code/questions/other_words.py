"""Wordings of questions about code, and the plainer ones that say the same."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.vocabulary import STRUCTURES, one_of

_F: Final = r"(?:functions?|methods?|routines?|procedures?)"
_SHOW: Final = r"(?:(?:find|show|list|give)(?: me)? |what (?:is|are) )?(?:all |the )*"
_ROWS: Final = (
    (r"^(\S+) (?:is|are|gets?) (?:called|used|invoked) by (?:what|whom|which functions)$", r"which functions call \1"),
    (
        rf"^{_SHOW}(?:usages?|uses) of (?:the )?((?:function |macro |field |global variable |global )?\S+)$",
        r"where is \1 used",
    ),
    (r"\b(called|invoked) (?:from )?(?:inside|within) (?=\w+$)", r"\1 by "),
    (r"^(?:list|show|find|give|name)(?: me)? (?=(?:everything|anything|whatever) )", ""),
    (r"\bat least one of (\S+) (?:and|or) (?=\S+)", r"\1 or "),
    (r"^is there (?:an?|any) (?:direct )?calls? (?:to|of) (\S+) (?:in|from|inside|within) (\S+)$", r"does \2 call \1"),
    (
        (
            r"^(?:who|what|which (?:functions|code)) (?:would|will|could|might) be (?:affected|impacted|broken) by "
            r"(?:(?:a )?changes? (?:to|in|of)|changing) "
        ),
        "what would be affected if I change ",
    ),
    (
        rf"^{_SHOW}(?:transitive|direct (?:and|or) indirect|indirect (?:and|or) direct) callers of (?=\S+$)",
        "which functions can reach ",
    ),
    (
        rf"^{_SHOW}(?:transitive|direct (?:and|or) indirect|indirect (?:and|or) direct) callees of (\S+)$",
        r"what does \1 call directly or indirectly",
    ),
    (r" (?:in|through|of) the call graph$", ""),
    (rf"^{_SHOW}top (\w+) {_F} (?:ranked )?by (?:cyclomatic )?complexity$", r"what are the \1 most complex functions"),
    (
        rf"^{_SHOW}top (\w+) {_F} (?:ranked )?by (?:length|size|lines(?: of code)?|number of lines)$",
        r"what are the \1 longest functions",
    ),
    (
        r"^what (?:do|must|should|can) (?:i|we|you|one) (?:have to |need to )?pass (?:in)?to (?=\S+$)",
        "what are the parameters of ",
    ),
    (r"^(?:the )?((?:cyclomatic )?complexity|length|return type) of (?=\S+$)", r"what is the \1 of "),
    (rf"^{_SHOW}(?:definition|location) of (?:the )?((?:function )?\S+)$", r"where is \1 defined"),
    (
        r"^(?:in |at |on )?(?:which|what) file and (?:on )?(?:which |what )?line (?:is|are) (\S+)(?: defined)?$",
        r"where is \1 defined",
    ),
    (
        rf"^((?:which|what) {_F}) (?:does|do) (?:nobody|nothing|no one|no(?: other)? function) call$",
        r"\1 are never called",
    ),
    (r"\b(?:expands?|expanding) (?:the )?(?:macro )?(?=\w+)", "use the macro "),
    (r"\btouch(es|ing)?\b(?= (?:the )?(?:field|member|global|variable))", r"access\1"),
    (r"^where does (the (?:string|text|literal)[^\"]*\"[^\"]+\") occur$", r"where is \1 used"),
    (
        rf"^where (?:is|are) (?:an? |the )?((?:{one_of(STRUCTURES)})(?: statements?)?) used$",
        r"which functions contain \1",
    ),
    (r"^where is (?:the )?memory allocated$", "which functions allocate memory"),
    (r"^where is (?:the )?memory (?:freed|released|deallocated)$", "which functions free memory"),
    (
        r"\ballocating memory (?:and|but|without) (?:not |never )?(?:releas|free)ing (?:it|any)\b",
        "that allocate memory but never free it",
    ),
    (
        r"\b(?:with|having|making|that make) (?:indirect )?calls? (?:via|through) (?:a |function )*pointers?\b",
        "that call through a function pointer",
    ),
    (r"^where are function pointers (?:called|used)$", "which functions call through a function pointer"),
    (
        (
            r"^(?:on|at|in) (?:which|what) lines? (?:do|are|is) (?:the |a )?calls? (?:to|of) (\S+)"
            r"(?: (?:occur|happen|appear))?$"
        ),
        r"at which lines is \1 called",
    ),
    (
        (
            r"\b(?:accept(?:s|ing)?|tak(?:es?|ing)|receiv(?:es?|ing)) (an? \S+(?: pointer)?) as (?:an? |its |their )?"
            r"(?:argument|parameter)s?\b"
        ),
        r"that take \1",
    ),
    (r"\bprefixed (?:with|by) ", "whose name starts with "),
)
OTHER_WORDS: Final = tuple((re.compile(pattern, re.I), instead) for pattern, instead in _ROWS)
"""Patterns over a whole question, and what is put in place of what they match, in their order."""
