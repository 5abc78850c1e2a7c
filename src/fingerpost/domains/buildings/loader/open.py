"""Opening an IFC file: from a path to a parsed model, or to an error that says what is wrong with the file."""

from __future__ import annotations

import mmap
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.domains.buildings.loader import step_text
from fingerpost.ingest import LoadContext

SUPPORTED: Final = ("IFC2X3", "IFC4", "IFC4X3")
MAX_UNZIPPED_BYTES: Final = 4 << 30
MAX_PASSED_OVER: Final = 16
"""How many records that stop the parser are passed over before a file counts as broken; each costs one more parsing."""

_OFFSET: Final = re.compile(r" at offset (\d+)")
_ABOUT: Final = re.compile(r"(?:by|for) instance #(\d+)")
_REPEATED_ID: Final = "non-unique GlobalId"


class _Unparsable(Exception):
    """The parser gave up; the message is the parser's, and often says at which offset."""


@dataclass(frozen=True, slots=True)
class OpenModel:
    """A parsed model (`ifcopenshell.file`), with the schema that the file names and the SHA-256 of its content."""

    model: Any
    path: Path
    schema: str
    digest: str


def open_model(path: Path, context: LoadContext) -> OpenModel:
    """Open a STEP file (`.ifc`), plain or zipped (`.ifczip`).

    What the parser finds broken in single records goes to `context.problems` (`bad-record`, `bad-encoding`).

    Raises:
        SourceError: `source.missing`, or `source.format` where the file as a whole cannot be read.
        MissingExtra: ifcopenshell is not installed.
    """
    if path.is_dir():
        raise _refused(path, "it is a folder; name a file in it")
    try:
        with path.open("rb") as stream:
            magic = stream.read(2)
    except FileNotFoundError as error:
        raise _refused(path, "there is no such file", code="source.missing") from error
    except OSError as error:
        raise _refused(path, f"it cannot be read ({error.strerror})") from error
    if magic == b"PK":
        with _unzipped(path) as inner:
            return _open_step(path, inner, context)
    return _open_step(path, path, context)


def _library() -> Any:
    try:
        import ifcopenshell
    except ImportError as error:
        message = f"IFC files are read with ifcopenshell, which cannot be imported here ({error})"
        raise MissingExtra(message, hint='pip install "fingerpost[ifc]"') from error
    return ifcopenshell


def _open_step(path: Path, text_file: Path, context: LoadContext) -> OpenModel:
    """Open the STEP text in `text_file`, in the name of `path`."""
    if text_file.stat().st_size == 0:
        raise _refused(path, "the file is empty")
    with text_file.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        start = data[:64].removeprefix(step_text.BYTE_ORDER_MARK).lstrip()
        if not start.startswith(b"ISO-10303-21"):
            raise _refused(path, _what_else(start))
        facts = step_text.facts(data)
        if facts is None:
            raise _refused(path, "it ends before its data section", line=step_text.line_at(data, len(data)))
        schema = facts.schema.upper()
        if step_text.SCHEMA_ALIASES.get(schema, schema) not in ("IFC2X3", "IFC4", "IFC4X3_ADD2"):
            raise _unsupported(path, facts.schema)
        if not facts.complete:
            message = "it is truncated: the data section does not end"
            raise _refused(
                path, message, line=step_text.line_at(data, len(data)), hint="export or download the file again"
            )
        mended = None
        if facts.needs_mending:
            mended, unknown = step_text.mend(data[:])
            for _ in range(unknown):
                context.problems.add("bad-encoding", f"{path.name}: bytes that are neither UTF-8 nor Windows-1252")
        model = _parse_forgiving(path, text_file, mended, context)
    context.advance(path.stat().st_size)
    return OpenModel(model, path, facts.schema, facts.digest)


