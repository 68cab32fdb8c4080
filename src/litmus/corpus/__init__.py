"""The one door for text: every file litmus reads or writes goes through here."""
