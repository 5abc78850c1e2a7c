"""The files of the page, and the page as one document that a chat can show."""

from __future__ import annotations

import lzma
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from fingerpost.core.errors import MissingExtra

_LIBRARY = "cytoscape.min.js"
_SHAPES = ("three.module.min.js", "OrbitControls.js")
_COMPRESSED = (_LIBRARY, _SHAPES[0])
"""Large libraries, which are kept as xz files."""
FILES = {
    "model.js": "text/javascript; charset=utf-8",
    **dict.fromkeys(_SHAPES, "text/javascript; charset=utf-8"),
    "graph.js": "text/javascript; charset=utf-8",
    "graph.css": "text/css; charset=utf-8",
    _LIBRARY: "text/javascript; charset=utf-8",
}
"""The files that the page loads, with their types."""


def is_complete() -> bool:
    """Whether the library that draws graphs came with the installation."""
    return _kept(_LIBRARY).is_file()


def draws_models() -> bool:
    """Whether the library that draws shapes came with the installation."""
    return all(_kept(name).is_file() for name in _SHAPES)


def _kept(name: str) -> Traversable:
    return files(__package__).joinpath("static", f"{name}.xz" if name in _COMPRESSED else name)


def require_complete() -> None:
    """Return if graphs can be drawn.

    Raises:
        MissingExtra: `page.incomplete`: this installation was built without cytoscape.js.
    """
    if not is_complete():
        hint = "install a released wheel, or build where npm can be used"
        raise MissingExtra(
            "this installation has no cytoscape.js, which draws graphs", code="page.incomplete", hint=hint
        )


@cache
def static(name: str) -> bytes:
    """The content of one of the page's files. Raises as `require_complete` does."""
    require_complete()
    data = _kept(name).read_bytes()
    if name in _COMPRESSED:
        data = lzma.decompress(data)
    # The library's own module names it as a package, which a browser cannot find without a map of names.
    return data.replace(b"from 'three'", b"from './three.module.min.js'") if name == _SHAPES[1] else data


@cache
def app_document() -> str:
    """The page as one HTML document without links, for MCP Apps. Raises as `require_complete` does."""
    text = static("graph.html").decode("utf-8")
    style = static("graph.css").decode("utf-8")
    scripts = "".join(f"<script>{static(name).decode('utf-8')}</script>" for name in (_LIBRARY, "graph.js"))
    text = text.replace('<link rel="stylesheet" href="/static/graph.css">', f"<style>{style}</style>")
    begin, end = text.index('<script src="/static/'), text.rindex("</script>") + len("</script>")
    return text[:begin] + scripts + text[end:]
