"""Builds the wheel: fetches what the page draws with from npm, cytoscape.js and three.js, and packs it tightly.

The samples are one file of the wheel, which xz makes less than half as large as they are in a wheel one by one.

The libraries are pinned by version and digest, and kept beside the page, where git ignores them; the large ones are
compressed as xz does, a sixth smaller than a wheel makes them. Without npm or a network an editable install goes on
without them; a wheel is not built, unless FINGERPOST_WITHOUT_PAGE is set.
"""

from __future__ import annotations

import hashlib
import io
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PACKAGES = {
    "cytoscape@3.34.4": {
        "package/dist/cytoscape.min.js": (
            "cytoscape.min.js.xz",
            "081591ab735b2b6a3b31a3c60f8f3a3e2fee8c92939e0c7820ad1208571b6cd8",
        ),
        "package/LICENSE": ("cytoscape.LICENSE", "eb319c6e6f233607f71e8e2f450391751883cfc0eeb3ca7ef574c13d1d9c2203"),
    },
    "three@0.170.0": {
        "package/build/three.module.min.js": (
            "three.module.min.js.xz",
            "08fd7545d13d2c7fb65ab691530a802dafefd638596501854f267d0fb13c39e7",
        ),
        "package/examples/jsm/controls/OrbitControls.js": (
            "OrbitControls.js",
            "80efaadea4f8a636a65fb0bd08bfef62f3d93a0bb94e2e7500f23176c5c07f4e",
        ),
        "package/LICENSE": ("three.LICENSE", "4c40a1ef62450b857c3b2aaf294936304cd552d965fbcd9d32d4c5bcf4ba4454"),
    },
}
"""npm packages with their members: the name that each is kept under, and its SHA-256 as npm has it."""
SAMPLES, ALL_SAMPLES = Path("src/fingerpost/samples"), "samples.zip.xz"
STATIC = Path("src/fingerpost/surfaces/page/static")
_LIMIT_S = 120
_PACKED = ".xz"
_TIGHTEST = 12
_XZ: list[dict[str, int]] = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0}]
"""Texts have no bytes that come in fours."""


class Description(MetadataHookInterface):
    """The package's description: the beginning of the README, which is in the wheel for nothing but that."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add it to the metadata."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = readme.partition("\n## Start\n")[0] + "\n"
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class VendoredPage(BuildHookInterface[Any]):
    """The build hook."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fetch what is missing, before the files of the wheel are gathered."""
        if version != "editable":
            self._made = tempfile.TemporaryDirectory()
            samples = Path(self._made.name, ALL_SAMPLES)
            samples.write_bytes(_packed(Path(self.root) / SAMPLES))
            build_data["force_include"][str(samples)] = f"fingerpost/samples/{ALL_SAMPLES}"
        folder = Path(self.root) / STATIC
        if not folder.is_dir():
            return
        for package, members in PACKAGES.items():
            if all(_intact(folder / name, digest) for name, digest in members.values()):
                continue
            try:
                _fetch(package, members, folder)
            except (OSError, subprocess.SubprocessError, tarfile.TarError, ValueError) as error:
                message = f"{package} could not be fetched from npm: {error}"
                if version != "editable" and not os.environ.get("FINGERPOST_WITHOUT_PAGE"):
                    raise RuntimeError(f"{message} (FINGERPOST_WITHOUT_PAGE=1 builds without it)") from error
                print(f"WARNING: {message}; what it draws cannot be looked at", file=sys.stderr)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Pack the wheel again, as tightly as zip allows."""
        wheel = Path(artifact_path)
        part = wheel.with_suffix(".part")
        with zipfile.ZipFile(wheel) as loose, zipfile.ZipFile(part, "w") as tight, _tightly():
            for member in loose.infolist():
                tight.writestr(member, loose.read(member), zipfile.ZIP_DEFLATED)
        part.replace(wheel)


class _Compressor:
    """What `zipfile` packs a member with: libdeflate, whose tightest is 2% smaller than that of zlib."""

    def __init__(self) -> None:
        self._data = bytearray()

    def compress(self, data: bytes) -> bytes:
        self._data += data
        return b""

    def flush(self) -> bytes:
        import deflate  # an editable install packs nothing

        return deflate.deflate_compress(bytes(self._data), _TIGHTEST)


@contextmanager
def _tightly() -> Iterator[None]:
    """While it lasts, `zipfile` packs with libdeflate, for which it has no setting."""
    plain = zipfile._get_compressor  # type: ignore[attr-defined]
    zipfile._get_compressor = lambda *_: _Compressor()  # type: ignore[attr-defined]
    try:
        yield
    finally:
        zipfile._get_compressor = plain  # type: ignore[attr-defined]


def _packed(folder: Path) -> bytes:
    """The files in the folders of a folder, as xz of a zip that packs nothing itself."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for file in sorted(folder.glob("*/**/*")):
            if file.is_file() and file.suffix != ".pyc":
                archive.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
    return lzma.compress(data.getvalue(), filters=_XZ)


def _intact(file: Path, digest: str) -> bool:
    if not file.is_file():
        return False
    data = file.read_bytes()
    try:
        plain = lzma.decompress(data) if file.suffix == _PACKED else data
    except lzma.LZMAError:
        return False
    return hashlib.sha256(plain).hexdigest() == digest


def _fetch(name_and_version: str, members: Mapping[str, tuple[str, str]], folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("npm is not installed")
    with tempfile.TemporaryDirectory() as place:
        command = [npm, "pack", name_and_version, "--silent", "--pack-destination", place]
        subprocess.run(command, check=True, capture_output=True, timeout=_LIMIT_S, cwd=place)
        (archive,) = Path(place).glob("*.tgz")
        with tarfile.open(archive) as package:
            for member, (name, digest) in members.items():
                held = package.extractfile(member)
                data = held.read() if held is not None else b""
                if hashlib.sha256(data).hexdigest() != digest:
                    raise ValueError(f"{member} is not the file that was pinned")
                part = folder / f".{name}.{os.getpid()}"
                packed = lzma.compress(data, filters=_XZ) if name.endswith(_PACKED) else data
                part.write_bytes(packed)
                part.replace(folder / name)
