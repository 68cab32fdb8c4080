"""Which tags and lemma scripts a student ever chooses: the others need not ship.

Treebanks have many that are too rare to be learned, and each costs time with every word.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from train_words import Corpora
from words import CLASSES, load_network, states

PLAIN = 40_000  # words of plain text in a language, beside all of its treebanks
BATCH = 8000


@torch.no_grad()
def chosen(prepared: Path, trained: Path, config: dict[str, Any]) -> dict[str, np.ndarray]:
    """For all tags and all scripts, language after language: whether it is one to keep."""
    data = Corpora(SimpleNamespace(prepared=prepared, only=None), config)
    model = load_network(trained, config, data.labels, data.classes, data.style, prepared)
    words = np.bincount(data.raw.languages, weights=data.raw.lengths)
    share = np.minimum(1, PLAIN / np.maximum(words, 1))[data.raw.languages]
    found = {name: np.zeros(data.classes.sizes[name], bool) for name in CLASSES}
    rng = np.random.default_rng(config["seed"])
    for some, repeats in ((data.train, None), (data.raw, share)):
        for numbers in some.batches(BATCH, repeats, rng):
            batch = some.batch(numbers)
            h = states(model, data.types, batch, data.style[batch.columns["language"]])
            flat = h[batch.columns["mask"]]
            for name in CLASSES:
                stretches = data.classes.stretches(name, batch)
                scores = getattr(model, name)(flat, stretches)
                for mine, (rows, _, _) in zip(scores, stretches, strict=True):
                    found[name][rows][mine.argmax(-1).cpu().numpy()] = True
    return found
