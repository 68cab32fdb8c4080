"""Word alignment: which target word translates which source word."""

from litmus.align.aligners import align, load_aligner
from litmus.align.links import Aligner, Alignment

__all__ = ["Aligner", "Alignment", "align", "load_aligner"]
