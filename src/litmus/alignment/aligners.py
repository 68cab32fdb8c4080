"""Aligners by name, and the one call."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from litmus.alignment.links import Aligner, Alignment
from litmus.errors import UnknownName, UsageError
from litmus.language.knowledge import language_code

DEFAULT = "embedded"
# fmt: off
SPECIFICATIONS: Mapping[str, str] = {
    "embedded": "learns from the text and the shipped dictionaries; the default",
    "model:FILE": "a model saved by litmus align --train",
    "eflomal": "eflomal, without our dictionaries; the extra 'eflomal'",
    "fast_align": "fast_align, as packaged by systran-align; the extra 'fast-align'",
    "simalign:MODEL": "mutual best words by a Hugging Face encoder; the extra 'encoder'",
    "awesome:MODEL": "the same by awesome-align's rule, best with a model tuned for it",
    "pharaoh:FILE": "links made elsewhere, a line for every pair",
}
# fmt: on


def align(
    pairs: Iterable[tuple[str, str]],
    languages: tuple[str, str],
    *,
    aligner: str | Aligner = DEFAULT,
    tokens: str = "words",
) -> list[Alignment]:
    """Links for every (source, target) pair, learned from these pairs where the aligner learns.

    `tokens` says what is linked: "words" (ours), "space" (the text is tokenised) or "moses".
    To link other text with the same model: `load_aligner(...)`, `.learn(pairs)`, `.align(other)`.
    """
    texts = list(pairs)
    made = load_aligner(aligner, languages, tokens) if isinstance(aligner, str) else aligner
    learned = learn(made, texts) if isinstance(aligner, str) else made
    found = learned.align(texts)
    learned.finish()
    return found


def learn(aligner: Aligner, pairs: Iterable[tuple[str, str]]) -> Aligner:
    """The aligner with what it can learn from text; one that is fixed stays as it is."""
    if getattr(aligner, "learns", False):
        learned: Aligner = aligner.learn(pairs)  # type: ignore[attr-defined]
        return learned
    return aligner


def load_aligner(name: str, languages: Sequence[str], tokens: str = "words") -> Aligner:
    """An aligner by its name: `embedded`, `model:FILE`, `eflomal`, `simalign:MODEL`, ..."""
    source, target = (language_code(code) for code in languages)
    kind, colon, rest = name.partition(":")
    if bool(colon) != any(known.startswith(f"{kind}:") for known in SPECIFICATIONS) or (
        colon and not rest
    ):
        raise UnknownName("aligner", name, SPECIFICATIONS)
    match kind:
        case "embedded":
            from litmus.alignment.embedded.aligner import EmbeddedAligner

            return EmbeddedAligner((source, target), tokenisation=tokens)
        case "model":
            return _saved(Path(rest), (source, target), tokens)
        case "eflomal":
            from litmus.alignment.backends.eflomal import Eflomal

            return Eflomal((source, target), tokens)
        case "fast_align":
            from litmus.alignment.backends.fast_align import FastAlign

            return FastAlign((source, target), tokens)
        case "simalign" | "awesome":
            from litmus.alignment.backends.encoder import EncoderAligner

            return EncoderAligner((source, target), tokens, rest, rule=kind)
        case "pharaoh":
            from litmus.alignment.backends.pharaoh_files import PharaohFile

            return PharaohFile(Path(rest), (source, target), tokens=tokens)
    raise UnknownName("aligner", name, SPECIFICATIONS)


def _saved(path: Path, languages: tuple[str, str], tokens: str) -> Aligner:
    from litmus.alignment.embedded.model_files import load

    found = load(path, languages)
    if found.tokenisation != tokens:
        raise UsageError(
            f"{path} links tokens of the kind {found.tokenisation!r}, not {tokens!r}.\n"
            f"Say so (--tokens {found.tokenisation}), or train one for {tokens!r}."
        )
    return found
