"""Metrics: evidence per segment, one value per sum. One file for each targeted metric."""
