"""Cuts documents into passages: along headings and paragraphs, and between sentences where a paragraph is long."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from fingerpost.core.sentences import sentence_spans
from fingerpost.ingest.documents.model import Block, Document, Passage

LONGEST = 1_200
"""Characters of a passage. A passage of several paragraphs ends before it would be longer."""
LONGEST_SENTENCE = 4_000
"""A sentence that is longer is cut at white space."""


def passages_of(document: Document) -> tuple[Passage, ...]:
    """The passages of a document, in order. They do not overlap, and each lies below one path of headings."""
    starts = [0]
    for at, character in enumerate(document.text):
        if character == "\n":
            starts.append(at + 1)
    found = []
    pieces = [piece for whole in document.blocks for piece in _pieces(document.text, whole)]
    for block in _merged(pieces):
        first, last = bisect_right(starts, block.start), bisect_right(starts, max(block.end - 1, block.start))
        found.append(Passage(block.start, block.end, first, last, block.headings, block.page))
    return tuple(found)


def _pieces(text: str, block: Block) -> Iterator[Block]:
    """A block, or its parts if it is long."""
    if block.end - block.start <= LONGEST:
        if text[block.start : block.end].strip():
            yield block
        return
    start = end = None
    for first, last in _sentences(text, block):
        if start is not None and end is not None and last - start > LONGEST:
            yield Block(start, end, block.headings, block.page)
            start = None
        start = first if start is None else start
        end = last
    if start is not None and end is not None:
        yield Block(start, end, block.headings, block.page)


def _sentences(text: str, block: Block) -> Iterator[tuple[int, int]]:
    for first, last in sentence_spans(text[block.start : block.end]):
        yield from parts_of(text, first + block.start, last + block.start)


def parts_of(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence, or its parts if it is too long for one."""
    while end - start > LONGEST_SENTENCE:
        cut = max(text.rfind(" ", start, start + LONGEST_SENTENCE), text.rfind("\n", start, start + LONGEST_SENTENCE))
        cut = cut if cut > start else start + LONGEST_SENTENCE
        yield start, cut
        start = cut + 1 if text[cut].isspace() else cut
    if start < end:
        yield start, end


def _merged(blocks: list[Block]) -> Iterator[Block]:
    """Short neighbours below the same headings, joined."""
    current: Block | None = None
    for block in blocks:
        together = current is not None and (block.headings, block.page) == (current.headings, current.page)
        if current is not None and together and block.end - current.start <= LONGEST:
            current = Block(current.start, block.end, current.headings, current.page)
            continue
        if current is not None:
            yield current
        current = block
    if current is not None:
        yield current
