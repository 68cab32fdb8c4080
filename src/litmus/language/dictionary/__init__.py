"""Bilingual dictionaries and the formats they come in."""
