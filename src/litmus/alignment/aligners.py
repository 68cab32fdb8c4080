"""Aligners by name, and the one call."""

from collections.abc import Iterable, Sequence

from litmus.alignment.links import Aligner, Alignment
from litmus.files.cache import Cache
from litmus.language.knowledge import language_code
from litmus.plugins.registry import Entry, Makers
from litmus.stages import stage

DEFAULT = "embedded"
_EMBEDDED, _BACKENDS = "litmus.alignment.embedded", "litmus.alignment.backends"
# Made from the languages, the kind of tokens to link, and the argument of those that take one.
# fmt: off
ALIGNERS: Makers[Aligner] = Makers(
    "aligner",
    (
        Entry("embedded", f"{_EMBEDDED}.aligner:EmbeddedAligner",
              "learns from the text and the shipped dictionaries; the default"),
        Entry("model", f"{_EMBEDDED}.model_files:load_named",
              "a model saved by litmus align --train", "FILE"),
        Entry("eflomal", f"{_BACKENDS}.eflomal:Eflomal",
              "eflomal, without our dictionaries; the extra 'eflomal'"),
        Entry("fast_align", f"{_BACKENDS}.fast_align:FastAlign",
              "fast_align, as packaged by systran-align; the extra 'fast-align'"),
        Entry("diagonal", "litmus.alignment.diagonal:DiagonalAligner",
              "fast_align's forward links, for figures that rest on them", "[TOKENS]"),
        Entry("simalign", f"{_BACKENDS}.encoder:simalign",
              "mutual best words by a Hugging Face encoder; the extra 'encoder'", "MODEL"),
        Entry("awesome", f"{_BACKENDS}.encoder:awesome",
              "the same by awesome-align's rule, best with a model tuned for it", "MODEL"),
        Entry("pharaoh", f"{_BACKENDS}.pharaoh_files:read_links",
              "links made elsewhere, one line per pair", "FILE"),
    ),
    methods=("signature", "align", "finish"),
    group="litmus.aligners",
)
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
    if isinstance(aligner, str):
        aligner = learn(load_aligner(aligner, languages, tokens), texts)
    alignments = aligner.align(texts)
    aligner.finish()
    return alignments


def learn(
    aligner: Aligner, pairs: Iterable[tuple[str, str]], cache: Cache | None = None
) -> Aligner:
    """The aligner with what it can learn from text; one that is fixed stays as it is."""
    if not getattr(aligner, "learns", False):
        return aligner
    with stage("learning links"):
        if cache is not None:
            from litmus.alignment.embedded.aligner import EmbeddedAligner
            from litmus.alignment.embedded.model_files import learn_once

            if isinstance(aligner, EmbeddedAligner):
                return learn_once(aligner, pairs, cache)
        learned: Aligner = aligner.learn(pairs)  # type: ignore[attr-defined]
        return learned


def load_aligner(name: str, languages: Sequence[str], tokens: str = "words") -> Aligner:
    """An aligner by its name: `embedded`, `model:FILE`, `eflomal`, `simalign:MODEL`, ..."""
    source, target = (language_code(code) for code in languages)
    return ALIGNERS.create(name, (source, target), tokens)
