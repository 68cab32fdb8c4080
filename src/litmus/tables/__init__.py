"""Tables and pages, as every command prints them."""

# Here, so that a command can offer them without loading the renderer.
FORMATS = ("text", "json", "tsv", "latex", "md")
