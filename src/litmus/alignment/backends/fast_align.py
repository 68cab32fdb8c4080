"""fast_align, as packaged by systran-align: IBM model 2 with a diagonal. Wants much text."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from litmus.alignment.links import Alignment
from litmus.alignment.tokens import tokens
from litmus.errors import MissingExtra, UsageError

Pair = tuple[str, str]


class FastAlign:
    """Must learn before it links."""

    def __init__(self, languages: Pair, tokenisation: str) -> None:
        try:
            import systran_align
        except ImportError as error:
            raise MissingExtra("The aligner fast_align", "fast-align") from error
        self._package: Any = systran_align
        self._languages, self._tokenisation = languages, tokenisation
        self._aligner: Any = None
        self._knows = ""

    @property
    def learns(self) -> bool:
        """Whether it has yet to."""
        return self._aligner is None

    @property
    def signature(self) -> str:
        """Its version, our tokens, and a digest of what it learned from."""
        return f"fast_align.{version('systran-align')}.{self._tokenisation}{self._knows}"

    def learn(self, pairs: Iterable[Pair]) -> "FastAlign":
        """An aligner with probabilities from this text, as `fast_align -d -o -v` learns them."""
        made = FastAlign(self._languages, self._tokenisation)
        digest = blake2b(digest_size=4)
        with TemporaryDirectory() as folder:
            text, forward, backward = (Path(folder) / name for name in "tfb")
            with text.open("w", encoding="utf-8", newline="\n") as out:
                for pair in pairs:
                    sides = [words for _, words in self._cut(pair)]
                    if all(sides):
                        line = " ||| ".join(" ".join(words) for words in sides)
                        digest.update(line.encode())
                        out.write(f"{line}\n")
            self._package.generate_alignment_probabilities(
                str(text), str(forward), str(backward),
                favor_diagonal=True, optimize_tension=True, variational_bayes=True,
            )  # fmt: skip
            made._aligner = self._package.Aligner(str(forward), str(backward))
        made._knows = f".{digest.hexdigest()}"
        return made

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """Symmetrised by the package (grow-diag-final-and)."""
        if self._aligner is None:
            raise UsageError("fast_align links nothing before it has learned from text.")
        found = []
        for pair in pairs:
            (source, left), (target, right) = self._cut(pair)
            links = self._aligner.align(left, right)["alignments"] if left and right else ()
            found.append(Alignment(source, target, frozenset((int(i), int(j)) for i, j in links)))
        return found

    def finish(self) -> None:
        """Nothing can be left over."""

    def _cut(self, pair: Pair) -> Any:
        for text, code in zip(pair, self._languages, strict=True):
            spans = tokens(text, code, self._tokenisation)
            words = ["".join(text[a:b].lower().split()) or "_" for a, b in spans]
            yield spans, ["_" if word == "|||" else word for word in words]
