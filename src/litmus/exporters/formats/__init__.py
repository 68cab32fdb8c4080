"""The formats that are written."""
