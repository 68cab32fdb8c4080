"""The discourse phenomena, one file each."""
