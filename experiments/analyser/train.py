"""One folder of CoNLL-U in, one model out: `python train.py TREEBANKS MODEL --name NAME`.

    python experiments/analyser/train.py UD my-model --name mine --seconds 7200
    litmus analyse talk.fr -l fr --backend embedded:my-model

TREEBANKS holds files with their official names, `fr_gsd-ud-train.conllu` and `fr_gsd-ud-dev.conllu`
(gzipped or not), in one folder or in one per language; every language needs a training and a
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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from settings import configuration
from treebanks import files, read

HERE = Path(__file__).parent
OFFICIAL = re.compile(r"([a-z]{2})_\w+-ud-(train|dev)\.conllu(\.gz)?")
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


def laid_out(given: Path, work: Path) -> Path:
    """A folder per language, as the other steps want it."""
    if not given.is_dir():
        raise SystemExit(f"{given} is no folder.")
    loose = [path for path in sorted(given.iterdir()) if OFFICIAL.fullmatch(path.name)]
    if not loose:
        return given
    for path in loose:
        folder = work / "treebanks" / path.name[:2]
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder)
    return work / "treebanks"


def languages(root: Path) -> list[str]:
    """Those with a training file; each must have a development file too."""
    codes = [p.name for p in sorted(root.iterdir()) if re.fullmatch("[a-z]{2}", p.name)]
    found = [code for code in codes if files(root, code, "train")]
    if not found:
        raise SystemExit(
            f"{root} has no training files. Put xx_NAME-ud-train.conllu and xx_NAME-ud-dev.conllu "
            "there, xx the code of a language."
        )
    if lacking := [code for code in found if not files(root, code, "dev")]:
        raise SystemExit(
            f"No development file for {', '.join(lacking)} in {root}: training is judged by one. "
            "Put some sentences that do not train into xx_NAME-ud-dev.conllu."
        )
    return found


def manner(root: Path, code: str, chosen: dict[str, str]) -> list[str]:
    """The treebanks that the model follows: those chosen, or the largest."""
    sizes = {
        name: sum(len(sentence.rows) for sentence in read(path))
        for name, path in files(root, code, "train")
    }
    named = chosen[code].split(",") if code in chosen else [max(sizes, key=lambda n: sizes[n])]
    if unknown := [name for name in named if name not in sizes]:
        raise SystemExit(
            f"{code} has no training file of {', '.join(unknown)} (there are: {', '.join(sizes)})."
        )
    return [f"train-{name}" for name in named]


def settings(root: Path, args: argparse.Namespace) -> dict[str, Any]:
    """config.toml, with what it says of single files left out."""
    config, codes = configuration(), languages(root)
    chosen = dict(pair.split("=", 1) for pair in args.manner)
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


def run(command: list[str], config: Path, device: str) -> None:
    environment = os.environ | {"ANALYSER_CONFIG": str(config)}
    if device == "cpu":
        environment["CUDA_VISIBLE_DEVICES"] = ""
    print(f"== {command[0]}", flush=True)
    done = subprocess.run([sys.executable, HERE / command[0], *command[1:]], env=environment)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed; {' '.join(command)}")


def train(args: argparse.Namespace, work: Path) -> None:
    root = laid_out(args.treebanks, work)
    config = settings(root, args)
    path = work / "config.json"
    path.write_text(json.dumps(config, ensure_ascii=False), encoding="utf-8")
    run(["prepare.py", str(root), str(work / "prepared")], path, args.device)
    if args.text:
        run(["plain_text.py", str(work / "prepared"), *args.text], path, args.device)
    else:
        treebanks_as_text(work / "prepared")
    for command in steps(config, args, work):
        run(command, path, args.device)
    shutil.move(work / "model", args.model)  # only when it is whole
    print(f"{args.model}: use it as embedded:{args.model}")


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
    add("--name", default="own", help="in signatures, with the version (default: %(default)s)")
    add("--version", default="1", help="raise it with every training (default: %(default)s)")
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
    if args.work:
        args.work.mkdir(parents=True, exist_ok=True)
        train(args, args.work)
    else:
        with tempfile.TemporaryDirectory() as folder:
            train(args, Path(folder))


if __name__ == "__main__":
    main()
