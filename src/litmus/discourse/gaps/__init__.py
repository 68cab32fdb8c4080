"""Where an English sentence leaves out a verb phrase or a noun."""
