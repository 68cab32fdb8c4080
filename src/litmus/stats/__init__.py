"""From counts to numbers one can trust: averages, intervals, paired tests, corrections."""
