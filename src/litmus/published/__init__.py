"""Figures that others have published, recomputed from their data."""
