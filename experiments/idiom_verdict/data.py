"""Idiom translations with verdicts: TIDE (zh, ko) and the WMT24 suite (is), judged by people; more
of TIDE and of WMT's outputs, read for training."""

import csv
import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.agreement_tide import read, references

from litmus.idioms.entries.meanings import meanings
from litmus.language.forms import normaliser
from litmus.language.words import WORD

JUDGED = Path(__file__).parent / "judged"
Span = tuple[int, int]
SYSTEMS = ("google", "gpt", "nllb", "opus", "palm")


@dataclass(frozen=True)
class Case:
    """One idiom in one sentence, one output, and what people said of it."""

    language: str
    item: str
    idiom: str
    source: str
    spans: tuple[Span, ...]
    system: str
    output: str
    verdict: str  # right, literal, omitted, other; wrong where people said no more; "" unjudged
    reference: str = ""
    meaning: str = ""
    cue: str = ""  # what the authors' cues say where people say nothing: right or wrong


class Lists:
    """What the shipped lists know, and the meanings of IdiomKB for comparison."""

    def __init__(self, data: Path) -> None:
        self.elsewhere = idiomkb(data / "idiomkb")

    def meaning(self, idiom: str) -> str:
        return meanings("en", "en").find(idiom)[0]

    def equivalents(self, idiom: str, language: str) -> tuple[str, ...]:
        return meanings("en", language).find(idiom)[1]


