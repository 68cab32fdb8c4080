"""How often candidates occur: in plain text, by our own matcher, and in wordfreq's word lists."""

import gzip
import json
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from litmus.cli import main


def in_text(entries: Iterable[str], code: str, text: Path) -> Counter[str]:
    """Label -> occurrences; inserted words are not judged, to be quick."""
    with tempfile.TemporaryDirectory() as folder:
        candidates, found = Path(folder, "candidates.tsv"), Path(folder, "found.jsonl")
        candidates.write_text("\n".join(entries) + "\n", encoding="utf-8")
        main(
            ["mine", str(candidates), str(text), "-l", code, "--analyser", "none", "--max-inserted"]
            + ["0", "--workers", "1", "-q", "-o", str(found)]
        )
        with found.open(encoding="utf-8") as rows:
            return Counter(json.loads(row)["idiom"] for row in rows)


def in_word_lists(folder: Path, code: str, least: int = 4) -> dict[str, float]:
    """Word -> Zipf frequency (log10 per billion words) in wordfreq, of `least` characters."""
    import msgpack

    data = folder / "pypi/wordfreq/wordfreq/data"
    path = next(path for size in ("large", "small") for path in data.glob(f"{size}_{code}.*"))
    with gzip.open(path) as file:
        bins = msgpack.load(file)[1:]
    return {
        word: 9 - place / 100
        for place, words in enumerate(bins)
        for word in words
        if len(word) >= least
    }
