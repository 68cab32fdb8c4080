"""Trains a small English -> French, Spanish, German model and translates the demo sources.

    python train_nmt.py --data DATA --sources sources.en --size base --minutes 8 --out OUT

DATA holds Europarl (train.{en,fr,es,de}.gz, dev.*) and Tatoeba (en-fr.tsv.gz, en-es.tsv.gz). The
target language is a token in front of the source. Needs torch, sentencepiece, sacrebleu and a GPU.
The outputs that ship with litmus were made by this script; see README.md beside it.
"""

import argparse
import gzip
import io
import math
import random
import time
from pathlib import Path

import sacrebleu
import sentencepiece as spm
import torch
from torch import nn
from torch.nn import functional

LANGUAGES = ("fr", "es", "de")
SIZES = {"small": (256, 1024, 3, 4), "base": (512, 2048, 6, 8)}  # width, ffn, layers, heads
VOCABULARY = 16_000
DEV_LINES = 60
PAD, BOS, EOS = 0, 1, 2


def lines(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as stream:
        return [" ".join(line.split()) for line in stream]


def load_pairs(data: Path) -> list[tuple[str, str, str]]:
    """(language, source, target) of all training text, very long and very uneven pairs left out."""
    english = lines(data / "train.en.gz")
    pairs = [
        (code, source, target)
        for code in LANGUAGES
        for source, target in zip(english, lines(data / f"train.{code}.gz"), strict=True)
    ]
    for code in ("fr", "es"):
        rows = (line.partition("\t") for line in lines_raw(data / f"en-{code}.tsv.gz"))
        pairs += [(code, source, target) for source, _, target in rows]

    def fits(source: str, target: str) -> bool:
        a, b = len(source.split()), len(target.split())
        return 0 < a <= 80 and 0 < b <= 90 and max(a, b) / min(a, b) < 3

    return [(c, s, t) for c, s, t in pairs if fits(s, t)]


def lines_raw(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as stream:
        return [line.rstrip("\n") for line in stream]


def train_pieces(pairs: list[tuple[str, str, str]]) -> spm.SentencePieceProcessor:
    model = io.BytesIO()
    sample = random.Random(1).sample(pairs, min(60_000, len(pairs)))
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter([text for _, s, t in sample for text in (s, t)]),
        model_writer=model, vocab_size=VOCABULARY, model_type="unigram", character_coverage=0.9999,
        pad_id=PAD, bos_id=BOS, eos_id=EOS, unk_id=3, num_threads=8,
        user_defined_symbols=[f"<2{code}>" for code in LANGUAGES], minloglevel=2,
    )  # fmt: skip
    return spm.SentencePieceProcessor(model_proto=model.getvalue())


class Attention(nn.Module):
    """Multi-head attention on the fused kernels; `causal` for the decoder's own states."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key_value = nn.Linear(width, width), nn.Linear(width, 2 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x, memory, mask=None, causal=False):
        def split(states):
            return states.unflatten(-1, (self.heads, -1)).transpose(1, 2)

        key, value = self.key_value(memory).chunk(2, -1)
        mixed = functional.scaled_dot_product_attention(
            split(self.query(x)), split(key), split(value), attn_mask=mask, is_causal=causal
        )
        return self.out(mixed.transpose(1, 2).flatten(2))


class Layer(nn.Module):
    """A pre-norm layer: own states, the encoder's states if any, feed-forward."""

    def __init__(self, width: int, ffn: int, heads: int, *, cross: bool) -> None:
        super().__init__()
        self.own, self.cross = Attention(width, heads), Attention(width, heads) if cross else None
        self.wide, self.narrow = nn.Linear(width, ffn), nn.Linear(ffn, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3 if cross else 2))
        self.drop = nn.Dropout(0.1)

    def forward(self, x, own_mask, memory=None, memory_mask=None):
        y = self.norms[0](x)
        x = x + self.drop(self.own(y, y, own_mask, causal=self.cross is not None))
        if self.cross is not None:
            x = x + self.drop(self.cross(self.norms[1](x), memory, memory_mask))
        y = self.norms[-1](x)
        return x + self.drop(self.narrow(functional.relu(self.wide(y))))


