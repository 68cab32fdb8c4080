"""Scoring: target tokens per second, against a plain loop and the bare forward pass.

    python -m benchmarks.nmt.scoring                        # a random transformer-small on the CPU
    python -m benchmarks.nmt.scoring --model FOLDER --device cuda --pairs 50000 --context 2

The plain loop is what a script does with transformers: tokenise one pair, run the network, take
the log-softmax, read off the target. It runs on a sample. The bare pass runs the network, logits
and nothing else, on our own batches, which are tokenised, padded and on the device before the
clock starts. Ours starts from text and gives log-probabilities, entropies and places. All must
find the same sum of log-probabilities on the sample.
"""

import argparse
import io
import random
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from benchmarks.machine import machine, timed

from litmus.nmt.batching import by_length
from litmus.nmt.model import Model, load_model, save_model
from litmus.nmt.scoring.layout import CodecLayout, Laid
from litmus.nmt.scoring.scorer import Request, Scorer
from litmus.nmt.windows import windows

VOCABULARY, REPEATS = 16_000, 3


def words(rng: random.Random, size: int) -> list[str]:
    """Made-up words, the frequent ones short."""
    syllables = [
        c + v for c in "bcdfglmnprstvz" for v in ("a", "e", "i", "o", "u", "é", "an", "ou")
    ]
    made = {"".join(rng.choices(syllables, k=rng.choice((1, 2, 2, 3, 3, 4)))) for _ in range(size)}
    return sorted(made, key=lambda word: (len(word), word))


def lengths_of_talks(rng: random.Random, count: int) -> list[int]:
    """Words in a sentence: 18 on average, some of 80."""
    return [min(80, max(3, round(rng.lognormvariate(2.72, 0.6)))) for _ in range(count)]


def sentences(rng: random.Random, lengths: Sequence[int]) -> list[str]:
    """Made-up text of these lengths that follows Zipf's law."""
    known = words(rng, 12_000)
    weights = [1 / rank for rank in range(10, len(known) + 10)]
    drawn = iter(rng.choices(known, weights, k=sum(lengths)))
    return [" ".join(next(drawn) for _ in range(n)).capitalize() + "." for n in lengths]


def pairs(rng: random.Random, count: int) -> tuple[list[str], list[str]]:
    """Sentences and their translations, which are about as long."""
    lengths = lengths_of_talks(rng, count)
    translated = [max(1, round(n * rng.gauss(1.05, 0.12))) for n in lengths]
    return sentences(rng, lengths), sentences(rng, translated)


def random_model(folder: Path, width: int, layers: int) -> None:
    """Random weights, by default of transformer-small, and a vocabulary of the made-up text."""
    import sentencepiece
    import transformers

    rng, proto = random.Random(2), io.BytesIO()
    made_up = sentences(rng, lengths_of_talks(rng, 10_000))
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(made_up), model_writer=proto,
        model_type="unigram", vocab_size=VOCABULARY, hard_vocab_limit=False, pad_id=0, bos_id=1,
        eos_id=2, unk_id=3, control_symbols=["<brk>", "<mask>"], minloglevel=2,
    )  # fmt: skip
    config = transformers.M2M100Config(
        vocab_size=VOCABULARY, d_model=width, encoder_layers=layers, decoder_layers=layers,
        encoder_attention_heads=8, decoder_attention_heads=8, encoder_ffn_dim=2 * width,
        decoder_ffn_dim=2 * width, max_position_embeddings=1024, pad_token_id=0, bos_token_id=1,
        eos_token_id=2, decoder_start_token_id=2, tie_word_embeddings=True,
    )  # fmt: skip
    torch.manual_seed(1)
    network = transformers.M2M100ForConditionalGeneration(config)
    save_model(folder, network, proto.getvalue(), ("en", "fr"), {})


def plain_loop(model: Model, requests: Sequence[Request]) -> float:
    """The sum of log-probabilities, a pair at a time."""
    codec, layout, total = model.codec, CodecLayout(model.codec, model.positions), 0.0
    for request in requests:
        (laid,) = layout.lay([request], 1)
        source = torch.tensor([laid.source], device=model.device)
        target = torch.tensor([laid.target], device=model.device)
        with torch.no_grad():
            logits = model.network(
                input_ids=source, attention_mask=source != codec.pad, decoder_input_ids=target
            ).logits
        logs = logits[0].log_softmax(-1)[-len(laid.scored) :]
        wanted = torch.tensor(laid.scored, device=model.device)
        total += logs.gather(-1, wanted[:, None]).sum().item()
    return total


