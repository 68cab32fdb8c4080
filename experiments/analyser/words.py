"""Losses and scores of the word network."""

from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from data import Sentences
from network import Types, WordNetwork
from optimise import DEVICE
from torch import Tensor


class Classes:
    """Tags and scripts of all languages in one row, closed to other languages by a mask."""

    def __init__(self, labels: dict[str, Any]) -> None:
        self.languages = labels["languages"]
        self.starts, self.shut, self.sizes = {}, {}, {}
        for name in ("tags", "scripts"):
            sizes = [len(labels[name][code]) for code in self.languages]
            starts = np.cumsum([0, *sizes])
            shut = torch.full((len(sizes), int(starts[-1])), -1e4)
            for at, size in enumerate(sizes):
                shut[at, starts[at] : starts[at] + size] = 0
            self.starts[name] = torch.as_tensor(starts[:-1], device=DEVICE)
            self.shut[name], self.sizes[name] = shut.to(DEVICE), int(starts[-1])
        tags = [tag for code in self.languages for tag in labels["tags"][code]]
        parts = [{tag.split("|")[0], *filter(None, tag.split("|")[1:])} for tag in tags]
        number = {part: at for at, part in enumerate(sorted(set().union(*parts)))}
        self.made_of = torch.zeros(len(tags), len(number), device=DEVICE)
        for at, found in enumerate(parts):
            self.made_of[at, [number[part] for part in found]] = 1.0
        upos = sorted({tag.split("|")[0] for tag in tags})
        self.upos = torch.as_tensor([upos.index(tag.split("|")[0]) for tag in tags], device=DEVICE)
        base = sorted({r.split(":")[0] for r in labels["relations"]})
        self.relation = torch.as_tensor(
            [base.index(r.split(":")[0]) for r in labels["relations"]], device=DEVICE
        )

    def logits(self, name: str, scores: Tensor, language: Tensor) -> Tensor:
        return scores + self.shut[name][language].to(scores.dtype)

    def target(self, name: str, values: Tensor, language: Tensor) -> Tensor:
        return torch.where(values >= 0, values + self.starts[name][language], values)


def build(
    config: dict[str, Any], labels: dict[str, Any], classes: Classes, settings: dict[str, Any]
) -> WordNetwork:
    """Treebank numbers beyond the known ones stand for a language in general."""
    sizes = {
        "pieces": config["table"]["pieces"],
        "words": config["table"]["words"],
        "treebanks": len(labels["treebanks"]) + len(labels["languages"]),
        "tags": classes.sizes["tags"],
        "scripts": classes.sizes["scripts"],
        "relations": len(labels["relations"]),
    }
    return WordNetwork(
        sizes,
        classes.made_of,
        settings["kind"],
        settings["state"],
        settings["layers"],
        settings["dropout"],
        settings["width"],
    ).to(DEVICE)


def inputs(
    model: WordNetwork,
    types: Types,
    batch: dict[str, Tensor],
    word_drop: float,
    hide: Tensor | None = None,
) -> Tensor:
    """Vectors of the words of a batch; those in `hide` are masked."""
    kinds, place = batch["type"][batch["mask"]].unique(return_inverse=True)
    vectors = model.vectors(types, kinds, word_drop)[place]
    x = vectors.new_zeros(*batch["mask"].shape, vectors.shape[-1])
    x[batch["mask"]] = vectors
    if hide is not None:
        x = torch.where(hide[..., None], model.hidden.to(x.dtype), x)
    return x


def gold_loss(
    model: WordNetwork, classes: Classes, h: Tensor, batch: dict[str, Tensor], weight: Tensor
) -> Tensor:
    """Cross-entropy of tags, scripts, heads and relations; `weight` per sentence."""
    mask = batch["mask"]
    language = batch["language"][:, None].expand(mask.shape)[mask]
    weight = weight[:, None].expand(mask.shape)[mask]
    flat, total = h[mask], h.new_zeros((), dtype=torch.float32)
    heads = batch["head"].masked_fill(~mask, -1)
    relation = torch.where(heads >= 0, batch["relation"], -1)
    tasks = [
        (
            classes.logits(name, scores, language),
            classes.target(name, batch[name[:-1]][mask], language),
        )
        for name, scores in (("tags", model.tags(flat)), ("scripts", model.scripts(flat)))
    ]
    tasks += [
        (model.heads(h, mask)[mask], heads[mask]),
        (model.relations(h, heads)[mask], relation[mask]),
    ]
    for scores, target in tasks:
        each = F.cross_entropy(scores.float(), target, ignore_index=-1, reduction="none")
        total = total + (each * weight).sum() / weight.sum().clamp(min=1)
    return total


