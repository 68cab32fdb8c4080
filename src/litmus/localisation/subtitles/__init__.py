"""Subtitles: cues joined to sentences, and sentences written back into cues."""
