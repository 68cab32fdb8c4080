"""Coreference models of others, asked where the antecedent of a pronoun is."""
