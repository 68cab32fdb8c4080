"""From counts to reliable numbers: averages, intervals, paired tests, corrections."""
