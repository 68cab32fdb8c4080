"""What was measured of context, as tables and as a page."""
