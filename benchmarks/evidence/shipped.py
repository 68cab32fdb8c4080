"""The versions of what ships and can move a measured number."""

import lzma
import re
from functools import cache
from pathlib import Path

from litmus.alignment.embedded.aligner import VERSION as ALIGNER
from litmus.discourse.rules import codes, load_rules
from litmus.language.dictionary.bilingual import dictionary_file, shipped_pairs
from litmus.language.embedded.model import FOLDER, name_of
from litmus.metrics.discourse.consistency import VERSION as CONSISTENCY
from litmus.metrics.discourse.word_f import VERSION as WORD_F
from litmus.resegmenting.resegmented import VERSION as RESEGMENT


@cache
def versions() -> dict[str, str]:
    """Name -> version, as signatures show them."""
    files = filter(None, (dictionary_file(*pair) for pair in shipped_pairs()))
    return {
        "analyser": f"embedded.{name_of(FOLDER)}",
        "aligner": f"embedded.v{ALIGNER}",
        "dictionaries": "+".join(sorted({_version(file.path) for file in files})),
        "rules": " ".join(f"{code}.v{load_rules(code).version}" for code in codes()),
        "consistency": f"judge:v{CONSISTENCY}",
        "word-f": f"counts:v{WORD_F}",
        "resegment": f"v{RESEGMENT}",
    }


def _version(path: Path) -> str:
    """What the head of a dictionary says."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        head = "".join(line for line, _ in zip(lines, range(9), strict=False))
    found = re.search(r"^# version: (\S+)$", head, re.MULTILINE)
    return f"v{found[1]}" if found else "unknown"
