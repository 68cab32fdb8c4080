"""Formats of parallel text and its marks: XML and SGM as streams, links, spans, tags."""
