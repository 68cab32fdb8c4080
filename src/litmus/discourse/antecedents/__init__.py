"""Where the antecedent of an English pronoun is."""
