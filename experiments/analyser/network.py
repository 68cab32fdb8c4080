"""The two networks, in torch. `export.py` writes them as ONNX graphs and int8 tables."""

import math

import torch
import torch.nn.functional as F
from scan import BOUND, recur
from torch import Tensor, nn


class LightRecurrence(nn.Module):
    """A bidirectional simple recurrent unit: gates see the input alone, so that all the heavy
    work is one matrix product; only an interpolation runs along the sentence (Lei et al. 2018).

    Half of the state runs forward, half backward. Input and output: (time, batch, state).
    """

    def __init__(self, state: int, dropout: float) -> None:
        super().__init__()
        self.gates = nn.Linear(state, 3 * state)
        self.dropout = dropout
        nn.init.normal_(self.gates.weight, std=1.2 / math.sqrt(state))
        with torch.no_grad():
            self.gates.bias.zero_()
            self.gates.bias[state : 2 * state] = 1.0  # remember at first

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        seen = x * _locked(x, self.dropout) if self.training and self.dropout else x
        return recur(self.gates(seen), x, mask)


def _locked(x: Tensor, rate: float) -> Tensor:
    """Dropout that is the same at every place of a sentence."""
    return torch.empty_like(x[:1]).bernoulli_(1 - rate) / (1 - rate)


class Lstm(nn.Module):
    """What the light recurrence is measured against, and what teachers are made of."""

    def __init__(self, state: int, layers: int, dropout: float) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            nn.LSTM(state, state // 2, bidirectional=True) for _ in range(layers)
        )
        self.dropout = dropout

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        lengths = mask[..., 0].sum(0).long().cpu()
        for at, layer in enumerate(self.layers):
            if self.training and self.dropout:
                x = x * _locked(x, self.dropout)
            packed = nn.utils.rnn.pack_padded_sequence(x, lengths, enforce_sorted=False)
            out, _ = nn.utils.rnn.pad_packed_sequence(layer(packed)[0], total_length=x.shape[0])
            x = out if at == 0 else x + out
        return x


class Encoder(nn.Module):
    def __init__(self, kind: str, state: int, layers: int, dropout: float) -> None:
        super().__init__()
        if kind == "lstm":
            self.body: nn.Module = Lstm(state, layers, dropout)
        else:
            self.body = nn.ModuleList(LightRecurrence(state, dropout) for _ in range(layers))
        self.dropout = dropout

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """(batch, time, state) in and out."""
        x, there = x.transpose(0, 1), mask.transpose(0, 1)[..., None].float()
        if isinstance(self.body, nn.ModuleList):
            x = x.float().clamp(-BOUND, BOUND)
            for layer in self.body:
                x = layer(x, there)
        else:
            x = self.body(x, there)
        if self.training and self.dropout:
            x = x * _locked(x, self.dropout)
        return x.transpose(0, 1)


