"""How many annotated idioms the matchers find, and what else they find.

    python -m benchmarks.idioms.quality SHARED_DATA

Recall: share of annotated occurrences found under their label. Precision is measured where people
said which matches are wrong, or which sentences use the words literally.
"""

import ast
import csv
import gzip
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.machine import machine

from litmus.errors import DataError
from litmus.idioms.entries.lists import Idiom, load_idioms
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.matching.occurrence import DOUBTFUL, Occurrence
from litmus.idioms.matching.pattern import compile_patterns

Row = tuple[str, str]  # sentence, idiom


def main() -> None:
    data = Path(sys.argv[1])
    for part in (idiom_mt, idiom_ds, magpie, opus, french, chinese, icelandic):
        part(data)
    print(machine())


def matcher(labels: Iterable[str], code: str, kind: str) -> Matcher:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "idioms.txt"
        path.write_text("\n".join(dict.fromkeys(labels)) + "\n", encoding="utf-8")
        idioms = load_idioms(str(path), code)
        fit = tuple(idiom for idiom in idioms.idioms if is_fit(idiom, code))
        if len(fit) < len(idioms.idioms):
            print(f"    {len(idioms.idioms) - len(fit)} entries refused (stop words only)")
        return Matcher(replace(idioms, idioms=fit), kind=kind)


def is_fit(idiom: Idiom, code: str) -> bool:
    try:
        compile_patterns([idiom], code)
    except DataError:
        return False
    return True


def lines(path: Path) -> list[str]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="\n") as stream:
        return [line.rstrip("\r\n") for line in stream]


