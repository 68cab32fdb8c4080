"""Metrics that look at the idiom."""
