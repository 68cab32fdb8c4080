"""XML and SGM formats of parallel text, read as streams."""