def table(path: Path) -> list[dict[str, str]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t" if ".tsv" in path.name else ","))


def report(name: str, rows: Sequence[Row], find: Callable[[str], list[Occurrence]]) -> list[bool]:
    """Prints the recall; True for each row that was found."""
    hits, others, flags = [], Counter[str](), Counter[str]()
    for sentence, idiom in rows:
        found = find(sentence)
        own = [one for one in found if one.idiom == idiom]
        hits.append(bool(own))
        if own:
            best = min(own, key=lambda one: len(one.flags))
            flags["doubtful" if set(best.flags) & DOUBTFUL else "plain"] += 1
        others.update(one.idiom for one in found if one.idiom != idiom)
    print(
        f"{name:46} {sum(hits):5} of {len(rows):5}  {100 * sum(hits) / len(rows):5.1f} %  "
        f"(doubtful {flags['doubtful']}); other idioms found {others.total()}"
    )
    return hits


def idiom_mt(data: Path) -> None:
    folder = data / "idiom-mt"
    sources = lines(folder / "literal_translatability" / "sents.en")
    spans = [row.split("\t") for row in lines(folder / "literal_translatability/sents.spans.en")]
    listed = lines(folder / "idioms_225.en.txt")
    for name, labels in (
        ("225 idioms", listed),
        ("and 7 labels", [*listed, *[s[0] for s in spans]]),
    ):
        find = matcher(labels, "en", "ordered").find
        hits = total = 0
        extra: Counter[tuple[str, tuple[str, ...]]] = Counter()
        for sentence, (label, places) in zip(sources, spans, strict=True):
            if label not in labels:
                continue
            found = find(sentence)
            known = set()
            for start, end in ast.literal_eval(places):
                total += 1
                own = [
                    o for o in found if o.idiom == label and o.span[0] < end and start < o.span[1]
                ]
                hits += bool(own)
                known.update(own)
            extra.update((o.idiom, o.flags) for o in found if o not in known)
        print(f"idiom-mt, ordered, {name:27} {hits:5} of {total:5}  {100 * hits / total:5.1f} %  "
              f"beyond the authors' {extra.total()}")  # fmt: skip
    for (label, flags), count in extra.most_common():
        print(f"    {count:4} {label} {' '.join(flags)}")


def idiom_ds(data: Path) -> None:
    folder = data / "idiom-translation-ds"

    def unescape(text: str) -> str:
        for code, sign in ((" &apos;", "'"), ("&apos;", "'"), ("&quot;", '"'), ("&amp;", "&")):
            text = text.replace(code, sign)
        return text

    for pair in ("en-de", "de-en"):
        code = pair[:2]
        sources = [unescape(line) for line in lines(folder / pair / f"idiom_test.{code}")]
        labels = [
            unescape(line.split("\t")[1]) for line in lines(folder / pair / "idiom_test.info")
        ]
        find = matcher(labels, code, "free").find
        report(f"idiom-translation-ds {pair}, free", list(zip(sources, labels, strict=True)), find)
        if pair == "en-de":
            wrong = [row["wrong"] == "x" for row in table(folder / "match_check.test.en-de.csv.gz")]
            precision(sources, labels, wrong, find)


def precision(
    sources: list[str],
    labels: list[str],
    wrong: list[bool],
    find: Callable[[str], list[Occurrence]],
) -> None:
    """Share of matches that people did not call wrong: with and without doubtful ones."""
    kept: Counter[tuple[str, bool]] = Counter()
    for sentence, label, bad in zip(sources, labels, wrong, strict=True):
        own = [one for one in find(sentence) if one.idiom == label]
        if own:
            doubtful = all(set(one.flags) & DOUBTFUL for one in own)
            kept["doubtful" if doubtful else "plain", bad] += 1
    for kind in ("plain", "doubtful"):
        right, bad = kept[kind, False], kept[kind, True]
        print(f"    {kind} matches: {right} right, {bad} called wrong, "
              f"precision {100 * right / max(1, right + bad):.1f}")  # fmt: skip


def magpie(data: Path) -> None:
    rows = table(data / "mt-idioms-magpie" / "magpie_sample.tsv.gz")
    labels = [row["idiom"] for row in rows]
    for kind in ("ordered", "free"):
        find = matcher(labels, "en", kind).find
        for usage in ("figurative", "literal"):
            chosen = [(row["sentence"], row["idiom"]) for row in rows if row["usage"] == usage]
            report(f"MAGPIE {usage}, {kind}", chosen, find)


def opus(data: Path) -> None:
    rows = table(data / "mt-idioms-magpie" / "opus_sample.en-nl.tsv.gz")
    chosen = [(row["src_en"], row["idiom"]) for row in rows]
    for kind in ("ordered", "free"):
        report(f"OPUS sample, {kind}", chosen, matcher([r[1] for r in chosen], "en", kind).find)


def french(data: Path) -> None:
    folder = data / "idioms-fr-en"
    idiomatic = table(folder / "idiomatic_all_fixed.csv.gz")
    literal = table(folder / "literal_fixed.csv.gz")
    plain = table(folder / "random_sents_opensubtitles.csv.gz")
    plain += table(folder / "random_sents_ted.csv.gz")
    labels = [
        label for row in (*idiomatic, *literal) for label in row["contains_idioms"].split(",")
    ]
    for kind in ("ordered", "free"):
        find = matcher(labels, "fr", kind).find
        for name, rows in (("idiomatic", idiomatic), ("literal", literal)):
            chosen = [
                (row["original_text"], label)
                for row in rows
                for label in row["contains_idioms"].split(",")
            ]
            report(f"French subtitles {name}, {kind}", chosen, find)
        texts = [row["original_text"] for row in plain]
        found = sum(bool(find(text)) for text in texts)
        print(f"    random sentences with a match: {found} of {len(texts)}")


def chinese(data: Path) -> None:
    sources = lines(data / "cibb" / "idiom_blacklist.src.zh.txt")
    rows = lines(data / "cibb" / "list_idiom_blacklist.txt")
    fifty = [rows[n].strip() for n in range(0, len(rows), 5) if rows[n].strip()]
    find = matcher(fifty, "zh", "ordered").find
    found = sum(bool(find(text)) for text in sources)
    print(f"{'CIBB, 50 idioms':46} {found:5} of {len(sources):5}")
    with gzip.open(data / "petci" / "petci_filtered.jsonl.gz", "rt", encoding="utf-8") as stream:
        petci = [json.loads(row)["chinese"] for row in stream]
    find = matcher(petci, "zh", "ordered").find
    own = sum(any(one.idiom == label for one in find(label)) for label in petci)
    print(f"{'PETCI, each idiom in its own text':46} {own:5} of {len(petci):5}")


def icelandic(data: Path) -> None:
    texts = dict.fromkeys(
        line.split("\t")[0]
        for line in lines(data / "autoie-is" / "AutoIE_references__CLARIN_IE_is-en.tsv")
    )
    for kind in ("ordered", "free"):
        find = Matcher(load_idioms("is", "is"), kind=kind).find
        labels = {one.idiom for text in texts for one in find(text)}
        print(f"AutoIE, shipped Icelandic list, {kind}: {len(labels)} idioms found in {len(texts)}")


if __name__ == "__main__":
    main()
