"""Evaluation: data sets of questions with gold queries, metrics, runner, report."""
