"""What the teachers answer, asked once for every word and kept as its likeliest answers."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from data import Batch, Sentences
from network import Types, WordNetwork
from optimise import DEVICE
from torch import Tensor
from words import CLASSES, Classes, answers

KEPT = 8  # answers to a question; beyond them hardly anything is left
QUESTIONS = ("heads", "relations", *CLASSES)


class Lessons(NamedTuple):
    """Per question (word, KEPT): numbers of the answers, and how likely each is."""

    numbers: dict[str, Tensor]
    shares: dict[str, Tensor]


@torch.no_grad()
def teach(
    teachers: list[WordNetwork], classes: Classes, types: Types, data: Sentences, size: int
) -> Lessons:
    """Lessons for all words of `data`, each sentence in the manner its column `taught` names."""
    shape = (len(data.words["type"]), KEPT)
    made = Lessons(
        {name: torch.zeros(shape, dtype=torch.int16, device=DEVICE) for name in QUESTIONS},
        {name: torch.zeros(shape, dtype=torch.float16, device=DEVICE) for name in QUESTIONS},
    )
    guides = [teacher.guide for teacher in teachers if teacher.guide]
    if guides:
        data.weigh(guides[0].pieces.counts)
    for numbers in data.batches(size, None, np.random.default_rng(0)):
        batch = data.batch(numbers)
        columns = batch.columns
        place = columns["place"][columns["mask"]]
        asked = batch._replace(columns=columns | {"treebank": columns["taught"]})
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            found = answers(teachers, classes, types, asked)
        for name in QUESTIONS:
            many = found[name] if name in CLASSES else [found[name]]
            best = [_best(some) for some in many]
            made.shares[name][place] = torch.cat([share for share, _ in best])
            made.numbers[name][place] = torch.cat([number for _, number in best])
    data.sizes = data.lengths
    return made


def _best(likely: Tensor) -> tuple[Tensor, Tensor]:
    share, number = likely.float().topk(min(KEPT, likely.shape[1]))
    number = number.masked_fill(share == 0, 0)  # a head beyond the sentence
    share = share / share.sum(1, keepdim=True)
    room = (0, KEPT - share.shape[1])
    return F.pad(share, room).half(), F.pad(number, room).short()


def taught_loss(
    model: WordNetwork,
    classes: Classes,
    h: Tensor,
    batch: Batch,
    lessons: Lessons,
    parse: float,
) -> Tensor:
    """Divergence from the teachers, with the gold of sentences in the manner they are taught.

    `parse`: what heads and relations count beside tags and scripts.
    """
    columns, mask = batch.columns, batch.columns["mask"]
    place, flat = columns["place"][mask], h[mask]
    gold = "own" in columns
    if gold:
        own = columns["own"][:, None].expand(mask.shape)[mask].float()
        weight = columns["own"].float().mean() * own / own.sum().clamp(min=1)

    def wanted(name: str, target: Tensor | None = None) -> tuple[Tensor, Tensor]:
        number = lessons.numbers[name][place].long()
        share = lessons.shares[name][place].float() / len(place)
        if target is None:
            return number, share
        share = torch.cat([share, (weight * (target >= 0))[:, None]], 1)
        return torch.cat([number, target.clamp(min=0)[:, None]], 1), share

    number, share = wanted("heads", columns["head"][mask] if gold else None)
    total = -parse * (share * _sure(model.heads(h, mask)[mask]).gather(1, number)).sum()
    best = lessons.numbers["heads"][:, 0][columns["place"]].long().masked_fill(~mask, 0)
    number, share = wanted("relations")
    scores = model.relations(h, best)[mask]
    total = total - parse * (share * _sure(scores).gather(1, number)).sum()
    if gold:
        heads = columns["head"].masked_fill(~mask, -1)
        target = torch.where(heads >= 0, columns["relation"], -1)[mask]
        scores = _sure(model.relations(h, heads)[mask])
        right = scores.gather(1, target.clamp(min=0)[:, None])[:, 0]
        total = total - parse * (weight * (target >= 0) * right).sum()
    for name in CLASSES:
        stretches = classes.stretches(name, batch)
        number, share = wanted(name, columns[name[:-1]][mask] if gold else None)
        parts = number.split([b - a for _, a, b in stretches])
        scores = getattr(model, name)(flat, stretches)
        found = [_sure(s).gather(1, n) for s, n in zip(scores, parts, strict=True)]
        total = total - (share * torch.cat(found)).sum()
    return total


def _sure(scores: Tensor) -> Tensor:
    return F.log_softmax(scores.float(), -1)
