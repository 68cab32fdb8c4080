"""Where people judge: campaigns, the page and its store, and metrics held against people."""
