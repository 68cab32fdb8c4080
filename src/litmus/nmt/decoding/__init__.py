"""Translation by beam search, sentence by sentence or in documents."""
