"""Campaigns: what is judged, by whom."""
