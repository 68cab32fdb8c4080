"""The aligner that ships: dictionary counts and likeness, refined on the text by EM."""
