"""`context-word`: the word of a translation that only the context decides."""
