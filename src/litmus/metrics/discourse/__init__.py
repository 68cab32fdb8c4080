"""Metrics that look at words which depend on the sentences before."""
