"""Working through data: batches in, results out in order, on one core, all of them, or more."""
