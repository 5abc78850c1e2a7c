"""Checks of the installation and of a knowledge base or database, for all surfaces."""

from __future__ import annotations

from fingerpost.engine.checkup.check import Check, State
from fingerpost.engine.checkup.checkup import Checkup, check_up

__all__ = ["Check", "Checkup", "State", "check_up"]
