"""`python train_classes.py PREPARED TRAINED --lists LISTS`: what lists know of words never seen.

LISTS/xx.tsv (`lexicons.py`): word, price, class. Each class gets a vector, which is added to the
pieces of its words; the student in TRAINED stays as it is. It learns from its own answers to the
treebanks, in which words are exchanged for others of their class that no treebank has. Words that
were seen get no vector: the network knows them better. Runs on a CPU, minutes a language.

Writes TRAINED/classes-xx.npy and the word lists that ship (`--model`: elsewhere, for a trial).
"""

import csv
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from data import Batch, Sentences, describe, load_words
from lexicons import MODEL
from network import Types, WordNetwork
from optimise import DEVICE, arguments, configuration
from torch import Tensor
from train_words import forever
from words import CLASSES, Classes, inputs, load_network, manners

from litmus.language.embedded.edits import lowered
from litmus.language.embedded.lexicon import pack

SMALLEST = 30  # words of a class; others have none
RAREST = (
    20  # how often training text must have words of a class, or its vector is not to be trusted
)


class Entry(NamedTuple):
    price: int | None
    kind: str


def read_list(path: Path) -> dict[str, Entry]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    sizes = Counter(kind for _, _, kind in rows)
    return {
        word: Entry(int(price) if price else None, kind if sizes[kind] >= SMALLEST else "")
        for word, price, kind in rows
    }


class Kinds:
    """The classes of one list, and words of each that no training sentence has."""

    def __init__(self, entries: dict[str, Entry], forms: list[str], trained: np.ndarray) -> None:
        """`forms`: word types of the language; `trained`: which of them training text has."""
        self.names = sorted({entry.kind for entry in entries.values() if entry.kind})
        number = {name: at for at, name in enumerate(self.names, 1)} | {"": 0}
        seen = {lowered(form) for form, there in zip(forms, trained, strict=True) if there}
        self.new: dict[str, int] = {
            word: number[entry.kind]
            for word, entry in entries.items()
            if entry.kind and word not in seen
        }
        listed = [lowered(form) for form in forms]
        self.of_forms = [number[entries[w].kind] if w in entries else 0 for w in listed]
        self.given = [self.new.get(word, 0) for word in listed]  # those that get a vector


class ClassVectors:
    """The network as it is, with a vector more for words of a class."""

    def __init__(
        self, model: WordNetwork, types: Types, style: Tensor, kinds: Tensor, n: int
    ) -> None:
        """`kinds`: the class of each word type, from 1 to `n`; 0 for none."""
        self._model, self._types, self._style, self._kinds = model, types, style, kinds
        self.width = model.pieces.weight.shape[1]
        self.rows = torch.zeros(n + 1, self.width, device=DEVICE, requires_grad=True)
        self._there = (torch.arange(n + 1, device=DEVICE) > 0)[:, None]

    def states(self, batch: Batch, types: Tensor, *, use: bool = True) -> Tensor:
        mask = batch.columns["mask"]
        asked = batch._replace(columns=batch.columns | {"type": types}, pieces=None)
        x = inputs(self._model, self._types, asked, 0.0)
        if use:
            more = (self.rows * self._there)[self._kinds[types]] * mask[..., None]
            x = torch.cat([x[..., : self.width] + more, x[..., self.width :]], -1)
        return self._model.encode(x, self._style[batch.columns["language"]], mask)


class Answer(NamedTuple):
    """Logarithms of probabilities, one row a word; relations are those of `best` heads."""

    tags: Tensor
    scripts: Tensor
    heads: Tensor
    relations: Tensor
    best: Tensor


def answer(
    model: WordNetwork, classes: Classes, h: Tensor, batch: Batch, best: Tensor | None = None
) -> Answer:
    mask = batch.columns["mask"]
    tags, scripts = (  # of one language
        F.log_softmax(getattr(model, name)(h[mask], classes.stretches(name, batch))[0], -1)
        for name in CLASSES
    )
    heads = F.log_softmax(model.heads(h, mask), -1)
    best = heads.argmax(-1) if best is None else best
    relations = F.log_softmax(model.relations(h, best).float(), -1)
    return Answer(tags, scripts, heads[mask], relations[mask], best)