class Translator(nn.Module):
    """A plain transformer with tied embeddings and sinusoidal positions."""

    def __init__(self, size: str) -> None:
        super().__init__()
        width, ffn, layers, heads = SIZES[size]
        self.width = width
        self.embed = nn.Embedding(VOCABULARY, width, padding_idx=PAD)
        nn.init.normal_(self.embed.weight, std=width**-0.5)
        self.encoder = nn.ModuleList(Layer(width, ffn, heads, cross=False) for _ in range(layers))
        self.decoder = nn.ModuleList(Layer(width, ffn, heads, cross=True) for _ in range(layers))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        position = torch.arange(512)[:, None]
        rate = torch.exp(torch.arange(0, width, 2) * (-math.log(10_000) / width))
        table = torch.zeros(512, width)
        table[:, 0::2], table[:, 1::2] = torch.sin(position * rate), torch.cos(position * rate)
        self.register_buffer("positions", table, persistent=False)

    def _in(self, ids: torch.Tensor) -> torch.Tensor:
        vectors = self.embed(ids) * math.sqrt(self.width) + self.positions[: ids.shape[1]]
        return functional.dropout(vectors, 0.1, self.training)

    def encode(self, source: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        mask = (source != PAD)[:, None, None]
        x = self._in(source)
        for layer in self.encoder:
            x = layer(x, mask)
        return self.norms[0](x), mask

    def states(
        self, target: torch.Tensor, memory: torch.Tensor, mask: torch.Tensor
    ) -> torch.Tensor:
        x = self._in(target)
        for layer in self.decoder:
            x = layer(x, None, memory, mask)
        return self.norms[1](x)

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        return functional.linear(states, self.embed.weight)


def batches(examples: list[tuple[list[int], list[int]]], tokens: int) -> list[tuple]:
    """Padded batches of similar lengths, about `tokens` tokens each, all on the GPU."""
    order = sorted(range(len(examples)), key=lambda i: (len(examples[i][1]), len(examples[i][0])))
    groups, group, longest = [], [], 0
    for i in order:
        size = max(len(examples[i][0]), len(examples[i][1]))
        if group and max(longest, size) * (len(group) + 1) > tokens:
            groups.append(group)
            group, longest = [], 0
        longest = max(longest, size)
        group.append(i)
    groups.append(group)
    return [(pad([examples[i][0] for i in g]), pad([examples[i][1] for i in g])) for g in groups]


def pad(rows: list[list[int]]) -> torch.Tensor:
    """A rectangle whose width is a multiple of 8, so that few shapes occur."""
    size = -(-max(map(len, rows)) // 8) * 8
    return torch.tensor([row + [PAD] * (size - len(row)) for row in rows], device="cuda")


def train(model: Translator, examples: list[tuple[list[int], list[int]]], minutes: float) -> None:
    peak, warmup = 1e-3, 300
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=peak, betas=(0.9, 0.98), weight_decay=0.01, fused=True
    )
    ready = batches(examples, 40_000)
    rng, start, seen, step = random.Random(2), time.time(), 0, 0
    print(f"{len(ready)} batches", flush=True)
    while True:
        for source, target in rng.sample(ready, len(ready)):
            step += 1
            share = (time.time() - start) / (60 * minutes)
            if share >= 1:
                return
            for group in optimizer.param_groups:
                group["lr"] = peak * min(step / warmup, 1) * max(0.02, 1 - share)
            with torch.autocast("cuda", torch.bfloat16):
                states = model.states(target[:, :-1], *model.encode(source))
                wanted = target[:, 1:] != PAD
                logits = model.logits(states[wanted])
                loss = functional.cross_entropy(logits, target[:, 1:][wanted], label_smoothing=0.1)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            seen += target.numel()
            if step % 500 == 0:
                seconds = time.time() - start
                print(
                    f"step {step} loss {loss.item():.3f} {seen / seconds:,.0f} tokens/s "
                    f"done {share:.0%}",
                    flush=True,
                )


@torch.inference_mode()
def translate(model: Translator, pieces: spm.SentencePieceProcessor, code: str, texts: list[str]):
    """Beam search, beam 5, length-normalised, one sentence at a time in a batch of its beams."""
    model.eval()
    outputs = []
    for text in texts:
        source = torch.tensor(
            [[pieces.piece_to_id(f"<2{code}>"), *pieces.encode(text), EOS]]
        ).cuda()
        memory, padding = model.encode(source)
        beams, finished = [(0.0, [BOS])], []
        for _ in range(2 * source.shape[1] + 20):
            ids = torch.tensor([ids for _, ids in beams]).cuda()
            n = len(beams)
            states = model.states(ids, memory.expand(n, -1, -1), padding.expand(n, -1, -1, -1))
            logits = model.logits(states[:, -1])
            scores = functional.log_softmax(logits.float(), -1)
            scores += torch.tensor([score for score, _ in beams]).cuda()[:, None]
            best, where = scores.flatten().topk(10)
            candidates = [
                (value, beams[place // VOCABULARY][1] + [place % VOCABULARY])
                for value, place in zip(best.tolist(), where.tolist(), strict=True)
            ]
            finished += [(v / len(ids) ** 0.8, ids) for v, ids in candidates if ids[-1] == EOS]
            beams = [(v, ids) for v, ids in candidates if ids[-1] != EOS][:5]
            if len(finished) >= 5:
                break
        finished = finished or [(v / len(ids) ** 0.8, ids) for v, ids in beams]
        outputs.append(pieces.decode([i for i in max(finished)[1] if i > 3]))
    return outputs


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sources", type=Path, required=True)
    parser.add_argument("--size", choices=SIZES, required=True)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    torch.manual_seed(3)
    torch.set_float32_matmul_precision("high")
    pairs = load_pairs(args.data)
    pieces = train_pieces(pairs)
    print(f"{len(pairs):,} pairs", flush=True)
    sources = pieces.encode([source for _, source, _ in pairs], num_threads=8)
    targets = pieces.encode([target for _, _, target in pairs], num_threads=8)
    examples = [
        ([pieces.piece_to_id(f"<2{code}>"), *source, EOS], [BOS, *target, EOS])
        for (code, _, _), source, target in zip(pairs, sources, targets, strict=True)
        if len(source) < 200 and len(target) < 200
    ]
    model = Translator(args.size).cuda()
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters", flush=True)
    train(model, examples, args.minutes)
    texts = args.sources.read_text(encoding="utf-8").split("\n")[:-1]
    for code in LANGUAGES:
        outputs = translate(model, pieces, code, texts)
        (args.out / f"nmt-{args.size}.{code}").write_text("\n".join(outputs) + "\n", "utf-8")
        dev = (
            lines(args.data / "dev.en.gz")[:DEV_LINES],
            lines(args.data / f"dev.{code}.gz")[:DEV_LINES],
        )
        bleu = sacrebleu.corpus_bleu(translate(model, pieces, code, dev[0]), [dev[1]])
        print(f"nmt-{args.size} en-{code}: BLEU {bleu.score:.1f} on dev", flush=True)


if __name__ == "__main__":
    main()
