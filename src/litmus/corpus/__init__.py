"""Segments, suites and parallel text, and the formats they come in."""
