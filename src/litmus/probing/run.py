"""From a suite and models to the result of all probes."""

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
from litmus.probing.results import ProbeResult, ProbeRow
from litmus.wording import count, option

Load = Callable[[], Probed]
_NEED_REFERENCE = frozenset({"chrf", "perplexity", "entropy"})


@dataclass(frozen=True)
class ProbeSettings:
    """Which probes, and how they are computed."""

    probes: tuple[str, ...] = PROBES
    aligner: str = DEFAULT
    n_bootstrap: int = 1000
    seed: int = 12345


def probe(
    suite: Suite,
    models: Mapping[str, Load],
    settings: ProbeSettings | None = None,
    *,
    progress: Callable[[int], None] | None = None,
) -> ProbeResult:
    """All probes of all models on the idioms of a suite. Models are loaded one at a time."""
    settings = settings or ProbeSettings()
    for name in settings.probes:
        if name not in PROBES:
            raise UnknownName("probe", name, PROBES)
    languages = language_code(suite.info.source), language_code(suite.info.target)
    aligner = _aligner(suite, languages, settings)
    idioms = _items(suite, languages[0], settings, aligner)
    rows: list[ProbeRow] = []
    signatures, notes = [], []
    probes: Probes | None = None
    for name, load in models.items():
        model = load()
        probes = Probes(model, languages, probes=settings.probes)
        probes.run(idioms, progress)
        signatures.append(model.signature)
        rows += probe_results.rows(
            name, probes, n_bootstrap=settings.n_bootstrap, seed=settings.seed
        )
    assert probes is not None, "there is at least one model"
    if aligner is not None:
        notes += _link_notes(probes)
    linked = "" if aligner is None else f"|links:{aligner.signature}"
    return ProbeResult(
        heading=f"{suite.info.name}, {'-'.join(languages)}, {count(probes.idioms, 'idiom')} "
        f"({len(probes.labels):,} different) in {count(probes.segments, 'segment')}",
        about=[
            "The encoder reads idioms in the full sentence, as a phrase alone, and word by word.",
            "Values are means over idiom labels; differences are paired by resample.",
        ],
        models=list(models),
        rows=rows,
        signature=f"probes|set:{suite.info.name}.v{suite.info.version}|lang:{'-'.join(languages)}|"
        f"{'+'.join(signatures)}{linked}|chrf:sacrebleu|avg:macro|bs:{settings.n_bootstrap}|"
        f"seed:{settings.seed}|v:{__version__}",
        notes=notes,
    )


def _items(
    suite: Suite, language: str, settings: ProbeSettings, aligner: Aligner | None
) -> Sequence[Item]:
    needed = bool(_NEED_REFERENCE & set(settings.probes))
    chosen = list(items(suite.segments(), language, references=needed, aligner=aligner))
    if aligner is not None:
        aligner.finish()
    return chosen


def _aligner(suite: Suite, languages: tuple[str, str], settings: ProbeSettings) -> Aligner | None:
    """The aligner for entropy, after learning from the whole suite, which must mark idioms."""
    if not any(segment.idioms for segment in suite.segments()):
        raise DataError(
            f"{suite.info.name} does not mark its idioms.\n"
            f"Give their spans ({option('spans', 'FILE')}), or a suite that has them: "
            "litmus list suites"
        )
    if "entropy" not in settings.probes:
        return None
    aligner = load_aligner(settings.aligner, languages)
    return learn(aligner, ((s.source, first_reference(s)) for s in suite.segments()))


def _link_notes(probes: Probes) -> list[str]:
    if not probes.unlinked:
        return []
    share = 100 * probes.unlinked / probes.idioms
    return [
        f"entropy: no reference word is aligned to {count(probes.unlinked, 'idiom')} "
        f"({share:.1f} %); left out."
    ]
