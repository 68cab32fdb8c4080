"""`python readings.py PACKAGES OUT`: how each kanji may be read, in Latin letters.

PACKAGES holds Debian's package kanjidic (README.md). Of each kanji its readings are taken, those
of names too, up to where its ending begins (つ.ぐ); OUT becomes lines `kanji<TAB>readings`, the
file src/litmus/alignment/data/readings-ja.tsv.xz.
"""

import argparse
import re
import subprocess
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from litmus.files.text import write_text

_ROWS = {
    "あいうえお": "a i u e o", "かきくけこ": "ka ki ku ke ko", "がぎぐげご": "ga gi gu ge go",
    "さしすせそ": "sa shi su se so", "ざじずぜぞ": "za ji zu ze zo",
    "たちつてと": "ta chi tsu te to", "だぢづでど": "da ji zu de do",
    "なにぬねの": "na ni nu ne no", "はひふへほ": "ha hi fu he ho",
    "ばびぶべぼ": "ba bi bu be bo", "ぱぴぷぺぽ": "pa pi pu pe po",
    "まみむめも": "ma mi mu me mo", "やゆよ": "ya yu yo", "らりるれろ": "ra ri ru re ro",
    "わゐゑをん": "wa i e o n", "ゔ": "vu",
}  # fmt: skip
_KANA = {
    kana: said
    for row, all_said in _ROWS.items()
    for kana, said in zip(row, all_said.split(), strict=True)
}
_GLIDES = {"ゃ": "a", "ゅ": "u", "ょ": "o"}
_IS_KANA = re.compile("[-\u3041-\u30ff.]+")
_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F5)}
_OTHER = ("T1", "T2")  # before readings of names, and before names of radicals
_NAME = "kanjidic"
HEADER = (
    "# name: kanji readings",
    "# version: 1",
    "# licence: CC BY-SA 4.0",
    "# source: KANJIDIC, Electronic Dictionary Research and Development Group (CC BY-SA 3.0)",
)


def latin(kana: str) -> str:
    """As English writes Japanese names, without long vowels: きょうと is kyoto."""
    said: list[str] = []
    doubled = False
    for letter in kana.translate(_KATAKANA):
        if letter == "っ":
            doubled = True
        elif letter in _GLIDES and said:
            stem = said.pop()[:-1]
            glide = "" if stem.endswith(("sh", "ch", "j")) else "y"
            said.append(stem + glide + _GLIDES[letter])
        elif letter in _KANA:
            sound = _KANA[letter]
            said.append(("t" if sound[0] == "c" else sound[0]) * doubled + sound)
            doubled = False
    return re.sub("o[ou]", "o", "".join(said)).replace("uu", "u")


def rows(lines: Iterator[str]) -> Iterator[tuple[str, list[str]]]:
    """Kanji and readings from the lines of KANJIDIC."""
    for line in lines:
        fields = line.partition("{")[0].split()
        if not fields or fields[0] == "#":
            continue
        if _OTHER[1] in fields:
            fields = fields[: fields.index(_OTHER[1])]
        found = [
            latin(field.strip("-").partition(".")[0])
            for field in fields[2:]
            if _IS_KANA.fullmatch(field)
        ]
        if readings := list(dict.fromkeys(filter(None, found))):
            yield fields[0], readings


def kanjidic(packages: Path) -> Iterator[str]:
    """The lines of the dictionary, out of its package."""
    found = sorted(packages.glob(f"{_NAME}_*.deb"))
    if not found:
        raise SystemExit(f"{packages} has no {_NAME}: apt-get download {_NAME}")
    tar = subprocess.run(["dpkg-deb", "--fsys-tarfile", found[-1]], check=True, capture_output=True)
    with tarfile.open(fileobj=BytesIO(tar.stdout)) as archive:
        content = archive.extractfile(f"./usr/share/edict/{_NAME}")
        text = content.read() if content else b""
    yield from text.decode("euc-jp", "replace").splitlines()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("packages", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    lines = [f"{kanji}\t{' '.join(said)}" for kanji, said in sorted(rows(kanjidic(args.packages)))]
    with write_text(args.out) as out:
        out.writelines(f"{line}\n" for line in (*HEADER, *lines))


if __name__ == "__main__":
    main()
