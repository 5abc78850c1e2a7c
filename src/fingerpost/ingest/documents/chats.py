"""Chat exports: WhatsApp (`.txt`), Slack, Telegram and Discord (`.json`), and lists of messages of agents."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fingerpost.core.errors import SourceError
from fingerpost.ingest.documents.model import Block, Document

_STAMP = (
    r"^[\u200e\u200f]?\[?(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}),? (\d{1,2}:\d{2}(?::\d{2})?(?:[ \u202f]?[AP]M)?)\]?(?: -)? "
)
_LINE = re.compile(rf"{_STAMP}([^:\n]{{1,80}}): ", re.MULTILINE | re.IGNORECASE)
"""The head of a message in a WhatsApp export: a date, a time and a name."""
_NOTICE = re.compile(rf"{_STAMP}[^:\n]*$\n?", re.MULTILINE | re.IGNORECASE)
"""A notice of the program itself, which nobody wrote: that messages are encrypted, that somebody joined."""
_SHOWN = re.compile(r"^(?P<name>[^\n]{1,80}?)(?: \((?P<time>\d{4}-\d\d-\d\d[^()\n]{0,40})\)): ", re.MULTILINE)
"""The head of a message in the text of a chat that was read from JSON."""
CHAT = "chat"
"""The kind of documents that are chats."""
_LEAST_LINES = 2
_HEAD = 65_536
_MENTION = re.compile(r"<[@#!]?(?:[A-Z0-9]+\|)?([^<>|]*)(?:\|([^<>]*))?>")
"""A user, a channel or a link in Slack's notation."""
_TEXTS = ("text", "content", "message", "body")
_NAMES = ("from", "user_name", "username", "user", "sender", "author", "name", "role", "speaker")
_TIMES = ("time", "timestamp", "date", "ts", "created_at", "create_time")


@dataclass(frozen=True, slots=True)
class Message:
    """One message: who wrote it, when (ISO 8601, if known), and what."""

    name: str
    time: str | None
    text: str


@dataclass(frozen=True, slots=True)
class MessageHead:
    """What stands before a message in the text of a chat: characters, who wrote it, and when (ISO 8601, if known)."""

    start: int
    end: int
    name: str
    time: str | None


def message_heads(text: str) -> tuple[MessageHead, ...]:
    """The heads of all messages in the text of a document of the kind `chat`, in order."""
    shown = [MessageHead(m.start(), m.end(), m["name"], m["time"]) for m in _SHOWN.finditer(text)]
    if shown:
        return tuple(shown)
    heads = list(_LINE.finditer(text))
    first = _is_day_first(heads)
    return tuple(MessageHead(m.start(), m.end(), m[3], _written(m[1], m[2], day_first=first)) for m in heads)


def is_whatsapp(text: str) -> bool:
    """Whether a text is the export of a chat: it begins with the head of a message, and has several."""
    head = text[:_HEAD].lstrip("\ufeff")
    heads = [match.start() for match in _LINE.finditer(head)]
    return len(heads) >= _LEAST_LINES and not _NOTICE.sub("", head[: heads[0]]).strip()


def read_whatsapp(key: str, name: str, text: str) -> Document:
    """An export of WhatsApp, in the words of the file."""
    heads = list(_LINE.finditer(text))
    day_first = _is_day_first(heads)
    blocks, times = [], []
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        end = following.start() if following else len(text)
        notice = _NOTICE.search(text, head.end(), end)
        end = notice.start() if notice else end
        stop = head.end() + len(text[head.end() : end].rstrip())
        blocks.append(Block(head.start(), max(stop, head.start() + 1)))
        times.append(_written(head[1], head[2], day_first=day_first))
    return Document(key, name, text, tuple(blocks), next(filter(None, reversed(times)), None), CHAT)


def _is_day_first(heads: Sequence[re.Match[str]]) -> bool:
    numbers = [[int(part) for part in re.split(r"[./-]", head[1])] for head in heads]
    return any(first > 12 for first, *_ in numbers) or not any(second > 12 for _, second, _ in numbers)


