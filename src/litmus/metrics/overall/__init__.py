"""Metrics of the whole text: BLEU, chrF, TER, COMET."""
