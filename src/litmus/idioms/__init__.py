"""Idiom lists, the occurrences they find in text, and the sets built from them."""
