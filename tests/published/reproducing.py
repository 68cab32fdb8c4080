"""Cases made up for tests: a folder of data, and a folder with a case that counts its lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

TEXTS = {"a.txt": "one\ntwo\n", "b.txt": "one\ntwo\nthree\n"}
FACTS = """
title = "Lines <counted>"
paper = "Doe et al. 2020"
cite = "Doe et al. 2020. Lines & more."
[[data]]
folder = "lines"
origin = "example.org/doe/lines at commit 1234"
licence = "MIT"
[data.files]
{files}
[[figures]]
name = "lines"
what = "lines"
table = "Table 1"
source = "paper"
{figures}
"""
CODE = """
from litmus.published.case import Found

def recompute(data):
    for name in ("a.txt", "b.txt"):
        text = data.file(f"lines/{name}").read_text(encoding="utf-8")
        yield Found("lines", name, text.count("\\n"))
"""


@dataclass(frozen=True)
class Made:
    """Where the data are, and where the cases."""

    data: Path
    own: Path

    def case(
        self,
        name: str = "lines",
        figures: str = 'published = { "a.txt" = 2, "b.txt" = 3 }',
        code: str = CODE,
        texts: Mapping[str, str] = TEXTS,
    ) -> None:
        """Write a case; its digests are those of `texts`."""
        self.own.mkdir(exist_ok=True)
        lines = [f'"{file}" = "{digest(text)}"' for file, text in texts.items()]
        facts = FACTS.format(files="\n".join(lines), figures=figures)
        (self.own / f"{name}.toml").write_text(facts, encoding="utf-8")
        (self.own / f"{name}.py").write_text(code, encoding="utf-8")


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def make(folder: Path) -> Made:
    """Data and no case yet."""
    made = Made(folder / "data", folder / "own")
    (made.data / "lines").mkdir(parents=True)
    for name, text in TEXTS.items():
        (made.data / "lines" / name).write_bytes(text.encode())
    return made
