"""Sentences that nobody wrote: words exchanged for others of the same tag in the same language.

Gulordava et al. (2018) made such sentences to test networks. Here they are more text, where there
is little, for teachers to answer for, and a training in which words tell less.
"""

from typing import Any

import numpy as np

OPEN = {"ADJ", "ADV", "NOUN", "NUM", "PROPN", "VERB"}


def exchange(
    arrays: dict[str, np.ndarray],
    labels: dict[str, Any],
    chosen: np.ndarray,
    share: float,
    rng: np.random.Generator,
) -> np.ndarray:
    """For every word the one whose form it takes: itself, or for a `share` of the words of open
    classes in the chosen sentences another of them."""
    lengths = arrays["sentence_length"][chosen]
    ends = np.cumsum(lengths)
    starts = np.repeat(arrays["sentence_start"][chosen] - (ends - lengths), lengths)
    words = np.arange(ends[-1]) + starts
    known = [[t.split("|")[0] in OPEN for t in labels["tags"][c]] for c in labels["languages"]]
    first = np.cumsum([0, *map(len, known)])
    kind = (
        first[np.repeat(arrays["sentence_language"][chosen], lengths)] + arrays["word_tag"][words]
    )
    counts = np.bincount(kind, minlength=first[-1])
    begins = np.cumsum(counts) - counts
    alike = words[np.argsort(kind, kind="stable")]
    other = alike[begins[kind] + (rng.random(len(kind)) * counts[kind]).astype(int)]
    free = np.concatenate(known)[kind] & (rng.random(len(kind)) < share)
    made = np.arange(len(arrays["word_type"]))
    made[words] = np.where(free, other, words)
    return made


def nonce(
    arrays: dict[str, np.ndarray], chosen: np.ndarray, exchanged: list[np.ndarray]
) -> dict[str, np.ndarray]:
    """The chosen sentences with the forms of each exchange, without annotation."""
    shift = len(arrays["word_type"]) * np.repeat(np.arange(len(exchanged)), len(chosen))
    columns = {
        name: np.tile(arrays[name][chosen], len(exchanged))
        for name in arrays
        if name.startswith("sentence_")
    }
    columns["sentence_start"] = columns["sentence_start"] + shift
    return columns | {"word_type": np.concatenate([arrays["word_type"][one] for one in exchanged])}
