"""How a language model is asked: prompts, examples, terms."""
