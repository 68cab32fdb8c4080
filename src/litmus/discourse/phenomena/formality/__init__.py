"""Formality: which words address someone as familiar or polite, and whether it was so before."""
