"""Losses and scores of the word network."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from data import Batch, Sentences
from network import Types, WordNetwork
from optimise import DEVICE
from torch import Tensor

CLASSES = ("tags", "scripts")


class Classes:
    """Tags and scripts of all languages in one row; each language has its stretch of them."""

    def __init__(self, labels: dict[str, Any]) -> None:
        self.languages = labels["languages"]
        self.rows: dict[str, list[slice]] = {}
        self.members: dict[str, Tensor] = {}  # (language, class), filled up with the one after all
        self.sizes: dict[str, int] = {}
        for name in CLASSES:
            ends = np.cumsum([0, *(len(labels[name][code]) for code in self.languages)]).tolist()
            self.rows[name] = [slice(a, b) for a, b in zip(ends, ends[1:], strict=False)]
            self.sizes[name] = ends[-1]
            numbers = np.array(ends[:-1])[:, None] + np.arange(np.diff(ends).max())
            numbers = np.where(numbers < np.array(ends[1:])[:, None], numbers, ends[-1])
            self.members[name] = torch.as_tensor(numbers, device=DEVICE)
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

    def stretches(self, name: str, batch: Batch) -> list[tuple[slice, int, int]]:
        return [(self.rows[name][language], a, b) for language, a, b in batch.stretches]


def build(
    config: dict[str, Any],
    labels: dict[str, Any],
    classes: Classes,
    settings: dict[str, Any],
    prepared: Path,
) -> WordNetwork:
    sizes = {
        "pieces": config["table"]["pieces"],
        "words": config["table"]["words"],
        "treebanks": len(labels["treebanks"]),
        "relations": len(labels["relations"]),
        **classes.sizes,
    }
    chosen = [settings[name] for name in ("kind", "state", "layers", "dropout", "width")]
    guide = None
    if settings.get("guide") == "yes":
        from guide import Guide  # needs gguf, which nothing else does

        guide = Guide(prepared, settings["state"])
    return WordNetwork(sizes, classes.made_of, *chosen, guide).to(DEVICE)


def manners(config: dict[str, Any], labels: dict[str, Any]) -> list[list[int]]:
    """For each language the treebanks whose annotation is taught; the first gives its vector."""
    number = {name: at for at, name in enumerate(labels["treebanks"])}
    return [
        [number[f"{code}:{name}"] for name in config["manner"][code]]
        for code in labels["languages"]
    ]


def load_network(
    path: Path,
    config: dict[str, Any],
    labels: dict[str, Any],
    classes: Classes,
    style: Tensor,
    prepared: Path,
) -> WordNetwork:
    """A teacher's file, or the folder of a student, which knows one manner a language (`style`)."""
    if path.is_dir():
        held = load_student(path)
        state, width = held["into.weight"].shape
        settings = {
            "kind": "light",
            "state": state,
            "layers": sum(name.endswith("gates.weight") for name in held),
            "width": width // 2,
            "dropout": 0.0,
        }
        codes = [name.partition(":")[0] for name in labels["treebanks"]]
        first = style.cpu()[[labels["languages"].index(code) for code in codes]]
        held["treebanks.weight"] = held["treebanks.weight"][first]
        model = build(config, labels, classes, settings, prepared)
        model.load_state_dict(held, strict=False)
        model.tag_parts.data.zero_()  # what tags share is part of each
    else:
        saved = torch.load(path, map_location=DEVICE, weights_only=True)
        model = build(config, labels, classes, saved["settings"], prepared)
        model.load_state_dict(saved["model"])
    return model.eval().requires_grad_(False)


def load_student(folder: Path) -> dict[str, Tensor]:
    """What training wrote of a student."""
    with np.load(folder / "student.npz") as file:
        held = {name: torch.from_numpy(file[name].astype(np.float32)) for name in file.files}
    for name in ("pieces", "words"):
        table = torch.from_numpy(np.load(folder / f"{name}.npy").astype(np.float32))
        held[f"{name}.weight"] = table * held.pop(f"{name}.step")[:, None]
    held["tag_own"] = held.pop("tag_weight")
    return held


def inputs(
    model: WordNetwork, types: Types, batch: Batch, word_drop: float, hide: Tensor | None = None
) -> Tensor:
    """Vectors of the words of a batch; those in `hide` are masked."""
    mask = batch.columns["mask"]
    vectors = model.vectors(types, batch.words(batch.columns["type"]), word_drop, batch.pieces)
    x = vectors.new_zeros(mask.numel(), vectors.shape[-1]).index_copy(0, batch.flat, vectors)
    x = x.view(*mask.shape, -1)
    if hide is not None:
        x = torch.where(hide[..., None], model.hidden.to(x.dtype), x)
    return x


