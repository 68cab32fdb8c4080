"""What shows the gender of a person in each language, and reading it off a translation."""
