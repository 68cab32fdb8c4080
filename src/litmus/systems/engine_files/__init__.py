"""What an engine looks like: its TOML file, read and checked."""
