"""How likely each mention is the antecedent: facts as codes, and the network that weighs them."""
