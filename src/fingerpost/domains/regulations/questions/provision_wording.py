"""How answers about provisions are worded: texts, versions, repeals, definitions, contents."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell
from fingerpost.domains.regulations.questions.phrases import (
    MOST_LINES,
    Rows,
    number_of,
    opened,
    said,
    times_within,
    when,
)
from fingerpost.domains.regulations.questions.provision_plans import day_of
from fingerpost.domains.regulations.questions.request import Request
from fingerpost.plans import counted

_TYPES: Final = {"Amendment": "amending instrument"}


def text_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about text."""
    target = request.chains[0].target
    if not rows:
        return f"This corpus has no {said(target)}.", Status.EMPTY
    row = rows[0]
    if row.get("version_text") is not None:
        since, until = row.get("version_from"), row.get("version_to")
        held = f" (held from {since}" + (f" to {until})" if until else ")") if since else ""
        return f"{opened(said(target))}{held}:\n{row['version_text']}", Status.ANSWERED
    dates = [date for date in (row.get("lastAmended"), row.get("inForceFrom")) if isinstance(date, dt.date)]
    if request.period is not None and dates and max(dates) > day_of(request.period):
        message = f"This corpus does not have the text of {said(target)} of that date: it was changed on {max(dates)}."
        return message, Status.UNANSWERABLE
    held = f" (held from {max(dates)})" if request.period is not None and dates else ""
    return f"{opened(said(target))}{held}:\n{row['text']}", Status.ANSWERED


def exists_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """Whether an instrument has a provision."""
    target = request.chains[0].target
    if not rows:
        return f"No: this corpus has no {said(target)}.", Status.EMPTY
    return f"Yes: {said(target)}:\n{rows[0]['text']}", Status.ANSWERED


def history_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about history."""
    target = opened(said(request.chains[0].target))
    if not rows:
        return f"{target} has one text in this corpus: nothing changed.", Status.EMPTY
    if "from" not in rows[0] and "to" not in rows[0]:
        return (
            f"This corpus holds one edition; {said(request.chains[0].target)} reads:\n{rows[0]['text']}",
            Status.ANSWERED,
        )
    begin = request.period.begin if request.period is not None else None
    [only] = rows if len(rows) == 1 else [None]
    if begin is not None and only is not None and isinstance(only.get("from"), dt.date) and only["from"] < begin:
        return f"{target} has not changed since {begin}: from {only['from']} it reads:\n{only['text']}", Status.ANSWERED
    oldest_first = sorted(rows, key=lambda row: str(row.get("from") or ""))
    texts = [f"From {row.get('from') or 'the beginning'}{_until(row)}:\n{row['text']}" for row in oldest_first]
    return f"{target} had {counted(len(rows), 'text')}:\n" + "\n".join(texts), Status.ANSWERED


def _until(row: Mapping[str, Cell]) -> str:
    return f" to {row['to']}" if row.get("to") else ""


def repealed_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about repealed."""
    target = said(request.chains[0].target)
    if not rows:
        return f"This corpus has no {target}.", Status.EMPTY
    if request.chains[0].target.title.label == "Stub":
        text = (
            f"{opened(target)} is cited in this corpus, but its text is not loaded: whether it holds is not known here."
        )
        return text, Status.UNANSWERABLE
    if request.period is not None:
        return _then(request, rows[0])
    if "inForce" in rows[0] and not rows[0].get("repealedBy"):
        state = (
            "is in force" if rows[0]["inForce"] else f"is no longer in force (last changed {rows[0]['lastAmended']})"
        )
        return f"{opened(target)} {state}.", Status.ANSWERED
    gone = bool(rows[0].get("repealed") or rows[0].get("repealedBy"))
    asks_force = request.in_force is True
    yes = "No" if gone is asks_force else "Yes"
    if gone:
        text = f"{target} was repealed{_by_and_when(rows[0])}."
        if len(request.chains) > 1:
            by = request.chains[1].target.title
            yes = "Yes" if f"{rows[0].get('repealedBy')},".startswith(f"{number_of(by)},") else "No"
        if not request.whether and rows[0].get("repealedOn") is None:
            text += " The day on which that came into force is not in this corpus."
        return f"{yes}: {text}" if request.whether else opened(text), Status.ANSWERED
    return f"{yes}: {target} {'is in force' if asks_force else 'is not repealed'}.", Status.ANSWERED


