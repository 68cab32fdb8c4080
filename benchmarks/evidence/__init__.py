"""Every measured table of the documentation: what made it, when, and with which versions."""
