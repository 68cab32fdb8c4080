"""Terms: is the translation that a list asks for there?"""
