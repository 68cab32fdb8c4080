"""`python finish.py PREPARED OUT --student TRAINED --beside EARLIER`: the last steps of a student.

It goes on learning from its own answers and those of an earlier student together, slowly, on
treebanks (with the gold of the manners taught) and on the plain text that was given `*TIMES` in
`plain_text.py`. `--trees`, `--tags`, `--scripts`: the languages in which the two together are
better than the student alone, which it follows elsewhere; `--parts`: those in which the earlier one
is asked for parts of speech alone, not for features. `--more`: languages that come more often.
"""

import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from data import Batch, Sentences
from network import WordNetwork
from optimise import arguments, configuration
from torch import Tensor
from train_words import Corpora, forever, repeats_of, save_student
from words import CLASSES, answers, evaluate, gold_loss, load_network, states

GOLD = 0.7  # what gold counts beside the answers, in sentences that have it
RISE = 40  # steps until the learning rate is reached


def answers_loss(model: WordNetwork, data: Corpora, h: Tensor, batch: Batch, wanted: Any) -> Tensor:
    """Divergence from what the students together answer; trees count 1.5 times."""
    mask = batch.columns["mask"]
    flat = h[mask]
    best = wanted["best"].masked_fill(~mask, 0)
    pairs = [
        (1.5, wanted["heads"], model.heads(h, mask)[mask]),
        (1.5, wanted["relations"], model.relations(h, best)[mask]),
    ]
    for name in CLASSES:
        scores = getattr(model, name)(flat, data.classes.stretches(name, batch))
        pairs += [(1.0, *pair) for pair in zip(wanted[name], scores, strict=True)]
    parts = [-n * (likely * F.log_softmax(s.float(), -1)).sum() for n, likely, s in pairs]
    return torch.stack(parts).sum() / len(flat)


class Together:
    """What to learn: answers of both students where they help, of the new one alone elsewhere."""

    def __init__(self, both: list[WordNetwork], data: Corpora, args: Any) -> None:
        self._both, self._data = both, data
        codes = data.labels["languages"]
        self._trees, self._tags, self._scripts, self._parts = (
            {codes.index(code) for code in named.split(",") if code}
            for named in (args.trees, args.tags, args.scripts, args.parts)
        )

    def __call__(self, asked: Batch) -> dict[str, Any]:
        classes, types = self._data.classes, self._data.types
        alone, both = (
            answers(some, classes, types, asked) for some in (self._both[1:], self._both)
        )
        language, mask = asked.columns["language"], asked.columns["mask"]
        chosen = torch.isin(language, torch.as_tensor(sorted(self._trees), device=language.device))
        words = chosen[:, None].expand(mask.shape)[mask][:, None]
        wanted = {n: torch.where(words, both[n], alone[n]) for n in ("heads", "relations")}
        wanted["best"] = torch.where(chosen[:, None], both["best"], alone["best"])
        for name, codes in (("tags", self._tags), ("scripts", self._scripts)):
            wanted[name] = [
                together if code in codes else own
                for (code, _, _), own, together in zip(
                    asked.stretches, alone[name], both[name], strict=True
                )
            ]
        for at, (code, _, _) in enumerate(asked.stretches):
            if code in self._parts:
                upos = classes.upos[classes.rows["tags"][code]]
                wanted["tags"][at] = _parts(alone["tags"][at], both["tags"][at], upos)
        return wanted


def _parts(own: Tensor, together: Tensor, upos: Tensor) -> Tensor:
    """Parts of speech as likely as `together` has them, features given these as `own` has them."""
    n = int(upos.max()) + 1
    share, wanted = (
        some.new_zeros(len(some), n).index_add(1, upos, some) for some in (own, together)
    )
    return own * (wanted / share.clamp(min=1e-6))[:, upos]


def read_more(data: Sentences, repeats: np.ndarray, more: list[int]) -> np.ndarray:
    return repeats * np.where(np.isin(data.languages, more), 2, 1)


def finish(args: Any, config: dict[str, Any], data: Corpora) -> WordNetwork:
    rng = np.random.default_rng(config["seed"])
    about = (config, data.labels, data.classes, data.style, args.prepared)
    both = [load_network(Path(path), *about) for path in (args.beside, args.student)]
    evaluate(both, data.classes, data.types, data.dev, "both together")
    model = load_network(Path(args.student), *about).requires_grad_(True).train()
    for part in (model, model.encoder, *model.encoder.body):
        part.dropout = args.dropout
    data.assign(data.train, gold=True)
    together = Together(both, data, args)
    more = [data.labels["languages"].index(code) for code in args.more.split(",") if code]
    plain = repeats_of(data.raw, 300_000, 4.0) * (data.raw.of["times"].cpu().numpy() > 1)
    texts = [
        (some, forever(some, args.batch, read_more(some, repeats, more), rng))
        for some, repeats in ((data.train, repeats_of(data.train, 120_000, 3.0)), (data.raw, plain))
    ]
    optimiser = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.98), weight_decay=0.0)
    begun, step, shown = time.time(), 0, 0.0
    while (done := (time.time() - begun) / args.seconds) < 1:
        rate = args.peak * min(1.0, (step + 1) / RISE) * max(0.02, 1 - done)
        optimiser.param_groups[0]["lr"] = rate
        some, numbers = texts[step % 3 == 2]  # two of treebanks, one of plain text
        batch = some.batch(next(numbers))
        columns = batch.columns
        style = data.style[columns["language"]]
        asked = batch._replace(columns=columns | {"treebank": style})
        h = states(model, data.types, batch, style, args.word_drop)
        wanted = together(asked)
        loss = answers_loss(model, data, h, batch, wanted)
        if "own" in columns and columns["own"].any():
            own = columns["own"].float()
            loss = loss + GOLD * own.mean() * gold_loss(model, data.classes, h, batch, own)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        step, shown = step + 1, shown + float(loss.detach())
        if step % 100 == 0:
            print(f"{step} loss {shown / 100:.3f} {time.time() - begun:.0f} s", flush=True)
            shown = 0.0
    print(f"{step} steps", flush=True)
    return model.eval()


def main() -> None:
    args = arguments(
        student=None,
        beside=None,
        only=None,
        more="",
        trees="",
        tags="",
        scripts="",
        parts="",
        dropout=0.1,
        word_drop=0.2,
        peak=4e-4,
        batch=4000,
        seconds=1500.0,
    )
    config = configuration()
    torch.manual_seed(config["seed"])
    data = Corpora(args, config)
    model = finish(args, config, data)
    save_student(model, args.out)
    evaluate([model], data.classes, data.types, data.dev, "finished")


if __name__ == "__main__":
    main()
