"""Parallel corpora: any format as pairs, cleaned, without duplicates or test sentences."""
