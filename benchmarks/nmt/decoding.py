"""Decoding: target pieces per second, against transformers' `generate`, one by one and in batches.

    python -m benchmarks.nmt.decoding                        # a random transformer-small on the CPU
    python -m benchmarks.nmt.decoding --model FOLDER --device cuda --sentences 5000

`generate` in batches gets our own batches, padded. A random model does not end by itself, so every
translation is as long as it may be: half its source and 10 pieces. On the sample of the loop all
three must find the same pieces.
"""

import argparse
import random
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import torch
from benchmarks.machine import machine, timed
from benchmarks.nmt.scoring import pairs, random_model

from litmus.nmt.batching import by_length
from litmus.nmt.decoding.reading import Job
from litmus.nmt.decoding.translator import Translator
from litmus.nmt.model import Model, load_model
from litmus.nmt.scoring.layout import Request

RATIO, EXTRA = 0.5, 10


def generated(
    model: Model, batch: Sequence[Job], beam: int, banned: Sequence[int]
) -> list[list[int]]:
    """What `generate` finds, each row cut to its own longest length."""
    codec = model.codec
    width = max(len(job.ids) for job in batch)
    rows = [[*job.ids, *[codec.pad] * (width - len(job.ids))] for job in batch]
    ids = torch.tensor(rows, device=model.device)
    start = torch.tensor([job.beginning for job in batch], device=model.device)
    found = model.network.generate(
        ids, attention_mask=(ids != codec.pad).long(), decoder_input_ids=start, num_beams=beam,
        do_sample=False, max_new_tokens=max(job.longest for job in batch), early_stopping=False,
        length_penalty=1.0, suppress_tokens=list(banned), forced_bos_token_id=None,
        forced_eos_token_id=None,
    )  # fmt: skip
    rows_of = zip(found.tolist(), batch, strict=True)
    return [row[len(job.beginning) :][: job.longest] for row, job in rows_of]


def measure(model: Model, texts: Sequence[str], sample: int, beam: int, repeats: int) -> None:
    translator = Translator(model, beam=beam, max_ratio=RATIO, max_extra=EXTRA)
    jobs = translator._reader.jobs([Request(text, "") for text in texts])
    pieces, few = (sum(job.longest for job in some) for some in (jobs, jobs[:sample]))
    groups = by_length(jobs, lambda job: job.size, translator._budget)
    batches = [[jobs[i] for i in group] for group in groups]
    banned = translator._reader.banned
    with torch.inference_mode():
        translator._search(batches[-1])  # warm
        loop_s, loop_spread, alone = timed(
            lambda: [generated(model, [job], beam, banned)[0] for job in jobs[:sample]], repeats
        )
        batch_s, batch_spread, _ = timed(
            lambda: [generated(model, batch, beam, banned) for batch in batches], repeats
        )
        ours = [list(one.ids) for one in translator._search(jobs[:sample])]
    assert ours == alone, "the loop finds other pieces"
    ours_s, spread, found = timed(lambda: translator.translate(texts), repeats)
    rate, batched, loop = pieces / ours_s, pieces / batch_s, few / loop_s
    print(f"{len(texts)} sentences, {len(batches)} batches, beam {beam}, {model.signature}")
    print(f"generate, one by one {loop:>9,.0f} pieces/s  spread {loop_spread:.0%}")
    print(f"generate, batches    {batched:>9,.0f} pieces/s  spread {batch_spread:.0%}")
    print(f"ours                 {rate:>9,.0f} pieces/s  spread {spread:.0%}  "
          f"check {sum(map(len, found))}")  # fmt: skip
    print(f"ours is {rate / loop:.1f}x the loop and {rate / batched:.1f}x the batches")
    print(f"{machine()}, torch {version('torch')}, {model.device}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", help="a model folder (default: a random transformer-small)")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--sentences", type=int, default=120)
    parser.add_argument("--sample", type=int, default=8, help="sentences for the loop")
    parser.add_argument("--beam", type=int, default=5)
    parser.add_argument("--width", type=int, default=512, help="of the random model")
    parser.add_argument("--layers", type=int, default=6, help="of the random model, on each side")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("-l", "--language-pair", default="en-fr")
    args = parser.parse_args()
    texts, _ = pairs(random.Random(1), args.sentences)  # same text on every machine
    with tempfile.TemporaryDirectory() as folder:
        if args.model is None:
            random_model(Path(folder), args.width, args.layers)
        source, _, target = args.language_pair.partition("-")
        model = load_model(args.model or folder, (source, target), device=args.device)
        measure(model, texts, args.sample, args.beam, args.repeats)


if __name__ == "__main__":
    main()
