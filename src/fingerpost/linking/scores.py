"""How surely a phrase means a thing of the schema, from 0 to 1."""

from __future__ import annotations

OWN, SYNONYM, PART, RING, RING_PART, PREPOSITION, RING_OF_PART = 1.0, 0.95, 0.72, 0.8, 0.6, 0.4, 0.75
"""The name itself, a synonym of the pack, a part of the name, an English ring, a ring of a part, its "in", and a ring
of a part of a relation's name."""
DEED = RING_PART
"""The most that a verb is worth as a name of the thing that is done: "paid" for a payment."""