def _written(day: str, clock: str, *, day_first: bool) -> str | None:
    parts = [int(part) for part in re.split(r"[./-]", day)]
    if parts[0] > 31:
        year, month, date = parts
    elif day_first:
        date, month, year = parts
    else:
        month, date, year = parts
    numbers = [int(part) for part in re.findall(r"\d+", clock)]
    half = clock[-2:].upper()
    if half in ("AM", "PM"):
        numbers[0] = numbers[0] % 12 + (12 if half == "PM" else 0)
    try:
        at = dt.time(numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else 0)
        return dt.datetime.combine(dt.date(year + (2000 if year < 100 else 0), month, date), at).isoformat()
    except ValueError:
        return None


def is_chat(path: Path) -> bool:
    """Whether a JSON file is the export of a chat. Never raises."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            head = file.read(_HEAD)
            if '"' not in head or not any(f'"{name}"' in head for name in _TEXTS):
                return False
            return bool(messages_of(json.loads(head + file.read())))
    except (OSError, ValueError, RecursionError):
        return False


def messages_of(data: Any) -> list[Message]:
    """The messages of an export as parsed JSON; none if it is not a chat."""
    found = data.get("messages") if isinstance(data, Mapping) else data
    if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
        return []
    messages = [message for one in found if (message := _message(one)) is not None]
    return messages if messages and 2 * len(messages) >= len(found) else []


def _message(one: Mapping[str, Any]) -> Message | None:
    """A message of an export; None if it has no text or no writer, as calls and notices of joining have none."""
    text = next((shown for name in _TEXTS if (shown := _text(one.get(name)))), "")
    profile = one.get("user_profile")
    given = [profile.get("real_name")] if isinstance(profile, Mapping) else []
    given += [one.get(name) for name in _NAMES]
    name = next((shown for value in given if (shown := _name(value))), "")
    if not text or not name or one.get("subtype") in ("channel_join", "channel_leave"):
        return None
    return Message(name, next((t for key in _TIMES if (t := _time(one.get(key)))), None), text)


def _text(given: Any) -> str:
    """The text of a message; Telegram has lists of pieces, agents' hosts have parts."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        pieces = [piece.get("text", "") if isinstance(piece, Mapping) else piece for piece in given]
        given = "".join(piece for piece in pieces if isinstance(piece, str))
    if not isinstance(given, str):
        return ""
    plain = _MENTION.sub(lambda match: match[2] or match[1], given)
    return plain.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd").strip()


def _name(given: Any) -> str:
    if isinstance(given, Mapping):
        given = given.get("nickname") or given.get("name") or given.get("role")
    return " ".join(given.split()) if isinstance(given, str) else ""


def _time(given: Any) -> str | None:
    """A time in ISO 8601 from text or from seconds since 1970, which Slack writes as text."""
    if isinstance(given, str):
        try:
            return dt.datetime.fromisoformat(given.strip()).isoformat()
        except ValueError:
            pass
    try:
        seconds = float(given)
        return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat() if seconds > 0 else None
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def read_chat(key: str, name: str, text: str) -> Document:
    """A chat in JSON as text: a block for each message, which begins with its writer and time.

    Raises:
        SourceError: `source.format`: it is not JSON, or has no messages.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{name} is not JSON: {error}", details={"file": name}) from error
    messages = messages_of(data)
    if not messages:
        raise SourceError(f"{name} has no messages", details={"file": name})
    title = _name(data) or name if isinstance(data, Mapping) else name
    channel = data.get("channel") if isinstance(data, Mapping) else None
    parts: list[str] = []
    blocks: list[Block] = []
    length = 0
    for shown in map(_shown, messages):
        parts.append(f"{shown}\n\n")
        blocks.append(Block(length, length + len(shown)))
        length += len(shown) + 2
    last = next((one.time for one in reversed(messages) if one.time), None)
    return Document(key, _name(channel) or title, "".join(parts), tuple(blocks), last, CHAT)


def _shown(message: Message) -> str:
    when = f" ({message.time})" if message.time else ""
    return f"{message.name[:80]}{when}: {message.text}"
