"""What we know of a language: a TOML file each, words, stems and dictionaries."""
