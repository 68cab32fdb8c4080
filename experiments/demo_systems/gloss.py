"""Glosses Chinese word by word with CC-CEDICT: the most literal engine there can be.

    python gloss.py SUITE CEDICT.tsv.gz words      > SUITE/systems/gloss-words.txt
    python gloss.py SUITE CEDICT.tsv.gz characters > SUITE/systems/gloss-characters.txt

`words` takes the longest headword at each place, so an idiom is one unit; `characters` takes single
characters. Each unit becomes its first gloss, remarks in brackets dropped. CEDICT.tsv.gz holds
simplified form, pinyin and glosses separated by "/".
"""

import gzip
import json
import re
import sys
from pathlib import Path

PUNCTUATION = str.maketrans("，。！？：；、“”‘’（）", ",.!?:;,\"\"''()")


def load(path: Path) -> dict[str, str]:
    glosses: dict[str, str] = {}
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as stream:
        for line in stream:
            word, _, senses = line.rstrip("\n").split("\t")
            for sense in senses.split("/"):
                text = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", sense)
                text = " ".join(text.split()).strip(" ,;")
                surname = text.startswith(
                    ("surname ", "variant of", "old variant", "see ", "used in")
                )
                if text and not surname and not re.search(r"[\u4e00-\u9fff]", text):
                    glosses.setdefault(word, text.split(";")[0].strip())
                    break
    return glosses


def gloss(text: str, glosses: dict[str, str], longest: int) -> str:
    out, place = [], 0
    while place < len(text):
        for size in range(min(longest, len(text) - place), 0, -1):
            unit = text[place : place + size]
            if unit in glosses:
                out.append(re.sub(r"^(to be|to|a|an|the) (?=\S)", "", glosses[unit]))
                break
        else:
            size, unit = 1, text[place]
            out.append(unit.translate(PUNCTUATION))
        place += size
    joined = re.sub(r" ([,.!?:;])", r"\1", " ".join(out))
    return joined[:1].upper() + joined[1:]


def main() -> None:
    suite, dictionary, unit = sys.argv[1:]
    glosses = load(Path(dictionary))
    stored = (Path(suite) / "segments.jsonl").read_text(encoding="utf-8")
    for line in stored.rstrip("\n").split("\n"):
        print(gloss(json.loads(line)["source"], glosses, 1 if unit == "characters" else 8))


if __name__ == "__main__":
    main()