def _then(request: Request, row: Mapping[str, Cell]) -> tuple[str, Status]:
    """Whether something was in force, or repealed, on a day or in a period, as far as its newest text says."""
    assert request.period is not None
    target, day = opened(said(request.chains[0].target)), day_of(request.period)
    gone = row["inForce"] is False if "inForce" in row else bool(row.get("repealed"))
    ended = row.get("repealedOn")
    if gone and isinstance(ended, dt.date) and day < ended:
        text = f"{target} had not been repealed on {day}: it was repealed{_by_and_when(row)}."
        unknown = f" This corpus does not say whether it was already in force on {day}." if request.in_force else ""
        return text + unknown, Status.ANSWERED
    if gone:
        begin = request.period.begin
        if begin is not None and request.period.day is None and isinstance(ended, dt.date) and ended < begin:
            return f"{target} was repealed before {begin}{_by_and_when(row)}.", Status.ANSWERED
        return f"{target} was repealed{_by_and_when(row)}.", Status.ANSWERED
    since = row.get("inForceFrom")
    if isinstance(since, dt.date) and since <= day:
        return f"{target} was in force on {day}, and still is.", Status.ANSWERED
    text = (
        f"{target} is in force; this corpus does not say whether it was on {day}: its text is in force since {since}."
    )
    return text, Status.UNANSWERABLE


def _by_and_when(row: Mapping[str, Cell]) -> str:
    """What repealed something, and since when; else the year of what repealed it, which may hold only later."""
    by = f" by {row['repealedBy']}" if row.get("repealedBy") else ""
    if row.get("repealedOn") is not None:
        return f"{by}, in force {row['repealedOn']}"
    year = row.get("repealedIn")
    return by + (f", of {year}" if year is not None and str(year) not in by else "")


def repealed_parts_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about repealed parts."""
    target = said(request.chains[0].target)
    noun = request.kinds[0].lower() if request.kinds else "provision"
    after = f" by {request.chains[1].target.title.title}" if len(request.chains) > 1 else ""
    if not rows:
        return (
            f"None: the text of {target} in this corpus has no {noun} that was repealed{after}{when(request)}.",
            Status.EMPTY,
        )
    lines = []
    for row in rows[:MOST_LINES]:
        by = _by_and_when(row).strip(" ,")
        name = f"a definition in {row['label']}" if not row.get("identifier") else f"{noun} {row['label']}"
        lines.append(name + (f" ({by})" if by else ""))
    head = (
        f"{counted(len(rows), noun)} of {target} {'was' if len(rows) == 1 else 'were'} repealed{after}{when(request)}"
    )
    if len(rows) > len(lines):
        head += f"; the first {len(lines)} of them"
    return "\n".join([f"{head}:", *lines]), Status.ANSWERED


def since_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about since."""
    target = said(request.chains[0].target)
    if not rows:
        return f"This corpus has no {target}.", Status.EMPTY
    since = rows[0].get("inForceFrom")
    if since is None:
        return f"This corpus does not say when {target} came into force.", Status.UNANSWERABLE
    return f"The text of {target} is in force since {since}.", Status.ANSWERED


