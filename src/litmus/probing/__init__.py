"""How a model represents idioms, by what surrounds them."""
