"""eflomal: a Bayesian aligner by sampling. It draws its seed itself: two runs differ a little."""

import io
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from litmus.alignment.links import Alignment, Link, Span
from litmus.alignment.symmetrise import grow_diag_final_and
from litmus.alignment.tokens import tokens
from litmus.errors import DataError, MissingExtra

Pair = tuple[str, str]


class Eflomal:
    """Learns priors from text once; links are sampled with them, or from the pairs alone."""

    def __init__(
        self, languages: Pair, tokenisation: str, priors: str = "", knows: str = ""
    ) -> None:
        try:
            import eflomal
        except ImportError as error:
            raise MissingExtra("The aligner eflomal", "eflomal") from error
        self._eflomal: Any = eflomal
        self._languages, self._tokenisation = languages, tokenisation
        self._priors, self._knows = priors, knows
        self.learns = not priors

    @property
    def signature(self) -> str:
        """Its version, our tokens, and a digest of what it learned from."""
        return f"eflomal.{version('eflomal')}.{self._tokenisation}{self._knows}"

    def learn(self, pairs: Iterable[Pair]) -> "Eflomal":
        """An aligner with priors from this text."""
        sentences = self._sentences(list(pairs))
        forward, backward = self._directions(sentences)
        written = [[_pharaoh(links) for links in side] for side in (forward, backward)]
        texts = [[" ".join(words[side]) for _, words in sentences] for side in (0, 1)]
        priors = io.StringIO()
        self._eflomal.write_priors(priors, *self._eflomal.calculate_priors(*texts, *written))
        digest = blake2b("\n".join(texts[0] + texts[1]).encode(), digest_size=4).hexdigest()
        return Eflomal(self._languages, self._tokenisation, priors.getvalue(), f".{digest}")

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """Both directions, then grow-diag-final-and."""
        sentences = self._sentences(pairs)
        return [
            Alignment(spans[0], spans[1], frozenset(grow_diag_final_and(forward, backward)))
            for (spans, _), forward, backward in zip(
                sentences, *self._directions(sentences), strict=True
            )
        ]

    def finish(self) -> None:
        """Nothing can be left over."""

    def _sentences(
        self, pairs: Sequence[Pair]
    ) -> list[tuple[tuple[tuple[Span, ...], ...], tuple[list[str], ...]]]:
        found = []
        for pair in pairs:
            spans = tuple(
                tokens(text, code, self._tokenisation)
                for text, code in zip(pair, self._languages, strict=True)
            )
            words = tuple(
                ["".join(text[a:b].split()) or "_" for a, b in side]
                for text, side in zip(pair, spans, strict=True)
            )
            found.append((spans, words))
        return found

    def _directions(self, sentences: Sequence[Any]) -> tuple[list[set[Link]], list[set[Link]]]:
        # eflomal cannot number a text without a single word on a side
        linked = [n for n, (_, words) in enumerate(sentences) if all(words)]
        empty: tuple[list[set[Link]], list[set[Link]]] = tuple(  # type: ignore[assignment]
            [set() for _ in sentences] for _ in (0, 1)
        )
        if not linked:
            return empty
        texts = [[" ".join(sentences[n][1][side]) + "\n" for n in linked] for side in (0, 1)]
        with TemporaryDirectory() as folder:
            paths = [Path(folder) / name for name in ("forward", "backward")]
            priors = io.StringIO(self._priors) if self._priors else None
            self._eflomal.Aligner().align(
                *texts,
                links_filename_fwd=str(paths[0]),
                links_filename_rev=str(paths[1]),
                priors_input=priors,
            )
            for side, path in zip(empty, paths, strict=True):
                lines = path.read_text(encoding="utf-8").split("\n")[:-1]
                if len(lines) != len(linked):
                    raise DataError(
                        f"eflomal gave {len(lines)} lines for {len(linked)} sentence pairs."
                    )
                for n, line in zip(linked, lines, strict=True):
                    side[n] = {_link(link) for link in line.split()}
        return empty


def _link(text: str) -> Link:
    i, _, j = text.partition("-")
    return int(i), int(j)


def _pharaoh(links: Iterable[Link]) -> str:
    return " ".join(f"{i}-{j}" for i, j in sorted(links))
