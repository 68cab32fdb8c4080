"""Small suites written for this project, with outputs of real systems."""
