"""XLIFF 1.x and 2.x: translate-toolkit reads and writes the files, inline codes are ours."""
