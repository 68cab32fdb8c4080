"""Log-probabilities of given translations, for encoder-decoders and for decoders with a prompt."""
