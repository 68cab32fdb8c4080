"""Where a text is cut: places, evidence of words and lengths, and the search for the best cuts."""