def most_parts_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The sections of an instrument by how many provisions cite them, or how many instruments amended them."""
    chain = request.chains[0]
    amends = chain.steps[0].relation == "AMENDS"
    verb, noun = ("amended", "instrument") if amends else ("cited", "provision")
    often = f" {times_within(request.strength)}" if request.strength is not None else ""
    if not rows:
        return f"None: no section of {said(chain.target)} was {verb}{often}{when(request)}.", Status.EMPTY
    lines = []
    for number, row in enumerate(rows, 1):
        heading = f", {row['heading']}" if row.get("heading") else ""
        lines.append(f"{number}. section {row['label']}{heading}: {counted(int(str(row['count'])), noun)}")
    others = "" if amends else " by other instruments"
    head = f"The sections of {said(chain.target)} that were {verb}{often or ' most'}{others}{when(request)}"
    return f"{head}:\n" + "\n".join(lines), Status.ANSWERED


def amended_parts_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about amended parts."""
    target = said(request.chains[0].target)
    if not rows:
        return f"None: no section of {target} was amended{when(request)}, as far as this corpus shows.", Status.EMPTY
    by: dict[str, list[str]] = {}
    for row in rows:
        date = row.get("effective_date")
        dated = f", in force {date}" if date is not None else f", {row['year']}" if row.get("year") is not None else ""
        by.setdefault(str(row["label"]), []).append(f"{row['amending_document']}{dated}")
    lines = [f"section {label} (by {'; '.join(dict.fromkeys(names))})" for label, names in by.items()]
    shown = lines[:MOST_LINES]
    more = f"; the first {len(shown)} of them" if len(lines) > len(shown) else ""
    verb = "was" if len(lines) == 1 else "were"
    head = f"{counted(len(lines), 'section')} of {target} {verb} amended{when(request)}{more}"
    return "\n".join([f"{head}:", *shown]), Status.ANSWERED


def about_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about what an instrument is."""
    target = request.chains[0].target
    if not rows:
        return f"This corpus has no {said(target)}.", Status.EMPTY
    row = rows[0]
    label = target.title.label
    if label == "Stub":
        text = f"{opened(said(target))} is cited in this corpus, but its text is not loaded."
        return text, Status.ANSWERED
    lines = [
        f"{row['title']}: {'an act' if label == 'Act' else 'a regulation'}, {row.get('number') or row['identifier']}."
    ]
    facts = (
        ("longTitle", "Long title: {}."),
        ("registered", "Registered {}."),
        ("inForceFrom", "The text is in force since {}."),
        ("lastAmended", "Last amended {}."),
    )
    lines += [form.format(row[name]) for name, form in facts if row.get(name) is not None]
    if row.get("inForce") is False:
        lines.append("It is no longer in force.")
    return "\n".join(lines), Status.ANSWERED


def definitions_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about definitions."""
    target = said(request.chains[0].target)
    if not rows:
        return f"{opened(target)} defines no term in this corpus.", Status.EMPTY
    lines = [f"  {row.get('term') or '(repealed)'} (section {row['label']})" for row in rows[:MOST_LINES]]
    more = f"; the first {len(lines)} of them" if len(rows) > len(lines) else ""
    return "\n".join([f"{opened(target)} has {counted(len(rows), 'definition')}{more}:", *lines]), Status.ANSWERED


def statistics_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about statistics."""
    language = {"fr": " in French", "en": " in English"}.get(request.term, "")
    found = [counted(int(str(row["count"])), _TYPES.get(str(row["type"]), str(row["type"]).lower())) for row in rows]
    found = found or [counted(0, (request.kinds or ("instrument",))[0].lower())]
    text = found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"
    return f"This corpus has {text}{language}.", Status.ANSWERED


def definition_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about definition."""
    if not rows:
        return f"No provision defines “{request.term}”.", Status.UNANSWERABLE
    texts = (re.sub(r"(?<=\S)(?=\[(?:Repealed|Abrog))", " ", str(row["text"])) for row in rows)
    lines = [f"{row['document']}, section {row['label']}: {text}" for row, text in zip(rows, texts, strict=True)]
    return "\n".join(lines), Status.ANSWERED


def sections_said(request: Request, rows: Rows) -> tuple[str, Status]:
    """The answer about sections."""
    target = opened(said(request.chains[0].target))
    inner = request.chains[0].target.provision
    noun = "part" if inner and not inner.startswith(("PART", "SCHEDULE")) else "section"
    if request.kinds and request.kinds[0] != "Section":
        noun = request.kinds[0].lower()
    if not rows:
        missing = f"This corpus has no {said(request.chains[0].target)}, or it" if inner else target
        return f"{missing} has no {noun}s in this corpus.", Status.EMPTY
    lines = [f"  {row['label']} {row.get('heading') or ''}".rstrip() for row in rows[:MOST_LINES]]
    more = f"\n  and {len(rows) - len(lines)} more" if len(rows) > len(lines) else ""
    return f"{target} has {counted(len(rows), noun)}:\n" + "\n".join(lines) + more, Status.ANSWERED
