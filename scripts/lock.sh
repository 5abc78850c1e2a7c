#!/bin/sh
# Renew requirements/*.txt: pinned versions with hashes, without URLs, one file a set.
set -eu
uv=${1:-uv}
compile() { "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate "$@"; }
compile pyproject.toml -o requirements/core.txt
compile pyproject.toml --all-extras -c requirements/core.txt -o requirements/all.txt.tmp
compile pyproject.toml --group dev -c requirements/core.txt -c requirements/all.txt.tmp -o requirements/dev.txt.tmp
# A package stands in one file only: what the core pins is not pinned again.
python3 - <<'PY'
import pathlib, re
folder = pathlib.Path("requirements")
def blocks(path):
    # A name may stand twice, with versions for different Pythons.
    found, current = {}, None
    for line in path.read_text().splitlines():
        if line and not line.startswith((" ", "#")):
            current = re.split(r"[=\s]", line)[0]
        if current:
            found.setdefault(current, []).append(line)
    return found
core = blocks(folder / "core.txt")
extras = {n: b for n, b in blocks(folder / "all.txt.tmp").items() if n not in core}
dev = {n: b for n, b in blocks(folder / "dev.txt.tmp").items() if n not in core and n not in extras}
for name, found in (("extras", extras), ("dev", dev)):
    (folder / f"{name}.txt").write_text("".join("\n".join(b) + "\n" for b in found.values()))
PY
rm requirements/*.tmp
# The site is built in an environment of its own.
compile --group site -o requirements/site.txt
echo uv==0.13.9 | compile - -o requirements/uv.txt
