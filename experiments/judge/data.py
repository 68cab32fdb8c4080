"""What a judge is tried on: samples of translations that people have judged, as suites.

Nothing is kept in the repository: a suite is made anew from the data, by a seed.
"""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean

from experiments.idiom_verdict.data import place

from litmus.annotate.error_weights import mqm_weights
from litmus.corpus.formats.evalset import open_evalset
from litmus.corpus.formats.mqm import read_mqm
from litmus.corpus.ratings import Rating, rating_to_json
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteInfo, write_suite

PEOPLE = "people.jsonl"  # beside the suite
SETS = ("ted-en-de", "wmt23-en-de", "wmt23-zh-en", "wmt24-idioms-en-is")


def make(data: Path, name: str, folder: Path, items: int, systems: int, seed: int) -> int:
    """A suite with so many translations, in `folder`, people's verdicts beside it; how many."""
    if name == "wmt24-idioms-en-is":
        return _idioms(data / name, folder, items, seed)
    if name == "ted-en-de":
        return _rated(
            name, ("en", "de"), *_ted(data / "mqm-ted-ende"), folder, items, systems, seed
        )
    pair = name.removeprefix("wmt23-")
    source, target = pair.split("-")
    texts, ratings = _wmt23(data / "wmt23-evalset", pair)
    return _rated(name, (source, target), texts, ratings, folder, items, systems, seed)


Texts = dict[str, tuple[Segment, dict[str, str]]]  # id -> segment, outputs by system


def _ted(data: Path) -> tuple[Texts, list[Rating]]:
    """The TED talks of WMT21: the files are in the order of the ids that were rated."""
    path = data / "mqm_ted_ende.tsv.gz"
    ratings = [one for one in read_mqm(path) if "ref" not in one.system.lower()]
    ids = sorted({int(one.id) for one in ratings})
    source, reference, docids = (_lines(data / name) for name in ("src.en", "ref.A.de", "docids"))
    assert len(ids) == len(source)
    outputs = {file.name.split(".")[1]: _lines(file) for file in sorted(data.glob("sys.*.de"))}
    texts = {
        str(number): (
            Segment(str(number), source[k], (reference[k],), docids[k]),
            {system: lines[k] for system, lines in outputs.items()},
        )
        for k, number in enumerate(ids)
    }
    return texts, [one for one in ratings if one.system in outputs]


def _wmt23(data: Path, pair: str) -> tuple[Texts, list[Rating]]:
    found = open_evalset(data, pair)
    reference = found.reference("refA")
    systems = [system for system in found.systems if not system.startswith("ref")]
    outputs = {system: found.output(system) for system in systems}
    texts = {
        str(k + 1): (
            Segment(str(k + 1), source, (reference[k],), document),
            {system: lines[k] for system, lines in outputs.items()},
        )
        for k, (source, (_, document)) in enumerate(zip(found.sources, found.places, strict=True))
    }
    files = found.rating_files("mqm")
    ratings = [one for rater, file in files.items() for one in found.ratings(rater, file)]
    return texts, [one for one in ratings if one.system in outputs]


def _rated(
    name: str,
    languages: tuple[str, str],
    texts: Texts,
    ratings: Sequence[Rating],
    folder: Path,
    items: int,
    n_systems: int,
    seed: int,
) -> int:
    """Segments that were rated for all of some systems, which are evenly spread in quality."""
    weights = mqm_weights()
    scores: dict[str, list[float]] = {}
    rated: dict[str, set[str]] = {}
    for one in ratings:
        scores.setdefault(one.system, []).append(weights.score(one) or 0.0)
        rated.setdefault(one.id, set()).add(one.system)
    ranked = sorted(scores, key=lambda system: -fmean(scores[system]))
    n_systems = min(n_systems, len(ranked))
    step = (len(ranked) - 1) / max(1, n_systems - 1)
    systems = [ranked[round(k * step)] for k in range(n_systems)]
    able = [identity for identity in texts if rated.get(identity, set()) >= set(systems)]
    drawn = set(Random(seed).sample(able, min(len(able), items // n_systems)))
    kept = [texts[identity] for identity in texts if identity in drawn]
    outputs = {system: [own[system] for _, own in kept] for system in systems}
    people = (one for one in ratings if one.id in drawn and one.system in systems)
    _write(name, languages, folder, [segment for segment, _ in kept], outputs,
           (rating_to_json(one) for one in people))  # fmt: skip
    return len(kept) * n_systems


def _idioms(data: Path, folder: Path, items: int, seed: int) -> int:
    """Idiomatic uses with a verdict of people: accepted or rejected. One output each, of whichever
    system it is."""
    with gzip.open(data / "human_evaluation.visible.tsv.gz", "rt", encoding="utf-8") as file:
        header, *rows = [line.rstrip("\n").split("\t") for line in file]
    facts = [dict(zip(header, row, strict=True)) for row in rows]
    able = [one for one in facts if one["slot"].startswith("idiom") and one["translation"].strip()]
    drawn = sorted(
        Random(seed).sample(able, min(items, len(able))), key=lambda one: int(one["row"])
    )
    segments, outputs, people = list[Segment](), list[str](), list[dict[str, object]]()
    for one in drawn:
        source = " ".join(one["source"].split())
        idiom = Idiom(one["idiom"], (place(one["idiom"], source),))
        segments.append(Segment(one["row"], source, idioms=(idiom,)))
        outputs.append(" ".join(one["translation"].split()))
        people.append(
            {"task": "understanding", "id": one["row"], "system": "wmt24", "mark": one["idiom"],
             "annotator": "people", "label": "correct" if one["verdict"] == "1" else "incorrect"}
        )  # fmt: skip
    _write("wmt24-idioms", ("en", "is"), folder, segments, {"wmt24": outputs}, people)
    return len(segments)


def _write(
    name: str,
    languages: tuple[str, str],
    folder: Path,
    segments: Iterable[Segment],
    outputs: Mapping[str, Iterable[str]],
    people: Iterable[Mapping[str, object]],
) -> None:
    rows = (json.dumps(dict(row), ensure_ascii=False) for row in people)
    clean = (replace(segment, references=segment.references[:1]) for segment in segments)
    info = SuiteInfo(name, *languages)
    write_suite(folder, info, clean, systems=outputs, overwrite=True, beside={PEOPLE: rows})


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def judged_rows(path: Path) -> Iterator[dict[str, object]]:
    """The rows of a file."""
    yield from map(json.loads, _lines(path))
