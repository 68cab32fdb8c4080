"""Discourse phenomena: what a sentence owes to the ones before it."""
