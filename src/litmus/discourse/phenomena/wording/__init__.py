"""Wording: is what is repeated in the source translated as it was before in the document?"""
