"""`python train_words.py PREPARED OUT --role teacher|student`: the word network.

Teachers learn from the treebanks, each in its own style, and from guessing hidden words of plain
text. The student, small enough to ship, learns from the teachers' answers in the manner or
two that config.toml names for a language, on the same sentences, on those with words exchanged
and on plain text, and from the gold of those manners.
"""

import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from data import Sentences, describe, load_raw, load_words
from lessons import taught_loss, teach
from network import Types, WordNetwork
from nonce import exchange, nonce
from optimise import DEVICE, arguments, configuration, optimise
from torch import Tensor, nn
from words import (
    Classes,
    build,
    evaluate,
    gold_loss,
    inputs,
    load_network,
    load_student,
    manners,
    states,
)

HIDDEN = 0.15  # share of words to be guessed
GUESSED = 50_000  # the most frequent words can be


def repeats_of(data: Sentences, wanted: float, most: float) -> np.ndarray:
    """Small languages come more often in a round, by the root of how small they are."""
    language = data.of["language"].cpu().numpy()
    words = np.bincount(language, weights=data.lengths)
    return np.clip((wanted / np.maximum(words, 1)) ** 0.5, 0.7, most)[language]


def forever(
    data: Sentences, size: int, repeats: np.ndarray | None, rng: np.random.Generator
) -> Iterator[np.ndarray]:
    while True:
        yield from data.batches(size, repeats, rng)


class Corpora:
    """Treebanks and plain text on the device."""

    def __init__(self, args: Any, config: dict[str, Any]) -> None:
        arrays, forms, labels = load_words(args.prepared)
        raw, more = load_raw(args.prepared, labels)
        self.types: Types = describe([*forms, *more], config["table"], DEVICE)
        self.labels, self.classes = labels, Classes(labels)
        part, language = arrays["sentence_part"], arrays["sentence_language"]
        wanted = np.ones(len(part), bool)
        if args.only:
            wanted = np.isin(
                language, [labels["languages"].index(code) for code in args.only.split(",")]
            )
        self.train = Sentences(arrays, np.nonzero((part == 0) & wanted)[0], DEVICE)
        self.dev = Sentences(arrays, np.nonzero((part == 1) & wanted)[0], DEVICE)
        keep = np.ones(len(raw["sentence_start"]), bool)
        if args.only:
            keep = np.isin(raw["sentence_language"], np.unique(language[wanted]))
        self.raw = Sentences(raw, np.nonzero(keep)[0], DEVICE)
        self._manners(arrays, config)
        self.arrays, self.chosen = arrays, np.nonzero((part == 0) & wanted)[0]
        counts = np.bincount(
            np.concatenate([arrays["word_type"], raw["word_type"]]),
            minlength=len(forms) + len(more),
        )
        best = np.argsort(-counts)[:GUESSED]
        best = best[counts[best] >= 4]
        guess = np.full(len(counts), -1)
        guess[best] = np.arange(len(best))
        self.guess, self.n_guessed = torch.as_tensor(guess, device=DEVICE), len(best)

    def _manners(self, arrays: dict[str, np.ndarray], config: dict[str, Any]) -> None:
        number = {name: at for at, name in enumerate(self.labels["treebanks"])}
        manner = manners(config, self.labels)
        self.style = torch.as_tensor([banks[0] for banks in manner], device=DEVICE)
        own = {bank: bank for banks in manner for bank in banks}
        moved = own | {number[old]: number[new] for old, new in config["newer"].items()}
        self._fixed = torch.full((len(number),), -1, device=DEVICE)
        self._own = torch.zeros(len(number), dtype=torch.bool, device=DEVICE)
        self._own[list(own)] = True
        for bank, to in moved.items():
            self._fixed[bank] = to
        # A language's manners as often as they have words, to be drawn from.
        sizes = np.zeros(len(number))
        words = np.bincount(
            arrays["sentence_treebank"], weights=arrays["sentence_length"], minlength=len(number)
        )
        for bank, to in moved.items():
            sizes[to] += words[bank]
        rng = np.random.default_rng(0)
        self._drawn = torch.as_tensor(
            np.array([rng.choice(b, 1000, p=sizes[b] / sizes[b].sum()) for b in manner]),
            device=DEVICE,
        )

    def exchanged(self, args: Any, rng: np.random.Generator) -> list[np.ndarray]:
        share = (self.chosen, args.exchanged, rng)
        return [exchange(self.arrays, self.labels, *share) for _ in range(args.copies)]

    def assign(self, data: Sentences, gold: bool) -> None:
        """Whose manner each sentence is taught in, and whether it is its own: then gold counts."""
        language = data.of["language"]
        draw = torch.randint(self._drawn.shape[1], language.shape, device=DEVICE)
        taught = self._drawn[language, draw]
        if "treebank" in data.of:
            fixed = self._fixed[data.of["treebank"]]
            taught = torch.where(fixed >= 0, fixed, taught)
        data.of["taught"] = taught
        if gold:
            data.of["own"] = self._own[data.of["treebank"]]


