"""What is found by its name, wherever it lives: in litmus, a plug-in, a file, the data folder."""
