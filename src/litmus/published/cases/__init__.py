"""One case per paper or data set: NAME.toml says what was published, NAME.py recomputes it."""