class WordNetwork(nn.Module):
    """Words of a sentence -> tag, lemma script, head and relation of each."""

    def __init__(
        self,
        sizes: dict[str, int],
        made_of: Tensor,
        kind: str,
        state: int,
        layers: int,
        dropout: float,
        width: int,
        guide: nn.Module | None = None,
    ) -> None:
        """`made_of`: (tag, part of speech or feature), 1 where a tag holds it."""
        super().__init__()
        self.guide = guide
        self.pieces = nn.Embedding(sizes["pieces"], width)
        self.words = nn.Embedding(sizes["words"], width)
        self.treebanks = nn.Embedding(sizes["treebanks"], state)
        nn.init.normal_(self.pieces.weight, std=0.3)
        nn.init.normal_(self.words.weight, std=0.1)
        nn.init.normal_(self.treebanks.weight, std=0.1)
        self.hidden = nn.Parameter(torch.randn(2 * width) * 0.1)  # stands for a masked word
        self.into = nn.Linear(2 * width, state)
        self.encoder = Encoder(kind, state, layers, dropout)
        middle, arc = 160, 128
        self.tag_in = nn.Linear(state, middle)
        self.register_buffer("made_of", made_of)
        # Tags that share a feature share what was learned of it, across languages.
        self.tag_parts = nn.Parameter(torch.randn(made_of.shape[1], middle) * 0.05)
        self.tag_own = nn.Parameter(torch.zeros(sizes["tags"], middle))
        self.tag_bias = nn.Parameter(torch.zeros(sizes["tags"]))
        self.script_in, self.script_out = (
            nn.Linear(state, middle),
            nn.Linear(middle, sizes["scripts"]),
        )
        self.arcs = nn.Linear(state, 2 * arc)
        self.arc_weight = nn.Parameter(torch.eye(arc) / math.sqrt(arc))
        self.arc_bias = nn.Parameter(torch.zeros(arc))
        self.arc_root = nn.Parameter(torch.randn(arc) * 0.1)
        self.links = nn.Linear(state, 2 * arc)
        self.link_root = nn.Parameter(torch.randn(arc) * 0.1)
        self.link_out = nn.Linear(arc, sizes["relations"])
        self.dropout = dropout

    def vectors(
        self, types: "Types", wanted: Tensor, word_drop: float = 0.0, total: int | None = None
    ) -> Tensor:
        """A vector for each wanted word type; `total`: of their pieces, if known."""
        ids, offsets, counts = types.bags(wanted, total)
        pieces = F.embedding_bag(ids, self.pieces.weight, offsets, mode="sum")
        pieces = pieces / counts.clamp(min=1).sqrt()[:, None]
        whole = self.words(types.whole[wanted]).sum(1)
        if word_drop:
            keep = torch.rand(len(wanted), 1, device=wanted.device) >= word_drop
            whole = whole * keep
        return torch.cat([pieces, whole], -1)

    def encode(
        self, vectors: Tensor, treebank: Tensor, mask: Tensor, guided: Tensor | None = None
    ) -> Tensor:
        x = self.into(vectors) + self.treebanks(treebank)[:, None]
        if guided is not None:
            x = x + guided
        return self.encoder(F.dropout(x, self.dropout / 2, self.training), mask)

    def tags(self, h: Tensor, stretches: list[tuple[slice, int, int]]) -> list[Tensor]:
        """Scores over the tags of each stretch's language."""
        return _scores(*self._classes("tags", h), stretches)

    def scripts(self, h: Tensor, stretches: list[tuple[slice, int, int]]) -> list[Tensor]:
        return _scores(*self._classes("scripts", h), stretches)

    def in_rows(self, name: str, h: Tensor, rows: Tensor, members: Tensor) -> Tensor:
        """The same (row, word, class): one product for all languages, however small.

        `members` (row, class): the classes of each row's language, filled up with the number
        after the last.
        """
        seen, weight, bias = self._classes(name, h)
        seen = _taken(F.pad(seen, (0, 0, 0, 1)), rows)
        weight = _taken(F.pad(weight, (0, 0, 0, 1)), members)
        bias = _taken(F.pad(bias, (0, 1), value=-1e4), members)
        return torch.baddbmm(bias[:, None], seen, weight.transpose(1, 2))

    def _classes(self, name: str, h: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        if name == "tags":
            return self._drop(_bounded(self.tag_in(h))), self.tag_weight(), self.tag_bias
        out = self.script_out
        return self._drop(_bounded(self.script_in(h))), out.weight, out.bias

    def tag_weight(self) -> Tensor:
        return self.made_of @ self.tag_parts + self.tag_own

    def heads(self, h: Tensor, mask: Tensor) -> Tensor:
        """(batch, word, head): head 0 is the root, others count from 1."""
        below, above = F.relu(self.arcs(h)).chunk(2, -1)
        below, above = self._drop(below), self._drop(above)
        above = torch.cat([self.arc_root.expand(len(h), 1, -1), above], 1)
        scores = (below @ self.arc_weight + self.arc_bias) @ above.transpose(1, 2)
        allowed = torch.cat([mask.new_ones(len(h), 1), mask], 1)[:, None]
        own = torch.eye(h.shape[1], dtype=torch.bool, device=h.device)
        own = torch.cat([own.new_zeros(h.shape[1], 1), own], 1)
        return scores.float().masked_fill(~allowed | own, -1e4)

    def relations(self, h: Tensor, heads: Tensor) -> Tensor:
        below, above = self.links(h).chunk(2, -1)
        above = torch.cat([self.link_root.expand(len(h), 1, -1), above], 1)
        above = above.gather(1, heads.clamp(min=0)[..., None].expand(-1, -1, above.shape[-1]))
        return self.link_out(self._drop(F.relu(below + above) + below * above))

    def _drop(self, x: Tensor) -> Tensor:
        return F.dropout(x, self.dropout, self.training)


def _taken(x: Tensor, numbers: Tensor) -> Tensor:
    return x.index_select(0, numbers.flatten()).view(*numbers.shape, *x.shape[1:])


def _bounded(x: Tensor) -> Tensor:
    return x.clamp(0, 2 * BOUND)


def _scores(
    seen: Tensor, weight: Tensor, bias: Tensor, stretches: list[tuple[slice, int, int]]
) -> list[Tensor]:
    """Stretches follow one another in the words and, with gaps, in the classes.

    Cut once, not slice by slice: each slice would have a gradient as large as the whole.
    """
    cuts, at = [], 0
    for rows, _, _ in stretches:
        cuts += [rows.start - at, rows.stop - rows.start]
        at = rows.stop
    cuts.append(len(weight) - at)
    weights, biases = weight.split(cuts)[1::2], bias.split(cuts)[1::2]
    words = seen.split([b - a for _, a, b in stretches])
    return [F.linear(*some).float() for some in zip(words, weights, biases, strict=True)]


class Types:
    """Word types described by rows of the tables, on the device."""

    def __init__(self, ids: Tensor, offsets: Tensor, whole: Tensor) -> None:
        self.ids, self.offsets, self.whole = ids, offsets, whole

    def bags(self, wanted: Tensor, total: int | None) -> tuple[Tensor, Tensor, Tensor]:
        starts = self.offsets[wanted]
        counts = self.offsets[wanted + 1] - starts
        ends = counts.cumsum(0)
        begins = ends - counts
        total = int(ends[-1]) if total is None else total
        place = torch.arange(total, device=wanted.device)
        # Where a piece stands in the list: how far its word's are ahead of it here.
        ahead = torch.repeat_interleave(starts - begins, counts, output_size=total)
        return self.ids[place + ahead], begins, counts


class CharacterNetwork(nn.Module):
    """Characters -> where tokens and sentences end, and how a token splits into words."""

    def __init__(
        self,
        rows: int,
        width: int,
        state: int,
        layers: int,
        languages: int,
        splits: int,
        dropout: float = 0.15,
    ) -> None:
        super().__init__()
        self.rows = nn.Embedding(rows + 1, width)
        self.languages = nn.Embedding(languages, state)
        nn.init.normal_(self.rows.weight, std=0.3)
        nn.init.normal_(self.languages.weight, std=0.1)
        with torch.no_grad():
            self.rows.weight[rows] = 0.0  # no hint
        self.into = nn.Linear(width, state)
        self.encoder = Encoder("light", state, layers, dropout)
        self.ends = nn.Linear(state, 3)
        self.splits = nn.Linear(state, splits)

    def forward(self, rows: Tensor, language: Tensor, mask: Tensor) -> Tensor:
        table = torch.cat([self.rows.weight[:-1], torch.zeros_like(self.rows.weight[:1])])
        x = F.embedding(rows, table).sum(2)
        return self.encoder(self.into(x) + self.languages(language)[:, None], mask)