class Exchange:
    """A third of the words with a class for new ones of it, capitals kept."""

    def __init__(
        self, kinds: Tensor, titled: Tensor, starts: np.ndarray, n: int, rng: np.random.Generator
    ) -> None:
        """Types of new words are numbered class by class, from `starts`; `n` after each is the
        same word with a capital."""
        self._kinds, self._titled, self._starts, self._n, self._rng = kinds, titled, starts, n, rng

    def __call__(self, types: Tensor, mask: Tensor) -> Tensor:
        kind = self._kinds[types]
        chosen = (torch.rand(types.shape, device=DEVICE) < 0.35) & (kind > 0) & mask
        kind, old = kind[chosen].cpu().numpy(), types[chosen].cpu().numpy()
        first = self._starts[kind - 1]
        room = self._starts[kind] - first
        taken = first + (self._rng.random(len(first)) * room).astype(int)
        taken += self._n * self._titled[types[chosen]].cpu().numpy()
        made = types.clone()
        made[chosen] = torch.as_tensor(np.where(room > 0, taken, old), device=DEVICE)
        return made


def score(
    model: WordNetwork, classes: Classes, vectors: ClassVectors, dev: Sentences, *, use: bool
) -> str:
    """UPOS, tag, lemma script, UAS and LAS on development sentences, words given."""
    hits = np.zeros(6)
    for numbers in dev.batches(8000, None, np.random.default_rng(0)):
        batch = dev.batch(numbers)
        columns, mask = batch.columns, batch.columns["mask"]
        with torch.no_grad():
            h = vectors.states(batch, columns["type"], use=use)
            found = answer(model, classes, h, batch)
        tag, gold = found.tags.argmax(-1), columns["tag"][mask]
        upos = classes.upos[classes.stretches("tags", batch)[0][0]]
        right = found.best[mask] == columns["head"][mask]
        relation = columns["relation"][mask].clamp(min=0)
        same = classes.relation[found.relations.argmax(-1)] == classes.relation[relation]
        known = (gold >= 0) & (upos[tag] == upos[gold.clamp(min=0)])
        made = found.scripts.argmax(-1) == columns["script"][mask]
        every = (known, tag == gold, made, right, right & same, mask)
        hits += [float(one.sum()) for one in every]
    return " ".join(f"{value:.2f}" for value in 100 * hits[:5] / hits[5])


def training_counts(arrays: dict[str, np.ndarray], n_types: int) -> np.ndarray:
    """How often training sentences have each word type."""
    chosen = np.nonzero(arrays["sentence_part"] == 0)[0]
    start, length = arrays["sentence_start"][chosen], arrays["sentence_length"][chosen]
    place = np.repeat(start - np.cumsum(length) + length, length) + np.arange(length.sum())
    return np.bincount(arrays["word_type"][place], minlength=n_types)


