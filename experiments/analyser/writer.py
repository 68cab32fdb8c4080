"""`python writer.py FOLDER`: a pretrained language model goes on where treebank sentences stop.

Reads writer.gguf and prompts.npz, which `made_text.py prompts` put there; writes what follows each
prompt, as pieces, to made-*.npz. All prompts have one length and all are continued for one length,
so nothing is padded.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import gguf
import numpy as np
import torch
import torch.nn.functional as F
from guide import EPSILON
from optimise import DEVICE
from torch import Tensor

KIND = torch.bfloat16 if DEVICE == "cuda" else torch.float32
UNLIKELY = 0.03  # of the likeliest piece's probability: less is never drawn
PREFILL = 256  # prompts read together


class Writer:
    """A decoder of the Qwen2 family with a memory of keys and values."""

    def __init__(self, path: Path) -> None:
        file = gguf.GGUFReader(path)
        about = {name.removeprefix("qwen2."): field for name, field in file.fields.items()}
        get = lambda name: about[name].contents()  # noqa: E731
        self.width, self.layers = int(get("embedding_length")), int(get("block_count"))
        self.heads, self.shared = (
            int(get("attention.head_count")),
            int(get("attention.head_count_kv")),
        )
        self.size = self.width // self.heads
        with ThreadPoolExecutor() as pool:
            held = dict(
                pool.map(
                    lambda t: (
                        t.name,
                        torch.from_numpy(np.array(gguf.dequantize(t.data, t.tensor_type))).to(KIND),
                    ),
                    file.tensors,
                )
            )
        self.held = {name: value.to(DEVICE) for name, value in held.items()}
        for at in range(self.layers):
            for kind in ("weight", "bias"):
                self.held[f"blk.{at}.qkv.{kind}"] = torch.cat(
                    [self.held.pop(f"blk.{at}.attn_{part}.{kind}") for part in "qkv"]
                )
            self.held[f"blk.{at}.ffn_in.weight"] = torch.cat(
                [self.held.pop(f"blk.{at}.ffn_{part}.weight") for part in ("gate", "up")]
            )
        base = float(get("rope.freq_base"))
        self.speed = base ** (-torch.arange(0, self.size, 2, device=DEVICE).float() / self.size)

    def memory(self, count: int, length: int) -> Tensor:
        return torch.empty(
            self.layers, 2, count, self.shared, length, self.size, dtype=KIND, device=DEVICE
        )

    def _norm(self, x: Tensor, name: str) -> Tensor:
        return F.rms_norm(x, (self.width,), self.held[f"{name}.weight"], EPSILON)

    def read(self, ids: Tensor, memory: Tensor, at: int) -> Tensor:
        """Scores of the piece that follows; `ids` (text, piece) begin at place `at`."""
        n, length = ids.shape
        angle = torch.arange(at, at + length, device=DEVICE)[:, None] * self.speed
        cosine, sine = angle.cos().to(KIND), angle.sin().to(KIND)
        x = F.embedding(ids, self.held["output.weight"])
        for layer in range(self.layers):
            name = f"blk.{layer}."
            seen = F.linear(
                self._norm(x, f"{name}attn_norm"),
                self.held[f"{name}qkv.weight"],
                self.held[f"{name}qkv.bias"],
            )
            parts = seen.view(n, length, self.heads + 2 * self.shared, self.size).transpose(1, 2)
            q, k, v = parts.split([self.heads, self.shared, self.shared], 1)
            q, k = _turned(q, cosine, sine), _turned(k, cosine, sine)
            memory[layer, 0, :, :, at : at + length] = k
            memory[layer, 1, :, :, at : at + length] = v
            if length == 1:  # the heads that share a key stand as queries beside one another
                known = memory[layer, :, :, :, : at + 1]
                q = q.reshape(n, self.shared, self.heads // self.shared, self.size)
                out = F.scaled_dot_product_attention(q, known[0], known[1])
                out = out.reshape(n, 1, self.width)
            else:
                out = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
                out = out.transpose(1, 2).reshape(n, length, self.width)
            x = x + F.linear(out, self.held[f"{name}attn_output.weight"])
            gate, up = F.linear(
                self._norm(x, f"{name}ffn_norm"), self.held[f"{name}ffn_in.weight"]
            ).chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, self.held[f"{name}ffn_down.weight"])
        return F.linear(self._norm(x[:, -1], "output_norm"), self.held["output.weight"])


def _turned(x: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
    left, right = x.chunk(2, -1)
    return torch.cat([left * cosine - right * sine, right * cosine + left * sine], -1)


def drawn(scores: Tensor, allowed: Tensor) -> Tensor:
    """A piece for each text, by its probability among those not unlikely."""
    scores = scores.float() + allowed
    floor = scores.amax(1, keepdim=True) + np.log(UNLIKELY)
    scores.masked_fill_(scores < floor, -torch.inf)
    scores -= torch.empty_like(scores).exponential_().log_()
    return scores.argmax(1)


@torch.inference_mode()
def write(writer: Writer, prompts: Tensor, length: int, allowed: Tensor) -> Tensor:
    n, read = prompts.shape
    memory = writer.memory(n, read + length)
    made = torch.empty(n, length, dtype=torch.long, device=DEVICE)
    for start in range(0, n, PREFILL):
        some = slice(start, start + PREFILL)
        made[some, 0] = drawn(writer.read(prompts[some], memory[:, :, some], 0), allowed)
    for at in range(1, length):
        scores = writer.read(made[:, at - 1 : at], memory, read + at - 1)
        made[:, at] = drawn(scores, allowed)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--length", type=int, default=256)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    begun = time.time()
    writer = Writer(args.folder / "writer.gguf")
    print(f"loaded in {time.time() - begun:.0f} s", flush=True)
    held = np.load(args.folder / "prompts.npz")
    allowed = torch.as_tensor(np.where(held["allowed"], 0.0, -np.inf), device=DEVICE).float()
    order = np.random.default_rng(args.seed).permutation(len(held["ids"]))
    torch.manual_seed(args.seed)
    begun, rounds, longest = time.time(), 0, 0.0
    out = args.out or args.folder
    while (rounds + 1) * args.batch <= len(order):
        since = time.time()
        if since + longest - begun > args.seconds:
            break
        some = order[rounds * args.batch : (rounds + 1) * args.batch]
        prompts = torch.as_tensor(held["ids"][some].astype(np.int64), device=DEVICE)
        made = write(writer, prompts, args.length, allowed).cpu().numpy().astype(np.uint16)
        np.savez_compressed(
            out / f"made-{rounds:03}.npz", ids=made, language=held["language"][some]
        )
        rounds, longest = rounds + 1, max(longest, time.time() - since)
        print(f"{made.size * rounds:,} pieces in {time.time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
