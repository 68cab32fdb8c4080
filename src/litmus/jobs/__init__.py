"""Collections of files worked through, one output each, on any number of workers and machines."""
