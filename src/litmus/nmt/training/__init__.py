"""From a config file to a model folder: data, batches, steps, checkpoints that resume."""