def train_teacher(args: Any, config: dict[str, Any], data: Corpora) -> WordNetwork:
    rng = np.random.default_rng(config["seed"] + args.number)
    model = build(config, data.labels, data.classes, vars(args), args.prepared)
    begin(model, args)
    guesser = nn.Sequential(
        nn.Linear(args.state, 256), nn.ReLU(), nn.Linear(256, data.n_guessed)
    ).to(DEVICE)
    both = nn.ModuleList([model, guesser])
    texts = forever(data.raw, args.batch, repeats_of(data.raw, 300_000, 4.0), rng)

    if model.guide:
        data.train.weigh(model.guide.pieces.counts)
    taken = torch.as_tensor(np.array(data.exchanged(args, rng)), device=DEVICE)

    def loss(numbers: np.ndarray, step: int) -> Tensor:
        batch = data.train.batch(numbers)
        columns = batch.columns
        if args.exchanged and step % 2:
            source = taken[rng.integers(len(taken))][columns["place"]]
            columns |= {name: data.train.words[name][source] for name in ("type", "script")}
            batch = batch._replace(pieces=None)  # other words have others
        h = states(model, data.types, batch, columns["treebank"], args.word_drop)
        value = gold_loss(model, data.classes, h, batch, columns["weight"])
        if step % 2 == 0 and not model.guide:  # which has read more than we have
            batch = data.raw.batch(next(texts))
            columns = batch.columns
            mask = columns["mask"]
            hide = (torch.rand(mask.shape, device=DEVICE) < HIDDEN) & mask
            x = inputs(model, data.types, batch, args.word_drop, hide)
            h = model.encode(x, data.style[columns["language"]], mask)
            target = data.guess[columns["type"][hide]]
            value = value + 0.3 * F.cross_entropy(guesser(h[hide]).float(), target, ignore_index=-1)
        return value

    repeats = repeats_of(data.train, 120_000, 3.0)
    optimise(
        both,
        args.steps,
        args.peak,
        lambda: data.train.batches(args.batch, repeats, rng),
        loss,
        f"teacher {args.number}",
        args.seconds,
    )
    return model


