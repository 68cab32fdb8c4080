"""All that `consistency` calls kept or broken in the texts, one row a choice.

    python -m experiments.consistency.breaks DATA OUT.jsonl [SET ...]

DATA holds wmt22-systems, wmt23-evalset and wmt24-systems. Sets are such as wmt24/en-de; all of
them take a quarter of an hour of one core. The aligner learns from the sources and refA, as in
scoring.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from experiments.consistency.texts import WMT22, WMT23, WMT24, Texts, wmt22, wmt23, wmt24

from litmus.alignment.aligners import learn, load_aligner
from litmus.discourse.rules import Rules, codes, load_rules
from litmus.discourse.source_side import Item, SourceSide
from litmus.discourse.tagging import DocumentTagger, chosen

KINDS = ("register", "terms", "names")
SETS = tuple(
    f"{year}/{pair}"
    for year, pairs in (("wmt22", WMT22), ("wmt23", WMT23), ("wmt24", WMT24))
    for pair in pairs
)


def read_set(data: Path, name: str) -> Texts:
    """A set by its name."""
    year, _, pair = name.partition("/")
    return {"wmt22": wmt22, "wmt23": wmt23, "wmt24": wmt24}[year](data, pair)


def choices(texts: Texts) -> Iterator[dict[str, object]]:
    """Line, document, system, kept of each kind, and breaks, of the outputs that have any."""
    pairs = list(zip(texts.sources, texts.outputs["refA"], strict=True))
    aligner = learn(load_aligner("embedded", texts.languages), pairs)
    code = texts.languages[1]
    rules = load_rules(code) if code in codes() else Rules(code, 0)
    for system, outputs in sorted(texts.outputs.items()):
        source = SourceSide(texts.languages[0], chosen(rules, texts.languages[0], ()))
        tagger = DocumentTagger(
            texts.languages, aligner=aligner, rules=rules, consistency=True, source=source
        )
        rows = zip(texts.documents, texts.sources, outputs, strict=True)
        items = [Item(*row, str(line)) for line, row in enumerate(rows)]
        for line, sentence in enumerate(tagger.tag(items)):
            said = [tag for tags in sentence.tags for tag in tags]
            kept = {kind: said.count(f"{kind}=kept") for kind in KINDS}
            if any(kept.values()) or sentence.breaks:
                yield {
                    "set": texts.name,
                    "system": system,
                    "line": line,
                    "document": texts.documents[line],
                    "half": texts.halves[line],
                    "kept": kept,
                    "breaks": [one._asdict() for one in sentence.breaks],
                }


def main() -> None:
    """Writes the rows."""
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    with out.open("w", encoding="utf-8") as file:
        for name in sys.argv[3:] or SETS:
            for row in choices(read_set(data, name)):
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
            print(name, flush=True)


if __name__ == "__main__":
    main()
