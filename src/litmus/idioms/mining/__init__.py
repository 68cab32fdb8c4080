"""Occurrences in corpora of any size, and what people said of them."""
