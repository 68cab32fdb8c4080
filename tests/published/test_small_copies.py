"""Every case that ships, on a small copy of the layout of its data: figures worked out by hand."""

import gzip
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from litmus.published.case import Data, Found, case_files, load_case, load_recompute

FILES = case_files()


def recomputed(name: str, root: Path) -> list[Found]:
    case = load_case(name, FILES)
    return list(load_recompute(case)(Data(root, case)))


def fill(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_winomt(tmp_path: Path) -> None:
    lines = [
        ("female", "The doctor met the cook because she was ill.", "doctor", 1),
        ("male", "The doctor met the cook because he was ill.", "doctor", 1),
    ]
    table = "".join(f"{gender}\t{at}\t{text}\t{who}\n" for gender, text, who, at in lines)
    german = ["Die Ärztin traf den Koch.", "Der Arzt traf den Koch."]
    pairs = zip(lines, german, strict=True)
    fill(tmp_path / "winomt", {
        "published.tsv": "system\tlanguage\taccuracy\tf1_male\tf1_female\tdeltaG\n"
        "mine\tde\t90.0\t90.0\t80.0\t10.0\n",
        "en.txt": table,
        "en_pro.txt": table,
        "en_anti.txt": table,
        "outputs/mine.en-de.txt": "".join(f"{row[1]} ||| {text}\n" for row, text in pairs),
        "outputs/unpublished.en-de.txt": "".join(f"{row[1]} ||| Der Arzt.\n" for row in lines),
    })  # fmt: skip
    found = {one.figures: one for one in recomputed("winomt", tmp_path)}
    assert {one.item for one in found.values()} == {"mine, en-de"}
    assert {name: (one.ours, one.published) for name, one in found.items()} == {
        "accuracy": (100, 90), "f1-male": (100, 90), "f1-female": (100, 80), "delta-g": (0, 10),
    }  # fmt: skip


def test_wmt25_terminology(tmp_path: Path) -> None:
    row = {"en": "The bank opens.", "de": "Die Bank öffnet."}
    lists = {"proper": {"bank": "Bank"}, "random": {"opens": "eröffnet"}, "noterm": {}}
    header = (
        "language mode system here bleu4 chrf2++ proper_term_success_rate random_term_success_rate"
    )
    files = {"full_data.ende.jsonl": json.dumps(row | lists) + "\n"}
    rows = [header.replace(" ", "\t")]
    for mode in ("noterm", "proper", "random"):
        files[f"submissions/mine/mine.ende.{mode}.jsonl"] = json.dumps(row) + "\n"
        rows += [f"de\t{mode}\tmine\tyes\t50\t60\t0.5\t0.25", f"de\t{mode}\tyours\tno\t1\t2\t0\t0"]
    fill(tmp_path / "wmt25-terminology", files | {"scores.track1.tsv": "\n".join(rows) + "\n"})
    found = recomputed("wmt25-terminology", tmp_path)
    assert len(found) == 3 * 4
    values = {one.figures: (one.ours, one.published) for one in found}
    assert values["proper"] == (100, 50)
    assert values["random"] == (0, 25)
    assert [round(values[name][0] or 0) for name in ("bleu", "chrf")] == [100, 100]
    assert {one.item for one in found if one.figures == "bleu"} == {
        f"mine, en-de, {mode}" for mode in ("noterm", "proper", "random")
    }


def values(found: list[Found]) -> dict[tuple[str, str], tuple[float | None, float | None]]:
    """Figures and item -> ours, and what was published in the data."""
    assert len({(one.figures, one.item) for one in found}) == len(found)
    return {(one.figures, one.item): (one.ours, one.published) for one in found}


def packed(root: Path, name: str, content: object) -> None:
    """JSON or lines of a table, compressed."""
    text = content if isinstance(content, str) else json.dumps(content)
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_bytes(gzip.compress(text.encode()))


def test_splitter(tmp_path: Path) -> None:
    labels = ["a"] * 4 + ["b"] * 2 + ["c"] + ["d"] * 4
    fill(tmp_path / "golden", {
        "litter/inputs/spans.en": "".join(f"{label}\t[(0, 1)]\n" for label in labels),
        # Ours has two of a, one of b, none of c, two of d.
        "splitter/default.json": json.dumps({"train": [0, 1, 4, 5, 7, 8, 9, 10]}),
    })  # fmt: skip
    assert recomputed("splitter", tmp_path) == [Found("idioms", "", 3, 4)]


def test_idiom_ds(tmp_path: Path) -> None:
    german = ["Er biss ins Gras .", "Sie biss ins Gras .", "Das ist Schnee von gestern ."]
    labels = ["ins gras beißen", "ins gras beißen", "schnee von gestern"]
    for pair, tests in (("de-en", 3), ("en-de", 2)):
        for part, n in (("test", tests), ("trainplus", 1)):
            fill(tmp_path / "idiom-translation-ds" / pair, {
                f"idiom_{part}.de": "".join(f"{text}\n" for text in german[:n]),
                f"idiom_{part}.en": "x y z\n" * n,
                f"idiom_{part}.info": "".join(f"1\t{label}\tz\t1\n" for label in labels[:n]),
            })  # fmt: skip
    assert {one.item: one.ours for one in recomputed("idiom-ds", tmp_path)} == {
        "German, unique idioms": 2,
        "German, idiomatic sentences in training data": 1,
        "German, test size": 3,
        "English, unique idioms": 1,
        "English, idiomatic sentences in training data": 1,
        "English, test size": 2,
    }


def test_cibb(tmp_path: Path) -> None:
    fill(tmp_path / "cibb", {
        "list_idiom_blacklist.txt": "手无寸铁\n10\nUnarmed\nX: iron\n\n"
        "雪上加霜\n9\nWorse\nX: snow frost\n",
        "idiom_blacklist.src.zh.txt": "手无寸铁的平民\n他们雪上加霜\n雪上加霜。\n",
        "idiom_blacklist.ref.en.txt": "Unarmed people.\nThey add frost.\nWorse still.\n",
        "idiom_blacklist.blacklist.en.txt": "iron\nsnow frost\nsnow frost\n",
    })  # fmt: skip
    found = {(one.figures, one.item): one.ours for one in recomputed("cibb", tmp_path)}
    assert found == {
        ("size", "sentences"): 3, ("size", "idioms"): 2,
        ("frequency", "手无寸铁"): 1, ("frequency", "雪上加霜"): 2,
        ("references", "all"): 1, ("references", "雪上加霜"): 1,
    }  # fmt: skip


def test_autoie(tmp_path: Path) -> None:
    # Of item 1 the second reference has its own words, but not the first; "out" is in "pout".
    rows = [
        "Hann fór\tHe went away\tleft,home\t1",
        "Hann fór\tHe left, home\tleft,home\t1",
        "Hann dó\tHe pouts\tout\t2",
        "Hann dó\tHe is out\tout\t3",
    ]
    file = "autoie-is/AutoIE_references__CLARIN_IE_is-en.tsv"
    fill(tmp_path, {file: "".join(f"{row}\n" for row in rows)})
    assert {(one.figures, one.item): one.ours for one in recomputed("autoie", tmp_path)} == {
        ("size", "rows"): 4, ("size", "items"): 3,
        ("rows", "parts of words"): 3, ("items", "parts of words"): 2,
        ("rows", "words"): 2, ("items", "words"): 1,
        ("rows", "words between spaces"): 1, ("items", "words between spaces"): 1,
    }  # fmt: skip


SOURCES = ["He broke the ice .", "They kicked the bucket ."]
REFERENCES = ["Il a fait le premier pas .", "Ils ont cassé leur pipe ."]


def idiom_mt(root: Path, **others: list[str]) -> None:
    """The sentences that two cases share."""
    texts = {
        "src.en": SOURCES,
        "ref.fr": REFERENCES,
        "spans.en": ["break the ice\t[(3, 16)]", "kick the bucket\t[(5, 22)]"],
        "hyp_b.fr": ["Il a brisé la glace .", "Ils ont cassé leur pipe ."],
        "hyp_c.fr": ["Il a brisé la glace .", "Ils frappent le seau ."],
    } | others
    fill(root / "golden/litter/inputs", {
        name: "".join(f"{line}\n" for line in lines) for name, lines in texts.items()
    })  # fmt: skip


def test_litter(tmp_path: Path) -> None:
    idiom_mt(tmp_path)
    packed(tmp_path, "muse-dicts/en-fr.txt.gz", "ice glace\nbroke brisé\nbucket seau\n")
    packed(tmp_path, "muse-dicts/fr-en.txt.gz", "glace ice\nseau bucket\n")
    right = {"decision": False}
    wrong = {"decision": True, "kind": "word", "triggered": ["glace"]}
    summary = {}
    for flags, average in (("default", "micro"), ("lower+strip-stopwords", "macro")):
        for name, errors in (("a", 0), ("b", 1), ("c", 2)):
            rows = [
                {"id": 0, "idiom": "break the ice", **(wrong if errors else right)},
                {"id": 1, "idiom": "kick the bucket", **right},
            ]
            fill(tmp_path / "golden/litter/outputs", {
                f"hyp_{name}__{flags}__{average}.jsonl": "".join(
                    f"{json.dumps(row)}\n" for row in rows
                )
            })  # fmt: skip
            summary[f"{name}|{flags}"] = {
                "n_errors": errors,
                "per_idiom": {"break the ice": [1, min(errors, 1)], "kick the bucket": [1, 0]},
                "printed": {average: {"score": errors / 4, "pearson": 0.25, "spearman": 0.75}},
            }
    fill(tmp_path / "golden/litter", {"summary.json": json.dumps(summary)})
    found = values(recomputed("litter", tmp_path))
    for flags in ("default", "lower+strip-stopwords"):
        item = f"hypothesis a, {flags}"
        assert found["score", item] == (0, 0)
        assert found["decisions", item] == (1, 2) or found["decisions", item] == (2, 2)
        assert ("correlation", f"Pearson, {item}") not in found  # without an error there is none
        assert found["score", f"hypothesis b, {flags}"] == (0.5, 0.25)
        assert found["idioms", f"hypothesis b, {flags}"] == (2, 2)
        # Of c the data say that one idiom was right that is not.
        assert found["score", f"hypothesis c, {flags}"] == (1, 0.5)
        assert found["idioms", f"hypothesis c, {flags}"] == (1, 2)
        assert found["correlation", f"Pearson, hypothesis b, {flags}"][1] == 0.25
        assert found["correlation", f"Spearman, hypothesis b, {flags}"][1] == 0.75
    assert len(found) == 2 * (3 * 3 + 2 * 2)


def test_apt_eval(tmp_path: Path) -> None:
    hypotheses = ["Il a fait la glace .", "Ils frappent le seau ."]
    idiom_mt(tmp_path, **{"hyp_c.fr": hypotheses})
    links = {"src_ref.align": "1-2 2-3 3-5\n\n", "src_hyp_c.align": "1-2 2-3 3-4\n1-1 2-2 3-3\n"}
    fill(tmp_path / "golden/apt_eval/inputs", links)
    scores = {"unigram_precision": 0.0, "score_mwe": 0.0, "chrf": 0.5, "ter": 1.0, "sbleu": 50.0}
    ids = {"ref_ids": [2, 3, 5], "hyp_ids": [2, 3, 4]}
    none = {"id": 1, "ref_ids": [], "hyp_ids": [1, 2, 3]}
    rows = [{"id": 0, **scores, **ids}, none]
    printed = {"Unigram Precision": 0.1, "Score_MWE": 0.2, "ChrF": 0.3, "TER": 0.4, "sBLEU": 5.0}
    fill(tmp_path / "golden/apt_eval", {
        "hyp_c.jsonl": "".join(f"{json.dumps(row)}\n" for row in rows),
        "summary.json": json.dumps(
            {"c": {"micro": printed | {"empty": 0.5}, "n_empty_reference_span": 1}}
        ),
    })  # fmt: skip
    found = values(recomputed("apt-eval", tmp_path))
    assert found["lines", "the five scores"] == (1, 2)  # only that of the empty one
    assert found["lines", "the words compared"] == (2, 2)
    assert found["empty", "idioms"] == (1, 1)
    assert found["average", "empty"] == (0.5, 0.5)
    assert found["average", "Unigram Precision"] == (pytest.approx(1 / 3), 0.1)  # fait
    assert {name: found["average", name][1] for name in printed} == printed
    assert 0 < (found["average", "ChrF"][0] or 0) < 1
    assert 1 < (found["average", "sBLEU"][0] or 0) < 100


def test_muda_metric(tmp_path: Path) -> None:
    def words(*tagged: str) -> list[list[list[dict[str, object]]]]:
        """One document of one sentence."""
        return [[[{"token": word, "tags": ["pronouns"]} for word in tagged]]]

    published = {"pronouns": 0.5, "formality": 0.25}
    case = {"refs": words("il", "la"), "hyps": words("il", "le", "les", "lui")}
    case |= {"f1": published, "precision": published, "recall": published}
    fill(tmp_path / "golden/muda_metrics", {"sample.json": json.dumps([case])})
    found = values(recomputed("muda-metric", tmp_path))
    # One of two words, of four: 1/2, 1/4 and their harmonic mean.
    assert found == {
        ("tag", "f1, pronouns"): (pytest.approx(1 / 3), 0.5),
        ("tag", "precision, pronouns"): (0.25, 0.5),
        ("tag", "recall, pronouns"): (0.5, 0.5),
        **{("tag", f"{key}, formality"): (None, 0.25) for key in ("f1", "precision", "recall")},
    }


def test_compare_mt(tmp_path: Path) -> None:
    fill(tmp_path / "golden/compare_mt/inputs", {
        "ted.ref.eng": "a cat\n", "ted.ref.eng.tag": "DT NN\n",
        "ted.sys1.eng": "a dog\n", "ted.sys1.eng.tag": "DT NN\n",
        "ted.sys2.eng": "the cat\n", "ted.sys2.eng.tag": "DT NN\n",
    })  # fmt: skip
    stats = {label: {"f": 0.1, "prec": 0.2, "rec": 0.3} for label in ("DT", "NN", "VB")}
    golden = {"labels": ["DT", "NN", "VB"], "stats": {"sys1": stats, "sys2": stats}}
    fill(tmp_path / "golden/compare_mt", {"label_bucketer_500.json": json.dumps(golden)})
    found = values(recomputed("compare-mt", tmp_path))
    assert len(found) == 2 * 3 * 3
    for word, published in (("F", 0.1), ("precision", 0.2), ("recall", 0.3)):
        assert found["label", f"{word}, sys1, DT"] == (1, published)
        assert found["label", f"{word}, sys1, NN"] == (0, published)
        assert found["label", f"{word}, sys2, NN"] == (1, published)
        assert found["label", f"{word}, sys2, VB"][0] in (None, 0)


def test_demetr(tmp_path: Path) -> None:
    def item(made: bool, good: str, bad: str) -> dict[str, object]:
        return {
            "pert_check": made, "eng_sent": "The cat sat.", "mt_sent": good, "pert_sent": bad
        }  # fmt: skip

    rows = [
        item(True, "The cat sat.", "The dog sat."),
        item(True, "A cat.", "A cat."),
        item(True, "The dog sat.", "The cat sat."),
        item(False, "The cat sat.", "No."),
    ]
    packed(tmp_path, "demetr/critical_id7_antonym.json.gz", rows)
    head, row = "category\tperturbed\tchrF_right\tchrF_ties\n", "critical_id7_antonym\t4\t2\t9\n"
    fill(tmp_path / "demetr", {"expected.tsv": head + row})
    kind = "critical_id7_antonym"
    assert values(recomputed("demetr", tmp_path)) == {
        ("made", kind): (3, 4), ("right", kind): (1, 2), ("tied", kind): (1, 9),
    }  # fmt: skip


def test_pecore_pcxmi(tmp_path: Path) -> None:
    columns = (
        "pcxmi kl_divergence is_context_sensitive is_example_correct contrast_prob probability"
    )
    rows = [
        # Ranked by P-CXMI: 1, 2, 3, 4; by its absolute value and backwards the last is first.
        "3 1 1 1 0.8 0.1",
        "2 2 0 1 0.4 0.1",
        "1 3 1 0 0.2 0.1",
        "-4 4 0 0 0.1 0.0000",
    ]
    table = "\n".join(line.replace(" ", "\t") for line in (columns, *rows)) + "\n"
    packed(tmp_path, "pecore-pcxmi/anaphora.marian-small-scat.cti.tsv.gz", table)
    heads = "set model tokens positives AP_pcxmi AP_abs_pcxmi AP_neg_pcxmi AP_kl_divergence"
    heads += " correct_AP_pcxmi correct_AP_kl_divergence correct_AP_abs_pcxmi"
    expected = "anaphora marian-small-scat 9 8 .1 .2 .3 .4 .5 .6 .7"
    lines = (heads.replace(" ", "\t"), expected.replace(" ", "\t"), "")
    fill(tmp_path / "pecore-pcxmi", {"expected.tsv": "\n".join(lines)})
    found = values(recomputed("pecore-pcxmi", tmp_path))
    item = "anaphora, marian-small-scat"
    name = "average-precision"
    assert found["tokens", f"all, {item}"] == (4, 9)
    assert found["tokens", f"dependent, {item}"] == (2, 8)
    # The mean of the precision at each dependent word: ranks 1 and 3, 2 and 4, 2 and 4, 2 and 4.
    half = (1 / 2 + 2 / 4) / 2
    assert found[name, f"P-CXMI, {item}"] == (pytest.approx((1 + 2 / 3) / 2), 0.1)
    assert found[name, f"absolute P-CXMI, {item}"] == (pytest.approx(half), 0.2)
    assert found[name, f"negative P-CXMI, {item}"] == (pytest.approx(half), 0.3)
    assert found[name, f"KL divergence, {item}"] == (pytest.approx(half), 0.4)
    # Of sentences that were right the first of two words is dependent.
    assert found[name, f"P-CXMI, right sentences, {item}"] == (1, 0.5)
    assert found[name, f"KL divergence, right sentences, {item}"] == (0.5, 0.6)
    assert found[name, f"absolute P-CXMI, right sentences, {item}"] == (1, 0.7)
    # log2 of 8, 4, 2 and, with 0.0000 read as 0.00005, of 2000: ranks 2 and 4.
    assert found["from-probabilities", item] == (pytest.approx(half), 0.1)
    assert len(found) == 2 + 7 + 1


def test_wmt24_idioms_en_is(tmp_path: Path) -> None:
    folder = "wmt24-idioms-en-is"
    packed(tmp_path, f"{folder}/idioms.json.gz", [
        {
            "id": 0,
            # A dictionary word; a form; two of them, at most two tokens apart.
            "idiomatic_1_positive": [["hestur", "l"], [["kol", "i"], ["biti", "l"], 2]],
            "idiomatic_1_negative": [["tími", "l"]],
            "literal_1_positive": [["Hesti", "i"]],
            "literal_1_negative": [],
        }
    ])  # fmt: skip
    outputs = {
        "A": ("Ég sé hestinn.", "hesti"),
        "B": ("Hestar allan tímann.", "hestinum"),  # the wrong word beside the right one
        "C": ("Kol og bita", "x"),
        "D": ("kol er nú ekki bita", "x"),  # too far apart
        "E": ("kolum og bita", "x"),  # another form
    }
    texts = {
        f"{name}.en-is.txt_{slot}": text
        for name, pair in outputs.items()
        for slot, text in zip(("idiom_1", "literal_1"), pair, strict=True)
    }
    packed(tmp_path, f"{folder}/wmt24_translations.json.gz", [{"id": 0} | texts])
    decided = ["id\tslot\tsystem\tdecision"]
    decided += [f"0\tidiom_1\t{name}\t{int(name in 'ABC')}" for name in outputs]
    decided += [f"0\tliteral_1\t{name}\t{int(name == 'A')}" for name in outputs]
    packed(tmp_path, f"{folder}/cue_decisions.visible.tsv.gz", "\n".join(decided) + "\n")
    judged = [
        "id\tslot\tsystems\tverdict\tearlier_automatic_verdict",
        "0\tidiom_1\tA,B\t1\tAccepted: found",
        "0\tidiom_1\tD\t1\tRejected: no",
        "0\tidiom_1\tE\t0\t",
        "0\tliteral_1\tA\t0\tAccepted: found",
        "0\tliteral_1\tB\t0\tRejected: no",
    ]
    packed(tmp_path, f"{folder}/human_evaluation.visible.tsv.gz", "\n".join(judged) + "\n")
    found = {(one.figures, one.item): one.ours for one in recomputed(folder, tmp_path)}
    people = {
        (f"people-{use}", f"{system}, {what}"): number
        for use, system, judged, right in (
            ("idiomatic", "A", 1, 1), ("idiomatic", "B", 1, 1), ("idiomatic", "D", 1, 1),
            ("idiomatic", "E", 1, 0), ("literal", "A", 1, 0), ("literal", "B", 1, 0),
        )
        for what, number in (("judged", judged), ("right", right))
    }  # fmt: skip
    # Cues said yes to A (not to D, E) of the idioms, and to A (not to B) of literal uses.
    cells = ("right for both", "right for cues only", "right for people only", "wrong for both")
    counts = {
        (f"{cues}-counts", f"{use}, {cell}"): number
        for cues, use, numbers in (
            ("published-cues", "idiomatic", (1, 0, 1, 1)),
            ("published-cues", "literal", (0, 1, 0, 1)),
            ("early-cues", "idiomatic", (1, 0, 1, 0)),
            ("early-cues", "literal", (0, 1, 0, 1)),
        )
        for cell, number in zip(cells, numbers, strict=True)
    }
    # Kappa: (agreement - chance) / (1 - chance), by hand from those cells.
    agreement = {
        ("published-cues", "idiomatic, agreement"): 2 / 3,
        ("published-cues", "idiomatic, kappa"): (2 / 3 - 4 / 9) / (1 - 4 / 9),
        ("published-cues", "literal, agreement"): 1 / 2,
        ("published-cues", "literal, kappa"): 0,
        ("early-cues", "idiomatic, agreement"): 1 / 2,
        ("early-cues", "idiomatic, kappa"): 0,
        ("early-cues", "literal, agreement"): 1 / 2,
        ("early-cues", "literal, kappa"): 0,
    }
    assert found == {
        ("cues-idiomatic", "A"): 1, ("cues-idiomatic", "C"): 1, ("cues-literal", "A"): 1,
        ("decisions", ""): 9,  # all but B, idiomatic
        **people, **counts,
        **{key: pytest.approx(value) for key, value in agreement.items()},
    }  # fmt: skip


def test_ctxpro_deepl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def scored(format: str, file: Path, metric: str) -> list[SimpleNamespace]:
        assert (format, metric) == ("ctxpro", "context-word:compat=ctxpro")
        assert file == tmp_path / "ctxpro-deepl/auxiliary.opensubtitles.en-de.test.json.gz"
        rows = [("context-word", None, 25.0), ("context-word", "AUX DO.ELL", 40.0),
                ("context-word", "AUX", None), ("other", None, 1.0),
                ("other", "AUX DO.ELL", 1.0)]  # fmt: skip
        return [
            SimpleNamespace(system="deepl.contexts", metric=name, tag=tag, value=value, n=5)
            for name, tag, value in rows
        ]

    monkeypatch.setattr("litmus.published.cases.ctxpro_deepl.imported_scores", scored)
    fill(tmp_path / "ctxpro-deepl", {
        "expected.tsv": "set\tlanguage\tmode\taccuracy\n"
        "auxiliary\tde\tcontexts\t40.0\nauxiliary\tde\tsentences\t7.8\n",
        "expected_by_rule.tsv": "set\tlanguage\tmode\trule\tcorrect\n"
        "auxiliary\tde\tcontexts\tDO.ELL\t3\nauxiliary\tde\tcontexts\tWILL.ELL\t1\n",
    })  # fmt: skip
    assert values(recomputed("ctxpro-deepl", tmp_path)) == {
        ("accuracy", "auxiliary en-de, contexts"): (25, 40),
        ("accuracy", "auxiliary en-de, sentences"): (None, 7.8),
        ("right", "auxiliary en-de, contexts, DO.ELL"): (2, 3),
        ("right", "auxiliary en-de, contexts, WILL.ELL"): (0, 1),
    }


def test_wmt23_evalset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def row(table: str, measure: str | None, metric: str | None, value: float,
            system: str | None = None) -> SimpleNamespace:  # fmt: skip
        return SimpleNamespace(
            table=table, measure=measure, metric=metric, value=value, system=system
        )

    def agreed(folder: Path, *, languages: str, draws: int) -> SimpleNamespace:
        assert (folder, draws) == (tmp_path / "wmt23-evalset", 1)
        here = 0.0 if languages == "en-de" else 0.5
        return SimpleNamespace(rows=[
            row("people", None, None, here - 3, "A"), row("people", None, None, -7, "B"),
            row("score-systems", "accuracy", "bleu", here + 0.1),
            row("score-systems", "pearson", "bleu", here + 0.2),
            row("score-segments", "pearson", "bleu", here + 0.3),
            row("score-segments", "acc_eq", "bleu", here + 0.4),
        ])  # fmt: skip

    monkeypatch.setattr("litmus.published.cases.wmt23_evalset.agree", agreed)
    columns = "pair metric sys_pairwise_accuracy sys_pearson seg_pearson_pooled"
    columns += " seg_acc_tie_calibrated"
    table = [columns, "en-de bleu 1 2 3 4", "zh-en bleu 5 6 7 8", "zh-en chrf 9 9 9 9", ""]
    fill(tmp_path / "wmt23-evalset", {
        "expected.tsv": "\n".join(table).replace(" ", "\t"),
        "human-scores/en-de.mqm.sys.score": "A\t-3.5\nB\tNone\nC\t-1\n",
        "human-scores/zh-en.mqm.sys.score": "A\t-2\n",
    })  # fmt: skip
    measures = ("system-accuracy", "system-pearson", "segment-pearson", "segment-accuracy")
    assert values(recomputed("wmt23-evalset", tmp_path)) == {
        ("people", "en-de, A"): (-3, -3.5),
        ("people", "zh-en, A"): (-2.5, -2),
        **{
            (name, f"{pair}, bleu"): (here + n / 10, first + n)
            for pair, here, first in (("en-de", 0, 0), ("zh-en", 0.5, 4))
            for n, name in enumerate(measures, start=1)
        },
        **{(name, "zh-en, chrf"): (None, 9) for name in measures},
    }


def test_muda_tagger(tmp_path: Path) -> None:
    def entry(document: int, source: str, target: str, tags: list[list[str]], **other: object):  # type: ignore[no-untyped-def]
        words = [[word.split("/") for word in side.split()] for side in (source, target)]
        (src, src_pos), (tgt, tgt_pos) = (zip(*side, strict=True) for side in words)
        return {
            "docid": document, "src": src, "src_pos": src_pos, "tgt": tgt, "tgt_pos": tgt_pos,
            "tgt_tense": [""] * len(tgt), "align": "0-0 1-1",
            "antecedent_known": [True] * len(src), "tags": tags,
        } | other  # fmt: skip

    same = "house/NOUN goes/VERB", "maison/NOUN va/VERB"
    entries = [
        entry(0, *same, [[], []]),
        entry(0, *same, [["lexical_cohesion"], ["pronouns"]]),
        entry(1, *same, [["lexical_cohesion"], []]),  # the first of its document
        entry(1, "you/PRON went/VERB", "tu/PRON allais/VERB", [[], []], tgt_tense=["", "Imp"]),
        entry(1, "you/PRON went/VERB", "tu/PRON allais/VERB", [["formality"], ["verb_form"]],
              tgt_tense=["", "Imp"]),
        entry(1, "it/PRON goes/VERB", "elle/PRON va/VERB", [["pronouns"], []],
              antecedent_known=[False, True]),
        entry(1, "it/PRON goes/VERB", "elle/PRON va/VERB", [[], []]),
    ]  # fmt: skip
    golden = {"fr": {"cohesion_threshold": 1, "sentences": entries}}
    fill(tmp_path / "golden/muda_tagger", {"sample_fr.json": json.dumps(golden)})
    found = values(recomputed("muda-tagger", tmp_path))
    assert {item: pair for (name, item), pair in found.items() if name == "theirs"} == {
        "lexical_cohesion": (1, 2), "pronouns": (1, 2), "formality": (1, 1), "verb_form": (1, 1),
    }  # fmt: skip
    assert {
        item: pair[1] for (name, item), pair in found.items() if name == "ours"
    } == dict.fromkeys(("lexical_cohesion", "pronouns", "formality", "verb_form"), 0)
    assert found["ours", "pronouns"] == (0, 0)


def test_muda_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tagged(*, languages: str, source: list[str], reference: list[str], docids: list[str]
               ) -> list[SimpleNamespace]:  # fmt: skip
        assert (source, reference, docids) == (["one", "two"], ["un", "deux"], ["d", "d"])
        french = [(("formality",), ()), (("pronouns", "formality"),)]
        return [SimpleNamespace(tags=tags if languages == "en-fr" else ()) for tags in french]

    monkeypatch.setattr("litmus.published.cases.muda_examples.tag", tagged)
    for folder in ("es", "fr", "jp", "pt", "tr", "zh"):
        fill(tmp_path / f"muda-example/tests/{folder}", {
            "example.en": "one\n\ntwo\n", f"example.{folder}": "un\ndeux\n",
            "example.docids": "d\nd\n", "example.expected": "0 2,4\n1 2 3 5 0\n",
        })  # fmt: skip
    found = values(recomputed("muda-examples", tmp_path))
    # formality twice, of which one is in each sentence; of pronouns they have one, elsewhere.
    assert found["theirs", "fr"] == (2, 6)
    assert found["ours", "fr"] == (1, 0)
    assert found["theirs", "ja"] == (0, 6)
    assert len(found) == 12
