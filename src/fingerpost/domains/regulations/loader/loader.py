"""The loader of federal law, registered as `laws`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Final

from fingerpost.core.errors import SourceError
from fingerpost.domains.regulations.loader.corpus import Corpus
from fingerpost.domains.regulations.loader.document import ReadEdition, document_records, edition_of
from fingerpost.domains.regulations.loader.open import refused
from fingerpost.domains.regulations.loader.reading import Reading
from fingerpost.domains.regulations.loader.repository import Repository, is_repository
from fingerpost.domains.regulations.loader.section_indexing import SectionIndexing
from fingerpost.domains.regulations.loader.sources import corpus_documents, left_out
from fingerpost.domains.regulations.loader.spool import Spool, spooling
from fingerpost.ingest import LoadContext, Record
from fingerpost.plans import counted

_HEAD: Final = 4096
_LOOKED_AT: Final = 50
"""Files of a folder that are looked at to tell whether it holds laws."""

_NAMED: Final = 5
"""Files beside laws that a note names."""


class LawsLoader:
    """Reads the XML of the consolidated acts and regulations: a file, or a folder with any folders below it.

    Folders named by dates (`2024-01-31/eng/acts/...`) hold editions of the same documents, as do the commits of a git
    repository: they become one graph with the text of each provision as of each date.
    """

    name: ClassVar[str] = "laws"
    summary: ClassVar[str] = "acts and regulations of Canada: the XML of Justice Laws (.xml)"
    pack: ClassVar[str | None] = "regulations"

    def recognises(self, path: Path) -> bool:
        """True for a file whose root is Statute or Regulation, or a folder of such files. Never raises."""
        try:
            if is_repository(path):
                history = Repository(path).history()
                first = [versions[-1].blob for _, versions in zip(range(_LOOKED_AT), history.values(), strict=False)]
                return any(map(_begins_law, Repository(path).contents(first)))
            if path.is_dir():
                files = (file for _, file in zip(range(_LOOKED_AT), path.rglob("*.xml"), strict=False))
                return any(_is_law(file) for file in files)
            return path.suffix.lower() == ".xml" and _is_law(path)
        except SourceError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the records of a file or folder (see `read_together`)."""
        return self.read_together([path], context)

    def read_together(self, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream the records, one document after another. What joins documents comes last.

        A document of a folder that cannot be read is reported (`bad-document`, with its line) and left out. What was
        read is kept in the spool of the context, where the next load finds it if this one is killed.

        Raises:
            SourceError: the one file that was named cannot be read, or no file of the folders can.
            MissingExtra: lxml is not installed.
        """
        corpus = Corpus()
        named = {path for path in paths if not path.is_dir()}
        with spooling(context.spool) as spool, SectionIndexing(context.data, spool) as sections:
            with Reading(spool) as reading:
                for editions in reading.read(corpus_documents(paths, context.notes)):
                    readable: list[ReadEdition] = []
                    for edition, kept in editions:
                        if not isinstance(kept, SourceError):
                            readable.append(edition_of(edition, kept, context))
                        elif edition.path in named:
                            raise kept
                        else:
                            context.problems.add("bad-document", kept.message)
                        context.advance(edition.size)
                    if readable:
                        if readable[-1].instrument.key not in corpus.instruments:
                            sections.add(reading.key, len(readable))
                        yield from document_records(readable, corpus, context)
            yield from self._joined(paths, corpus, spool, context)
            sections.end()

    def _joined(self, paths: Sequence[Path], corpus: Corpus, spool: Spool, context: LoadContext) -> Iterator[Record]:
        """Say what else was found, and join the documents."""
        if not corpus.instruments:
            raise refused(paths[0], "no file in it is an act or a regulation that can be read")
        for path in paths:
            others = left_out(path, context.options.beside) if path.is_dir() and not is_repository(path) else []
            context.advance(sum((path / name).stat().st_size for name in others if (path / name).is_file()))
            if others:
                more = f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
                context.notes.append(f"{path.name}: {', '.join(others[:_NAMED])}{more} left out: no law")
        if spool.found:
            context.notes.append(f"{counted(spool.found, 'file')} had been read by a load that was interrupted")
        yield from corpus.joined()


def _is_law(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return _begins_law(stream.read(_HEAD))
    except OSError:  # a link that leads nowhere says nothing of the files beside it
        return False


def _begins_law(content: bytes) -> bool:
    head = content[:_HEAD]
    return b"<Statute" in head or b"<Regulation" in head
