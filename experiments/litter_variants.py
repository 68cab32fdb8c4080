"""LitTER's options beside its plain form: on the demo suites, on any suite, on known glosses.

    python experiments/litter_variants.py [--suite SUITE --dictionary F+F] [--glosses GOLDEN MUSE]

GOLDEN is a folder with src.en, ref.fr, spans.en, hyp_c.fr, hyp_c.is_gloss (1: the line is a
word-for-word gloss) and src_hyp_c.align (Moses tokens); MUSE holds en-fr.txt.gz and fr-en.txt.gz. A
gloss is literal by construction, any other line is the reference: so recall is the share of
glosses that trigger, and nothing else should.
"""

import argparse
import tempfile
from pathlib import Path

from litmus import evaluate
from litmus.alignment.backends.pharaoh_files import PharaohFile
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.shipped import load_suite
from litmus.corpus.suite import SuiteInfo
from litmus.files.jsonl import read_objects
from litmus.files.text import read_lines

PUBLISHED = "match=form,equivalents=ignore,source_words=keep"
PLAIN = f"case=fold,stopwords=drop,{PUBLISHED}"
VARIANTS = {
    "plain": PLAIN,
    "match=stem": PLAIN.replace("match=form", "match=stem"),
    "match=lemma": PLAIN.replace("match=form", "match=lemma"),
    "compounds=on,partial=on": f"{PLAIN},compounds=on,partial=on",
    "fuzzy=on": f"{PLAIN},fuzzy=on",
    "source_words=drop": PLAIN.replace("source_words=keep", "source_words=drop"),
}


def on_suite(name: str, dictionary: str) -> None:
    suite = load_suite(name)
    for variant, options in VARIANTS.items():
        chosen = f"litter:dictionary={dictionary},{options}"
        result = evaluate(suite, suite.systems, metrics=[chosen], n_bootstrap=1)
        shown = {row.system: round(row.value or 0, 1) for row in result.rows if row.tag is None}
        print(f"  {suite.info.name}  {variant:24} {shown}")


def glosses(golden: Path, muse: Path) -> None:
    print("LitTER on glosses: recall on glosses, false alarms on references")
    dictionary = f"dictionary={muse / 'en-fr.txt.gz'}+{muse / 'fr-en.txt.gz'}"
    is_gloss = [line.strip() == "1" for line in read_lines(golden / "hyp_c.is_gloss")]
    suite = ParallelFiles(
        SuiteInfo("glosses", "en", "fr"), golden / "src.en", (golden / "ref.fr",),
        golden / "spans.en",
    )  # fmt: skip
    variants = VARIANTS | {"gate=alignment": f"{PLAIN},gate=alignment"}
    for variant, options in variants.items():
        aligner = PharaohFile(golden / "src_hyp_c.align", ("en", "fr"), tokens="moses")
        with tempfile.TemporaryDirectory() as folder:
            evidence = Path(folder) / "evidence.jsonl"
            evaluate(
                suite, {"c": golden / "hyp_c.fr"}, metrics=[f"litter:{dictionary},{options}"],
                aligners={"c": aligner}, segments=evidence, n_bootstrap=1,
            )  # fmt: skip
            triggered = [bool(row["counts"]["triggered"]) for _, row in read_objects(evidence)]
        pairs = list(zip(is_gloss, triggered, strict=True))
        found = sum(hit for gloss, hit in pairs if gloss)
        false = sum(hit for gloss, hit in pairs if not gloss)
        print(f"  {variant:24} recall {100 * found / sum(is_gloss):5.1f} %  false alarms {false}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--suite")
    parser.add_argument("--dictionary", default="auto")
    parser.add_argument("--glosses", nargs=2, type=Path)
    args = parser.parse_args()
    print("LitTER")
    for name in [args.suite] if args.suite else ["demo-en-de", "demo-en-es", "demo-en-fr"]:
        on_suite(name, args.dictionary)
    if args.glosses:
        glosses(*args.glosses)


if __name__ == "__main__":
    main()
