"""Free text that came back for a document, cut and assigned to its source segments."""
