"""Terms: lists of them, found in a source and in its translations."""
