"""E-mail (`.eml`, `.mbox`): subject, time, and the text of the message; attachments are not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

from fingerpost.core.errors import SourceError
from fingerpost.ingest.documents.html import read_html
from fingerpost.ingest.documents.model import Block, Document, Skipped
from fingerpost.ingest.documents.plain import read_plain

_FROM = re.compile(rb"^From [^\n]*\n", re.MULTILINE)
"""The line before each message of a mailbox."""


def read_mailbox(key: str, path: Path, data: bytes, skipped: Skipped) -> Iterator[Document]:
    """The messages of a mailbox, by their Message-ID or number; those that cannot be read are noted in `skipped`."""
    starts = [match for match in _FROM.finditer(data) if not match.start() or data[: match.start()].endswith(b"\n\n")]
    starts = starts or [*_FROM.finditer(data)][:1]
    if not starts:
        raise SourceError(f"{path} is not a mailbox", details={"file": str(path)})
    seen: set[str] = set()
    ends = [*(match.start() for match in starts[1:]), len(data)]
    for number, (first, end) in enumerate(zip(starts, ends, strict=True), 1):
        content = data[first.end() : end].replace(b"\n>From ", b"\nFrom ")
        try:
            given = message_from_bytes(content[:65_536], policy=policy.default)["message-id"]
            identity = f"{key}#{str(given).strip().strip('<>') if given else number}"
            if identity in seen:
                identity = f"{key}#{number}"
            seen.add(identity)
            yield read_mail(identity, f"{path.stem} {number}", content)
        except (SourceError, LookupError, ValueError, TypeError, AttributeError, RecursionError) as error:
            refused = error if isinstance(error, SourceError) else SourceError(f"message {number}: {error}")
            skipped.add(f"{path} message {number}", refused)


def read_mail(key: str, name: str, data: bytes) -> Document:
    """A message: a block that says who wrote to whom, then its plain text, or else the text of its HTML.

    Raises:
        SourceError: `source.format`: it is not a message, or has no text.
    """
    try:
        message = message_from_bytes(data, policy=policy.default)
        if not isinstance(message, EmailMessage) or message["from"] is None:
            raise SourceError(f"{name} is not an e-mail", details={"file": name})
        part = message.get_body(preferencelist=("plain", "html"))
        body = "" if part is None else str(part.get_content())
        html = part is not None and part.get_content_type() == "text/html"
        subject = str(message["subject"] or "")
        head = f"From {message['from']} to {message['to'] or 'nobody'}."
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise SourceError(f"{name} cannot be read as an e-mail: {error}", details={"file": name}) from error
    if html:
        read = read_html(key, name, body)
    else:
        read = read_plain(key, name, body.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd"))
    offset = len(head) + 2
    blocks = (Block(0, len(head)), *(replace(b, start=b.start + offset, end=b.end + offset) for b in read.blocks))
    text = f"{head}\n\n{read.text}"
    return Document(key, " ".join(subject.split()) or name, text, blocks, _time(message), "e-mail")


def _time(message: EmailMessage) -> str | None:
    try:
        return parsedate_to_datetime(str(message["date"])).isoformat()
    except (TypeError, ValueError):
        return None
