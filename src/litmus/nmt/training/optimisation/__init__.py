"""From a batch to a step: loss, precision, learning rate, processes."""
