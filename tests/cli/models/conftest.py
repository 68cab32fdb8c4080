"""The tiny models of tests/nmt, for commands that run them."""

from tests.nmt.conftest import gpt2, marian, ours, qwen2

__all__ = ["gpt2", "marian", "ours", "qwen2"]
