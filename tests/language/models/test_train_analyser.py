"""`experiments/analyser/train.py`: one folder of CoNLL-U in, one model out."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from litmus.language.analysers import load_analyser
from litmus.language.embedded.lexicon import lexicon
from litmus.language.embedded.model import about

pytest.importorskip("onnx")
TRAIN = Path(__file__).parents[3] / "experiments/analyser/train.py"
Rows = list[tuple[str, str, str, str, int, str]]  # form, lemma, tag, features, head, relation


def stem(rng: random.Random) -> str:
    return "".join(rng.choice("bdgklmnprst") + rng.choice("aeiou") for _ in range(2)) + "rk"


def noun(rng: random.Random, stems: list[str], head: int, relation: str, at: int) -> Rows:
    own, number = rng.choice(stems), rng.choice(("Sing", "Plur"))
    many = number == "Plur"
    return [
        ("zun" if many else "zu", "zu", "DET", f"Number={number}", at + 1, "det"),
        (own + ("oli" if many else "ol"), own + "ol", "NOUN", f"Number={number}", head, relation),
    ]


def sentence(rng: random.Random, stems: list[str]) -> Rows:
    """A language that nobody speaks: article, noun, verb, perhaps article and noun."""
    own, tense = rng.choice(stems), rng.choice(("Past", "Pres"))
    rows = noun(rng, stems, 3, "nsubj", 1)
    form = own + ("aku" if tense == "Past" else "ak")
    rows.append((form, own + "ak", "VERB", f"Tense={tense}", 0, "root"))
    if rng.random() < 0.6:
        rows += noun(rng, stems, 3, "obj", 4)
    return [*rows, (".", ".", "PUNCT", "_", 3, "punct")]


def unspaced(rng: random.Random) -> Rows:
    """Chinese words in a row: noun, verb, noun."""
    nouns = ("学生", "老师", "苹果", "朋友", "孩子")
    rows = [
        (rng.choice(nouns), "NOUN", 2, "nsubj"),
        (rng.choice(("喜欢", "看见")), "VERB", 0, "root"),
        (rng.choice(nouns), "NOUN", 2, "obj"),
        ("。", "PUNCT", 2, "punct"),
    ]
    return [(form, form, upos, "_", head, relation) for form, upos, head, relation in rows]


def text(rows: Rows, space: str = " ") -> str:
    return space.join(row[0] for row in rows[:-1]) + rows[-1][0]


def conllu(rows: Rows, space: str = " ") -> str:
    lines = [f"# text = {text(rows, space)}"]
    for at, (form, lemma, upos, feats, head, relation) in enumerate(rows, 1):
        misc = "SpaceAfter=No" if at == len(rows) - 1 or not space else "_"
        row = (at, form, lemma, upos, "_", feats, head, relation, "_", misc)
        lines.append("\t".join(map(str, row)))
    return "\n".join(lines) + "\n\n"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    command = [sys.executable, str(TRAIN), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_model_learns_a_language_from_a_folder(tmp_path: Path) -> None:
    rng = random.Random(1)
    seen, unseen = ([stem(rng) for _ in range(n)] for n in (150, 40))
    treebanks, model = tmp_path / "treebanks", tmp_path / "model"
    treebanks.mkdir()
    for kind, stems, n in (("train", seen, 500), ("dev", unseen, 40)):
        made = "".join(conllu(sentence(rng, stems)) for _ in range(n))
        (treebanks / f"fr_made-ud-{kind}.conllu").write_text(made, encoding="utf-8")
        made = "".join(conllu(unspaced(rng), "") for _ in range(n // 5))
        (treebanks / f"zh_made-ud-{kind}.conllu").write_text(made, encoding="utf-8")
    sizes = ("--size", "tiny", "--steps", "100", "--device", "cpu")
    done = run(treebanks, model, "--name", "made", "--version", "2", *sizes)
    assert done.returncode == 0, done.stderr
    analyser = load_analyser(f"embedded:{model}", "fr")
    assert analyser.signature.startswith("embedded.made.v2#")
    asked = [sentence(rng, unseen) for _ in range(40)]
    right = dict.fromkeys(("upos", "lemma", "feats", "head"), 0)
    total = 0
    for rows, (found,) in zip(asked, analyser.analyse(map(text, asked)), strict=True):
        assert [word.form for word in found.words] == [row[0] for row in rows]
        for word, (_, lemma, upos, feats, head, _) in zip(found.words, rows, strict=True):
            total += 1
            right["upos"] += word.upos == upos
            right["lemma"] += word.lemma == lemma
            right["feats"] += (word.feats or "_") == feats
            right["head"] += (0 if word.head is None else word.head + 1) == head
    # Nouns and verbs of stems it never saw; guessing the most frequent answer has 40 % or less.
    assert min(right.values()) > 0.8 * total, (right, total)
    assert about(model)["layers"] == {"words": 2, "characters-spaced": 2, "characters-unspaced": 2}
    # The segmenter learned with hints of the word list, and needs them ever after.
    assert lexicon("zh", model) == lexicon("zh") != {}
    words = [[row[0] for row in unspaced(rng)] for _ in range(20)]
    chinese = load_analyser(f"embedded:{model}", "zh").analyse("".join(some) for some in words)
    assert [[word.form for word in found.words] for (found,) in chinese] == words


def test_folder_without_treebanks(tmp_path: Path) -> None:
    done = run(tmp_path, tmp_path / "model")
    assert done.returncode == 1
    assert f"{tmp_path} has no training files. Put xx_NAME-ud-train.conllu" in done.stderr
    assert not (tmp_path / "model").exists()


def test_language_without_a_development_file(tmp_path: Path) -> None:
    (tmp_path / "fr_made-ud-train.conllu").write_text(
        conllu(sentence(random.Random(1), ["barb"])), encoding="utf-8"
    )
    done = run(tmp_path, tmp_path / "model")
    assert done.returncode == 1
    assert "No development file for fr" in done.stderr


def test_folder_that_is_not_there_and_model_that_is(tmp_path: Path) -> None:
    assert "is no folder" in run(tmp_path / "nowhere", tmp_path / "model").stderr
    assert "is there already" in run(tmp_path, tmp_path).stderr


def test_manner_that_no_file_has(tmp_path: Path) -> None:
    for kind in ("train", "dev"):
        made = conllu(sentence(random.Random(1), ["barb"]))
        (tmp_path / f"fr_made-ud-{kind}.conllu").write_text(made, encoding="utf-8")
    done = run(tmp_path, tmp_path / "model", "--manner", "fr=gsd")
    assert "fr has no training file of gsd (there are: made)." in done.stderr
