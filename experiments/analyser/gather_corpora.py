"""Plain sentences from free corpora in public repositories: fiction, encyclopaedia, news.

`python gather_corpora.py REPOSITORIES FOLDER TREEBANKS... --only de,en` writes FOLDER/xx.txt, one
sentence a line in random order, and FOLDER/sources.tsv: language, repository, commit, licence,
words. `corpora.toml` says what is read, and how.

REPOSITORIES has a clone (bare or not) of each repository, as OWNER/NAME. What is in a
development or test file of a treebank is left out, whatever its case, spaces and punctuation.
"""

import argparse
import csv
import fnmatch
import random
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpora import READERS, unpack
from prose import is_sentence
from treebanks import files, read

from litmus.language.knowledge import load

BETWEEN = re.compile(
    r"(?<=[^\W\d]{2}[.!?…؟])[\"”»’)]*\s+(?=[\"“«„¿¡(‘—–]*[^\Wa-z\d_])|"
    r"(?<=[!?…؟\"”»)])\s+(?=[\"“«„¿¡(‘—–]*[^\Wa-z\d_])|(?<=[。！？])(?![」』”）])"
)
END = re.compile(r"[.!?…؟。！？][\"”»«“’')」』]*$")
REFERENCE = re.compile(r"\[\d+\]|[\u200b-\u200f\u202a-\u202e\u00ad\ufeff]")
DASH = re.compile(r"(?<!-)--(?!-)")
OLDER = str.maketrans("şţŞŢ", "șțȘȚ")  # Romanian letters before fonts had the comma
CHARACTERS = 1.6  # of a word, where nothing separates words


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def git_folder(root: Path, name: str) -> Path | None:
    places = (root / name / ".git", root / name)
    return next((path for path in places if (path / "HEAD").is_file()), None)


def git(folder: Path, *arguments: str) -> bytes:
    command = ["git", f"--git-dir={folder}", *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def wanted(source: dict[str, Any], names: list[str]) -> list[str]:
    found = [
        name
        for name in names
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in source["paths"])
        and not any(fnmatch.fnmatchcase(name, pattern) for pattern in source.get("skip", []))
    ]
    random.Random(0).shuffle(found)
    return found


def texts(root: Path, source: dict[str, Any]) -> Iterator[str]:
    """The files of a source. A snapshot may lack its largest ones."""
    if not (folder := git_folder(root, source["repository"])):
        raise SystemExit(f"{root} has no clone of {source['repository']}")
    names = git(folder, "ls-tree", "-r", "-z", "--name-only", source["commit"]).decode()
    for name, data in blobs(folder, source["commit"], wanted(source, names.split("\0"))):
        for part in unpack(name, data):
            yield part.decode(source.get("encoding", "utf-8"), "replace").replace("\r\n", "\n")


def blobs(folder: Path, commit: str, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Files with their contents, from one process: a call for each takes too long."""
    command = ["git", f"--git-dir={folder}", "cat-file", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        for name in names:
            process.stdin.write(f"{commit}:{name}\n".encode())
            process.stdin.flush()
            header = process.stdout.readline().split()
            if header[-1] == b"missing":
                print(f"not there: {name}")
                continue
            yield name, process.stdout.read(int(header[-1]))
            process.stdout.readline()
        process.stdin.close()


def sentences(paragraph: str, code: str) -> Iterator[str]:
    paragraph = DASH.sub("—", " ".join(REFERENCE.sub("", paragraph).split()))
    if code == "ro":
        paragraph = paragraph.translate(OLDER)
    for sentence in BETWEEN.split(paragraph):
        sentence = sentence.strip(" *•·_")
        first = sentence.lstrip("\"“«„¿¡(‘'—–- ")[:1]
        if END.search(sentence) and not first.islower() and is_sentence(sentence, code):
            yield sentence


def size(sentence: str, code: str) -> int:
    spaced = load(code).writing == "spaces"
    return len(sentence.split()) if spaced else round(len(sentence) / CHARACTERS)


def gather(root: Path, source: dict[str, Any], kept: dict[str, str], held_out: set[str]) -> int:
    """Add the sentences of a source to those kept, by their letters; how many words those have."""
    code, words = source["language"], 0
    for text in texts(root, source):
        for paragraph in READERS[source["reader"]](text, source):
            for sentence in sentences(paragraph, code):
                key = letters(sentence)
                if key not in kept and key not in held_out:
                    kept[key] = sentence
                    words += size(sentence, code)
        if words >= source["most"]:
            break
    return words


def measured(treebanks: list[Path], code: str) -> set[str]:
    return {
        letters(sentence.text)
        for root in treebanks
        for kind in ("dev", "test")
        for _, path in files(root, code, kind)
        for sentence in read(path)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repositories", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("treebanks", type=Path, nargs="+")
    parser.add_argument("--table", type=Path, default=Path(__file__).with_name("corpora.toml"))
    parser.add_argument("--only", help="languages, by commas")
    args = parser.parse_args()
    sources = tomllib.loads(args.table.read_text(encoding="utf-8"))["source"]
    only = args.only.split(",") if args.only else sorted({s["language"] for s in sources})
    args.folder.mkdir(parents=True, exist_ok=True)
    for code in only:
        kept: dict[str, str] = {}
        rows, held_out = [], measured(args.treebanks, code)
        for source in (s for s in sources if s["language"] == code):
            words = gather(args.repositories, source, kept, held_out)
            rows.append([code, source["repository"], source["commit"], source["licence"], words])
            print(*rows[-1], flush=True)
        found = list(kept.values())
        random.Random(0).shuffle(found)
        path = args.folder / f"{code}.txt"
        path.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
        note(args.folder / "sources.tsv", code, rows)


def note(path: Path, code: str, rows: list[list[Any]]) -> None:
    """The rows of a language instead of those that it had."""
    old = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    others = [row for row in csv.reader(old, delimiter="\t") if row[0] != code]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerows(sorted([*others, *rows], key=lambda row: row[0]))


if __name__ == "__main__":
    main()
