"""`litmus.build`: a test suite and training files from occurrences and a parallel corpus."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from litmus.bitext.cleaning import Cleaning
from litmus.bitext.files import Bitext
from litmus.engine.batches import check_engine
from litmus.engine.parts import Parts, Sharded
from litmus.engine.shards import Shard
from litmus.errors import at_least
from litmus.idioms.building.build import Progress
from litmus.idioms.building.build import build as build_folder
from litmus.idioms.building.build import build_shard as judge_part
from litmus.idioms.building.plan import Built, Plan
from litmus.idioms.entries.lists import load_idioms
from litmus.idioms.mining.occurrences import read_occurrences
from litmus.language.knowledge import language_pair


def build(
    occurrences: Path | str,
    output: Path | str,
    *,
    languages: str,
    source: Path | str | None = None,
    reference: Path | str | None = None,
    corpus: Path | str | None = None,
    scheme: str = "halves",
    size: int | None = None,
    cap: int = 40,
    unseen: int = 0,
    upsample: Sequence[int] = (20,),
    mark: str = "none",
    min_context: int = 5,
    max_words: int = 80,
    max_ratio: float = 1.5,
    doubtful: bool = False,
    verdicts: Sequence[Path | str] = (),
    idioms: Path | str | None = None,
    seed: int = 12345,
    overwrite: bool = False,
    workers: int | None = 1,
    engine: str = "local",
    parts: Sequence[Path | str] = (),
    progress: Progress | None = None,
) -> Built:
    """Writes a folder with a suite, training files per condition and a data card; its counts.

    `occurrences` is what `litmus.mine` wrote; the corpus is `source` and `reference`, or one file
    of any format, or a collection, as `corpus`. `workers` are processes; None is one per core where
    there is much to do; `engine="ray"` or `"ray://HOST:PORT"` works on Ray instead. `parts` are
    files of `build_shard`: then pairs are not judged again. The other options are those of
    `litmus build --help`.

    >>> import tempfile
    >>> from litmus import mine
    >>> lines = [f"In year {n} the old man kicked the bucket in town." for n in range(8)]
    >>> with tempfile.TemporaryDirectory() as name:
    ...     folder = Path(name)
    ...     _ = (folder / "en").write_text("\\n".join(lines) + "\\n")
    ...     french = [f"Il est mort en {n} dans une ville." for n in range(8)]
    ...     _ = (folder / "fr").write_text("\\n".join(french) + "\\n")
    ...     _ = mine(["kick the bucket"], folder / "en", "en", output=folder / "found.jsonl")
    ...     built = build(
    ...         folder / "found.jsonl", folder / "set", languages="en-fr",
    ...         source=folder / "en", reference=folder / "fr",
    ...     )
    >>> built.test.total(), built.train.total()
    (4, 4)
    """
    pair = language_pair(languages)
    at_least(("workers", workers, 1))
    check_engine(engine)
    plan = _plan(
        max_words, max_ratio, upsample, scheme=scheme, seed=seed, size=size, cap=cap, unseen=unseen,
        mark=mark, min_context=min_context, use_doubtful=doubtful,
    )  # fmt: skip
    entries = load_idioms(str(idioms), pair[0]).idioms if idioms else ()
    return build_folder(
        Bitext(
            pair,
            Path(source) if source else None,
            Path(reference) if reference else None,
            corpus or None,
        ),
        read_occurrences(Path(occurrences), [Path(path) for path in verdicts]),
        Path(output),
        plan,
        equivalents={idiom.label: idiom.equivalents_in(pair[1]) for idiom in entries},
        overwrite=overwrite,
        workers=workers,
        engine=engine,
        parts=Parts([Path(part) for part in parts]) if parts else None,
        progress=progress,
    )


def build_shard(
    occurrences: Path | str,
    shard: Shard,
    *,
    languages: str,
    source: Path | str | None = None,
    reference: Path | str | None = None,
    corpus: Path | str | None = None,
    max_words: int = 80,
    max_ratio: float = 1.5,
    upsample: Sequence[int] = (20,),
    doubtful: bool = False,
    verdicts: Sequence[Path | str] = (),
    idioms: Path | str | None = None,
    workers: int | None = 1,
    engine: str = "local",
    **others: Any,
) -> Sharded:
    """One of several runs of `build`, with its options: which of the pairs are fit, for a part."""
    pair = language_pair(languages)
    at_least(("workers", workers, 1))
    check_engine(engine)
    if idioms:
        load_idioms(str(idioms), pair[0])  # what is wrong with it shows before the work
    return judge_part(
        Bitext(
            pair,
            Path(source) if source else None,
            Path(reference) if reference else None,
            corpus or None,
        ),
        read_occurrences(Path(occurrences), [Path(path) for path in verdicts]),
        _plan(max_words, max_ratio, upsample, use_doubtful=doubtful, **others),
        shard,
        workers=workers,
        engine=engine,
    )


def _plan(max_words: int, max_ratio: float, upsample: Sequence[int], **others: Any) -> Plan:
    """The plan of these options, if they can be."""
    plan = Plan(
        cleaning=Cleaning(max_words, max_ratio), upsample=tuple(dict.fromkeys(upsample)), **others
    )
    at_least(
        ("cap", plan.cap, 1), ("unseen", plan.unseen, 0), ("min_context", plan.min_context, 0),
        ("max_words", max_words, 1), ("max_ratio", max_ratio, 1),
        *(("upsample", times, 2) for times in upsample),
    )  # fmt: skip
    return plan
