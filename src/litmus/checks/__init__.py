"""Is this file right? One checker per kind of file, asked in turn."""
