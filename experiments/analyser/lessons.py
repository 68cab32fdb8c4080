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
    columns, mask, words = batch.columns, batch.columns["mask"], batch.words
    place, n = words(columns["place"]), len(batch.flat)
    gold = "own" in columns
    if gold:
        own = words(columns["own"][:, None].expand(mask.shape)).float()
        weight = columns["own"].float().mean() * own / own.sum().clamp(min=1)

    def wanted(name: str, target: Tensor | None = None) -> tuple[Tensor, Tensor]:
        number = lessons.numbers[name][place].long()
        share = lessons.shares[name][place].float() / n
        if target is None:
            return number, share
        share = torch.cat([share, (weight * (target >= 0))[:, None]], 1)
        return torch.cat([number, target.clamp(min=0)[:, None]], 1), share

    number, share = wanted("heads", words(columns["head"]) if gold else None)
    total = -parse * (share * _sure(words(model.heads(h, mask))).gather(1, number)).sum()
    best = lessons.numbers["heads"][:, 0][columns["place"]].long().masked_fill(~mask, 0)
    number, share = wanted("relations")
    scores = words(model.relations(h, best))
    total = total - parse * (share * _sure(scores).gather(1, number)).sum()
    if gold:
        heads = columns["head"].masked_fill(~mask, -1)
        target = words(torch.where(heads >= 0, columns["relation"], -1))
        scores = _sure(words(model.relations(h, heads)))
        right = scores.gather(1, target.clamp(min=0)[:, None])[:, 0]
        total = total - parse * (weight * (target >= 0) * right).sum()
    flat = words(h)
    for name in CLASSES:
        number, share = wanted(name, words(columns[name[:-1]]) if gold else None)
        # A row is filled up with the word after the last, which counts nothing.
        number, share = (F.pad(x, (0, 0, 0, 1))[batch.rows] for x in (number, share))
        members = classes.members[name][batch.row_language]
        scores = _sure(model.in_rows(name, flat, batch.rows, members))
        total = total - (share * scores.gather(-1, number)).sum()
    return total


def _sure(scores: Tensor) -> Tensor:
    return F.log_softmax(scores.float(), -1)
