"""The whole kit in one class."""

from __future__ import annotations

from fingerpost.testing.concurrency import Concurrency
from fingerpost.testing.elements import Elements
from fingerpost.testing.functions import Functions
from fingerpost.testing.hostile import HostileNames
from fingerpost.testing.limits import LimitsHold
from fingerpost.testing.locks import Locks
from fingerpost.testing.places import Places
from fingerpost.testing.plans import Plans
from fingerpost.testing.rematching import Rematching
from fingerpost.testing.renaming import Renaming
from fingerpost.testing.runaways import Runaways
from fingerpost.testing.schema import Schema
from fingerpost.testing.semantics import Semantics
from fingerpost.testing.values import Values


class Answers(
    Values,
    Schema,
    Elements,
    HostileNames,
    Renaming,
    Rematching,
    Plans,
    Semantics,
    Functions,
    LimitsHold,
    Locks,
    Concurrency,
    Places,
):
    """What holds of a store's answers: all but the runaways, which take a while."""


class StoreConformance(Answers, Runaways):
    """Everything that must hold of a store. A subclass says which one (`base.Conformance`)."""
