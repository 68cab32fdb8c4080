"""Anything that translates: a file, a command, an HTTP engine; sentences, or whole documents."""
