"""The learning rate of every step."""

from litmus.nmt.training.settings import Training


def learning_rate(step: int, training: Training) -> float:
    """The rate of the update `step`, counted from 1: a line up to the peak, then the schedule.

    Inverse square root: peak * sqrt(warm_up / step), as in Vaswani et al. 2017 but with the peak
    itself as the setting; without warm-up it starts at the peak. Fixed: the peak from there on.

    >>> [learning_rate(step, Training(learning_rate=1.0, warm_up=4)) for step in (1, 4, 16)]
    [0.25, 1.0, 0.5]
    """
    peak, warm_up = training.learning_rate, training.warm_up
    if step < warm_up:
        return peak * step / warm_up
    if training.schedule == "fixed":
        return peak
    return float(peak * (max(1, warm_up) / step) ** 0.5)