def train(
    code: str, entries: dict[str, Entry], args: Any, config: dict[str, Any]
) -> tuple[Kinds, np.ndarray]:
    arrays, forms, labels = load_words(args.prepared)
    classes, language = Classes(labels), labels["languages"].index(code)
    style = torch.as_tensor([banks[0] for banks in manners(config, labels)], device=DEVICE)
    model = load_network(args.trained, config, labels, classes, style, args.prepared)
    own = arrays["sentence_language"] == language
    data, dev = (
        Sentences(arrays, np.nonzero(own & (arrays["sentence_part"] == part))[0], DEVICE)
        for part in (0, 1)
    )
    mine = [at for at, (name, _) in enumerate(forms) if name == code]
    counts = training_counts(arrays, len(forms))[mine]
    kinds = Kinds(entries, [forms[at][1] for at in mine], counts > 0)
    new = sorted(kinds.new, key=lambda word: (kinds.new[word], word))
    numbers = np.array([kinds.new[word] for word in new])
    more = [*new, *(word.capitalize() for word in new)]
    types = describe([*forms, *((code, word) for word in more)], config["table"], DEVICE)
    of_types = torch.zeros(2, len(forms) + len(more), dtype=torch.long, device=DEVICE)
    of_types[0, mine] = torch.as_tensor(kinds.of_forms, device=DEVICE)
    of_types[1, mine] = torch.as_tensor(kinds.given, device=DEVICE)
    of_types[:, len(forms) :] = torch.as_tensor(np.tile(numbers, 2), device=DEVICE)
    vectors = ClassVectors(model, types, style, of_types[1], len(kinds.names))
    rng = np.random.default_rng(config["seed"])
    starts = len(forms) + np.searchsorted(numbers, np.arange(1, len(kinds.names) + 2))
    titled = torch.as_tensor([form[:1].isupper() for _, form in forms], device=DEVICE)
    exchange = Exchange(of_types[0], titled, starts, len(new), rng)
    before = score(model, classes, vectors, dev, use=False)
    optimiser = torch.optim.Adam([vectors.rows], betas=(0.9, 0.98))
    texts = forever(data, args.batch, None, rng)
    for step in range(args.steps):
        optimiser.param_groups[0]["lr"] = args.peak * (1 - step / args.steps)
        loss = nonce_loss(model, classes, vectors, exchange, data.batch(next(texts)))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    often = np.bincount(kinds.of_forms, weights=counts, minlength=len(kinds.names) + 1) >= RAREST
    often[0] = False
    vectors.rows.data[torch.as_tensor(~often, device=DEVICE)] = 0
    kinds.new = {word: number for word, number in kinds.new.items() if often[number]}
    after = score(model, classes, vectors, dev, use=True)
    print(
        f"{code}: {often.sum()} classes, {len(kinds.new):,} new words; UPOS, tag, script, UAS, LAS"
    )
    print(f"  without {before}\n  with    {after}", flush=True)
    return kinds, vectors.rows.detach().cpu().numpy()


def nonce_loss(
    model: WordNetwork, classes: Classes, vectors: ClassVectors, exchange: Exchange, batch: Batch
) -> Tensor:
    """How far answers with new words are from those with the old ones."""
    kept = batch.columns["type"]
    changed = exchange(kept, batch.columns["mask"])
    with torch.no_grad():
        wanted = answer(model, classes, vectors.states(batch, kept, use=False), batch)
        plain = vectors.states(batch, changed, use=False)
        plain_scripts = answer(model, classes, plain, batch, wanted.best).scripts
    found = answer(model, classes, vectors.states(batch, changed), batch, wanted.best)
    pairs = (
        (found.tags, wanted.tags),
        (found.scripts, plain_scripts),  # the class says nothing of the lemma
        (found.heads, wanted.heads),
        (found.relations, wanted.relations),
    )
    losses = [F.kl_div(a, b, reduction="batchmean", log_target=True) for a, b in pairs]
    return torch.stack(losses).sum()


def main() -> None:
    args = arguments(lists=None, only=None, steps=150, batch=3000, peak=2e-2, model=str(MODEL))
    args.trained = args.out
    config = configuration()
    for path in sorted(Path(args.lists).glob("*.tsv")):
        code = path.stem
        if args.only and code not in args.only.split(","):
            continue
        torch.manual_seed(config["seed"])
        entries = read_list(path)
        kinds, rows = train(code, entries, args, config)
        np.save(args.out / f"classes-{code}.npy", rows.astype(np.float32))
        kept = {
            word: (entry.price, kinds.new.get(word))
            for word, entry in entries.items()
            if entry.price is not None or word in kinds.new
        }
        (Path(args.model) / f"lexicon-{code}.txt.xz").write_bytes(pack(kept))


if __name__ == "__main__":
    main()
