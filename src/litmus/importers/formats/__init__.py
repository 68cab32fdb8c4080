"""General formats of parallel text."""
