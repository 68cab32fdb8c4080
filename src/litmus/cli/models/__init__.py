"""Commands that train, run and look into models."""
