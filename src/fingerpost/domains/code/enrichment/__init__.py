"""Tags of functions by rules: what they are for, work on and risk, and to which part they belong."""

from fingerpost.domains.code.enrichment.hints import FAMILIES, Hints, hints_of
from fingerpost.domains.code.enrichment.tags import RISK, SUBSYSTEM, Tag, tag_rules, tags_of

__all__ = ["FAMILIES", "RISK", "SUBSYSTEM", "Hints", "Tag", "hints_of", "tag_rules", "tags_of"]
