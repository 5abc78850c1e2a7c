"""Reads archives: what is in them is unpacked into a temporary folder and read by the loaders of its formats."""

from __future__ import annotations

import contextlib
import lzma
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import IO, ClassVar

from fingerpost.core.errors import SourceError
from fingerpost.ingest.mixed import FILES_LIMIT, read_mixed
from fingerpost.ingest.records import LoadContext, Record
from fingerpost.ingest.tables.csv_files import OTHER_DATA
from fingerpost.ingest.tables.csv_header import ENDINGS
from fingerpost.ingest.text_source import stem
from fingerpost.ingest.unpacking import RATIO_FREE, RATIO_LIMIT, UNPACKED_LIMIT, LimitedGzip

_ARCHIVES = frozenset({".zip", ".tar", ".tgz", ".7z", ".rar", ".bz2", ".xz", ".zst"})
_BLOCK = 1024 * 1024
_TARS = (".tar", ".tar.gz", ".tgz")
_GZIP = b"\x1f\x8b"
_TAR = b"ustar"
_TAR_AT = 257
"""Where a tar archive says that it is one."""
_DAMAGED = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    ValueError,
)
_Member = tuple[str, Callable[[], IO[bytes]]]
"""A file of an archive: its name, and what opens it before the next is asked for."""


class ZipLoader:
    """A zip or tar archive of files in other formats. Citations name the file in the archive."""

    name: ClassVar[str] = "zip"
    summary: ClassVar[str] = "zip or tar archive (.zip, .tar, .tar.gz, .tgz) of files in other formats"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a file with such an ending that begins as an archive, even if it is cut off. Never raises."""
        try:
            if not (path.suffix.lower() == ".zip" or _is_tar(path)) or not path.is_file():
                return False
            with path.open("rb") as file:
                head = file.read(_TAR_AT + len(_TAR))
            return head.startswith((_GZIP, b"PK") if path.suffix.lower() != ".tar" else _GZIP) or head.endswith(_TAR)
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the records of all files, those of tables together. A file in no known format is noted.

        Raises:
            SourceError: the archive is damaged or encrypted (`source.format`); exceeds `FILES_LIMIT`, `UNPACKED_LIMIT`
                or `RATIO_LIMIT`, names a file outside itself, or holds an archive (`source.archive`); or holds nothing
                that can be read (`source.unknown-kind`).
            MissingExtra: a library that a file needs is not installed.
        """
        yield from _read_unpacked(path, context, unpack)


class GzipLoader:
    """A gzipped file of a format whose own loader takes none, such as a database. Citations name the file in it."""

    name: ClassVar[str] = "gz"
    summary: ClassVar[str] = "gzipped file in another format"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .gz file that is one, and no archive of several. Never raises."""
        try:
            if path.suffix.lower() != ".gz" or Path(path.stem).suffix.lower() in _ARCHIVES:
                return False
            with path.open("rb") as file:
                return file.read(2) == _GZIP
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the records of the file.

        Raises:
            SourceError: it is damaged (`source.format`), exceeds `UNPACKED_LIMIT` or `RATIO_LIMIT` (`source.archive`),
                or is not in a known format (`source.unknown-kind`).
            MissingExtra: a library that it needs is not installed.
        """
        yield from _read_unpacked(path, context, _unzip)


def _read_unpacked(
    path: Path, context: LoadContext, unpack_into: Callable[[Path, Path], list[Path]]
) -> Iterator[Record]:
    context.add_file(path)
    with tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
        root = room_for(path, folder)
        files = {file: file.relative_to(root).as_posix() for file in unpack_into(path, root)}
        context.advance(path.stat().st_size)
        with Unpacked(context, root, path):
            yield from read_mixed(path, files, context)


