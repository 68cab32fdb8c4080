"""GGUF files: weights, vocabulary and chat template of a published model, in one file."""

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from litmus.errors import DataError, MissingExtra

SUFFIX = ".gguf"
_PART = re.compile(r"-\d+-of-(?P<parts>\d+)\.gguf$", re.IGNORECASE)


def is_gguf(name: str) -> bool:
    """Whether this is what a GGUF file is called.

    >>> is_gguf("models/small-q4_k_m.gguf"), is_gguf("owner/small-GGUF")
    (True, False)
    """
    return name.casefold().endswith(SUFFIX)


def gguf_file(name: str) -> Path | None:
    """The GGUF file that a name means: itself, or the only one of a folder with no other model."""
    path = Path(name)
    if path.is_file() and is_gguf(name):
        return path
    if not path.is_dir() or (path / "config.json").is_file():
        return None
    found = sorted(one for one in path.iterdir() if is_gguf(one.name))
    if len(found) > 1:
        named = ", ".join(one.name for one in found[:5])
        raise DataError(
            f"{name} holds {len(found)} GGUF files. Name the one to load: {named}"
            + (", …" if len(found) > 5 else "")
        )
    return found[0] if found else None


def place_of(name: str) -> tuple[str, dict[str, Any]]:
    """What transformers' `from_pretrained` is given for a name: the place, and how it is read."""
    path = gguf_file(name)
    if path is None:
        return name, {}
    if any(find_spec(package) is None for package in ("gguf", "accelerate")):
        raise MissingExtra("Reading a GGUF file", "gguf")
    parts = _PART.search(path.name)
    if parts and int(parts["parts"]) > 1:
        raise DataError(
            f"{path} is one of {int(parts['parts'])} parts of a model. Put them together first: "
            "llama-gguf-split --merge FIRST_PART WHOLE.gguf"
        )
    return str(path.parent), {"gguf_file": path.name}
