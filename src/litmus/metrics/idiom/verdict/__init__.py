"""A verdict on every idiom: right, literal, omitted or other."""
