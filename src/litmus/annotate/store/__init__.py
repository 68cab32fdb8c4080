"""The store of judgements: one SQLite file, one writer."""
