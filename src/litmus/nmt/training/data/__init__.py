"""Training text: prepared, stored as numbers, drawn in batches."""
