"""From a suite and models to a result: what `litmus probe` does, for programs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from litmus import __version__
from litmus.alignment.aligners import DEFAULT, learn, load_aligner
from litmus.alignment.links import Aligner
from litmus.corpus.suite import Suite
from litmus.errors import DataError, UnknownName
from litmus.language.knowledge import language_code
from litmus.probing import results as probe_results
from litmus.probing.measure import PROBES, Item, Probed, Probes, first_reference, items
from litmus.probing.results import Result, Row

Load = Callable[[], Probed]
_NEED_REFERENCE = frozenset({"chrf", "perplexity", "entropy"})


@dataclass(frozen=True)
class Settings:
    """What can be chosen."""

    probes: tuple[str, ...] = PROBES
    aligner: str = DEFAULT
    n_bootstrap: int = 1000
    seed: int = 12345


def probe(
    suite: Suite,
    models: Mapping[str, Load],
    settings: Settings | None = None,
    *,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """All probes of all models on the idioms of a suite. Models are loaded one after the other."""
    settings = settings or Settings()
    for name in settings.probes:
        if name not in PROBES:
            raise UnknownName("probe", name, PROBES)
    languages = language_code(suite.info.source), language_code(suite.info.target)
    aligner = _aligner(suite, languages, settings)
    found = _items(suite, languages[0], settings, aligner)
    rows: list[Row] = []
    signatures, notes = [], []
    probes: Probes | None = None
    for name, load in models.items():
        model = load()
        probes = Probes(model, languages, asked=settings.probes)
        probes.run(found, progress)
        signatures.append(model.signature)
        rows += probe_results.rows(
            name, probes, n_bootstrap=settings.n_bootstrap, seed=settings.seed
        )
    assert probes is not None, "there is at least one model"
    if aligner is not None:
        notes += _link_notes(probes)
    linked = "" if aligner is None else f"|links:{aligner.signature}"
    return Result(
        heading=f"{suite.info.name}, {'-'.join(languages)}, {probes.idioms:,} idioms "
        f"({len(probes.labels):,} different) in {probes.segments:,} segments",
        about=[
            "Idioms read by the encoder in the full sentence, as phrase alone, word by word.",
            "Means over idiom labels; differences are of the same resamples.",
        ],
        models=list(models),
        rows=rows,
        signature=f"probes|set:{suite.info.name}.v{suite.info.version}|lang:{'-'.join(languages)}|"
        f"{'+'.join(signatures)}{linked}|chrf:sacrebleu|avg:macro|bs:{settings.n_bootstrap}|"
        f"seed:{settings.seed}|v:{__version__}",
        notes=notes,
    )


def _items(
    suite: Suite, language: str, settings: Settings, aligner: Aligner | None
) -> Sequence[Item]:
    needed = bool(_NEED_REFERENCE & set(settings.probes))
    found = list(items(suite.segments(), language, references=needed, aligner=aligner))
    if aligner is not None:
        aligner.finish()
    return found


def _aligner(suite: Suite, languages: tuple[str, str], settings: Settings) -> Aligner | None:
    """The aligner for entropy, once it has learned from the whole suite; idioms must be there."""
    if not any(segment.idioms for segment in suite.segments()):
        raise DataError(
            f"{suite.info.name} does not say where its idioms are.\n"
            "Give their spans (--spans F), or a suite that has them: litmus list suites"
        )
    if "entropy" not in settings.probes:
        return None
    made = load_aligner(settings.aligner, languages)
    return learn(made, ((one.source, first_reference(one)) for one in suite.segments()))


def _link_notes(probes: Probes) -> list[str]:
    if not probes.unlinked:
        return []
    share = 100 * probes.unlinked / probes.idioms
    return [
        f"entropy: no reference word is linked to {probes.unlinked:,} idioms ({share:.1f} %); "
        "they are no evidence."
    ]
