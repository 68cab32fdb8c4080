"""Tables and pages, as every command prints them."""
