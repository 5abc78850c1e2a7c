"""E-mail (`.eml`): subject, time, and the text of the message; attachments are not read."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

from fingerpost.core.errors import SourceError
from fingerpost.ingest.documents.html import read_html
from fingerpost.ingest.documents.model import Block, Document
from fingerpost.ingest.documents.plain import read_plain


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
