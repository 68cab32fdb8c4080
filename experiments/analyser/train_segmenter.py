"""`python train_segmenter.py PREPARED OUT --group spaced|unspaced`: a character network.

One for languages with spaces between words; a larger one for those without, which takes hints
from a word list and guards harder against learning its few sentences by heart. `--silver`: how
many characters of `silver_segments.py` there are for each one of a treebank.
"""

import json

import numpy as np
import torch
import torch.nn.functional as F
from data import Characters
from network import CharacterNetwork
from optimise import DEVICE, arguments, configuration, optimise
from segments import DEV, SILVER, TRAIN
from torch import Tensor

ROUND = 5e5  # characters of a language that is looked at as a whole text, in one round


def main() -> None:
    args = arguments(group="spaced", steps=6000, batch=60_000, peak=3e-3, seconds=0.0, silver=1.0)
    config = configuration()
    settings, languages = config["segmenter"], config["languages"]
    unspaced = args.group == "unspaced"
    about = json.loads((args.prepared / "splits.json").read_text(encoding="utf-8"))
    sizes = [len(about[code]["scripts"]) for code in languages]
    starts = np.cumsum([0, *sizes])
    shut = torch.full((len(languages), int(starts[-1])), -1e4, device=DEVICE)
    for at, (start, size) in enumerate(zip(starts, sizes, strict=False)):
        shut[at, start : start + size] = 0
    offset = torch.as_tensor(starts[:-1], device=DEVICE)
    torch.manual_seed(config["seed"])
    mine = {code for code in languages if (code in settings["unspaced"]) == unspaced}
    data = Characters(args.prepared, settings["rows"], languages, mine, DEVICE)
    model = CharacterNetwork(
        settings["rows"],
        settings["width"],
        settings["state"][args.group],
        settings["layers"],
        len(languages),
        int(starts[-1]),
        settings["dropout"][args.group],
    ).to(DEVICE)
    rng = np.random.default_rng(config["seed"])
    train = np.nonzero(data.meta[:, 4] != DEV)[0]
    _, lengths, language_of, times, part = data.meta[train].T
    repeats = np.minimum(times**0.4, 8) / 2
    for number in map(languages.index, settings["whole_text"]):
        own, more = ((language_of == number) & (part == kind) for kind in (TRAIN, SILVER))
        repeats[own] = np.clip(ROUND / max(1, lengths[own].sum()), 1, 4)
        repeats[more] = args.silver * ROUND / max(1, lengths[more].sum())

    def loss(numbers: np.ndarray, _: int) -> Tensor:
        rows, language, mask, ends, splits = data.batch(numbers)
        gone = torch.rand(rows.shape, device=DEVICE) < settings["row_dropout"][args.group]
        gone[..., 0] = False  # the character itself is always seen
        rows = torch.where(gone, settings["rows"], rows)
        h = model(rows, language, mask)
        guess = (model.splits(h) + shut[language][:, None]).float()
        target = torch.where(splits >= 0, splits + offset[language][:, None], splits)
        return F.cross_entropy(
            model.ends(h).float().flatten(0, 1),
            ends.flatten(),
            ignore_index=-1,
            label_smoothing=0.01,
        ) + F.cross_entropy(guess.flatten(0, 1), target.flatten(), ignore_index=-1)

    optimise(
        model,
        args.steps,
        args.peak,
        lambda: data.batches(train, args.batch, repeats, rng),
        loss,
        "segmenter",
        args.seconds,
    )
    for at, code in enumerate(languages):
        if code not in mine:
            continue
        dev = np.nonzero((data.meta[:, 4] == DEV) & (data.meta[:, 2] == at))[0]
        found = np.zeros(5)
        with torch.no_grad():
            for numbers in data.batches(dev, args.batch, None, rng):
                rows, language, mask, ends, splits = data.batch(numbers)
                h = model(rows, language, mask)
                times = torch.as_tensor(data.meta[numbers, 3], device=DEVICE)[:, None]
                guess, gold = model.ends(h).argmax(-1) > 0, ends > 0
                there = (ends >= 0) * times
                parts = (model.splits(h) + shut[language][:, None]).argmax(-1) - offset[language][
                    :, None
                ]
                hits = (
                    there * (guess & gold),
                    there * guess,
                    there * gold,
                    ((parts == splits) & (splits >= 0)) * times,
                    (splits >= 0) * times,
                )
                found += [float(hit.sum()) for hit in hits]
        right, given, wanted, split, tokens = found
        f1 = 200 * right / (given + wanted)
        print(f"{code} token ends F1 {f1:.2f} splits {100 * split / tokens:.2f}")
    torch.save(
        {"model": model.state_dict(), "starts": starts.tolist()},
        args.out / f"segmenter-{args.group}.pt",
    )


if __name__ == "__main__":
    main()
