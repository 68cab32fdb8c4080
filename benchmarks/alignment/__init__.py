"""How good and how fast word alignment is; see docs/alignment.md for the tables."""