def tide_rows(data: Path) -> tuple[list[dict[str, str]], dict[str, dict[str, dict[str, str]]]]:
    def rows(name: str) -> list[dict[str, str]]:
        with gzip.open(data / name, "rt", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    outputs = {s: {row["idiom"]: row for row in rows(f"translations.{s}.csv.gz")} for s in SYSTEMS}
    return rows("tide_1idiom_per_row.csv.gz"), outputs


def tide(data: Path, language: str) -> Iterator[Case]:
    """Figurative uses only; Google's outputs were not judged and serve as company."""
    data = data / "tide-idioms"
    gold = references(data, language)
    rows, outputs = tide_rows(data)
    meaning = {row["idiom"]: row["meaning"] for row in rows}
    names = {"correct": "right", "literal": "literal", "omitted": "omitted",
             "understandable": "right", "incorrect": "other"}  # fmt: skip
    seen = set()
    for judged in read(data / f"human_evaluation.{language}.csv"):
        if judged.use != "figurative":
            continue
        text, span = bracketed(judged.source)
        facts = (gold.get(text.lower(), ""), meaning.get(judged.idiom, ""))
        yield Case(language, judged.source, judged.idiom, text, (span,), judged.system,
                   judged.translation, names[judged.label], *facts)  # fmt: skip
        unjudged = outputs["google"].get(judged.idiom)
        if judged.source not in seen and unjudged:
            seen.add(judged.source)
            output = " ".join(unjudged[f"p_f_{language}_google"].split())
            yield Case(language, judged.source, judged.idiom, text, (span,), "google", output, "",
                       *facts)  # fmt: skip


def bracketed(source: str) -> tuple[str, Span]:
    text = source.replace("[[", "").replace("]]", "").strip()
    return text, (source.index("[["), source.index("]]") - 2)


def tide_read(data: Path, language: str) -> Iterator[Case]:
    """Idioms of TIDE that its people did not judge, read by one reader; never tested on."""
    rows, outputs = tide_rows(data / "tide-idioms")
    verdicts = _verdicts(JUDGED / f"tide-{language}.tsv")
    wanted = {idiom for idiom, _ in verdicts}
    for row in rows:
        if row["idiom"] not in wanted:
            continue
        text, span = bracketed(" ".join(row["s_f_brkt"].split()))
        for system in SYSTEMS:
            found = outputs[system].get(row["idiom"], {}).get(f"p_f_{language}_{system}") or ""
            output = " ".join(found.split())
            if output:
                verdict = verdicts.get((row["idiom"], system), "")
                yield Case(language, text, row["idiom"], text, (span,), system, output, verdict,
                           "", row["meaning"])  # fmt: skip


def wmt_read(data: Path, language: str) -> Iterator[Case]:
    """Idioms found in the sources of WMT23 and WMT24, outputs read by one reader."""
    rows = [
        line.split("\t")
        for line in (JUDGED / f"wmt-{language}.tsv").read_text("utf-8").split("\n")
        if line and line[0] != "#"
    ]
    folder = next(data.glob(f"wmt2[34]-systems/en-{language}"), None) if rows else None
    assert folder is not None
    texts: dict[str, list[str]] = {}

    def lines(pattern: str) -> list[str]:
        if pattern not in texts:
            path = next(folder.glob(pattern))
            opened = gzip.open if path.suffix == ".gz" else open
            with opened(path, "rt", encoding="utf-8") as file:
                texts[pattern] = [line.rstrip("\n") for line in file]
        return texts[pattern]

    for number, idiom, pieces, system, verdict in rows:
        if verdict == "none":
            continue
        line = int(number)
        spans = tuple((int(a), int(b)) for a, b in (p.split("-") for p in pieces.split(",")))
        output = lines(f"sys.{system}.{language}*")[line]
        yield Case(language, f"{line}.{pieces}", idiom, lines("src.en*")[line], spans, system,
                   output, verdict, lines("ref.A*")[line])  # fmt: skip


def _verdicts(path: Path) -> dict[tuple[str, str], str]:
    rows = (
        line.split("\t") for line in path.read_text("utf-8").split("\n") if line and line[0] != "#"
    )
    return {(idiom, system): verdict for idiom, system, verdict in rows}


def wmt24(data: Path) -> Iterator[Case]:
    """Idiomatic uses; people said accepted or rejected. Outputs without a visible verdict too."""
    meaning = idiomkb(data / "idiomkb")
    data = data / "wmt24-idioms-en-is"
    with gzip.open(data / "idioms.json.gz", "rt", encoding="utf-8") as file:
        idioms = {entry["id"]: entry for entry in json.load(file)}
    with gzip.open(data / "wmt24_translations.json.gz", "rt", encoding="utf-8") as file:
        outputs = {entry["id"]: entry for entry in json.load(file)}
    judged, cued = dict[tuple[str, str, str], str](), dict[tuple[str, str, str], str]()
    for facts in _tsv(data / "human_evaluation.visible.tsv.gz"):
        if facts["slot"].startswith("idiom"):
            for system in facts["systems"].split(","):
                verdict = "right" if facts["verdict"] == "1" else "wrong"
                judged[facts["id"], facts["slot"], system] = verdict
    for facts in _tsv(data / "cue_decisions.visible.tsv.gz"):
        decision = "right" if facts["decision"] == "1" else "wrong"
        cued[facts["id"], facts["slot"], facts["system"]] = decision
    for number, entry in idioms.items():
        for slot in ("idiom_1", "idiom_2"):
            source = " ".join(entry[f"idiomatic_ex_{slot[-1]}"].split())
            if not source:
                continue
            span = place(entry["idiom"], source)
            for key, text in outputs[number].items():
                if not key.endswith(f".en-is.txt_{slot}"):
                    continue
                system = key.partition(".en-is")[0]
                which = (str(number), slot, system)
                yield Case("is", f"{number}.{slot}", entry["idiom"], source, (span,), system,
                           " ".join(text.split()), judged.get(which, ""), "",
                           meaning.get(plain(entry["idiom"]), ""), cued.get(which, ""))  # fmt: skip


def _tsv(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        header, *rows = [line.rstrip("\n").split("\t") for line in file]
    for row in rows:
        yield dict(zip(header, row, strict=True))


def place(idiom: str, source: str) -> Span:
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


SETS: Mapping[str, Callable[[Path], Iterator[Case]]] = {
    "zh": partial(tide, language="zh"),
    "ko": partial(tide, language="ko"),
    "is": wmt24,
    **{f"tide-{c}": partial(tide_read, language=c) for c in ("de", "es", "zh", "ko")},
    **{f"wmt-{c}": partial(wmt_read, language=c) for c in ("de", "he", "is", "ja", "ru")},
}
