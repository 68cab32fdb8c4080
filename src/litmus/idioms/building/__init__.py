"""Test suites and training files from occurrences and a parallel corpus."""
