"""Word alignment: which target word translates which source word."""

from litmus.alignment.aligners import align, load_aligner
from litmus.alignment.links import Aligner, Alignment

__all__ = ["Aligner", "Alignment", "align", "load_aligner"]
