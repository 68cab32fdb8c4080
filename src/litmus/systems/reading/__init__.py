"""What comes back from a language model, without its small talk."""