def _parse_forgiving(path: Path, text_file: Path, text: bytes | None, context: LoadContext) -> Any:
    """Parse `text`, else the file as it is; where the parser gives up, mend more, then pass over what it stopped at."""
    try:
        return _parse(path, text_file, text, context)
    except _Unparsable:
        # Only a file that stopped the parser is worth the search for what may have done it.
        text = step_text.double_backslashes(text_file.read_bytes() if text is None else text)
    passed_over: list[str] = []
    while True:
        try:
            model = _parse(path, text_file, text, context)
        except _Unparsable as error:
            offset = _OFFSET.search(str(error))
            line = step_text.line_at(text, int(offset[1])) if offset else None
            what = f"it cannot be parsed: {_OFFSET.sub('', str(error))}"
            shorter = step_text.without_record(text, int(offset[1])) if offset else None
            if shorter is None or len(passed_over) == MAX_PASSED_OVER:
                raise _refused(path, what, line=line) from error
            passed_over.append(f"{path.name}, line {line}: {what}")
            text = shorter
        else:
            for place in passed_over:
                context.problems.add("bad-record", place)
            return model


def _parse(path: Path, text_file: Path, text: bytes | None, context: LoadContext) -> Any:
    """Parse `text`, or the file as it is where there is none.

    Raises:
        _Unparsable: the parser gave up.
    """
    if text is not None:
        with tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
            copy = Path(folder) / "mended.ifc"
            copy.write_bytes(text)
            return _parse(path, copy, None, context)
    library = _library()
    logger = library.ifcopenshell_wrapper.logger()
    logger.output_format(logger.FMT_INMEMORY)
    logger.verbosity(logger.LOG_WARNING)
    try:
        # Passing over the faces (`bypass_types`) would halve the time, but that parser crashes on broken files.
        model = library.open(text_file, format=".ifc", logger=logger)
    except library.SchemaError as error:
        raise _unsupported(path, str(error).rpartition(" ")[2]) from error
    except (library.Error, OSError) as error:
        messages = [message.message for message in logger.log_messages() if message.severity >= logger.LOG_ERROR]
        raise _Unparsable(messages[0] if messages else str(error)) from error
    for message in logger.log_messages():
        text_of = message.message
        if _REPEATED_ID not in text_of:  # repeated ids of elements are found and resolved where they are read
            about = _ABOUT.search(text_of)
            place = f"{path.name}: #{about[1]}" if about else path.name
            context.problems.add("bad-record", f"{place}: {_OFFSET.sub('', text_of)}")
    return model


@contextmanager
def _unzipped(path: Path) -> Iterator[Path]:
    """The first STEP file of an archive, in a folder that goes away."""
    with tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
        inner = Path(folder) / "unzipped.ifc"
        try:
            _unzip(path, inner)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
            raise _refused(path, f"the archive cannot be read ({error})") from error
        yield inner


def _unzip(path: Path, inner: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        members = [one for one in archive.infolist() if one.filename.lower().endswith(".ifc")]
        if not members:
            raise _refused(path, "the archive contains no .ifc file", hint="ifcXML is not supported; export as .ifc")
        # The size in the archive's directory is a claim, and zipfile never yields more bytes than it claims.
        if members[0].file_size > MAX_UNZIPPED_BYTES:
            raise _refused(path, f"it would unpack to more than {MAX_UNZIPPED_BYTES >> 30} GiB")
        with archive.open(members[0]) as packed, inner.open("wb") as plain:
            shutil.copyfileobj(packed, plain, step_text.CHUNK)


def _what_else(start: bytes) -> str:
    if start.startswith((b"<?xml", b"<ifc", b"<doc")):
        return "it is XML; ifcXML is not supported, export the model as .ifc (STEP)"
    return "it is not a STEP file: it does not begin with ISO-10303-21"


def _unsupported(path: Path, schema: str) -> SourceError:
    named = f"its schema is {schema}" if schema else "it names no schema"
    hint = "export the model again as IFC4 or IFC 2x3"
    error = _refused(path, f"{named}; supported are {', '.join(SUPPORTED)}", hint=hint)
    error.details["schema"] = schema
    error.details["supported"] = list(SUPPORTED)
    return error


def _refused(
    path: Path, what: str, *, code: str = "source.format", line: int | None = None, hint: str | None = None
) -> SourceError:
    details: dict[str, Any] = {"file": str(path)}
    if line is not None:
        details["line"] = line
    place = f"{path.name}, line {line}" if line is not None else path.name
    return SourceError(f"{place}: {what}", code=code, hint=hint, details=details)
