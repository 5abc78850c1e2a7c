"""The report of a memory's bench: as Markdown, and as a picture (SVG)."""

from __future__ import annotations

from html import escape

from fingerpost.evals.memory_bench import MemoryBench

_WIDTH, _BAR, _GAP, _LABEL, _SCALE = 640, 12, 14, 160, 4.2


def categories(bench: MemoryBench) -> list[str]:
    """The categories, in the order of their questions."""
    return list(dict.fromkeys(one.category for one in bench.ours.outcomes))


def markdown(bench: MemoryBench) -> str:
    """The report as Markdown."""
    base, ours = bench.baseline, bench.ours
    lines = [
        "# Memory",
        "",
        f"{bench.questions} questions over {bench.documents} documents.",
        "",
        "| Percent of points | passages | passages and facts | questions |",
        "|---|---|---|---|",
    ]
    for name in [*categories(bench), None]:
        row = f"{base.points(name):.1f} | {ours.points(name):.1f} | {len(ours.of(name))}"
        lines.append(f"| {name or 'all'} | {row} |")
    lines += ["", "| | passages | passages and facts |", "|---|---|---|"]
    for what, left, right in (
        ("required documents in the context", f"{base.recall():.1%}", f"{ours.recall():.1%}"),
        ("certainties right", "-", f"{ours.labels():.1%}"),
        ("forbidden claims", str(base.forbidden), str(ours.forbidden)),
        ("retrieval, p50 (ms)", f"{base.p50_ms:.1f}", f"{ours.p50_ms:.1f}"),
        ("retrieval, p95 (ms)", f"{base.p95_ms:.1f}", f"{ours.p95_ms:.1f}"),
    ):
        lines.append(f"| {what} | {left} | {right} |")
    for part, rate in ours.cache.items():
        lines.append(f"| cache hits, {part} | {base.cache.get(part, 0):.1%} | {rate:.1%} |")
    for stage, value in ours.stages_ms.items():
        lines.append(f"| {stage}, mean | {base.stages_ms.get(stage, 0):.1f} | {value:.1f} |")
    lines += ["", *(f"- {'passed' if held else 'FAILED'}: {gate}" for gate, held in bench.gates.items())]
    wrong = [one for one in ours.outcomes if not one.right]
    if wrong:
        lines += ["", "Not answered as required:", ""]
        lines += [f"- {one.question} ({one.status}) {one.text.splitlines()[0] if one.text else ''}" for one in wrong]
    return "\n".join(lines) + "\n"


def picture(bench: MemoryBench) -> str:
    """The points of each category as bars, in SVG."""
    rows = categories(bench)
    height = 60 + len(rows) * (2 * _BAR + _GAP)
    size = f'width="{_WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12" role="img">',
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
        '<text x="10" y="20">Percent of points: passages (grey), passages and facts (blue)</text>',
    ]
    for number, name in enumerate(rows):
        top = 40 + number * (2 * _BAR + _GAP)
        parts.append(f'<text x="10" y="{top + _BAR + 4}">{escape(name)}</text>')
        for row, (side, colour) in enumerate(((bench.baseline, "#9aa0a6"), (bench.ours, "#1a73e8"))):
            value, y = side.points(name), top + row * _BAR
            width = max(value * _SCALE, 1)
            parts.append(f'<rect x="{_LABEL}" y="{y}" width="{width:.1f}" height="{_BAR - 1}" fill="{colour}"/>')
            parts.append(f'<text x="{_LABEL + width + 5:.1f}" y="{y + _BAR - 2}" font-size="10">{value:.0f}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
