"""Guesses the encoding of a text that is not UTF-8, by charset-normalizer."""

from __future__ import annotations

import re
import unicodedata

_LIKELY = tuple(
    "cp1252 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 koi8_r cp866 shift_jis gb18030 big5 euc_kr euc_jp".split()
)
_LATIN = "cp1252"
_ALIKE = (_LATIN, "cp1250", "cp1254")
_ACCENTED = re.compile(r"(?s)(?<=(.))([^\0-\x7f])(?=(.))")
_NO_LETTER = 3
"""How many letters that fit weigh as much as a sign within a word."""
_SELDOM = frozenset("õûăÕÛĂ")
"""Letters of one alphabet, seldom written, where the other has one that is common in its languages."""
_UTF_8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HIGH = re.compile(rb"[\x80-\xff]+")
_RUN = 3
"""Bytes beyond ASCII in a row that Latin letters with accents hardly ever make."""
_DAMAGED, _MIXED = 0.6, 0.2
"""A text is UTF-8, perhaps damaged, if so many of its bytes beyond ASCII are part of a character in UTF-8; or has UTF-8
in it, if so many stand in lines that are UTF-8. By chance fewer are, also of Chinese, Japanese and Korean."""
_TELLING = 30
"""Bytes beyond ASCII from which on one Latin alphabet can be told from another."""


def guessed_encoding(head: bytes) -> str | None:
    """The encoding that fits the beginning of a text best; None for ASCII, and where UTF-8 is in it, perhaps damaged.

    A few accented letters do not tell one Western alphabet from another: they are read as Windows-1252.
    """
    head = head[: head.rfind(b"\n") + 1] or head  # the last character may be cut off
    runs = _HIGH.findall(head)
    high = sum(map(len, runs))
    if not high or b"\0" in head or sum(map(len, _UTF_8.findall(head))) >= _DAMAGED * high:
        return None
    if sum(sum(map(len, _HIGH.findall(line))) for line in head.split(b"\n") if _is_utf_8(line)) >= _MIXED * high:
        return None
    from charset_normalizer import from_bytes

    best = from_bytes(head, cp_isolation=list(_LIKELY)).best()
    if best is None:
        return None
    if max(map(len, runs)) < _RUN and high < _TELLING:
        return _LATIN
    return _among_latin(str(best.encoding), head) if best.encoding in _ALIKE else str(best.encoding)


def _among_latin(best: str, head: bytes) -> str:
    """The Latin alphabet that fits, which charset-normalizer cannot tell beside a text in English."""
    known = _ALIKE if best != _ALIKE[-1] else (best, *_ALIKE[:-1])
    return max(known, key=lambda encoding: _fitting(head.decode(encoding, "replace")))


def _fitting(text: str) -> int:
    """How many letters beyond ASCII stand as they do in words, less those that cannot.

    A vowel stands between consonants, a consonant beside a vowel: \xe8 is è in "Irène" and č in "Plečnik".
    """
    found = 0
    for letter in _ACCENTED.finditer(text):
        sides = [_is_vowel(side) for side in letter.group(1, 3) if side.isalpha()]
        if not letter[2].isalpha() or letter[2] in "ªºµ":
            found -= _NO_LETTER * bool(sides)
        elif letter[2] not in _SELDOM:
            found += not any(sides) if _is_vowel(letter[2]) else any(sides) or not sides
    return found


def _is_vowel(letter: str) -> bool:
    return letter in "æøœÆØŒ" or unicodedata.normalize("NFD", letter)[0].casefold() in "aeiouy"


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
