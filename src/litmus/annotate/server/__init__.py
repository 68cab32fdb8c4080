"""The page where people judge, and the server behind it."""
