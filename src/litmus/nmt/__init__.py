"""Models: recipes, training, decoding, scoring with and without context. The only torch here."""
