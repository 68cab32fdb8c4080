"""Corpora of many files: which there are, and the rows of each, whatever its format."""