class Unpacked:
    """While the files of an archive at `path` are read, which were unpacked to `root`. In the end they, and what was
    reported of them, have their names in the archive, because the folder that they were unpacked to is gone."""

    def __init__(self, context: LoadContext, root: Path, path: Path) -> None:
        self._context = context
        self._first = len(context.files)
        self._root = root
        self._path = path

    def __enter__(self) -> None:
        """Nothing is to be done."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        _name_by_archive(self._context, self._first, self._root, self._path)
        if isinstance(error, SourceError) and str(self._root) in f"{error.message}{error.details}":
            raise _within(error, self._root, self._path) from error


def _unzip(path: Path, root: Path) -> list[Path]:
    """The one file in a gzip file."""
    target = root / path.stem
    try:
        with path.open("rb") as packed, LimitedGzip(packed, path) as source, target.open("wb") as unpacked:
            while block := source.read(_BLOCK):
                unpacked.write(block)
    except (zlib.error, EOFError, OSError) as error:
        raise _refused(path, f"is damaged: {error}") from error
    return [target]


def may_hold_data(path: Path) -> bool:
    """Whether a file in an archive has the ending of tables, or of other data; True if it cannot be looked into."""
    try:
        with contextlib.closing(_members(path)) as members:
            return any(stem(Path(name), *ENDINGS, *OTHER_DATA) for name, _ in members)
    except (*_DAMAGED, OSError):
        return True


def room_for(path: Path, folder: str) -> Path:
    """A folder in a temporary one that has the name of the archive: loaders call records by the folder they lie in."""
    root = Path(folder).resolve() / path.name.partition(".")[0]
    root.mkdir(exist_ok=True)
    return root


def unpack(path: Path, root: Path, most: int | None = None) -> list[Path]:
    """The files of an archive, unpacked under `root`; sizes are counted, because an archive may lie about them.

    Raises:
        SourceError: as `ZipLoader.read` does; `most`, by default `UNPACKED_LIMIT`, is how many bytes there may be.
    """
    files: dict[Path, None] = {}
    most = UNPACKED_LIMIT if most is None else most
    left = limit = min(most, max(RATIO_FREE, RATIO_LIMIT * path.stat().st_size))
    try:
        with contextlib.closing(_members(path)) as members:
            for name, opened in members:
                if len(files) == FILES_LIMIT:
                    raise _unsafe(path, f"holds more than {FILES_LIMIT:,} files")
                target = (root / name).resolve()
                if not target.is_relative_to(root):
                    raise _unsafe(path, f"names a file outside itself: {name!r}")
                if target.suffix.lower() in _ARCHIVES or _is_tar(target):
                    raise _unsafe(path, f"holds another archive, {name!r}: unpack it first")
                target.parent.mkdir(parents=True, exist_ok=True)
                with opened() as source, target.open("wb") as unpacked:
                    while block := source.read(_BLOCK):
                        left -= len(block)
                        if left < 0:
                            raise _unsafe(path, f"unpacks to more than {limit:,} bytes")
                        unpacked.write(block)
                files[target] = None
    except _DAMAGED as error:
        raise _refused(path, f"is damaged: {error}") from error
    except OSError as error:
        raise _refused(path, f"cannot be unpacked: {error.strerror or error}") from error
    return list(files)


def _is_tar(path: Path) -> bool:
    return path.name.lower().endswith(_TARS)


def _members(path: Path) -> Generator[_Member, None, None]:
    """The files of an archive but for hidden ones, and for links and devices, which a tar archive may hold."""
    if not _is_tar(path):
        with zipfile.ZipFile(path) as archive:
            for each in archive.infolist():
                if each.flag_bits & 0x1:
                    raise _refused(path, "is encrypted")
                if not each.is_dir() and not _is_hidden(each.filename):
                    yield each.filename, partial(archive.open, each)
        return
    with path.open("rb") as packed:
        zipped = packed.read(2) == _GZIP
        packed.seek(0)
        # Read as a stream: the same limits hold for what lies between the files.
        with tarfile.open(fileobj=LimitedGzip(packed, path) if zipped else packed, mode="r|") as tar:
            for member in tar:
                if member.isreg() and not _is_hidden(member.name):
                    yield member.name, partial(_extracted, tar, member)


def _extracted(tar: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    opened = tar.extractfile(member)
    if opened is None:
        raise tarfile.TarError(f"{member.name} cannot be read")
    return opened


def _is_hidden(name: str) -> bool:
    parts = PurePosixPath(name).parts  # "./a.csv" is a.csv
    return parts[:1] == ("__MACOSX",) or (bool(parts) and parts[-1].startswith("."))


def _name_by_archive(context: LoadContext, first: int, root: Path, path: Path) -> None:
    """Name the files by their place in the archive, since the folder that they were unpacked to is gone."""
    for file in context.files[first:]:
        if file.path.is_relative_to(root):
            file.path = path / file.path.relative_to(root)
            file.loaded = False
    for problem in context.problems:
        problem.examples[:] = [each.replace(str(root), str(path)) for each in problem.examples]
    context.notes[:] = [each.replace(str(root), str(path)) for each in context.notes]


def _within(error: SourceError, root: Path, path: Path) -> SourceError:
    details = error.details | {"file": str(path)}
    message = error.message.replace(str(root), str(path))
    return SourceError(message, code=error.code, hint=error.hint, details=details)


def _unsafe(path: Path, why: str) -> SourceError:
    return _refused(path, why, code="source.archive")


def _refused(path: Path, why: str, code: str = "source.format") -> SourceError:
    return SourceError(f"{path} {why}", code=code, details={"file": str(path)})
