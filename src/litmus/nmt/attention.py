"""Attention on a GPU where every batch has another shape and padding is behind the text."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

_AS_GIVEN = "sdpa_as_given"


@contextmanager
def any_shape() -> Iterator[None]:
    """Without cuDNN's attention, which makes a plan for every new shape before it computes.

    On Hopper it is PyTorch's first choice for half precision, and beam search has a new shape at
    every step.
    """
    before = torch.backends.cuda.cudnn_sdp_enabled()
    torch.backends.cuda.enable_cudnn_sdp(False)
    try:
        yield
    finally:
        torch.backends.cuda.enable_cudnn_sdp(before)


@contextmanager
def masks_as_given(network: Any) -> Iterator[None]:
    """Masks of four dimensions are used as they are, and a decoder without one is causal.

    With plain "sdpa", transformers fills a mask with ones for such a decoder, then looks whether
    there is anything but ones in it: the processor waits for the device. For attention it does not
    know, it makes no mask; the computation is the same.
    """
    from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS, AttentionInterface

    AttentionInterface.register(_AS_GIVEN, ALL_ATTENTION_FUNCTIONS["sdpa"])
    before = network.config._attn_implementation
    network.config._attn_implementation = _AS_GIVEN
    try:
        yield
    finally:
        network.config._attn_implementation = before
