"""Encoder states of idioms, taken from narrower contexts."""
