"""Scores shown: tables of systems, buckets, labels and suites; the EvalSet layout."""
