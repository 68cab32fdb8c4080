"""A metric held against people, people against each other, and both as tables."""
