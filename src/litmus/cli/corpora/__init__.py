"""Commands that work on text: idioms, tags, analyses, links, dictionaries."""
