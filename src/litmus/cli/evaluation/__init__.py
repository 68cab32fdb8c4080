"""Commands that score systems and ask people."""
