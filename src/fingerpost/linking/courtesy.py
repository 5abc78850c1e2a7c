"""What is said around a question and asks nothing: greetings, "please", "could you tell me"; and its contractions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fingerpost.linking.moments import MONTH_NAMES
from fingerpost.linking.text import Token, stem, tokenise

_BEGINS = "who|whom|whose|what|which|where|when|how|why|if|whether"
_ASKS = (
    rf"{_BEGINS}|is|are|was|were|do|does|did|has|have|had|list|show|find|"
    "sort|rank|count|name|for|in|among"
)
_TALKING = (
    r"(?:(?:i|we|my|our|someone|(?:do|did) (?:i|we|you)|is it|it|would (?:it|you)|(?:may|could|can) (?:i|we)|be so)"
    r"(?: [a-z]+){0,7}? "
    r"(?:known?|tell(?:ing)?(?: me| us)?|learn|find out|asks?|say|hear|understand|advise|confirm)"
    r"|what (?:i|we) (?:[a-z]+ ){1,4}is)"
    rf"(?= (?:{_BEGINS}) )"
)
"""What people say of themselves before a question that begins anew: "it would be great to know", "my boss asks"."""
_OPENING = re.compile(
    rf"(?:{_TALKING}|(?:please|pls|plz|kindly|hello|hi|hey|so|well|ok|okay|now|then|thanks|"
    r"excuse me|good (?:morning|afternoon|evening)|morning|i wonder|i was wondering|do you know|"
    r"just|quick (?:one|question)|sorry|oh|ooh|um|hm|hmm)"
    r"|(?:can|could|would|will) (?:you|someone|anybody)(?: please| kindly)?"
    rf"(?: (?:tell|show|give|explain to|let) me(?: know)?(?= (?:{_ASKS}) ))?"
    r"|i (?:am|m) (?:just )?(?:trying|curious|looking) to (?:know|see|find out|find|learn|work out)"
    r"|(?:can|could) you remind me"
    r"|i(?: d| would|) (?:really )?(?:like|love|want|need|wish) to (?:know|see|find out|learn)"
    rf"|(?:tell|let) me(?: know)?(?= (?:{_ASKS}) )) (?=\S)"
)
"""What a question may begin with, in its normalised words."""
_CLOSING = re.compile(r" (?:please|thanks|thank you|thx|pls|plz|cheers|if you (?:can|could|please))$")
_EXAMPLES = re.compile(
    r"\((?:[^()]*\b(?:and so (?:on|forth)|etc|and the like)\.?|"
    r"(?:e\.?g\.?|for example|for instance|such as)\b[^()]*)\)",
    re.IGNORECASE,
)
"""Brackets that only give examples: "in each range (core, seasonal and so on)"."""
_MEMBER = (
    rf"(?:\d{{4}}|(?:{'|'.join(MONTH_NAMES)})|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?)"
)
_EXPLAINED = re.compile(
    r"\b(?:century|\w+ties|spring|summer|autumn|fall|winter|weekends?|quarter|half|season|decade)(?: of \d{4})?\s*"
    rf"(?P<told>\((?:from )?{_MEMBER}(?:\s*(?:to|until|till|through|and|or|,|–|-)\s*{_MEMBER})+"
    r"(?:,? (?:both )?(?:included|inclusive))?\))",
    re.IGNORECASE,
)
"""Brackets that only tell which period was said: "the 19th century (1801 to 1900)", "weekends (Saturday, Sunday)"."""
_LATELY = re.compile(
    r" (?:yet|as yet|so far|to date|already|at all|both (?:years )?included|including both(?: years)?|"
    r"inclusive|both inclusive|in (?:whole|full|completed) (?:years|months|weeks|days|hours|minutes)|"
    r"as a decimal(?: number)?(?: of [a-z]+)?|"
    r"round(?:ed|ing|ed off)? to (?:the nearest [a-z]+|(?:\w+) (?:decimals?|digits?)(?: places?| points?)?))$"
)
"""What may stand behind a question, and says no more."""
_IN_PERCENT = re.compile(r" (?:in|as a|as) (?:percent|percentage|percents)$")
_SHARE = frozenset("share proportion percentage percent fraction".split())
_SIGNS = {
    ">": "more than",
    "<": "less than",
    ">=": "at least",
    "≥": "at least",
    "<=": "at most",
    "≤": "at most",
    "=": "equals",
    "==": "equals",
    "<>": "not equal to",
    "!=": "not equal to",
}
_SIGN = re.compile("|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True)))
_CLITICS = {"t": "not", "re": "are", "ve": "have", "ll": "will"}
_VERBS = {"won": "will", "can": "can", "shan": "shall"}
"""What stands before "n't" where it is no verb with an "n" behind it."""
_CONTRACTED = frozenset("who what where when how which there that".split())


_HAS_DONE = re.compile(r" [a-z]+(?:ed|en|wn|ne) (?:the|a|an|all|both|every|each|any|no|more|at) ")
"""What stands behind "who's" where it is "who has": "who's hiked the trail"."""
_RUN_TOGETHER = {
    **{f"{word}s": (word, "is") for word in sorted(_CONTRACTED - {"which"})},
    **{f"{verb}nt": (verb, "not") for verb in "do does did is are was were has have had could would should".split()},
    "cant": ("can", "not"),
    "wont": ("will", "not"),
}
"""What people type without its apostrophe."""
_WHOM = 4
"""Fewest words of a question that begins with "to whom"."""
_LED = frozenset("to for from with by at of about".split())


def asked(tokens: tuple[Token, ...], question: str) -> tuple[Token, ...]:
    """The tokens of a question without what is only polite, written out: "what's" is "what is", "w/o" is "without"."""
    spans = [found.span() for found in _EXAMPLES.finditer(question)]
    spans += [found.span("told") for found in _EXPLAINED.finditer(question)]
    tokens = tuple(t for t in tokens if not any(start < t.start < end for start, end in spans))
    tokens = _written_out(tokens, question)
    first, last = 0, len(tokens)
    text = " ".join(token.norm for token in tokens)
    while (opening := _OPENING.match(text)) is not None and not tokens[first].quoted:
        first += opening.group().count(" ")
        text = text[opening.end() :]
    while (closing := _CLOSING.search(text)) is not None and not tokens[last - 1].quoted:
        last -= closing.group().count(" ")
        text = text[: closing.start()]
    behind = _LATELY.search(text) or (_IN_PERCENT.search(text) if _SHARE & {t.norm for t in tokens} else None)
    if behind is not None and not (tokens[last - 1].quoted or tokens[last - 1].capitalised):
        last -= behind.group().count(" ")
    return _with_who_first(tokens[first:last])


def without_courtesy(question: str) -> str:
    """A question without what is only polite before and behind it."""
    tokens = tokenise(question)
    kept = asked(tokens, question)
    if not kept or (kept[0].start, kept[-1].end) == (tokens[0].start, tokens[-1].end):
        return question
    return question[kept[0].start : kept[-1].end if kept[-1].end < tokens[-1].end else None]


def _percent(before: Token | None, token: Token, question: str) -> Iterator[Token]:
    """The word for a sign that stands for it: "what % of jobs are open"."""
    if before is None or token.norm != "of" or before.norm[-1].isdigit():
        return
    sign = question.find("%", before.end, token.start)
    if sign >= 0 and question[before.end : token.start].strip() == "%":
        yield Token("%", "percent", stem("percent"), sign, sign + 1)


def _compared(before: Token | None, token: Token, question: str) -> Iterator[Token]:
    """The words of a sign before a number or a quotation: "pages > 300" is "pages more than 300"."""
    if before is None or before.quoted or not (token.norm[:1].isdigit() or token.quoted):
        return
    sign = _SIGN.search(question, before.end, token.start)
    if sign is not None:
        for word in _SIGNS[sign.group()].split():
            yield Token(word, word, stem(word), sign.start(), sign.end())


def _written_out(tokens: tuple[Token, ...], question: str) -> tuple[Token, ...]:
    found: list[Token] = []
    for token in tokens:
        before = found[-1] if found else None
        found.extend(_compared(before, token, question))
        found.extend(_percent(before, token, question))
        together = () if token.quoted else _RUN_TOGETHER.get(token.norm, ())
        if together:
            part = token.start + len(together[0])
            found.append(replace(token, norm=together[0], stem=stem(together[0]), end=part))
            found.append(replace(token, norm=together[1], stem=stem(together[1]), start=part))
        elif token.norm == "w" and question.startswith("/ ", token.end):
            found.append(replace(token, norm="with", stem=stem("with")))
        elif before is not None and (before.norm, token.norm, question[before.end : token.start]) == ("w", "o", "/"):
            found[-1] = replace(before, norm="without", stem=stem("without"), end=token.end)
        elif token.possessive and token.norm in _CONTRACTED and not token.quoted:
            start = token.end + 1
            found.append(replace(token, possessive=False))
            done = token.norm == "who" and _HAS_DONE.match(question, start + 1)
            verb = "has" if done or question.startswith(" been ", start + 1) else "is"
            found.append(Token(question[start : start + 1], verb, stem(verb), start, start + 1))
        elif before is not None and question[before.end : token.start] in ("'", "’") and token.norm in _CLITICS:
            word = _CLITICS[token.norm]
            if word == "not" and before.norm.endswith("n"):
                verb = _VERBS.get(before.norm, before.norm[:-1])
                found[-1] = replace(before, norm=verb, stem=stem(verb))
            found.append(replace(token, norm=word, stem=stem(word)))
        else:
            found.append(token)
    return tuple(found)


def _with_who_first(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """ "To whom does Ann report" is "who does Ann report to"."""
    if len(tokens) < _WHOM or tokens[0].norm not in _LED or tokens[1].norm != "whom" or tokens[0].quoted:
        return tokens
    end = tokens[-1].end
    who = replace(tokens[1], norm="who", stem=stem("who"))
    return (who, *tokens[2:], replace(tokens[0], start=end, end=end))
