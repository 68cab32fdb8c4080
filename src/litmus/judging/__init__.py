"""Language models as judges: asked in set words, checked, and held against people."""
