"""Verdicts as tables, as JUnit XML, and as GitHub shows them."""
