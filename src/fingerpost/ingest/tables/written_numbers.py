"""Numbers as people write them: `1,234.50`, `3.250,50`, `$85`, `12 %`. Which columns have them, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fingerpost.core.cells import Cell
from fingerpost.ingest.mapping import CONTINENTAL, ENGLISH, PropertyMapping
from fingerpost.linking import split_name

_SIGN = "US\\$|[$€£¥₹₽₩₺₫฿]|EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|%"
_SPACES = " \u00a0\u202f"
_NUMBER = (
    "[-+−]?(?:\\d{{1,3}}(?:[{group}]\\d{{3}})+|\\d+|(?={decimal}\\d))"
    "(?:{decimal}\\d+(?:[eE][-+]?\\d{{1,3}})?|[eE][-+]\\d{{1,3}})?"
)
_PARTS = {ENGLISH: (f",'’{_SPACES}", "\\."), CONTINENTAL: (f".'’{_SPACES}", ",")}
_FORMS = {
    form: re.compile(
        f"(?P<before>{_SIGN})?[{_SPACES}]*(?P<number>{_NUMBER.format(group=group, decimal=decimal)})"
        f"[{_SPACES}]*(?P<after>{_SIGN})?"
    )
    for form, (group, decimal) in _PARTS.items()
}
_PLAIN = re.compile(r"-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?")
"""A number that needs nothing done to be read."""
_IN_GROUPS = re.compile(r"[-+−]?\d{1,3}([.,])\d{3}")
"""A number whose only separator may stand for a decimal point or for thousands."""
_CODE = re.compile(r"[-+]?0\d")
"""How a postal code or another code begins that is not a number."""
_APART = re.compile(f"\\d+(?:[{_SPACES}]\\d+)+")
"""Digits in groups: a telephone number perhaps."""
_CODES = frozenset("zip zipcode postcode postal phone telephone tel fax mobile isbn issn ean upc ssn barcode".split())
"""Words that columns are called by whose digits are codes."""
_PADDED = re.compile(r"\.0\d")
_MOST_DIGITS = 15
"""Digits that a number keeps in every program: more are those of a card or an account."""
_NULLISH = frozenset(["", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "-", "--", "–", "?", "unknown"])


def is_no_value(text: str) -> bool:
    """Whether a text is a word for no value: `n/a`, `-`."""
    return text.strip().casefold() in _NULLISH


def number_reader(form: str) -> Callable[[str], Cell]:
    """The function that reads a number of a form; it raises ValueError where a text is none."""
    pattern, decimal = _FORMS[form], _PARTS[form][1][-1]

    def read(text: str) -> Cell:
        found = pattern.fullmatch(text.strip())
        if found is None:
            raise ValueError(f"{text[:40]!r} is not a number such as {form}")
        digits = "".join(c for c in found["number"].replace("−", "-") if c in "+-eE" or c.isdigit() or c == decimal)
        return int(digits) if _is_whole(digits) else float(digits.replace(decimal, "."))

    return read


@dataclass(slots=True)
class _Column:
    """The texts of a column that are numbers in one of the forms, and the sign that all of them have."""

    texts: list[str]
    null: tuple[str, ...]
    forms: list[str]
    sign: str | None
    plain: bool

    @property
    def telling(self) -> str | None:
        """The form that the texts have for sure, if any."""
        return self.forms[0] if len(self.forms) == 1 and not self.plain else None


def number_rules(
    columns: Mapping[str, Iterable[str]], *, untyped: Collection[str] = ()
) -> Iterator[tuple[str, PropertyMapping]]:
    """How the columns of a table are read that hold such numbers, or plain ones among words for no value (`n/a`), or,
    in columns that their source gives no type (`untyped`), plain ones alone, unless they are codes.

    `columns` has the distinct texts of each. Where a separator may mean two things, other columns of the table decide;
    if none does, a comma stands for thousands.
    """
    found = {name: column for name, texts in columns.items() if (column := _column(texts)) is not None}
    told = {column.telling for column in found.values()} - {None}
    usual = CONTINENTAL if told == {CONTINENTAL} else ENGLISH
    for name, column in found.items():
        form = column.telling or (usual if usual in column.forms else column.forms[0])
        if column.plain and not column.null and (form == ENGLISH or not any(map(_IN_GROUPS.fullmatch, column.texts))):
            if name in untyped and not _are_codes(name, column.texts):
                yield name, PropertyMapping(type="int" if all(map(_is_whole, column.texts)) else "float")
            continue
        read = number_reader(form)
        whole = all(isinstance(read(text), int) for text in column.texts)
        yield name, PropertyMapping(type="int" if whole else "float", format=form, null=column.null, unit=column.sign)


def _is_whole(text: str) -> bool:
    return text.lstrip("+-").isdigit()


def _are_codes(name: str, texts: Sequence[str]) -> bool:
    """Whether plain numbers are codes: by the name of their column, by their length, or as 1.1 is there beside 1.10."""
    if not _CODES.isdisjoint(split_name(name)[-1:]):
        return True
    whole = [text for text in texts if _is_whole(text)]
    # No version is 1.05: where such is, 1.1 is the 1.10 of somebody who wrote fewer digits.
    versions = len(set(map(float, texts))) < len(texts) and not any(map(_PADDED.search, texts))
    return any(len(text) > _MOST_DIGITS for text in whole) or versions


def _column(values: Iterable[str]) -> _Column | None:
    """What is known of a column; None if one of its texts is not a number, or where they may be codes."""
    texts: list[str] = []
    null: list[str] = []
    forms = list(_FORMS)
    signs: set[str] = set()
    for value in values:
        if is_no_value(value):
            null.append(value)
            continue
        matched = {form: found for form in forms if (found := _FORMS[form].fullmatch(value)) is not None}
        if not matched or _CODE.match(value):
            return None
        forms = list(matched)
        found = matched[forms[0]]
        signs.update(filter(None, (found["before"], found["after"])))
        texts.append(value)
    if not texts or len(signs) > 1:  # amounts in several currencies are not to be added up
        return None
    if not signs and any(map(_APART.fullmatch, texts)) and not any("," in text or "." in text for text in texts):
        return None
    if not signs and all(text.startswith("+") for text in texts):  # codes of countries in telephone numbers
        return None
    plain = all(map(_PLAIN.fullmatch, texts))
    return _Column(texts, tuple(sorted(filter(None, null))), forms, signs.pop() if signs else None, plain)
