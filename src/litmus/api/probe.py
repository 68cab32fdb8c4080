"""`litmus.probe`: how a model reads idioms, by what surrounds them."""

from collections.abc import Callable, Sequence
from pathlib import Path

from litmus.alignment.aligners import DEFAULT
from litmus.api.inputs import SuiteLike, Texts, open_suite
from litmus.corpus.in_memory import Marks, Text
from litmus.errors import UsageError, at_least
from litmus.nmt.model import EMBEDDED, load_model, model_folder, model_title
from litmus.probing.measure import PROBES, Probed
from litmus.probing.results import ProbeResult
from litmus.probing.run import ProbeSettings
from litmus.probing.run import probe as run_probes
from litmus.scoring.measuring.collected import Progress
from litmus.wording import option


def probe(
    suite: SuiteLike | None = None,
    *,
    model: str | Sequence[str] = EMBEDDED,
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    spans: str | Path | Marks | None = None,
    probes: Sequence[str] = PROBES,
    aligner: str = DEFAULT,
    beam: int = 5,
    batch_tokens: int | None = None,
    device: str = "auto",
    n_bootstrap: int = 1000,
    seed: int = 12345,
    progress: Progress | None = None,
) -> ProbeResult:
    """How models represent idioms: read in the sentence, as a phrase, word by word.

    Takes a suite with idioms, or loose files or lists with `spans`. `model` is one encoder-decoder
    or several: folders of `litmus train`, models of transformers, or "embedded".

    >>> result = probe(
    ...     languages="en-fr",
    ...     source=["He kicked the bucket."],
    ...     references=["Il est mort."],
    ...     spans=[[(3, 20)]],
    ...     probes=["distance"],
    ... )
    >>> result.models
    ['embedded-en-fr']
    """
    at_least(("beam", beam, 1), ("n_bootstrap", n_bootstrap, 1), ("batch_tokens", batch_tokens, 1),
             ("seed", seed, 0))  # fmt: skip
    opened = open_suite(
        suite, languages=languages, source=source, references=references, spans=spans
    )
    pair = (opened.info.source, opened.info.target)
    folders = [model_folder(name, pair) for name in ([model] if isinstance(model, str) else model)]

    def loader(folder: str) -> Callable[[], Probed]:
        def load() -> Probed:
            loaded = load_model(folder, pair, device=device)
            from litmus.nmt.probing.probed import ProbedModel  # only now is torch known to be there

            return ProbedModel(loaded, beam=beam, batch_tokens=batch_tokens)

        return load

    models = {
        title: loader(folder) for title, folder in zip(_titles(folders), folders, strict=True)
    }
    chosen = tuple(sorted(probes, key=PROBES.index) if set(probes) <= set(PROBES) else probes)
    settings = ProbeSettings(chosen, aligner, n_bootstrap, seed)
    return run_probes(opened, models, settings, progress=progress)


def _titles(folders: Sequence[str]) -> list[str]:
    """A short title of each; the whole name where two are alike."""
    if len(set(folders)) < len(folders):
        raise UsageError(f"The same {option('model')} was given twice.")
    short = [model_title(folder) or folder for folder in folders]
    return [
        folder if short.count(title) > 1 else title
        for title, folder in zip(short, folders, strict=True)
    ]
