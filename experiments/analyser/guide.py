"""A pretrained language model beside the teachers: what it makes of a sentence goes into theirs.

The lower layers of a decoder of the Qwen2 family, read from a GGUF file that `guide_pieces.py`
cut to them and to the pieces our words are made of. It is trained on together with the teacher,
whose recurrence sees both sides.
"""

from pathlib import Path

import gguf
import numpy as np
import torch
import torch.nn.functional as F
from optimise import DEVICE
from torch import Tensor, nn

EPSILON = 1e-6


class Pieces:
    """The pieces of every word type, on the device; piece 0 opens a sentence."""

    def __init__(self, folder: Path) -> None:
        held = np.load(folder / "guide.npz")
        self.ids = torch.as_tensor(held["ids"].astype(np.int64), device=DEVICE)
        self.counts = torch.as_tensor(held["counts"].astype(np.int64), device=DEVICE)
        self.starts = self.counts.cumsum(0) - self.counts

    def lay(self, types: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """(sentence, place of a piece), and where each word ends."""
        counts = self.counts[types] * mask
        ends = counts.cumsum(1)  # place 0 is the opening piece
        flat = counts.flatten()
        word = torch.repeat_interleave(torch.arange(len(flat), device=DEVICE), flat)
        within = torch.arange(len(word), device=DEVICE) - (flat.cumsum(0) - flat)[word]
        row = word // types.shape[1]
        place = (ends - counts).flatten()[word] + within + 1
        laid = torch.zeros(len(types), int(ends[:, -1].max()) + 1, dtype=torch.long, device=DEVICE)
        laid[row, place] = self.ids[self.starts[types.flatten()[word]] + within]
        return laid, ends


class Norm(nn.RMSNorm):
    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, self.normalized_shape, self.weight.to(x.dtype), EPSILON)


class Layer(nn.Module):
    def __init__(self, width: int, inner: int, heads: int, shared: int) -> None:
        super().__init__()
        self.heads, self.shared, self.size = heads, shared, width // heads
        self.attn_norm, self.ffn_norm = Norm(width), Norm(width)
        self.attn_q = nn.Linear(width, width)
        self.attn_k = nn.Linear(width, shared * self.size)
        self.attn_v = nn.Linear(width, shared * self.size)
        self.attn_output = nn.Linear(width, width, bias=False)
        self.ffn_gate = nn.Linear(width, inner, bias=False)
        self.ffn_up = nn.Linear(width, inner, bias=False)
        self.ffn_down = nn.Linear(inner, width, bias=False)

    def forward(self, x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
        n, length, width = x.shape
        seen = self.attn_norm(x)

        def split(made: Tensor, heads: int) -> Tensor:
            return made.view(n, length, heads, self.size).transpose(1, 2)

        q = _turned(split(self.attn_q(seen), self.heads), turn)
        k = _turned(split(self.attn_k(seen), self.shared), turn)
        v = split(self.attn_v(seen), self.shared)
        again = self.heads // self.shared
        k, v = k.repeat_interleave(again, 1), v.repeat_interleave(again, 1)
        out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.attn_output(out.transpose(1, 2).reshape(n, length, width))
        seen = self.ffn_norm(x)
        return x + self.ffn_down(F.silu(self.ffn_gate(seen)) * self.ffn_up(seen))


def _turned(x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    """Rotary positions."""
    cosine, sine = turn
    left, right = x.chunk(2, -1)
    return x * cosine + torch.cat([-right, left], -1) * sine


class Guide(nn.Module):
    def __init__(self, folder: Path, state: int) -> None:
        super().__init__()
        file = gguf.GGUFReader(folder / "guide.gguf")
        about = {name.removeprefix("qwen2."): field for name, field in file.fields.items()}
        width, inner, heads, shared, layers = (
            int(about[name].contents())
            for name in (
                "embedding_length",
                "feed_forward_length",
                "attention.head_count",
                "attention.head_count_kv",
                "block_count",
            )
        )
        base = float(about["rope.freq_base"].contents())
        self.blk = nn.ModuleList(Layer(width, inner, heads, shared) for _ in range(layers))
        held = {t.name: gguf.dequantize(t.data, t.tensor_type) for t in file.tensors}
        self.token_embd = nn.Embedding(*held["token_embd.weight"].shape)
        self.load_state_dict({k: torch.from_numpy(np.array(v)) for k, v in held.items()})
        self.pieces = Pieces(folder)
        size = width // heads
        self.register_buffer(
            "speed", base ** (-torch.arange(0, size, 2).float() / size), persistent=False
        )
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, state)

    def forward(self, types: Tensor, mask: Tensor) -> Tensor:
        """(sentence, word, state): what the model makes of each word at its last piece."""
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            laid, ends = self.pieces.lay(types, mask)
            x = self.token_embd(laid)
            if DEVICE == "cuda":
                x = x.bfloat16()
            angle = torch.arange(laid.shape[1], device=DEVICE)[:, None] * self.speed
            angle = torch.cat([angle, angle], -1)
            turn = (angle.cos().to(x.dtype), angle.sin().to(x.dtype))
            for layer in self.blk:
                x = layer(x, turn)
            last = x.gather(1, ends[..., None].expand(-1, -1, x.shape[-1]))
            return self.out(F.dropout(self.norm(last), 0.1, self.training))
