"""From a question to plans: deterministic, compositional, with a reason for every word."""
