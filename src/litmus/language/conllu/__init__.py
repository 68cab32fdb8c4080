"""CoNLL-U, read strictly and written back."""
