"""Literal or figurative: how likely a phrase that was found is meant as the idiom."""
