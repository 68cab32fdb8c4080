"""WMT25's terminology task: are the terms there, and how good is the rest?"""

from collections.abc import Iterator

from litmus.importers.test_sets.wmt25_terminology import LISTS, MODES
from litmus.published.case import Data, Found
from litmus.published.headed import read_headed
from litmus.published.scoring import imported_scores

TERMS = "terms"
FOLDER = "wmt25-terminology"


def recompute(data: Data) -> Iterator[Found]:
    """Every language and mode; success always with both lists."""
    table = {
        (row["language"], row["mode"], row["system"]): row
        for row in read_headed(data.file(f"{FOLDER}/scores.track1.tsv"))
        if row["here"] == "yes"
    }
    for target in dict.fromkeys(target for target, _, _ in table):
        for mode in MODES:
            for terms in LISTS:
                metrics = [
                    f"{TERMS}:compat=wmt25",
                    *(("bleu", "chrf++") if terms == LISTS[0] else ()),
                ]
                scored = imported_scores(
                    FOLDER, data.folder(FOLDER), *metrics, languages=("en", target), mode=mode,
                    terms=terms,
                )  # fmt: skip
                for row in scored:
                    theirs = table.get((target, mode, row.system))
                    if row.tag is not None or theirs is None:
                        continue
                    item = f"{row.system}, en-{target}, {mode}"
                    if row.metric == TERMS:
                        success = 100 * float(theirs[f"{terms}_term_success_rate"])
                        yield Found(terms, item, row.value, success)
                    elif row.metric == "bleu":
                        yield Found("bleu", item, row.value, float(theirs["bleu4"]))
                    elif row.metric == "chrf++":
                        yield Found("chrf", item, row.value, float(theirs["chrf2++"]))
