"""How answers about law are worded: what was found, complete or counted, and to which date the text is current."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell
from fingerpost.domains.regulations.questions.answered import parts_counted
from fingerpost.domains.regulations.questions.list_wording import (
    between_said,
    first,
    line,
    lines_of,
    mutual_said,
    times_said,
)
from fingerpost.domains.regulations.questions.phrases import MOST_LINES, Rows, opened, said, times_within, when, within
from fingerpost.domains.regulations.questions.provision_wording import (
    about_said,
    amended_parts_said,
    definition_said,
    definitions_said,
    exists_said,
    history_said,
    most_parts_said,
    repealed_parts_said,
    repealed_said,
    sections_said,
    since_said,
    statistics_said,
    text_said,
)
from fingerpost.domains.regulations.questions.request import Asked, Chain, Request
from fingerpost.plans import counted
from fingerpost.stores import Result

_VERBS: Final = {
    ("CITES", True): ("cites", "cite"),
    ("CITES", False): ("is cited by", "are cited by"),
    ("AMENDS", True): ("amends", "amend"),
    ("AMENDS", False): ("is amended by", "are amended by"),
    ("IMPLEMENTS", True): ("implements", "implement"),
    ("IMPLEMENTS", False): ("is implemented by", "are implemented by"),
    ("REPEALS", True): ("repeals", "repeal"),
    ("REPEALS", False): ("is repealed by", "are repealed by"),
    ("REPLACES", True): ("replaces", "replace"),
    ("REPLACES", False): ("is replaced by", "are replaced by"),
}


def worded(request: Request, result: Result, current: str) -> tuple[str, Status]:
    """The text of an answer, and its status. `current` says up to which date the text is consolidated."""
    rows = Rows(result)
    text, status = _WORDING.get(request.asked, _list)(request, rows)
    if result.cut and result.total is not None:
        text += f"\nOnly the first {len(rows)} of {result.total} were kept."
    return f"{text}\n{current}" if current else text, status


def _list(request: Request, rows: Rows) -> tuple[str, Status]:
    last = request.last_step
    noun = _noun(request)
    single, several = _VERBS[last.relation, last.incoming]
    if not any(not chain.negated for chain in request.chains):
        single, several = "does", "do"
    if not rows:
        own = ""
        if request.chains[0].target.provision and last.relation == "CITES" and last.incoming:
            own = " Citations within one instrument are not counted."
        return f"None: no {noun} in this corpus {single} {_subject(request, 'was')}{when(request)}.{own}", Status.EMPTY
    found = rows.by_first
    verb, subject = (single, _subject(request, "was")) if len(found) == 1 else (several, _subject(request))
    lines, every = lines_of(request, rows, MOST_LINES)
    shown = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    if subject.startswith("are not "):
        verb, subject = "is" if len(found) == 1 else "are", subject.removeprefix("are ")
    head = f"{counted(len(found), noun)} {verb} {subject}{when(request)}"
    if every > len(shown):
        head += f"; the first {len(shown)} of {every} lines"
    return head + ":\n" + "\n".join(shown), Status.ANSWERED


def _subject(request: Request, be: str = "were") -> str:
    """What the last step leads from, with what narrows it; `be` is the verb for what it leads to."""
    held = [chain for chain in request.chains if not chain.negated]
    last = request.last_step
    parts: list[str] = []
    for chain in held:
        text = _before_last(request, chain)
        if parts and chain.steps and chain.steps[-1] != last:
            text = f"{_VERBS[chain.steps[-1].relation, chain.steps[-1].incoming][be == 'were']} {text}"
        parts.append(text)
    text = " and ".join(dict.fromkeys(parts))
    for chain in request.chains:
        if chain.negated:
            step = chain.steps[-1]
            several = _VERBS[step.relation, step.incoming][1]
            verb = f"are not {several[4:]} " if several.startswith("are ") else f"not {several} "
            verb = verb if not held or step != last else "not "
            joint = " but " if "not " not in text else " nor "
            text += f"{joint if text else ''}{verb if joint == ' but ' else ''}{_before_last(request, chain)}"
    if request.strength is not None and request.chains[0].steps:
        text += f" {times_within(request.strength)}"
    if request.registered is not None:
        text += f" and {be} registered{within(request.registered)}"
    if request.ranked:
        text += ", most often first"
    if request.amended is not None:
        text += f" and {be} amended{within(request.amended)}"
    if request.unamended is not None:
        text += f" and {be} never amended{within(request.unamended)}"
    if request.latest:
        text += ", those amended last first" if request.most > 1 else ", of those the one amended last"
    if request.in_force is not None:
        text += " and are in force" if request.in_force else " and are no longer in force"
    return text


def _before_last(request: Request, chain: Chain) -> str:
    text = " or ".join(said(target) for target in (chain.target, *chain.others))
    for step in chain.steps[:-1]:
        if step.kind:
            text = f"{step.kind.lower()}s that {_VERBS[step.relation, step.incoming][1]} {text}"
            continue
        text = f"what {_VERBS[step.relation, step.incoming][0]} {text}"
    if not request.indirect:
        return text
    step = request.last_step
    single, several = _VERBS["CITES", step.incoming]
    return f"{step.kind.lower()}s that {several} {text}" if step.kind else f"what {single} {text}"


def _noun(request: Request) -> str:
    last = request.last_step
    if last.relation == "AMENDS" and last.incoming:
        return request.kinds[0].lower() if request.kinds else "instrument"
    if request.kinds:
        return request.sort_said or request.kinds[0].lower()
    return "regulation" if last.relation == "IMPLEMENTS" and last.incoming else "instrument"


def _count(request: Request, rows: Rows) -> tuple[str, Status]:
    number = int(str(rows[0]["relationship_count"])) if rows else 0
    if not request.chains[0].steps:
        noun = (request.kinds or ("section",))[0].lower()
        return f"{opened(said(request.chains[0].target))} has {counted(number, noun)}.", Status.ANSWERED
    single, several = _VERBS[request.last_step.relation, request.last_step.incoming]
    if all(chain.negated for chain in request.chains):
        single, several = "does", "do"
    verb = single if number == 1 else several
    return f"{opened(counted(number, _noun(request)))} {verb} {_subject(request)}{when(request)}.", Status.ANSWERED


def _yes_no(request: Request, rows: Rows) -> tuple[str, Status]:
    if len(request.chains) == 1 and rows:
        text, status = _list(request, rows)
        return f"Yes: {text}", status
    number = int(str(rows[0]["count"])) if rows else 0
    step = request.chains[0].steps[-1]
    others = request.chains[1:]
    wanted = max(1, len(others))
    single, several = _VERBS[step.relation, step.incoming]
    subject = " and ".join(said(chain.target) for chain in others) or counted(number, _noun(request))
    verb = several if len(others) > 1 or (not others and number != 1) else single
    if number >= wanted:
        return f"Yes: {subject} {verb} {said(request.chains[0].target)}{when(request)}.", Status.ANSWERED
    if number:
        return f"No: only one of them {single} {said(request.chains[0].target)}.", Status.ANSWERED
    if not others:
        text = f"No: no {_noun(request)} in this corpus {single} {_subject(request, 'was')}{when(request)}."
        return text, Status.ANSWERED
    return f"No: nothing in this corpus says that {subject} {verb} {said(request.chains[0].target)}.", Status.ANSWERED


def _last(request: Request, rows: Rows) -> tuple[str, Status]:
    """The first or the last of a relation by its date; rows of a day that it shares are named too."""
    if request.last_step.relation == "IMPLEMENTS":
        return _registered(request, rows)
    of = _before_last(request, request.chains[0])
    far = request.is_far
    if not rows:
        none = f"None: nothing in this corpus amends {of}."
        return none if far else f"{opened(of)} has not been amended, as far as this corpus shows.", Status.EMPTY
    which = "last" if request.asked is Asked.LAST else "first"
    if request.most > 1:
        return _first_of(request, rows, which, f"amendments of {of}")
    row = rows[0]
    date = row.get("effective_date")
    when = f"in force {date}" if date is not None else f"of {row.get('year')}"
    number = len(rows.first_cells)
    others = f" {counted(number, 'instrument')} amended {'them' if far else 'it'} in all." if number > 1 else ""
    same = [one for one in rows if (one.get("effective_date"), one.get("year")) == (date, row.get("year"))]
    by = " and ".join(dict.fromkeys(map(first, same)))
    if far:
        named = list(dict.fromkeys(str(one["amended_document"]) for one in same))
        be = "was" if len(named) == 1 else "were"
        return f"Of {of}, {' and '.join(named)} {be} {which} amended, by {by}, {when}.{others}", Status.ANSWERED
    return f"{opened(of)} was {which} amended by {by}, {when}.{others}", Status.ANSWERED


def _registered(request: Request, rows: Rows) -> tuple[str, Status]:
    """The newest or the oldest of the regulations under an act."""
    subject = _subject(request)
    if not rows:
        return f"None: no regulation in this corpus implements {subject}, with a date{when(request)}.", Status.EMPTY
    if request.most > 1:
        which = "most recent" if request.asked is Asked.LAST else "oldest"
        return _first_of(request, rows, which, f"regulations of a known date under {subject}")
    return _outermost(request, rows, f" under {subject}"), Status.ANSWERED


def _by_date(request: Request, rows: Rows) -> tuple[str, Status]:
    """The newest or the oldest regulations of the corpus."""
    if request.chains:
        return _dates(request, rows)
    if not rows:
        return f"None: no regulation in this corpus has a date on which it was registered{when(request)}.", Status.EMPTY
    if len({row["registered"] for row in rows}) == 1:
        return _outermost(request, rows, ""), Status.ANSWERED
    which, noun = "most recent" if request.latest else "oldest", request.sort_said or "regulation"
    lines = [f"{number}. {line(row, far=False)}" for number, row in enumerate(rows, 1)]
    head = f"The {which} {counted(len(rows), noun)} of a known date{when(request)}:"
    return "\n".join([head, *lines]), Status.ANSWERED


def _first_of(request: Request, rows: Rows, which: str, what: str) -> tuple[str, Status]:
    """The first of the rows, as many as are wanted; more where the last of them shares its day."""
    count = min(request.most, len(rows))
    day = "registered" if "registered" in rows[0] else "effective_date"
    while count < len(rows) and rows[count].get(day) is not None and rows[count].get(day) == rows[count - 1].get(day):
        count += 1
    lines = [f"{number}. {line(row, far=False)}" for number, row in enumerate(rows[:count], 1)]
    return "\n".join([f"The {which} {len(lines)} of {len(rows)} {what}{when(request)}:", *lines]), Status.ANSWERED


def _outermost(request: Request, rows: Rows, under: str) -> str:
    """The first rows by date, all of one day."""
    day = rows[0]["registered"]
    same = list(dict.fromkeys(first(row) for row in rows if row["registered"] == day))
    which = "most recent" if request.asked is Asked.LAST or request.latest else "oldest"
    noun = request.sort_said or "regulation"
    head = f"The {which} {noun}{'s' if len(same) > 1 else ''} of a known date{under}{when(request)}"
    number = len(rows.first_cells)
    others = f" There are {number} of a known date." if number > len(same) else ""
    return f"{head} {'are' if len(same) > 1 else 'is'} {' and '.join(same)}, registered {day}.{others}"


def _strength(request: Request, rows: Rows) -> tuple[str, Status]:
    target = said(request.chains[0].target)
    if not rows:
        return f"{opened(said(request.chains[1].target))} does not cite {target}.", Status.EMPTY
    if not request.chains[0].steps[0].incoming:
        target = said(request.chains[1].target)
    often = when(request)
    lines = (f"{opened(first(row))} cites {target} {times_said(row['strength'])}{often}." for row in rows)
    return "\n".join(lines), Status.ANSWERED


def _provisions(request: Request, rows: Rows) -> tuple[str, Status]:
    step, target = request.chains[0].steps[0], said(request.chains[0].target)
    single, several = _VERBS[step.relation, step.incoming]
    if step.relation != "CITES":
        return _amended_sections(rows)
    if not rows:
        inside = " or ".join(said(chain.target) for chain in request.chains[1:])
        noun = parts_counted(request, rows)[1]
        return f"None: no {noun}{inside and f' of {inside}'} {single} {target}.", Status.EMPTY
    shown = [f"{n}. {_provision(row)}" for n, row in enumerate(rows[:MOST_LINES], 1)]
    places = len({(row["document"], row["section"]) for row in rows})
    head = f"{counted(places, 'provision')} {single if places == 1 else several} {target}"
    if request.counted:
        number, noun = parts_counted(request, rows)
        head = f"{counted(number, noun)} {single if number == 1 else several} {target}"
        if number != places:
            head += f", in {counted(places, 'provision')}"
    if len(rows) > len(shown):
        head += f"; the first {len(shown)} of {len(rows)} lines"
    return head + ":\n" + "\n".join(shown), Status.ANSWERED


def _citing_parts(request: Request, rows: Rows) -> tuple[str, Status]:
    """The provisions of an instrument that cite others."""
    target = said(request.chains[0].target)
    what = f"{request.kinds[0].lower()}s" if request.kinds else "other instruments"
    number, noun = parts_counted(request, rows)
    if len(request.chains) > 1:
        noun, what = "section", " and ".join(said(chain.target) for chain in request.chains[1:])
    if not rows:
        return f"None: no {noun} of {target} cites {what}.", Status.EMPTY
    shown = [
        f"{n}. section {row['section']}: {row.get('target_title') or row.get('heading')}"
        for n, row in enumerate(rows[:MOST_LINES], 1)
    ]
    more = f"; the first {len(shown)} of {len(rows)} lines" if len(rows) > len(shown) else ""
    verb = "cites" if number == 1 else "cite"
    return f"{counted(number, noun)} of {target} {verb} {what}{more}:\n" + "\n".join(shown), Status.ANSWERED


def _amended_sections(rows: Rows) -> tuple[str, Status]:
    if not rows:
        return "None: it amended no section there.", Status.EMPTY
    by: dict[str, list[str]] = {}
    for row in rows:
        date = row.get("effective_date")
        force = f", in force {date}" if date is not None else ""
        by.setdefault(str(row["section"]), []).append(f"{row.get('amending_section') or 'it'}{force}")
    lines = [f"  section {label} (by {'; '.join(dict.fromkeys(names))})" for label, names in by.items()]
    more = f"; the first {MOST_LINES} of them" if len(lines) > MOST_LINES else ""
    text = "\n".join([f"{counted(len(by), 'section')} of {rows[0]['document']}{more}:", *lines[:MOST_LINES]])
    return text, Status.ANSWERED


def _titles(request: Request, rows: Rows) -> tuple[str, Status]:
    if request.chains and request.latest:
        return _dates(request, rows)
    noun = request.sort_said or (request.kinds[0].lower() if request.kinds else "instrument")
    dated = request.asked is Asked.ALL and request.period is not None and not request.latest
    asked = f" registered{when(request)}" if dated else ""
    if request.chains:
        asked = f" repealed by {said(request.chains[0].target)}{when(request)}"
    if request.asked is Asked.ALL and request.term:
        asked = f" with “{request.term}” in the title"
    if not rows:
        return f"None: no {noun} in this corpus is {asked.strip() or 'like that'}.", Status.EMPTY
    lines = [f"{number}. {line(row, far=False)}" for number, row in enumerate(rows[:MOST_LINES], 1)]
    more = f"; the first {len(lines)} of them" if len(rows) > len(lines) else ""
    if request.latest:
        be = "was" if len(rows) == 1 else "were"
        more = f" {be} last amended{when(request)}" if request.period is not None else " amended last"
    return f"{counted(len(rows), noun)}{asked}{more}:\n" + "\n".join(lines), Status.ANSWERED


def _provision(row: Mapping[str, Cell]) -> str:
    cited = f" ({row['cited_section']})" if row.get("cited_section") else ""
    return f"{row['document']}, section {row['section']}{cited}: {_short(str(row.get('sentence') or ''))}"


def _short(text: str, most: int = 160) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[:most].rsplit(" ", 1)[0] + " ..."


def _most(request: Request, rows: Rows) -> tuple[str, Status]:
    if not rows and not request.chains:
        return "None: nothing in this corpus stands in that relation.", Status.EMPTY
    lines = [f"{n}. {row['title']}: {row['count']}" for n, row in enumerate(rows, 1)]
    if request.strength is not None:
        lines.insert(0, f"{counted(len(rows), (request.kinds or ('instrument',))[0].lower())}:")
    found = {row["identifier"] for row in rows}
    titles = [chain.target.title for chain in request.chains]
    others = [f"{title.title}: 0" for title in titles if title.identifier not in found]
    if not request.chains and request.strength is None and len(rows) < request.most:
        others = ["All others: 0."]
    counts = {row["identifier"]: int(str(row["count"])) for row in rows}
    numbers = [counts.get(title.identifier, 0) for title in titles]
    return "\n".join([*_than(request, numbers), *lines, *others]), Status.ANSWERED


def _dates(request: Request, rows: Rows) -> tuple[str, Status]:
    """The dates of several instruments that are named, the latest first."""
    column, how = ("last_amended", "last amended") if request.asked is Asked.ALL else ("registered", "registered")
    dates = {row["identifier"]: str(row[column]) for row in rows}
    titles = [chain.target.title for chain in request.chains]
    shown = list(rows)[::-1] if request.ranked else rows  # "which was registered first"
    lines = [f"{n}. {row['title']}: {how} {row[column]}" for n, row in enumerate(shown, 1)]
    others = [
        f"{title.title}: not {how}, or the date is not known" for title in titles if title.identifier not in dates
    ]
    said_ = _than(request, [dates.get(title.identifier, "") for title in titles])
    return "\n".join([*said_, *lines, *others]), Status.ANSWERED


def _than(request: Request, values: Sequence[int | str]) -> list[str]:
    """Whether the first of two is more, or less, than the other, where that is asked."""
    if not request.versus or len(values) != 2:
        return []
    one, other = values if request.versus == "more" else values[::-1]
    return [f"{'Yes' if one > other else 'No'}:"]  # type: ignore[operator]


_WORDING: Final = {
    Asked.LIST: _list,
    Asked.COUNT: _count,
    Asked.YES_NO: _yes_no,
    Asked.LAST: _last,
    Asked.FIRST: _last,
    Asked.STRENGTH: _strength,
    Asked.PROVISIONS: _provisions,
    Asked.CITING_PARTS: _citing_parts,
    Asked.MOST: _most,
    Asked.MOST_PARTS: most_parts_said,
    Asked.MUTUAL: mutual_said,
    Asked.BETWEEN: between_said,
    Asked.TEXT: text_said,
    Asked.EXISTS: exists_said,
    Asked.HISTORY: history_said,
    Asked.REPEALED: repealed_said,
    Asked.REPEALED_PARTS: repealed_parts_said,
    Asked.SINCE: since_said,
    Asked.DEFINITION: definition_said,
    Asked.SECTIONS: sections_said,
    Asked.AMENDED_PARTS: amended_parts_said,
    Asked.UNAMENDED: _titles,
    Asked.NONE: _titles,
    Asked.ALL: _titles,
    Asked.BY_DATE: _by_date,
    Asked.ABOUT: about_said,
    Asked.DEFINITIONS: definitions_said,
    Asked.STATISTICS: statistics_said,
    Asked.AMENDED: _titles,
    Asked.NOT_IN_FORCE: _titles,
}
