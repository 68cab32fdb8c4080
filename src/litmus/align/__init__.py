"""Word alignment: which target word translates which source word."""
