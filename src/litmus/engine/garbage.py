"""How often Python looks for objects that only hold each other."""

import gc

_NEW = 50_000  # objects made before the new ones are looked at
_ROUNDS = 20  # of that before older ones are


def collect_seldom() -> None:
    """For a process that is ours: a command, or a worker.

    We make hardly any circles of objects, and whoever looks for them goes through every word and
    link in memory: with Python's own numbers, a tenth of the time of tagging.
    """
    gc.set_threshold(_NEW, _ROUNDS, _ROUNDS)