def taught_loss(
    model: WordNetwork,
    classes: Classes,
    h: Tensor,
    batch: dict[str, Tensor],
    lessons: dict[str, Tensor],
) -> Tensor:
    """Divergence from the teachers' probabilities."""
    mask = batch["mask"]
    language = batch["language"][:, None].expand(mask.shape)[mask]
    flat = h[mask]
    answers = {
        "tags": classes.logits("tags", model.tags(flat), language),
        "scripts": classes.logits("scripts", model.scripts(flat), language),
        "heads": model.heads(h, mask)[mask],
        "relations": model.relations(h, lessons["best"])[mask],
    }
    return sum(
        -(lessons[name] * F.log_softmax(scores.float(), -1)).sum(-1).mean()
        for name, scores in answers.items()
    )


@torch.no_grad()
def lessons(
    teachers: list[WordNetwork], classes: Classes, types: Types, batch: dict[str, Tensor]
) -> dict[str, Tensor]:
    """Mean probabilities of the teachers, in the style of each language's chosen treebank."""
    mask = batch["mask"]
    language = batch["language"][:, None].expand(mask.shape)[mask]
    found: dict[str, Tensor] = {}
    states = [
        teacher.encode(inputs(teacher, types, batch, 0.0), batch["treebank"], mask)
        for teacher in teachers
    ]
    heads = sum(
        F.softmax(t.heads(h, mask), -1) for t, h in zip(teachers, states, strict=True)
    ) / len(teachers)
    best = heads.argmax(-1)
    for teacher, h in zip(teachers, states, strict=True):
        flat = h[mask]
        made = {
            "tags": classes.logits("tags", teacher.tags(flat), language),
            "scripts": classes.logits("scripts", teacher.scripts(flat), language),
            "relations": teacher.relations(h, best)[mask],
        }
        for name, scores in made.items():
            found[name] = found.get(name, 0) + F.softmax(scores.float(), -1) / len(teachers)
    return found | {"heads": heads[mask], "best": best}


@torch.no_grad()
def evaluate(
    models: list[WordNetwork], classes: Classes, types: Types, dev: Sentences, title: str
) -> None:
    """Accuracy on gold words, heads by argmax; several models vote."""
    found = np.zeros((len(classes.languages), 6))
    for numbers in dev.batches(20_000, None, np.random.default_rng(0)):
        batch = dev.batch(numbers)
        mask = batch["mask"]
        answer = lessons(models, classes, types, batch)
        language = batch["language"][:, None].expand(mask.shape)[mask]
        tag, made = answer["tags"].argmax(-1), answer["scripts"].argmax(-1)
        heads, relation = answer["best"][mask], answer["relations"].argmax(-1)
        gold_tag = classes.target("tags", batch["tag"][mask], language)
        gold_made = classes.target("scripts", batch["script"][mask], language)
        right = heads == batch["head"][mask]
        same = classes.relation[relation] == classes.relation[batch["relation"][mask].clamp(min=0)]
        hits = [
            (gold_tag >= 0) & (classes.upos[tag] == classes.upos[gold_tag.clamp(min=0)]),
            tag == gold_tag,
            made == gold_made,
            right,
            right & same,
            mask[mask],
        ]
        for column, hit in enumerate(hits):
            counts = torch.bincount(language, weights=hit.double(), minlength=len(found))
            found[:, column] += counts.cpu().numpy()
    scores = 100 * found[:, :5] / np.maximum(found[:, 5:], 1)
    print(f"{title}\nlang  upos   tag script    uas    las")
    for code, row, n in zip(classes.languages, scores, found[:, 5], strict=True):
        if n:
            print(code, " ", " ".join(f"{value:6.2f}" for value in row))
    print(
        "median ",
        " ".join(f"{value:6.2f}" for value in np.median(scores[found[:, 5] > 0], 0)),
        flush=True,
    )