def bare(model: Model, batches: Sequence[dict[str, Any]]) -> None:
    with torch.inference_mode():
        for batch in batches:
            model.network(**batch, use_cache=False)
    if model.device.type == "cuda":
        torch.cuda.synchronize()


def padded(model: Model, batch: Sequence[Laid]) -> dict[str, Any]:
    def tensor(rows: Sequence[Sequence[int]]) -> Any:
        width = max(map(len, rows))
        filled = [[*row, *[model.codec.pad] * (width - len(row))] for row in rows]
        return torch.tensor(filled, device=model.device)

    source = tensor([laid.source for laid in batch])
    mask = (source != model.codec.pad).long()
    target = tensor([laid.target for laid in batch])
    return {"input_ids": source, "attention_mask": mask, "decoder_input_ids": target}


def scored_tokens(rows: Sequence[Laid]) -> int:
    return sum(len(laid.scored) for laid in rows)


def measure(model: Model, requests: Sequence[Request], sample: int, repeats: int) -> None:
    scorer = Scorer(model)
    rows = scorer._layout.lay(requests, 1)
    tokens, few = scored_tokens(rows), scored_tokens(rows[:sample])
    size = lambda laid: (len(laid.target), len(laid.source))  # noqa: E731
    batches, step = [], scorer._chunk
    for start in range(0, len(rows), step):
        chunk = rows[start : start + step]
        found = by_length(chunk, size, scorer._budget)
        batches += [padded(model, [chunk[i] for i in batch]) for batch in found]
    list(scorer.score(requests[:200]))  # warm
    bare(model, batches[-2:])
    plain_s, plain_spread, check = timed(lambda: plain_loop(model, requests[:sample]), repeats)
    bare_s, bare_spread, _ = timed(lambda: bare(model, batches), repeats)
    ours_s, spread, found = timed(lambda: [one.total for one in scorer.score(requests)], repeats)
    assert abs(sum(found[:sample]) - check) < 1e-4 * few, (sum(found[:sample]), check)
    rate, base, loop = tokens / ours_s, tokens / bare_s, few / plain_s
    print(
        f"{len(requests)} pairs, {tokens} target tokens, {len(batches)} batches, {model.signature}"
    )
    print(f"plain loop   {loop:>10,.0f} tokens/s  spread {plain_spread:.0%}  check {check:.3f}")
    print(f"bare forward {base:>10,.0f} tokens/s  spread {bare_spread:.0%}")
    print(f"ours         {rate:>10,.0f} tokens/s  spread {spread:.0%}  check {sum(found):.3f}")
    print(f"ours is {rate / loop:.1f}x the loop and {rate / base:.0%} of the bare pass")
    print(f"{machine()}, torch {version('torch')}, {model.device}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", help="a model folder (default: a random transformer-small)")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--pairs", type=int, default=600)
    parser.add_argument("--sample", type=int, default=100, help="pairs for the plain loop")
    parser.add_argument("--context", type=int, default=0, help="sentences before, on both sides")
    parser.add_argument("--width", type=int, default=512, help="of the random model")
    parser.add_argument("--layers", type=int, default=6, help="of the random model, on each side")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("-l", "--language-pair", default="en-fr")
    args = parser.parse_args()
    rng = random.Random(1)  # same text on every machine
    left, right = pairs(rng, args.pairs)
    documents = [str(number // 20) for number in range(args.pairs)]
    given = windows(documents, left, right, source=args.context, target=args.context)
    requests = [Request(s, t, w) for s, t, w in zip(left, right, given, strict=True)]
    with tempfile.TemporaryDirectory() as folder:
        name = args.model or folder
        if args.model is None:
            random_model(Path(folder), args.width, args.layers)
        source, _, target = args.language_pair.partition("-")
        model = load_model(name, (source, target), device=args.device)
        measure(model, requests, args.sample, args.repeats)


if __name__ == "__main__":
    main()
