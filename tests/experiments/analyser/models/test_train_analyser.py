"""`experiments/analyser/train.py`: one folder of CoNLL-U in, one model out."""

import importlib
import json
import lzma
import os
import random
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from litmus.language.analysers import load_analyser
from litmus.language.embedded.lemmas import RULES, shipped_limits
from litmus.language.embedded.lexicon import lexicon
from litmus.language.embedded.model import about

pytest.importorskip("onnx", reason="onnx is not installed: pip install -e '.[test-all]'")
TRAIN = Path(__file__).parents[4] / "experiments/analyser/train.py"
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


@pytest.fixture(scope="module")
def modules() -> Iterator[Callable[[str], ModuleType]]:
    """The scripts as modules; they find each other in their folder."""
    sys.path.insert(0, str(TRAIN.parent))
    yield importlib.import_module
    sys.path.remove(str(TRAIN.parent))
    for name, module in [*sys.modules.items()]:
        if Path(getattr(module, "__file__", None) or "/").parent == TRAIN.parent:
            del sys.modules[name]


@pytest.fixture
def refused(
    modules: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """What train.py says when it does not begin."""

    def run(*arguments: str | Path) -> str:
        with pytest.raises(SystemExit) as caught:
            modules("train").main([*map(str, arguments)])
        code = caught.value.code
        return capsys.readouterr().err if isinstance(code, int) else str(code)

    return run


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
    sizes = ("--size", "tiny", "--steps", "60", "--device", "cpu")
    named = ("--name", "made", "--version", "2")
    command = [sys.executable, TRAIN, treebanks, model, *named, *sizes]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    analyser = load_analyser(f"embedded:{model}", "fr")
    assert analyser.signature.startswith("embedded.made.v2.")
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


def made(folder: Path, *names: str) -> None:
    """Files of one sentence."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(conllu(sentence(random.Random(1), ["barb"])), encoding="utf-8")


def test_folders_that_training_cannot_begin_with(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    model = tmp_path / "model"
    said = refused(tmp_path, model)
    assert said.startswith(f"{tmp_path} has no training files. Put xx_NAME-ud-train.conllu")
    assert not model.exists()
    assert refused(tmp_path / "nowhere", model) == f"{tmp_path}/nowhere is no folder."
    assert refused(tmp_path, tmp_path) == f"{tmp_path} is there already; name a new folder."
    made(tmp_path, "fr_made-ud-train.conllu")
    assert refused(tmp_path, model).startswith(f"No development file for fr in {tmp_path}:")
    made(tmp_path, "a/fr_gsd-ud-train.conllu", "b/fr_gsd-ud-train.conllu")
    first, second = (tmp_path / part / "fr_gsd-ud-train.conllu" for part in "ab")
    assert refused(tmp_path, model) == f"{first} and {second} have the same name; keep one of them."


def test_short_times_are_kept_and_the_learning_rate_rises_in_a_tenth_of_the_time(
    modules: Callable[[str], ModuleType],
) -> None:
    limit, rate = modules("train").limit, modules("optimise").schedule
    assert limit(Namespace(steps=None, seconds=3.0), 0.1)[-1].startswith("0.3")
    assert limit(Namespace(steps=7, seconds=3.0), 0.1) == ["--steps", "7"]
    assert rate(10, 0.05, 1.0) == pytest.approx(0.5 * 0.95)  # ten steps, 5 % of the time
    assert rate(10, 0.1, 1.0) == pytest.approx(0.9)
    assert rate(149, 0.001, 1.0) == pytest.approx(0.5 * 0.999)  # by steps, where these are sooner


def test_official_folders_and_parts(
    modules: Callable[[str], ModuleType], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given, work = tmp_path / "UD", tmp_path / "work"
    work.mkdir()
    french = ("train-a", "train-a-1", "train-b", "dev", "test")
    made(given, *(f"UD_French-GSD/fr_gsd-ud-{kind}.conllu" for kind in french))
    made(
        given, "UD_French-ParTUT/fr_partut-ud-train.conllu", "de/train-hdt.conllu", "de/odd.conllu"
    )
    root = modules("train").laid_out(given, work)
    files = modules("treebanks").files
    assert [name for name, _ in files(root, "fr", "train")] == ["gsd", "gsd", "gsd", "partut"]
    assert [name for name, _ in files(root, "fr", "dev")] == ["gsd"]
    assert [name for name, _ in files(root, "de", "train")] == ["hdt"]
    unused = "UD_French-GSD/fr_gsd-ud-test.conllu de/odd.conllu"
    assert capsys.readouterr().out == f"Not used: {unused}\n"
    assert modules("train").manner(root, "fr", {}) == ["train-gsd"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"# text = x\n1 x x\n", ":2: a line of CoNLL-U has 10 columns, this one 1."),
        (b"\nx" + b"\t_" * 9 + b"\n", ":2: 'x' is no number of a word."),
        (b"\xff\n", " cannot be read: 'utf-8' codec can't decode byte 0xff"),
        (b"", " has no sentences."),
    ],
    ids=["columns", "number", "coding", "empty"],
)
def test_file_that_is_no_treebank(
    refused: Callable[..., str], tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "fr_made-ud-dev.conllu"
    path.write_bytes(content)
    assert refused(tmp_path, tmp_path / "model").startswith(f"{path}{said}")


NAMES = "argument {}: 'a#1': only letters from a to z, digits, - and _"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--manner fr=gsd", "fr has no training file of gsd (there are: made)."),
        ("--manner fr", "--manner fr: write xx=NAME, such as fr=gsd."),
        ("--manner de=gsd", "--manner de=gsd: there is no training file of de."),
        ("--text fr", "--text fr: write xx=FILE, xx=FILE:COLUMN or xx=FILE*TIMES."),
        ("--text de=a", "--text de=a: there is no training file of de."),
        ("--text fr=nowhere:1*2", "--text fr=nowhere:1*2: nowhere is no file."),
        ("--text pl=a", "--text pl=a: only for ar, de, en, es, "),
        *(
            (f"--seconds={n}", f"argument --seconds: must be more than 0, not {n}")
            for n in (0, -5, "nan")
        ),
        *((f"{option} a#1", NAMES.format(option)) for option in ("--name", "--version")),
    ],
)
def test_options_that_are_refused(
    refused: Callable[..., str], tmp_path: Path, options: str, said: str
) -> None:
    names = (f"{code}_made-ud-{kind}.conllu" for code in ("fr", "pl") for kind in ("train", "dev"))
    made(tmp_path, *names)
    assert said in refused(tmp_path, tmp_path / "model", *options.split())


def test_without_the_packages_and_where_a_step_fails(
    modules: Callable[[str], ModuleType],
    refused: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made(tmp_path, "fr_made-ud-train.conllu", "fr_made-ud-dev.conllu")
    work = tmp_path / "temporary"
    monkeypatch.setattr(tempfile, "mkdtemp", lambda prefix: work.mkdir() or str(work))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: Namespace(returncode=1))
    said = refused(tmp_path, tmp_path / "model")
    assert said.startswith(f"prepare.py failed; what was made until then is in {work}. The command")
    assert (work / "treebanks/fr/fr_made-ud-train.conllu").is_file()
    monkeypatch.setattr(modules("train"), "find_spec", lambda name: None)
    said = "torch and onnx cannot be found: pip install 'litmus-mt[analyser-training]'"
    assert refused(tmp_path, tmp_path / "model") == said


def test_lemmas_must_be_words_where_that_puts_more_right_than_wrong(
    modules: Callable[[str], ModuleType],
) -> None:
    # by right and wrong in development files, and in training files where they say nothing
    for upos, right, wrong, training_right, training_wrong, kept in (
        ("NOUN", 3, 0, 1, 9, True),
        ("NOUN", 1, 2, 9, 0, False),
        ("DET", 0, 0, 5, 1, True),
        ("DET", 1, 1, 1, 5, False),
        ("DET", 0, 0, 0, 0, False),
        ("AUX", 0, 0, 0, 0, True),
        ("AUX", 0, 0, 1, 2, False),
    ):
        gains = Counter({(upos, True): right, (upos, False): wrong})
        more = Counter({(upos, True): training_right, (upos, False): training_wrong})
        assert modules("choose_lemmas").keeps_words(upos, gains, more) is kept


def test_rules_into_a_new_folder_take_the_limits_that_ship(
    modules: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, choose = tmp_path / "new/folder", modules("choose_lemmas")
    used: list[dict[str, float]] = []
    monkeypatch.setattr(
        choose, "compared", lambda folder, code, limits, *rules: used.append(limits) or Counter()
    )
    options = ["--only-rules", "--rules", "--languages", "de", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["choose_lemmas.py", str(tmp_path), *options])
    choose.main()
    assert used[0] == shipped_limits()["de"] != {}
    rules = json.loads(lzma.decompress((out / RULES).read_bytes()))
    assert rules == {"de": {"words": ["AUX"], "taken": {}}}  # where there is nothing to go by
    (out / "lemmas.json").write_text('{"de": {"NOUN": 0.25}}', encoding="utf-8")
    choose.main()
    assert used[-1] == {"NOUN": 0.25}
