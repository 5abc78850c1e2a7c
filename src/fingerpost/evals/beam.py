"""What the beam held at each word, and where a reading fell out of it."""

from __future__ import annotations

from fingerpost.linking import Linked
from fingerpost.questions import READINGS, State, beam_key


class Beam:
    """Watches a composer (`questions.beam.Watch`)."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[list[State], list[State]]] = {}

    def see(self, position: int, states: list[State], kept: list[State]) -> None:
        """Note what reached a token and what is kept of it."""
        self._seen[position] = (list(states), kept)

    def lost(self, wanted: State, linked: Linked) -> tuple[str, str]:
        """Where a reading that was found with more room fell out: what did it, and that in a sentence."""
        for position in sorted(self._seen, reverse=True):
            states, kept = self._seen[position]
            leading = [state for state in states if _leads_to(state, wanted)]
            if not leading:
                continue
            before = linked.text(0, position) if position else "the start"
            if any(_leads_to(state, wanted) for state in kept):
                if position == len(linked.tokens):
                    return "readings", f"It was read, and was none of the {READINGS} readings that get heads."
                return "beam", f"It was last seen after “{before}”, and was kept there."
            place = len({beam_key(s) for s in states if s.score > leading[0].score}) + 1
            return "beam", f"After “{before}” it was reading {place}; {len(kept)} are kept."
        return "beam", "It was never in the beam."


def _leads_to(state: State, wanted: State) -> bool:
    """Whether a partial reading can have become the wanted one."""
    reasons, nodes, filters = state.reasons, state.nodes, state.filters
    return (
        wanted.reasons[: len(reasons)] == reasons
        and wanted.nodes[: len(nodes)] == nodes
        and wanted.filters[: len(filters)] == filters
    )
