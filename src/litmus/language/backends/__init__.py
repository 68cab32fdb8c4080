"""Analysers that a user has: one file each, imported only when it is asked for."""
