"""Files in and out: lines, JSON and TOML, compressed or not, whole or not at all."""