def train_student(args: Any, config: dict[str, Any], data: Corpora) -> WordNetwork:
    """`args.seconds` hold the asking of the teachers too."""
    asked_since = time.time()
    rng = np.random.default_rng(config["seed"])
    about = (config, data.labels, data.classes, data.style, args.prepared)
    teachers = [load_network(Path(path), *about) for path in args.teachers.split(",")]
    evaluate(teachers, data.classes, data.types, data.dev, f"{len(teachers)} teachers together")
    again = nonce(data.arrays, data.chosen, data.exchanged(args, rng))
    made = Sentences(again, np.arange(len(again["sentence_start"])), DEVICE)
    sources = []
    for some, wanted, most in (
        (data.train, 120_000, 3.0),
        (made, 120_000 * args.copies, 3.0),
        (data.raw, 300_000, 4.0),
    ):
        begun = time.time()
        data.assign(some, gold=some is data.train)
        some.describe(data.types)
        lessons = teach(teachers, data.classes, data.types, some, args.asked)
        repeats = repeats_of(some, wanted, most)
        if "times" in some.of:
            repeats = repeats * some.of["times"].cpu().numpy()
        texts = forever(some, args.batch, repeats, rng)
        sources.append((some, lessons, texts))
        print(f"taught {some.n_words:,} words in {time.time() - begun:.0f} s", flush=True)
    teachers.clear()
    torch.manual_seed(config["seed"])
    model = build(config, data.labels, data.classes, vars(args), args.prepared)
    begin(model, args)

    def loss(source: Any, step: int) -> Tensor:
        some, lessons, texts = source
        batch = some.batch(next(texts))
        columns = batch.columns
        h = states(model, data.types, batch, data.style[columns["language"]], args.word_drop)
        return taught_loss(model, data.classes, h, batch, lessons, args.parse)

    left = args.seconds and max(1.0, args.seconds - (time.time() - asked_since))
    turns = [source for source, n in zip(sources, args.turns, strict=True) for _ in range(int(n))]
    optimise(model, args.steps, args.peak, lambda: cycle(turns), loss, "student", left, half=False)
    return model


def begin(model: WordNetwork, args: Any) -> None:
    """With the word tables of an earlier student, if one was named; `--whole yes`: all of it."""
    if not args.begin:
        return
    held = load_student(Path(args.begin))
    if args.whole == "yes":
        model.load_state_dict(held, strict=False)
        model.tag_parts.data.zero_()  # what tags share is part of each
    else:
        for name in ("pieces", "words"):
            getattr(model, name).weight.data.copy_(held[f"{name}.weight"])


def save_student(model: WordNetwork, out: Path) -> None:
    """Tables as bytes with one step per row, other matrices in half precision."""
    rest = {
        k: v.detach().float().cpu().numpy() for k, v in model.state_dict().items() if k != "made_of"
    }
    for name in ("pieces", "words"):
        table = rest.pop(f"{name}.weight")
        step = np.maximum(np.abs(table).max(1, keepdims=True), 1e-6) / 127
        np.save(out / f"{name}.npy", np.round(table / step).astype(np.int8))
        rest[f"{name}.step"] = step[:, 0].astype(np.float32)
    rest["tag_weight"] = model.tag_weight().detach().float().cpu().numpy()
    del rest["tag_own"], rest["tag_parts"]
    half = {k: v.astype(np.float16) if v.ndim == 2 else v for k, v in rest.items()}
    np.savez_compressed(out / "student.npz", **half)


def main() -> None:
    args = arguments(
        role="teacher",
        number=0,
        teachers=None,
        begin=None,
        whole="no",
        only=None,
        kind="light",
        guide="no",
        state=256,
        layers=4,
        width=128,
        dropout=0.25,
        word_drop=0.3,
        peak=2e-3,
        batch=12_000,
        steps=100_000,
        seconds=0.0,
        copies=4,
        exchanged=0.0,
        asked=40_000,
        parse=1.0,
        turns="111",  # batches of treebanks, of words exchanged, of plain text, one after another
    )
    config = configuration()
    torch.manual_seed(config["seed"] + args.number)
    data = Corpora(args, config)
    begun = time.time()
    model = (train_teacher if args.role == "teacher" else train_student)(args, config, data)
    if args.role == "teacher":
        settings = {k: v for k, v in vars(args).items() if not isinstance(v, Path)}
        torch.save(
            {"model": model.state_dict(), "settings": settings},
            args.out / f"teacher{args.number}.pt",
        )
    else:
        save_student(model, args.out)
    evaluate(
        [model],
        data.classes,
        data.types,
        data.dev,
        f"{args.role} {args.number}, {time.time() - begun:.0f} s",
    )


if __name__ == "__main__":
    main()
