"""Idiom lists: their entries, and the notation of slots and variants."""
