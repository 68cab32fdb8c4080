"""Idiom translations that people judged: TIDE (zh, ko) and the WMT24 suite (is)."""

import csv
import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.agreement_tide import read, references

from litmus.idioms.entries.lists import load_idioms
from litmus.language.forms import normaliser
from litmus.language.words import WORD


@dataclass(frozen=True)
class Case:
    """One idiom in one sentence, one output, and what people said of it."""

    language: str
    item: str
    idiom: str
    source: str
    span: tuple[int, int]
    system: str
    output: str
    verdict: str  # right, literal, omitted, other; wrong where people said no more; "" unjudged
    reference: str = ""
    meaning: str = ""


def tide(data: Path, language: str) -> Iterator[Case]:
    """Figurative uses only; Google's outputs were not judged and serve as company."""
    gold = references(data, language)
    meanings = {}
    unjudged = {}
    with gzip.open(data / "tide_1idiom_per_row.csv.gz", "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    meanings = {row["idiom"]: row["meaning"] for row in rows}
    with gzip.open(data / "translations.google.csv.gz", "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            unjudged[row["idiom"]] = " ".join(row[f"p_f_{language}_google"].split())
    names = {"correct": "right", "literal": "literal", "omitted": "omitted",
             "understandable": "right", "incorrect": "other"}  # fmt: skip
    seen = set()
    for judged in read(data / f"human_evaluation.{language}.csv"):
        if judged.use != "figurative":
            continue
        start = judged.source.index("[[")
        text = judged.source.replace("[[", "").replace("]]", "").strip()
        span = (start, judged.source.index("]]") - 2)
        facts = (gold.get(text.lower(), ""), meanings.get(judged.idiom, ""))
        yield Case(language, judged.source, judged.idiom, text, span, judged.system,
                   judged.translation, names[judged.label], *facts)  # fmt: skip
        if judged.source not in seen and judged.idiom in unjudged:
            seen.add(judged.source)
            yield Case(language, judged.source, judged.idiom, text, span, "google",
                       unjudged[judged.idiom], "", *facts)  # fmt: skip


def wmt24(data: Path, meanings: dict[str, str]) -> Iterator[Case]:
    """Idiomatic uses; people said accepted or rejected. Outputs without a visible verdict too."""
    with gzip.open(data / "idioms.json.gz", "rt", encoding="utf-8") as file:
        idioms = {entry["id"]: entry for entry in json.load(file)}
    with gzip.open(data / "wmt24_translations.json.gz", "rt", encoding="utf-8") as file:
        outputs = {entry["id"]: entry for entry in json.load(file)}
    judged: dict[tuple[str, str, str], str] = {}
    with gzip.open(data / "human_evaluation.visible.tsv.gz", "rt", encoding="utf-8") as file:
        header, *rows = [line.rstrip("\n").split("\t") for line in file]
    for row in rows:
        facts = dict(zip(header, row, strict=True))
        if facts["slot"].startswith("idiom"):
            for system in facts["systems"].split(","):
                verdict = "right" if facts["verdict"] == "1" else "wrong"
                judged[facts["id"], facts["slot"], system] = verdict
    for number, entry in idioms.items():
        for slot in ("idiom_1", "idiom_2"):
            source = entry[f"idiomatic_ex_{slot[-1]}"]
            if not source.strip():
                continue
            source = " ".join(source.split())
            span = place(entry["idiom"], source)
            for key, text in outputs[number].items():
                if not key.endswith(f".en-is.txt_{slot}"):
                    continue
                system = key.partition(".en-is")[0]
                verdict = judged.get((str(number), slot, system), "")
                yield Case("is", f"{number}.{slot}", entry["idiom"], source, span, system,
                           " ".join(text.split()), verdict, "",
                           meanings.get(plain(entry["idiom"]), ""))  # fmt: skip


def place(idiom: str, source: str) -> tuple[int, int]:
    """The tightest stretch of the source with most words of the idiom."""
    lemma = normaliser("lemma", "en")
    wanted = {lemma(word.lower()) for word in WORD.findall(idiom)}
    hits = [(m.start(), m.end(), lemma(m.group().lower())) for m in WORD.finditer(source)]
    hits = [hit for hit in hits if hit[2] in wanted]
    best = (-1.0, 0, len(source))
    for first in range(len(hits)):
        for last in range(first, min(len(hits), first + 2 * len(wanted) + 2)):
            start, end = hits[first][0], hits[last][1]
            found = {hit[2] for hit in hits[first : last + 1]}
            score = len(found) - 0.02 * (end - start)
            best = max(best, (score, start, end))
    return best[1], best[2]


def plain(idiom: str) -> str:
    """Letters alone, articles and possessives left out, to find an idiom in another list."""
    words = re.findall(r"[a-z]+", idiom.lower().replace("'s", ""))
    idle = {"a", "an", "the", "one", "your", "my", "his", "her", "their", "someone", "something",
            "be", "to", "somebody", "sb", "sth"}  # fmt: skip
    return " ".join(word for word in words if word not in idle)


def idiomkb(data: Path) -> dict[str, str]:
    with gzip.open(data / "en_idiom_meaning.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {plain(row["idiom"]): row["en_meaning"] for row in rows}


def shipped_meanings() -> dict[str, str]:
    """The meanings in the list that ships."""
    return {
        plain(entry.label): entry.meaning
        for entry in load_idioms("en", "en").idioms
        if entry.meaning
    }
