"""The verdict on an idiom's translation: right, literal, omitted or other."""
