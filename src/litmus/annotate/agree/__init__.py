"""Metrics compared with people, people with each other, and both as tables."""
