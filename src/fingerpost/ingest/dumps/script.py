"""The text of a dump, read from front to back: blanks, statements and what stands between them."""

from __future__ import annotations

import re

from fingerpost.ingest.dumps.dialects import Dialect
from fingerpost.ingest.text_source import LINE_LIMIT, TextSource

_BLOCK = 256 * 1024
_MARGIN = 64 * 1024
"""Characters that must follow what was matched, unless the text ends: more text could change it."""
_STATEMENT_LIMIT = 1024 * 1024
"""Characters of a statement that are kept: one that declares a table is shorter."""
_BLANK = re.compile(r"\s+|--[^\n]*|/\*(?!!).*?\*/|\*/", re.DOTALL)
_BLANK_MYSQL = re.compile(r"\s+|--[^\n]*|#[^\n]*|/\*(?!!).*?\*/|/\*!\d*|\*/", re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_TAG = re.compile(r"\$(?:[^\W\d]\w*)?\$")
_PLAIN = re.compile(r"[^;'\"`$/\-#*]+")
_BATCHED = re.compile(r"[^;'\"`$/\-#*\n]+|\n")
"""As `_PLAIN`, line by line: `GO` may stand at the beginning of one."""
_QUOTED = re.compile(r'"(?:[^"]|"")*+"|`(?:[^`]|``)*+`', re.DOTALL)
_GO = re.compile(r"GO[ \t]*(?:\d+[ \t]*)?(?=\r?\n|\Z)", re.IGNORECASE)
_INSERT = re.compile(r"[ \t]*INSERT\s", re.IGNORECASE)
_CREATE = re.compile(r"\s*(?:CREATE|ALTER)\s", re.IGNORECASE)
_AFTER_LINE = re.compile(r"[^\n]*\n?")


class SqlText:
    """A dump as text. What is matched is consumed; lines are counted."""

    def __init__(self, source: TextSource, dialect: Dialect) -> None:
        self._source = source
        self._dialect = dialect
        self._blank = _BLANK_MYSQL if dialect.hashes else _BLANK
        self._text = ""
        self._at = 0
        self._ended = False
        self._line = 1
        self._counted = 0

    @property
    def line(self) -> int:
        """The line of what comes next."""
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def take(self, pattern: re.Pattern[str], *, whole: bool = False) -> re.Match[str] | None:
        """Consume what matches here; None if nothing does.

        With `whole`, it must match, however long it is.

        Raises:
            SourceError: with `whole`: it does not match, or is longer than `LINE_LIMIT` characters.
        """
        found = self._matched(pattern, whole=whole)
        if found is not None:
            self._at = found.end()
        return found

    def sees(self, pattern: re.Pattern[str]) -> bool:
        """Whether this comes next."""
        return self._matched(pattern, whole=False) is not None

    def skip_blank(self) -> None:
        """Pass over white space and comments."""
        while self._skipped():
            pass

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return not self._starts("", least=1)

    def skip_line(self) -> str:
        """Consume the rest of the line, and give it."""
        found = self.take(_AFTER_LINE, whole=True)
        return found[0] if found is not None else ""

    def skip_to(self, wanted: str) -> None:
        """Consume everything up to and with this text, or to the end."""
        while (place := self._text.find(wanted, self._at)) < 0:
            if self._ended:
                self._at = len(self._text)
                return
            self._at = max(self._at, len(self._text) - len(wanted))
            self._more()
        self._at = place + len(wanted)

    def statement(self) -> str:
        """Consume a statement with its end, and give its text without comments; what is very long is cut."""
        parts: list[str] = []
        kept = 0
        while not self.done:
            piece = self._piece()
            if piece == ";" or (piece == "\n" and self._ends_line(parts)):
                break
            if kept < _STATEMENT_LIMIT:
                parts.append(piece)
                kept += len(piece)
        return "".join(parts).strip()

    def _ends_line(self, parts: list[str]) -> bool:
        """Whether a statement of SQL Server ends with the line: before GO, and before a row, but in a procedure."""
        if not self._dialect.batches:
            return False
        return self.take(_GO) is not None or (self.sees(_INSERT) and not _CREATE.match("".join(parts[:4])))

    def _piece(self) -> str:
        """The next part of a statement that holds no `;` that would end it."""
        if self._starts("'"):
            return self._whole(self._dialect.string)
        if self._starts('"') or self._starts("`"):
            return self._whole(_QUOTED)
        if any(map(self._starts, ("--", "/*", *(("#", "*/") if self._dialect.hashes else ())))):
            return self._comment()
        if self._starts("$"):
            return self._dollar()
        found = self.take(_BATCHED if self._dialect.batches else _PLAIN)
        return found[0] if found is not None else self._one()

    def _whole(self, pattern: re.Pattern[str]) -> str:
        found = self.take(pattern, whole=True)
        return found[0] if found is not None else ""

    def _comment(self) -> str:
        return " " if self._skipped() else self._one()

    def _skipped(self) -> bool:
        """Pass over white space, a comment, or the sign that begins or ends one whose text is read (`/*!40101 .. */`);
        whether there was any."""
        if self._starts("/*") and not (self._dialect.hashes and self._starts("/*!")):
            return self.take(_COMMENT, whole=True) is not None
        return self.take(self._blank) is not None

    def _dollar(self) -> str:
        """A text between `$$` or `$tag$`, which is the body of a function."""
        tag = self.take(_TAG)
        if tag is None:
            return self._one()
        self.skip_to(tag[0])
        return " "

    def _one(self) -> str:
        self._at += 1
        return self._text[self._at - 1]

    def _starts(self, wanted: str, least: int = 0) -> bool:
        while len(self._text) - self._at < max(len(wanted), least) and not self._ended:
            self._more()
        return self._text.startswith(wanted, self._at) and len(self._text) - self._at >= least

    def _matched(self, pattern: re.Pattern[str], *, whole: bool) -> re.Match[str] | None:
        while True:
            found = pattern.match(self._text, self._at)
            left = len(self._text) - self._at
            if self._ended or (found is not None and found.end() + _MARGIN < len(self._text)):
                break
            if found is None and left > 2 * _MARGIN and not whole:
                break
            if left > LINE_LIMIT:
                raise self._source.error(f"has more than {LINE_LIMIT:,} characters in one place", self.line)
            self._more()
        if found is None and whole:
            raise self._source.error("begins something here that does not end: perhaps a quote is missing", self.line)
        return found

    def _more(self) -> None:
        rest = self._text[self._at :]
        self._line = self.line
        block = self._source.read(max(_BLOCK, len(rest)))
        self._text, self._at, self._counted = rest + block, 0, 0
        self._ended = not block
