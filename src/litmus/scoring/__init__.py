"""The main job: a suite, outputs and metrics in; values with their certainty and evidence out."""
