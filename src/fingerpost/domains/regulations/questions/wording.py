"""How answers about law are worded: what was found, complete or counted, and to which date the text is current."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell
from fingerpost.domains.regulations.questions.request import Asked, Request, Target
from fingerpost.plans import counted
from fingerpost.stores import Result

MOST_LINES: Final = 100
_VERBS: Final = {
    ("CITES", True): ("cites", "cite"),
    ("CITES", False): ("is cited by", "are cited by"),
    ("AMENDS", True): ("amends", "amend"),
    ("AMENDS", False): ("is amended by", "are amended by"),
    ("IMPLEMENTS", True): ("implements", "implement"),
    ("IMPLEMENTS", False): ("is implemented by", "are implemented by"),
    ("REPLACES", True): ("replaces", "replace"),
    ("REPLACES", False): ("is replaced by", "are replaced by"),
}
_KINDS: Final = {"REFERENCES": "cites", "IMPLEMENTS": "implements", "REPLACES": "replaces"}
_DETAILS: Final = (
    ("citing_section", "section {}"),
    ("cited_section", "on its {}"),
    ("effective_date", "in force {}"),
    ("section", "{}"),
)


def said(target: Target) -> str:
    """A target in words: "section 7(1) of the Employment Insurance Act"."""
    title = target.title.title
    name = title if title.startswith(("Loi", "Règlement")) else f"the {title}"
    if not target.provision:
        return name
    kind = "" if target.provision.startswith(("PART", "SCHEDULE")) else "section "
    return f"{kind}{target.provision} of {name}"


def worded(request: Request, result: Result, current: str) -> tuple[str, Status]:
    """The text of an answer, and its status. `current` says up to which date the text is consolidated."""
    rows = [dict(zip(result.columns, row, strict=True)) for row in result.rows]
    text, status = _WORDING.get(request.asked, _list)(request, rows)
    if result.cut and result.total is not None:
        text += f"\nOnly the first {len(rows)} of {result.total} were kept."
    return f"{text}\n{current}" if current else text, status


_Rows = Sequence[Mapping[str, Cell]]


def _list(request: Request, rows: _Rows) -> tuple[str, Status]:
    subject = _subject(request)
    titles = list(dict.fromkeys(_first(row) for row in rows))
    last = request.last_step
    noun = _noun(request)
    single, several = _VERBS[last.relation, last.incoming]
    if not rows:
        return f"None: no {noun} in this corpus {single} {subject}.", Status.EMPTY
    verb = single if len(titles) == 1 else several
    far = len(request.chains[0].steps) > 1
    lines = [f"{number}. {_line(row, far=far)}" for number, row in enumerate(rows[:MOST_LINES], 1)]
    head = f"{counted(len(titles), noun)} {verb} {subject}"
    if len(rows) > len(lines):
        head += f"; the first {len(lines)} of {len(rows)} lines"
    return head + ":\n" + "\n".join(lines), Status.ANSWERED


def _subject(request: Request) -> str:
    """What the last step leads from."""
    chains = [_before_last(request, number) for number in range(len(request.chains))]
    return " and ".join(dict.fromkeys(chains))


def _before_last(request: Request, number: int) -> str:
    chain = request.chains[number]
    text = said(chain.target)
    for step in chain.steps[:-1]:
        single, several = _VERBS[step.relation, step.incoming]
        text = f"what {several if step.incoming else single} {text}"
    return f"what {_VERBS['CITES', request.last_step.incoming][1]} {text}" if request.indirect else text


def _noun(request: Request) -> str:
    last = request.last_step
    if last.relation == "AMENDS" and last.incoming:
        return "instrument"
    if request.kinds:
        return request.kinds[0].lower()
    return "regulation" if last.relation == "IMPLEMENTS" and last.incoming else "instrument"


def _first(row: Mapping[str, Cell]) -> str:
    return str(next(iter(row.values())))


def _line(row: Mapping[str, Cell], *, far: bool) -> str:
    """One row; `far` names the instrument between it and the one that was named."""
    details = [str(list(row.values())[1])] if far else []
    for name, form in _DETAILS:
        cell = row.get(name)
        if cell is not None:
            details.append(form.format(", ".join(map(str, cell)) if isinstance(cell, tuple) else cell))
    if row.get("year") is not None and row.get("effective_date") is None:
        details.insert(0, str(row["year"]))
    return _first(row) + (f" ({'; '.join(details)})" if details else "")


def _count(request: Request, rows: _Rows) -> tuple[str, Status]:
    number = int(str(rows[0]["relationship_count"])) if rows else 0
    if not request.chains[0].steps:
        return f"{_opened(said(request.chains[0].target))} has {counted(number, 'section')}.", Status.ANSWERED
    single, several = _VERBS[request.last_step.relation, request.last_step.incoming]
    verb = single if number == 1 else several
    return f"{counted(number, _noun(request))} {verb} {_subject(request)}.", Status.ANSWERED


def _yes_no(request: Request, rows: _Rows) -> tuple[str, Status]:
    number = int(str(rows[0]["count"])) if rows else 0
    step = request.chains[0].steps[-1]
    others = request.chains[1:]
    wanted = max(1, len(others))
    single, several = _VERBS[step.relation, step.incoming]
    subject = " and ".join(said(chain.target) for chain in others) or counted(number, _noun(request))
    verb = several if len(others) > 1 or (not others and number != 1) else single
    if number >= wanted:
        return f"Yes: {subject} {verb} {said(request.chains[0].target)}.", Status.ANSWERED
    if number:
        return f"No: only one of them {single} {said(request.chains[0].target)}.", Status.ANSWERED
    return f"No: nothing in this corpus says that {subject} {verb} {said(request.chains[0].target)}.", Status.ANSWERED


def _last(request: Request, rows: _Rows) -> tuple[str, Status]:
    subject = _opened(said(request.chains[0].target))
    if not rows:
        return f"{subject} has not been amended, as far as this corpus shows.", Status.EMPTY
    row = rows[0]
    date = row.get("effective_date")
    when = f"in force {date}" if date is not None else f"of {row.get('year')}"
    others = f" {counted(len(rows), 'instrument')} amended it in all." if len(rows) > 1 else ""
    return f"{subject} was last amended by {_first(row)}, {when}.{others}", Status.ANSWERED


def _strength(request: Request, rows: _Rows) -> tuple[str, Status]:
    target = said(request.chains[0].target)
    if not rows:
        return f"{_opened(said(request.chains[1].target))} does not cite {target}.", Status.EMPTY
    if not request.chains[0].steps[0].incoming:
        target = said(request.chains[1].target)
    return "\n".join(f"{_first(row)} cites {target} {_times(row['strength'])}." for row in rows), Status.ANSWERED


def _times(cell: Cell) -> str:
    return "once" if cell == 1 else f"{cell} times"


def _provisions(request: Request, rows: _Rows) -> tuple[str, Status]:
    step, target = request.chains[0].steps[0], said(request.chains[0].target)
    single, several = _VERBS[step.relation, step.incoming]
    if step.relation != "CITES":
        return _amended_sections(rows)
    if not rows:
        return f"None: no provision {single} {target}.", Status.EMPTY
    shown = [f"{n}. {_provision(row)}" for n, row in enumerate(rows[:MOST_LINES], 1)]
    places = len({(row["document"], row["section"]) for row in rows})
    head = f"{counted(places, 'provision')} {single if places == 1 else several} {target}"
    if len(rows) > len(shown):
        head += f"; the first {len(shown)} of {len(rows)} lines"
    return head + ":\n" + "\n".join(shown), Status.ANSWERED


def _amended_sections(rows: _Rows) -> tuple[str, Status]:
    if not rows:
        return "None: it amended no section there.", Status.EMPTY
    lines = [f"  section {row['section']} (by {row.get('amending_section') or 'it'})" for row in rows]
    return f"{counted(len(rows), 'section')} of {rows[0]['document']}:\n" + "\n".join(lines), Status.ANSWERED


def _titles(request: Request, rows: _Rows) -> tuple[str, Status]:
    noun = request.kinds[0].lower() if request.kinds else "instrument"
    if not rows:
        return f"None: no {noun} in this corpus is like that.", Status.EMPTY
    lines = [f"{number}. {_first(row)}" for number, row in enumerate(rows[:MOST_LINES], 1)]
    more = f"; the first {len(lines)} of them" if len(rows) > len(lines) else ""
    return f"{counted(len(rows), noun)}{more}:\n" + "\n".join(lines), Status.ANSWERED


def _provision(row: Mapping[str, Cell]) -> str:
    cited = f" ({row['cited_section']})" if row.get("cited_section") else ""
    return f"{row['document']}, section {row['section']}{cited}: {_short(str(row.get('sentence') or ''))}"


def _short(text: str, most: int = 160) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[:most].rsplit(" ", 1)[0] + " ..."


def _most(request: Request, rows: _Rows) -> tuple[str, Status]:
    if not rows:
        return "None: nothing in this corpus stands in that relation.", Status.EMPTY
    return "\n".join(f"{n}. {row['title']}: {row['count']}" for n, row in enumerate(rows, 1)), Status.ANSWERED


def _mutual(request: Request, rows: _Rows) -> tuple[str, Status]:
    del request
    if not rows:
        return "None: no two of them cite each other.", Status.EMPTY
    lines = [
        f"{n}. {row['first_title']} ({row['first_cites_second']}) and "
        f"{row['second_title']} ({row['second_cites_first']})"
        for n, row in enumerate(rows[:MOST_LINES], 1)
    ]
    return f"{counted(len(rows), 'pair')} cite each other:\n" + "\n".join(lines), Status.ANSWERED


def _between(request: Request, rows: _Rows) -> tuple[str, Status]:
    if len(request.chains) == 1:
        return _around(request, rows)
    first, second = (said(chain.target) for chain in request.chains)
    if not rows:
        return f"Nothing in this corpus relates {first} to {second} directly.", Status.EMPTY
    lines = []
    for row in rows:
        verb = {"REFERENCES": "cites", "IMPLEMENTS": "implements", "REPLACES": "replaces"}[
            str(row["relationship_type"])
        ]
        times = f" {_times(row['strength'])}" if row.get("strength") else ""
        lines.append(f"  {row['source_title']} {verb} the other{times}")
    return f"Between {first} and {second}:\n" + "\n".join(lines), Status.ANSWERED


def _around(request: Request, rows: _Rows) -> tuple[str, Status]:
    """All that an instrument is related to."""
    own = request.chains[0].target.title.title
    if not rows:
        return f"Nothing in this corpus is related to {said(request.chains[0].target)} directly.", Status.EMPTY
    lines = []
    for row in rows[:MOST_LINES]:
        verb, source, other = _KINDS[str(row["relationship_type"])], str(row["source_title"]), str(row["other_title"])
        lines.append(f"  {source} {verb} {other if source == own else own}")
    places = len({row["other_title"] for row in rows})
    more = f"; the first {len(lines)} of {len(rows)} relations" if len(rows) > len(lines) else ""
    return f"{counted(places, 'instrument')} related to {said(request.chains[0].target)}{more}:\n" + "\n".join(
        lines
    ), Status.ANSWERED


def _text(request: Request, rows: _Rows) -> tuple[str, Status]:
    target = request.chains[0].target
    if not rows:
        return f"This corpus has no {said(target)} for that date.", Status.EMPTY
    row = rows[0]
    held = f" (held from {row['from']}" + (f" to {row['to']})" if row.get("to") else ")") if row.get("from") else ""
    return f"{_opened(said(target))}{held}:\n{row['text']}", Status.ANSWERED


def _history(request: Request, rows: _Rows) -> tuple[str, Status]:
    target = _opened(said(request.chains[0].target))
    if not rows:
        return f"{target} has one text in this corpus: nothing changed.", Status.EMPTY
    if "from" not in rows[0] and "to" not in rows[0]:
        return (
            f"This corpus holds one edition; {said(request.chains[0].target)} reads:\n{rows[0]['text']}",
            Status.ANSWERED,
        )
    texts = [f"From {row.get('from') or 'the beginning'}{_until(row)}:\n{row['text']}" for row in rows]
    return f"{target} had {counted(len(rows), 'text')}:\n" + "\n".join(texts), Status.ANSWERED


def _until(row: Mapping[str, Cell]) -> str:
    return f" to {row['to']}" if row.get("to") else ""


def _repealed(request: Request, rows: _Rows) -> tuple[str, Status]:
    target = said(request.chains[0].target)
    if not rows:
        return f"This corpus has no {target}.", Status.EMPTY
    if "inForce" in rows[0]:
        state = (
            "is in force" if rows[0]["inForce"] else f"is no longer in force (last changed {rows[0]['lastAmended']})"
        )
        return f"{_opened(target)} {state}.", Status.ANSWERED
    if rows[0].get("repealed"):
        return (
            f"Yes: {target} was repealed by {rows[0].get('repealedBy') or 'an instrument it does not name'}.",
            Status.ANSWERED,
        )
    return f"No: {target} is not repealed.", Status.ANSWERED


def _repealed_parts(request: Request, rows: _Rows) -> tuple[str, Status]:
    target = said(request.chains[0].target)
    if not rows:
        return f"None: the text of {target} in this corpus has no repealed section.", Status.EMPTY
    lines = []
    for row in rows[:MOST_LINES]:
        by = ", ".join(str(row[name]) for name in ("repealedBy", "repealedIn") if row.get(name) is not None)
        lines.append(f"section {row['label']}" + (f" (by {by})" if by else ""))
    head = f"{counted(len(rows), 'section')} of {target} {'was' if len(rows) == 1 else 'were'} repealed"
    return "\n".join([f"{head}:", *lines]), Status.ANSWERED


def _since(request: Request, rows: _Rows) -> tuple[str, Status]:
    target = said(request.chains[0].target)
    if not rows:
        return f"This corpus has no {target}.", Status.EMPTY
    since = rows[0].get("inForceFrom")
    if since is None:
        return f"This corpus does not say when {target} came into force.", Status.UNANSWERABLE
    return f"The text of {target} is in force since {since}.", Status.ANSWERED


def _definition(request: Request, rows: _Rows) -> tuple[str, Status]:
    if not rows:
        return f"No provision defines “{request.term}”.", Status.UNANSWERABLE
    lines = [f"{row['document']}, section {row['label']}: {row['text']}" for row in rows]
    return "\n".join(lines), Status.ANSWERED


def _sections(request: Request, rows: _Rows) -> tuple[str, Status]:
    target = _opened(said(request.chains[0].target))
    if not rows:
        return f"{target} has no sections in this corpus.", Status.EMPTY
    lines = [f"  {row['label']} {row.get('heading') or ''}".rstrip() for row in rows[:MOST_LINES]]
    more = f"\n  and {len(rows) - len(lines)} more" if len(rows) > len(lines) else ""
    return f"{target} has {counted(len(rows), 'section')}:\n" + "\n".join(lines) + more, Status.ANSWERED


def _opened(text: str) -> str:
    return text[:1].upper() + text[1:]


_WORDING: Final = {
    Asked.LIST: _list,
    Asked.COUNT: _count,
    Asked.YES_NO: _yes_no,
    Asked.LAST: _last,
    Asked.STRENGTH: _strength,
    Asked.PROVISIONS: _provisions,
    Asked.MOST: _most,
    Asked.MUTUAL: _mutual,
    Asked.BETWEEN: _between,
    Asked.TEXT: _text,
    Asked.HISTORY: _history,
    Asked.REPEALED: _repealed,
    Asked.REPEALED_PARTS: _repealed_parts,
    Asked.SINCE: _since,
    Asked.DEFINITION: _definition,
    Asked.SECTIONS: _sections,
    Asked.AMENDED: _titles,
    Asked.NOT_IN_FORCE: _titles,
}
