"""One folder of CoNLL-U in, one model out: `python train.py TREEBANKS MODEL --name NAME`.

    python experiments/analyser/train.py UD my-model --name mine --seconds 7200
    litmus analyse talk.fr -l fr --backend embedded:my-model

TREEBANKS holds files with their official names, `fr_gsd-ud-train.conllu` and `fr_gsd-ud-dev.conllu`
(gzipped or not, whole or in parts), in whatever folders; every language needs a training and a
development file. The largest treebank of a language is the manner the model answers in; name others
with `--manner fr=sequoia,gsd`. Test files are not read. Needs torch, onnx and litmus; a GPU, or
patience: `--size small` is for a CPU. What is made on the way stays in `--work` if it is given.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from settings import configuration
from treebanks import files, read

from litmus.language.embedded import languages as shipped

HERE = Path(__file__).parent
CONFIG = "config.json"
OFFICIAL = re.compile(r"([a-z]{2})_\w+-ud-(train|dev)(-\w+)*\.conllu(\.gz)?")
SELECTED = re.compile(r"((old-|morph-)?train|dev)-[\w-]+\.conllu(\.gz)?")  # in a folder `fr`
TEXT = re.compile(r"([a-z]{2})=([^:*]+)(:\d+)?(\*\d+)?")
# Shares of the time: each segmenter, teacher, student.
SHARES = (0.1, 0.4, 0.4)
TINY = ("--state", "64", "--width", "32", "--batch", "400", "--peak", "1e-2")
SIZES: dict[str, dict[str, Any]] = {
    "full": {
        "teacher": ["--kind", "lstm", "--state", "768", "--layers", "3", "--dropout", "0.33"],
        "student": ["--layers", "5", "--dropout", "0.15", "--batch", "20000", "--peak", "3e-3"],
    },
    "small": {
        "teacher": ["--kind", "light", "--layers", "3", "--batch", "1500"],
        "student": ["--layers", "3", "--dropout", "0.1", "--batch", "1500", "--peak", "3e-3"],
        "table": {"pieces": 16384, "words": 8192, "width": 128},
        "segmenter": {"rows": 8192, "batch": "4000"},
    },
    "tiny": {  # to see that all is in place
        "teacher": ["--kind", "light", "--layers", "2", "--dropout", "0.1", *TINY],
        "student": ["--layers", "2", "--dropout", "0.0", *TINY],
        "table": {"pieces": 2048, "words": 512, "width": 32},
        "segmenter": {"rows": 1024, "batch": "1000"},
    },
}


def language_of(path: Path) -> str:
    """By the name of a file, or of its folder; "" if it does not train."""
    if official := OFFICIAL.fullmatch(path.name):
        return official[1]
    folder = path.parent.name
    selected = SELECTED.fullmatch(path.name) and re.fullmatch("[a-z]{2}", folder)
    return folder if selected else ""


def laid_out(given: Path, work: Path) -> Path:
    """A folder per language, as the other steps want it; what is wrong with a file is said here, of
    the file that was given."""
    if not given.is_dir():
        raise SystemExit(f"{given} is no folder.")
    root, taken = work / "treebanks", dict[Path, Path]()
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    there = [path for path in sorted(given.rglob("*.conllu*")) if path.is_file()]
    for path in there:
        if code := language_of(path):
            check(path)
            copy = root / code / path.name
            if copy in taken:
                raise SystemExit(f"{taken[copy]} and {path} have the same name; keep one of them.")
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(path, copy)
            taken[copy] = path
    if unused := [path for path in there if path not in taken.values()]:
        print("Not used:", *(str(path.relative_to(given)) for path in unused), flush=True)
    return root


def check(path: Path) -> None:
    try:
        count = sum(1 for _ in read(path))
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise SystemExit(f"{path} cannot be read: {error}") from error
    if not count:
        raise SystemExit(f"{path} has no sentences.")


def languages(root: Path, given: Path) -> list[str]:
    """Those with a training file; each must have a development file too."""
    found = [path.name for path in sorted(root.iterdir()) if files(root, path.name, "train")]
    if not found:
        raise SystemExit(
            f"{given} has no training files. Put xx_NAME-ud-train.conllu and xx_NAME-ud-dev.conllu "
            "there, xx the code of a language."
        )
    if lacking := [code for code in found if not files(root, code, "dev")]:
        raise SystemExit(
            f"No development file for {', '.join(lacking)} in {given}: training is judged by one. "
            "Put some sentences that do not train into xx_NAME-ud-dev.conllu."
        )
    return found


def manner(root: Path, code: str, chosen: dict[str, str]) -> list[str]:
    """The treebanks that the model follows: those chosen, or the largest."""
    sizes: Counter[str] = Counter()
    for name, path in files(root, code, "train"):
        sizes[name] += sum(len(sentence.rows) for sentence in read(path))
    named = chosen[code].split(",") if code in chosen else [max(sizes, key=lambda n: sizes[n])]
    if unknown := [name for name in named if name not in sizes]:
        raise SystemExit(
            f"{code} has no training file of {', '.join(unknown)} (there are: {', '.join(sizes)})."
        )
    return [f"train-{name}" for name in named]


def manners(pairs: list[str], codes: list[str]) -> dict[str, str]:
    chosen = {}
    for pair in pairs:
        code, _, names = pair.partition("=")
        if not names:
            raise SystemExit(f"--manner {pair}: write xx=NAME, such as fr=gsd.")
        if code not in codes:
            raise SystemExit(f"--manner {pair}: there is no training file of {code}.")
        chosen[code] = names
    return chosen


def check_texts(texts: list[str], codes: list[str]) -> None:
    """Before hours of training, not after."""
    for text in texts:
        parts = TEXT.fullmatch(text)
        if not parts:
            raise SystemExit(f"--text {text}: write xx=FILE, xx=FILE:COLUMN or xx=FILE*TIMES.")
        if parts[1] not in codes:
            raise SystemExit(f"--text {text}: there is no training file of {parts[1]}.")
        if parts[1] not in shipped():
            known = ", ".join(shipped())
            raise SystemExit(f"--text {text}: only for {known}, whose words litmus can find.")
        if not Path(parts[2]).is_file():
            raise SystemExit(f"--text {text}: {parts[2]} is no file.")


def settings(root: Path, args: argparse.Namespace) -> dict[str, Any]:
    """config.toml, with what it says of single files left out."""
    config, codes = configuration(), languages(root, args.treebanks)
    chosen = manners(args.manner, codes)
    check_texts(args.text, codes)
    config["languages"] = codes
    config["data"] |= {"more": {}, "lent": {}}
    config |= {"same": {}, "newer": {}, "retagged": {}}
    config["manner"] = {code: manner(root, code, chosen) for code in codes}
    own = config["segmenter"]
    for key in ("unspaced", "whole_text", "clitics_join"):
        own[key] = [code for code in own[key] if code in codes]
    own["split_from"] = {}
    size = SIZES[args.size]
    config["table"] |= size.get("table", {})
    own |= {key: value for key, value in size.get("segmenter", {}).items() if key != "batch"}
    return config


def treebanks_as_text(prepared: Path) -> None:
    """raw.npz of the training sentences, where there is no plain text."""
    from data import load_words  # takes torch, which is looked for first

    arrays, _, _ = load_words(prepared)
    mine = arrays["sentence_part"] == 0
    np.savez_compressed(
        prepared / "raw.npz",
        word_type=arrays["word_type"],
        sentence_start=arrays["sentence_start"][mine],
        sentence_length=arrays["sentence_length"][mine],
        sentence_language=arrays["sentence_language"][mine],
        sentence_times=np.ones(mine.sum(), np.int32),
        types=np.zeros(0, np.uint8),
        type_language=np.zeros(0, np.int32),
    )


def limit(args: argparse.Namespace, share: float) -> list[str]:
    if args.steps:
        return ["--steps", str(args.steps)]
    return ["--steps", "1000000", "--seconds", str(args.seconds * share)]


def steps(config: dict[str, Any], args: argparse.Namespace, work: Path) -> Iterator[list[str]]:
    """The commands that train, in order."""
    size = SIZES[args.size]
    segment, teach, learn = (limit(args, share) for share in SHARES)
    unspaced = {code in config["segmenter"]["unspaced"] for code in config["languages"]}
    both = [str(work / "prepared"), str(work / "trained")]
    batch = ["--batch", size["segmenter"]["batch"]] if "segmenter" in size else []
    for there, group in ((False, "spaced"), (True, "unspaced")):
        if there in unspaced:
            yield ["train_segmenter.py", *both, "--group", group, *segment, *batch]
    yield ["train_words.py", *both, "--role", "teacher", *size["teacher"], *teach]
    taught = ["--role", "student", "--teachers", str(work / "trained" / "teacher0.pt")]
    more = ["--exchanged", "0.3", "--copies", "1", *size["student"], *learn]
    yield ["train_words.py", *both, *taught, *more]
    made = ["--model", str(work / "model"), "--name", args.name, "--version", args.version]
    yield ["export.py", *both, *made]


def run(command: list[str], work: Path, device: str) -> None:
    environment = os.environ | {"ANALYSER_CONFIG": str(work / CONFIG)}
    if device == "cpu":
        environment["CUDA_VISIBLE_DEVICES"] = ""
    print(f"== {command[0]}", flush=True)
    done = subprocess.run([sys.executable, HERE / command[0], *command[1:]], env=environment)
    if done.returncode:
        raise SystemExit(
            f"{command[0]} failed; what was made until then is in {work}. The command:\n"
            f"ANALYSER_CONFIG={work / CONFIG} python {HERE / command[0]} {' '.join(command[1:])}"
        )


def ready(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """The treebanks laid out, and the settings written."""
    config = settings(laid_out(args.treebanks, work), args)
    text = json.dumps(config, ensure_ascii=False)
    (work / CONFIG).write_text(text, encoding="utf-8")
    return config


def train(config: dict[str, Any], args: argparse.Namespace, work: Path) -> None:
    run(["prepare.py", str(work / "treebanks"), str(work / "prepared")], work, args.device)
    if args.text:
        run(["plain_text.py", str(work / "prepared"), *args.text], work, args.device)
    else:
        treebanks_as_text(work / "prepared")
    shutil.rmtree(work / "model", ignore_errors=True)
    for command in steps(config, args, work):
        run(command, work, args.device)
    shutil.move(work / "model", args.model)  # only when it is whole
    print(f"{args.model}: use it as embedded:{args.model}")


def plain(text: str) -> str:
    if not re.fullmatch("[A-Za-z0-9_-]+", text):
        raise argparse.ArgumentTypeError(f"{text!r}: only letters from a to z, digits, - and _")
    return text


def above_none(text: str) -> float:
    """0 would be no limit at all."""
    if not (value := float(text)) > 0:
        raise argparse.ArgumentTypeError(f"must be more than 0, not {text}")
    return value


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("treebanks", type=Path)
    add("model", type=Path, help="a folder that does not exist yet")
    add(
        "--name",
        type=plain,
        default="own",
        help="in signatures, with the version (default: %(default)s)",
    )
    add(
        "--version",
        type=plain,
        default="1",
        help="raise it with every training (default: %(default)s)",
    )
    add(
        "--seconds",
        type=above_none,
        default=3600.0,
        help="of training, without preparing and writing",
    )
    add("--steps", type=int, metavar="N", help="of each network, however long they take")
    add("--device", choices=("cpu", "cuda"), default="cuda", help="cuda: if there is one")
    add("--size", choices=tuple(SIZES), default="full")
    add("--manner", nargs="+", default=[], metavar="xx=NAME[,NAME]")
    add("--text", nargs="+", default=[], metavar="xx=FILE", help="plain text, see plain_text.py")
    add("--work", type=Path, metavar="FOLDER", help="keep what is made on the way there")
    args = parser.parse_args(arguments)
    if args.model.exists():
        raise SystemExit(f"{args.model} is there already; name a new folder.")
    if lacking := [name for name in ("torch", "onnx") if not find_spec(name)]:
        raise SystemExit(
            f"{' and '.join(lacking)} cannot be found: pip install 'litmus-mt[analyser-training]'"
        )
    if args.work:
        args.work.mkdir(parents=True, exist_ok=True)
        train(ready(args, args.work), args, args.work)
        return
    work = Path(tempfile.mkdtemp(prefix="analyser-"))
    try:
        config = ready(args, work)
    except SystemExit:
        shutil.rmtree(work)
        raise
    train(config, args, work)  # if it fails, what was made so far stays
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
