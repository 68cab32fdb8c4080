"""Seeded mutants: would the tests notice if a line of a package were wrong?"""
