"""Idioms in a text: patterns, matchers, and a filter that spares most of the text."""
