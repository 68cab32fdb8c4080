"""Aligners of others behind our call; each needs its own package."""
