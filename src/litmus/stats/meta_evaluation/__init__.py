"""How well a metric orders systems and segments as people do; overlap of error spans."""
