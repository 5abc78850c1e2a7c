"""Frozen values that every layer shares: schema, answers, traces, limits, settings and errors."""