def states(
    model: WordNetwork, types: Types, batch: Batch, treebank: Tensor, word_drop: float = 0.0
) -> Tensor:
    """What the network makes of the words, in the manner of one treebank a sentence."""
    columns = batch.columns
    x = inputs(model, types, batch, word_drop)
    guided = model.guide(columns["type"], columns["mask"]) if model.guide else None
    return model.encode(x, treebank, columns["mask"], guided)


def gold_loss(
    model: WordNetwork, classes: Classes, h: Tensor, batch: Batch, weight: Tensor
) -> Tensor:
    """Cross-entropy of tags, scripts, heads and relations; `weight` per sentence."""
    columns, mask = batch.columns, batch.columns["mask"]
    weight = weight[:, None].expand(mask.shape)[mask]
    flat = h[mask]
    heads = columns["head"].masked_fill(~mask, -1)
    relation = torch.where(heads >= 0, columns["relation"], -1)
    each = [
        F.cross_entropy(model.heads(h, mask)[mask], heads[mask], ignore_index=-1, reduction="none"),
        F.cross_entropy(
            model.relations(h, heads)[mask].float(),
            relation[mask],
            ignore_index=-1,
            reduction="none",
        ),
    ]
    for name in CLASSES:
        stretches, target = classes.stretches(name, batch), columns[name[:-1]][mask]
        scores = getattr(model, name)(flat, stretches)
        each.append(
            torch.cat(
                [
                    F.cross_entropy(some, target[a:b], ignore_index=-1, reduction="none")
                    for some, (_, a, b) in zip(scores, stretches, strict=True)
                ]
            )
        )
    return sum((one * weight).sum() for one in each) / weight.sum().clamp(min=1)


@torch.no_grad()
def answers(
    teachers: list[WordNetwork], classes: Classes, types: Types, batch: Batch
) -> dict[str, Any]:
    """Mean probabilities of the teachers, in the manner of the treebank each sentence names."""
    mask, n = batch.columns["mask"], len(teachers)
    both = [(t, states(t, types, batch, batch.columns["treebank"])) for t in teachers]
    heads = sum(F.softmax(t.heads(h, mask), -1) for t, h in both) / n
    found: dict[str, Any] = {"heads": heads[mask], "best": heads.argmax(-1)}
    found["relations"] = (
        sum(F.softmax(t.relations(h, found["best"])[mask].float(), -1) for t, h in both) / n
    )
    for name in CLASSES:
        stretches = classes.stretches(name, batch)
        votes = [[F.softmax(s, -1) for s in getattr(t, name)(h[mask], stretches)] for t, h in both]
        found[name] = [sum(some) / n for some in zip(*votes, strict=True)]
    return found


@torch.no_grad()
def evaluate(
    models: list[WordNetwork], classes: Classes, types: Types, dev: Sentences, title: str
) -> None:
    """Accuracy on gold words, heads by argmax; several models vote."""
    found = np.zeros((len(classes.languages), 6))
    for numbers in dev.batches(20_000, None, np.random.default_rng(0)):
        batch = dev.batch(numbers)
        columns, mask = batch.columns, batch.columns["mask"]
        answer = answers(models, classes, types, batch)
        tag = torch.cat([scores.argmax(-1) for scores in answer["tags"]])
        made = torch.cat([scores.argmax(-1) for scores in answer["scripts"]])
        heads, relation = answer["best"][mask], answer["relations"].argmax(-1)
        right = heads == columns["head"][mask]
        same = (
            classes.relation[relation] == classes.relation[columns["relation"][mask].clamp(min=0)]
        )
        gold = columns["tag"][mask]
        hits = [tag, tag == gold, made == columns["script"][mask], right, right & same, mask[mask]]
        for rows, a, b in classes.stretches("tags", batch):
            upos = classes.upos[rows]
            hits[0][a:b] = (gold[a:b] >= 0) & (upos[tag[a:b]] == upos[gold[a:b].clamp(min=0)])
        for language, a, b in batch.stretches:
            found[language] += [float(hit[a:b].sum()) for hit in hits]
    scores = 100 * found[:, :5] / np.maximum(found[:, 5:], 1)
    print(f"{title}\nlang  upos   tag script    uas    las")
    for code, row, n in zip(classes.languages, scores, found[:, 5], strict=True):
        if n:
            print(code, " ", " ".join(f"{value:6.2f}" for value in row))
    middle = np.median(scores[found[:, 5] > 0], 0)
    print("median ", " ".join(f"{value:6.2f}" for value in middle), flush=True)
