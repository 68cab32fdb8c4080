"""Commands about files and what is installed."""
